#include "spectrum/bin_operator.h"

#include <cmath>

#include "spectrum/own_graph.h"

namespace scrb {

BinSide::BinSide(const TwoSided& similarity, const Components& components)
    : inverse_sqrt_sum_(similarity.scale()), known_(similarity.n_sums(), components.size.size()) {
  for (double& scale : inverse_sqrt_sum_) scale = std::sqrt(scale);
}

void BinSide::leave_out_known(const double* x, double* y) const {
  const Eigen::Map<const Eigen::VectorXd> input(x, n_rows());
  Eigen::Map<Eigen::VectorXd>(y, n_rows()).noalias() -= known_ * (known_.transpose() * input);
}

BinOperator::BinOperator(const TwoSided& similarity, const std::vector<double>& degrees, const Components& components,
                         const Context& context)
    : BinSide(similarity, components), features_(similarity.features()), context_(context),
      inverse_degree_(similarity.n_rows(), 0.0), bins_(similarity.n_sums()), rows_(similarity.n_rows(), 0.0) {
  features_.prepare_scatters(context);
  for (Index i = 0; i < features_.n_rows(); ++i)
    if (components.of_row[i] != Components::stray) inverse_degree_[i] = 1 / degrees[i];
  for (Index c = 0; c < known_.cols(); ++c) {
    for (Index i = 0; i < features_.n_rows(); ++i) rows_[i] = components.of_row[i] == c;
    features_.scatter(rows_.data(), bins_.data(), context_);
    for (Index b = 0; b < n_rows(); ++b) known_(b, c) = inverse_sqrt_sum_[b] * bins_[b];
    known_.col(c).normalize();
  }
}

void BinOperator::apply(const double* x, double* y) const {
  context_.check_interrupt();
  for (Index b = 0; b < n_rows(); ++b) bins_[b] = inverse_sqrt_sum_[b] * x[b];
  features_.gather(bins_.data(), rows_.data(), rows_.data(), context_);
  for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i] *= inverse_degree_[i];
  features_.scatter(rows_.data(), bins_.data(), context_);
  for (Index b = 0; b < n_rows(); ++b) y[b] = inverse_sqrt_sum_[b] * bins_[b];
  leave_out_known(x, y);
}

std::unique_ptr<BinSide> make_bin_side(const TwoSided& similarity, const std::vector<double>& degrees,
                                       const Components& components, const Context& context) {
  std::vector<double> inverse_degree(similarity.n_rows(), 0.0);
  for_rows(similarity.n_rows(), context, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      if (components.of_row[i] != Components::stray) inverse_degree[i] = 1 / degrees[i];
  });
  BinGraph graph = similarity.features().bin_graph(std::move(inverse_degree), context);
  if (graph.is_known()) return std::make_unique<OwnGraph>(similarity, std::move(graph), components, context);
  return std::make_unique<BinOperator>(similarity, degrees, components, context);
}

}  // namespace scrb
