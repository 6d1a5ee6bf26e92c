#include "cluster/stability.h"

#include <algorithm>
#include <cmath>

#include "cluster/kmeans.h"
#include "cluster/row_normalize.h"

namespace scrb {

namespace {

constexpr Index most_iterations = 50;
constexpr Index silhouette_rows = 1000;

double pairs(double n) { return n * (n - 1) / 2; }

double one_way(const std::vector<double>& counts, Index k, bool by_rows) {
  double shares = 0, clusters = 0;
  for (Index a = 0; a < k; ++a) {
    double size = 0, kept = 0;
    for (Index b = 0; b < k; ++b) {
      const double count = by_rows ? counts[a * k + b] : counts[b * k + a];
      size += count;
      kept += pairs(count);
    }
    if (size == 0) continue;
    shares += kept / std::max(1.0, pairs(size));
    ++clusters;
  }
  return shares / clusters;
}

// Of rows evenly spaced among n, at most `most`.
std::vector<Index> evenly_spaced(Index n, Index most) {
  std::vector<Index> rows;
  const Index count = std::min(n, most);
  for (Index i = 0; i < count; ++i) {
    const double at =
        count > 1 ? static_cast<double>(i) * static_cast<double>(n - 1) / static_cast<double>(count - 1) : 0.0;
    rows.push_back(static_cast<Index>(std::nearbyint(at + 1)) - 1);
  }
  return rows;
}

Index best_run(const std::vector<Kmeans>& runs) {
  return std::min_element(runs.begin(), runs.end(),
                          [](const Kmeans& a, const Kmeans& b) { return a.tot_withinss < b.tot_withinss; }) -
         runs.begin();
}

std::vector<Kmeans> single_starts(const std::vector<double>& rows, Index n_cols, Index k, Index n_starts,
                                  const std::vector<double>& uniforms, const Context& context) {
  return kmeans_each(rows.data(), static_cast<Index>(rows.size()) / n_cols, n_cols, std::vector<Index>(n_starts, k),
                     most_iterations, uniforms.data(), context);
}

}  // namespace

double mean_silhouette(const std::vector<double>& rows, Index n_cols, const std::vector<std::int32_t>& cluster) {
  const Index n = static_cast<Index>(cluster.size());
  if (n == 0) return unknown_score;
  const Index k = *std::max_element(cluster.begin(), cluster.end()) + 1;
  std::vector<double> size(k, 0.0);
  for (std::int32_t c : cluster) ++size[c];
  if (std::count_if(size.begin(), size.end(), [](double count) { return count > 0; }) < 2) return unknown_score;
  double widths = 0;
  std::vector<double> total(k);
  for (Index i = 0; i < n; ++i) {
    std::fill(total.begin(), total.end(), 0.0);
    for (Index other = 0; other < n; ++other) {
      double square = 0;
      for (Index j = 0; j < n_cols; ++j) {
        const double gap = rows[i * n_cols + j] - rows[other * n_cols + j];
        square += gap * gap;
      }
      total[cluster[other]] += std::sqrt(square);
    }
    double between = std::numeric_limits<double>::infinity();
    for (Index c = 0; c < k; ++c)
      if (c != cluster[i] && size[c] > 0) between = std::min(between, total[c] / size[c]);
    const double own = size[cluster[i]];
    const double within = own > 1 ? total[cluster[i]] / (own - 1) : between;  // alone: a width of 0
    const double longest = std::max(between, within);
    if (longest > 0) widths += (between - within) / longest;
  }
  return widths / static_cast<double>(n);
}

double kept_together(const std::vector<std::int32_t>& a, const std::vector<std::int32_t>& b, Index k) {
  std::vector<double> counts(k * k, 0.0);
  for (std::size_t i = 0; i < a.size(); ++i) ++counts[a[i] * k + b[i]];
  return (one_way(counts, k, true) + one_way(counts, k, false)) / 2;
}

KScores judge_k(const std::vector<double>& rows, Index n_cols, Index k, Index n, Index n_starts,
                const std::vector<double>& uniforms, const Context& context) {
  KScores scores;
  const std::vector<Index> placed = placed_rows(rows, n_cols);
  if (placed.empty()) return scores;
  const std::vector<double> some = take_rows(rows, n_cols, placed);
  const std::vector<Kmeans> runs = single_starts(some, n_cols, k, n_starts, uniforms, context);
  const Index best = best_run(runs);
  const std::vector<std::int32_t>& labels = runs[best].cluster;
  double agreement = 0;
  for (Index run = 0; run < n_starts; ++run)
    if (run != best) agreement += kept_together(runs[run].cluster, labels, k);
  scores.restart = agreement / static_cast<double>(n_starts - 1);

  const Index count = static_cast<Index>(placed.size());
  const std::vector<Index> shown = evenly_spaced(count, silhouette_rows);
  std::vector<std::int32_t> shown_labels;
  for (Index i : shown) shown_labels.push_back(labels[i]);
  scores.silhouette = mean_silhouette(take_rows(some, n_cols, shown), n_cols, shown_labels);
  std::vector<double> sizes(k, 0.0);
  for (std::int32_t c : labels) ++sizes[c];
  const double share = static_cast<double>(n) / static_cast<double>(count);
  scores.smallest = std::nearbyint(*std::min_element(sizes.begin(), sizes.end()) * share);
  scores.largest = std::nearbyint(*std::max_element(sizes.begin(), sizes.end()) * share);
  return scores;
}

double compare_halves(const std::vector<double>& first, Index n_cols_first, const std::vector<double>& uniforms_first,
                      const std::vector<double>& second, Index n_cols_second,
                      const std::vector<double>& uniforms_second, Index k, Index n_starts, const Context& context) {
  const std::vector<Index> in_first = placed_rows(first, n_cols_first), in_second = placed_rows(second, n_cols_second);
  std::vector<Index> placed;
  std::set_intersection(in_first.begin(), in_first.end(), in_second.begin(), in_second.end(),
                        std::back_inserter(placed));
  if (placed.empty()) return unknown_score;
  auto labels = [&](const std::vector<double>& rows, Index n_cols, const std::vector<double>& uniforms) {
    const std::vector<Kmeans> runs =
        single_starts(take_rows(rows, n_cols, placed), n_cols, k, n_starts, uniforms, context);
    return runs[best_run(runs)].cluster;
  };
  return kept_together(labels(first, n_cols_first, uniforms_first), labels(second, n_cols_second, uniforms_second), k);
}

double conductance(const std::vector<std::int32_t>& neighbour, Index n_links, const std::vector<std::int32_t>& cluster,
                   Index k) {
  std::vector<double> inside(k + 1, 0.0), degree(k + 1, 0.0);  // the stray rows first
  for (std::size_t i = 0; i < cluster.size(); ++i)
    for (Index j = 0; j < n_links; ++j) {
      const Index from = cluster[i] + 1, to = cluster[neighbour[static_cast<Index>(i) * n_links + j]] + 1;
      ++degree[from];
      ++degree[to];
      if (from == to) inside[from] += 2;
    }
  double sum = 0;
  for (Index c = 1; c <= k; ++c) sum += degree[c] > 0 ? 1 - inside[c] / degree[c] : 1;
  return sum / static_cast<double>(k);
}

}  // namespace scrb
