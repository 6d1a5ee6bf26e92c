#include "features/graph.h"

namespace scrb {

template <int width>
void GraphLinks::gather_width(const double* sums, double* y, const Context& context) const {
  const Index stored = matrix_.start ? matrix_.start[n_rows()] : n_rows() * matrix_.n_cols;
  const RowChunks chunks(n_rows(), 1 + stored / (8 * std::max<Index>(1, n_rows())));
  for_chunks(chunks, context, [&](Index c) {
    for (Index i = chunks.begin(c); i < chunks.end(c); ++i) {
      double sum[width] = {};
      for_links(i, [&](Index node, double weight) {
        for (int j = 0; j < width; ++j) sum[j] += weight * sums[node * width + j];
      });
      std::copy_n(sum, width, y + i * width);
    }
  });
}

void GraphLinks::gather(const double* sums, double* y, const Context& context) const {
  gather_width<1>(sums, y, context);
}

void GraphLinks::gather_panel(Index width, const double* sums, double* y, const Context& context) const {
  with_width(width, [&](auto w) { gather_width<w()>(sums, y, context); });
}

Index GraphLinks::count_unlinked() const {
  Index unlinked = 0;
  for (Index i = 0; i < n_rows(); ++i) {
    bool linked = false;
    for_links(i, [&](Index, double) { linked = true; });
    unlinked += !linked;
  }
  return unlinked;
}

void Graph::scatter(const double* v, double* sums, const Context&) const { std::copy_n(v, n_rows(), sums); }

void Graph::scatter_panel(Index width, const double* v, double* sums, const Context&) const {
  std::copy_n(v, n_rows() * width, sums);
}

void Graph::unite_rows(DisjointSets& sets, const Context& context) const {
  for (Index i = 0; i < n_rows(); ++i) {
    if (i % 4096 == 0) context.check_interrupt();
    links_.for_links(i, [&](Index node, double) { sets.unite(i, node); });
  }
}

}  // namespace scrb
