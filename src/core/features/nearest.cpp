#include "features/nearest.h"

#include "features/landmark_tree.h"

namespace scrb {

namespace {

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
