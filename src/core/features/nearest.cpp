#include "features/nearest.h"

#include <cstring>
#include <limits>
#include <numeric>

#include "support/wide_vectors.h"

namespace scrb {

namespace {

constexpr Index leaf_size = Block::strip_rows;
constexpr float infinity = std::numeric_limits<float>::infinity();

// The nearest landmarks of a row so far, in order of distance and then of number.
class ShortList {
 public:
  ShortList(float* distances, std::int32_t* landmarks, Index length)
      : distance_(distances), landmark_(landmarks), last_(length - 1) {
    std::fill_n(distance_, length, infinity);
    std::fill_n(landmark_, length, std::numeric_limits<std::int32_t>::max());
  }
  float worst() const { return distance_[last_]; }
  void offer(float distance, std::int32_t landmark) {
    if (!before(distance, landmark, last_)) return;
    Index place = last_;
    for (; place > 0 && before(distance, landmark, place - 1); --place) {
      distance_[place] = distance_[place - 1];
      landmark_[place] = landmark_[place - 1];
    }
    distance_[place] = distance;
    landmark_[place] = landmark;
  }

 private:
  bool before(float distance, std::int32_t landmark, Index place) const {
    return distance < distance_[place] || (distance == distance_[place] && landmark < landmark_[place]);
  }

  float* distance_;
  std::int32_t* landmark_;
  Index last_;
};

// How far outside of each of 64 boxes a point lies; `low` and `high` column after column.
template <int lanes, bool squares>
SCRB_INLINE void add_excess(const float* low, const float* high, Index n_cols, const float* point, float* bounds) {
  using Floats = typename Vector<float, lanes>::Type;
  for (Index r = 0; r < leaf_size; r += lanes) {
    Floats sum = {};
    for (Index l = 0; l < n_cols; ++l) {
      Floats below, above;
      std::memcpy(&below, low + l * leaf_size + r, sizeof below);
      std::memcpy(&above, high + l * leaf_size + r, sizeof above);
      below = below - point[l];
      above = point[l] - above;
      const Floats out = (below > 0 ? below : Floats{}) + (above > 0 ? above : Floats{});
      sum += squares ? out * out : out;
    }
    std::memcpy(bounds + r, &sum, sizeof sum);
  }
}

void plain_excess(bool squares, const float* low, const float* high, Index d, const float* point, float* bounds) {
  squares ? add_excess<4, true>(low, high, d, point, bounds) : add_excess<4, false>(low, high, d, point, bounds);
}

SCRB_WIDE void wide_excess(bool squares, const float* low, const float* high, Index d, const float* point,
                           float* bounds) {
  squares ? add_excess<8, true>(low, high, d, point, bounds) : add_excess<8, false>(low, high, d, point, bounds);
}

class LandmarkTree {
 public:
  LandmarkTree(const Points& landmarks, Kernel::Shape shape)
      : landmarks_(landmarks), shape_(shape), d_(landmarks.n_cols), order_(landmarks.count) {
    std::iota(order_.begin(), order_.end(), 0);
    split(0, landmarks.count);
    const Index n_leaves = (landmarks.count + leaf_size - 1) / leaf_size;
    const Index n_groups = (n_leaves + leaf_size - 1) / leaf_size;
    leaves_.assign(n_leaves * leaf_size * d_, infinity);  // places that are left over are near to nothing
    low_.assign(n_groups * leaf_size * d_, infinity);
    high_.assign(n_groups * leaf_size * d_, -infinity);
    for (Index place = 0; place < landmarks.count; ++place) {
      const float* point = landmarks.point(order_[place]);
      const Index leaf = place / leaf_size, group = leaf / leaf_size;
      for (Index l = 0; l < d_; ++l) {
        leaves_[(leaf * d_ + l) * leaf_size + place % leaf_size] = point[l];
        const Index box = (group * d_ + l) * leaf_size + leaf % leaf_size;
        low_[box] = std::min(low_[box], point[l]);
        high_[box] = std::max(high_[box], point[l]);
      }
    }
  }

  Index n_bounds() const { return static_cast<Index>(low_.size()) / d_; }

  // `bounds`: room for n_bounds() numbers
  void search(const float* row, float* bounds, ShortList& list) const {
    const auto excess = has_wide_vectors() ? wide_excess : plain_excess;
    for (Index group = 0; group < n_bounds() / leaf_size; ++group)
      excess(shape_ == Kernel::Shape::gaussian, low_.data() + group * leaf_size * d_,
             high_.data() + group * leaf_size * d_, d_, row, bounds + group * leaf_size);
    const Index n_leaves = static_cast<Index>(leaves_.size()) / (leaf_size * d_);
    const Index best = std::min_element(bounds, bounds + n_leaves) - bounds;
    look_into(best, row, list);
    // a bound may be too large by the rounding of its sum
    const float safety = 1 - 2e-7f * static_cast<float>(d_ + 4);
    for (Index leaf = 0; leaf < n_leaves; ++leaf)
      if (leaf != best && bounds[leaf] * safety <= list.worst()) look_into(leaf, row, list);
  }

 private:
  // At the median of the column that is spread most, into whole leaves.
  void split(Index begin, Index end) {
    if (end - begin <= leaf_size) return;
    const Index column = widest(begin, end), n_leaves = (end - begin + leaf_size - 1) / leaf_size;
    const Index middle = begin + n_leaves / 2 * leaf_size;
    std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                     [&](std::int32_t a, std::int32_t b) {
                       const float left = landmarks_.point(a)[column], right = landmarks_.point(b)[column];
                       return left != right ? left < right : a < b;
                     });
    split(begin, middle);
    split(middle, end);
  }

  Index widest(Index begin, Index end) const {
    std::vector<float> low(d_, infinity), high(d_, -infinity);
    for (Index place = begin; place < end; ++place)
      for (Index l = 0; l < d_; ++l) {
        const float value = landmarks_.point(order_[place])[l];
        low[l] = std::min(low[l], value);
        high[l] = std::max(high[l], value);
      }
    Index column = 0;
    for (Index l = 1; l < d_; ++l)
      if (high[l] - low[l] > high[column] - low[column]) column = l;
    return column;
  }

  void look_into(Index leaf, const float* row, ShortList& list) const {
    float distances[leaf_size];
    strip_distances(shape_, leaves_.data() + leaf * leaf_size * d_, row, 1, d_, distances);
    const std::int32_t* landmark = order_.data() + leaf * leaf_size;
    const Index count = std::min(leaf_size, landmarks_.count - leaf * leaf_size);
    for (Index r = 0; r < count; ++r)
      if (distances[r] <= list.worst()) list.offer(distances[r], landmark[r]);
  }

  const Points& landmarks_;
  const Kernel::Shape shape_;
  const Index d_;
  std::vector<std::int32_t> order_;  // landmarks, leaf after leaf
  std::vector<float> leaves_;        // each as a strip
  std::vector<float> low_, high_;    // boxes of leaves, 64 at a time, column after column
};

NearestLandmarks no_neighbours(Index n_rows, Index n_landmarks, Index n_nearest) {
  NearestLandmarks nearest;
  nearest.n_rows = n_rows;
  nearest.n_landmarks = n_landmarks;
  nearest.n_nearest = n_nearest;
  nearest.landmark.resize(n_rows * n_nearest);
  nearest.distance.resize(n_rows * n_nearest);
  return nearest;
}

// Fills in the rows of a block.
void search_block(const LandmarkTree& tree, const Block& block, const Projection& projection, const Context& context,
                  NearestLandmarks& nearest) {
  const Index d = projection.n_out(block.n_cols), length = nearest.n_nearest;
  std::vector<std::vector<float>> buffers(context.threads);
  for_strips(block, context, [&](const float* strip, Index begin, Index end, int thread) {
    const float* columns = projection.apply(strip, buffers[thread]);
    std::vector<float> row(d), bounds(tree.n_bounds());
    for (Index i = begin; i < end; ++i) {
      for (Index l = 0; l < d; ++l) row[l] = columns[l * Block::strip_rows + i - begin];
      const Index first = (block.begin + i) * length;
      ShortList list(nearest.distance.data() + first, nearest.landmark.data() + first, length);
      tree.search(row.data(), bounds.data(), list);
    }
  });
}

}  // namespace

NearestLandmarks find_nearest(const ScaledRows& rows, const Projection& projection, const Points& landmarks,
                              Index n_nearest, Kernel::Shape shape, const Context& context) {
  NearestLandmarks nearest = no_neighbours(rows.n_rows(), landmarks.count, n_nearest);
  const LandmarkTree tree(landmarks, shape);
  rows.for_blocks(context, [&](const Block& block) {
    context.report("landmarks", static_cast<double>(block.begin), static_cast<double>(rows.n_rows()));
    search_block(tree, block, projection, context, nearest);
    return true;
  });
  return nearest;
}

NearestLandmarks find_nearest(const Block& block, const Points& landmarks, Index n_nearest, Kernel::Shape shape,
                              const Context& context) {
  NearestLandmarks nearest = no_neighbours(block.n_rows, landmarks.count, n_nearest);
  search_block(LandmarkTree(landmarks, shape), block, Projection(), context, nearest);
  return nearest;
}

NearestLandmarks nearest_of(const NearestLandmarks& nearest, Index count) {
  NearestLandmarks some = no_neighbours(nearest.n_rows, nearest.n_landmarks, count);
  for (Index i = 0; i < nearest.n_rows; ++i) {
    std::copy_n(nearest.landmark.begin() + i * nearest.n_nearest, count, some.landmark.begin() + i * count);
    std::copy_n(nearest.distance.begin() + i * nearest.n_nearest, count, some.distance.begin() + i * count);
  }
  return some;
}

}  // namespace scrb
