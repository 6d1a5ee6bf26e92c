#ifndef SCRB_CONVERGENCE_H
#define SCRB_CONVERGENCE_H

// Beside step 4: how far the solution is, for those who wait. It is an estimate: residuals fall about evenly on a log
// scale, from the operator's norm, 1, to what is needed. Nobody knows how often the solver will be called: at the first
// call a short second one is expected. No call makes more products than the bound.

#include <algorithm>
#include <cmath>

#include "support/parallel.h"

namespace scrb {

class Convergence {
 public:
  Convergence(const Context& context, Index bound) : context_(context), bound_(static_cast<double>(bound)) {}

  // `expected`: products, as long as nothing is known
  void begin_solution(double expected) {
    earlier_ = all_products_;
    expected_ = expected;
    first_ = 0;
  }
  void add_products(Index count) {
    all_products_ += static_cast<double>(count);
    const double whole = earlier_ + std::min(bound_, (earlier_ == 0 ? 1.2 : 1) * std::max(expected_, products()));
    fraction_ = std::max(fraction_, std::min(0.99, all_products_ / whole));
    context_.report("singular_vectors", all_products_, all_products_ / fraction_);
  }
  // `off`: how much too large the worst residual is.
  void see(double off) {
    const double log_off = std::log(std::max(off, 1.0));
    if (first_ == 0) {
      first_ = products();
      first_log_ = log_off;
      expected_ = std::max(expected_, 2 * products());
    } else if (log_off < first_log_) {
      expected_ = first_ + (products() - first_) * first_log_ / std::max(first_log_ - log_off, 0.01 * first_log_);
    } else {
      expected_ = std::max(expected_, 2 * products());
    }
  }
  double products_left() const { return std::max(0.0, expected_ - products()); }

 private:
  double products() const { return all_products_ - earlier_; }

  const Context& context_;
  const double bound_;
  double fraction_ = 0, all_products_ = 0;
  double earlier_ = 0, expected_ = 0;  // products before this call, and of it
  double first_ = 0, first_log_ = 0;   // products at the first look, and what was seen
};

}  // namespace scrb

#endif
