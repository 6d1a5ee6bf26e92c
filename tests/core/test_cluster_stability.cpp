// How far clusters can be trusted, against plain formulas.

#include <limits>

#include "cluster/kmeans.h"
#include "cluster/stability.h"
#include "fixtures.h"
#include "test.h"

namespace {

using namespace scrb_test;
using Labels = std::vector<std::int32_t>;

Labels draw_labels(Index n, Index k, Random& random) {
  Labels labels;
  for (Index i = 0; i < n; ++i) labels.push_back(static_cast<std::int32_t>(random() % k));
  return labels;
}

double distance(const std::vector<double>& rows, Index m, Index a, Index b) {
  double sum = 0;
  for (Index j = 0; j < m; ++j) sum += (rows[a * m + j] - rows[b * m + j]) * (rows[a * m + j] - rows[b * m + j]);
  return std::sqrt(sum);
}

// Rousseeuw's definition.
double plain_silhouette(const std::vector<double>& rows, Index m, const Labels& labels) {
  const Index n = static_cast<Index>(labels.size());
  double total = 0;
  for (Index i = 0; i < n; ++i) {
    std::map<std::int32_t, std::pair<double, double>> sums;  // of distances to other rows, and how many
    for (Index j = 0; j < n; ++j) {
      if (i == j) continue;
      sums[labels[j]].first += distance(rows, m, i, j);
      ++sums[labels[j]].second;
    }
    if (!sums.count(labels[i])) continue;  // alone: 0
    double within = 0, between = std::numeric_limits<double>::infinity();
    for (const auto& sum : sums) {
      const double mean = sum.second.first / sum.second.second;
      if (sum.first == labels[i]) within = mean;
      else between = std::min(between, mean);
    }
    if (std::max(within, between) > 0) total += (between - within) / std::max(within, between);
  }
  return total / static_cast<double>(n);
}

TEST("silhouettes: as they are defined") {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    Random random(seed);
    const Index n = 60, m = 2, k = 5;
    const std::vector<double> rows = draw_normals(n * m, random);
    Labels labels = draw_labels(n, k, random);
    CHECK(near(mean_silhouette(rows, m, labels), plain_silhouette(rows, m, labels), 1e-12));
    labels[0] = 7;  // a row alone, and labels that nobody has
    CHECK(near(mean_silhouette(rows, m, labels), plain_silhouette(rows, m, labels), 1e-12));
  }
  CHECK(mean_silhouette({0, 0, 1, 1}, 1, {0, 0, 1, 1}) == 1);
  CHECK(mean_silhouette({3, 3, 3, 3}, 1, {0, 0, 1, 1}) == 0);
  CHECK(std::isnan(mean_silhouette({1, 2, 3}, 1, {0, 0, 0})) && std::isnan(mean_silhouette({}, 1, {})));
}

// The share of a's pairs that b keeps, mean over a's clusters.
double plain_kept(const Labels& a, const Labels& b) {
  std::map<std::int32_t, std::pair<double, double>> pairs;  // kept, all
  for (std::size_t i = 0; i < a.size(); ++i) {
    pairs[a[i]];
    for (std::size_t j = 0; j < i; ++j)
      if (a[i] == a[j]) {
        ++pairs[a[i]].second;
        pairs[a[i]].first += b[i] == b[j];
      }
  }
  double shares = 0;
  for (const auto& cluster : pairs)
    if (cluster.second.second > 0) shares += cluster.second.first / cluster.second.second;
  return shares / static_cast<double>(pairs.size());
}

TEST("pairs kept together: mean over clusters, both ways") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const Index k = 2 + seed % 4;
    const Labels a = draw_labels(120, k, random), b = draw_labels(120, k, random);
    CHECK(near(kept_together(a, b, k), (plain_kept(a, b) + plain_kept(b, a)) / 2, 1e-12));
    CHECK(near(kept_together(a, b, k), kept_together(b, a, k), 1e-12));
    Labels renamed = a;
    for (std::int32_t& label : renamed) label = static_cast<std::int32_t>(k) - 1 - label;
    CHECK(near(kept_together(a, renamed, k), 1, 1e-12));
  }
  CHECK(kept_together({0, 1, 1}, {0, 1, 1}, 2) == 0.5);  // a row alone has no pairs to keep
  CHECK(near(kept_together({0, 0, 0, 0}, {0, 0, 1, 1}, 2), (2 / 6.0 + 1) / 2, 1e-12));
}

// Unit rows about k directions; some without a place.
std::vector<double> draw_unit_rows(Index n, Index k, double sd, Index every_stray, Random& random) {
  std::normal_distribution<double> noise(0, sd);
  std::vector<double> rows;
  for (Index i = 0; i < n; ++i) {
    double x = std::cos(6.283185307179586 * static_cast<double>(i % k) / static_cast<double>(k)) + noise(random);
    double y = std::sin(6.283185307179586 * static_cast<double>(i % k) / static_cast<double>(k)) + noise(random);
    const double length = std::sqrt(x * x + y * y);
    const bool stray = every_stray > 0 && i % every_stray == 0;
    rows.insert(rows.end(), {stray ? 0 : x / length, stray ? 0 : y / length});
  }
  return rows;
}

std::vector<double> without_strays(const std::vector<double>& rows) {
  std::vector<double> placed;
  for (std::size_t i = 0; i < rows.size(); i += 2)
    if (rows[i] != 0 || rows[i + 1] != 0) placed.insert(placed.end(), {rows[i], rows[i + 1]});
  return placed;
}

// Single starts, of which the first of the best is singled out.
std::vector<Kmeans> single_starts(const std::vector<double>& rows, Index k, Index n_starts,
                                  const std::vector<double>& uniforms, std::size_t& best) {
  const std::vector<Kmeans> runs = kmeans_each(rows.data(), static_cast<Index>(rows.size()) / 2, 2,
                                               std::vector<Index>(n_starts, k), 50, uniforms.data(), Context(1));
  best = 0;
  for (std::size_t r = 1; r < runs.size(); ++r)
    if (runs[r].tot_withinss < runs[best].tot_withinss) best = r;
  return runs;
}

TEST("one embedding's word on k") {
  for (unsigned seed = 1; seed <= 5; ++seed)
    for (Index stray : {0, 7}) {
      Random random(seed);
      const Index n = 300, k = 4, n_starts = 6;
      const std::vector<double> rows = draw_unit_rows(n, 3, 0.4, stray, random), placed = without_strays(rows);
      const std::vector<double> uniforms = draw_uniforms(n_starts * k, random);
      const KScores scores = judge_k(rows, 2, k, 10 * n, n_starts, uniforms, Context(scrb_test::threads()));
      std::size_t best = 0;
      const std::vector<Kmeans> runs = single_starts(placed, k, n_starts, uniforms, best);
      double agreement = 0;
      for (std::size_t r = 0; r < runs.size(); ++r)
        if (r != best) agreement += kept_together(runs[r].cluster, runs[best].cluster, k) / (n_starts - 1);
      CHECK(near(scores.restart, agreement, 1e-12));
      CHECK(scores.restart > 0.2 && scores.restart < 1);
      CHECK(near(scores.silhouette, plain_silhouette(placed, 2, runs[best].cluster), 1e-12));
      const auto ends = std::minmax_element(runs[best].size.begin(), runs[best].size.end());
      const double share = 10.0 * static_cast<double>(n) / static_cast<double>(placed.size() / 2);
      CHECK(near(scores.smallest, static_cast<double>(*ends.first) * share, 0.5 + 1e-9));
      CHECK(near(scores.largest, static_cast<double>(*ends.second) * share, 0.5 + 1e-9));
      CHECK(scores.smallest == std::floor(scores.smallest) && scores.smallest <= scores.largest);
    }
  Random random(6);
  const std::vector<double> uniforms = draw_uniforms(30, random);
  const KScores none = judge_k(std::vector<double>(20, 0.0), 2, 3, 10, 10, uniforms, Context(1));
  CHECK(std::isnan(none.silhouette) && std::isnan(none.restart) && std::isnan(none.smallest));
}

TEST("the silhouette of many rows is that of a thousand") {
  Random random(7);
  const Index n = 2500, k = 3;
  const std::vector<double> rows = draw_unit_rows(n, 3, 0.2, 0, random), uniforms = draw_uniforms(2 * k, random);
  const KScores scores = judge_k(rows, 2, k, n, 2, uniforms, Context(scrb_test::threads()));
  std::size_t best = 0;
  const std::vector<Kmeans> runs = single_starts(rows, k, 2, uniforms, best);
  std::vector<double> some;
  Labels labels;
  for (Index r = 0; r < 1000; ++r) {
    const auto i = static_cast<Index>(std::nearbyint(static_cast<double>(r) * 2499 / 999 + 1)) - 1;
    some.insert(some.end(), {rows[2 * i], rows[2 * i + 1]});
    labels.push_back(runs[best].cluster[i]);
  }
  CHECK(near(scores.silhouette, plain_silhouette(some, 2, labels), 1e-12));
}

TEST("halves: the best clusters of each, on the rows that both have placed") {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    Random random(seed);
    const Index n = 200, k = 3, n_starts = 4;
    const std::vector<double> first = draw_unit_rows(n, 3, 0.5, 9, random),
                              second = draw_unit_rows(n, 3, 0.5, 7, random);
    const std::vector<double> one = draw_uniforms(n_starts * k, random), two = draw_uniforms(n_starts * k, random);
    std::vector<double> a, b;
    for (Index i = 0; i < n; ++i) {
      if (i % 9 == 0 || i % 7 == 0) continue;
      a.insert(a.end(), {first[2 * i], first[2 * i + 1]});
      b.insert(b.end(), {second[2 * i], second[2 * i + 1]});
    }
    std::size_t best_a = 0, best_b = 0;
    const std::vector<Kmeans> runs_a = single_starts(a, k, n_starts, one, best_a);
    const std::vector<Kmeans> runs_b = single_starts(b, k, n_starts, two, best_b);
    const double expected = kept_together(runs_a[best_a].cluster, runs_b[best_b].cluster, k);
    const double found = compare_halves(first, 2, one, second, 2, two, k, n_starts, Context(scrb_test::threads()));
    CHECK(near(found, expected, 1e-12) && found > 0.2 && found < 1);
    CHECK(compare_halves(first, 2, one, first, 2, one, k, n_starts, Context(1)) == 1);
    CHECK(std::isnan(compare_halves(first, 2, one, std::vector<double>(2 * n, 0.0), 2, two, k, n_starts, Context(1))));
  }
}

TEST("conductance: the share of a cluster's links that leave it") {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    Random random(seed);
    const Index n = 50, n_links = 4, k = 4;
    Labels labels = draw_labels(n, k - 1, random), neighbour;  // the last cluster is empty
    for (Index i = 0; i < n; i += 9) labels[i] = -1;
    for (Index q = 0; q < n * n_links; ++q) neighbour.push_back(static_cast<std::int32_t>(random() % n));
    double sum = 1;
    for (Index c = 0; c + 1 < k; ++c) {
      double ends = 0, leaving = 0;  // both ends of a link count
      for (Index q = 0; q < n * n_links; ++q) {
        const bool from = labels[q / n_links] == c, to = labels[neighbour[q]] == c;
        ends += from + to;
        leaving += from != to;
      }
      CHECK(ends > 0);
      sum += leaving / ends;
    }
    CHECK(near(conductance(neighbour, n_links, labels, k), sum / k, 1e-12));
  }
  CHECK(conductance({1, 0, 3, 2}, 1, {0, 0, 1, 1}, 2) == 0);
  CHECK(conductance({2, 3, 0, 1}, 1, {0, 0, 1, 1}, 2) == 1);
}

}  // namespace
