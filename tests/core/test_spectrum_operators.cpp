// Degrees, components and the operators of step 3 against dense matrices.

#include "features/bins.h"
#include "features/graph.h"
#include "features/landmarks.h"
#include "features/two_sided.h"
#include "reference.h"
#include "spectrum/bin_operator.h"
#include "spectrum/dense_operators.h"
#include "spectrum/normalized_operator.h"
#include "test.h"

namespace {

using namespace scrb_test;
using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd as_vector(const std::vector<double>& values) { return by_rows(values, 1); }

// Rows in groups without links, the last of which is a row alone: links of group g to landmarks 3 g, 3 g + 1, 3 g + 2.
struct Groups {
  std::vector<Index> sizes;
  Index n = 0;
  MatrixXd z;
  std::vector<std::int32_t> group;
  std::unique_ptr<LandmarkFeatures> features;

  Groups(std::vector<Index> of_group, Random& random) : sizes(std::move(of_group)) {
    const Index n_landmarks = 3 * static_cast<Index>(sizes.size()) + 1;  // to the last nobody is linked
    NearestLandmarks nearest;
    std::vector<float> weights;
    for (std::size_t g = 0; g < sizes.size(); ++g)
      for (Index r = 0; r < sizes[g]; ++r) {
        group.push_back(static_cast<std::int32_t>(g));
        for (int j = 0; j < 3; ++j) {
          nearest.landmark.push_back(static_cast<std::int32_t>(3 * g) + j);
          weights.push_back(0.1f + static_cast<float>(random() % 100) / 100);
        }
      }
    n = nearest.n_rows = static_cast<Index>(group.size());
    nearest.n_landmarks = n_landmarks;
    nearest.n_nearest = 3;
    z = MatrixXd::Zero(n, n_landmarks);
    for (Index q = 0; q < 3 * n; ++q) z(q / 3, nearest.landmark[q]) = static_cast<double>(weights[q]);
    features = std::make_unique<LandmarkFeatures>(LandmarkLinks(nearest, weights));
  }
};

TEST("components: found, put aside, in order of size") {
  // as large as 200, 100, 50, 3 and 1 rows, not in this order
  Random random(1);
  const Groups groups({100, 200, 3, 50, 1}, random);
  Components components = find_components(*groups.features, 5, smallest_cluster(354, 5), Context());
  CHECK(components.found == 5 && components.too_small == 1 && components.beyond_k == 0);
  CHECK((components.size == std::vector<Index>{200, 100, 50, 3}));
  CHECK(components.stray_rows == 1 && components.of_row.back() == Components::stray);
  const std::vector<std::int32_t> number_of = {1, 0, 3, 2, Components::stray};  // of each group
  bool right = true;
  for (Index i = 0; i < 354; ++i) right = right && components.of_row[i] == number_of[groups.group[i]];
  CHECK(right);
  components = find_components(*groups.features, 2, smallest_cluster(354, 2), Context());
  CHECK((components.size == std::vector<Index>{200, 100}));
  CHECK(components.found == 5 && components.too_small == 1);
  CHECK(components.beyond_k == 2 && components.stray_rows == 54);
  components = find_components(*groups.features, 5, 60, Context());
  CHECK(components.too_small == 3 && components.stray_rows == 54);
  components = find_components(*groups.features, 5, 1, Context());
  CHECK(components.too_small == 0 && components.stray_rows == 0 && components.size.size() == 5);
}

TEST("components: of equal ones the first, and as a search finds them") {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    Random random(seed);
    const Index n = 80;
    Data data(n, 1);
    for (double& value : data.x) value = static_cast<double>(random() % 100);
    const Draws draws(5, 1, 0.3, random);
    const DenseRows rows = data.rows();
    const ScaledRows scaled(rows, no_scaling(1), Reading());
    const Bins bins = make_bins(scaled, draws.grids(), false, Context(1));
    const Components components = find_components(bins, n, 1, Context());
    const std::vector<Index> exact = exact_components(exact_similarity(table_of(data), draws));
    CHECK(same_partition(components.of_row, exact));
    CHECK(components.found == static_cast<Index>(std::set<Index>(exact.begin(), exact.end()).size()));
    CHECK(components.found > 10 && components.found < n);
    // larger ones first, of equal ones that of the first row
    std::vector<Index> first(components.size.size(), n), size(components.size.size(), 0);
    for (Index i = 0; i < n; ++i) {
      ++size[components.of_row[i]];
      first[components.of_row[i]] = std::min(first[components.of_row[i]], i);
    }
    CHECK(size == components.size);
    for (std::size_t c = 1; c < size.size(); ++c)
      CHECK(size[c] < size[c - 1] || (size[c] == size[c - 1] && first[c] > first[c - 1]));
  }
  CHECK(smallest_cluster(100, 5) == 2 && smallest_cluster(100000, 5) == 200);
}

// S of the rows that are not stray, without the vectors of the components.
MatrixXd deflated(const MatrixXd& k, const Components& components, bool halved) {
  const Index n = k.rows();
  VectorXd inside(n);
  for (Index i = 0; i < n; ++i) inside[i] = components.of_row[i] != Components::stray;
  MatrixXd s = inside.asDiagonal() * normalized(k) * inside.asDiagonal();
  if (halved) s = 0.5 * (s + MatrixXd(inside.asDiagonal()));
  for (std::size_t c = 0; c < components.size.size(); ++c) {
    VectorXd known(n);
    for (Index i = 0; i < n; ++i)
      known[i] = components.of_row[i] == static_cast<std::int32_t>(c) ? std::sqrt(k.row(i).sum()) : 0;
    known.normalize();
    s -= known * known.transpose();
  }
  return s;
}

void check_normalized(const Similarity& similarity, const MatrixXd& k, Index n_components, Index n_stray) {
  const Components components = find_components(similarity, 3, 2, Context());
  CHECK(static_cast<Index>(components.size.size()) == n_components && components.stray_rows == n_stray);
  const std::vector<double> degree = degrees(similarity, Context(scrb_test::threads()));
  CHECK(largest(as_vector(degree) - k.rowwise().sum()) < 1e-10 * (1 + largest(k)));
  const Context context(scrb_test::threads());
  const NormalizedOperator op(similarity, degree, components, 2, context);
  const MatrixXd expected = deflated(k, components, similarity.has_negative_values());
  CHECK(largest(matrix_of(op) - expected) < 1e-12);
  const VectorXd values = dense_pairs(expected).values;
  CHECK(values[0] < 1 && values[k.rows() - 1] > (similarity.has_negative_values() ? -1e-12 : -1.0));
  for (Index i = 0; i < k.rows(); ++i) {
    const bool stray = components.of_row[i] == Components::stray;
    CHECK(near(op.inverse_sqrt_degrees()[i], stray ? 0 : 1 / std::sqrt(degree[i]), 1e-12));
    CHECK((op.known_vector()[i] == 0) == stray);
  }
  CHECK(is_stopped(0, 1, [&](const Context& asked) {
    const NormalizedOperator stopped(similarity, degree, components, 2, asked);
    VectorXd y(k.rows());
    stopped.apply(y.data(), y.data());
  }));
}

TEST("the normalised operator of bins, without what is known, is that of the matrix") {
  for (Index n : {50, 300})
    for (double sigma : {0.3, 2.0}) {
      Random random(static_cast<unsigned>(n));
      const Data data = make_blobs(n, 2, 3, sigma > 1 ? 2.0 : 100.0, 0.3, random);
      const Draws draws(40, 2, sigma, random);
      const DenseRows rows = data.rows();
      const ScaledRows scaled(rows, no_scaling(2), Reading());
      const Bins bins = make_bins(scaled, draws.grids(), false, Context(1));
      check_normalized(bins, exact_similarity(table_of(data), draws), sigma > 1 ? 1 : 3, 0);
      const TwoSided both(bins, Context(1));
      check_normalized(both, exact_similarity(table_of(data), draws, true), sigma > 1 ? 1 : 3, 0);
    }
}

TEST("the normalised operator with stray rows") {
  Random random(2);
  const Groups groups({40, 60, 1, 30, 20}, random);
  check_normalized(*groups.features, groups.z * groups.z.transpose(), 3, 21);
  const TwoSided both(*groups.features, Context(1));
  const VectorXd sums = groups.z.colwise().sum();
  const MatrixXd k = groups.z * (sums.array() > 0).select(sums.cwiseInverse(), 0.0).asDiagonal() * groups.z.transpose();
  check_normalized(both, k, 3, 21);
}

TEST("the normalised operator: two vectors at a time are as one at a time") {
  Random random(5);
  const Index n = 100500;
  const Data data = make_blobs(n, 2, 4, 3.0, 0.5, random);
  const Draws draws(6, 2, 0.3, random);
  const DenseRows rows = data.rows();
  const Bins bins = make_bins(ScaledRows(rows, no_scaling(2), Reading()), draws.grids(), false, Context(2));
  const Components components = find_components(bins, 4, 2, Context(1));
  const std::vector<double> degree = degrees(bins, Context(2)), x = draw_normals(2 * n, random);
  const Context context(2);
  const NormalizedOperator op(bins, degree, components, 8, context), narrow(bins, degree, components, 2, context);
  CHECK(op.block() == 2 && narrow.block() == 1);
  std::vector<double> two(2 * n), one(2 * n), again(2 * n);
  op.apply_block(2, x.data(), two.data());
  narrow.apply_block(2, x.data(), one.data());
  CHECK(largest(by_rows(two, 1) - by_rows(one, 1)) < 1e-12);
  op.apply(x.data(), again.data());
  CHECK(std::equal(again.begin(), again.begin() + n, one.begin()));
}

TEST("the normalised operator of a graph is (I + S) / 2") {
  for (double density : {0.1, 0.8}) {
    Random random(3);
    const Index n = 120;
    MatrixXd w = MatrixXd::Zero(n, n);
    std::uniform_real_distribution<double> uniform(0, 1);
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < i; ++j)
        if (i % 2 == j % 2 && uniform(random) < density) w(i, j) = w(j, i) = uniform(random);
    w.row(7).setZero();
    w.col(7).setZero();
    const Graph graph({n, n, nullptr, nullptr, w.data()});
    const VectorXd alone = VectorXd::Unit(n, 7);  // whose degree is 0: any other gives the same
    const Components components = find_components(graph, 3, 2, Context());
    CHECK(components.size.size() == 2 && components.stray_rows == 1);
    const std::vector<double> degree = degrees(graph, Context(1));
    CHECK(largest(as_vector(degree) - w.rowwise().sum()) < 1e-12 && degree[7] == 0);
    const Context context(scrb_test::threads());
    const NormalizedOperator op(graph, degree, components, 2, context);
    const MatrixXd expected = deflated(w + alone * alone.transpose(), components, true);
    CHECK(largest(matrix_of(op) - expected) < 1e-12);
    CHECK(dense_pairs(expected).values[n - 1] > -1e-12);
  }
}

TEST("the operator on the side of the bins has the values of that on the side of the rows") {
  for (const bool with_stray : {false, true}) {
    Random random(4);
    const Groups groups(with_stray ? std::vector<Index>{40, 60, 1, 30, 20} : std::vector<Index>{80, 50}, random);
    const TwoSided both(*groups.features, Context(1));
    const Components components = find_components(both, 3, 2, Context());
    CHECK(components.stray_rows == (with_stray ? 21 : 0));
    const std::vector<double> degree = degrees(both, Context(1));
    const Context context(scrb_test::threads());
    const auto op_of_bins = make_bin_side(*groups.features, both.scale(), degree, components, context);
    const BinSide& op = *op_of_bins;
    CHECK(op.n_rows() == groups.z.cols());
    const VectorXd sums = groups.z.colwise().sum();
    const VectorXd inverse = (sums.array() > 0).select(sums.cwiseInverse().cwiseSqrt(), 0.0);
    CHECK(largest(as_vector(op.inverse_sqrt_sums()) - inverse) < 1e-12);
    VectorXd inside(groups.n);
    for (Index i = 0; i < groups.n; ++i)
      inside[i] = components.of_row[i] == Components::stray ? 0 : 1 / groups.z.row(i).sum();
    MatrixXd expected =
        inverse.asDiagonal() * groups.z.transpose() * inside.asDiagonal() * groups.z * inverse.asDiagonal();
    const MatrixXd known = op.known_vectors();
    CHECK(known.cols() == static_cast<Index>(components.size.size()));
    CHECK(largest(expected * known - known) < 1e-12);  // of value 1, orthonormal
    CHECK(largest(known.transpose() * known - MatrixXd::Identity(known.cols(), known.cols())) < 1e-12);
    expected -= known * known.transpose();
    CHECK(largest(matrix_of(op) - expected) < 1e-12);
    const MatrixXd k = groups.z * inverse.cwiseAbs2().asDiagonal() * groups.z.transpose();
    const VectorXd values = dense_pairs(expected).values, of_rows = dense_pairs(deflated(k, components, false)).values;
    CHECK(largest(values.head(6) - of_rows.head(6)) < 1e-12);
  }
}

TEST("operators of matrices that are there in full") {
  Random random(5);
  for (Index n : {1, 64, 150}) {
    const std::vector<double> drawn = draw_uniforms(n * n, random);
    const MatrixXd half = by_rows(drawn, n), k = half + half.transpose();
    CHECK(largest(matrix_of(MatrixOperator(k)) - k) < 1e-12);
    DenseFeatures kernel(n, n);
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j) kernel.values[i * n + j] = static_cast<float>(k(i, j));
    const MatrixXd as_float = kernel.rows(0, n).cast<double>();
    const VectorXd degree = as_float.rowwise().sum();
    for (int count : {1, 2, 3}) {
      const Context context(count);
      CHECK(largest(matrix_of(KernelOperator(kernel, degree, context)) - normalized(as_float)) < 1e-12);
    }
  }
}

}  // namespace
