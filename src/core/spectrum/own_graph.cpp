#include "spectrum/own_graph.h"

#include <cmath>

namespace scrb {

OwnGraph::OwnGraph(const Features& features, const std::vector<double>& scale, BinGraph graph,
                   const Components& components, const Context& context)
    : BinSide(features, scale, components, context), graph_(std::move(graph)),
      cost_(BinGraph::part_size * (1 + graph_.n_entries() / (16 * std::max<Index>(1, n_rows())))) {
  // one scatter tells all components: rows of a bin have the same, so that their mean is its number
  std::vector<double> number(features.n_rows()), sums(n_rows());
  for_rows(features.n_rows(), context, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) number[i] = 1 + components.of_row[i];
  });
  features.scatter(number.data(), sums.data(), context);
  known_.setZero();
  for (Index b = 0; b < n_rows(); ++b) {
    const auto c = static_cast<Index>(std::lround(scale[b] * sums[b])) - 1;
    if (c >= 0) known_(b, c) = 1 / inverse_sqrt_sum_[b];
  }
  for (Index c = 0; c < known_.cols(); ++c) known_.col(c).normalize();

  parallel_for(static_cast<Index>(graph_.parts.size()), context, [&](Index t, int) {
    BinGraph::Part& part = graph_.parts[t];
    for (std::size_t r = 0; r + 1 < part.start.size(); ++r) {
      const double own = inverse_sqrt_sum_[t * BinGraph::part_size + static_cast<Index>(r)];
      for (Index q = part.start[r]; q < part.start[r + 1]; ++q) part.value[q] *= own * inverse_sqrt_sum_[part.bin[q]];
    }
  });
}

void OwnGraph::apply(const double* x, double* y) const {
  context_.check_interrupt();
  const Index n_parts = static_cast<Index>(graph_.parts.size());
  auto multiply = [&](Index t) {
    const BinGraph::Part& part = graph_.parts[t];
    for (std::size_t r = 0; r + 1 < part.start.size(); ++r) {
      double sum = 0;
      for (Index q = part.start[r]; q < part.start[r + 1]; ++q) sum += part.value[q] * x[part.bin[q]];
      y[t * BinGraph::part_size + static_cast<Index>(r)] = sum;
    }
  };
  if (n_parts * cost_ >= rows_worth_threads) {
    parallel_for(n_parts, context_, [&](Index t, int) { multiply(t); });
  } else {
    for (Index t = 0; t < n_parts; ++t) multiply(t);
  }
  leave_out_known(1, x, y);
}

}  // namespace scrb
