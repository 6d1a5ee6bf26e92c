#include "spectrum/bin_operator.h"

#include <cmath>

#include "support/tall_products.h"

namespace scrb {

BinOperator::BinOperator(const Features& features, const std::vector<double>& scale, const std::vector<double>& degrees,
                         const Components& components, const Context& context)
    : features_(features), context_(context), inverse_sqrt_sum_(features.n_columns(), 1.0),
      inverse_degree_(features.n_rows(), 0.0), known_(features.n_columns(), components.size.size()),
      in_(features.n_columns() * width), out_(features.n_columns() * width) {
  for (std::size_t b = 0; b < scale.size(); ++b) inverse_sqrt_sum_[b] = std::sqrt(scale[b]);
  for (Index i = 0; i < features_.n_rows(); ++i)
    if (components.of_row[i] != Components::stray) inverse_degree_[i] = 1 / degrees[i];
  std::vector<double> rows(features.n_rows());
  for (Index c = 0; c < known_.cols(); ++c) {
    for (Index i = 0; i < features_.n_rows(); ++i) rows[i] = components.of_row[i] == c;
    features_.sum_columns(rows.data(), out_.data(), context_);
    for (Index b = 0; b < n_rows(); ++b) known_(b, c) = inverse_sqrt_sum_[b] * out_[b];
    known_.col(c).normalize();
  }
}

void BinOperator::apply_block(Index count, const double* x, double* y) const {
  context_.check_interrupt();
  const Index n = n_rows();
  for_rows(n, context_, [&](Index begin, Index end) {
    for (Index b = begin; b < end; ++b)
      for (Index j = 0; j < width; ++j) in_[b * width + j] = j < count ? inverse_sqrt_sum_[b] * x[j * n + b] : 0.0;
  });
  features_.sweep_panel(width, in_.data(), inverse_degree_.data(), out_.data(), scratch_, context_);
  for_rows(n, context_, [&](Index begin, Index end) {
    for (Index b = begin; b < end; ++b)
      for (Index j = 0; j < count; ++j) y[j * n + b] = inverse_sqrt_sum_[b] * out_[b * width + j];
  });
  const Eigen::Map<const Eigen::MatrixXd> in(x, n, count);
  subtract_product(known_, inner_products(known_, in, context_), Eigen::Map<Eigen::MatrixXd>(y, n, count), context_);
}

}  // namespace scrb
