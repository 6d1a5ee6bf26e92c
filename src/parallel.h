#ifndef SCRB_PARALLEL_H
#define SCRB_PARALLEL_H

// Threads, and the sums over rows whose result must not depend on them.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <vector>

#include "progress.h"

#ifdef _OPENMP
#include <omp.h>
#endif

namespace scrb {

using Index = std::int64_t;

// What every step is given beside its data.
struct Context {
  int threads = 1;
  Progress* progress = nullptr;

  // Adds an array over all holders of rows, in place. Every sum over rows passes here once, so that
  // rows may live in several processes; in one process there is nothing to add.
  std::function<void(double*, Index)> reduce = [](double*, Index) {};

  void report(const char* step, double done, double total) const {
    if (progress) progress->report(step, done, total);
  }
  void check_interrupt() const {
    if (progress && progress->interrupted()) throw Interrupted();
  }
};

// Calls task(t, thread) for t in [0, n_tasks), thread in [0, context.threads). Rethrows the first
// exception of a task; throws Interrupted when the user asks for it. Tasks should take well under a second.
template <class Task>
void parallel_for(Index n_tasks, const Context& context, Task task) {
  std::atomic<bool> stop{false};
  bool interrupted = false;
  std::exception_ptr error;
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic) num_threads(context.threads)
#endif
  for (Index t = 0; t < n_tasks; ++t) {
    if (stop.load(std::memory_order_relaxed)) continue;
#ifdef _OPENMP
    const int thread = omp_get_thread_num();
#else
    const int thread = 0;
#endif
    try {
      task(t, thread);
      if (thread == 0 && context.progress && context.progress->interrupted()) {
        interrupted = true;
        stop = true;
      }
    } catch (...) {
#ifdef _OPENMP
#pragma omp critical(scrb_parallel_error)
#endif
      {
        if (!error) error = std::current_exception();
      }
      stop = true;
    }
  }
  if (error) std::rethrow_exception(error);
  if (interrupted) throw Interrupted();
}

// Rows in at most 256 equal chunks, whatever the number of threads: sums over rows are made per chunk
// and the chunks added in order, so that every thread count gives the same bits.
struct RowChunks {
  Index n_rows;
  Index size;
  explicit RowChunks(Index rows) : n_rows(rows), size(std::max<Index>(512, (rows + 255) / 256)) {}
  Index count() const { return (n_rows + size - 1) / size; }
  Index begin(Index chunk) const { return chunk * size; }
  Index end(Index chunk) const { return std::min(n_rows, (chunk + 1) * size); }
};

// Passes over fewer rows than this take no longer than waking the other threads.
constexpr Index rows_worth_threads = 65536;

// Calls chunk(c) for every chunk of rows, in parallel where it pays.
template <class Chunk>
void for_chunks(const RowChunks& chunks, const Context& context, Chunk chunk) {
  Context few = context;
  if (chunks.n_rows < rows_worth_threads) few.threads = 1;
  parallel_for(chunks.count(), few, [&](Index c, int) { chunk(c); });
}

// Calls rows(begin, end) for every chunk.
template <class Rows>
void for_rows(Index n_rows, const Context& context, Rows rows) {
  const RowChunks chunks(n_rows);
  for_chunks(chunks, context, [&](Index c) { rows(chunks.begin(c), chunks.end(c)); });
}

// The sum over all rows of `width` numbers: rows(begin, end, sums) adds those of its rows to sums.
template <class Rows>
std::vector<double> sum_rows(Index n_rows, Index width, const Context& context, Rows rows) {
  const RowChunks chunks(n_rows);
  std::vector<double> partial(chunks.count() * width, 0.0);
  for_chunks(chunks, context,
             [&](Index c) { rows(chunks.begin(c), chunks.end(c), partial.data() + c * width); });
  std::vector<double> sums(width, 0.0);
  for (Index c = 0; c < chunks.count(); ++c)
    for (Index j = 0; j < width; ++j) sums[j] += partial[c * width + j];
  context.reduce(sums.data(), width);
  return sums;
}

}  // namespace scrb

#endif
