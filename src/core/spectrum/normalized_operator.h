#ifndef SCRB_NORMALIZED_OPERATOR_H
#define SCRB_NORMALIZED_OPERATOR_H

// Step 3: degrees D = diag(K 1) and the operator of the normalised similarity S = D^-1/2 K D^-1/2,
//   y = S x - sum_c u_c (u_c' x),
// without the n x n matrix. The u_c are the vectors already known, one per component (components.h);
// stray rows are left out, which is exact because they touch no other row. Where S may have values down to -1,
// (I + S) / 2 stands for S, with values from 0 to 1 and the same vectors.
// In: similarity, components. Cost of a product: one scatter, one gather; 8 bytes per bin and two n-vectors. Where rows
// are many, two vectors go at a time: a sweep over them takes little longer than over one.

#include <vector>

#include "features/similarity.h"
#include "spectrum/components.h"
#include "spectrum/symmetric_operator.h"

namespace scrb {

// n numbers: the sums of the rows of K.
std::vector<double> degrees(const Similarity& similarity, const Context& context);

class NormalizedOperator : public SymmetricOperator {
 public:
  // `wanted`: how many pairs it is to be asked for.
  NormalizedOperator(const Similarity& similarity, const std::vector<double>& degrees, const Components& components,
                     Index wanted, const Context& context);

  Index n_rows() const override { return similarity_.n_rows(); }
  void apply(const double* x, double* y) const override;
  Index block() const override { return wide_ ? 2 : 1; }
  void apply_block(Index count, const double* x, double* y) const override;

  // D^-1/2, zero for stray rows
  const std::vector<double>& inverse_sqrt_degrees() const { return inverse_sqrt_degree_; }
  // entry i of the known vector of row i's component, zero for stray rows
  const std::vector<double>& known_vector() const { return known_; }

 private:
  void scale(Index width, Index count, const double* x) const;
  void finish(Index width, Index count, const double* x, const double* product, double* y) const;

  const Similarity& similarity_;
  const Components& components_;
  const Context& context_;
  const bool wide_;
  std::vector<double> inverse_sqrt_degree_, known_;
  mutable std::vector<double> inner_;                  // with the known vectors
  mutable std::vector<double> scaled_, sums_, panel_;  // of as many vectors as come at a time
};

}  // namespace scrb

#endif
