#ifndef SCRB_CONVERGENCE_H
#define SCRB_CONVERGENCE_H

// Beside step 4: how far the solution is, for those who wait. It is an estimate: residuals fall about evenly on a log
// scale, from the operator's norm, 1, to the tolerance. Nobody knows how often the solver will be called: at the first
// call a second one like it is expected.

#include <algorithm>
#include <cmath>

#include "support/parallel.h"

namespace scrb {

class Convergence {
 public:
  Convergence(const Context& context, Index ncv) : context_(context), ncv_(static_cast<double>(ncv)) {}

  void begin_solution(double tolerance) {
    calls_expected_ = all_products_ == 0 ? 2 : 1;
    earlier_ = all_products_;
    tolerance_ = tolerance;
    expected_ = 2 * ncv_;
  }
  void add_product() {
    ++all_products_;
    const double whole = earlier_ + calls_expected_ * std::max(expected_, products());
    fraction_ = std::max(fraction_, std::min(0.99, all_products_ / whole));
    context_.report("singular_vectors", all_products_, all_products_ / fraction_);
  }
  void see(double relative_residual) {
    const double way = std::log(std::max(relative_residual, 1e-300)) / std::log(std::min(tolerance_, 0.5));
    expected_ = products() / std::min(1.0, std::max(way, 0.02));
  }

 private:
  double products() const { return all_products_ - earlier_; }

  const Context& context_;
  const double ncv_;
  double tolerance_ = 1, fraction_ = 0;
  double earlier_ = 0, expected_ = 0;  // products before this call, and of it
  double calls_expected_ = 2;          // with this one
  double all_products_ = 0;
};

}  // namespace scrb

#endif
