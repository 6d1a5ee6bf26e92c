#include "spectrum/bin_operator.h"

#include <cmath>

#include "spectrum/own_graph.h"
#include "support/tall_products.h"

namespace scrb {

BinSide::BinSide(const Features& features, const std::vector<double>& scale, const Components& components,
                 const Context& context)
    : context_(context), inverse_sqrt_sum_(features.n_sums(), 1.0), known_(features.n_sums(), components.size.size()) {
  for (std::size_t b = 0; b < scale.size(); ++b) inverse_sqrt_sum_[b] = std::sqrt(scale[b]);
  if (scale.empty()) {  // places that are no bins
    const std::vector<double> ones(features.n_rows(), 1.0);
    features.scatter(ones.data(), inverse_sqrt_sum_.data(), context);
    for (double& sum : inverse_sqrt_sum_) sum = sum > 0;
  }
  out_scale_ = inverse_sqrt_sum_;
  const std::vector<double> multiplicity = features.multiplicity();
  for (std::size_t b = 0; b < multiplicity.size(); ++b) {
    inverse_sqrt_sum_[b] /= std::sqrt(multiplicity[b]);
    out_scale_[b] *= std::sqrt(multiplicity[b]);
  }
}

void BinSide::leave_out_known(Index count, const double* x, double* y) const {
  const Eigen::Map<const Eigen::MatrixXd> in(x, n_rows(), count);
  Eigen::Map<Eigen::MatrixXd> out(y, n_rows(), count);
  subtract_product(known_, inner_products(known_, in, context_), out, context_);
}

BinOperator::BinOperator(const Features& features, const std::vector<double>& scale, std::vector<double> row_weights,
                         const Components& components, const Context& context)
    : BinSide(features, scale, components, context), features_(features), row_weights_(std::move(row_weights)),
      in_(features.n_sums() * width), out_(features.n_sums() * width) {
  features_.prepare_scatters(context);
  std::vector<double> rows(features.n_rows());
  for (Index c = 0; c < known_.cols(); ++c) {
    for (Index i = 0; i < features_.n_rows(); ++i) rows[i] = components.of_row[i] == c;
    features_.scatter(rows.data(), out_.data(), context_);
    for (Index b = 0; b < n_rows(); ++b) known_(b, c) = out_scale_[b] * out_[b];
    known_.col(c).normalize();
  }
}

void BinOperator::apply_block(Index count, const double* x, double* y) const {
  if (count > width) return SymmetricOperator::apply_block(count, x, y);
  context_.check_interrupt();
  const Index n = n_rows();
  for_rows(n, context_, [&](Index begin, Index end) {
    for (Index b = begin; b < end; ++b)
      for (Index j = 0; j < width; ++j) in_[b * width + j] = j < count ? inverse_sqrt_sum_[b] * x[j * n + b] : 0.0;
  });
  features_.sweep_panel(width, in_.data(), row_weights_.data(), out_.data(), scratch_, context_);
  for_rows(n, context_, [&](Index begin, Index end) {
    for (Index b = begin; b < end; ++b)
      for (Index j = 0; j < count; ++j) y[j * n + b] = out_scale_[b] * out_[b * width + j];
  });
  leave_out_known(count, x, y);
}

std::unique_ptr<BinSide> make_bin_side(const Features& features, const std::vector<double>& scale,
                                       const std::vector<double>& degrees, const Components& components,
                                       const Context& context) {
  std::vector<double> row_weights(features.n_rows(), 0.0);
  for_rows(features.n_rows(), context, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      if (components.of_row[i] != Components::stray) row_weights[i] = 1 / degrees[i];
  });
  if (!scale.empty()) {
    BinGraph graph = features.bin_graph(row_weights, context);
    if (graph.is_known()) return std::make_unique<OwnGraph>(features, scale, std::move(graph), components, context);
  }
  return std::make_unique<BinOperator>(features, scale, std::move(row_weights), components, context);
}

}  // namespace scrb
