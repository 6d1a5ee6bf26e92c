#ifndef SCRB_R_PROGRESS_H
#define SCRB_R_PROGRESS_H

// How the core is called: progress and interrupts, threads that end before R gets its results, failures as answers.
// A part of the glue, see r_fit.cpp; included after <Rcpp.h>.

#include <chrono>
#include <string>

#include "r_results.h"
#include "support/progress.h"

namespace scrb {
namespace r {

// Asks R about interrupts and tells an R function about progress, each at most every tenth of a second; of a new step
// it tells at once.
class RProgress : public Progress {
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

// call(context), with a team of threads that lives no longer than the call.
template <class Call>
auto call_core(int threads, SEXP report, Call call) {
  RProgress progress(report);
  const Context context(threads, &progress);
  return call(context);
}

// wrap(what call_core() gives). What stands in the way of a fit is an answer, too; an interrupt becomes R's own.
template <class Call, class Wrap>
SEXP answer(int threads, SEXP report, Call call, Wrap wrap) {
  try {
    auto result = call_core(threads, report, call);
    return wrap(result);
  } catch (const CannotCluster& why) {
    return from_failure(why);
  } catch (const BadModel& why) {
    return from_failure(why);
  } catch (const Interrupted&) {
    throw Rcpp::internal::InterruptedException();
  }
}

}  // namespace r
}  // namespace scrb

#endif
