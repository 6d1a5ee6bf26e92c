#include "features/known_bins.h"

#include "features/bin_keys.h"
#include "features/key_table.h"

namespace scrb {

namespace {

constexpr int strip_rows = Block::strip_rows;

// A row that met the bin of one row.
struct Hit {
  std::int32_t row, owner;
};

// One grid of the dictionary, open for look-ups.
class OpenGrid {
 public:
  OpenGrid(const ScaledRows& rows, const Grids& grids, Index g, const std::vector<std::uint64_t>& multipliers,
           const Dictionary& dictionary)
      : maker_(rows, grids, g, multipliers), n_shared_(dictionary.first_key[g + 1] - dictionary.first_key[g]),
        owners_(dictionary.single_rows.data() + dictionary.first_single[g]),
        table_(n_shared_ + dictionary.first_single[g + 1] - dictionary.first_single[g]) {
    for (Index b = dictionary.first_key[g]; b < dictionary.first_key[g + 1]; ++b) table_.add(dictionary.keys[b]);
    for (Index s = dictionary.first_single[g]; s < dictionary.first_single[g + 1]; ++s)
      table_.add(dictionary.single_keys[s]);
  }

  void find_strip(const Block& block, Index strip, GridIds& grid, std::vector<Hit>& hits) const {
    std::uint64_t keys[strip_rows];
    maker_.strip_keys(block, strip, keys);
    const Index begin = strip * strip_rows, end = std::min(block.n_rows, begin + strip_rows);
    for (Index i = begin; i < end; ++i) {
      const std::uint32_t id = table_.find(keys[i - begin]);
      const Index row = block.begin + i;
      if (id == KeyTable::none) continue;
      if (id >= n_shared_) hits.push_back({static_cast<std::int32_t>(row), owners_[id - n_shared_]});
      else if (grid.is_narrow()) grid.narrow[row] = static_cast<std::uint16_t>(id + 1);
      else grid.wide[row] = id + 1;
    }
  }

 private:
  KeyMaker maker_;
  Index n_shared_;
  const std::int32_t* owners_;
  KeyTable table_;
};

void join_hits(const std::vector<std::vector<Hit>>& hits, const Context& context, KnownBins& found) {
  const Index n = found.n_rows();
  found.first_owner.assign(n + 1, 0);
  for (const auto& of_grid : hits) {
    context.check_interrupt();
    for (const Hit& hit : of_grid) ++found.first_owner[hit.row + 1];
  }
  for (Index i = 0; i < n; ++i) found.first_owner[i + 1] += found.first_owner[i];
  found.owners.resize(found.first_owner[n]);
  std::vector<Index> next(found.first_owner.begin(), found.first_owner.end() - 1);
  for (const auto& of_grid : hits) {
    context.check_interrupt();
    for (const Hit& hit : of_grid) found.owners[next[hit.row]++] = hit.owner;
  }
}

}  // namespace

void KnownBins::gather_panel(Index width, const double* sums, double* y, const Context& context) const {
  ids.gather_panel(
      width, sums, y, [](Index, Index, double*) {}, context);
  const double* single = sums + ids.n_sums() * width;
  const double share = 1.0 / static_cast<double>(ids.n_grids());
  for_rows(n_rows(), context, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      double* row = y + i * width;
      for (Index p = first_owner[i]; p < first_owner[i + 1]; ++p)
        for (Index j = 0; j < width; ++j) row[j] += single[owners[p] * width + j];
      for (Index j = 0; j < width; ++j) row[j] *= share;
    }
  });
}

Index KnownBins::count_unknown() const {
  std::vector<char> known(n_rows(), 0);
  for (Index i = 0; i < n_rows(); ++i) known[i] = first_owner[i + 1] > first_owner[i];
  for (const GridIds& grid : ids.grids)
    for (Index i = 0; i < n_rows(); ++i) known[i] |= grid.id(i) != 0;
  return std::count(known.begin(), known.end(), 0);
}

KnownBins find_bins(const ScaledRows& rows, const Grids& grids, const Dictionary& dictionary, Index n_owners,
                    const Context& context) {
  std::vector<Index> n_bins(grids.n_grids);
  for (Index g = 0; g < grids.n_grids; ++g) n_bins[g] = dictionary.first_key[g + 1] - dictionary.first_key[g];
  KnownBins found(BinIds(rows.n_rows(), n_bins), n_owners);
  const std::vector<std::uint64_t> multipliers = column_multipliers(grids.n_cols);
  const double n_keys = static_cast<double>(dictionary.keys.size() + dictionary.single_keys.size());
  const Index at_once =
      grids_at_once(rows.n_rows(), grids.n_cols, 1 + n_keys / static_cast<double>(grids.n_grids), context.threads);
  std::vector<std::vector<Hit>> hits(grids.n_grids);
  InterruptFlag interrupt(context);
  for (Index first = 0; first < grids.n_grids; first += at_once) {
    const Index count = std::min(grids.n_grids - first, at_once);
    std::vector<std::unique_ptr<OpenGrid>> open(count);
    parallel_for(count, context, [&](Index g, int) {
      open[g] = std::make_unique<OpenGrid>(rows, grids, first + g, multipliers, dictionary);
    });
    rows.for_blocks(context, [&](const Block& block) {
      parallel_for(count, context, [&](Index g, int thread) {
        for (Index s = 0; s < block.n_strips(); ++s) {
          open[g]->find_strip(block, s, found.ids.grids[first + g], hits[first + g]);
          if (s % 256 == 255) interrupt.check(thread);
        }
      });
      return true;
    });
  }
  join_hits(hits, context, found);
  return found;
}

}  // namespace scrb
