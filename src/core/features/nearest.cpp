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

constexpr Index leaf_part = leaf_size / 4;

// Distances of a quarter of a leaf from a row, sums over columns as strip_distances() has them. False, and no distances,
// where all are beyond `worst` before the last column: sums only grow.
template <int lanes, bool squares>
SCRB_INLINE bool add_part(const float* leaf, Index n_cols, const float* row, float worst, float* distances) {
  using Floats = typename Vector<float, lanes>::Type;
  constexpr int vectors = leaf_part / lanes;
  constexpr Index at_a_time = 4;
  Floats sum[vectors] = {};
  for (Index first = 0; first < n_cols; first += at_a_time) {
    for (Index l = first; l < std::min(n_cols, first + at_a_time); ++l)
      for (int v = 0; v < vectors; ++v) {
        Floats x;
        std::memcpy(&x, leaf + l * leaf_size + v * lanes, sizeof x);
        const Floats difference = x - row[l];
        sum[v] += squares ? difference * difference : (difference < 0 ? -difference : difference);
      }
    auto near = sum[0] <= worst;
    for (int v = 1; v < vectors; ++v) near |= sum[v] <= worst;
    std::uint64_t words[sizeof near / sizeof(std::uint64_t)], any = 0;
    std::memcpy(words, &near, sizeof near);
    for (std::uint64_t word : words) any |= word;
    if (any == 0) return false;
  }
  std::memcpy(distances, sum, sizeof sum);
  return true;
}

bool plain_part(bool squares, const float* leaf, Index d, const float* row, float worst, float* distances) {
  return squares ? add_part<4, true>(leaf, d, row, worst, distances)
                 : add_part<4, false>(leaf, d, row, worst, distances);
}

SCRB_WIDE bool wide_part(bool squares, const float* leaf, Index d, const float* row, float worst, float* distances) {
  return squares ? add_part<8, true>(leaf, d, row, worst, distances)
                 : add_part<8, false>(leaf, d, row, worst, distances);
}

// Boxes around points, 64 boxes at a time, column after column.
class Boxes {
 public:
  Boxes(Index count, Index n_cols)
      : count_(count), d_(n_cols), low_(n_groups() * leaf_size * n_cols, infinity), high_(low_.size(), -infinity) {}

  Index count() const { return count_; }
  Index n_groups() const { return (count_ + leaf_size - 1) / leaf_size; }
  Index end(Index group) const { return std::min(count_, (group + 1) * leaf_size); }
  void widen(Index box, const float* point) {
    for (Index l = 0; l < d_; ++l) {
      const Index place = (box / leaf_size * d_ + l) * leaf_size + box % leaf_size;
      low_[place] = std::min(low_[place], point[l]);
      high_[place] = std::max(high_[place], point[l]);
    }
  }
  // How far a row lies outside of each of the 64 boxes of a group.
  void measure(bool squares, Index group, const float* row, float* bounds) const {
    const Index first = group * leaf_size * d_;
    (has_wide_vectors() ? wide_excess : plain_excess)(squares, low_.data() + first, high_.data() + first, d_, row,
                                                      bounds);
  }

 private:
  Index count_, d_;
  std::vector<float> low_, high_;
};

// A leaf that a row has not looked into.
struct Candidate {
  float bound;
  std::int32_t leaf;
};

class LandmarkTree {
 public:
  LandmarkTree(const Points& landmarks, Kernel::Shape shape)
      : landmarks_(landmarks), squares_(shape == Kernel::Shape::gaussian), d_(landmarks.n_cols),
        // a bound may be too large by the rounding of its sum
        safety_(1 - 2e-7f * static_cast<float>(d_ + 4)), order_(landmarks.count),
        boxes_((landmarks.count + leaf_size - 1) / leaf_size, d_), group_boxes_(boxes_.n_groups(), d_) {
    std::iota(order_.begin(), order_.end(), 0);
    split(0, landmarks.count);
    leaves_.assign(n_leaves() * leaf_size * d_, infinity);  // places that are left over are near to nothing
    for (Index place = 0; place < landmarks.count; ++place) {
      const float* point = landmarks.point(order_[place]);
      const Index leaf = place / leaf_size;
      for (Index l = 0; l < d_; ++l) leaves_[(leaf * d_ + l) * leaf_size + place % leaf_size] = point[l];
      boxes_.widen(leaf, point);
      group_boxes_.widen(leaf / leaf_size, point);
    }
  }

  Index n_leaves() const { return boxes_.count(); }
  Index n_group_bounds() const { return group_boxes_.n_groups() * leaf_size; }

  // Whether a leaf may have a landmark for the list.
  bool may_matter(float bound, const ShortList& list) const { return bound * safety_ <= list.worst(); }

  // The leaves that may matter once the nearest was looked into, in any order. `group_bounds`: room for
  // n_group_bounds() numbers.
  void find_candidates(const float* row, float* group_bounds, ShortList& list, std::vector<Candidate>& found) const {
    for (Index g = 0; g < group_boxes_.n_groups(); ++g)
      group_boxes_.measure(squares_, g, row, group_bounds + g * leaf_size);
    const Index nearest = std::min_element(group_bounds, group_bounds + boxes_.n_groups()) - group_bounds;
    float bounds[leaf_size];
    found.clear();
    auto add_group = [&](Index group, Index but) {
      for (Index leaf = group * leaf_size; leaf < boxes_.end(group); ++leaf) {
        const float bound = bounds[leaf % leaf_size];
        if (leaf != but && may_matter(bound, list)) found.push_back({bound, static_cast<std::int32_t>(leaf)});
      }
    };
    boxes_.measure(squares_, nearest, row, bounds);
    const Index in_group = boxes_.end(nearest) - nearest * leaf_size;
    const Index first = nearest * leaf_size + (std::min_element(bounds, bounds + in_group) - bounds);
    look_into(first, row, list);
    add_group(nearest, first);
    for (Index group = 0; group < boxes_.n_groups(); ++group) {
      if (group == nearest || !may_matter(group_bounds[group], list)) continue;
      boxes_.measure(squares_, group, row, bounds);
      add_group(group, -1);
    }
  }

  void look_into(Index leaf, const float* row, ShortList& list) const {
    float distances[leaf_part];
    const auto measure = has_wide_vectors() ? wide_part : plain_part;
    const Index end = std::min((leaf + 1) * leaf_size, landmarks_.count);
    for (Index begin = leaf * leaf_size; begin < end; begin += leaf_part) {
      const float* columns = leaves_.data() + leaf * leaf_size * d_ + begin % leaf_size;
      if (!measure(squares_, columns, d_, row, list.worst(), distances)) continue;
      for (Index place = begin; place < std::min(end, begin + leaf_part); ++place)
        if (distances[place - begin] <= list.worst()) list.offer(distances[place - begin], order_[place]);
    }
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

  const Points& landmarks_;
  const bool squares_;
  const Index d_;
  const float safety_;
  std::vector<std::int32_t> order_;  // landmarks, leaf after leaf
  Boxes boxes_, group_boxes_;        // of leaves, and of 64 leaves each
  std::vector<float> leaves_;        // each as a strip
};

// The rows of a strip. Each looks into the leaves that are nearest to it; leaves that still matter to many rows then
// come one after the other, for all of these rows while they are in cache.
class StripSearch {
 public:
  explicit StripSearch(const LandmarkTree& tree, Index n_cols)
      : tree_(tree), d_(n_cols), rows_(Block::strip_rows * n_cols), group_bounds_(tree.n_group_bounds()) {}

  // `strip`: column after column; the lists of its `count` rows.
  void run(const float* strip, std::vector<ShortList>& lists) {
    const Index count = static_cast<Index>(lists.size());
    left_.clear();
    for (Index r = 0; r < count; ++r) {
      float* row = rows_.data() + r * d_;
      for (Index l = 0; l < d_; ++l) row[l] = strip[l * Block::strip_rows + r];
      tree_.find_candidates(row, group_bounds_.data(), lists[r], candidates_);
      look_into_nearest(r, row, lists[r]);
    }
    if (!left_.empty()) look_by_leaf(lists);
  }

 private:
  static constexpr std::ptrdiff_t most_looks = 16;

  struct Left {
    Candidate candidate;
    std::int32_t row;
  };

  // In order of their bounds; what is left over after some is put aside.
  void look_into_nearest(Index r, const float* row, ShortList& list) {
    const auto looks = std::min<std::ptrdiff_t>(most_looks, static_cast<std::ptrdiff_t>(candidates_.size()));
    std::partial_sort(candidates_.begin(), candidates_.begin() + looks, candidates_.end(),
                      [](const Candidate& a, const Candidate& b) { return a.bound < b.bound; });
    for (std::ptrdiff_t c = 0; c < looks; ++c) {
      if (!tree_.may_matter(candidates_[c].bound, list)) return;
      tree_.look_into(candidates_[c].leaf, row, list);
    }
    for (auto c = candidates_.begin() + looks; c != candidates_.end(); ++c)
      if (tree_.may_matter(c->bound, list)) left_.push_back({*c, static_cast<std::int32_t>(r)});
  }

  void look_by_leaf(std::vector<ShortList>& lists) {
    start_.assign(tree_.n_leaves() + 1, 0);
    for (const Left& left : left_) ++start_[left.candidate.leaf + 1];
    for (std::size_t leaf = 1; leaf < start_.size(); ++leaf) start_[leaf] += start_[leaf - 1];
    by_leaf_.resize(left_.size());
    for (const Left& left : left_) by_leaf_[start_[left.candidate.leaf]++] = left;
    for (const Left& left : by_leaf_)
      if (tree_.may_matter(left.candidate.bound, lists[left.row]))
        tree_.look_into(left.candidate.leaf, rows_.data() + left.row * d_, lists[left.row]);
  }

  const LandmarkTree& tree_;
  const Index d_;
  std::vector<float> rows_, group_bounds_;
  std::vector<Candidate> candidates_;
  std::vector<Left> left_, by_leaf_;
  std::vector<Index> start_;
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
  std::vector<StripSearch> searches(context.threads, StripSearch(tree, d));
  for_strips(block, context, [&](const float* strip, Index begin, Index end, int thread) {
    std::vector<ShortList> lists;
    for (Index first = (block.begin + begin) * length; first < (block.begin + end) * length; first += length)
      lists.emplace_back(nearest.distance.data() + first, nearest.landmark.data() + first, length);
    searches[thread].run(projection.apply(strip, buffers[thread]), lists);
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
