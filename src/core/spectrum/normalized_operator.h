#ifndef SCRB_NORMALIZED_OPERATOR_H
#define SCRB_NORMALIZED_OPERATOR_H

// Step 3: degrees D = diag(Z Z' 1) and the operator of the normalised similarity,
//   y = D^-1/2 Z Z' D^-1/2 x - sum_c u_c (u_c' x),
// without the n x n matrix. The u_c are the vectors already known, one per component (components.h);
// stray rows are left out, which is exact because they touch no other row.
// In: features, components. Cost of a product: one scatter, one gather; 8 bytes per bin and two n-vectors.

#include <vector>

#include "components.h"
#include "features.h"

namespace scrb {

// A symmetric matrix that is known by its products.
class SymmetricOperator {
 public:
  virtual ~SymmetricOperator() = default;
  virtual Index n_rows() const = 0;
  virtual void apply(const double* x, double* y) const = 0;  // y = A x
};

// n numbers, at least 1 / n_grids each: the mean number of rows in a row's bins.
std::vector<double> degrees(const Features& features, const Context& context);

class NormalizedOperator : public SymmetricOperator {
 public:
  NormalizedOperator(const Features& features, const std::vector<double>& degrees, const Components& components,
                     const Context& context);

  Index n_rows() const override { return features_.n_rows(); }
  void apply(const double* x, double* y) const override;

  // D^-1/2, zero for stray rows
  const std::vector<double>& inverse_sqrt_degrees() const { return inverse_sqrt_degree_; }
  // entry i of the known vector of row i's component, zero for stray rows
  const std::vector<double>& known_vector() const { return known_; }

 private:
  const Features& features_;
  const Components& components_;
  const Context& context_;
  std::vector<double> inverse_sqrt_degree_, known_;
  mutable std::vector<double> scaled_, sums_;
};

}  // namespace scrb

#endif
