#ifndef SCRB_FIXTURES_H
#define SCRB_FIXTURES_H

// What tests share: made-up data in every form that the core takes, draws, and slow ways to look at the core's things.
// Every test has its own generator with a seed of its own.

#include <climits>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "data/block.h"
#include "features/grids.h"

namespace scrb_test {

using namespace scrb;
using Random = std::mt19937;

inline bool near(double a, double b, double tolerance) { return std::fabs(a - b) <= tolerance; }

// n x d numbers, column after column.
struct Data {
  Index n, d;
  std::vector<double> x;
  std::vector<std::int32_t> truth;

  Data(Index n_rows, Index n_cols) : n(n_rows), d(n_cols), x(n_rows * n_cols), truth(n_rows) {}
  double& at(Index i, Index l) { return x[l * n + i]; }
  double at(Index i, Index l) const { return x[l * n + i]; }
  DenseRows rows() const { return matrix_rows({x.data(), nullptr}, n, d); }
};

// The entries of Data that are not 0, as compressed columns.
struct SparseData {
  std::vector<int> start{0}, row;
  std::vector<double> value;
  Index n, d;

  explicit SparseData(const Data& data) : n(data.n), d(data.d) {
    for (Index l = 0; l < d; ++l) {
      for (Index i = 0; i < n; ++i) {
        if (data.at(i, l) == 0) continue;
        row.push_back(static_cast<int>(i));
        value.push_back(data.at(i, l));
      }
      start.push_back(static_cast<int>(row.size()));
    }
  }
  SparseRows rows() const { return SparseRows(n, d, start.data(), row.data(), value.data()); }
};

// Numbers, whole numbers and a factor, as columns of their own kinds and as plain numbers.
struct MixedData {
  static constexpr Index d = 4, n_levels = 4;
  Index n;
  std::vector<double> number, other;
  std::vector<int> whole, code;

  MixedData(Index n_rows, Random& random) : n(n_rows) {
    std::normal_distribution<double> noise(2, 3);
    std::uniform_int_distribution<int> integer(-20, 20), level(1, n_levels);
    for (Index i = 0; i < n; ++i) {
      number.push_back(noise(random));
      whole.push_back(integer(random));
      code.push_back(level(random));
      other.push_back(1e3 * noise(random));
    }
  }
  DenseRows rows() const {
    return DenseRows(
        n, {{number.data(), nullptr}, {nullptr, whole.data()}, {nullptr, code.data()}, {other.data(), nullptr}},
        {0, 0, n_levels, 0});
  }
  double at(Index i, Index l) const { return l == 0 ? number[i] : l == 1 ? whole[i] : l == 2 ? code[i] : other[i]; }
};

// Rows as one who reads them from elsewhere delivers them: so many at a time, each time in memory of their own that
// holds nothing else and is gone afterwards.
class ChunkedRows : public Rows {
 public:
  ChunkedRows(const Rows& rows, Index size) : Rows(rows.n_rows(), levels_of(rows)), rows_(rows), size_(size) {}

  void read(const Take& take) const override {
    ++readings;
    rows_.read([&](const RawBlock& all) {
      for (Index begin = 0; begin < all.end; begin += size_)
        if (!take_chunk(all, begin, std::min(all.end, begin + size_), take)) return false;
      return true;
    });
  }

  mutable int readings = 0;

 private:
  static std::vector<Index> levels_of(const Rows& rows) {
    std::vector<Index> n_levels;
    for (Index l = 0; l < rows.n_cols(); ++l) n_levels.push_back(rows.n_levels(l));
    return n_levels;
  }

  static bool take_chunk(const RawBlock& all, Index begin, Index end, const Take& take) {
    RawBlock chunk;
    chunk.begin = begin;
    chunk.end = end;
    chunk.sparse = all.sparse;
    std::vector<std::vector<double>> reals(all.columns.size());
    std::vector<std::vector<int>> wholes(all.columns.size());
    for (std::size_t l = 0; l < all.columns.size(); ++l) {
      const Column& column = all.columns[l];
      if (column.real) reals[l].assign(column.real + begin, column.real + end);
      else wholes[l].assign(column.whole + begin, column.whole + end);
      chunk.columns.push_back({column.real ? reals[l].data() : nullptr, column.real ? nullptr : wholes[l].data()});
    }
    std::vector<int> row;
    std::vector<double> value;
    for (std::size_t l = 0; l < all.first.size(); ++l) {
      chunk.first.push_back(static_cast<int>(row.size()));
      for (int p = all.first[l]; p < all.last[l]; ++p) {
        if (all.row_index[p] < begin || all.row_index[p] >= end) continue;
        row.push_back(all.row_index[p]);
        value.push_back(all.value[p]);
      }
      chunk.last.push_back(static_cast<int>(row.size()));
    }
    chunk.row_index = row.data();
    chunk.value = value.data();
    return take(chunk);
  }

  const Rows& rows_;
  Index size_;
};

inline std::vector<Index> chunk_sizes(Index n) { return {1, 7, 64, 100, n}; }

inline Scaling no_scaling(Index d) { return {std::vector<double>(d, 0.0), std::vector<double>(d, 1.0)}; }

// Row i belongs to blob i mod k; centres are `apart` from one another in every column.
inline Data make_blobs(Index n, Index d, Index k, double apart, double sd, Random& random) {
  Data data(n, d);
  std::normal_distribution<double> noise(0, sd);
  for (Index i = 0; i < n; ++i) {
    data.truth[i] = static_cast<std::int32_t>(i % k);
    for (Index l = 0; l < d; ++l) data.at(i, l) = apart * static_cast<double>(i % k) + noise(random);
  }
  return data;
}

inline Data draw_data(Index n, Index d, double mean, double sd, Random& random) {
  Data data(n, d);
  std::normal_distribution<double> noise(mean, sd);
  for (double& value : data.x) value = noise(random);
  return data;
}

inline std::vector<double> draw_uniforms(Index n, Random& random) {
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<double> values(n);
  for (double& value : values) value = uniform(random);
  return values;
}

inline std::vector<double> draw_normals(Index n, Random& random) {
  std::normal_distribution<double> normal;
  std::vector<double> values(n);
  for (double& value : values) value = normal(random);
  return values;
}

// Grids whose mean similarity is exp(-|x - y|_1 / sigma).
struct Draws {
  Index n_grids, d;
  std::vector<double> widths, offsets;

  Draws(Index grids, Index columns, double sigma, Random& random)
      : n_grids(grids), d(columns), widths(grids * columns), offsets(grids * columns) {
    std::gamma_distribution<double> width(2, sigma);
    std::uniform_real_distribution<double> uniform(0, 1);
    for (std::size_t i = 0; i < widths.size(); ++i) {
      widths[i] = width(random);
      offsets[i] = widths[i] * uniform(random);
    }
  }
  Grids grids() const { return {n_grids, d, widths.data(), offsets.data()}; }
};

inline std::vector<Index> every(Index n, Index step) {
  std::vector<Index> rows;
  for (Index i = 0; i < n; i += step) rows.push_back(i);
  return rows;
}

// Lists of rows, increasing: none, one, all, and others.
inline std::vector<std::vector<Index>> lists_of_rows(Index n, Random& random) {
  std::vector<std::vector<Index>> lists = {{}, {0}, {n - 1}, every(n, 1), every(n, 3)};
  std::vector<Index> some;
  for (Index i = 0; i < n; ++i)
    if (random() % 5 == 0) some.push_back(i);
  lists.push_back(some);
  return lists;
}

// Whether two labellings are the same partition.
template <class A, class B>
bool same_partition(const A& a, const B& b) {
  std::map<std::int64_t, std::int64_t> there, back;
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (there.emplace(a[i], b[i]).first->second != b[i]) return false;
    if (back.emplace(b[i], a[i]).first->second != a[i]) return false;
  }
  return true;
}

// Says that the user wants to stop after a number of questions, and notes who asks and whether reports make sense.
class Impatient : public Progress {
 public:
  explicit Impatient(int patience = INT_MAX) : patience_(patience) {}
  void report(const char* step, double done, double total) override {
    const double fraction = done / total;
    const bool goes_on = step == step_ ? fraction >= fraction_ * (1 - 1e-12) : steps.insert(step).second;
    sound = sound && fraction >= 0 && fraction <= 1 && std::this_thread::get_id() == owner_;
    orderly = orderly && goes_on;
    step_ = step;
    fraction_ = fraction;
  }
  bool interrupted() override {
    sound = sound && std::this_thread::get_id() == owner_;
    return questions++ >= patience_;
  }
  std::set<std::string> steps;
  int questions = 0;
  bool sound = true;    // all comes from the caller's thread, and no part is larger than the whole
  bool orderly = true;  // no step goes back or comes twice

 private:
  int patience_;
  std::string step_;
  double fraction_ = 0;
  std::thread::id owner_ = std::this_thread::get_id();
};

// Whether run(context) ends with Interrupted when the user stops it after so many questions; and whether all is sound.
template <class Run>
bool is_stopped(int patience, int threads, Run run) {
  Impatient progress(patience);
  try {
    run(Context(threads, &progress));
  } catch (const Interrupted&) {
    return progress.sound;
  }
  return false;
}

}  // namespace scrb_test

#endif
