#ifndef SCRB_CLUSTERING_H
#define SCRB_CLUSTERING_H

// What every clustering of the package ends with, whatever its features; and why one may be impossible.

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "kmeans.h"
#include "singular_vectors.h"

namespace scrb {

using Seconds = std::vector<std::pair<std::string, double>>;

// How the vectors were found.
struct Solved {
  std::vector<double> eigenvalues;  // n_vectors and one more, if there is one
  std::vector<double> residuals;    // n_vectors
  EigenPairs solver;                // counts only; vectors and values are empty
  double smallest_degree = 0, largest_degree = 0;
  Seconds seconds;
};

struct Partition {
  std::vector<std::int32_t> cluster;  // n, 0-based, in order of first appearance, stray rows aside
  std::vector<double> embedding;      // n x n_columns, row after row; stray rows are zero
  Index n_columns = 0;
  std::vector<double> centers;  // k x d, in x's own units
  Kmeans kmeans;                // of the rows that are not stray; labels are in `cluster` alone
};

// Writes down how long each step took.
class StepTimer {
 public:
  explicit StepTimer(Seconds& seconds) : seconds_(seconds), start_(Clock::now()) {}
  void finish(const char* step) {
    const Clock::time_point now = Clock::now();
    if (seconds_.empty() || seconds_.back().first != step) seconds_.emplace_back(step, 0.0);
    seconds_.back().second += std::chrono::duration<double>(now - start_).count();
    start_ = now;
  }
  // Steps that have been timed since by another.
  void add(const Seconds& steps) {
    seconds_.insert(seconds_.end(), steps.begin(), steps.end());
    start_ = Clock::now();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Seconds& seconds_;
  Clock::time_point start_;
};

// Why a fit is impossible; the caller words the message.
struct CannotCluster {
  enum class Reason {
    few_distinct_rows,
    all_rows_alone,
    few_rows_left,
    few_landmarks,
    low_rank,
    few_distinct_embedded
  } reason;
  Index found;           // what there is of what was asked for
  double bins_per_grid;  // mean number of occupied bins; 0 without grids
};

// How many of the first m values are not those of the null space, whose vectors are noise.
inline Index count_positive(const Eigen::VectorXd& values, Index m) {
  return (values.head(std::min<Index>(m, values.size())).array() > 1e-10).count();
}

}  // namespace scrb

#endif
