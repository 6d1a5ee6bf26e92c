#include "features/kernels.h"

#include <cstring>

#include "data/block.h"
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

void strip_distances(Kernel::Shape shape, const float* strip, const float* points, Index count, Index n_cols,
                     float* distances) {
  (has_wide_vectors() ? wide_distances : plain_distances)(shape, strip, points, count, n_cols, distances);
}

}  // namespace scrb
