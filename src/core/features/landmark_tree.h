#ifndef SCRB_LANDMARK_TREE_H
#define SCRB_LANDMARK_TREE_H

// Inside step 2: the tree of landmarks in which a row finds its nearest (nearest.h). It is split at medians, of the
// column that is spread most, into leaves of 64 landmarks, with a box around each leaf and one around each 64 leaves.
// No landmark is nearer to a row than the box it is in, so leaves whose boxes are too far need no look.
// In:  landmarks (m x d), then row after row. Out: a row's nearest landmarks, leaf by leaf.
// Cost: m d log(m) to make; then, of each row, about m d / 64 at most for boxes, and 64 d for a leaf it looks into.

#include <cstdint>
#include <limits>
#include <vector>

#include "features/kernels.h"
#include "features/points.h"

namespace scrb {

// The nearest landmarks of a row so far, in order of distance and then of number.
class ShortList {
 public:
  ShortList(float* distances, std::int32_t* landmarks, Index length)
      : distance_(distances), landmark_(landmarks), last_(length - 1) {
    std::fill_n(distance_, length, std::numeric_limits<float>::infinity());
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

// Boxes around points, 64 boxes at a time, column after column.
class Boxes {
 public:
  static constexpr Index group_size = Block::strip_rows;

  Boxes(Index count, Index n_cols);

  Index count() const { return count_; }
  Index n_groups() const { return (count_ + group_size - 1) / group_size; }
  Index end(Index group) const { return std::min(count_, (group + 1) * group_size); }
  void widen(Index box, const float* point);
  // How far a row lies outside of each of the 64 boxes of a group.
  void measure(bool squares, Index group, const float* row, float* bounds) const;

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
  // Keeps a reference to the landmarks.
  LandmarkTree(const Points& landmarks, Kernel::Shape shape);

  Index n_leaves() const { return boxes_.count(); }
  Index n_group_bounds() const { return group_boxes_.n_groups() * Boxes::group_size; }

  // Whether a leaf may have a landmark for the list.
  bool may_matter(float bound, const ShortList& list) const { return bound * safety_ <= list.worst(); }

  // The leaves that may matter once the nearest was looked into, in any order. `group_bounds`: room for
  // n_group_bounds() numbers.
  void find_candidates(const float* row, float* group_bounds, ShortList& list, std::vector<Candidate>& found) const;

  // Offers the landmarks of a leaf to the list.
  void look_into(Index leaf, const float* row, ShortList& list) const;

 private:
  void split(Index begin, Index end);
  Index widest(Index begin, Index end) const;

  const Points& landmarks_;
  const bool squares_;
  const Index d_;
  const float safety_;
  std::vector<std::int32_t> order_;  // landmarks, leaf after leaf
  Boxes boxes_, group_boxes_;        // of leaves, and of 64 leaves each
  std::vector<float> leaves_;        // each as a strip
};

}  // namespace scrb

#endif
