// k-means and the nearest of some centres.

#include <limits>
#include <numeric>

#include "cluster/kmeans.h"
#include "cluster/lloyd.h"
#include "cluster/nearest_center.h"
#include "fixtures.h"
#include "test.h"

namespace {

using namespace scrb_test;

double squared_gap(const double* a, const double* b, Index m) {
  double sum = 0;
  for (Index j = 0; j < m; ++j) sum += (a[j] - b[j]) * (a[j] - b[j]);
  return sum;
}

TEST("the nearest centre: as a comparison with all finds it, of equals the first") {
  for (Index k : {1, 2, 7, 8, 9, 20})
    for (Index m : {1, 3, 8}) {
      Random random(static_cast<unsigned>(10 * k + m));
      const Index n = 300;
      std::vector<double> rows(n * m), centers(k * m);
      for (double& value : rows) value = static_cast<double>(random() % 4);  // exact, with many ties
      for (double& value : centers) value = static_cast<double>(random() % 4);
      const CenterBlock block(centers.data(), k, m);
      bool right = true;
      std::vector<std::int32_t> expected;
      for (Index i = 0; i < n; ++i) {
        std::vector<std::pair<double, std::int32_t>> all;
        for (Index c = 0; c < k; ++c)
          all.emplace_back(squared_gap(&rows[i * m], &centers[c * m], m), static_cast<std::int32_t>(c));
        std::sort(all.begin(), all.end());
        const Nearest found = block.nearest(&rows[i * m]);
        right = right && found.center == all[0].second && near(found.first, std::sqrt(all[0].first), 1e-12);
        right = right && (k == 1 ? std::isinf(found.second) : near(found.second, std::sqrt(all[1].first), 1e-12));
        expected.push_back(all[0].second);
      }
      CHECK(right);
      for (int count : {1, 2, 3})
        CHECK(nearest_centers(rows.data(), n, m, centers.data(), k, Context(count)) == expected);
    }
}

// k-means++ in the plain way: the first centre is drawn evenly, each next one is that of some candidates, drawn by
// their squared distances, that leaves the least.
std::vector<double> plain_start(const std::vector<double>& rows, Index n, Index m, Index k, const double* uniforms,
                                Index n_candidates) {
  std::vector<double> nearest(n, std::numeric_limits<double>::infinity()), centers;
  std::vector<Index> candidates = {static_cast<Index>(uniforms[0] * static_cast<double>(n))};
  for (Index c = 0; c < k; ++c) {
    std::pair<double, Index> best(std::numeric_limits<double>::infinity(), -1);
    for (Index candidate : candidates) {
      double left = 0;
      for (Index i = 0; i < n; ++i) left += std::min(nearest[i], squared_gap(&rows[i * m], &rows[candidate * m], m));
      if (left < best.first * (1 - 1e-12)) best = {left, candidate};
    }
    centers.insert(centers.end(), rows.begin() + best.second * m, rows.begin() + (best.second + 1) * m);
    double total = 0;
    for (Index i = 0; i < n; ++i) {
      nearest[i] = std::min(nearest[i], squared_gap(&rows[i * m], &rows[best.second * m], m));
      total += nearest[i];
    }
    candidates.clear();
    for (Index j = 0; c + 1 < k && j < n_candidates; ++j) {
      const double turn = uniforms[c + 1] + 0.6180339887498949 * static_cast<double>(j);
      double left = (turn - std::floor(turn)) * total;
      Index i = 0;
      while ((left -= nearest[i]) >= 0 && i + 1 < n) ++i;
      candidates.push_back(i);
    }
  }
  return centers;
}

TEST("first centres: rows, drawn by their distances") {
  for (unsigned seed : {1, 2, 3, 4, 5}) {
    Random random(seed);
    const Index n = 1500, m = 3, k = 9;
    const std::vector<double> rows = draw_normals(n * m, random), uniforms = draw_uniforms(k, random);
    for (Index n_candidates : {1, 2, 4})
      for (int count : {1, 2}) {
        Lloyd lloyd(rows.data(), n, m, k, 0);
        lloyd.choose_centers(uniforms.data(), n_candidates, Context(count));
        CHECK(lloyd.centers == plain_start(rows, n, m, k, uniforms.data(), n_candidates));
      }
  }
}

// Labels are those of the nearest centre and in order of first appearance, no cluster is empty, sums are right.
void check_kmeans(const Kmeans& fit, const std::vector<double>& rows, Index n, Index m, Index k) {
  CHECK(static_cast<Index>(fit.cluster.size()) == n && static_cast<Index>(fit.centers.size()) == k * m);
  std::vector<double> within(k, 0.0), mean(m, 0.0);
  std::vector<Index> size(k, 0);
  bool nearest = true, in_order = true;
  std::int32_t highest = -1;
  double total = 0;
  for (Index i = 0; i < n; ++i) {
    double least = std::numeric_limits<double>::infinity();
    for (Index c = 0; c < k; ++c) least = std::min(least, squared_gap(&rows[i * m], &fit.centers[c * m], m));
    const double own = squared_gap(&rows[i * m], &fit.centers[fit.cluster[i] * m], m);
    nearest = nearest && own <= least + 1e-9;
    in_order = in_order && fit.cluster[i] >= 0 && fit.cluster[i] <= highest + 1;
    highest = std::max(highest, fit.cluster[i]);
    within[fit.cluster[i]] += own;
    ++size[fit.cluster[i]];
    for (Index j = 0; j < m; ++j) mean[j] += rows[i * m + j] / static_cast<double>(n);
  }
  for (Index i = 0; i < n; ++i) total += squared_gap(&rows[i * m], mean.data(), m);
  CHECK(nearest);
  CHECK(in_order && highest == k - 1);
  CHECK(size == fit.size);
  for (Index c = 0; c < k; ++c) CHECK(near(within[c], fit.withinss[c], 1e-9 * (1 + within[c])) && size[c] > 0);
  CHECK(near(fit.tot_withinss, std::accumulate(within.begin(), within.end(), 0.0), 1e-8 * (1 + total)));
  CHECK(near(fit.totss, total, 1e-9 * (1 + total)) && fit.tot_withinss <= fit.totss * (1 + 1e-12));
}

// Of a fit that converged: centres are the means of their rows.
void check_means(const Kmeans& fit, const std::vector<double>& rows, Index n, Index m, Index k) {
  CHECK(fit.converged);
  std::vector<double> means(k * m, 0.0);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < m; ++j)
      means[fit.cluster[i] * m + j] += rows[i * m + j] / static_cast<double>(fit.size[fit.cluster[i]]);
  bool right = true;
  for (Index c = 0; c < k * m; ++c) right = right && near(means[c], fit.centers[c], 1e-9);
  CHECK(right);
}

bool same_fit(const Kmeans& a, const Kmeans& b) {
  return a.cluster == b.cluster && a.centers == b.centers && a.withinss == b.withinss && a.size == b.size &&
         a.totss == b.totss && a.tot_withinss == b.tot_withinss && a.iterations == b.iterations &&
         a.converged == b.converged;
}

KmeansOptions kmeans_options(Index k, Index n_starts, Index max_iterations = 100) {
  KmeansOptions options;
  options.k = k;
  options.n_starts = n_starts;
  options.max_iterations = max_iterations;
  return options;
}

// Rows about k places.
std::vector<double> draw_rows(Index n, Index m, Index k, double sd, Random& random) {
  std::vector<double> rows(n * m);
  std::normal_distribution<double> noise(0, sd);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < m; ++j) rows[i * m + j] = static_cast<double>((i * (j + 3)) % k) + noise(random);
  return rows;
}

TEST("k-means: nearest centres, means, sums, for any threads") {
  for (Index n : {200, 3000, 70000}) {  // the last shares rows among threads
    Random random(static_cast<unsigned>(n));
    const Index m = n == 70000 ? 2 : 5, k = 11;
    const std::vector<double> rows = draw_rows(n, m, k, 0.3, random), uniforms = draw_uniforms(5 * k, random);
    const KmeansOptions options = kmeans_options(k, n == 70000 ? 2 : 5, 300);
    const Kmeans fit = kmeans(rows.data(), n, m, options, uniforms.data(), Context(1));
    check_kmeans(fit, rows, n, m, k);
    check_means(fit, rows, n, m, k);
    for (int count : {2, 3}) CHECK(same_fit(fit, kmeans(rows.data(), n, m, options, uniforms.data(), Context(count))));
    CHECK(nearest_centers(rows.data(), n, m, fit.centers.data(), k, Context(scrb_test::threads())) == fit.cluster);
    const Kmeans single = kmeans(rows.data(), n, m, kmeans_options(k, 1, 300), uniforms.data(), Context(1));
    CHECK(fit.tot_withinss <= single.tot_withinss);
  }
}

TEST("k-means: each iteration is no worse, and may be the last") {
  for (unsigned seed : {1, 2, 3}) {
    Random random(seed);
    const Index n = 900, m = 2, k = 8;
    const std::vector<double> rows = draw_normals(n * m, random), uniforms = draw_uniforms(k, random);
    double before = std::numeric_limits<double>::infinity();
    Index last = 0;
    bool unfinished = false;
    for (Index iterations = 1; iterations <= 60; ++iterations) {
      const Kmeans fit =
          kmeans(rows.data(), n, m, kmeans_options(k, 1, iterations), uniforms.data(), Context(scrb_test::threads()));
      check_kmeans(fit, rows, n, m, k);
      CHECK(fit.tot_withinss <= before * (1 + 1e-12) && fit.iterations <= iterations);
      before = fit.tot_withinss;
      last = fit.iterations;
      unfinished = unfinished || !fit.converged;
      if (fit.converged) check_means(fit, rows, n, m, k);
    }
    CHECK(unfinished && last > 3 && last < 60);  // both kinds came
  }
}

TEST("k-means: well separated blobs are found, whatever the start") {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    Random random(seed);
    const Data data = make_blobs(300, 2, 6, 10.0, 0.3, random);
    std::vector<double> rows;
    for (Index i = 0; i < 300; ++i) rows.insert(rows.end(), {data.at(i, 0), data.at(i, 1)});
    const std::vector<double> uniforms = draw_uniforms(10 * 6, random);
    const Kmeans fit = kmeans(rows.data(), 300, 2, kmeans_options(6, 10), uniforms.data(), Context(2));
    CHECK(fit.cluster == data.truth);
  }
}

TEST("k-means: no cluster is empty, however many copies there are") {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    Random random(seed);
    const Index n = 60, m = 2;
    std::vector<double> rows(n * m);
    for (double& value : rows) value = static_cast<double>(random() % 4);
    std::set<std::pair<double, double>> distinct;
    for (Index i = 0; i < n; ++i) distinct.insert({rows[2 * i], rows[2 * i + 1]});
    const Index all = static_cast<Index>(distinct.size());
    for (Index k : {Index{2}, all - 1, all}) {
      const std::vector<double> uniforms = draw_uniforms(3 * k, random);
      const Kmeans fit = kmeans(rows.data(), n, m, kmeans_options(k, 3), uniforms.data(), Context(2));
      check_kmeans(fit, rows, n, m, k);
      if (k == all) CHECK(fit.tot_withinss == 0 && fit.converged);
    }
    const std::vector<double> uniforms = draw_uniforms(3 * (all + 1), random);
    Index found = 0;
    try {
      kmeans(rows.data(), n, m, kmeans_options(all + 1, 3), uniforms.data(), Context(2));
    } catch (const TooFewDistinctRows& few) {
      found = few.found;
    }
    CHECK(found == all);
  }
}

TEST("k-means: rows that rounding cannot tell apart end in clusters or in words") {
  const double next = std::nextafter(1.0, 2.0);
  const std::vector<double> rows = {1, next, 2, 1, next, 2}, uniforms = {0.1, 0.5, 0.9};
  Index found = 0;
  try {
    const Kmeans fit = kmeans(rows.data(), 6, 1, kmeans_options(3, 1), uniforms.data(), Context(1));
    check_kmeans(fit, rows, 6, 1, 3);
    found = 3;
  } catch (const TooFewDistinctRows& few) {
    found = few.found;
  }
  CHECK(found == 3 || found == 2);
}

TEST("k-means into one cluster, and into as many as rows") {
  Random random(1);
  const std::vector<double> rows = draw_normals(40 * 2, random), uniforms = draw_uniforms(40, random);
  for (Index k : {1, 40}) {
    const Kmeans fit = kmeans(rows.data(), 40, 2, kmeans_options(k, 1), uniforms.data(), Context(2));
    check_kmeans(fit, rows, 40, 2, k);
    CHECK(k == 1 ? near(fit.tot_withinss, fit.totss, 1e-9) : fit.tot_withinss == 0);
  }
}

TEST("short starts into other numbers of clusters each") {
  Random random(2);
  const Index n = 500, m = 3;
  const std::vector<double> rows = draw_rows(n, m, 7, 3.0, random);
  const std::vector<Index> sizes = {2, 9, 1, 7, 7};
  const std::vector<double> uniforms = draw_uniforms(26, random);
  const std::vector<Kmeans> fits = kmeans_each(rows.data(), n, m, sizes, 50, uniforms.data(), Context(1));
  CHECK(fits.size() == 5);
  for (std::size_t s = 0; s < 5; ++s) {
    std::vector<Kmeans> again;
    for (int count : {2, 3}) {
      again = kmeans_each(rows.data(), n, m, sizes, 50, uniforms.data(), Context(count));
      CHECK(same_fit(again[s], fits[s]));
    }
    Kmeans fit = fits[s];
    CHECK(fit.totss == 0);  // nobody asks
    fit.totss = kmeans(rows.data(), n, m, kmeans_options(1, 1), uniforms.data(), Context(1)).tot_withinss;
    check_kmeans(fit, rows, n, m, sizes[s]);
  }
  CHECK(fits[3].cluster != fits[4].cluster || fits[3].centers != fits[4].centers);  // uniforms of their own
  // fewer clusters where fewer rows are distinct
  const std::vector<double> few = {0, 0, 1, 1, 2, 2, 5, 5, 5};
  const std::vector<Kmeans> less = kmeans_each(few.data(), 9, 1, {3, 8, 4}, 50, uniforms.data(), Context(2));
  CHECK(less[0].size.size() == 3 && less[1].size.size() == 4 && less[2].size.size() == 4);
  CHECK(less[1].tot_withinss == 0);
}

TEST("k-means: interrupts and reports") {
  Random random(3);
  const Index n = 3000, m = 3, k = 5;
  const std::vector<double> rows = draw_normals(n * m, random), uniforms = draw_uniforms(10 * k, random);
  const auto run = [&](const Context& context) {
    kmeans(rows.data(), n, m, kmeans_options(k, 10), uniforms.data(), context);
  };
  Impatient patient;
  run(Context(1, &patient));
  CHECK(patient.sound && patient.orderly && patient.steps.count("kmeans") && patient.questions > 20);
  for (int patience = 0; patience < patient.questions; patience += 1 + patience) CHECK(is_stopped(patience, 1, run));
  for (int patience : {0, 2}) CHECK(is_stopped(patience, scrb_test::threads(), run));
}

}  // namespace
