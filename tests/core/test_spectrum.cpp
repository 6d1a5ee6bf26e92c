// Steps 3 and 4 in one: values, places and weights of rows, on either side, against dense pairs.

#include "features/bins.h"
#include "features/graph.h"
#include "features/landmarks.h"
#include "spectra.h"
#include "support/cannot_cluster.h"

namespace {

using namespace scrb_test;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Values are those of S, rows its vectors times D^1/2 (in length as well), residuals what is left over.
void check_spectrum(const Spectrum& spectrum, const MatrixXd& k, Index m, double tolerance) {
  const MatrixXd s = normalized(k);
  const DensePairs exact = dense_pairs(s);
  const std::vector<double>& values = spectrum.solution.eigenvalues;
  CHECK(spectrum.n_rows == k.rows() && spectrum.n_vectors == m);
  CHECK(static_cast<Index>(values.size()) == m + 1 && static_cast<Index>(spectrum.solution.residuals.size()) == m);
  CHECK(largest(by_rows(values, 1).topRows(m) - exact.values.head(m)) < 1e-6);
  CHECK(values[m] <= exact.values[m] + 1e-6 && values[m] > exact.values[m] - 0.1);
  const VectorXd degree = k.rowwise().sum();
  CHECK(near(spectrum.solution.smallest_degree, degree.minCoeff(), 1e-9));
  CHECK(near(spectrum.solution.largest_degree, degree.maxCoeff(), 1e-9));
  const MatrixXd u = degree.cwiseSqrt().cwiseInverse().asDiagonal() * by_rows(spectrum.rows, m);
  CHECK(largest(u.transpose() * u - MatrixXd::Identity(m, m)) < tolerance);
  for (Index j = 0; j < m; ++j) {
    CHECK((s * u.col(j) - values[j] * u.col(j)).norm() < tolerance);
    CHECK(spectrum.solution.residuals[j] < tolerance && spectrum.solution.residuals[j] >= 0);
  }
}

TEST("the spectrum of bins: values and vectors of S, for any threads") {
  for (Index n : {45, 300})
    for (Index m : {3, 4, 9, 13}) {
      Random random(static_cast<unsigned>(n + m));
      const Data data = make_blobs(n, 2, 3, 1.5, 0.3, random);
      const Draws draws(64, 2, 1.0, random);
      const DenseRows rows = data.rows();
      const ScaledRows scaled(rows, no_scaling(2), Reading());
      const Bins bins = make_bins(scaled, draws.grids(), false, Context(1));
      const SpectrumOptions options = spectrum_options(3, m);
      const Spectrum spectrum = row_spectrum(bins, options, Context(1));
      CHECK(spectrum.components.size.size() == 1 && spectrum.components.stray_rows == 0);
      CHECK(spectrum.solution.counts.dense == (n == 45) && spectrum.solution.eigenvalues[0] == 1);
      check_spectrum(spectrum, exact_similarity(table_of(data), draws), m, 1e-3);
      check_weights(spectrum, bins);
      const TwoSided both(bins, Context(1));
      const Spectrum two_sided = row_spectrum(both, options, Context(1));
      check_spectrum(two_sided, exact_similarity(table_of(data), draws, true), m, 1e-3);
      check_weights(two_sided, both);
      for (int count : {2, 3}) {
        const Spectrum more = row_spectrum(bins, options, Context(count));
        CHECK(more.rows == spectrum.rows && more.weights == spectrum.weights);
        CHECK(more.solution.eigenvalues == spectrum.solution.eigenvalues);
      }
      SpectrumOptions without = options;
      without.keep_weights = false;
      const Spectrum bare = row_spectrum(bins, without, Context(1));
      CHECK(bare.weights.empty() && bare.rows == spectrum.rows);
    }
}

// Each row's three landmarks of its block, of which there are as many as sizes.
struct Blocks {
  MatrixXd z;
  std::unique_ptr<LandmarkFeatures> features;

  Blocks(const std::vector<Index>& sizes, float link, Random& random) {
    const Index per_block = 12, n_blocks = static_cast<Index>(sizes.size());
    NearestLandmarks nearest;
    std::vector<float> weights;
    for (Index g = 0; g < n_blocks; ++g)
      for (Index r = 0; r < sizes[g]; ++r)
        for (Index j = 0; j < 4; ++j) {  // the last leads to the next block
          const Index block = j < 3 ? g : (g + 1) % n_blocks;
          nearest.landmark.push_back(static_cast<std::int32_t>(block * per_block + random() % 4 + 4 * (j % 3)));
          weights.push_back(j < 3 ? 0.2f + static_cast<float>(random() % 100) / 100 : r % 3 == 0 ? link : 0.0f);
        }
    nearest.n_rows = static_cast<Index>(weights.size()) / 4;
    nearest.n_landmarks = n_blocks * per_block;
    nearest.n_nearest = 4;
    z = MatrixXd::Zero(nearest.n_rows, nearest.n_landmarks);
    for (std::size_t q = 0; q < weights.size(); ++q)
      z(static_cast<Index>(q) / 4, nearest.landmark[q]) += static_cast<double>(weights[q]);
    features = std::make_unique<LandmarkFeatures>(LandmarkLinks(nearest, weights));
  }
  MatrixXd similarity() const {
    const VectorXd sums = z.colwise().sum();
    return z * (sums.array() > 0).select(sums.cwiseInverse(), 0.0).asDiagonal() * z.transpose();
  }
};

TEST("both sides have the same spectrum") {
  for (float link : {1e-4f, 1e-2f, 0.2f})
    for (Index m : {3, 7}) {
      Random random(static_cast<unsigned>(m));
      const Blocks blocks({90, 70, 60}, link, random);
      const TwoSided both(*blocks.features, Context(1));
      for (Index dense_rows : {20, 400}) {
        SpectrumOptions options = spectrum_options(3, m);
        options.solver.dense_rows = dense_rows;
        const Spectrum by_row = row_spectrum(both, options, Context(scrb_test::threads()));
        const Spectrum by_bin = bin_spectrum(both, options, Context(scrb_test::threads()));
        CHECK(by_bin.solution.counts.dense == (dense_rows == 400));
        CHECK(by_bin.components.size.size() == 1);
        check_spectrum(by_row, blocks.similarity(), m, 1e-3);
        check_spectrum(by_bin, blocks.similarity(), m, 2e-3);
        check_weights(by_row, both);
        check_weights(by_bin, both);
        options.keep_weights = false;
        const Spectrum bare = bin_spectrum(both, options, Context(1));
        CHECK(bare.weights.empty() && bare.rows == by_bin.rows);
      }
    }
}

TEST("all rows for one component: the spectrum without its first vector") {
  Random random(1);
  for (const bool linked : {true, false}) {
    const Blocks blocks({60, 50, 40}, linked ? 0.05f : 0.0f, random);
    const TwoSided both(*blocks.features, Context(1));
    const Spectrum spectrum = bin_spectrum_of_all(both, spectrum_options(3, 3), Context(scrb_test::threads()));
    const MatrixXd s = normalized(blocks.similarity());
    const VectorXd exact = dense_pairs(s).values;
    CHECK(largest(by_rows(spectrum.solution.eigenvalues, 1).topRows(3) - exact.segment(1, 3)) < 1e-6);
    CHECK(exact[1] > 0.9 && (linked ? exact[1] < 0.999 : near(exact[2], 1, 1e-12)));
    CHECK(spectrum.components.found == 1 && spectrum.components.size == std::vector<Index>{150});
    const VectorXd root = blocks.similarity().rowwise().sum().cwiseSqrt();
    const MatrixXd u = root.cwiseInverse().asDiagonal() * by_rows(spectrum.rows, 3);
    CHECK(largest(u.transpose() * root.normalized()) < 1e-3);  // none of the first
    for (Index j = 0; j < 3; ++j) CHECK((s * u.col(j) - exact[j + 1] * u.col(j)).norm() < 2e-3);
  }
}

TEST("components without links have values of exactly 1, stray rows no place") {
  Random random(2);
  const Blocks blocks({90, 1, 70, 60}, 0.0f, random);
  const TwoSided both(*blocks.features, Context(1));
  for (const bool by_rows_side : {true, false}) {
    const SpectrumOptions options = spectrum_options(3, 5);
    const Spectrum spectrum =
        by_rows_side ? row_spectrum(both, options, Context(1)) : bin_spectrum(both, options, Context(1));
    CHECK(spectrum.components.size == (std::vector<Index>{90, 70, 60}) && spectrum.components.stray_rows == 1);
    for (Index j = 0; j < 3; ++j) CHECK(spectrum.solution.eigenvalues[j] == 1);
    const VectorXd exact = dense_pairs(normalized(blocks.similarity())).values;
    for (Index j = 3; j < 5; ++j) CHECK(near(spectrum.solution.eigenvalues[j], exact[j + 1], 1e-6));
    CHECK(spectrum.solution.eigenvalues[3] < 0.999 && spectrum.solution.counts.converged == 5);
    for (Index j = 0; j < 5; ++j) CHECK(spectrum.rows[90 * 5 + j] == 0);
    // the first three vectors tell the components
    for (Index i = 0; i < 221; ++i)
      for (Index c = 0; c < 3; ++c)
        CHECK((spectrum.components.of_row[i] == c) == (std::fabs(spectrum.rows[i * 5 + c]) > 1e-6));
    check_weights(spectrum, both);
  }
}

TEST("a graph's values are those of S, below 0 as well") {
  // two complete graphs of four nodes each: 1, 1, then -1/3
  MatrixXd w = MatrixXd::Zero(8, 8);
  for (Index i = 0; i < 8; ++i)
    for (Index j = 0; j < 8; ++j) w(i, j) = i != j && i / 4 == j / 4;
  const Graph complete({8, 8, nullptr, nullptr, w.data()});
  const Spectrum two = row_spectrum(complete, spectrum_options(2, 6), Context());
  CHECK(two.n_vectors == 2 && two.solution.eigenvalues.size() == 3);
  CHECK(two.solution.eigenvalues[1] == 1 && near(two.solution.eigenvalues[2], -1 / 3.0, 1e-9));
  check_weights(two, complete);

  for (Index n : {40, 160}) {  // two blocks, each of two sides: -1 is a value as well as 1
    Random random(static_cast<unsigned>(n));
    w = MatrixXd::Zero(n, n);
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < i; ++j) {
        const bool block = i % 2 == j % 2, across = i / 2 % 2 != j / 2 % 2;
        if (across) w(i, j) = w(j, i) = (block ? 1 : 0.05) * static_cast<double>(1 + random() % 9);
      }
    const Graph graph({n, n, nullptr, nullptr, w.data()});
    const VectorXd exact = dense_pairs(normalized(w)).values;
    CHECK(near(exact[n - 1], -1, 1e-9) && exact[n - 2] < -0.8);
    const Spectrum spectrum = row_spectrum(graph, spectrum_options(2, 2), Context(scrb_test::threads()));
    CHECK(spectrum.solution.counts.dense == (n == 40));
    check_spectrum(spectrum, w, 2, 1e-3);
    check_weights(spectrum, graph);
  }
}

TEST("a graph with a node alone") {
  Random random(3);
  const Index n = 101;
  MatrixXd w = MatrixXd::Zero(n, n);
  for (Index i = 0; i + 1 < n; ++i)
    for (Index j = 0; j < i; ++j)
      if (i % 3 == j % 3) w(i, j) = w(j, i) = 0.1 + static_cast<double>(random() % 9);
  const Graph graph({n, n, nullptr, nullptr, w.data()});
  const Spectrum spectrum = row_spectrum(graph, spectrum_options(3, 3), Context());
  CHECK(spectrum.components.stray_rows == 1 && spectrum.solution.smallest_degree == 0);
  for (Index j = 0; j < 3; ++j) CHECK(spectrum.solution.eigenvalues[j] == 1 && spectrum.rows[100 * 3 + j] == 0);
  check_weights(spectrum, graph);
}

// The reason for which there is no spectrum, and what there is; -1 where there is one.
template <class Run>
std::pair<int, Index> failure(Run run) {
  try {
    run();
  } catch (const CannotCluster& why) {
    return {static_cast<int>(why.reason), why.found};
  }
  return {-1, 0};
}

TEST("why there is no spectrum") {
  using Reason = CannotCluster::Reason;
  Random random(4);
  const auto of_reason = [](Reason reason, Index found) {
    return std::pair<int, Index>(static_cast<int>(reason), found);
  };
  const Blocks alone({1, 1, 1, 1}, 0.0f, random), few({9, 2, 2, 2, 2}, 0.0f, random), good({50, 40}, 0.1f, random);
  for (const bool by_row : {true, false}) {
    const auto run = [&](const Blocks& blocks, const SpectrumOptions& options) {
      return failure([&] {
        const TwoSided both(*blocks.features, Context(1));
        by_row ? row_spectrum(both, options, Context(1)) : bin_spectrum(both, options, Context(1));
      });
    };
    CHECK(run(alone, spectrum_options(2, 2)) == of_reason(Reason::all_rows_alone, 0));
    SpectrumOptions strict = spectrum_options(10, 10);
    strict.smallest_component = 5;
    CHECK(run(few, strict) == of_reason(Reason::few_rows_left, 9));
    CHECK(run(good, spectrum_options(30, 30)) == of_reason(Reason::low_rank, 24));  // as many as landmarks
    CHECK(run(good, spectrum_options(2, 2)).first == -1);
  }
}

TEST("no more vectors than there are, but k; none whose value is 0") {
  Random random(5);
  const Blocks blocks({50, 40}, 0.1f, random);
  const TwoSided both(*blocks.features, Context(1));
  const Index rank = (dense_pairs(normalized(blocks.similarity())).values.array() > 1e-6).count();
  CHECK(rank == 24);
  for (const bool by_row : {true, false}) {
    const SpectrumOptions options = spectrum_options(2, 60);
    const Spectrum spectrum =
        by_row ? row_spectrum(both, options, Context(1)) : bin_spectrum(both, options, Context(1));
    CHECK(spectrum.n_vectors == rank);
    CHECK(by_row ? std::fabs(spectrum.solution.eigenvalues[24]) < 1e-9 : spectrum.solution.eigenvalues.size() <= 25);
    CHECK(largest(by_rows(spectrum.solution.eigenvalues, 1).topRows(24) -
                  dense_pairs(normalized(blocks.similarity())).values.head(24)) < 1e-6);
  }
}

TEST("weights of vectors: those beyond the k-th fade") {
  const std::vector<double> values = {1, 0.99, 0.9, 0.5, 0.1};
  CHECK(vector_weights(values, 3, 3) == std::vector<double>(3, 1.0));
  const std::vector<double> four = vector_weights(values, 2, 4);
  for (Index j = 0; j < 4; ++j) CHECK(near(four[j], 1 / std::sqrt((1 - values[j]) + 0.01), 1e-12));
  for (double weight : vector_weights({1, 1, 1, 1}, 2, 4)) CHECK(near(weight, 100, 1e-9));  // alike where all are 1
  VectorXd some(5);
  some << 1, 0.5, 1e-9, 1e-11, -0.5;
  CHECK(count_positive(some, 5) == 3 && count_positive(some, 2) == 2 && count_positive(some, 9) == 3);
}

TEST("spectra: steps are timed and told, interrupts heard") {
  Random random(6);
  const Blocks blocks({90, 70, 60}, 1e-2f, random);
  const TwoSided both(*blocks.features, Context(1));
  for (const bool by_row : {true, false}) {
    const auto run = [&](const Context& context) {
      return by_row ? row_spectrum(both, spectrum_options(3, 3), context)
                    : bin_spectrum(both, spectrum_options(3, 3), context);
    };
    Impatient patient;
    const Spectrum spectrum = run(Context(1, &patient));
    std::vector<std::string> steps;
    for (const auto& step : spectrum.seconds) steps.push_back(step.first);
    CHECK(steps == (std::vector<std::string>{"degrees", "singular_vectors", "embedding"}));
    CHECK(patient.sound && patient.orderly && patient.steps.count("singular_vectors") && patient.questions > 10);
    for (int patience = 0; patience < patient.questions; patience += 1 + patience) CHECK(is_stopped(patience, 1, run));
    CHECK(is_stopped(0, scrb_test::threads(), run));
  }
}

}  // namespace
