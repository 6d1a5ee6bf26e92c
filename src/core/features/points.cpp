#include "features/points.h"

#include <algorithm>
#include <numeric>

namespace scrb {

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

Block to_block(const Points& points) {
  Block block;
  block.n_rows = points.count;
  block.n_cols = points.n_cols;
  block.dense.assign(block.n_strips() * Block::strip_rows * points.n_cols, 0.0f);
  for (Index i = 0; i < points.count; ++i)
    for (Index l = 0; l < points.n_cols; ++l)
      block.dense[(i / Block::strip_rows * points.n_cols + l) * Block::strip_rows + i % Block::strip_rows] =
          points.point(i)[l];
  return block;
}

std::vector<Index> distinct_points(const Points& points) {
  const Index d = points.n_cols;
  std::vector<Index> order(points.count);
  std::iota(order.begin(), order.end(), 0);
  auto compare = [&](Index a, Index b) {
    const float *left = points.point(a), *right = points.point(b);
    for (Index l = 0; l < d; ++l)
      if (left[l] != right[l]) return left[l] < right[l] ? -1 : 1;
    return 0;
  };
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return compare(a, b) < 0; });
  order.erase(std::unique(order.begin(), order.end(), [&](Index a, Index b) { return compare(a, b) == 0; }),
              order.end());
  std::sort(order.begin(), order.end());
  return order;
}

}  // namespace scrb
