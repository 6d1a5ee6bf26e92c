#include "bins.h"

#include <utility>

#include "bin_keys.h"
#include "key_table.h"

namespace scrb {

namespace {

constexpr int block_rows = Table::block_rows;
// Grids that share one reading of a block of rows from memory.
constexpr Index grids_per_pass = 8;
// Grids in work at once, over all threads: each holds 4 bytes per row until it is done.
constexpr Index grids_at_once = 32;

// What one grid adds to the dictionary.
struct GridDictionary {
  std::vector<std::uint64_t> keys, single_keys;
  std::vector<std::int32_t> single_rows;
};

// Turns ids of all bins into ids of shared bins (1, 2, ...) and 0 for bins of one row.
void fold_singles(const KeyTable& keys, const std::uint32_t* all_ids, Index n, bool keep_dictionary, Bins& bins,
                  Index g, GridDictionary& dictionary) {
  const std::uint32_t n_all = keys.size();
  std::vector<std::uint32_t> count(n_all), shared_id(n_all, 0);
  keys.for_each([&](std::uint64_t, std::uint32_t id, std::uint32_t rows) { count[id] = rows; });
  GridIds& grid = bins.grids[g];
  std::uint32_t n_shared = 0;
  for (std::uint32_t id = 0; id < n_all; ++id)
    if (count[id] > 1) shared_id[id] = ++n_shared;
  grid.n_bins = n_shared;
  bins.occupied[g] = n_all;
  bins.fullest[g] = *std::max_element(count.begin(), count.end());

  if (grid.is_narrow()) {
    grid.narrow.resize(n);
    for (Index i = 0; i < n; ++i) grid.narrow[i] = static_cast<std::uint16_t>(shared_id[all_ids[i]]);
  } else {
    grid.wide.resize(n);
    for (Index i = 0; i < n; ++i) grid.wide[i] = shared_id[all_ids[i]];
  }
  if (!keep_dictionary) return;

  std::vector<std::uint64_t> key_of(n_all);
  keys.for_each([&](std::uint64_t key, std::uint32_t id, std::uint32_t) { key_of[id] = key; });
  dictionary.keys.reserve(n_shared);
  dictionary.single_keys.reserve(n_all - n_shared);
  dictionary.single_rows.reserve(n_all - n_shared);
  for (std::uint32_t id = 0; id < n_all; ++id)
    if (count[id] > 1) dictionary.keys.push_back(key_of[id]);
  for (Index i = 0; i < n; ++i) {
    if (count[all_ids[i]] > 1) continue;
    dictionary.single_keys.push_back(key_of[all_ids[i]]);
    dictionary.single_rows.push_back(static_cast<std::int32_t>(i));
  }
}

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

}  // namespace

std::vector<Index> Bins::single_bins() const {
  std::vector<Index> singles_of_grid;
  for (Index g = 0; g < n_grids(); ++g) singles_of_grid.push_back(occupied[g] - grids[g].n_bins);
  return singles_of_grid;
}

void Bins::set_offsets() {
  n_sums_ = 0;
  for (GridIds& grid : grids) {
    grid.first = n_sums_;
    n_sums_ += grid.n_bins + 1;
  }
}

void Bins::resize(Index n_rows, const std::vector<Index>& n_bins) {
  n_rows_ = n_rows;
  grids.assign(n_bins.size(), GridIds());
  for (std::size_t g = 0; g < n_bins.size(); ++g) {
    grids[g].n_bins = n_bins[g];
  }
  set_offsets();
}

Bins make_bins(const Table& table, const Grids& grids, bool keep_dictionary, const Context& context) {
  Bins bins;
  const Index n = table.n_rows;
  bins.n_rows_ = n;
  bins.grids.resize(grids.n_grids);
  bins.occupied.resize(grids.n_grids);
  bins.fullest.resize(grids.n_grids);
  std::vector<GridDictionary> dictionaries(grids.n_grids);
  const std::vector<std::uint64_t> multipliers = column_multipliers(grids.n_cols);

  const Index threads = context.threads;
  const Index per_pass =
      std::max<Index>(1, std::min({grids_per_pass, grids_at_once / threads, grids.n_grids / threads}));
  const Index n_passes = (grids.n_grids + per_pass - 1) / per_pass;
  std::atomic<Index> passes_done{0};
  InterruptFlag interrupt(context);
  // in one piece, so that what stays is not scattered between what goes
  std::vector<std::uint32_t> buffer(threads * per_pass * n);
  context.report("bins", 0, static_cast<double>(n_passes));
  parallel_for(n_passes, context, [&](Index pass, int thread) {
    const Index first = pass * per_pass, last = std::min(grids.n_grids, first + per_pass);
    std::vector<KeyMaker> makers;
    for (Index g = first; g < last; ++g) makers.emplace_back(table, grids, g, multipliers);
    std::vector<KeyTable> tables(last - first);
    std::uint32_t* ids = buffer.data() + thread * per_pass * n;  // n for each grid of the pass
    std::uint64_t keys[block_rows];
    for (Index b = 0; b < table.n_blocks(); ++b) {
      const Index begin = b * block_rows;
      const int count = static_cast<int>(std::min<Index>(block_rows, n - begin));
      for (Index g = 0; g < last - first; ++g) {
        makers[g].block_keys(b, keys);
        for (int r = 0; r < count; ++r) tables[g].prefetch(keys[r]);
        for (int r = 0; r < count; ++r) ids[g * n + begin + r] = tables[g].add(keys[r]);
      }
      if (b % 256 == 255) interrupt.check(thread);
    }
    for (Index g = first; g < last; ++g) {
      interrupt.check(thread);
      fold_singles(tables[g - first], ids + (g - first) * n, n, keep_dictionary, bins, g, dictionaries[g]);
      tables[g - first] = KeyTable();
    }
    const Index done = ++passes_done;
    if (thread == 0) context.report("bins", static_cast<double>(done), static_cast<double>(n_passes));
  });

  buffer = std::vector<std::uint32_t>();
  bins.set_offsets();
  bins.singles.assign(n, 0);
  for_rows(n, context, [&](Index begin, Index end) {
    for (const GridIds& grid : bins.grids)
      for (Index i = begin; i < end; ++i) bins.singles[i] += grid.id(i) == 0;
  });
  if (keep_dictionary) bins.dictionary = join(dictionaries);
  return bins;
}

BinColumns bin_columns(const Bins& bins, const Context& context) {
  BinColumns columns;
  columns.rows.resize(bins.n_rows() * bins.n_grids());
  columns.start.push_back(0);
  for (Index g = 0; g < bins.n_grids(); ++g) {
    context.check_interrupt();
    const GridIds& grid = bins.grids[g];
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

KnownBins find_bins(const Table& table, const Grids& grids, const Dictionary& dictionary, const Context& context) {
  const Index n = table.n_rows;
  KnownBins found;
  std::vector<Index> n_bins(grids.n_grids);
  for (Index g = 0; g < grids.n_grids; ++g) n_bins[g] = dictionary.first_key[g + 1] - dictionary.first_key[g];
  found.shared.resize(n, n_bins);
  found.known.assign(n, 0);
  const std::vector<std::uint64_t> multipliers = column_multipliers(grids.n_cols);

  struct Hit {
    std::int32_t row, owner;
  };
  std::vector<std::vector<Hit>> single_hits(grids.n_grids);
  InterruptFlag interrupt(context);
  parallel_for(grids.n_grids, context, [&](Index g, int thread) {
    const Index first_single = dictionary.first_single[g];
    KeyTable keys(n_bins[g] + dictionary.first_single[g + 1] - first_single);
    for (Index b = 0; b < n_bins[g]; ++b) keys.add(dictionary.keys[dictionary.first_key[g] + b]);
    for (Index s = first_single; s < dictionary.first_single[g + 1]; ++s) keys.add(dictionary.single_keys[s]);
    const KeyMaker maker(table, grids, g, multipliers);
    GridIds& grid = found.shared.grids[g];
    if (grid.is_narrow()) grid.narrow.assign(n, 0);
    else grid.wide.assign(n, 0);
    std::uint64_t block[block_rows];
    for (Index i = 0; i < n; ++i) {
      if (i % block_rows == 0) maker.block_keys(i / block_rows, block);
      if (i % (256 * block_rows) == 0) interrupt.check(thread);
      const std::uint32_t id = keys.find(block[i % block_rows]);
      if (id == KeyTable::none) continue;
      if (id >= n_bins[g]) {
        single_hits[g].push_back(
            {static_cast<std::int32_t>(i), static_cast<std::int32_t>(first_single + id - n_bins[g])});
      } else if (grid.is_narrow()) {
        grid.narrow[i] = static_cast<std::uint16_t>(id + 1);
      } else {
        grid.wide[i] = id + 1;
      }
    }
  });

  found.first_owner.assign(n + 1, 0);
  for (const auto& hits : single_hits) {
    context.check_interrupt();
    for (const Hit& hit : hits) ++found.first_owner[hit.row + 1];
  }
  for (Index i = 0; i < n; ++i) found.first_owner[i + 1] += found.first_owner[i];
  found.owners.resize(found.first_owner[n]);
  std::vector<Index> next(found.first_owner.begin(), found.first_owner.end() - 1);
  for (const auto& hits : single_hits) {
    context.check_interrupt();
    for (const Hit& hit : hits) found.owners[next[hit.row]++] = dictionary.single_rows[hit.owner];
  }

  for_rows(n, context, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) found.known[i] = found.first_owner[i + 1] > found.first_owner[i];
    for (const GridIds& grid : found.shared.grids)
      for (Index i = begin; i < end; ++i) found.known[i] |= grid.id(i) != 0;
  });
  return found;
}

}  // namespace scrb
