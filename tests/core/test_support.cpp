// Threads, fixed chunks, interrupts, joined sets, timers.

#include <chrono>
#include <stdexcept>

#include "fixtures.h"
#include "support/disjoint_sets.h"
#include "support/step_timer.h"
#include "support/tall_products.h"
#include "test.h"

#ifdef __GLIBC__
#include <pthread.h>
#endif

namespace {

using namespace scrb_test;

// Waits until another thread has done its part, or for ten seconds.
void wait_for(const std::atomic<bool>& done) {
  const auto start = std::chrono::steady_clock::now();
  while (!done && std::chrono::steady_clock::now() - start < std::chrono::seconds(10)) std::this_thread::yield();
}

template <class Run>
std::string message_of(Run run) {
  try {
    run();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST("parallel_for: every task once, by a thread that there is") {
  for (int count = 1; count <= 4; ++count) {
    const Context context(count);
    std::vector<int> visits(1000, 0);
    std::atomic<int> strangers{0};
    parallel_for(1000, context, [&](Index t, int thread) {
      ++visits[t];
      strangers += thread < 0 || thread >= count;
    });
    CHECK(std::all_of(visits.begin(), visits.end(), [](int v) { return v == 1; }));
    CHECK(strangers == 0);
    bool called = false;
    parallel_for(0, context, [&](Index, int) { called = true; });
    CHECK(!called);
  }
}

TEST("parallel_for: the exception of a task, whichever it is") {
  for (int count = 1; count <= 4; ++count)
    for (Index bad : {0, 7, 999}) {
      const Context context(count);
      const std::string message = message_of([&] {
        parallel_for(1000, context, [&](Index t, int) {
          if (t == bad) throw std::runtime_error("task " + std::to_string(t));
        });
      });
      CHECK(message == "task " + std::to_string(bad));
      Index sum = 0;  // the team serves again
      std::vector<Index> values(100);
      parallel_for(100, context, [&](Index t, int) { values[t] = t; });
      for (Index value : values) sum += value;
      CHECK(sum == 4950);
    }
}

TEST("parallel_for: exceptions of workers reach the caller, after its own") {
  for (const bool caller_throws : {false, true}) {
    const Context context(2);
    std::atomic<bool> worker_threw{false};
    const std::string message = message_of([&] {
      parallel_for(1000, context, [&](Index, int thread) {
        if (thread > 0) {
          worker_threw = true;
          throw std::runtime_error("worker");
        }
        wait_for(worker_threw);
        if (caller_throws) throw std::runtime_error("caller");
      });
    });
    CHECK(worker_threw);
    CHECK(message == (caller_throws ? "caller" : "worker"));
  }
}

TEST("parallel_for: interrupts are asked for on the caller's thread, after each of its tasks") {
  for (int patience : {0, 3, 99}) {
    Impatient progress(patience);
    int tasks = 0;
    CHECK_THROWS_AS(parallel_for(100, Context(1, &progress), [&](Index, int) { ++tasks; }), Interrupted);
    CHECK(tasks == patience + 1);
  }
  for (int count = 1; count <= 4; ++count) {
    std::atomic<bool> asked{false};
    struct Asked : Impatient {
      explicit Asked(std::atomic<bool>& flag) : Impatient(0), done(flag) {}
      bool interrupted() override {
        done = true;
        return Impatient::interrupted();
      }
      std::atomic<bool>& done;
    } progress(asked);
    // workers hold on to their task until the caller has asked
    const auto task = [&](Index, int thread) {
      if (thread > 0) wait_for(asked);
    };
    CHECK_THROWS_AS(parallel_for(1000, Context(count, &progress), task), Interrupted);
    CHECK(progress.sound && progress.questions == 1);
  }
}

TEST("InterruptFlag: workers hear of it from the caller") {
  Impatient progress(0);
  const Context context(2, &progress);
  InterruptFlag flag(context);
  CHECK(!flag.raised(1));
  flag.check(1);
  CHECK(progress.questions == 0);  // a worker does not ask
  CHECK(flag.raised(0) && flag.raised(1));
  CHECK_THROWS_AS(flag.check(1), Interrupted);
  const Context alone(1);
  InterruptFlag never(alone);
  CHECK(!never.raised(0));
}

TEST("QuietProgress asks and tells nothing") {
  Impatient progress(1);
  QuietProgress quiet(&progress);
  quiet.report("step", 1, 2);
  CHECK(progress.steps.empty());
  CHECK(!quiet.interrupted() && quiet.interrupted() && progress.questions == 2);
  CHECK(!QuietProgress(nullptr).interrupted());
}

TEST("RowChunks: all rows once, at most 256 chunks, whatever the threads") {
  for (Index n : {0, 1, 511, 512, 513, 131072, 131073, 1000007}) {
    const RowChunks chunks(n);
    CHECK(chunks.count() <= 256 && chunks.size >= 512);
    Index next = 0;
    for (Index c = 0; c < chunks.count(); ++c) {
      CHECK(chunks.begin(c) == next && chunks.end(c) > next);
      next = chunks.end(c);
    }
    CHECK(next == n);
  }
  for (Index n : {1000, 70000})  // the second on all threads
    for (int count = 1; count <= 4; ++count) {
      std::vector<int> visits(n, 0);
      for_rows(n, Context(count), [&](Index begin, Index end) {
        for (Index i = begin; i < end; ++i) ++visits[i];
      });
      CHECK(std::all_of(visits.begin(), visits.end(), [](int v) { return v == 1; }));
      CHECK(is_stopped(0, count, [&](const Context& context) { for_rows(n, context, [](Index, Index) {}); }));
    }
}

TEST("sum_rows: chunks added in order, the same bits for any threads") {
  for (unsigned seed : {1, 2, 3}) {
    Random random(seed);
    const Index n = 70000 + seed, width = 3;
    std::vector<double> values = draw_normals(n * width, random);
    for (double& value : values) value = std::exp(9 * value);  // orders of additions differ
    const auto add = [&](Index begin, Index end, double* sums) {
      for (Index i = begin; i < end; ++i)
        for (Index j = 0; j < width; ++j) sums[j] += values[i * width + j];
    };
    const RowChunks chunks(n);
    std::vector<double> expected(width, 0.0);
    for (Index c = 0; c < chunks.count(); ++c) {
      std::vector<double> part(width, 0.0);
      add(chunks.begin(c), chunks.end(c), part.data());
      for (Index j = 0; j < width; ++j) expected[j] += part[j];
    }
    for (int count = 1; count <= 4; ++count) CHECK(sum_rows(n, width, Context(count), add) == expected);
  }
}

TEST("tall products: as Eigen's, the same bits for any threads") {
  for (Index n : {1000, 70001}) {
    Random random(4);
    const std::vector<double> entries = draw_normals(8 * n, random);
    const Eigen::MatrixXd x = Eigen::Map<const Eigen::MatrixXd>(entries.data(), n, 6);
    const Eigen::MatrixXd w = x.topRows(4).transpose();
    const Eigen::MatrixXd y = Eigen::Map<const Eigen::MatrixXd>(entries.data() + 6 * n, n, 2);
    const Eigen::MatrixXd inner = inner_products(x, y, Context(1));
    const Eigen::MatrixXd combined = combine(x, w, Context(1));
    CHECK((inner - x.transpose() * y).norm() < 1e-9 * static_cast<double>(n));
    CHECK((combined - x * w).cwiseAbs().maxCoeff() < 1e-12);
    Eigen::MatrixXd in_place = x, rest = y;
    combine_in_place(in_place, 6, w, Context(scrb_test::threads()));
    CHECK(in_place.leftCols(4) == combined && in_place.rightCols(2) == x.rightCols(2));
    subtract_product(x, inner, rest, Context(scrb_test::threads()));
    CHECK((rest - (y - x * inner)).cwiseAbs().maxCoeff() < 1e-8 * static_cast<double>(n));
    for (int count = 2; count <= 4; ++count) {
      CHECK(inner_products(x, y, Context(count)) == inner);
      CHECK(combine(x, w, Context(count)) == combined);
    }
  }
}

#ifdef __GLIBC__
// A system that gives no threads: their stacks would take more memory than there are addresses.
class NoThreads {
 public:
  NoThreads() {
    pthread_getattr_default_np(&before_);
    pthread_attr_t huge;
    pthread_attr_init(&huge);
    pthread_attr_setstacksize(&huge, std::size_t{1} << 47);
    pthread_setattr_default_np(&huge);
    pthread_attr_destroy(&huge);
  }
  ~NoThreads() {
    pthread_setattr_default_np(&before_);
    pthread_attr_destroy(&before_);
  }

 private:
  pthread_attr_t before_;
};

TEST("a team that cannot start leaves the work to the caller") {
  const NoThreads none;
  CHECK_THROWS_AS(std::thread([] {}).join(), std::system_error);  // there are none indeed
  const Context context(4);
  std::vector<int> visits(1000, 0);
  bool alone = true;
  parallel_for(1000, context, [&](Index t, int thread) {
    ++visits[t];
    alone = alone && thread == 0;
  });
  CHECK(alone);
  CHECK(std::all_of(visits.begin(), visits.end(), [](int v) { return v == 1; }));
}
#endif

TEST("DisjointSets: as labels that are changed one by one") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const Index n = 1 + static_cast<Index>(random() % 60);
    DisjointSets sets(n);
    std::vector<Index> label(n);
    for (Index i = 0; i < n; ++i) label[i] = i;
    std::uniform_int_distribution<Index> any(0, n - 1);
    for (int step = 0; step < 50; ++step) {
      const Index a = any(random), b = any(random);
      sets.unite(a, b);
      const Index low = std::min(label[a], label[b]), high = std::max(label[a], label[b]);
      std::replace(label.begin(), label.end(), high, low);  // a set is called by its first row
      bool same = true;
      for (Index i = 0; i < n; ++i) same = same && sets.find(i) == label[i];
      CHECK(same);
      CHECK(sets.count() == static_cast<Index>(std::set<Index>(label.begin(), label.end()).size()));
    }
  }
}

TEST("StepTimer: a time for each step, in order") {
  Seconds seconds;
  StepTimer timer(seconds);
  timer.finish("one");
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  timer.finish("two");
  timer.finish("two");
  timer.add({{"three", 3.0}, {"four", 4.0}});
  timer.finish("four");
  CHECK(seconds.size() == 4);
  CHECK(seconds[0].first == "one" && seconds[0].second >= 0);
  CHECK(seconds[1].first == "two" && seconds[1].second >= 0.02);
  CHECK(seconds[2] == (std::pair<std::string, double>("three", 3.0)));
  CHECK(seconds[3].first == "four" && seconds[3].second >= 4);
}

}  // namespace
