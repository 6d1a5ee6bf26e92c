#ifndef SCRB_STEP_TIMER_H
#define SCRB_STEP_TIMER_H

// How long each step took.

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace scrb {

using Seconds = std::vector<std::pair<std::string, double>>;

class StepTimer {
 public:
  explicit StepTimer(Seconds& seconds) : seconds_(seconds), start_(Clock::now()) {}
  void finish(const char* step) {
    const Clock::time_point now = Clock::now();
    if (seconds_.empty() || seconds_.back().first != step) seconds_.emplace_back(step, 0.0);
    seconds_.back().second += std::chrono::duration<double>(now - start_).count();
    start_ = now;
  }
  // Steps that have been timed since by another.
  void add(const Seconds& steps) {
    seconds_.insert(seconds_.end(), steps.begin(), steps.end());
    start_ = Clock::now();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Seconds& seconds_;
  Clock::time_point start_;
};

}  // namespace scrb

#endif
