#ifndef SCRB_BIN_OPERATOR_H
#define SCRB_BIN_OPERATOR_H

// Step 3 on the side of the bins, for features with fewer bins than rows:
//   y = L^-1/2 Z' D^-1 Z L^-1/2 x - sum_c w_c (w_c' x)
// has the values of D^-1/2 Z L^-1 Z' D^-1/2 and vectors as long as Z has columns. The w_c = L^-1/2 Z' 1_c / |.| are
// those of the components c, of value 1. Its vectors are lifted to rows by D^-1/2 Z L^-1/2 w / sqrt(l). L = 1 where
// features are not normalised on both sides.
// In: features, L^-1, components. Cost of a product: one sweep over the rows; two vectors at a time.

#include <Eigen/Core>
#include <vector>

#include "features/similarity.h"
#include "spectrum/components.h"
#include "spectrum/symmetric_operator.h"

namespace scrb {

class BinOperator : public SymmetricOperator {
 public:
  // `scale`: L^-1 of the bins of a scatter, or none.
  BinOperator(const Features& features, const std::vector<double>& scale, const std::vector<double>& degrees,
              const Components& components, const Context& context);

  Index n_rows() const override { return features_.n_columns(); }
  void apply(const double* x, double* y) const override { apply_block(1, x, y); }
  Index block() const override { return width; }
  void apply_block(Index count, const double* x, double* y) const override;

  const std::vector<double>& inverse_sqrt_sums() const { return inverse_sqrt_sum_; }  // L^-1/2
  const Eigen::MatrixXd& known_vectors() const { return known_; }                     // a column per component

 private:
  static constexpr Index width = 2;

  const Features& features_;
  const Context& context_;
  std::vector<double> inverse_sqrt_sum_, inverse_degree_;  // zero for empty bins and for stray rows
  Eigen::MatrixXd known_;
  mutable std::vector<double> in_, out_, scratch_;
};

}  // namespace scrb

#endif
