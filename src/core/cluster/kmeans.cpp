#include "cluster/kmeans.h"

#include <cmath>
#include <memory>
#include <numeric>

#include "cluster/lloyd.h"

namespace scrb {

namespace {

// Sum of squared distances of the rows from a point.
double sum_of_squares_about(const std::vector<double>& point, const double* rows, Index n, const Context& context) {
  const Index m = static_cast<Index>(point.size());
  return sum_rows(n, 1, context, [&](Index begin, Index end, double* sum) {
    for (Index i = begin; i < end; ++i) *sum += squared_distance(rows + i * m, point.data(), m);
  })[0];
}

std::vector<double> column_means(const double* rows, Index n, Index m, const Context& context) {
  std::vector<double> mean = sum_rows(n, m, context, [&](Index begin, Index end, double* sum) {
    for (Index i = begin; i < end; ++i)
      for (Index j = 0; j < m; ++j) sum[j] += rows[i * m + j];
  });
  for (double& value : mean) value /= static_cast<double>(n);
  return mean;
}

// Starts are compared when an iteration gains less than this; only the best goes on until nothing changes. Centres that
// a sample gives move by all rows until an iteration gains less: they are within the sample's error of where they end.
constexpr double small_gain = 1e-4;

// A start on a thread of its own hears of interrupts through the flag.
class InterruptProgress : public Progress {
 public:
  InterruptProgress(InterruptFlag& flag, int thread) : flag_(flag), thread_(thread) {}
  bool interrupted() override { return flag_.raised(thread_); }

 private:
  InterruptFlag& flag_;
  int thread_;
};

// Calls run(start, thread, context) for each start. Threads take whole starts where one is too small to be shared.
template <class Run>
void for_starts(Index n_starts, bool share_rows, const Context& context, Run run) {
  const Context one_by_one(1, context.progress);
  InterruptFlag interrupt(context);
  parallel_for(n_starts, share_rows ? one_by_one : context, [&](Index start, int thread) {
    if (thread == 0) context.report("kmeans", static_cast<double>(start), static_cast<double>(n_starts + 1));
    InterruptProgress progress(interrupt, thread);
    run(start, thread, share_rows ? context : Context(1, &progress));
  });
}

double sum_of_squares(const double* rows, Index n_rows, Index n_cols, const Context& context) {
  return sum_of_squares_about(std::vector<double>(n_cols, 0.0), rows, n_rows, context);
}

// The best of all starts, as far as `small_gain` takes them.
std::unique_ptr<Lloyd> best_start(const double* rows, Index n_rows, Index n_cols, const KmeansOptions& options,
                                  const double* uniforms, const Context& context) {
  const double squares = sum_of_squares(rows, n_rows, n_cols, context);
  struct Start {
    std::unique_ptr<Lloyd> lloyd;
    Index number = 0;
  };
  auto better = [](const Start& a, const Start& b) {  // in the same order whichever thread had which
    if (!a.lloyd || !b.lloyd) return static_cast<bool>(a.lloyd);
    if (a.lloyd->sum_of_squares != b.lloyd->sum_of_squares) return a.lloyd->sum_of_squares < b.lloyd->sum_of_squares;
    return a.number < b.number;
  };
  const Index n_candidates = 2 + static_cast<Index>(std::log(static_cast<double>(options.k)));
  const bool share_rows = n_rows >= rows_worth_threads || options.n_starts == 1;
  std::vector<Start> best(context.threads);
  for_starts(options.n_starts, share_rows, context, [&](Index start, int thread, const Context& inner) {
    Start current{std::make_unique<Lloyd>(rows, n_rows, n_cols, options.k, squares), start};
    current.lloyd->choose_centers(uniforms + start * options.k, n_candidates, inner);
    current.lloyd->run(options.max_iterations, options.n_starts > 1 ? small_gain : 0.0, inner);
    if (better(current, best[thread])) best[thread] = std::move(current);
  });
  return std::move(std::min_element(best.begin(), best.end(), better)->lloyd);
}

Kmeans to_result(Lloyd& lloyd, const Context& context) {
  lloyd.finish(context);
  lloyd.order_centers(context);
  Kmeans result;
  result.withinss = lloyd.within(context);
  result.tot_withinss = std::accumulate(result.withinss.begin(), result.withinss.end(), 0.0);
  result.cluster.swap(lloyd.cluster);
  result.centers.swap(lloyd.centers);
  result.size.swap(lloyd.size);
  result.iterations = lloyd.iterations;
  result.converged = lloyd.converged;
  return result;
}

Kmeans run_starts(const double* rows, Index n_rows, Index n_cols, const KmeansOptions& options, const double* uniforms,
                  const Context& context) {
  const std::unique_ptr<Lloyd> best = best_start(rows, n_rows, n_cols, options, uniforms, context);
  context.report("kmeans", static_cast<double>(options.n_starts), static_cast<double>(options.n_starts + 1));
  best->run(options.max_iterations, 0.0, context);
  return to_result(*best, context);
}

Kmeans run_on_sample(const double* rows, Index n_cols, const KmeansOptions& options, const double* uniforms,
                     const Context& context) {
  std::vector<double> some;
  some.reserve(options.sample.size() * n_cols);
  for (Index i : options.sample) some.insert(some.end(), rows + i * n_cols, rows + (i + 1) * n_cols);
  return run_starts(some.data(), static_cast<Index>(options.sample.size()), n_cols, options, uniforms, context);
}

// Whether the sample has k clusters that all rows have, and the fit of all rows if so.
bool fit_by_sample(const double* rows, Index n_rows, Index n_cols, const KmeansOptions& options, const double* uniforms,
                   const Context& context, Kmeans& fit) {
  if (static_cast<Index>(options.sample.size()) < options.k) return false;
  try {
    const Kmeans found = run_on_sample(rows, n_cols, options, uniforms, context);
    Lloyd all(rows, n_rows, n_cols, options.k, sum_of_squares(rows, n_rows, n_cols, context));
    all.centers = found.centers;
    all.run(options.max_iterations, small_gain, context);
    fit = to_result(all, context);
    fit.iterations = found.iterations;
    fit.converged = found.converged;
  } catch (const TooFewDistinctRows&) {
    return false;
  }
  return std::find(fit.size.begin(), fit.size.end(), 0) == fit.size.end();
}

}  // namespace

Kmeans kmeans(const double* rows, Index n_rows, Index n_cols, const KmeansOptions& options, const double* uniforms,
              const Context& context) {
  Kmeans result;
  if (options.sample.empty() || !fit_by_sample(rows, n_rows, n_cols, options, uniforms, context, result))
    result = run_starts(rows, n_rows, n_cols, options, uniforms, context);
  result.totss = sum_of_squares_about(column_means(rows, n_rows, n_cols, context), rows, n_rows, context);
  return result;
}

std::vector<Kmeans> kmeans_each(const double* rows, Index n_rows, Index n_cols, const std::vector<Index>& sizes,
                                Index max_iterations, const double* uniforms, const Context& context) {
  const double squares = sum_of_squares(rows, n_rows, n_cols, context);
  const Index count = static_cast<Index>(sizes.size());
  std::vector<Index> first(count, 0);
  std::partial_sum(sizes.begin(), sizes.end() - 1, first.begin() + 1);
  std::vector<Kmeans> fits(count);
  for_starts(count, n_rows >= rows_worth_threads, context, [&](Index start, int, const Context& inner) {
    Index k = sizes[start];
    for (;;) {
      Lloyd lloyd(rows, n_rows, n_cols, k, squares);
      try {
        // fewer candidates than the best would have: starts are to differ
        lloyd.choose_centers(uniforms + first[start], 2, inner);
        lloyd.run(max_iterations, 1e-3, inner);
        fits[start] = to_result(lloyd, inner);
        return;
      } catch (const TooFewDistinctRows& few) {
        k = few.found;
      }
    }
  });
  return fits;
}

}  // namespace scrb
