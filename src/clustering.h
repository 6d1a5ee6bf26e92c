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

struct Clustering {
  std::vector<std::int32_t> cluster;  // n, 0-based, in order of first appearance, stray rows aside
  std::vector<double> embedding;      // n x n_vectors, row after row; stray rows are zero
  std::vector<double> centers;        // k x d, in x's own units
  Kmeans kmeans;                      // of the rows that are not stray; labels are in `cluster` alone
  std::vector<double> eigenvalues;    // n_vectors and one more, if there is one
  std::vector<double> residuals;      // n_vectors
  EigenPairs solver;                  // counts only; vectors and values are empty
  double smallest_degree = 0, largest_degree = 0;
  std::vector<std::pair<std::string, double>> seconds;
};

// Writes down how long each step took.
class StepTimer {
 public:
  explicit StepTimer(Clustering& result) : result_(result), start_(Clock::now()) {}
  void finish(const char* step) {
    const Clock::time_point now = Clock::now();
    if (result_.seconds.empty() || result_.seconds.back().first != step) result_.seconds.emplace_back(step, 0.0);
    result_.seconds.back().second += std::chrono::duration<double>(now - start_).count();
    start_ = now;
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clustering& result_;
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
inline Index count_positive(const Eigen::VectorXd& values, Index m) { return (values.head(m).array() > 1e-10).count(); }

}  // namespace scrb

#endif
