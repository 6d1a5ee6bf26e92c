#include "cluster/lloyd.h"

#include <Eigen/Core>
#include <cmath>
#include <numeric>

#include "cluster/kmeans.h"
#include "cluster/nearest_center.h"

namespace scrb {

constexpr double golden_ratio = 0.6180339887498949;

double squared_distance(const double* a, const double* b, Index n_cols) {
  using Row = Eigen::Map<const Eigen::VectorXd>;
  return (Row(a, n_cols) - Row(b, n_cols)).squaredNorm();
}

namespace {

// A row drawn with probability proportional to `weight`, whose sums by chunk are known.
Index draw_row(double uniform, const std::vector<double>& weight, const RowChunks& chunks,
               const std::vector<double>& chunk_sum, double total) {
  double left = uniform * total;
  Index chunk = 0;
  while (chunk + 1 < chunks.count() && left >= chunk_sum[chunk]) left -= chunk_sum[chunk++];
  Index chosen = -1;
  for (Index i = chunks.begin(chunk); i < chunks.n_rows; ++i) {  // past the chunk only when rounding ate the rest
    if (weight[i] <= 0) continue;
    chosen = i;
    left -= weight[i];
    if (left < 0) break;
  }
  for (Index i = chunks.begin(chunk); chosen < 0; --i)
    if (weight[i] > 0) chosen = i;
  return chosen;
}

}  // namespace

// k-means++: candidates for the next centre are rows drawn with probability proportional to the squared distance from
// the centres so far, and the one that lowers the sum of squares most is taken. One uniform gives all of them, spread
// by steps of the golden ratio.
void Lloyd::choose_centers(const double* uniforms, Index n_candidates, const Context& context) {
  const RowChunks chunks(n_, cost());
  std::vector<double>& nearest = upper_;
  std::fill(nearest.begin(), nearest.end(), std::numeric_limits<double>::infinity());
  std::vector<double> distance(n_ * n_candidates);  // of each row from each candidate
  std::vector<double> chunk_sum(chunks.count());
  std::vector<Index> candidates(1, std::min(n_ - 1, static_cast<Index>(uniforms[0] * n_)));
  for (Index c = 0;; ++c) {
    const Index count = static_cast<Index>(candidates.size());
    const std::vector<double> sums = sum_rows(chunks, count, context, [&](Index begin, Index end, double* sum) {
      for (Index i = begin; i < end; ++i)
        for (Index j = 0; j < count; ++j) {
          distance[i * count + j] = squared_distance(row(i), row(candidates[j]), m_);
          sum[j] += std::min(nearest[i], distance[i * count + j]);
        }
    });
    const Index best = std::min_element(sums.begin(), sums.end()) - sums.begin();
    std::copy(row(candidates[best]), row(candidates[best]) + m_, centers.begin() + c * m_);
    if (c + 1 == k_) return;
    for_chunks(chunks, context, [&](Index chunk) {
      double sum = 0;
      for (Index i = chunks.begin(chunk); i < chunks.end(chunk); ++i) {
        nearest[i] = std::min(nearest[i], distance[i * count + best]);
        sum += nearest[i];
      }
      chunk_sum[chunk] = sum;
    });
    const double total = std::accumulate(chunk_sum.begin(), chunk_sum.end(), 0.0);
    if (!(total > 0)) throw TooFewDistinctRows{c + 1};
    candidates.clear();
    for (Index j = 0; j < n_candidates; ++j) {
      const double turn = uniforms[c + 1] + static_cast<double>(j) * golden_ratio;
      candidates.push_back(draw_row(turn - std::floor(turn), nearest, chunks, chunk_sum, total));
    }
  }
}

// Half the distance of each centre to the nearest other: a row closer than that to its own cannot change sides.
std::vector<double> Lloyd::half_gaps() const {
  std::vector<double> half_gap(k_, std::numeric_limits<double>::infinity());
  for (Index a = 0; a < k_; ++a)
    for (Index b = 0; b < a; ++b) {
      const double gap = 0.5 * std::sqrt(squared_distance(center(a), center(b), m_));
      half_gap[a] = std::min(half_gap[a], gap);
      half_gap[b] = std::min(half_gap[b], gap);
    }
  return half_gap;
}

Index Lloyd::assign(Compare compare, const Context& context) {
  const CenterBlock block(centers.data(), k_, m_);
  const std::vector<double> half_gap = compare == Compare::where_needed ? half_gaps() : std::vector<double>();
  const double farthest = *std::max_element(moved_.begin(), moved_.end());
  // one pass over the rows: labels, then sums, sizes and the number of changes while the row is at hand
  const Index width = k_ * m_ + k_ + 1;
  const std::vector<double> totals = sum_rows({n_, cost()}, width, context, [&](Index begin, Index end, double* sum) {
    double* count = sum + k_ * m_;
    double* changed = count + k_;
    for (Index i = begin; i < end; ++i) {
      std::int32_t& label = cluster[i];
      bool decided = false;
      if (compare == Compare::where_needed) {
        upper_[i] += moved_[label];
        lower_[i] -= farthest;
        const double safe = std::max(half_gap[label], lower_[i]);
        decided = upper_[i] <= safe;
        if (!decided) {
          upper_[i] = std::sqrt(squared_distance(row(i), center(label), m_));
          decided = upper_[i] <= safe;
        }
      }
      if (!decided) {
        const Nearest nearest = block.nearest(row(i));
        *changed += nearest.center != label;
        label = nearest.center;
        upper_[i] = nearest.first;
        lower_[i] = nearest.second;
      }
      ++count[label];
      double* to = sum + label * m_;
      const double* from = row(i);
      for (Index j = 0; j < m_; ++j) to[j] += from[j];
    }
  });
  sums_.assign(totals.begin(), totals.begin() + k_ * m_);
  for (Index c = 0; c < k_; ++c) size[c] = static_cast<Index>(totals[k_ * m_ + c]);
  std::fill(moved_.begin(), moved_.end(), 0.0);
  return static_cast<Index>(totals[width - 1]);
}

// Each empty cluster takes the row farthest from its centre, out of a cluster that can spare it.
void Lloyd::reseed(const Context& context) {
  for (Index c = 0; c < k_; ++c) {
    if (size[c] > 0) continue;
    context.check_interrupt();
    Index farthest = -1;
    double distance = 0;
    for (Index i = 0; i < n_; ++i) {
      if (size[cluster[i]] < 2) continue;
      const double d = squared_distance(row(i), center(cluster[i]), m_);
      if (d > distance) {
        distance = d;
        farthest = i;
      }
    }
    if (farthest < 0) throw TooFewDistinctRows{k_ - std::count(size.begin(), size.end(), 0)};
    for (Index j = 0; j < m_; ++j) {
      sums_[cluster[farthest] * m_ + j] -= row(farthest)[j];
      sums_[c * m_ + j] = row(farthest)[j];
    }
    --size[cluster[farthest]];
    cluster[farthest] = static_cast<std::int32_t>(c);
    size[c] = 1;
    upper_[farthest] = 0;
    lower_[farthest] = 0;
  }
}

void Lloyd::move_centers(const Context& context) {
  if (any_empty()) reseed(context);
  // about their means the rows have sum |x|^2 - sum_c n_c |mean_c|^2
  sum_of_squares = squares_;
  for (Index c = 0; c < k_; ++c) {
    double square = 0, length = 0;
    for (Index j = 0; j < m_; ++j) {
      const double mean = sums_[c * m_ + j] / static_cast<double>(size[c]);
      square += (mean - centers[c * m_ + j]) * (mean - centers[c * m_ + j]);
      length += mean * mean;
      centers[c * m_ + j] = mean;
    }
    moved_[c] = std::sqrt(square);
    sum_of_squares -= static_cast<double>(size[c]) * length;
  }
}

void Lloyd::run(Index max_iterations, double gain, const Context& context) {
  if (iterations == 0) assign(Compare::all, context);
  while (iterations < max_iterations && !converged) {
    ++iterations;
    const double before = sum_of_squares;
    move_centers(context);
    // bounds carry rounding errors: the last word has a comparison with all centres
    converged = assign(Compare::where_needed, context) == 0 && assign(Compare::all, context) == 0 && !any_empty();
    if (gain > 0 && before - sum_of_squares < gain * sum_of_squares) return;
  }
}

void Lloyd::finish(const Context& context) {
  if (!converged) assign(Compare::all, context);
  for (Index round = 0; any_empty(); ++round) {
    // rows that differ by less than the rounding of distances cannot be told apart
    if (round > k_) throw TooFewDistinctRows{k_ - std::count(size.begin(), size.end(), 0)};
    move_centers(context);
    assign(Compare::all, context);
  }
}

void Lloyd::order_centers(const Context& context) {
  std::vector<std::int32_t> place(k_, -1);
  std::int32_t next = 0;
  for (std::int32_t c : cluster)
    if (place[c] < 0) place[c] = next++;
  const std::vector<double> old(centers);
  for (Index c = 0; c < k_; ++c) std::copy_n(old.begin() + c * m_, m_, centers.begin() + place[c] * m_);
  assign(Compare::all, context);  // the same rows together, but of equally near centres the first in the new order
}

std::vector<double> Lloyd::within(const Context& context) const {
  return sum_rows(n_, k_, context, [&](Index begin, Index end, double* sum) {
    for (Index i = begin; i < end; ++i) sum[cluster[i]] += squared_distance(row(i), center(cluster[i]), m_);
  });
}

}  // namespace scrb
