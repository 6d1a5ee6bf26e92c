#ifndef SCRB_THREAD_TEAM_H
#define SCRB_THREAD_TEAM_H

// A few threads that wait, asleep, for the next loop. Only standard C++: it works where OpenMP is missing, and
// because a team lives no longer than the call that made it, in forked children as well. A loop does not wait for
// threads that were not awake in time, so a busy machine slows it down by no more than its share.

#include <condition_variable>
#include <functional>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace scrb {

class ThreadTeam {
 public:
  // Fewer threads where the system gives no more, or no memory for them.
  explicit ThreadTeam(int n_others) {
    threads_.reserve(n_others);
    try {
      for (int t = 1; t <= n_others; ++t) threads_.emplace_back([this, t] { serve(t); });
    } catch (const std::system_error&) {
    } catch (const std::bad_alloc&) {
    }
  }

  ~ThreadTeam() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      closing_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  // Calls work(0) here and work(1), work(2), ... on the others that come in time; returns when all that began
  // have ended. `work` must not throw, and must leave nothing undone that only a later thread would do.
  void run(const std::function<void(int)>& work) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      work_ = &work;
      ++round_;
    }
    wake_.notify_all();
    work(0);
    std::unique_lock<std::mutex> lock(mutex_);
    work_ = nullptr;
    done_.wait(lock, [this] { return busy_ == 0; });
  }

 private:
  void serve(int thread) {
    unsigned seen = 0;
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      wake_.wait(lock, [&] { return closing_ || (work_ && round_ != seen); });
      if (closing_) return;
      seen = round_;
      const std::function<void(int)>& work = *work_;
      ++busy_;
      lock.unlock();
      work(thread);
      lock.lock();
      if (--busy_ == 0) done_.notify_one();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_, done_;
  const std::function<void(int)>* work_ = nullptr;
  unsigned round_ = 0;
  int busy_ = 0;
  bool closing_ = false;
  std::vector<std::thread> threads_;  // last: they start when all else is there
};

}  // namespace scrb

#endif
