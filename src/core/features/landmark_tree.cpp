#include "features/landmark_tree.h"

#include <cstring>
#include <numeric>

#include "support/wide_vectors.h"

namespace scrb {

namespace {

constexpr Index leaf_size = Boxes::group_size;
constexpr float infinity = std::numeric_limits<float>::infinity();

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

// Distances of a quarter of a leaf from a row, sums over columns as strip_distances() has them. False, and no
// distances, where all are beyond `worst` before the last column: sums only grow.
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

}  // namespace

Boxes::Boxes(Index count, Index n_cols)
    : count_(count), d_(n_cols), low_(n_groups() * leaf_size * n_cols, infinity), high_(low_.size(), -infinity) {}

void Boxes::widen(Index box, const float* point) {
  for (Index l = 0; l < d_; ++l) {
    const Index place = (box / leaf_size * d_ + l) * leaf_size + box % leaf_size;
    low_[place] = std::min(low_[place], point[l]);
    high_[place] = std::max(high_[place], point[l]);
  }
}

void Boxes::measure(bool squares, Index group, const float* row, float* bounds) const {
  const Index first = group * leaf_size * d_;
  (has_wide_vectors() ? wide_excess : plain_excess)(squares, low_.data() + first, high_.data() + first, d_, row,
                                                    bounds);
}

LandmarkTree::LandmarkTree(const Points& landmarks, Kernel::Shape shape)
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

void LandmarkTree::find_candidates(const float* row, float* group_bounds, ShortList& list,
                                   std::vector<Candidate>& found) const {
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

void LandmarkTree::look_into(Index leaf, const float* row, ShortList& list) const {
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

// At the median of the column that is spread most, into whole leaves.
void LandmarkTree::split(Index begin, Index end) {
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

Index LandmarkTree::widest(Index begin, Index end) const {
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

}  // namespace scrb
