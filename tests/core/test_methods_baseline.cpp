// The methods that random binning is compared with.

#include <Eigen/LU>

#include "cluster/stray.h"
#include "features/dense_features.h"
#include "methods/baseline.h"
#include "reference.h"
#include "support/cannot_cluster.h"
#include "test.h"

namespace {

using namespace scrb_test;
using Eigen::MatrixXd;
using Eigen::VectorXd;

const std::vector<Baseline> all_methods = {Baseline::kmeans, Baseline::exact, Baseline::kk_rs,   Baseline::kk_rf,
                                           Baseline::sv_rf,  Baseline::sc_rf, Baseline::nystrom, Baseline::lsc};

// Choices and draws for three clusters.
struct BaselinePlan {
  std::vector<double> frequencies, uniforms, landmark_uniforms;
  BaselineOptions options;
  BaselineDraws draws;

  BaselinePlan(Index n, Index d, Index n_frequencies, Random& random)
      : frequencies(d * n_frequencies), uniforms(draw_uniforms(15, random)),
        landmark_uniforms(draw_uniforms(60, random)) {
    std::cauchy_distribution<double> cauchy;
    for (double& value : frequencies) value = cauchy(random);
    draws.frequencies = frequencies.data();
    draws.n_frequencies = n_frequencies;
    draws.rows = every(n, 7);
    draws.uniforms = uniforms.data();
    draws.landmark_uniforms = landmark_uniforms.data();
    options.kmeans.k = 3;
    options.kmeans.n_starts = 5;
    options.solver.ncv = 12;
    options.landmarks.k = std::min<Index>(60, static_cast<Index>(draws.rows.size()));
    options.landmarks.max_iterations = 5;
    options.n_nearest = 5;
  }
  BaselineFit fit(Baseline method, const Rows& rows, const Context& context) {
    options.method = method;
    return fit_baseline(rows, no_scaling(rows.n_cols()), options, draws, context);
  }
};

bool same_fit(const BaselineFit& a, const BaselineFit& b) {
  return a.cluster == b.cluster && a.embedding == b.embedding && a.solution.eigenvalues == b.solution.eigenvalues &&
         a.centers == b.centers && a.kmeans.centers == b.kmeans.centers && a.landmarks.values == b.landmarks.values;
}

TEST("compared methods: blobs are found, by any threads, from rows in any form") {
  Random random(1);
  const Data data = make_blobs(500, 2, 3, 3.0, 0.2, random);
  const SparseData sparse(data);
  const DenseRows rows = data.rows();
  const SparseRows sparse_rows = sparse.rows();
  const ChunkedRows chunked(rows, 100);
  BaselinePlan plan(500, 2, 200, random);
  for (Baseline method : all_methods) {
    const BaselineFit one = plan.fit(method, rows, Context(1));
    CHECK(one.cluster == data.truth);
    CHECK(one.centers == cluster_centers(rows, one.cluster, 3, Context(1)));
    CHECK(same_fit(one, plan.fit(method, rows, Context(scrb_test::threads()))));
    CHECK(same_fit(one, plan.fit(method, sparse_rows, Context(1))));
    CHECK(same_fit(one, plan.fit(method, chunked, Context(1))));
    for (double residual : one.solution.residuals) CHECK(residual < 1e-3);
    const bool has_vectors = method != Baseline::kmeans && method != Baseline::kk_rs && method != Baseline::kk_rf;
    CHECK(one.solution.residuals.size() == (has_vectors ? 3u : 0u));
    const bool left_out = method == Baseline::kk_rs || method == Baseline::kk_rf;
    CHECK(static_cast<Index>(one.embedding.size()) == (left_out ? 0 : 500 * one.n_columns));
    CHECK(one.kmeans.size == (std::vector<Index>{167, 167, 166}) && !one.seconds.empty());
    CHECK((one.landmarks.count > 0) == (method == Baseline::lsc));
    const auto run = [&](const Context& context) { plan.fit(method, rows, context); };
    Impatient patient;
    run(Context(1, &patient));
    CHECK(patient.sound);
    for (int patience : {0, 1, 5}) CHECK(is_stopped(patience, 1, run));
    CHECK(is_stopped(1, scrb_test::threads(), run));
  }
}

// Rows that crowd less, and the matrices that methods stand for.
struct Reference {
  static constexpr Index n = 150;
  Data data;
  DenseRows rows;
  ScaledRows scaled;
  BaselinePlan plan;

  explicit Reference(Random& random)
      : data(make_blobs(n, 2, 3, 1.5, 0.4, random)), rows(data.rows()), scaled(rows, no_scaling(2), Reading()),
        plan(n, 2, 400, random) {
    plan.options.kernel.sigma = 2;
  }
  MatrixXd kernel(const std::vector<Index>& a, const std::vector<Index>& b) const {
    MatrixXd k(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i)
      for (std::size_t j = 0; j < b.size(); ++j) {
        double sum = 0;
        for (Index l = 0; l < 2; ++l) sum += std::fabs(data.at(a[i], l) - data.at(b[j], l));
        k(i, j) = std::exp(-sum / 2);
      }
    return k;
  }
  MatrixXd fourier() const {
    return fourier_features(scaled, plan.frequencies.data(), 400, Context(1)).rows(0, n).cast<double>();
  }
};

// Values, and unit rows of the vectors' space.
void check_vectors(const BaselineFit& fit, const MatrixXd& s, bool unit_rows) {
  const DensePairs exact = dense_pairs(s);
  CHECK(fit.n_columns == 3 && fit.solution.eigenvalues.size() == 4);
  CHECK(largest(by_rows(fit.solution.eigenvalues, 1).topRows(3) - exact.values.head(3)) < 1e-5);
  CHECK(near(fit.solution.eigenvalues[3], exact.values[3], 1e-2));  // a rough estimate
  CHECK(exact.values[2] - exact.values[3] > 0.01);
  MatrixXd expected = exact.vectors.leftCols(3);
  if (unit_rows) expected.rowwise().normalize();
  const MatrixXd found = by_rows(fit.embedding, 3);
  CHECK(largest(found * found.transpose() - expected * expected.transpose()) < 2e-3);
}

TEST("compared methods: the matrices that they stand for") {
  for (unsigned seed : {1, 2}) {
    Random random(seed);
    Reference reference(random);
    const DenseRows& rows = reference.rows;
    const auto fit = [&](Baseline method) { return reference.plan.fit(method, rows, Context(scrb_test::threads())); };
    const std::vector<Index> all = every(Reference::n, 1), some = reference.plan.draws.rows;

    const BaselineFit columns = fit(Baseline::kmeans);
    bool as_floats = columns.n_columns == 2;
    for (Index i = 0; i < Reference::n; ++i)
      for (Index l = 0; l < 2; ++l)
        as_floats = as_floats && columns.embedding[2 * i + l] == static_cast<float>(reference.data.at(i, l));
    CHECK(as_floats);

    const MatrixXd k = reference.kernel(all, all);
    const BaselineFit exact = fit(Baseline::exact);
    check_vectors(exact, normalized(k), true);
    CHECK(near(exact.solution.smallest_degree, k.rowwise().sum().minCoeff(), 1e-3));
    CHECK(near(exact.solution.largest_degree, k.rowwise().sum().maxCoeff(), 1e-3));

    const MatrixXd c = reference.kernel(all, some), a = reference.kernel(some, some);
    const BaselineFit nystrom = fit(Baseline::nystrom);
    check_vectors(nystrom, normalized(c * a.inverse() * c.transpose()), true);
    CHECK(nystrom.least_degree == 1 && nystrom.raised == 0);

    const MatrixXd z = reference.fourier();
    check_vectors(fit(Baseline::sv_rf), z * z.transpose() / Reference::n, false);
    const BaselineFit sc_rf = fit(Baseline::sc_rf);
    const VectorXd degree = z * z.colwise().sum().transpose();
    CHECK(sc_rf.least_degree >= 1 && sc_rf.raised == (degree.array() < sc_rf.least_degree).count());
    CHECK(sc_rf.nonpositive == (degree.array() <= 0).count());
    const VectorXd root = degree.cwiseMax(sc_rf.least_degree).cwiseSqrt().cwiseInverse();
    check_vectors(sc_rf, root.asDiagonal() * z * z.transpose() * root.asDiagonal(), true);
  }
}

TEST("compared methods: landmarks by k-means, relative weights") {
  Random random(3);
  Reference reference(random);
  reference.plan.options.kmeans.k = 2;
  const BaselineFit fit = reference.plan.fit(Baseline::lsc, reference.rows, Context(scrb_test::threads()));
  const Index count = fit.landmarks.count;
  CHECK(count == 22 && fit.landmarks.n_cols == 2);
  MatrixXd z = MatrixXd::Zero(Reference::n, count);
  for (Index i = 0; i < Reference::n; ++i) {
    std::vector<std::pair<double, Index>> nearest;
    for (Index p = 0; p < count; ++p) {
      double sum = 0;
      for (Index l = 0; l < 2; ++l) sum += std::fabs(reference.data.at(i, l) - fit.landmarks.point(p)[l]);
      nearest.emplace_back(sum, p);
    }
    std::sort(nearest.begin(), nearest.end());
    for (Index j = 0; j < 5; ++j) z(i, nearest[j].second) = std::exp(-nearest[j].first / 2);
    z.row(i) /= z.row(i).sum();
  }
  const VectorXd sums = z.colwise().sum();
  const MatrixXd k = z * (sums.array() > 0).select(sums.cwiseInverse(), 0.0).asDiagonal() * z.transpose();
  const DensePairs exact = dense_pairs(normalized(k));
  CHECK(largest(by_rows(fit.solution.eigenvalues, 1).topRows(2) - exact.values.segment(1, 2)) < 1e-5);
  CHECK(exact.values[2] - exact.values[3] > 0.1);
  MatrixXd expected = exact.vectors.middleCols(1, 2);
  expected.rowwise().normalize();
  const MatrixXd found = by_rows(fit.embedding, 2);
  CHECK(largest(found * found.transpose() - expected * expected.transpose()) < 2e-3);
}

TEST("compared methods: factors, levels a distance of 1 apart") {
  Random random(4);
  const Index n = 120;
  std::vector<int> code;
  std::vector<double> number;
  for (Index i = 0; i < n; ++i) {
    code.push_back(static_cast<int>(i % 3) + 1);
    number.push_back(static_cast<double>(random() % 100) / 1000);
  }
  const DenseRows rows(n, {{number.data(), nullptr}, {nullptr, code.data()}}, {0, 3});
  BaselinePlan plan(n, 4, 200, random);
  plan.options.kernel.sigma = 0.5;
  for (double& value : plan.frequencies) value *= 2;
  for (Baseline method : all_methods) {
    const BaselineFit fit = plan.fit(method, rows, Context(1));
    for (Index i = 0; i < n; ++i) CHECK(fit.cluster[i] == i % 3);
    for (Index c = 0; c < 3; ++c) CHECK(fit.centers[2 * c + 1] == static_cast<double>(c + 1));
  }
  // similarities of levels: exp(-1 / sigma), squared distances 1
  for (Kernel::Shape shape : {Kernel::Shape::laplacian, Kernel::Shape::gaussian}) {
    plan.options.kernel.shape = shape;
    const BaselineFit exact = plan.fit(Baseline::exact, rows, Context(1));
    MatrixXd k(n, n);
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j) {
        const double gap = std::fabs(number[i] - number[j]), apart = code[i] != code[j];
        k(i, j) = shape == Kernel::Shape::laplacian ? std::exp(-(gap + apart) / 0.5)
                                                    : std::exp(-(gap * gap + apart) / (2 * 0.25));
      }
    CHECK(largest(by_rows(exact.solution.eigenvalues, 1) - dense_pairs(normalized(k)).values.head(4)) < 1e-5);
  }
}

TEST("compared methods: why there is no fit") {
  using Reason = CannotCluster::Reason;
  Random random(5);
  Data copies(60, 1);
  for (Index i = 0; i < 60; ++i) copies.at(i, 0) = static_cast<double>(i % 2);
  const Data data = make_blobs(60, 1, 3, 3.0, 0.2, random);
  BaselinePlan plan(60, 1, 50, random);
  const auto reason = [&](Baseline method, const Data& some) {
    try {
      plan.fit(method, some.rows(), Context(1));
    } catch (const CannotCluster& why) {
      return static_cast<int>(why.reason);
    }
    return -1;
  };
  for (Baseline method : all_methods) {
    CHECK(reason(method, copies) == static_cast<int>(Reason::few_distinct_rows));
    CHECK(reason(method, data) == -1);
  }
  plan.options.landmarks.k = 3;
  CHECK(reason(Baseline::lsc, data) == static_cast<int>(Reason::few_landmarks));
  plan.draws.rows = {0, 3};
  CHECK(reason(Baseline::nystrom, data) == static_cast<int>(Reason::low_rank));
  plan.draws.n_frequencies = 1;
  CHECK(reason(Baseline::sv_rf, data) == static_cast<int>(Reason::low_rank));
}

}  // namespace
