#include "spectrum/normalized_operator.h"

#include <cmath>

namespace scrb {

std::vector<double> degrees(const Similarity& similarity, const Context& context) {
  const std::vector<double> ones(similarity.n_rows(), 1.0);
  std::vector<double> sums(similarity.n_sums()), result(similarity.n_rows());
  similarity.scatter(ones.data(), sums.data(), context);
  similarity.gather(sums.data(), ones.data(), result.data(), context);
  return result;
}

namespace {

// From here on products take longer than all else; of few pairs two vectors at a time need too many more of them.
constexpr Index many_rows = 100000, few_pairs = 3;

}  // namespace

NormalizedOperator::NormalizedOperator(const Similarity& similarity, const std::vector<double>& degrees,
                                       const Components& components, Index wanted, const Context& context)
    : similarity_(similarity), components_(components), context_(context),
      wide_(similarity.n_rows() >= many_rows && wanted > few_pairs), inverse_sqrt_degree_(similarity.n_rows(), 0.0),
      known_(similarity.n_rows(), 0.0), scaled_(similarity.n_rows() * block()), sums_(similarity.n_sums() * block()),
      panel_(wide_ ? similarity.n_rows() * block() : 0) {
  const std::int32_t* component = components.of_row.data();
  const std::vector<double> total = sum_rows(n_rows(), static_cast<Index>(components.size.size()), context,
                                             [&](Index begin, Index end, double* sums) {
                                               for (Index i = begin; i < end; ++i)
                                                 if (component[i] != Components::stray)
                                                   sums[component[i]] += degrees[i];
                                             });
  for (Index i = 0; i < n_rows(); ++i) {
    if (component[i] == Components::stray) continue;
    inverse_sqrt_degree_[i] = 1.0 / std::sqrt(degrees[i]);
    known_[i] = std::sqrt(degrees[i] / total[component[i]]);
  }
}

void NormalizedOperator::apply(const double* x, double* y) const {
  scale(1, 1, x);
  similarity_.scatter(scaled_.data(), sums_.data(), context_);
  similarity_.gather(sums_.data(), scaled_.data(), y, context_);
  finish(1, 1, x, y, y);
}

void NormalizedOperator::apply_block(Index count, const double* x, double* y) const {
  if (count == 1 || count > block()) return SymmetricOperator::apply_block(count, x, y);
  const Index width = block();
  scale(width, count, x);
  similarity_.scatter_panel(width, scaled_.data(), sums_.data(), context_);
  similarity_.gather_panel(width, sums_.data(), panel_.data(), context_);
  finish(width, count, x, panel_.data(), y);
}

// D^-1/2 x, and the inner products of x with the known vectors; these do not overlap, so one pass has them all.
void NormalizedOperator::scale(Index width, Index count, const double* x) const {
  context_.check_interrupt();
  const std::int32_t* component = components_.of_row.data();
  const Index n = n_rows(), n_known = static_cast<Index>(components_.size.size());
  inner_ = sum_rows(n, n_known * count, context_, [&](Index begin, Index end, double* sums) {
    for (Index i = begin; i < end; ++i)
      for (Index j = 0; j < count; ++j) {
        scaled_[i * width + j] = x[j * n + i] * inverse_sqrt_degree_[i];
        if (component[i] != Components::stray) sums[j * n_known + component[i]] += x[j * n + i] * known_[i];
      }
  });
}

// From the product with K, row after row, to that with what is left of S.
void NormalizedOperator::finish(Index width, Index count, const double* x, const double* product, double* y) const {
  const std::int32_t* component = components_.of_row.data();
  const Index n = n_rows(), n_known = static_cast<Index>(components_.size.size());
  const bool halved = similarity_.has_negative_values();
  for_rows(n, context_, [&](Index begin, Index end) {
    for (Index j = 0; j < count; ++j)
      for (Index i = begin; i < end; ++i) {
        const bool stray = component[i] == Components::stray;
        const double along = stray ? 0.0 : known_[i] * inner_[j * n_known + component[i]];
        double value = product[i * width + j] * inverse_sqrt_degree_[i];
        if (halved && !stray) value = 0.5 * (value + x[j * n + i]);
        y[j * n + i] = value - along;
      }
  });
}

}  // namespace scrb
