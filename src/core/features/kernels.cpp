#include "kernels.h"

#include <cstring>

#include "wide_vectors.h"

namespace scrb {

namespace {

// Sums over columns of |x - y| or (x - y)^2, `abreast` rows at a time.
template <int lanes, bool squares>
SCRB_INLINE void add_differences(const float* block, Index n_cols, const float* point, float* distances) {
  using Floats = typename Vector<float, lanes>::Type;
  constexpr int vectors = 4, abreast = vectors * lanes;
  static_assert(Table::block_rows % abreast == 0, "a block is made of whole vectors");
  for (Index r = 0; r < Table::block_rows; r += abreast) {
    Floats sum[vectors] = {};
    for (Index l = 0; l < n_cols; ++l) {
      const float* entry = block + l * Table::block_rows + r;
      for (int v = 0; v < vectors; ++v) {
        Floats x;
        std::memcpy(&x, entry + v * lanes, sizeof x);
        const Floats difference = x - point[l];
        sum[v] += squares ? difference * difference : (difference < 0 ? -difference : difference);
      }
    }
    std::memcpy(distances + r, sum, sizeof sum);
  }
}

template <int lanes>
SCRB_INLINE void all_distances(Kernel::Shape shape, const float* block, const float* points, Index count, Index n_cols,
                               float* distances) {
  for (Index p = 0; p < count; ++p, points += n_cols, distances += Table::block_rows) {
    if (shape == Kernel::Shape::laplacian) add_differences<lanes, false>(block, n_cols, points, distances);
    else add_differences<lanes, true>(block, n_cols, points, distances);
  }
}

void plain_distances(Kernel::Shape shape, const float* block, const float* points, Index count, Index n_cols,
                     float* distances) {
  all_distances<4>(shape, block, points, count, n_cols, distances);
}

SCRB_WIDE void wide_distances(Kernel::Shape shape, const float* block, const float* points, Index count, Index n_cols,
                              float* distances) {
  all_distances<8>(shape, block, points, count, n_cols, distances);
}

}  // namespace

Points to_points(const Table& table) {
  Points points;
  points.count = table.n_rows;
  points.n_cols = table.n_cols;
  points.values.resize(table.n_rows * table.n_cols);
  std::vector<float> buffer;
  const Index d = table.n_cols;
  for (Index b = 0; b < table.n_blocks(); ++b) {
    const float* block = dense_block(table, b, buffer);
    const Index begin = b * Table::block_rows, end = std::min(table.n_rows, begin + Table::block_rows);
    for (Index i = begin; i < end; ++i)
      for (Index l = 0; l < d; ++l) points.values[i * d + l] = block[l * Table::block_rows + i - begin];
  }
  return points;
}

void block_distances(Kernel::Shape shape, const float* block, const float* points, Index count, Index n_cols,
                     float* distances) {
  (has_wide_vectors() ? wide_distances : plain_distances)(shape, block, points, count, n_cols, distances);
}

}  // namespace scrb
