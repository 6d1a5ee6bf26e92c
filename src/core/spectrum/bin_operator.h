#ifndef SCRB_BIN_OPERATOR_H
#define SCRB_BIN_OPERATOR_H

// Step 3 on the side of the bins, for features with far fewer bins than rows: with features normalised on both sides,
//   y = L^-1/2 Z' D^-1 Z L^-1/2 x - sum_c w_c (w_c' x)
// has the values of D^-1/2 Z L^-1 Z' D^-1/2 and vectors of the length of a scatter. The w_c = L^-1/2 Z' 1_c / |.| are
// those of the components c, of value 1. Its vectors are lifted to rows by D^-1/2 Z L^-1/2 w / sqrt(l).
// In: features without bins of one row, components. Cost of a product: one gather, one scatter.

#include <Eigen/Core>
#include <vector>

#include "features/two_sided.h"
#include "spectrum/components.h"
#include "spectrum/symmetric_operator.h"

namespace scrb {

class BinOperator : public SymmetricOperator {
 public:
  BinOperator(const TwoSided& similarity, const std::vector<double>& degrees, const Components& components,
              const Context& context);

  Index n_rows() const override { return features_.n_sums(); }
  void apply(const double* x, double* y) const override;

  const std::vector<double>& inverse_sqrt_sums() const { return inverse_sqrt_sum_; }  // L^-1/2
  const Eigen::MatrixXd& known_vectors() const { return known_; }                     // a column per component

 private:
  const Features& features_;
  const Context& context_;
  std::vector<double> inverse_sqrt_sum_, inverse_degree_;  // zero for empty bins and for stray rows
  Eigen::MatrixXd known_;
  mutable std::vector<double> bins_, rows_;
};

}  // namespace scrb

#endif
