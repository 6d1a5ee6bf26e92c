#include "spectrum/singular_vectors.h"

#include <Eigen/Eigenvalues>
#include <cmath>

#include "spectrum/lanczos.h"
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
// Of the distance from 1, that a value must be larger by to be looked for; and the least share of a random vector that
// an eigenvector is expected to have, times n.
constexpr double hardly_larger = 0.2, least_share = 1e-3;

// Spectra's random numbers are alike for seeds that are small multiples of one another.
constexpr unsigned long spread_seeds = 2654435761;

constexpr double smallest_tolerance = 1e-10;
constexpr double smallest_scale = 4e-11;  // values below it are zero up to rounding

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

// The residual at which the wanted vectors are told from the next one. The space they span turns by
// about residual / gap, and near 1 the scale of the gap is 1 - l, not l. Where they fade, two vectors that mix by
// residual / gap have weights that differ by gap / (2 (1 - l)).
double needed_residual(const VectorXd& values, double next, Index wanted, Index fade_from) {
  if (fade_from > 0) return 0.05 * std::max(1e-4, 1 - values[std::min(fade_from, wanted) - 1]);
  return 0.05 * std::max(values[wanted - 1] - next, 0.02 * (1 - next));
}

// The next value may still rise: by less than its residual, and by no more than residual^2 / gap once that is smaller.
double highest_next(const BlockLanczos::State& state, Index wanted) {
  if (state.values.size() <= wanted) return 0;
  const double next = state.values[wanted], residual = state.residuals[wanted];
  const double gap = state.values[wanted - 1] - next;
  return std::min(state.values[wanted - 1], next + residual * std::min(1.0, residual / std::max(gap, 1e-300)));
}

// One call of the factorization.
struct Solve {
  MatrixXd vectors;  // empty where they were not asked for
  VectorXd values;   // wanted + 1
  VectorXd residuals;
  bool converged = false;
};

class Solver {
 public:
  Solver(const SymmetricOperator& op, const SolverOptions& options, const Context& context)
      : op_(op), options_(options), context_(context), convergence_(context, options.most_products),
        tolerance_(options.tolerance) {}

  EigenPairs solve(Index wanted);

 private:
  Solve run(const MatrixXd& without, const VectorXd& values, Index wanted, Index ncv, const BlockLanczos::Goal& goal);
  bool something_is_missed(Index wanted);
  bool find_missed(Index wanted, Index ask);
  void merge(const MatrixXd& more, double next, Index wanted);
  MatrixXd random_vectors(Index count);
  bool is_crowded(Index wanted) const;

  const SymmetricOperator& op_;
  const SolverOptions& options_;
  const Context& context_;
  Convergence convergence_;
  double tolerance_;  // relative, as tight as the gap wants it
  unsigned long n_random_ = 0;
  EigenPairs pairs_;
};

// Others at every call: what a start lacks the next one has.
MatrixXd Solver::random_vectors(Index count) {
  MatrixXd vectors(op_.n_rows(), count);
  for (Index j = 0; j < count; ++j)
    vectors.col(j) = Spectra::SimpleRandom<double>(++n_random_ * spread_seeds).random_vec(op_.n_rows());
  return vectors;
}

// The leading pairs of the operator without some vectors of its own.
Solve Solver::run(const MatrixXd& without, const VectorXd& values, Index wanted, Index ncv,
                  const BlockLanczos::Goal& goal) {
  const Deflated rest(op_, without, values, context_, convergence_);
  const Index width = ncv >= wanted + 3 * op_.block() ? op_.block() : 1;
  BlockLanczos lanczos(rest, wanted, ncv, width);
  convergence_.begin_solution(static_cast<double>(std::min(2 * ncv, options_.most_products)));
  Solve result;
  const Index left = std::max<Index>(0, options_.most_products - pairs_.counts.products);
  result.converged = lanczos.compute(random_vectors(width), left, goal);
  result.values = lanczos.state().values.head(std::min<Index>(wanted + 1, lanczos.state().values.size()));
  result.residuals = lanczos.state().residuals;
  pairs_.counts.products += lanczos.state().products;
  pairs_.counts.restarts += lanczos.restarts() + 1;
  result.vectors = lanczos.take_vectors();
  return result;
}

bool Solver::is_crowded(Index wanted) const {
  const VectorXd& values = pairs_.values;
  for (Index j = 0; j < wanted; ++j) {
    if (values[j] > crowded_value) return true;
    if (values[j] - values[j + 1] < crowded_distance * values[j]) return true;
  }
  return false;
}

// Rayleigh-Ritz on [vectors, more]: keeps the best `wanted` pairs, and the next value.
void Solver::merge(const MatrixXd& more, double next, Index wanted) {
  const Index n = op_.n_rows(), size = pairs_.vectors.cols() + more.cols();
  MatrixXd basis(n, size), gram(size, size), small(size, size);
  basis << pairs_.vectors, more;
  pairs_.vectors.resize(0, 0);
  MatrixXd image(n, 1);
  for (Index j = 0; j < size; ++j) {
    op_.apply(basis.data() + j * n, image.data());
    small.col(j) = inner_products(basis, image, context_);
    gram.col(j) = inner_products(basis, basis.middleCols(j, 1), context_);
  }
  pairs_.counts.products += size;
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> solver(0.5 * (small + small.transpose()), gram);
  const VectorXd values = solver.eigenvalues().reverse();
  combine_in_place(basis, size, solver.eigenvectors().rowwise().reverse().leftCols(wanted), context_);
  basis.conservativeResize(Eigen::NoChange, wanted);
  pairs_.vectors.swap(basis);
  pairs_.values.resize(wanted + 1);
  pairs_.values << values.head(wanted), std::max(next, values.size() > wanted ? values[wanted] : 0.0);
}

// Whether the operator without what was found has a value above the smallest kept one. Plain Lanczos from a random
// vector, of which only the tridiagonal matrix T is kept: it has such a value itself, or the weight that the start can
// have there is so small that hardly any start has. (An eigenvalue l that has weight w in the start has
// w sum_j p_j(l)^2 <= 1, p_j the orthonormal polynomials of T.) What can be missed is a copy of a value that was found:
// a copy of the smallest changes nothing, and what is hardly larger, on the scale of 1 - l, is not looked for.
bool Solver::something_is_missed(Index wanted) {
  const VectorXd& found = pairs_.values;
  const double smallest = found[wanted - 1], limit = smallest * (1 + tolerance_);
  const double scale = std::max(options_.fade_from > 0 ? 1e-2 : 0.0, hardly_larger * (1 - smallest));
  const double target = std::max({limit, smallest + scale, found[wanted - 2]});
  const Index n = op_.n_rows();
  const double least_weight = least_share / static_cast<double>(n);
  const VectorXd values = found.head(wanted);
  const Deflated rest(op_, pairs_.vectors, values, context_, convergence_);
  MatrixXd vector = random_vectors(1), before = MatrixXd::Zero(n, 1), image(n, 1);
  vector /= rest.norm(vector);
  double beta = 0, pivot = 1, p = 1, p_before = 0, weight = 1;
  std::vector<double> diagonal, beside;
  convergence_.begin_solution(static_cast<double>(options_.ncv));
  for (;;) {
    rest.perform_op(vector.data(), image.data());
    ++pairs_.counts.products;
    const double alpha = rest.inner_product(vector, image);
    diagonal.push_back(alpha);
    // below 0 once T has a value above the limit
    pivot = limit - alpha - (beta > 0 ? beta * beta / pivot : 0);
    if (!(pivot > 0)) return true;
    for_rows(n, context_, [&](Index begin, Index end) {
      auto part = image.col(0).segment(begin, end - begin);
      part -= alpha * vector.col(0).segment(begin, end - begin) + beta * before.col(0).segment(begin, end - begin);
    });
    const double next_beta = rest.norm(image);
    if (next_beta < smallest_scale || pairs_.counts.products >= options_.most_products) break;
    const double p_next = ((target - alpha) * p - beta * p_before) / next_beta;
    p_before = p;
    p = p_next;
    beta = next_beta;
    weight += p * p;
    if (weight * least_weight > 1) break;
    beside.push_back(beta);
    before.swap(vector);
    vector.swap(image);
    vector /= beta;
  }
  // the largest value of T is that of the next pair, or not far below
  beside.resize(diagonal.size() - 1);
  Eigen::SelfAdjointEigenSolver<MatrixXd> small;
  small.computeFromTridiagonal(Eigen::Map<const VectorXd>(diagonal.data(), diagonal.size()),
                               Eigen::Map<const VectorXd>(beside.data(), beside.size()), Eigen::EigenvaluesOnly);
  pairs_.values[wanted] = std::max(found[wanted], std::min(smallest, small.eigenvalues().maxCoeff()));
  return false;
}

// Finds what the first solve missed, `ask` pairs at a time, and merges it; whether there was any.
bool Solver::find_missed(Index wanted, Index ask) {
  const VectorXd found = pairs_.values.head(wanted);
  const double limit = found[wanted - 1] * (1 + tolerance_);
  const Index ncv = std::max(std::min<Index>(options_.ncv, 24), std::min(options_.ncv, 3 * (ask + 1)));
  Solve more = run(pairs_.vectors, found, ask, ncv, [&](const BlockLanczos::State& state) {
    const Eigen::ArrayXd values = state.values.head(ask).array().abs().max(smallest_scale);
    return (state.residuals.head(ask).array() / values).maxCoeff() / tolerance_;
  });
  const Index missed = (more.values.head(ask).array() > limit).count();
  if (missed == 0 || !more.converged) return false;
  pairs_.counts.recovered += missed;
  merge(more.vectors.leftCols(missed), missed < ask ? more.values[missed] : 0.0, wanted);
  return true;
}

EigenPairs Solver::solve(Index wanted) {
  const Index n = op_.n_rows();
  const MatrixXd none(n, 0);
  const VectorXd no_values(0);
  if (wanted == 0) {  // only the next value, and that roughly
    const Solve next = run(none, no_values, 1, options_.ncv, [](const BlockLanczos::State& state) {
      return state.residuals[0] / (1e-3 * std::max(state.values[0], smallest_scale));
    });
    pairs_.values = next.values.head(1);
    pairs_.vectors.resize(n, 0);
    return std::move(pairs_);
  }
  Solve first = run(none, no_values, wanted, options_.ncv, [&](const BlockLanczos::State& state) {
    const double scale = std::max(state.values[wanted - 1], smallest_scale);
    const double needed = needed_residual(state.values, highest_next(state, wanted), wanted, options_.fade_from);
    tolerance_ = std::min(options_.tolerance, std::max(needed / scale, smallest_tolerance));
    const Eigen::ArrayXd relative =
        state.residuals.head(wanted).array() / state.values.head(wanted).array().abs().max(smallest_scale);
    return relative.maxCoeff() / tolerance_;
  });
  const Eigen::ArrayXd allowed = tolerance_ * first.values.head(wanted).array().abs().max(smallest_scale);
  pairs_.counts.stopped = !first.converged;
  pairs_.counts.converged = (first.residuals.head(wanted).array() <= allowed).count();
  pairs_.values.swap(first.values);
  pairs_.vectors.swap(first.vectors);
  const bool look =
      options_.recheck == Recheck::always || (options_.recheck == Recheck::when_crowded && is_crowded(wanted));
  Index ask = 1;
  // of one pair a copy would be as good
  for (Index round = 0; look && wanted > 1 && first.converged && round < max_rechecks; ++round) {
    if (!something_is_missed(wanted) || !find_missed(wanted, ask)) break;
    ask = std::min(2 * ask, wanted);
  }
  return std::move(pairs_);
}

}  // namespace

EigenPairs top_eigenpairs(const SymmetricOperator& op, Index wanted, const SolverOptions& options,
                          const Context& context) {
  const Index n = op.n_rows();
  if (n <= options.dense_rows || wanted + 1 >= n || options.ncv > n) return solve_dense(op, wanted, context);
  return Solver(op, options, context).solve(wanted);
}

}  // namespace scrb
