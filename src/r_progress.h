#ifndef SCRB_R_PROGRESS_H
#define SCRB_R_PROGRESS_H

// Progress and interrupts, from the core to R: a part of r_glue.cpp, which includes it after <Rcpp.h>.

#include <chrono>
#include <string>

#include "progress.h"

namespace scrb {
namespace r {

// Asks R about interrupts and tells an R function about progress, each at most every tenth of a second; of a new step
// it tells at once.
class RProgress : public scrb::Progress {
 public:
  explicit RProgress(SEXP report) : report_(report) {}

  void report(const char* step, double done, double total) override {
    if (Rf_isNull(report_)) return;
    if (step_ == step) {
      if (!due(last_report_)) return;
    } else {
      step_ = step;
      last_report_ = Clock::now();
    }
    const Rcpp::Function tell(report_);
    tell(step, done, total);
  }

  bool interrupted() override { return due(last_check_) && R_ToplevelExec(check, nullptr) == FALSE; }

 private:
  using Clock = std::chrono::steady_clock;

  static void check(void*) { R_CheckUserInterrupt(); }

  static bool due(Clock::time_point& last) {
    const Clock::time_point now = Clock::now();
    if (now - last < std::chrono::milliseconds(100)) return false;
    last = now;
    return true;
  }

  SEXP report_;
  std::string step_;
  Clock::time_point last_report_, last_check_;
};

// Runs a call of the core; an interrupt becomes R's own.
template <class Call>
auto with_interrupt(Call call) {
  try {
    return call();
  } catch (const scrb::Interrupted&) {
    throw Rcpp::internal::InterruptedException();
  }
}

}  // namespace r
}  // namespace scrb

#endif
