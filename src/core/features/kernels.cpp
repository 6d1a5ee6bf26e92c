#include "features/kernels.h"

#include <cstring>

#include "support/wide_vectors.h"

namespace scrb {

namespace {

// Sums over columns of |x - y| or (x - y)^2, `abreast` rows at a time.
template <int lanes, bool squares>
SCRB_INLINE void add_differences(const float* strip, Index n_cols, const float* point, float* distances) {
  using Floats = typename Vector<float, lanes>::Type;
  constexpr int vectors = 4, abreast = vectors * lanes;
  static_assert(Block::strip_rows % abreast == 0, "a strip is made of whole vectors");
  for (Index r = 0; r < Block::strip_rows; r += abreast) {
    Floats sum[vectors] = {};
    for (Index l = 0; l < n_cols; ++l) {
      const float* entry = strip + l * Block::strip_rows + r;
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
SCRB_INLINE void all_distances(Kernel::Shape shape, const float* strip, const float* points, Index count, Index n_cols,
                               float* distances) {
  for (Index p = 0; p < count; ++p, points += n_cols, distances += Block::strip_rows) {
    if (shape == Kernel::Shape::laplacian) add_differences<lanes, false>(strip, n_cols, points, distances);
    else add_differences<lanes, true>(strip, n_cols, points, distances);
  }
}

void plain_distances(Kernel::Shape shape, const float* strip, const float* points, Index count, Index n_cols,
                     float* distances) {
  all_distances<4>(shape, strip, points, count, n_cols, distances);
}

SCRB_WIDE void wide_distances(Kernel::Shape shape, const float* strip, const float* points, Index count, Index n_cols,
                              float* distances) {
  all_distances<8>(shape, strip, points, count, n_cols, distances);
}

}  // namespace

Points to_points(const Block& block) {
  const Index d = block.n_cols;
  Points points;
  points.count = block.n_rows;
  points.n_cols = d;
  points.values.resize(block.n_rows * d);
  std::vector<float> buffer;
  for (Index s = 0; s < block.n_strips(); ++s) {
    const float* strip = block.dense_strip(s, buffer);
    const Index begin = s * Block::strip_rows, end = std::min(block.n_rows, begin + Block::strip_rows);
    for (Index i = begin; i < end; ++i)
      for (Index l = 0; l < d; ++l) points.values[i * d + l] = strip[l * Block::strip_rows + i - begin];
  }
  return points;
}

Points take_points(const Points& points, const std::vector<Index>& which) {
  Points taken;
  taken.count = static_cast<Index>(which.size());
  taken.n_cols = points.n_cols;
  taken.values.reserve(taken.count * taken.n_cols);
  for (Index p : which) taken.values.insert(taken.values.end(), points.point(p), points.point(p) + points.n_cols);
  return taken;
}

void strip_distances(Kernel::Shape shape, const float* strip, const float* points, Index count, Index n_cols,
                     float* distances) {
  (has_wide_vectors() ? wide_distances : plain_distances)(shape, strip, points, count, n_cols, distances);
}

}  // namespace scrb
