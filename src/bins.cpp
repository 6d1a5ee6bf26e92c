#include "bins.h"

#include <utility>

#include "wide_vectors.h"

namespace scrb {

namespace {

constexpr int block_rows = Table::block_rows;
// Grids that share one reading of a block of rows from memory.
constexpr Index grids_per_pass = 4;

// One grid as the key loops want it.
struct FloatGrid {
  std::vector<float> offset, inverse_width;

  FloatGrid(const Grids& grids, Index g) : offset(grids.n_cols), inverse_width(grids.n_cols) {
    for (Index l = 0; l < grids.n_cols; ++l) {
      const double width = grids.widths[g * grids.n_cols + l];
      offset[l] = static_cast<float>(grids.offsets[g * grids.n_cols + l]);
      // widths below this would give an infinite inverse; their cells are clamped anyway
      inverse_width[l] = static_cast<float>(1.0 / std::max(width, 1e-37));
    }
  }
};

std::vector<std::uint64_t> column_multipliers(Index n_cols) {
  std::vector<std::uint64_t> multipliers(n_cols);
  for (Index l = 0; l < n_cols; ++l) multipliers[l] = column_multiplier(l);
  return multipliers;
}

// keys of the rows of one dense block; two columns at a time halve the traffic of keys
SCRB_WIDE_VECTORS
void dense_keys(const float* block, Index n_cols, const float* offset, const float* inverse_width,
                const std::uint64_t* multiplier, std::uint64_t* keys) {
  for (int r = 0; r < block_rows; ++r) keys[r] = 0;
  Index l = 0;
  for (; l + 1 < n_cols; l += 2) {
    const float* a = block + l * block_rows;
    const float* b = a + block_rows;
    const float offset_a = offset[l], offset_b = offset[l + 1];
    const float inverse_a = inverse_width[l], inverse_b = inverse_width[l + 1];
    const std::uint64_t multiplier_a = multiplier[l], multiplier_b = multiplier[l + 1];
#ifdef _OPENMP
#pragma omp simd
#endif
    for (int r = 0; r < block_rows; ++r)
      keys[r] += cell_key(cell(a[r], offset_a, inverse_a), multiplier_a) +
                 cell_key(cell(b[r], offset_b, inverse_b), multiplier_b);
  }
  if (l < n_cols) {
    const float* a = block + l * block_rows;
    const float offset_a = offset[l], inverse_a = inverse_width[l];
    const std::uint64_t multiplier_a = multiplier[l];
    for (int r = 0; r < block_rows; ++r) keys[r] += cell_key(cell(a[r], offset_a, inverse_a), multiplier_a);
  }
}

// Keys of the rows of a table in one grid, block by block.
class KeyMaker {
 public:
  KeyMaker(const Table& table, const Grids& grids, Index g, const std::vector<std::uint64_t>& multipliers)
      : table_(table), grid_(grids, g), multiplier_(multipliers.data()) {
    if (!table.sparse) return;
    for (Index l = 0; l < table.n_cols; ++l) zero_key_ += key(l, 0.0f);
  }

  void block_keys(Index block, std::uint64_t* keys) const {
    if (!table_.sparse) {
      dense_keys(table_.block(block), table_.n_cols, grid_.offset.data(), grid_.inverse_width.data(), multiplier_,
                 keys);
      return;
    }
    const Index first = block * block_rows;
    const Index last = std::min(table_.n_rows, first + block_rows);
    for (Index i = first; i < last; ++i) {
      std::uint64_t sum = zero_key_;  // of a row of zeros; entries replace their own terms
      for (Index p = table_.row_start[i]; p < table_.row_start[i + 1]; ++p)
        sum += key(table_.column[p], table_.value[p]) - key(table_.column[p], 0.0f);
      keys[i - first] = sum;
    }
  }

 private:
  std::uint64_t key(Index l, float x) const {
    return cell_key(cell(x, grid_.offset[l], grid_.inverse_width[l]), multiplier_[l]);
  }

  const Table& table_;
  FloatGrid grid_;
  const std::uint64_t* multiplier_;
  std::uint64_t zero_key_ = 0;
};

// Keys to ids in order of arrival, by open addressing; counts how often each came.
class KeyTable {
 public:
  static constexpr std::uint32_t none = 0xffffffffu;

  explicit KeyTable(Index expected = 0) {
    Index slots = 64;
    while (slots < 2 * expected) slots *= 2;
    resize(slots);
  }

  void prefetch(std::uint64_t key) const {
#ifdef __GNUC__
    __builtin_prefetch(&slots_[place(key)]);
#else
    (void)key;
#endif
  }

  std::uint32_t add(std::uint64_t key) {
    if (2 * n_keys_ >= slots_.size()) resize(2 * slots_.size());
    Slot& slot = slots_[probe(key)];
    if (slot.id == none) slot = {key, n_keys_++, 0};
    ++slot.count;
    return slot.id;
  }

  std::uint32_t find(std::uint64_t key) const { return slots_[probe(key)].id; }

  std::uint32_t size() const { return n_keys_; }

  // Calls visit(key, id, count) for every key, in no particular order.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const Slot& slot : slots_)
      if (slot.id != none) visit(slot.key, slot.id, slot.count);
  }

 private:
  struct Slot {
    std::uint64_t key;
    std::uint32_t id, count;
  };

  // keys are sums of products: only a further product spreads them over the top bits
  std::size_t place(std::uint64_t key) const { return (key ^ (key >> 32)) * 0x9e3779b97f4a7c15u >> shift_; }

  std::size_t probe(std::uint64_t key) const {
    std::size_t s = place(key);
    while (slots_[s].id != none && slots_[s].key != key) s = (s + 1) & (slots_.size() - 1);
    return s;
  }

  void resize(std::size_t n_slots) {
    shift_ = 64;
    for (std::size_t s = n_slots; s > 1; s /= 2) --shift_;
    std::vector<Slot> old(n_slots, Slot{0, none, 0});
    old.swap(slots_);
    for (const Slot& slot : old)
      if (slot.id != none) slots_[probe(slot.key)] = slot;
  }

  std::vector<Slot> slots_;
  std::uint32_t n_keys_ = 0;
  int shift_ = 64;
};

// What one grid adds to the dictionary.
struct GridDictionary {
  std::vector<std::uint64_t> keys, single_keys;
  std::vector<std::int32_t> single_rows;
};

// Turns ids of all bins into ids of shared bins (1, 2, ...) and 0 for bins of one row.
void fold_singles(const KeyTable& keys, const std::vector<std::uint32_t>& all_ids, bool keep_dictionary, Bins& bins,
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

  const std::size_t n = all_ids.size();
  if (grid.is_narrow()) {
    grid.narrow.resize(n);
    for (std::size_t i = 0; i < n; ++i) grid.narrow[i] = static_cast<std::uint16_t>(shared_id[all_ids[i]]);
  } else {
    grid.wide.resize(n);
    for (std::size_t i = 0; i < n; ++i) grid.wide[i] = shared_id[all_ids[i]];
  }
  if (!keep_dictionary) return;

  std::vector<std::uint64_t> key_of(n_all);
  keys.for_each([&](std::uint64_t key, std::uint32_t id, std::uint32_t) { key_of[id] = key; });
  dictionary.keys.reserve(n_shared);
  for (std::uint32_t id = 0; id < n_all; ++id)
    if (count[id] > 1) dictionary.keys.push_back(key_of[id]);
  for (std::size_t i = 0; i < n; ++i) {
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
    if (grids[g].is_narrow()) grids[g].narrow.assign(n_rows, 0);
    else grids[g].wide.assign(n_rows, 0);
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

  // a pass per thread holds 4 bytes per row and grid: few grids, few per pass
  const Index per_pass =
      std::max<Index>(1, std::min(grids_per_pass, grids.n_grids / (16 * static_cast<Index>(context.threads))));
  const Index n_passes = (grids.n_grids + per_pass - 1) / per_pass;
  Index passes_done = 0;
  context.report("bins", 0, static_cast<double>(n_passes));
  parallel_for(n_passes, context, [&](Index pass, int thread) {
    const Index first = pass * per_pass, last = std::min(grids.n_grids, first + per_pass);
    std::vector<KeyMaker> makers;
    for (Index g = first; g < last; ++g) makers.emplace_back(table, grids, g, multipliers);
    std::vector<KeyTable> tables(last - first);
    std::vector<std::vector<std::uint32_t>> ids(last - first, std::vector<std::uint32_t>(n));
    std::uint64_t keys[block_rows];
    for (Index b = 0; b < table.n_blocks(); ++b) {
      const Index begin = b * block_rows;
      const int count = static_cast<int>(std::min<Index>(block_rows, n - begin));
      for (Index g = 0; g < last - first; ++g) {
        makers[g].block_keys(b, keys);
        for (int r = 0; r < count; ++r) tables[g].prefetch(keys[r]);
        for (int r = 0; r < count; ++r) ids[g][begin + r] = tables[g].add(keys[r]);
      }
      if (thread == 0 && b % 1024 == 1023) context.check_interrupt();
    }
    for (Index g = first; g < last; ++g)
      fold_singles(tables[g - first], ids[g - first], keep_dictionary, bins, g, dictionaries[g]);
#ifdef _OPENMP
#pragma omp atomic
#endif
    ++passes_done;
    if (thread == 0) context.report("bins", static_cast<double>(passes_done), static_cast<double>(n_passes));
  });

  bins.set_offsets();
  bins.singles.assign(n, 0);
  for_rows(n, context, [&](Index begin, Index end) {
    for (const GridIds& grid : bins.grids)
      for (Index i = begin; i < end; ++i) bins.singles[i] += grid.id(i) == 0;
  });
  if (keep_dictionary) bins.dictionary = join(dictionaries);
  return bins;
}

BinColumns bin_columns(const Bins& bins) {
  BinColumns columns;
  columns.rows.resize(bins.n_rows() * bins.n_grids());
  columns.start.push_back(0);
  for (Index g = 0; g < bins.n_grids(); ++g) {
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
  parallel_for(grids.n_grids, context, [&](Index g, int) {
    const Index first_single = dictionary.first_single[g];
    KeyTable keys(n_bins[g] + dictionary.first_single[g + 1] - first_single);
    for (Index b = 0; b < n_bins[g]; ++b) keys.add(dictionary.keys[dictionary.first_key[g] + b]);
    for (Index s = first_single; s < dictionary.first_single[g + 1]; ++s) keys.add(dictionary.single_keys[s]);
    const KeyMaker maker(table, grids, g, multipliers);
    GridIds& grid = found.shared.grids[g];
    std::uint64_t block[block_rows];
    for (Index i = 0; i < n; ++i) {
      if (i % block_rows == 0) maker.block_keys(i / block_rows, block);
      const std::uint32_t id = keys.find(block[i % block_rows]);
      if (id == KeyTable::none) continue;
      if (id >= n_bins[g]) {
        single_hits[g].push_back({static_cast<std::int32_t>(i), static_cast<std::int32_t>(first_single + id - n_bins[g])});
      } else if (grid.is_narrow()) {
        grid.narrow[i] = static_cast<std::uint16_t>(id + 1);
      } else {
        grid.wide[i] = id + 1;
      }
    }
  });

  found.first_owner.assign(n + 1, 0);
  for (const auto& hits : single_hits)
    for (const Hit& hit : hits) ++found.first_owner[hit.row + 1];
  for (Index i = 0; i < n; ++i) found.first_owner[i + 1] += found.first_owner[i];
  found.owners.resize(found.first_owner[n]);
  std::vector<Index> next(found.first_owner.begin(), found.first_owner.end() - 1);
  for (const auto& hits : single_hits)
    for (const Hit& hit : hits) found.owners[next[hit.row]++] = dictionary.single_rows[hit.owner];

  for (Index i = 0; i < n; ++i) found.known[i] = found.first_owner[i + 1] > found.first_owner[i];
  for (const GridIds& grid : found.shared.grids)
    for (Index i = 0; i < n; ++i) found.known[i] |= grid.id(i) != 0;
  return found;
}

}  // namespace scrb
