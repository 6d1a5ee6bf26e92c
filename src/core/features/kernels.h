#ifndef SCRB_KERNELS_H
#define SCRB_KERNELS_H

// The kernels themselves, where no random binning stands for them: similarities of rows and landmarks,
//   exp(-|x - y|_1 / sigma)  (laplacian)  or  exp(-|x - y|^2 / (2 sigma^2))  (gaussian).
// Distances are sums of differences, not matrix products: these would lose the small ones to rounding.
// In: strips of scaled rows (block.h), landmarks. Cost: .1 ns per row, landmark and column.

#include <algorithm>
#include <cfloat>

#include "support/parallel.h"

namespace scrb {

struct Kernel {
  enum class Shape { laplacian, gaussian } shape = Shape::laplacian;
  double sigma = 1;

  // similarity = exp(-rate() distance), of distances as strip_distances() has them
  float rate() const {
    const double exact = shape == Shape::laplacian ? 1 / sigma : 1 / (2 * sigma * sigma);
    return static_cast<float>(std::min<double>(exact, FLT_MAX));
  }
};

// Distances of the rows of a strip from points that stand one after the other: L1, or squared Euclidean.
// Out: entry r of point p at [p * Block::strip_rows + r].
void strip_distances(Kernel::Shape shape, const float* strip, const float* points, Index count, Index n_cols,
                     float* distances);

}  // namespace scrb

#endif
