// Principal components against dense covariances.

#include "features/points.h"
#include "reference.h"
#include "spectrum/principal_components.h"
#include "test.h"

namespace {

using namespace scrb_test;
using Eigen::MatrixXd;

TEST("principal components: those of the dense covariance") {
  for (Index n : {50, 700})
    for (const bool sparse : {false, true}) {
      Random random(static_cast<unsigned>(n));
      Data data = draw_data(n, 30, 0, 1, random);
      for (Index i = 0; i < n; ++i)
        for (Index l = 0; l < 30; ++l) {
          data.at(i, l) = 5 + data.at(i, l) * (l < 4 ? 8 - 2 * static_cast<double>(l) : 0.3);
          if (sparse && random() % 3 == 0) data.at(i, l) = 0;
        }
      const SparseData stored(data);
      const DenseRows rows = data.rows();
      const SparseRows sparse_rows = stored.rows();
      const Rows& some = sparse ? static_cast<const Rows&>(sparse_rows) : rows;
      const ScaledRows scaled(some, no_scaling(30), Reading());
      const Block block = scaled.listed(every(n, 1), Context(1));
      const Projection found = principal_components(block, 3, Context(1));
      CHECK(found.n_components == 3 && found.n_cols == 30);
      MatrixXd x(n, 30);
      for (Index i = 0; i < n; ++i)
        for (Index l = 0; l < 30; ++l) x(i, l) = static_cast<float>(data.at(i, l));
      x.rowwise() -= x.colwise().mean().eval();
      const DensePairs exact = dense_pairs(x.transpose() * x);
      for (Index c = 0; c < 3; ++c) {
        const Eigen::Map<const Eigen::VectorXf> direction(found.directions.data() + 30 * c, 30);
        CHECK(near(std::fabs(direction.cast<double>().dot(exact.vectors.col(c))), 1, 1e-3));
        CHECK(near(direction.norm(), 1, 1e-5));
      }
      for (int count = 2; count <= 4; ++count)
        CHECK(principal_components(block, 3, Context(count)).directions == found.directions);
    }
}

TEST("principal components: no more than there are, and none of equal rows") {
  Data data(100, 6);
  for (Index i = 0; i < 100; ++i) {
    data.at(i, 0) = static_cast<double>(i);
    data.at(i, 3) = static_cast<double>(i * i % 37);
  }
  const DenseRows rows = data.rows();
  const ScaledRows scaled(rows, no_scaling(6), Reading());
  const Block block = scaled.listed(every(100, 1), Context(1));
  CHECK(principal_components(block, 5, Context(1)).n_components == 2);
  CHECK(principal_components(block, 1, Context(1)).n_components == 1);
  CHECK(principal_components(scaled.listed({4, 9}, Context(1)), 5, Context(1)).n_components == 1);
  const Projection none = principal_components(scaled.listed({4}, Context(1)), 5, Context(1));
  CHECK(none.n_components == 0 && none.directions.empty() && none.n_cols == 6);
}

TEST("principal components keep distances of rows that lie in a few directions") {
  Random random(7);
  const Index n = 3000, d = 80;
  Data data(n, d);  // three wide directions, and noise
  std::normal_distribution<double> noise(0, 1);
  for (Index i = 0; i < n; ++i) {
    const double a = 9 * noise(random), b = 6 * noise(random), c = 4 * noise(random);
    for (Index l = 0; l < d; ++l)
      data.at(i, l) = 5 + a * (l % 3 == 0) + b * (l % 3 == 1) + c * (l % 3 == 2) + 0.1 * noise(random);
  }
  const DenseRows rows = data.rows();
  const ScaledRows scaled(rows, no_scaling(d), Reading());
  const Block block = scaled.listed(every(n, 1), Context(1));
  const Projection projection = principal_components(block, 3, Context(scrb_test::threads()));
  // the first direction is that of columns 0, 3, ...
  for (Index l = 0; l < d; ++l)
    CHECK(near(std::fabs(projection.directions[l]), l % 3 == 0 ? 1 / std::sqrt(27.0) : 0, 0.05));
  const Points before = to_points(block), after = to_points(project(block, projection, Context(1)));
  for (Index i = 0; i + 1 < n; i += 100) {
    double gap = 0, projected = 0;
    for (Index l = 0; l < d; ++l) gap += std::pow(before.point(i)[l] - before.point(i + 1)[l], 2);
    for (Index c = 0; c < 3; ++c) projected += std::pow(after.point(i)[c] - after.point(i + 1)[c], 2);
    CHECK(projected <= gap * (1 + 1e-4) && near(projected, gap, 0.1 * gap + 3));
  }
}

}  // namespace
