// The solver against dense eigenvalues: crowded, repeated and missing ones as well.

#include <Eigen/QR>

#include "reference.h"
#include "spectrum/dense_operators.h"
#include "spectrum/singular_vectors.h"
#include "test.h"

namespace {

using namespace scrb_test;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// The normalised similarity of k blocks of rows, of which each pair is linked with strength `link`.
MatrixXd block_matrix(Index n, Index k, double link, Random& random) {
  std::uniform_real_distribution<double> uniform(0.2, 1);
  MatrixXd s(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j <= i; ++j) s(i, j) = s(j, i) = uniform(random) * (i % k == j % k ? 1 : link);
  s.diagonal().array() += 5;
  return normalized(s);
}

SolverOptions solver_options(Index wanted) {
  SolverOptions options;
  options.ncv = std::max<Index>(12, 3 * (wanted + 1));
  options.dense_rows = 100;  // so that small matrices are iterated for
  return options;
}

double off_orthonormal(const MatrixXd& vectors) {
  return largest(vectors.transpose() * vectors - MatrixXd::Identity(vectors.cols(), vectors.cols()));
}

// The leading `wanted` values, orthonormal vectors, residuals within the tolerance, and the space that the vectors span
// where the next value is apart.
void check_pairs(const MatrixXd& a, const EigenPairs& pairs, Index wanted, const SolverOptions& options) {
  const DensePairs exact = dense_pairs(a);
  CHECK(pairs.values.size() == wanted + 1 && pairs.vectors.cols() == wanted && pairs.vectors.rows() == a.rows());
  CHECK(largest(pairs.values.head(wanted) - exact.values.head(wanted)) < 1e-6);
  CHECK(pairs.values[wanted] <= exact.values[wanted] + 1e-6 && pairs.values[wanted] <= pairs.values[wanted - 1] + 1e-9);
  CHECK(off_orthonormal(pairs.vectors) < 1e-8);
  for (Index j = 0; j < wanted; ++j) {
    const VectorXd residual = a * pairs.vectors.col(j) - pairs.values[j] * pairs.vectors.col(j);
    CHECK(residual.norm() < 2 * options.tolerance * std::max(pairs.values[j], 1e-6));
  }
  CHECK(pairs.counts.converged == wanted && pairs.counts.products > 0);
  if (exact.values[wanted - 1] - exact.values[wanted] < 1e-3) return;
  const MatrixXd top = exact.vectors.leftCols(wanted);
  CHECK(largest(pairs.vectors - top * (top.transpose() * pairs.vectors)) < 1e-3);
}

TEST("eigenpairs: blocks without links, with weak and with stronger ones") {
  for (Index n : {40, 150})
    for (double link : {0.0, 1e-6, 1e-4, 1e-3})
      for (Index k : {2, 5, 10}) {
        Random random(static_cast<unsigned>(n + k));
        const MatrixXd a = block_matrix(n, k, link, random);
        const VectorXd exact = dense_pairs(a).values;
        CHECK(exact[k - 1] > 0.95 && exact[k - 1] - exact[k] > 0.1);  // k values that crowd near 1
        const SolverOptions options = solver_options(k);
        Impatient progress;
        const EigenPairs pairs = top_eigenpairs(MatrixOperator(a), k, options, Context(1, &progress));
        CHECK(pairs.counts.dense == (n == 40));
        CHECK(progress.sound && progress.orderly && progress.steps.count("singular_vectors"));
        check_pairs(a, pairs, k, options);
      }
}

TEST("eigenpairs: more rows than are solved for densely") {
  Random random(1);
  const MatrixXd a = block_matrix(520, 10, 1e-4, random);
  SolverOptions options;
  options.ncv = 33;
  const EigenPairs pairs = top_eigenpairs(MatrixOperator(a), 10, options, Context(scrb_test::threads()));
  CHECK(!pairs.counts.dense);
  check_pairs(a, pairs, 10, options);
  options.dense_rows = 520;
  CHECK(top_eigenpairs(MatrixOperator(a), 10, options, Context()).counts.dense);
}

// Values that are given, with random vectors.
MatrixXd with_values(const VectorXd& values, Random& random) {
  const Index n = values.size();
  const std::vector<double> drawn = draw_normals(n * n, random);
  const MatrixXd q = Eigen::HouseholderQR<MatrixXd>(by_rows(drawn, n)).householderQ();
  return q * values.asDiagonal() * q.transpose();
}

TEST("eigenpairs: every copy of a repeated value") {
  for (unsigned seed : {1, 2, 3})
    for (double apart : {0.0, 1e-9, 1e-4}) {
      Random random(seed);
      VectorXd values = VectorXd::LinSpaced(150, 0.6, 0);
      for (Index j = 0; j < 5; ++j) values[j] = 0.95 - apart * static_cast<double>(j);
      const MatrixXd a = with_values(values, random);
      const SolverOptions options = solver_options(5);
      const EigenPairs pairs = top_eigenpairs(MatrixOperator(a), 5, options, Context(1));
      CHECK(!pairs.counts.dense);
      check_pairs(a, pairs, 5, options);
      if (apart == 0) CHECK(pairs.counts.recovered > 0);  // a start vector alone sees one copy
    }
}

TEST("eigenpairs: without a re-check copies are missed, so there is one") {
  Random random(1);
  VectorXd values = VectorXd::LinSpaced(150, 0.6, 0);
  values.head(5).setConstant(0.95);
  const MatrixXd a = with_values(values, random);
  SolverOptions options = solver_options(5);
  options.recheck = Recheck::never;
  const EigenPairs fewer = top_eigenpairs(MatrixOperator(a), 5, options, Context(1));
  CHECK(fewer.counts.recovered == 0 && fewer.values[4] < 0.94);
  options.recheck = Recheck::always;
  check_pairs(a, top_eigenpairs(MatrixOperator(a), 5, options, Context(1)), 5, options);
}

TEST("eigenpairs: none, one, all but one, all") {
  Random random(2);
  const MatrixXd a = block_matrix(160, 3, 0.1, random), small = a.topLeftCorner(6, 6);
  SolverOptions options = solver_options(1);
  const EigenPairs none = top_eigenpairs(MatrixOperator(a), 0, options, Context());
  CHECK(none.vectors.cols() == 0 && none.vectors.rows() == 160 && none.values.size() == 1);
  CHECK(near(none.values[0], 1, 0.02) && !none.counts.dense);
  check_pairs(a, top_eigenpairs(MatrixOperator(a), 1, options, Context()), 1, options);
  check_pairs(small, top_eigenpairs(MatrixOperator(small), 5, options, Context()), 5, options);
  for (const bool is_small : {true, false}) {  // all of them, however many
    options.dense_rows = is_small ? 100 : 2;
    const EigenPairs all = top_eigenpairs(MatrixOperator(small), 6, options, Context());
    CHECK(all.counts.dense && all.vectors.cols() == 6 && all.values.size() == 6);
    CHECK(largest(all.values - dense_pairs(small).values) < 1e-12);
  }
  const EigenPairs nothing = top_eigenpairs(MatrixOperator(small), 0, options, Context());
  CHECK(nothing.vectors.cols() == 0 && near(nothing.values[0], dense_pairs(small).values[0], 1e-12));
}

TEST("eigenpairs: fewer values above 0 than are wanted") {
  Random random(3);
  for (Index rank : {0, 1, 3}) {
    VectorXd values = VectorXd::Zero(140);
    for (Index j = 0; j < rank; ++j) values[j] = 0.8 - 0.2 * static_cast<double>(j);
    const MatrixXd a = with_values(values, random);
    const EigenPairs pairs = top_eigenpairs(MatrixOperator(a), 5, solver_options(5), Context());
    CHECK(pairs.values.size() == 6 && pairs.vectors.cols() == 5);
    CHECK(largest(pairs.values - values.head(6)) < 1e-9);
    CHECK(off_orthonormal(pairs.vectors) < 1e-8);
  }
}

TEST("eigenpairs: dense where that is cheaper, or where there is no other way") {
  Random random(4);
  const MatrixXd a = block_matrix(99, 3, 0.01, random);
  SolverOptions options = solver_options(3);
  CHECK(top_eigenpairs(MatrixOperator(a), 3, options, Context()).counts.dense);
  options.dense_rows = 50;
  const EigenPairs pairs = top_eigenpairs(MatrixOperator(a), 3, options, Context());
  CHECK(!pairs.counts.dense && pairs.counts.products < 99);
  check_pairs(a, pairs, 3, options);
  options.ncv = 100;
  CHECK(top_eigenpairs(MatrixOperator(a), 3, options, Context()).counts.dense);
}

TEST("eigenpairs: the best there are when there is no more time") {
  Random random(5);
  const MatrixXd a = with_values(VectorXd::LinSpaced(200, 0.8, 0), random);  // nothing is apart
  SolverOptions options = solver_options(4);
  options.tolerance = 1e-12;
  options.most_products = 20;
  options.recheck = Recheck::never;
  const EigenPairs pairs = top_eigenpairs(MatrixOperator(a), 4, options, Context());
  CHECK(pairs.counts.converged < 4 && pairs.counts.stopped && pairs.counts.products == 20);
  CHECK(off_orthonormal(pairs.vectors) < 1e-8);
  for (Index j = 0; j < 4; ++j) {
    CHECK(near(pairs.vectors.col(j).dot(a * pairs.vectors.col(j)), pairs.values[j], 1e-8));
    CHECK(pairs.values[j] < 0.8 + 1e-9 && pairs.values[j] > 0.5);
  }
}

TEST("eigenpairs: a bound on products that is smaller than what is wanted") {
  Random random(7);
  VectorXd values = VectorXd::LinSpaced(150, 0.6, 0);
  values.head(5).setConstant(0.95);
  const MatrixXd a = with_values(values, random);
  SolverOptions options = solver_options(5);
  for (Index most : {1, 5, 30, 45, 60}) {
    options.most_products = most;
    options.recheck = Recheck::always;
    const EigenPairs pairs = top_eigenpairs(MatrixOperator(a), 5, options, Context());
    CHECK(pairs.vectors.cols() == 5 && pairs.values.size() == 6);
    CHECK(off_orthonormal(pairs.vectors) < 1e-8);
  }
}

TEST("eigenpairs: vectors that fade are found as well as others") {
  for (Index fade_from : {1, 3}) {
    Random random(6);
    VectorXd values = VectorXd::LinSpaced(160, 0.5, 0);
    values.head(6) << 0.99, 0.98, 0.97, 0.9, 0.9, 0.8;
    const MatrixXd a = with_values(values, random);
    SolverOptions options = solver_options(6);
    options.fade_from = fade_from;
    check_pairs(a, top_eigenpairs(MatrixOperator(a), 6, options, Context()), 6, options);
  }
}

// Products with a diagonal matrix, `block` at a time.
class DiagonalOperator : public SymmetricOperator {
 public:
  explicit DiagonalOperator(VectorXd values, Index block = 1) : values_(std::move(values)), block_(block) {}
  Index block() const override { return block_; }
  Index n_rows() const override { return values_.size(); }
  void apply(const double* x, double* y) const override {
    for (Index i = 0; i < n_rows(); ++i) y[i] = values_[i] * x[i];
  }

 private:
  VectorXd values_;
  Index block_;
};

TEST("eigenpairs: blocks of vectors find what single ones find, copies without a re-check") {
  for (Index block : {1, 2, 3, 4})
    for (Index wanted : {1, 4, 7}) {
      VectorXd values = VectorXd::LinSpaced(400, 0.6, 0);
      values.head(8) << 0.99, 0.98, 0.98, 0.97, 0.9, 0.85, 0.8, 0.7;
      const MatrixXd a = values.asDiagonal();
      SolverOptions options = solver_options(wanted);
      options.ncv = 40;
      check_pairs(a, top_eigenpairs(DiagonalOperator(values, block), wanted, options, Context()), wanted, options);
      if (block < 2) continue;
      options.recheck = Recheck::never;
      check_pairs(a, top_eigenpairs(DiagonalOperator(values, block), wanted, options, Context()), wanted, options);
    }
}

TEST("eigenpairs: a block that is all there is, or has copies of itself") {
  VectorXd values = VectorXd::Zero(300);  // the start has a part in three values only
  values.head(2) << 0.9, 0.4;
  for (Index block : {2, 4}) {
    const SolverOptions options = solver_options(4);
    const EigenPairs pairs = top_eigenpairs(DiagonalOperator(values, block), 4, options, Context());
    CHECK(largest(pairs.values - values.head(5)) < 1e-9 && off_orthonormal(pairs.vectors) < 1e-8);
  }
}

TEST("eigenpairs: the same bits for any threads, and interrupts") {
  const Index n = 70001;
  VectorXd values = VectorXd::Zero(n);
  for (Index j = 0; j < 40; ++j) values[1700 * j + 1] = 0.01 * static_cast<double>(j);
  values[100] = 0.95;
  values[60000] = 0.9;
  values[69999] = 0.85;
  const DiagonalOperator op(values);
  const SolverOptions options = solver_options(3);
  const EigenPairs one = top_eigenpairs(op, 3, options, Context(1));
  CHECK(near(one.values[0], 0.95, 1e-8) && near(one.values[1], 0.9, 1e-8) && near(one.values[2], 0.85, 1e-8));
  CHECK(near(std::fabs(one.vectors(100, 0)), 1, 1e-4));
  CHECK(near(std::fabs(one.vectors(60000, 1)), 1, 1e-4) && near(std::fabs(one.vectors(69999, 2)), 1, 1e-4));
  for (int count : {2, 3}) {
    const EigenPairs more = top_eigenpairs(op, 3, options, Context(count));
    CHECK(more.values == one.values && more.vectors == one.vectors);
    CHECK(more.counts.products == one.counts.products);
  }
  for (int patience : {0, 10, 30})
    CHECK(is_stopped(patience, scrb_test::threads(),
                     [&](const Context& context) { top_eigenpairs(op, 3, options, context); }));
}

}  // namespace
