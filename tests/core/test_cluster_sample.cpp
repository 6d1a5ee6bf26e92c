// k-means whose centres are found on a sample of the rows.

#include <limits>
#include <numeric>

#include "cluster/kmeans.h"
#include "cluster/nearest_center.h"
#include "cluster/partition.h"
#include "cluster/row_normalize.h"
#include "features/bins.h"
#include "fixtures.h"
#include "test.h"

namespace {

using namespace scrb_test;

// Rows about k places on a line in each column, the clusters of other sizes: that of place c has 2 + c shares.
std::vector<double> draw_places(Index n, Index m, Index k, double sd, Random& random) {
  std::vector<Index> place;
  for (Index c = 0; c < k; ++c) place.insert(place.end(), 2 + c, c);
  std::vector<double> rows(n * m);
  std::normal_distribution<double> noise(0, sd);
  for (Index i = 0; i < n; ++i) {
    const Index c = place[random() % place.size()];
    for (Index j = 0; j < m; ++j) rows[i * m + j] = static_cast<double>((c * (j + 3)) % k) + noise(random);
  }
  return rows;
}

KmeansOptions sample_options(Index k, Index n_starts, std::vector<Index> sample) {
  KmeansOptions options;
  options.k = k;
  options.n_starts = n_starts;
  options.max_iterations = 300;
  options.sample = std::move(sample);
  return options;
}

double squares_about(const double* row, const double* point, Index m) {
  double sum = 0;
  for (Index j = 0; j < m; ++j) sum += (row[j] - point[j]) * (row[j] - point[j]);
  return sum;
}

// Of all rows: labels are the nearest of the centres that are kept and come in order, sizes and sums are right.
void check_all_rows(const Kmeans& fit, const std::vector<double>& rows, Index n, Index m, Index k) {
  CHECK(fit.cluster == nearest_centers(rows.data(), n, m, fit.centers.data(), k, Context(1)));
  std::vector<double> within(k, 0.0), mean(m, 0.0);
  std::vector<Index> size(k, 0);
  std::int32_t highest = -1;
  bool in_order = true;
  for (Index i = 0; i < n; ++i) {
    const std::int32_t c = fit.cluster[i];
    in_order = in_order && c <= highest + 1;
    highest = std::max(highest, c);
    ++size[c];
    within[c] += squares_about(&rows[i * m], &fit.centers[c * m], m);
    for (Index j = 0; j < m; ++j) mean[j] += rows[i * m + j] / static_cast<double>(n);
  }
  double total = 0;
  for (Index i = 0; i < n; ++i) total += squares_about(&rows[i * m], mean.data(), m);
  CHECK(in_order && highest == k - 1);
  CHECK(fit.size == size && *std::min_element(size.begin(), size.end()) > 0);
  for (Index c = 0; c < k; ++c) CHECK(near(fit.withinss[c], within[c], 1e-9 * (1 + within[c])));
  CHECK(near(fit.tot_withinss, std::accumulate(within.begin(), within.end(), 0.0), 1e-8 * (1 + total)));
  CHECK(near(fit.totss, total, 1e-8 * (1 + total)));
}

bool same_fit(const Kmeans& a, const Kmeans& b) {
  return a.cluster == b.cluster && a.centers == b.centers && a.withinss == b.withinss && a.size == b.size &&
         a.totss == b.totss && a.tot_withinss == b.tot_withinss && a.iterations == b.iterations &&
         a.converged == b.converged;
}

TEST("k-means by a sample: all rows have their nearest centre, for any threads, and nothing is lost") {
  for (Index n : {3000, 70000})  // the second shares rows among threads
    for (unsigned seed = 1; seed <= 6; ++seed) {
      Random random(seed);
      const Index m = 3, k = 7;
      const std::vector<double> rows = draw_places(n, m, k, seed % 2 ? 0.1 : 0.5, random);
      const std::vector<double> uniforms = draw_uniforms(10 * k, random);
      const KmeansOptions options = sample_options(k, 10, every(n, n == 3000 ? 3 : 20));
      const Kmeans fit = kmeans(rows.data(), n, m, options, uniforms.data(), Context(1));
      check_all_rows(fit, rows, n, m, k);
      CHECK(fit.converged && fit.iterations > 0);
      for (int count : {2, 3})
        CHECK(same_fit(fit, kmeans(rows.data(), n, m, options, uniforms.data(), Context(count))));
      // where clusters are plain both find them, where they are not, sums of squares are alike
      const Kmeans full = kmeans(rows.data(), n, m, sample_options(k, 10, {}), uniforms.data(), Context(2));
      CHECK(fit.tot_withinss < (seed % 2 ? 1.001 : 1.02) * full.tot_withinss);
      if (seed % 2) CHECK(same_partition(fit.cluster, full.cluster));
    }
}

// One row of a cluster may be far from its mean: all rows move the centre there.
TEST("k-means by a sample: a cluster of which the sample has next to nothing") {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    Random random(seed);
    const Index n = 20000;
    std::vector<double> rows = draw_normals(n, random);
    for (double& value : rows) value *= 0.01;
    for (Index i = 0; i < 200; ++i) rows[100 * i + 7] += 1 + 0.1 * static_cast<double>(random() % 4);
    std::vector<Index> sample = every(n, 100);
    sample.insert(std::upper_bound(sample.begin(), sample.end(), 5007), 5007);
    const std::vector<double> uniforms = draw_uniforms(20, random);
    const Kmeans fit = kmeans(rows.data(), n, 1, sample_options(2, 10, sample), uniforms.data(), Context(2));
    check_all_rows(fit, rows, n, 1, 2);
    const Kmeans full = kmeans(rows.data(), n, 1, sample_options(2, 10, {}), uniforms.data(), Context(2));
    CHECK(fit.cluster == full.cluster && near(fit.tot_withinss, full.tot_withinss, 1e-4 * full.tot_withinss));
    CHECK(std::min(fit.size[0], fit.size[1]) == 200);
  }
}

TEST("k-means by a sample that is all rows, too few or all alike") {
  Random random(4);
  const Index n = 2000, m = 2, k = 5;
  const std::vector<double> uniforms = draw_uniforms(3 * k, random);
  std::vector<double> rows = draw_places(n, m, k, 0.2, random);
  const Kmeans full = kmeans(rows.data(), n, m, sample_options(k, 3, {}), uniforms.data(), Context(1));
  const Kmeans all = kmeans(rows.data(), n, m, sample_options(k, 3, every(n, 1)), uniforms.data(), Context(1));
  check_all_rows(all, rows, n, m, k);
  CHECK(all.cluster == full.cluster && near(all.tot_withinss, full.tot_withinss, 1e-9 * full.tot_withinss));
  CHECK(same_fit(full, kmeans(rows.data(), n, m, sample_options(k, 3, {3, 4, 5, 6}), uniforms.data(), Context(1))));
  for (Index i = 0; i < n; i += 10) std::copy_n(rows.begin(), m, rows.begin() + i * m);
  CHECK(same_fit(kmeans(rows.data(), n, m, sample_options(k, 3, {}), uniforms.data(), Context(1)),
                 kmeans(rows.data(), n, m, sample_options(k, 3, every(n, 10)), uniforms.data(), Context(1))));
  const std::vector<double> alike(n * m, 1.0);
  Index found = 0;
  try {
    kmeans(alike.data(), n, m, sample_options(2, 3, every(n, 10)), uniforms.data(), Context(1));
  } catch (const TooFewDistinctRows& few) {
    found = few.found;
  }
  CHECK(found == 1);
}

TEST("k-means by a sample: no cluster is empty, however many copies there are") {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    Random random(seed);
    const Index n = 300, m = 2;
    std::vector<double> rows(n * m);
    for (double& value : rows) value = static_cast<double>(random() % 4);
    for (Index k : {2, 7, 16}) {
      const std::vector<double> uniforms = draw_uniforms(3 * k, random);
      const Kmeans fit = kmeans(rows.data(), n, m, sample_options(k, 3, every(n, 4)), uniforms.data(), Context(2));
      check_all_rows(fit, rows, n, m, k);
    }
  }
}

TEST("k-means by a sample: interrupts and reports") {
  Random random(3);
  const Index n = 9000, m = 3, k = 5;
  const std::vector<double> rows = draw_normals(n * m, random), uniforms = draw_uniforms(10 * k, random);
  const auto run = [&](const Context& context) {
    kmeans(rows.data(), n, m, sample_options(k, 10, every(n, 3)), uniforms.data(), context);
  };
  Impatient patient;
  run(Context(1, &patient));
  CHECK(patient.sound && patient.orderly && patient.steps.count("kmeans") && patient.questions > 20);
  for (int patience = 0; patience < patient.questions; patience += 1 + patience) CHECK(is_stopped(patience, 1, run));
  CHECK(is_stopped(patient.questions - 1, 1, run));
}

// Rows about k directions; every `every_stray`-th has no place.
Spectrum draw_spectrum(Index n, Index k, Index every_stray, Random& random) {
  Spectrum spectrum;
  std::normal_distribution<double> noise(0, 0.1);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < k; ++j)
      spectrum.rows.push_back(i % every_stray == 0 ? 0 : (j == 0 ? 1 : j == i % k ? 2 : 0) + noise(random));
  spectrum.n_rows = n;
  spectrum.n_vectors = k;
  for (Index j = 0; j <= k; ++j) spectrum.solution.eigenvalues.push_back(1 - 0.02 * static_cast<double>(j));
  return spectrum;
}

TEST("partitions by a sample: stray rows are put aside, and new rows are labelled as those of the fit") {
  for (Index every_stray : {11, 2}) {
    Random random(static_cast<unsigned>(every_stray));
    const Index n = 6000, k = 3;
    const Spectrum drawn = draw_spectrum(n, k, every_stray, random);
    const std::vector<double> uniforms = draw_uniforms(3 * k, random);
    PartitionOptions options;
    options.n_vectors = k;
    options.kmeans = sample_options(k, 3, {});
    options.uniforms = uniforms.data();
    const Partition full = try_partition(drawn, options, Context(1));
    options.kmeans.sample = every(n, 3);
    const Partition made = try_partition(drawn, options, Context(2));
    CHECK(same_partition(made.cluster, full.cluster));
    CHECK(near(made.kmeans.tot_withinss, full.kmeans.tot_withinss, 1e-3 * full.kmeans.tot_withinss));
    bool strays = true;
    std::vector<double> placed;
    std::vector<std::int32_t> labels;
    for (Index i = 0; i < n; ++i) {
      strays = strays && (made.cluster[i] == Components::stray) == (i % every_stray == 0);
      if (made.cluster[i] < 0) continue;
      labels.push_back(made.cluster[i]);
      placed.insert(placed.end(), made.embedding.begin() + i * k, made.embedding.begin() + (i + 1) * k);
    }
    CHECK(strays);
    Kmeans of_placed = made.kmeans;
    of_placed.cluster = labels;
    check_all_rows(of_placed, placed, static_cast<Index>(labels.size()), k, k);
    const Prediction again = label_rows(drawn.rows, made.placing, Context(1));
    bool same = again.embedding == made.embedding;
    for (Index i = 0; i < n; ++i) same = same && (made.cluster[i] < 0 || made.cluster[i] == again.cluster[i]);
    CHECK(same);
    // a sample as large as what has a place is not needed
    options.kmeans.sample = every(n, 1);
    if (every_stray == 2) options.kmeans.sample.resize(n / 2);
    const Partition whole = try_partition(drawn, options, Context(1));
    CHECK(whole.cluster == full.cluster && whole.placing.centers == full.placing.centers);
  }
}

}  // namespace
