#ifndef SCRB_POINTS_H
#define SCRB_POINTS_H

// A few scaled rows, one after the other: landmarks, samples.

#include <vector>

#include "data/block.h"

namespace scrb {

struct Points {
  Index count = 0;
  Index n_cols = 0;
  std::vector<float> values;  // count x n_cols, point after point

  const float* point(Index p) const { return values.data() + p * n_cols; }
};

Points to_points(const Block& block);
Block to_block(const Points& points);

Points take_points(const Points& points, const std::vector<Index>& which);

// The places of points that differ from all before them, increasing: of equal ones the first.
std::vector<Index> distinct_points(const Points& points);

// The listed ones of some values.
inline std::vector<Index> take(const std::vector<Index>& values, const std::vector<Index>& which) {
  std::vector<Index> taken;
  taken.reserve(which.size());
  for (Index i : which) taken.push_back(values[i]);
  return taken;
}

}  // namespace scrb

#endif
