#include "spectrum/singular_vectors.h"

#include <Spectra/SymEigsSolver.h>
#include <Eigen/Eigenvalues>
#include <cmath>

#include "spectrum/convergence.h"
#include "support/tall_products.h"

namespace scrb {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Near 1 eigenvalues crowd (clusters that are almost apart), and below this distance from a neighbour
// one start vector may not tell two of them apart.
constexpr double crowded_value = 0.9;
constexpr double crowded_distance = 1e-3;
constexpr Index max_rechecks = 12;

constexpr Index max_refinements = 4;
constexpr double smallest_tolerance = 1e-10;

// A - V diag(l) V', with all that Spectra's Lanczos factorization asks of an operator.
class Deflated {
 public:
  Deflated(const SymmetricOperator& op, const MatrixXd& vectors, const VectorXd& values, const Context& context,
           Convergence& convergence)
      : op_(op), vectors_(vectors), values_(values), context_(context), convergence_(convergence) {}
  Eigen::Index rows() const { return op_.n_rows(); }
  const Context& context() const { return context_; }
  Convergence& convergence() const { return convergence_; }

  void perform_op(const double* x, double* y) const {
    convergence_.add_product();
    op_.apply(x, y);
    if (vectors_.cols() == 0) return;
    const VectorXd along = values_.cwiseProduct(inner_products(vectors_, x, context_));
    for_rows(rows(), context_, [&](Index begin, Index end) {
      Eigen::Map<VectorXd>(y + begin, end - begin).noalias() -= vectors_.middleRows(begin, end - begin) * along;
    });
  }
  template <class X, class Y>
  void trans_product(const X& x, const Y& y, Eigen::Ref<VectorXd> result) const {
    result = inner_products(x, y.data(), context_);
  }
  template <class X, class Y>
  double inner_product(const X& x, const Y& y) const {
    return inner_products(x, y.data(), context_)[0];
  }
  template <class X>
  double norm(const X& x) const {
    return std::sqrt(inner_product(x, x));
  }

 private:
  const SymmetricOperator& op_;
  const MatrixXd& vectors_;
  const VectorXd& values_;
  const Context& context_;
  Convergence& convergence_;
};

// Thick-restart Lanczos for the largest eigenvalues, on Spectra's factorization A V = V H + f e': a restart keeps the
// best Ritz vectors and goes on with f. It gives the best pairs it has, whether they met the tolerance or not.
class RestartedLanczos : public Spectra::Arnoldi<double, Deflated> {
 public:
  using Index = scrb::Index;
  RestartedLanczos(const Deflated& op, Index wanted, Index ncv)
      : Spectra::Arnoldi<double, Deflated>(op, ncv), wanted_(wanted) {}

  // Returns how many of the wanted pairs converged.
  Index compute(const VectorXd& start, Index max_restarts, double tolerance) {
    m_op.convergence().begin_solution(tolerance);
    Eigen::Map<const VectorXd> first(start.data(), start.size());
    init(first, products);
    factorize_from(1, m_m, products);
    for (;;) {
      // columns of H are complete down to the diagonal
      const Eigen::SelfAdjointEigenSolver<MatrixXd> small(m_fac_H.transpose());
      values = small.eigenvalues().reverse();
      ritz_ = small.eigenvectors().rowwise().reverse();
      const Index converged = count_converged(tolerance);
      if (converged == wanted_ || restarts == max_restarts) return converged;
      ++restarts;
      restart(to_keep(converged));
    }
  }

  MatrixXd ritz_vectors() const { return combine(m_fac_V, ritz_.leftCols(wanted_), m_op.context()); }

  // Vectors `from`, ..., `to` - 1 of the basis, each made orthogonal to all before it, twice.
  void factorize_from(Eigen::Index from, Eigen::Index to, Eigen::Index& counter) override {
    for (Eigen::Index i = from; i < to; ++i) {
      if (m_beta < m_eps * std::sqrt(static_cast<double>(m_n))) {  // the basis is complete: any other vector will do
        Eigen::Map<const MatrixXd> basis(m_fac_V.data(), m_n, i);
        expand_basis(basis, 2 * i, m_fac_f, m_beta);
      }
      m_fac_V.col(i) = m_fac_f / m_beta;
      m_op.perform_op(&m_fac_V(0, i), m_fac_f.data());
      ++counter;
      m_fac_H.col(i).head(i + 1) = orthogonalize(i + 1);
    }
    m_k = to;
  }

  Eigen::Index products = 0;
  Index restarts = 0;
  VectorXd values;  // all Ritz values, decreasing

 private:
  // Leaves in f what is orthogonal to the first `count` vectors of the basis; returns what it had along them.
  VectorXd orthogonalize(Index count) {
    const auto basis = m_fac_V.leftCols(count);
    const VectorXd along = inner_products(basis, m_fac_f.data(), m_op.context());
    const std::vector<double> again = sum_rows(m_n, count, m_op.context(), [&](Index begin, Index end, double* sum) {
      auto f = m_fac_f.segment(begin, end - begin);
      f.noalias() -= basis.middleRows(begin, end - begin) * along;
      Eigen::Map<VectorXd>(sum, count).noalias() += basis.middleRows(begin, end - begin).transpose() * f;
    });
    const Eigen::Map<const VectorXd> rest(again.data(), count);
    for_rows(m_n, m_op.context(), [&](Index begin, Index end) {
      m_fac_f.segment(begin, end - begin).noalias() -= basis.middleRows(begin, end - begin) * rest;
    });
    m_beta = m_op.norm(m_fac_f);
    return along + rest;
  }

  Index count_converged(double tolerance) {
    // |A u - l u| = |f| times the last entry of the Ritz vector
    const Eigen::ArrayXd residual = m_beta * ritz_.row(m_m - 1).head(wanted_).transpose().array().abs();
    const Eigen::ArrayXd relative = residual / values.head(wanted_).array().abs().max(smallest_scale);
    m_op.convergence().see(relative.maxCoeff());
    return (relative < tolerance).count();
  }

  // More than the wanted pairs, so that those that converged do not slow down the others.
  Index to_keep(Index converged) const {
    const Index keep = wanted_ + std::min<Index>(converged, (m_m - wanted_) / 2);
    return std::min<Index>(wanted_ == 1 ? std::max<Index>(keep, m_m / 2) : keep, m_m - 1);
  }

  void restart(Index keep) {
    for_rows(m_n, m_op.context(), [&](Index begin, Index end) {
      const MatrixXd rows = m_fac_V.middleRows(begin, end - begin) * ritz_.leftCols(keep);
      m_fac_V.block(begin, 0, end - begin, keep) = rows;
    });
    m_fac_H.topLeftCorner(keep, keep) = values.head(keep).asDiagonal();
    factorize_from(keep, m_m, products);
  }

  static constexpr double smallest_scale = 4e-11;  // values below it are zero up to rounding
  const Index wanted_;
  MatrixXd ritz_;  // ncv x ncv: the Ritz vectors in terms of V
};

// Solves for the top `count` pairs of what is left after deflation; `values` gets one more. Adds its costs to `pairs`.
MatrixXd solve(const Deflated& op, Index count, Index ncv, double tolerance, Index max_restarts, const VectorXd& start,
               VectorXd& values, Index& converged, EigenPairs& pairs) {
  RestartedLanczos lanczos(op, count, ncv);
  converged = lanczos.compute(start, max_restarts, tolerance);
  pairs.counts.products += lanczos.products;
  pairs.counts.restarts += lanczos.restarts + 1;
  values = lanczos.values.head(count + 1);
  return lanczos.ritz_vectors();
}

VectorXd random_start(Index n) { return Spectra::SimpleRandom<double>(0).random_vec(n); }

EigenPairs solve_dense(const SymmetricOperator& op, Index wanted, const Context& context) {
  const Index n = op.n_rows();
  MatrixXd a(n, n);
  VectorXd unit = VectorXd::Zero(n);
  for (Index i = 0; i < n; ++i) {
    context.report("singular_vectors", static_cast<double>(i), static_cast<double>(n));
    unit[i] = 1;
    op.apply(unit.data(), a.data() + i * n);
    unit[i] = 0;
  }
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(0.5 * (a + a.transpose()));
  EigenPairs pairs;
  pairs.values = solver.eigenvalues().reverse().head(std::min(n, wanted + 1));
  pairs.vectors = solver.eigenvectors().rowwise().reverse().leftCols(wanted);
  pairs.counts.converged = wanted;
  pairs.counts.products = n;
  pairs.counts.dense = true;
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
void merge(const SymmetricOperator& op, const MatrixXd& more, double next, Index wanted, const Context& context,
           EigenPairs& pairs) {
  const Index n = op.n_rows(), size = pairs.vectors.cols() + more.cols();
  MatrixXd basis(n, size), gram(size, size), small(size, size);
  basis << pairs.vectors, more;
  pairs.vectors.resize(0, 0);
  VectorXd image(n);
  for (Index j = 0; j < size; ++j) {
    op.apply(basis.data() + j * n, image.data());
    small.col(j) = inner_products(basis, image.data(), context);
    gram.col(j) = inner_products(basis, basis.data() + j * n, context);
  }
  pairs.counts.products += size;
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> solver(0.5 * (small + small.transpose()), gram);
  const VectorXd values = solver.eigenvalues().reverse();
  pairs.vectors = combine(basis, solver.eigenvectors().rowwise().reverse().leftCols(wanted), context);
  pairs.values.resize(wanted + 1);
  pairs.values << values.head(wanted), std::max(next, values.size() > wanted ? values[wanted] : 0.0);
}

// The residual at which the wanted vectors are told from the next one. The space they span turns by
// about residual / gap, and near 1 the scale of the gap is 1 - l, not l. Where they fade, two vectors that mix by
// residual / gap have weights that differ by gap / (2 (1 - l)).
double needed_residual(const VectorXd& values, Index wanted, Index fade_from) {
  if (fade_from > 0) return 0.05 * std::max(1e-4, 1 - values[std::min(fade_from, wanted) - 1]);
  const double next = values[wanted];
  return 0.05 * std::max(values[wanted - 1] - next, 0.02 * (1 - next));
}

// Looks for pairs that the first solve missed until there are none.
void recheck(const SymmetricOperator& op, Index wanted, const SolverOptions& options, const Context& context,
             Convergence& convergence, EigenPairs& pairs) {
  Index ask = 1;
  const Index few = std::min<Index>(options.ncv, 24);
  // of pairs that fade, only those are worth finding that a rough value tells from the kept ones: then again, well
  double tolerance = options.fade_from > 0 ? std::max(options.tolerance, 1e-2) : options.tolerance;
  for (Index round = 0; round < max_rechecks; ++round) {
    const VectorXd found = pairs.values.head(wanted);
    const Deflated rest(op, pairs.vectors, found, context, convergence);
    VectorXd values;
    Index converged = 0;
    const MatrixXd more = solve(rest, ask, std::max(few, std::min(options.ncv, 3 * (ask + 1))), tolerance,
                                options.max_restarts, random_start(op.n_rows()), values, converged, pairs);
    // what lies within the tolerance of the smallest kept value changes nothing
    const double smallest = found[wanted - 1] * (1 + options.tolerance);
    const Index missed = (values.head(ask).array() > smallest).count();
    if (missed == 0) {
      pairs.values[wanted] = std::min(values[0], found[wanted - 1]);
      return;
    }
    if (tolerance > options.tolerance) {
      tolerance = options.tolerance;
      continue;
    }
    pairs.counts.recovered += missed;
    merge(op, more.leftCols(missed), missed < ask ? values[missed] : 0.0, wanted, context, pairs);
    ask = std::min(2 * ask, wanted);
  }
}

}  // namespace

EigenPairs top_eigenpairs(const SymmetricOperator& op, Index wanted, const SolverOptions& options,
                          const Context& context) {
  const Index n = op.n_rows();
  if (n <= options.dense_rows || wanted + 1 >= n || options.ncv > n) return solve_dense(op, wanted, context);

  EigenPairs pairs;
  const MatrixXd none(n, 0);
  const VectorXd no_values(0);
  Convergence convergence(context, options.ncv);
  const Deflated whole(op, none, no_values, context, convergence);
  VectorXd start = random_start(n);
  if (wanted == 0) {  // only the next value, and that roughly
    Index converged = 0;
    VectorXd values;
    solve(whole, 1, options.ncv, 1e-2, options.max_restarts, start, values, converged, pairs);
    pairs.values = values.head(1);
    pairs.vectors.resize(n, 0);
    return pairs;
  }
  SolverOptions current = options;
  for (Index round = 0; round < max_refinements; ++round) {
    pairs.vectors = solve(whole, wanted, current.ncv, current.tolerance, current.max_restarts, start, pairs.values,
                          pairs.counts.converged, pairs);
    const double needed = needed_residual(pairs.values, wanted, options.fade_from) / pairs.values[wanted - 1];
    if (current.tolerance <= needed || pairs.counts.converged < wanted) break;
    current.tolerance = std::max(needed, smallest_tolerance);
    start = pairs.vectors.rowwise().sum();
    if (round + 1 < max_refinements) pairs.vectors.resize(0, 0);
  }
  start.resize(0);
  const bool crowd = crowded(pairs.values, wanted);
  if (options.recheck == Recheck::always || (options.recheck == Recheck::when_crowded && crowd))
    recheck(op, wanted, current, context, convergence, pairs);
  return pairs;
}

}  // namespace scrb
