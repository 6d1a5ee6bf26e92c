#ifndef SCRB_DISJOINT_SETS_H
#define SCRB_DISJOINT_SETS_H

// Rows joined into sets, by union-find: the root of a set is its first row.

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "support/parallel.h"

namespace scrb {

class DisjointSets {
 public:
  explicit DisjointSets(Index n) : parent_(n), count_(n) { std::iota(parent_.begin(), parent_.end(), 0); }

  Index find(Index row) {
    while (parent_[row] != row) {
      parent_[row] = parent_[parent_[row]];
      row = parent_[row];
    }
    return row;
  }

  void unite(Index a, Index b) {
    a = find(a);
    b = find(b);
    if (a == b) return;
    if (b < a) std::swap(a, b);
    parent_[b] = static_cast<std::int32_t>(a);
    --count_;
  }

  Index count() const { return count_; }

 private:
  std::vector<std::int32_t> parent_;
  Index count_;
};

}  // namespace scrb

#endif
