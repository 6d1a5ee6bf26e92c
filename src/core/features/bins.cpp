#include "features/bins.h"

#include <numeric>
#include <utility>

#include "features/bin_keys.h"
#include "features/key_table.h"

namespace scrb {

namespace {

constexpr int strip_rows = Block::strip_rows;
// Grids that share one reading of a strip of rows from memory.
constexpr Index grids_per_task = 8;
// Hash tables may take so much at least: every reading of the rows scales all of them.
constexpr double table_bytes = 16 << 20;
constexpr Index most_narrow = 65536;  // ids that 16 bits hold

// What one grid adds to the dictionary.
struct GridDictionary {
  std::vector<std::uint64_t> keys, single_keys;
  std::vector<std::int32_t> single_rows;
};

// A grid in work: its keys so far, and ids in order of arrival, of 16 bits as long as they fit.
class OpenGrid {
 public:
  OpenGrid(const ScaledRows& rows, const Grids& grids, Index g, const std::vector<std::uint64_t>& multipliers)
      : maker_(rows, grids, g, multipliers), n_(rows.n_rows()) {}

  void allocate() { narrow_.resize(n_); }

  void add_strip(const Block& block, Index strip) {
    std::uint64_t keys[strip_rows];
    const Index begin = strip * strip_rows, to = block.begin + begin;
    const int count = static_cast<int>(std::min<Index>(strip_rows, block.n_rows - begin));
    maker_.strip_keys(block, strip, keys);
    for (int r = 0; r < count; ++r) table_.prefetch(keys[r]);
    if (wide_.empty() && table_.size() + static_cast<Index>(count) > most_narrow) widen();
    if (wide_.empty())
      for (int r = 0; r < count; ++r) narrow_[to + r] = static_cast<std::uint16_t>(table_.add(keys[r]));
    else
      for (int r = 0; r < count; ++r) wide_[to + r] = table_.add(keys[r]);
  }

  // Turns ids of all bins into ids of shared bins (1, 2, ...) and 0 for bins of one row.
  void finish(Bins& bins, Index g, GridDictionary* dictionary) {
    const std::uint32_t n_all = table_.size();
    std::vector<std::uint32_t> count(n_all), shared_id(n_all, 0);
    table_.for_each([&](std::uint64_t, std::uint32_t id, std::uint32_t rows) { count[id] = rows; });
    GridIds& grid = bins.ids.grids[g];
    std::uint32_t n_shared = 0;
    for (std::uint32_t id = 0; id < n_all; ++id)
      if (count[id] > 1) shared_id[id] = ++n_shared;
    grid.n_bins = n_shared;
    bins.occupied[g] = n_all;
    bins.fullest[g] = *std::max_element(count.begin(), count.end());
    if (dictionary) describe(count, n_shared, *dictionary);
    table_ = KeyTable();

    if (wide_.empty()) {
      for (std::uint16_t& id : narrow_) id = static_cast<std::uint16_t>(shared_id[id]);
      grid.narrow.swap(narrow_);
    } else if (grid.is_narrow()) {
      grid.narrow.resize(n_);
      for (Index i = 0; i < n_; ++i) grid.narrow[i] = static_cast<std::uint16_t>(shared_id[wide_[i]]);
    } else {
      for (std::uint32_t& id : wide_) id = shared_id[id];
      grid.wide.swap(wide_);
    }
    wide_ = std::vector<std::uint32_t>();
  }

 private:
  void widen() {
    wide_.assign(narrow_.begin(), narrow_.end());
    narrow_ = std::vector<std::uint16_t>();
  }

  void describe(const std::vector<std::uint32_t>& count, std::uint32_t n_shared, GridDictionary& dictionary) const {
    const std::size_t n_all = count.size();
    std::vector<std::uint64_t> key_of(n_all);
    table_.for_each([&](std::uint64_t key, std::uint32_t id, std::uint32_t) { key_of[id] = key; });
    dictionary.keys.reserve(n_shared);
    dictionary.single_keys.reserve(n_all - n_shared);
    dictionary.single_rows.reserve(n_all - n_shared);
    for (std::size_t id = 0; id < n_all; ++id)
      if (count[id] > 1) dictionary.keys.push_back(key_of[id]);
    for (Index i = 0; i < n_; ++i) {
      const std::uint32_t id = wide_.empty() ? narrow_[i] : wide_[i];
      if (count[id] > 1) continue;
      dictionary.single_keys.push_back(key_of[id]);
      dictionary.single_rows.push_back(static_cast<std::int32_t>(i));
    }
  }

  KeyMaker maker_;
  KeyTable table_;
  Index n_;
  std::vector<std::uint16_t> narrow_;
  std::vector<std::uint32_t> wide_;  // in place of `narrow_` once there are too many keys
};

// Joins what the grids have, emptying them as it goes.
Dictionary join(std::vector<GridDictionary>& grids) {
  Dictionary all;
  all.first_key.push_back(0);
  all.first_single.push_back(0);
  std::size_t n_keys = 0, n_singles = 0;
  for (const GridDictionary& grid : grids) {
    n_keys += grid.keys.size();
    n_singles += grid.single_keys.size();
  }
  all.keys.reserve(n_keys);
  all.single_keys.reserve(n_singles);
  all.single_rows.reserve(n_singles);
  for (GridDictionary& grid : grids) {
    all.keys.insert(all.keys.end(), grid.keys.begin(), grid.keys.end());
    all.single_keys.insert(all.single_keys.end(), grid.single_keys.begin(), grid.single_keys.end());
    all.single_rows.insert(all.single_rows.end(), grid.single_rows.begin(), grid.single_rows.end());
    all.first_key.push_back(static_cast<Index>(all.keys.size()));
    all.first_single.push_back(static_cast<Index>(all.single_keys.size()));
    grid = GridDictionary();
  }
  return all;
}

// Grids [first, last): one reading of the rows.
void bin_by_some(const ScaledRows& rows, const Grids& grids, Index first, Index last,
                 const std::vector<std::uint64_t>& multipliers, const Context& context,
                 std::vector<GridDictionary>& dictionaries, Bins& bins) {
  std::vector<OpenGrid> open;
  for (Index g = first; g < last; ++g) open.emplace_back(rows, grids, g, multipliers);
  for (OpenGrid& grid : open) grid.allocate();
  const Index count = last - first, threads = context.threads;
  const Index per_task = std::max<Index>(1, std::min(grids_per_task, (count + threads - 1) / threads));
  const Index n_tasks = (count + per_task - 1) / per_task;
  const double cells = static_cast<double>(rows.n_rows()) * static_cast<double>(grids.n_grids);
  InterruptFlag interrupt(context);
  rows.for_blocks(context, [&](const Block& block) {
    const double done = static_cast<double>(rows.n_rows()) * static_cast<double>(first) +
                        static_cast<double>(block.begin) * static_cast<double>(count);
    context.report("bins", done, cells);
    parallel_for(n_tasks, context, [&](Index task, int thread) {
      const Index from = task * per_task, until = std::min(count, from + per_task);
      for (Index s = 0; s < block.n_strips(); ++s) {
        for (Index g = from; g < until; ++g) open[g].add_strip(block, s);
        if (s % 256 == 255) interrupt.check(thread);
      }
    });
    return true;
  });
  parallel_for(count, context, [&](Index g, int) {
    open[g].finish(bins, first + g, dictionaries.empty() ? nullptr : &dictionaries[first + g]);
  });
}

double mean(const std::vector<Index>& values, Index count) {
  return static_cast<double>(std::accumulate(values.begin(), values.begin() + count, Index{0})) /
         static_cast<double>(count);
}

}  // namespace

double bytes_of_open_grid(Index n_cols, double bins_per_grid) {
  return 76 * bins_per_grid + 8 * static_cast<double>(n_cols);
}

Index grids_at_once(Index n_rows, Index n_cols, double bins_per_grid, int threads) {
  const Index few = std::min<Index>(4 * grids_per_task, threads * grids_per_task);
  if (bins_per_grid == 0) return few;
  const double room = std::max(table_bytes, static_cast<double>(few) * 4 * static_cast<double>(n_rows));
  return few + static_cast<Index>(std::min(1024.0, room / bytes_of_open_grid(n_cols, bins_per_grid)));
}

BinIds::BinIds(Index n_rows, const std::vector<Index>& n_bins) : grids(n_bins.size()), n_rows_(n_rows) {
  for (std::size_t g = 0; g < n_bins.size(); ++g) {
    grids[g].n_bins = n_bins[g];
    if (grids[g].is_narrow()) grids[g].narrow.assign(n_rows, 0);
    else grids[g].wide.assign(n_rows, 0);
  }
  set_offsets();
}

void BinIds::set_offsets() {
  n_sums_ = 0;
  for (GridIds& grid : grids) {
    grid.first = n_sums_;
    n_sums_ += grid.n_bins + 1;
  }
}

std::vector<Index> Bins::single_bins() const {
  std::vector<Index> singles_of_grid;
  for (Index g = 0; g < n_grids(); ++g) singles_of_grid.push_back(occupied[g] - ids.grids[g].n_bins);
  return singles_of_grid;
}

void Bins::scatter(const double* v, double* sums, const Context& context) const {
  ids.scatter(v, sums, context);
  for (std::size_t o = 0; o < owners.size(); ++o) sums[ids.n_sums() + static_cast<Index>(o)] = v[owners[o]];
}

void Bins::scatter_panel(Index width, const double* v, double* sums, const Context& context) const {
  ids.scatter_panel(width, v, sums, context);
  double* own = sums + ids.n_sums() * width;
  for (std::int32_t row : owners) own = std::copy_n(v + row * width, width, own);
}

std::vector<double> Bins::multiplicity() const {
  std::vector<double> bins(n_sums(), 1.0);
  for (std::size_t o = 0; o < owners.size(); ++o) bins[ids.n_sums() + static_cast<Index>(o)] = singles[owners[o]];
  return bins;
}

void Bins::unite_rows(DisjointSets& sets, const Context& context) const {
  for (const GridIds& grid : ids.grids) {
    context.check_interrupt();
    context.report("degrees", static_cast<double>(&grid - ids.grids.data()), static_cast<double>(n_grids()));
    std::vector<std::int32_t> first_row(grid.n_bins + 1, -1);
    auto unite = [&](const auto* id) {
      for (Index i = 0; i < n_rows(); ++i) {
        if (id[i] == 0) continue;
        if (first_row[id[i]] < 0) first_row[id[i]] = static_cast<std::int32_t>(i);
        else sets.unite(first_row[id[i]], i);
      }
    };
    if (grid.is_narrow()) unite(grid.narrow.data());
    else unite(grid.wide.data());
    if (sets.count() == 1) return;
  }
}

Bins make_bins(const ScaledRows& rows, const Grids& grids, bool keep_dictionary, const Context& context) {
  const Index n = rows.n_rows();
  Bins bins(n, grids.n_grids);
  std::vector<GridDictionary> dictionaries(keep_dictionary ? grids.n_grids : 0);
  const std::vector<std::uint64_t> multipliers = column_multipliers(grids.n_cols);
  for (Index first = 0; first < grids.n_grids;) {
    const double bins_so_far = first > 0 ? mean(bins.occupied, first) : 0;
    const Index count = grids_at_once(n, grids.n_cols, bins_so_far, context.threads);
    const Index last = std::min(grids.n_grids, first + count);
    bin_by_some(rows, grids, first, last, multipliers, context, dictionaries, bins);
    first = last;
  }
  bins.ids.set_offsets();
  for_rows(n, context, [&](Index begin, Index end) {
    for (const GridIds& grid : bins.ids.grids)
      for (Index i = begin; i < end; ++i) bins.singles[i] += grid.id(i) == 0;
  });
  for (Index i = 0; i < n; ++i)
    if (bins.singles[i] > 0) bins.owners.push_back(static_cast<std::int32_t>(i));
  if (keep_dictionary) bins.dictionary = join(dictionaries);
  return bins;
}

BinColumns bin_columns(const Bins& bins, const Context& context) {
  BinColumns columns;
  columns.rows.resize(bins.n_rows() * bins.n_grids());
  columns.start.push_back(0);
  for (const GridIds& grid : bins.ids.grids) {
    context.check_interrupt();
    std::vector<int> count(grid.n_bins + 1, 0);
    for (Index i = 0; i < bins.n_rows(); ++i) ++count[grid.id(i)];
    std::vector<int> next(grid.n_bins + 1);
    for (Index b = 1; b <= grid.n_bins; ++b) {
      next[b] = columns.start.back();
      columns.start.push_back(next[b] + count[b]);
    }
    next[0] = columns.start.back();
    for (int s = 0; s < count[0]; ++s) columns.start.push_back(columns.start.back() + 1);
    for (Index i = 0; i < bins.n_rows(); ++i) columns.rows[next[grid.id(i)]++] = static_cast<int>(i);
    columns.bins_per_grid.push_back(grid.n_bins + count[0]);
  }
  return columns;
}

}  // namespace scrb
