#include "singular_vectors.h"

#include <Spectra/SymEigsSolver.h>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>

namespace scrb {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Up to this size the whole spectrum costs less than iterating for a part of it.
constexpr Index dense_rows = 512;

// Near 1 eigenvalues crowd (clusters that are almost apart), and below this distance from a neighbour
// one start vector may not tell two of them apart.
constexpr double crowded_value = 0.9;
constexpr double crowded_distance = 1e-3;
constexpr Index max_rechecks = 12;

constexpr Index max_refinements = 4;
constexpr double smallest_tolerance = 1e-10;

// A - V diag(l) V', as Spectra wants an operator.
class Deflated {
 public:
  using Scalar = double;
  Deflated(const SymmetricOperator& op, const MatrixXd& vectors, const VectorXd& values)
      : op_(op), vectors_(vectors), values_(values) {}
  Index rows() const { return op_.n_rows(); }
  Index cols() const { return rows(); }
  void perform_op(const double* x, double* y) const {
    op_.apply(x, y);
    if (vectors_.cols() == 0) return;
    const Eigen::Map<const VectorXd> in(x, rows());
    const VectorXd inner = vectors_.transpose() * in;
    Eigen::Map<VectorXd>(y, rows()).noalias() -= vectors_ * values_.cwiseProduct(inner);
  }

 private:
  const SymmetricOperator& op_;
  const MatrixXd& vectors_;
  const VectorXd& values_;
};

// Spectra, giving the best pairs it has whether they met the tolerance or not.
class Lanczos : public Spectra::SymEigsSolver<double, Spectra::LARGEST_ALGE, Deflated> {
 public:
  using Spectra::SymEigsSolver<double, Spectra::LARGEST_ALGE, Deflated>::SymEigsSolver;

  // The leading `count` Ritz vectors, and in `values` one value more.
  MatrixXd ritz_vectors(scrb::Index count, VectorXd& values) const {
    const Eigen::SelfAdjointEigenSolver<MatrixXd> small(this->m_fac.matrix_H());
    values = small.eigenvalues().reverse().head(count + 1);
    return this->m_fac.matrix_V() * small.eigenvectors().rowwise().reverse().leftCols(count);
  }
};

// Solves for the top `count` pairs of what is left after deflation, from `start` if it has any
// vectors; adds its costs to `pairs`.
MatrixXd solve(const Deflated& op, Index count, Index ncv, double tolerance, Index max_restarts, const MatrixXd& start,
               VectorXd& values, Index& converged, EigenPairs& pairs) {
  Deflated target = op;
  Lanczos lanczos(&target, count, ncv);
  if (start.cols() == 0) lanczos.init();
  else lanczos.init(VectorXd(start.rowwise().sum()).data());
  converged = lanczos.compute(max_restarts, tolerance);
  pairs.products += lanczos.num_operations();
  pairs.restarts += lanczos.num_iterations();
  return lanczos.ritz_vectors(count, values);
}

EigenPairs solve_dense(const SymmetricOperator& op, Index wanted) {
  const Index n = op.n_rows();
  MatrixXd a(n, n);
  VectorXd unit = VectorXd::Zero(n);
  for (Index i = 0; i < n; ++i) {
    unit[i] = 1;
    op.apply(unit.data(), a.data() + i * n);
    unit[i] = 0;
  }
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(0.5 * (a + a.transpose()));
  EigenPairs pairs;
  pairs.values = solver.eigenvalues().reverse().head(std::min(n, wanted + 1));
  pairs.vectors = solver.eigenvectors().rowwise().reverse().leftCols(wanted);
  pairs.converged = wanted;
  pairs.products = n;
  pairs.dense = true;
  return pairs;
}

bool crowded(const VectorXd& values, Index wanted) {
  for (Index j = 0; j < wanted; ++j) {
    if (values[j] > crowded_value) return true;
    if (values[j] - values[j + 1] < crowded_distance * values[j]) return true;
  }
  return false;
}

// Rayleigh-Ritz on [vectors, more]: keeps the best `wanted` pairs, and the next value.
void merge(const SymmetricOperator& op, const MatrixXd& more, double next, Index wanted, EigenPairs& pairs) {
  MatrixXd basis(pairs.vectors.rows(), pairs.vectors.cols() + more.cols());
  basis << pairs.vectors, more;
  const Eigen::HouseholderQR<MatrixXd> qr(basis);
  basis = qr.householderQ() * MatrixXd::Identity(basis.rows(), basis.cols());
  MatrixXd image(basis.rows(), basis.cols());
  for (Index j = 0; j < basis.cols(); ++j) op.apply(basis.data() + j * basis.rows(), image.data() + j * basis.rows());
  pairs.products += basis.cols();
  const MatrixXd small = basis.transpose() * image;
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(0.5 * (small + small.transpose()));
  const VectorXd values = solver.eigenvalues().reverse();
  pairs.vectors = basis * solver.eigenvectors().rowwise().reverse().leftCols(wanted);
  pairs.values.resize(wanted + 1);
  pairs.values << values.head(wanted), std::max(next, values.size() > wanted ? values[wanted] : 0.0);
}

// The residual at which the wanted vectors are told from the next one. The space they span turns by
// about residual / gap, and near 1 the scale of the gap is 1 - l, not l.
double needed_residual(const VectorXd& values, Index wanted) {
  const double next = values[wanted];
  return 0.05 * std::max(values[wanted - 1] - next, 0.02 * (1 - next));
}

// Looks for pairs that the first solve missed until there are none.
void recheck(const SymmetricOperator& op, Index wanted, Index ncv, const SolverOptions& options, EigenPairs& pairs) {
  const MatrixXd none(op.n_rows(), 0);
  Index ask = 1;
  for (Index round = 0; round < max_rechecks; ++round) {
    const VectorXd found = pairs.values.head(wanted);
    const Deflated rest(op, pairs.vectors, found);
    VectorXd values;
    Index converged = 0;
    const MatrixXd more =
        solve(rest, ask, ncv, options.tolerance, options.max_restarts, none, values, converged, pairs);
    // what lies within the tolerance of the smallest kept value changes nothing
    const double smallest = found[wanted - 1] * (1 + options.tolerance);
    const Index missed = (values.head(ask).array() > smallest).count();
    if (missed == 0) {
      pairs.values[wanted] = std::min(values[0], found[wanted - 1]);
      return;
    }
    pairs.recovered += missed;
    merge(op, more.leftCols(missed), missed < ask ? values[missed] : 0.0, wanted, pairs);
    ask = std::min(2 * ask, wanted);
  }
}

}  // namespace

EigenPairs top_eigenpairs(const SymmetricOperator& op, Index wanted, const SolverOptions& options) {
  const Index n = op.n_rows();
  const Index ncv = options.ncv;
  if (n <= dense_rows || wanted + 1 >= n || ncv > n) return solve_dense(op, wanted);

  EigenPairs pairs;
  const MatrixXd none(n, 0);
  const VectorXd no_values(0);
  const Deflated whole(op, none, no_values);
  if (wanted == 0) {  // only the next value, and that roughly
    Index converged = 0;
    VectorXd values;
    solve(whole, 1, ncv, 1e-2, options.max_restarts, none, values, converged, pairs);
    pairs.values = values.head(1);
    pairs.vectors.resize(n, 0);
    return pairs;
  }
  SolverOptions current = options;
  pairs.vectors.resize(n, 0);
  for (Index round = 0; round < max_refinements; ++round) {
    pairs.vectors = solve(whole, wanted, ncv, current.tolerance, options.max_restarts, pairs.vectors, pairs.values,
                          pairs.converged, pairs);
    const double needed = needed_residual(pairs.values, wanted) / pairs.values[wanted - 1];
    if (current.tolerance <= needed || pairs.converged < wanted) break;
    current.tolerance = std::max(needed, smallest_tolerance);
  }
  const bool crowd = crowded(pairs.values, wanted);
  if (options.recheck == Recheck::always || (options.recheck == Recheck::when_crowded && crowd))
    recheck(op, wanted, ncv, current, pairs);
  return pairs;
}

}  // namespace scrb
