#ifndef SCRB_BIN_OPERATOR_H
#define SCRB_BIN_OPERATOR_H

// Step 3 on the side of the bins, for features with far fewer bins than rows: with features normalised on both sides,
//   y = L^-1/2 Z' D^-1 Z L^-1/2 x - sum_c w_c (w_c' x)
// has the values of D^-1/2 Z L^-1 Z' D^-1/2 and vectors of the length of a scatter. The w_c = L^-1/2 Z' 1_c / |.| are
// those of the components c, of value 1. Its vectors are lifted to rows by D^-1/2 Z L^-1/2 w / sqrt(l).
// In: features without bins of one row, components. Cost of a product: one gather, one scatter; or, where the matrix
// itself has few entries, those (own_graph.h).

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "features/two_sided.h"
#include "spectrum/components.h"
#include "spectrum/symmetric_operator.h"

namespace scrb {

// What both ways of making products share.
class BinSide : public SymmetricOperator {
 public:
  Index n_rows() const override { return known_.rows(); }
  virtual const char* side() const = 0;  // what it is called

  const std::vector<double>& inverse_sqrt_sums() const { return inverse_sqrt_sum_; }  // L^-1/2
  const Eigen::MatrixXd& known_vectors() const { return known_; }                     // a column per component

 protected:
  BinSide(const TwoSided& similarity, const Components& components);
  void leave_out_known(const double* x, double* y) const;  // y -= sum_c w_c (w_c' x)

  std::vector<double> inverse_sqrt_sum_;  // zero for empty bins
  Eigen::MatrixXd known_;                 // to be filled in
};

class BinOperator : public BinSide {
 public:
  BinOperator(const TwoSided& similarity, const std::vector<double>& degrees, const Components& components,
              const Context& context);

  const char* side() const override { return "bins"; }
  void apply(const double* x, double* y) const override;

 private:
  const Features& features_;
  const Context& context_;
  std::vector<double> inverse_degree_;  // zero for stray rows
  mutable std::vector<double> bins_, rows_;
};

// The one whose products cost less.
std::unique_ptr<BinSide> make_bin_side(const TwoSided& similarity, const std::vector<double>& degrees,
                                       const Components& components, const Context& context);

}  // namespace scrb

#endif
