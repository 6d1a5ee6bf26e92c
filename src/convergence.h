#ifndef SCRB_CONVERGENCE_H
#define SCRB_CONVERGENCE_H

// Beside step 4: how far the solution is, for those who wait. It is an estimate: residuals fall about evenly on a log
// scale, from the operator's norm, 1, to the tolerance. Nobody knows how often the solver will be called: the first
// call is taken for three quarters of the whole, each further one for half of what is left.

#include <algorithm>
#include <cmath>

#include "parallel.h"

namespace scrb {

class Convergence {
 public:
  Convergence(const Context& context, Index ncv) : context_(context), ncv_(static_cast<double>(ncv)) {}

  void begin_solution(double tolerance) {
    begin_ += share_;
    share_ = begin_ == 0 ? 0.75 : 0.5 * (1 - begin_);
    tolerance_ = tolerance;
    products_ = 0;
    expected_ = 2 * ncv_;
  }
  void add_product() {
    ++products_;
    ++all_products_;
    fraction_ = std::max(fraction_, begin_ + share_ * std::min(1.0, products_ / expected_));
    context_.report("singular_vectors", all_products_, all_products_ / fraction_);
  }
  void see(double relative_residual) {
    const double way = std::log(std::max(relative_residual, 1e-300)) / std::log(std::min(tolerance_, 0.5));
    expected_ = products_ / std::min(1.0, std::max(way, 0.02));
  }

 private:
  const Context& context_;
  const double ncv_;
  double tolerance_ = 1, begin_ = 0, share_ = 0, fraction_ = 0;
  double products_ = 0, expected_ = 1, all_products_ = 0;
};

}  // namespace scrb

#endif
