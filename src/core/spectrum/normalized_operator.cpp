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

NormalizedOperator::NormalizedOperator(const Similarity& similarity, const std::vector<double>& degrees,
                                       const Components& components, const Context& context)
    : similarity_(similarity), components_(components), context_(context),
      inverse_sqrt_degree_(similarity.n_rows(), 0.0), known_(similarity.n_rows(), 0.0), scaled_(similarity.n_rows()),
      sums_(similarity.n_sums()) {
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
  context_.check_interrupt();
  const std::int32_t* component = components_.of_row.data();
  // the known vectors do not overlap: one pass has the inner products with all of them
  const std::vector<double> inner = sum_rows(n_rows(), static_cast<Index>(components_.size.size()), context_,
                                             [&](Index begin, Index end, double* sums) {
                                               for (Index i = begin; i < end; ++i) {
                                                 scaled_[i] = x[i] * inverse_sqrt_degree_[i];
                                                 if (component[i] != Components::stray)
                                                   sums[component[i]] += x[i] * known_[i];
                                               }
                                             });
  similarity_.scatter(scaled_.data(), sums_.data(), context_);
  similarity_.gather(sums_.data(), scaled_.data(), y, context_);
  const bool halved = similarity_.has_negative_values();
  for_rows(n_rows(), context_, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const bool stray = component[i] == Components::stray;
      const double along = stray ? 0.0 : known_[i] * inner[component[i]];
      y[i] = y[i] * inverse_sqrt_degree_[i];
      if (halved && !stray) y[i] = 0.5 * (y[i] + x[i]);
      y[i] -= along;
    }
  });
}

}  // namespace scrb
