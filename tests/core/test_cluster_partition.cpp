// Steps 5 and 6: rows of unit length, a second embedding from many clusterings, labels; and the same for new rows.

#include "cluster/partition.h"
#include "cluster/row_normalize.h"
#include "features/bins.h"
#include "reference.h"
#include "support/cannot_cluster.h"
#include "test.h"

namespace {

using namespace scrb_test;
using Eigen::MatrixXd;

TEST("rows of unit length, however long they were; zero rows stay") {
  for (Index n : {300, 70000}) {
    Random random(1);
    const Index m = 3;
    std::vector<double> rows = draw_normals(n * m, random);
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < m; ++j) rows[i * m + j] *= i % 4 == 0 ? 0 : i % 4 == 1 ? 1e-300 : i % 4 == 2 ? 1e300 : 1;
    const std::vector<double> before = rows;
    row_normalize(rows.data(), n, m, Context(scrb_test::threads()));
    bool unit = true, along = true, zero = true;
    for (Index i = 0; i < n; ++i) {
      double square = 0;
      for (Index j = 0; j < m; ++j) square += rows[i * m + j] * rows[i * m + j];
      if (i % 4 == 0) {
        zero = zero && square == 0;
        continue;
      }
      unit = unit && near(square, 1, 1e-12);
      for (Index j = 1; j < m; ++j)
        along = along && near(rows[i * m] * (before[i * m + j] / before[i * m]), rows[i * m + j],
                              1e-9 * std::fabs(rows[i * m + j]));
    }
    CHECK(unit);
    CHECK(along);
    CHECK(zero);
    std::vector<Index> placed;
    for (Index i = 0; i < n; ++i)
      if (i % 4 != 0) placed.push_back(i);
    CHECK(placed_rows(rows, m) == placed);
    const std::vector<double> taken = take_rows(rows, m, {5, 2, 5});
    CHECK(taken ==
          (std::vector<double>{rows[15], rows[16], rows[17], rows[6], rows[7], rows[8], rows[15], rows[16], rows[17]}));
  }
}

// A spectrum as step 4 leaves it: m columns, rows about k directions, of any length; some have no place.
struct DrawnSpectrum {
  Spectrum spectrum;
  std::vector<std::int32_t> truth;
  std::vector<Index> stray;

  DrawnSpectrum(Index n, Index k, Index m, Index every_stray, Random& random) {
    std::normal_distribution<double> noise(0, 0.05);
    std::uniform_real_distribution<double> length(0.5, 2);
    for (Index i = 0; i < n; ++i) {
      const bool is_stray = every_stray > 0 && i % every_stray == every_stray - 1;
      if (is_stray) stray.push_back(i);
      truth.push_back(is_stray ? Components::stray : static_cast<std::int32_t>(i % k));
      const double by = is_stray ? 0 : length(random);
      for (Index j = 0; j < m; ++j) spectrum.rows.push_back(by * ((j == 0 ? 1 : j == i % k ? 2 : 0) + noise(random)));
    }
    spectrum.n_rows = n;
    spectrum.n_vectors = m;
    for (Index j = 0; j <= m; ++j) spectrum.solution.eigenvalues.push_back(1 - 0.02 * static_cast<double>(j));
  }
};

PartitionOptions partition_options(Index k, Index m, const std::vector<double>& uniforms) {
  PartitionOptions options;
  options.n_vectors = m;
  options.kmeans.k = k;
  options.kmeans.n_starts = 3;
  options.uniforms = uniforms.data();
  options.base_solver.ncv = std::max<Index>(12, 3 * (k + 1));
  return options;
}

// The first m columns times their weights, of unit length.
MatrixXd plain_places(const Spectrum& spectrum, Index k, Index m) {
  const std::vector<double> weights = vector_weights(spectrum.solution.eigenvalues, k, m);
  MatrixXd rows = by_rows(spectrum.rows, spectrum.n_vectors).leftCols(m) * by_rows(weights, 1).col(0).asDiagonal();
  for (Index i = 0; i < rows.rows(); ++i)
    if (rows.row(i).norm() > 0) rows.row(i).normalize();
  return rows;
}

void check_partition(const Partition& found, const DrawnSpectrum& drawn, Index k, Index n_columns) {
  CHECK(same_partition(found.cluster, drawn.truth));
  std::int32_t highest = -1;
  bool in_order = true, strays = true;
  Index placed = 0;
  for (std::size_t i = 0; i < found.cluster.size(); ++i) {
    in_order = in_order && found.cluster[i] <= highest + 1;
    highest = std::max(highest, found.cluster[i]);
    strays = strays && (found.cluster[i] == Components::stray) == (drawn.truth[i] == Components::stray);
    placed += found.cluster[i] >= 0;
  }
  CHECK(in_order && strays && highest == k - 1);
  CHECK(found.placing.k == k && found.placing.n_columns() == n_columns && found.kmeans.cluster.empty());
  CHECK(found.placing.centers == found.kmeans.centers);
  CHECK(std::accumulate(found.kmeans.size.begin(), found.kmeans.size.end(), Index{0}) == placed);
}

// The rows of the spectrum as new ones.
void check_labels(const Partition& found, const std::vector<double>& leading, const std::vector<Index>& stray) {
  const Prediction again = label_rows(leading, found.placing, Context(scrb_test::threads()));
  CHECK(again.without_place == stray);
  CHECK(again.embedding == found.embedding);
  bool same = true;
  for (std::size_t i = 0; i < found.cluster.size(); ++i)
    same = same && (found.cluster[i] == Components::stray || found.cluster[i] == again.cluster[i]);
  CHECK(same);
}

std::vector<double> leading_columns(const Spectrum& spectrum, Index m) {
  std::vector<double> columns;
  for (Index i = 0; i < spectrum.n_rows; ++i)
    columns.insert(columns.end(), spectrum.rows.begin() + i * spectrum.n_vectors,
                   spectrum.rows.begin() + i * spectrum.n_vectors + m);
  return columns;
}

TEST("partitions: weighted columns, unit rows, k-means; new rows in the same way") {
  for (Index n : {100, 70000})
    for (Index m : {4, 6})
      for (Index stray : {0, 11}) {
        Random random(static_cast<unsigned>(n + m + stray));
        const Index k = 4;
        const DrawnSpectrum drawn(n, k, 6, stray, random);
        const std::vector<double> uniforms = draw_uniforms(3 * k, random);
        const PartitionOptions options = partition_options(k, m, uniforms);
        const Partition tried = try_partition(drawn.spectrum, options, Context(1));
        CHECK(largest(by_rows(tried.embedding, m) - plain_places(drawn.spectrum, k, m)) < 1e-12);
        check_partition(tried, drawn, k, m);
        check_labels(tried, leading_columns(drawn.spectrum, m), drawn.stray);
        Spectrum spectrum = drawn.spectrum;
        const Partition made = make_partition(spectrum, options, Context(scrb_test::threads()));
        CHECK(made.cluster == tried.cluster && made.embedding == tried.embedding && spectrum.rows.empty());
        CHECK(made.kmeans.centers == tried.kmeans.centers);
        CHECK(made.placing.vector_weights == vector_weights(drawn.spectrum.solution.eigenvalues, k, m));
        // some rows, as the whole has them
        const std::vector<Index> some = every(n, 7);
        CHECK(place_rows(drawn.spectrum, some, k, m, Context(1)) == take_rows(made.embedding, m, some));
        CHECK(place_rows(drawn.spectrum, some, k, 99, Context(1)).size() == some.size() * 6);
      }
}

TEST("partitions: fewer places than clusters") {
  Random random(6);
  DrawnSpectrum drawn(60, 3, 3, 0, random);
  for (Index i = 0; i < 60; ++i)
    for (Index j = 0; j < 3; ++j) drawn.spectrum.rows[3 * i + j] = j == i % 2;
  const std::vector<double> uniforms = draw_uniforms(9, random);
  Index found = -1;
  try {
    try_partition(drawn.spectrum, partition_options(3, 3, uniforms), Context(1));
  } catch (const CannotCluster& why) {
    CHECK(why.reason == CannotCluster::Reason::few_distinct_embedded);
    found = why.found;
  }
  CHECK(found == 2);
}

// Base clusterings of k to 2k clusters.
BaseOptions base_options(Index k, const std::vector<double>& uniforms) {
  BaseOptions base;
  for (Index b = 0; b < 8; ++b) base.sizes.push_back(k + b % (k + 1));
  base.uniforms = uniforms.data();
  return base;
}

TEST("partitions with consensus: a second embedding, new rows in the same way") {
  for (Index n : {120, 3000})
    for (Index stray : {0, 11})
      for (const bool sampled : {false, true}) {
        Random random(static_cast<unsigned>(n + stray));
        const Index k = 4, m = 6;
        const DrawnSpectrum drawn(n, k, m, stray, random);
        const std::vector<double> uniforms = draw_uniforms(3 * k, random), base_uniforms = draw_uniforms(64, random);
        PartitionOptions options = partition_options(k, m, uniforms);
        options.base = base_options(k, base_uniforms);
        if (sampled) options.base.sample = every(n, 3);
        Spectrum spectrum = drawn.spectrum;
        const Partition made = make_partition(spectrum, options, Context(scrb_test::threads()));
        check_partition(made, drawn, k, k);
        check_labels(made, drawn.spectrum.rows, drawn.stray);
        CHECK(made.placing.base.sizes == options.base.sizes);
        Spectrum again = drawn.spectrum;
        const Partition one = make_partition(again, options, Context(1));
        CHECK(one.cluster == made.cluster && one.embedding == made.embedding);
        CHECK(one.placing.base.centers == made.placing.base.centers);
        CHECK(one.placing.base.weights == made.placing.base.weights);
        const Partition plain = try_partition(drawn.spectrum, options, Context(1));
        CHECK(plain.placing.base.sizes.empty() && plain.placing.n_columns() == m);
        std::vector<std::string> steps;
        for (const auto& step : made.seconds) steps.push_back(step.first);
        CHECK(steps == (std::vector<std::string>{"embedding", "consensus", "kmeans"}));
      }
}

TEST("the second embedding is that of the base clusters, normalised on both sides") {
  Random random(3);
  const Index n = 200, k = 3, m = 3;
  const DrawnSpectrum drawn(n, k, m, 9, random);
  std::vector<double> rows = drawn.spectrum.rows;
  row_normalize(rows.data(), n, m, Context(1));
  const std::vector<double> uniforms = draw_uniforms(64, random);
  SpectrumOptions options;
  options.k = options.n_vectors = k;
  options.solver.ncv = 12;
  const BaseOptions base = base_options(k, uniforms);
  const Consensus found = find_consensus(rows, m, base, options, Context(scrb_test::threads()));
  CHECK(embed_by_consensus(rows, m, found.base, k, Context(1)) == found.rows);
  // B: a one per row and base clustering at the nearest of its centres; the vectors of D^-1/2 B L^-1 B' D^-1/2
  MatrixXd b = MatrixXd::Zero(n, static_cast<Index>(found.base.centers.size()) / m);
  const MatrixXd x = by_rows(rows, m), centers = by_rows(found.base.centers, m);
  for (Index i = 0; i < n; ++i) {
    Index first = 0;
    for (Index size : found.base.sizes) {
      Index nearest = first;
      for (Index c = first; c < first + size; ++c)
        if ((x.row(i) - centers.row(c)).squaredNorm() < (x.row(i) - centers.row(nearest)).squaredNorm()) nearest = c;
      if (x.row(i).norm() > 0) b(i, nearest) = 1;
      first += size;
    }
  }
  std::vector<Index> placed = placed_rows(rows, m);
  MatrixXd z(placed.size(), b.cols());
  for (std::size_t r = 0; r < placed.size(); ++r) z.row(r) = b.row(placed[r]);
  const Eigen::VectorXd sums = z.colwise().sum();
  const MatrixXd k_matrix = z * (sums.array() > 0).select(sums.cwiseInverse(), 0.0).asDiagonal() * z.transpose();
  const DensePairs exact = dense_pairs(normalized(k_matrix));
  MatrixXd places(placed.size(), k);
  for (std::size_t r = 0; r < placed.size(); ++r) places.row(r) = by_rows(found.rows, k).row(placed[r]);
  const MatrixXd top = exact.vectors.leftCols(k);
  CHECK(exact.values[k - 1] - exact.values[k] > 0.1);
  CHECK(largest(places - top * (top.transpose() * places)) < 1e-3 * largest(places));
  for (Index i : drawn.stray)
    for (Index j = 0; j < k; ++j) CHECK(found.rows[i * k + j] == 0);
}

// A cluster that all base clusterings set apart stays one, however small: fewer rows than a component must have.
TEST("consensus: a small cluster that all agree on") {
  for (Index few : {1, 4}) {
    Random random(4);
    const Index n = 1000;
    std::vector<double> rows(2 * n);
    std::normal_distribution<double> noise(0, 0.01);
    for (Index i = 0; i < n; ++i) {
      const double angle = (i < few ? 1.5 : 0.0) + noise(random);
      rows[2 * i] = std::cos(angle);
      rows[2 * i + 1] = std::sin(angle);
    }
    const std::vector<double> uniforms = draw_uniforms(10, random);
    BaseOptions base;
    base.sizes = {2, 2, 2, 2, 2};
    base.uniforms = uniforms.data();
    SpectrumOptions options;
    options.solver.ncv = 9;
    const Consensus found = find_consensus(rows, 2, base, options, Context(1));
    CHECK(static_cast<double>(few) < smallest_cluster(n, 2));
    CHECK(embed_by_consensus(rows, 2, found.base, 2, Context(1)) == found.rows);
    // both have places, at right angles
    const MatrixXd places = by_rows(found.rows, 2);
    bool told = true;
    for (Index i = 0; i < n; ++i) {
      const double cosine = places.row(i).dot(places.row(0)) / (places.row(i).norm() * places.row(0).norm());
      told = told && near(cosine, i < few ? 1 : 0, 1e-9);
    }
    CHECK(told);
  }
}

TEST("consensus: interrupts") {
  Random random(5);
  const DrawnSpectrum drawn(3000, 4, 6, 0, random);
  const std::vector<double> uniforms = draw_uniforms(12, random), base_uniforms = draw_uniforms(64, random);
  PartitionOptions options = partition_options(4, 6, uniforms);
  options.base = base_options(4, base_uniforms);
  const auto run = [&](const Context& context) {
    Spectrum spectrum = drawn.spectrum;
    make_partition(spectrum, options, context);
  };
  Impatient patient;
  run(Context(1, &patient));
  CHECK(patient.questions > 20 && patient.sound);
  for (int patience = 0; patience < patient.questions; patience += 1 + patience) CHECK(is_stopped(patience, 1, run));
  for (int patience : {0, 2}) CHECK(is_stopped(patience, scrb_test::threads(), run));
}

}  // namespace
