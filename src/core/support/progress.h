#ifndef SCRB_PROGRESS_H
#define SCRB_PROGRESS_H

// The border to the outside: where the core says how far it is and asks whether to go on.
// Both calls come from the thread that called the core, never from a worker.

#include <stdexcept>

namespace scrb {

class Progress {
 public:
  virtual ~Progress() = default;

  // `done` of `total` units of work of `step` are finished; total is 0 where nobody knows it.
  virtual void report(const char* /*step*/, double /*done*/, double /*total*/) {}

  // True when the user wants to stop. Called often; must be cheap.
  virtual bool interrupted() { return false; }
};

// Tells nothing, but asks whether to go on: for a part of a step.
class QuietProgress : public Progress {
 public:
  explicit QuietProgress(Progress* asked) : asked_(asked) {}
  bool interrupted() override { return asked_ && asked_->interrupted(); }

 private:
  Progress* asked_;
};

// Thrown by the core once `Progress::interrupted()` has said yes.
struct Interrupted : std::runtime_error {
  Interrupted() : std::runtime_error("interrupted") {}
};

}  // namespace scrb

#endif
