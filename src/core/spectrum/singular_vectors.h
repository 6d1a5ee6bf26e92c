#ifndef SCRB_SINGULAR_VECTORS_H
#define SCRB_SINGULAR_VECTORS_H

// Step 4: the leading eigenpairs of the operator, S u = l u (the paper's left singular vectors U of
// D^-1/2 Z; a singular value is sqrt(l)).
// In:  any symmetric operator with eigenvalues in [0, 1]. Out: `wanted` pairs and the next value.
// Solver: block Lanczos with thick restarts (lanczos.h), until residuals are small beside the gap after the wanted
// values as well; then, where values crowd near 1 or one another, a re-check: the operator without what was found is
// asked, as roughly as tells, whether it has a value above the smallest kept one. What it has is merged by
// Rayleigh-Ritz. A single start vector can miss copies of a value; this finds them. Small problems are solved densely.
// Cost: products times O(n n_grids), plus O(n ncv) per product; memory 8 n (ncv + wanted).

#include <Eigen/Core>

#include "spectrum/symmetric_operator.h"

namespace scrb {

enum class Recheck { never, when_crowded, always };

struct SolverOptions {
  Index ncv = 0;                // Krylov vectors, more than the pairs wanted; beyond n the solution is dense
  double tolerance = 1e-4;      // of a residual, relative to its value
  Index most_products = 10000;  // then the best pairs so far are given
  Recheck recheck = Recheck::when_crowded;
  // 0: the wanted pairs are told from the next one. Otherwise they fade by their distance from 1 and from this many-th
  // value (spectrum.h), and residuals need to be small on that scale alone.
  Index fade_from = 0;
  Index dense_rows = 512;  // up to this size the whole spectrum costs less than iterating for a part of it
};

// How the pairs were found.
struct SolverCounts {
  Index converged = 0;  // of the wanted
  Index products = 0;
  Index restarts = 0;
  Index recovered = 0;  // pairs that only the re-check found
  bool dense = false;
  bool stopped = false;  // at the bound on products
};

struct EigenPairs {
  Eigen::MatrixXd vectors;  // n x wanted, orthonormal
  Eigen::VectorXd values;   // wanted + 1, decreasing; the last has no vector and may be a rough estimate.
                            // shorter by one if the operator has no more
  SolverCounts counts;
};

// 0 <= wanted <= op.n_rows()
EigenPairs top_eigenpairs(const SymmetricOperator& op, Index wanted, const SolverOptions& options,
                          const Context& context);

}  // namespace scrb

#endif
