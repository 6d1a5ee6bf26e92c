#ifndef SCRB_BIN_OPERATOR_H
#define SCRB_BIN_OPERATOR_H

// Step 3 on the side of the bins, for features with fewer bins than rows:
//   y = L^-1/2 Z' D^-1 Z L^-1/2 x - sum_c w_c (w_c' x)
// has the values of D^-1/2 Z L^-1 Z' D^-1/2 and vectors as long as Z has columns. The w_c = L^-1/2 Z' 1_c / |.| are
// those of the components c, of value 1. Its vectors are lifted to rows by D^-1/2 Z L^-1/2 w / sqrt(l). L = 1 where
// features are not normalised on both sides.
// In: features, L^-1, components. Cost of a product: one sweep over the rows, two vectors at a time; or, where the
// matrix itself has few entries, those (own_graph.h).

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "features/similarity.h"
#include "spectrum/components.h"
#include "spectrum/symmetric_operator.h"

namespace scrb {

// What both ways of making products share. `scale`: L^-1 of the bins of a scatter, or none.
class BinSide : public SymmetricOperator {
 public:
  Index n_rows() const override { return known_.rows(); }
  virtual const char* side() const = 0;  // what it is called

  const std::vector<double>& inverse_sqrt_sums() const { return inverse_sqrt_sum_; }  // (M L)^-1/2: of what is gathered
  const Eigen::MatrixXd& known_vectors() const { return known_; }                     // a column per component

 protected:
  BinSide(const Features& features, const std::vector<double>& scale, const Components& components,
          const Context& context);
  void leave_out_known(Index count, const double* x, double* y) const;  // y -= sum_c w_c (w_c' x)

  const Context& context_;
  std::vector<double> inverse_sqrt_sum_, out_scale_;  // (M L)^-1/2 and (M / L)^1/2; zero for empty bins
  Eigen::MatrixXd known_;                             // to be filled in
};

class BinOperator : public BinSide {
 public:
  // `row_weights`: D^-1, zero for stray rows
  BinOperator(const Features& features, const std::vector<double>& scale, std::vector<double> row_weights,
              const Components& components, const Context& context);

  const char* side() const override { return "bins"; }
  void apply(const double* x, double* y) const override { apply_block(1, x, y); }
  Index block() const override { return width; }
  void apply_block(Index count, const double* x, double* y) const override;

 private:
  static constexpr Index width = 2;

  const Features& features_;
  const std::vector<double> row_weights_;
  mutable std::vector<double> in_, out_, scratch_;
};

// The one whose products cost less.
std::unique_ptr<BinSide> make_bin_side(const Features& features, const std::vector<double>& scale,
                                       const std::vector<double>& degrees, const Components& components,
                                       const Context& context);

}  // namespace scrb

#endif
