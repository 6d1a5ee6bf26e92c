#ifndef SCRB_PARALLEL_H
#define SCRB_PARALLEL_H

// Threads, and the sums over rows whose result must not depend on them.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <vector>

#include "support/progress.h"
#include "support/thread_team.h"

namespace scrb {

using Index = std::int64_t;

// What every step is given beside its data.
struct Context {
  explicit Context(int n_threads = 1, Progress* to_tell = nullptr)
      : threads(n_threads), progress(to_tell),
        team(n_threads > 1 ? std::make_shared<ThreadTeam>(n_threads - 1) : nullptr) {}

  int threads;
  Progress* progress;
  std::shared_ptr<ThreadTeam> team;  // the other threads, if there are any

  void report(const char* step, double done, double total) const {
    if (progress) progress->report(step, done, total);
  }
  void check_interrupt() const {
    if (progress && progress->interrupted()) throw Interrupted();
  }
};

// Calls task(t, thread) for t in [0, n_tasks), thread in [0, context.threads); thread 0 is the caller's.
// Rethrows the first exception of a task; throws Interrupted when the user asks for it. Tasks should take
// well under a second.
template <class Task>
void parallel_for(Index n_tasks, const Context& context, Task task) {
  std::atomic<Index> next{0};
  std::exception_ptr errors[2];  // of the caller's thread, of any other
  std::atomic<bool> other_failed{false};
  auto work = [&](int thread) {
    try {
      for (Index t = next++; t < n_tasks; t = next++) {
        task(t, thread);
        if (thread == 0) context.check_interrupt();
      }
      if (thread == 0) context.check_interrupt();  // it may have had no task
    } catch (...) {
      next = n_tasks;
      if (thread == 0) errors[0] = std::current_exception();
      else if (!other_failed.exchange(true)) errors[1] = std::current_exception();
    }
  };
  if (context.team && n_tasks > 1) context.team->run(work);
  else work(0);
  for (const std::exception_ptr& error : errors)
    if (error) std::rethrow_exception(error);
}

// For tasks that take longer than a user wants to wait: asks on the caller's thread, and tells the others.
class InterruptFlag {
 public:
  explicit InterruptFlag(const Context& context) : progress_(context.progress) {}
  bool raised(int thread) {
    if (thread == 0 && progress_ && progress_->interrupted()) raised_ = true;
    return raised_;
  }
  void check(int thread) {
    if (raised(thread)) throw Interrupted();
  }

 private:
  Progress* progress_;
  std::atomic<bool> raised_{false};
};

// Rows in at most 256 equal chunks, whatever the number of threads: sums over rows are made per chunk
// and the chunks added in order, so that every thread count gives the same bits.
struct RowChunks {
  Index n_rows;
  Index cost;  // of a row, relative to some tens of operations
  Index size;
  RowChunks(Index rows, Index cost_of_row = 1)
      : n_rows(rows), cost(cost_of_row), size(std::max<Index>(512, (rows + 255) / 256)) {}
  Index count() const { return (n_rows + size - 1) / size; }
  Index begin(Index chunk) const { return chunk * size; }
  Index end(Index chunk) const { return std::min(n_rows, (chunk + 1) * size); }
};

// Passes over fewer rows than this take no longer than waking the other threads.
constexpr Index rows_worth_threads = 65536;

// Calls chunk(c) for every chunk of rows, in parallel where it pays.
template <class Chunk>
void for_chunks(const RowChunks& chunks, const Context& context, Chunk chunk) {
  if (chunks.n_rows * chunks.cost >= rows_worth_threads) {
    parallel_for(chunks.count(), context, [&](Index c, int) { chunk(c); });
  } else {
    for (Index c = 0; c < chunks.count(); ++c) chunk(c);
    context.check_interrupt();
  }
}

// Calls rows(begin, end) for every chunk.
template <class EachChunk>
void for_rows(Index n_rows, const Context& context, EachChunk rows) {
  const RowChunks chunks(n_rows);
  for_chunks(chunks, context, [&](Index c) { rows(chunks.begin(c), chunks.end(c)); });
}

// The sum over all rows of `width` numbers: rows(begin, end, sums) adds those of its rows to sums.
template <class EachChunk>
std::vector<double> sum_rows(const RowChunks& chunks, Index width, const Context& context, EachChunk rows) {
  std::vector<double> partial(chunks.count() * width, 0.0);
  for_chunks(chunks, context, [&](Index c) { rows(chunks.begin(c), chunks.end(c), partial.data() + c * width); });
  std::vector<double> sums(width, 0.0);
  for (Index c = 0; c < chunks.count(); ++c)
    for (Index j = 0; j < width; ++j) sums[j] += partial[c * width + j];
  return sums;
}

}  // namespace scrb

#endif
