#include "features/graph.h"

#include <cmath>

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

Index Graph::count_links(const Context& context) const {
  Index links = 0;
  for (Index i = 0; i < n_rows(); ++i) {
    if (i % 1024 == 0) context.check_interrupt();
    links_.for_links(i, [&](Index node, double) { links += node >= i; });
  }
  return links;
}

namespace {

// Calls each(i, j, tile) for j < i, tile by tile, so that both sides of the diagonal are met in runs; tiles, each some
// rows i, on all threads.
constexpr Index tile_rows = 64;
template <class Each>
void for_pairs(Index n, const Context& context, Each each) {
  parallel_for((n + tile_rows - 1) / tile_rows, context, [&](Index tile, int) {
    const Index begin = tile * tile_rows, end = std::min(n, begin + tile_rows);
    for (Index from = 0; from < end; from += tile_rows)
      for (Index i = begin; i < end; ++i)
        for (Index j = from; j < std::min(i, from + tile_rows); ++j) each(i, j, tile);
  });
}

double dense_asymmetry(const LinkMatrix& square, const Context& context) {
  const Index n = square.n_rows;
  std::vector<double> largest(1 + n / tile_rows, 0.0);
  for_pairs(n, context, [&](Index i, Index j, Index tile) {
    largest[tile] = std::max(largest[tile], std::fabs(square.value[i * n + j] - square.value[j * n + i]));
  });
  return *std::max_element(largest.begin(), largest.end());
}

// Rows in order meet the entries of every other row in order: entry (i, j) is the next one of row j, or there is none.
double sparse_asymmetry(const LinkMatrix& square, const Context& context) {
  std::vector<int> next(square.start, square.start + square.n_rows);
  double largest = 0;
  auto skip = [&](Index row, Index until) {  // entries that have none across the diagonal
    for (; next[row] < square.start[row + 1] && square.column[next[row]] < until; ++next[row])
      largest = std::max(largest, std::fabs(square.value[next[row]]));
  };
  for (Index i = 0; i < square.n_rows; ++i) {
    if (i % 4096 == 0) context.check_interrupt();
    for (int q = square.start[i]; q < square.start[i + 1]; ++q) {
      const Index j = square.column[q];
      skip(j, i);
      const bool across = next[j] < square.start[j + 1] && square.column[next[j]] == i;
      const double other = across ? square.value[next[j]++] : 0;
      largest = std::max(largest, std::fabs(square.value[q] - other));
    }
  }
  return largest;
}

}  // namespace

double asymmetry(const LinkMatrix& square, const Context& context) {
  return square.start ? sparse_asymmetry(square, context) : dense_asymmetry(square, context);
}

void even_out(const LinkMatrix& square, const Context& context, double* values) {
  const Index n = square.n_rows;
  for (Index i = 0; i < n; ++i) values[i * n + i] = square.value[i * n + i];
  for_pairs(n, context, [&](Index i, Index j, Index) {
    values[i * n + j] = values[j * n + i] = (square.value[i * n + j] + square.value[j * n + i]) / 2;
  });
}

}  // namespace scrb
