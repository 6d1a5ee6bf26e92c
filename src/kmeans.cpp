#include "kmeans.h"

#include <Eigen/Core>
#include <cmath>
#include <limits>

namespace scrb {

namespace {

constexpr int lanes = 8;
using Lanes = Eigen::Array<double, lanes, 1>;

double squared_distance(const double* a, const double* b, Index n_cols) {
  using Row = Eigen::Map<const Eigen::VectorXd>;
  return (Row(a, n_cols) - Row(b, n_cols)).squaredNorm();
}

struct Nearest {
  std::int32_t center;
  double first, second;  // distances to the nearest and the next centre
};

// Centres laid out eight abreast, so that a row meets eight of them at a time.
class CenterBlock {
 public:
  CenterBlock(const double* centers, Index k, Index n_cols)
      : k_(k), n_cols_(n_cols), n_tiles_((k + lanes - 1) / lanes), tiles_(n_tiles_ * n_cols * lanes, 0.0),
        half_square_(n_tiles_ * lanes, std::numeric_limits<double>::infinity()) {
    for (Index c = 0; c < k; ++c) {
      double square = 0;
      for (Index j = 0; j < n_cols; ++j) {
        const double value = centers[c * n_cols + j];
        tiles_[((c / lanes) * n_cols + j) * lanes + c % lanes] = value;
        square += value * value;
      }
      half_square_[c] = 0.5 * square;
    }
  }

  // |x - c|^2 = |x|^2 + 2 (|c|^2 / 2 - x'c): only the bracket depends on c
  Nearest nearest(const double* row) const {
    double square = 0;
    for (Index j = 0; j < n_cols_; ++j) square += row[j] * row[j];
    double first = std::numeric_limits<double>::infinity(), second = first;
    std::int32_t center = 0;
    for (Index t = 0; t < n_tiles_; ++t) {
      Lanes score = Eigen::Map<const Lanes>(&half_square_[t * lanes]);
      const double* tile = &tiles_[t * n_cols_ * lanes];
      for (Index j = 0; j < n_cols_; ++j) score -= row[j] * Eigen::Map<const Lanes>(tile + j * lanes);
      for (int c = 0; c < lanes; ++c) {
        if (score[c] < first) {
          second = first;
          first = score[c];
          center = static_cast<std::int32_t>(t * lanes + c);
        } else if (score[c] < second) {
          second = score[c];
        }
      }
    }
    auto distance = [square](double score) { return std::sqrt(std::max(0.0, square + 2 * score)); };
    return {center, distance(first), distance(second)};
  }

 private:
  Index k_, n_cols_, n_tiles_;
  std::vector<double> tiles_, half_square_;
};

// One start: centres, labels and the bounds that let most rows skip most centres.
class Lloyd {
 public:
  Lloyd(const double* rows, Index n_rows, Index n_cols, Index k, const Context& context)
      : rows_(rows), n_(n_rows), m_(n_cols), k_(k), context_(context), centers(k * n_cols), cluster(n_rows),
        size(k), upper_(n_rows), lower_(n_rows) {}

  void choose_centers(const double* uniforms);
  void run(Index max_iterations);
  std::vector<double> within() const;

 private:
  const double* row(Index i) const { return rows_ + i * m_; }
  const double* center(Index c) const { return centers.data() + c * m_; }

  Index assign_all();          // every row to its nearest centre; returns how many changed
  Index assign_where_needed();
  void move_centers();         // to the means, re-seeding what is empty; loosens the bounds
  void reseed(std::vector<double>& sums);
  bool any_empty() const { return std::find(size.begin(), size.end(), 0) != size.end(); }
  void count_sizes();

  const double* rows_;
  const Index n_, m_, k_;
  const Context& context_;

 public:
  std::vector<double> centers;
  std::vector<std::int32_t> cluster;
  std::vector<Index> size;
  Index iterations = 0;
  bool converged = false;

 private:
  std::vector<double> upper_, lower_;  // of a row: at most this far from its centre, at least this from any other
};

// k-means++: each next centre is a row drawn with probability proportional to its squared distance
// from the centres so far.
void Lloyd::choose_centers(const double* uniforms) {
  const RowChunks chunks(n_);
  std::vector<double>& nearest = upper_;
  std::vector<double> chunk_sum(chunks.count());
  Index chosen = std::min(n_ - 1, static_cast<Index>(uniforms[0] * n_));
  for (Index c = 0;; ++c) {
    std::copy(row(chosen), row(chosen) + m_, centers.begin() + c * m_);
    if (c + 1 == k_) return;
    parallel_for(chunks.count(), context_, [&](Index chunk, int) {
      double sum = 0;
      for (Index i = chunks.begin(chunk); i < chunks.end(chunk); ++i) {
        const double distance = squared_distance(row(i), center(c), m_);
        if (c == 0 || distance < nearest[i]) nearest[i] = distance;
        sum += nearest[i];
      }
      chunk_sum[chunk] = sum;
    });
    double total = 0;
    for (double sum : chunk_sum) total += sum;
    if (!(total > 0)) throw TooFewDistinctRows{c + 1};
    double left = uniforms[c + 1] * total;
    Index chunk = 0;
    while (chunk + 1 < chunks.count() && left >= chunk_sum[chunk]) left -= chunk_sum[chunk++];
    chosen = -1;
    for (Index i = chunks.begin(chunk); i < n_; ++i) {  // past the chunk only when rounding ate the rest
      if (nearest[i] <= 0) continue;
      chosen = i;
      left -= nearest[i];
      if (left < 0) break;
    }
    for (Index i = chunks.begin(chunk); chosen < 0; --i)
      if (nearest[i] > 0) chosen = i;
  }
}

Index Lloyd::assign_all() {
  const CenterBlock block(centers.data(), k_, m_);
  const std::vector<double> changed = sum_rows(n_, 1, context_, [&](Index begin, Index end, double* count) {
    for (Index i = begin; i < end; ++i) {
      const Nearest nearest = block.nearest(row(i));
      *count += nearest.center != cluster[i];
      cluster[i] = nearest.center;
      upper_[i] = nearest.first;
      lower_[i] = nearest.second;
    }
  });
  count_sizes();
  return static_cast<Index>(changed[0]);
}

Index Lloyd::assign_where_needed() {
  // half the distance to the nearest other centre: a row closer than that to its own cannot change sides
  std::vector<double> half_gap(k_, std::numeric_limits<double>::infinity());
  for (Index a = 0; a < k_; ++a)
    for (Index b = 0; b < a; ++b) {
      const double gap = 0.5 * std::sqrt(squared_distance(center(a), center(b), m_));
      half_gap[a] = std::min(half_gap[a], gap);
      half_gap[b] = std::min(half_gap[b], gap);
    }
  const CenterBlock block(centers.data(), k_, m_);
  const std::vector<double> changed = sum_rows(n_, 1, context_, [&](Index begin, Index end, double* count) {
    for (Index i = begin; i < end; ++i) {
      const double safe = std::max(half_gap[cluster[i]], lower_[i]);
      if (upper_[i] <= safe) continue;
      upper_[i] = std::sqrt(squared_distance(row(i), center(cluster[i]), m_));
      if (upper_[i] <= safe) continue;
      const Nearest nearest = block.nearest(row(i));
      *count += nearest.center != cluster[i];
      cluster[i] = nearest.center;
      upper_[i] = nearest.first;
      lower_[i] = nearest.second;
    }
  });
  count_sizes();
  return static_cast<Index>(changed[0]);
}

void Lloyd::count_sizes() {
  std::fill(size.begin(), size.end(), 0);
  const std::vector<double> counts = sum_rows(n_, k_, context_, [&](Index begin, Index end, double* count) {
    for (Index i = begin; i < end; ++i) ++count[cluster[i]];
  });
  for (Index c = 0; c < k_; ++c) size[c] = static_cast<Index>(counts[c]);
}

// Each empty cluster takes the row farthest from its centre, out of a cluster that can spare it.
void Lloyd::reseed(std::vector<double>& sums) {
  for (Index c = 0; c < k_; ++c) {
    if (size[c] > 0) continue;
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
      sums[cluster[farthest] * m_ + j] -= row(farthest)[j];
      sums[c * m_ + j] = row(farthest)[j];
    }
    --size[cluster[farthest]];
    cluster[farthest] = static_cast<std::int32_t>(c);
    size[c] = 1;
    upper_[farthest] = 0;
    lower_[farthest] = 0;
  }
}

void Lloyd::move_centers() {
  std::vector<double> sums = sum_rows(n_, k_ * m_, context_, [&](Index begin, Index end, double* sum) {
    for (Index i = begin; i < end; ++i) {
      const double* from = row(i);
      double* to = sum + cluster[i] * m_;
      for (Index j = 0; j < m_; ++j) to[j] += from[j];
    }
  });
  if (any_empty()) reseed(sums);
  std::vector<double> moved(k_);
  double farthest = 0;
  for (Index c = 0; c < k_; ++c) {
    double square = 0;
    for (Index j = 0; j < m_; ++j) {
      const double mean = sums[c * m_ + j] / static_cast<double>(size[c]);
      square += (mean - centers[c * m_ + j]) * (mean - centers[c * m_ + j]);
      centers[c * m_ + j] = mean;
    }
    moved[c] = std::sqrt(square);
    farthest = std::max(farthest, moved[c]);
  }
  for_rows(n_, context_, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      upper_[i] += moved[cluster[i]];
      lower_[i] -= farthest;
    }
  });
}

void Lloyd::run(Index max_iterations) {
  std::fill(cluster.begin(), cluster.end(), -1);
  assign_all();
  for (iterations = 1; iterations <= max_iterations && !converged; ++iterations) {
    move_centers();
    // bounds carry rounding errors: the last word has a comparison with all centres
    converged = assign_where_needed() == 0 && assign_all() == 0 && !any_empty();
  }
  --iterations;
  // the labels are those of the final centres; should that leave a cluster empty, go on until it does not
  if (!converged) assign_all();
  while (any_empty()) {
    move_centers();
    assign_all();
  }
}

std::vector<double> Lloyd::within() const {
  return sum_rows(n_, k_, context_, [&](Index begin, Index end, double* sum) {
    for (Index i = begin; i < end; ++i) sum[cluster[i]] += squared_distance(row(i), center(cluster[i]), m_);
  });
}

double total_sum_of_squares(const double* rows, Index n, Index m, const Context& context) {
  std::vector<double> mean = sum_rows(n, m, context, [&](Index begin, Index end, double* sum) {
    for (Index i = begin; i < end; ++i)
      for (Index j = 0; j < m; ++j) sum[j] += rows[i * m + j];
  });
  for (double& value : mean) value /= static_cast<double>(n);
  return sum_rows(n, 1, context, [&](Index begin, Index end, double* sum) {
    for (Index i = begin; i < end; ++i) *sum += squared_distance(rows + i * m, mean.data(), m);
  })[0];
}

}  // namespace

Kmeans kmeans(const double* rows, Index n_rows, Index n_cols, const KmeansOptions& options, const double* uniforms,
              const Context& context) {
  Kmeans best;
  for (Index start = 0; start < options.n_starts; ++start) {
    context.report("kmeans", static_cast<double>(start), static_cast<double>(options.n_starts));
    Lloyd lloyd(rows, n_rows, n_cols, options.k, context);
    lloyd.choose_centers(uniforms + start * options.k);
    lloyd.run(options.max_iterations);
    std::vector<double> withinss = lloyd.within();
    double total = 0;
    for (double sum : withinss) total += sum;
    if (start > 0 && !(total < best.tot_withinss)) continue;
    best.cluster.swap(lloyd.cluster);
    best.centers.swap(lloyd.centers);
    best.size.swap(lloyd.size);
    best.withinss.swap(withinss);
    best.tot_withinss = total;
    best.iterations = lloyd.iterations;
    best.converged = lloyd.converged;
  }
  best.totss = total_sum_of_squares(rows, n_rows, n_cols, context);
  return best;
}

std::vector<std::int32_t> nearest_centers(const double* rows, Index n_rows, Index n_cols, const double* centers,
                                          Index k, const Context& context) {
  const CenterBlock block(centers, k, n_cols);
  std::vector<std::int32_t> cluster(n_rows);
  for_rows(n_rows, context, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) cluster[i] = block.nearest(rows + i * n_cols).center;
  });
  return cluster;
}

}  // namespace scrb
