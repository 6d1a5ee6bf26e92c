#ifndef SCRB_KERNELS_H
#define SCRB_KERNELS_H

// The kernels themselves, where no random binning stands for them: similarities of rows and landmarks,
//   exp(-|x - y|_1 / sigma)  (laplacian)  or  exp(-|x - y|^2 / (2 sigma^2))  (gaussian).
// Distances are sums of differences, not matrix products: these would lose the small ones to rounding.
// In: blocks of scaled rows (table.h), landmarks. Cost: .1 ns per row, landmark and column.

#include "table.h"

namespace scrb {

struct Kernel {
  enum class Shape { laplacian, gaussian } shape = Shape::laplacian;
  double sigma = 1;

  // similarity = exp(-rate() distance), of distances as block_distances() has them
  float rate() const { return static_cast<float>(shape == Shape::laplacian ? 1 / sigma : 1 / (2 * sigma * sigma)); }
};

// Points with the columns of a table, one after the other.
struct Points {
  Index count = 0;
  Index n_cols = 0;
  std::vector<float> values;

  const float* point(Index p) const { return values.data() + p * n_cols; }
};

Points to_points(const Table& table);

// Distances of the rows of a block from points that stand one after the other: L1, or squared Euclidean.
// Out: entry r of point p at [p * Table::block_rows + r].
void block_distances(Kernel::Shape shape, const float* block, const float* points, Index count, Index n_cols,
                     float* distances);

// Calls rows(block, begin, end) for every block of a table, on all threads.
template <class Rows>
void for_blocks(const Table& table, const Context& context, Rows rows) {
  std::vector<std::vector<float>> buffers(context.threads);
  const Index n_blocks = table.n_blocks();
  parallel_for(n_blocks, context, [&](Index b, int thread) {
    if (thread == 0) context.report("features", static_cast<double>(b), static_cast<double>(n_blocks));
    const Index begin = b * Table::block_rows;
    rows(dense_block(table, b, buffers[thread]), begin, std::min(table.n_rows, begin + Table::block_rows));
  });
}

}  // namespace scrb

#endif
