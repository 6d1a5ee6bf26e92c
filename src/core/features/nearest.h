#ifndef SCRB_NEAREST_H
#define SCRB_NEAREST_H

// The nearest landmarks of every row, exactly: landmarks are split at medians into leaves of 64, and a row looks into
// leaves in the order in which their boxes are near, until no other box is nearer than the farthest landmark it has.
// Distances are sums over columns that end where they are too large already, so columns that vary most should be first,
// as principal components are. Where columns depend on one another most leaves are left out; where they do not, all are
// searched, at the cost of a plain search.
// In:  scaled rows (n x d), projected if asked for, and landmarks with their columns. Out: n x n_nearest landmarks and
// distances. Cost: at most n landmarks d, .1 ns each on one thread.

#include <cstdint>
#include <vector>

#include "features/kernels.h"
#include "features/points.h"
#include "features/projection.h"

namespace scrb {

// Row after row, the nearest first, of equally near landmarks the first.
struct NearestLandmarks {
  Index n_rows = 0, n_landmarks = 0, n_nearest = 0;
  std::vector<std::int32_t> landmark;
  std::vector<float> distance;  // L1, or squared Euclidean
};

// 1 <= n_nearest <= landmarks.count
NearestLandmarks find_nearest(const ScaledRows& rows, const Projection& projection, const Points& landmarks,
                              Index n_nearest, Kernel::Shape shape, const Context& context);
NearestLandmarks find_nearest(const Block& block, const Points& landmarks, Index n_nearest, Kernel::Shape shape,
                              const Context& context);

// The first `count` of each row's.
NearestLandmarks nearest_of(const NearestLandmarks& nearest, Index count);

}  // namespace scrb

#endif
