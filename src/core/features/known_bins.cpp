#include "features/known_bins.h"

#include "features/bin_keys.h"
#include "features/key_table.h"

namespace scrb {

namespace {

constexpr int strip_rows = Block::strip_rows;

// One grid of the dictionary, open for look-ups.
class OpenGrid {
 public:
  OpenGrid(const ScaledRows& rows, const Grids& grids, Index g, const std::vector<std::uint64_t>& multipliers,
           const Dictionary& dictionary)
      : maker_(rows, grids, g, multipliers), table_(dictionary.first_key[g + 1] - dictionary.first_key[g]) {
    for (Index b = dictionary.first_key[g]; b < dictionary.first_key[g + 1]; ++b) table_.add(dictionary.keys[b]);
  }

  void find_strip(const Block& block, Index strip, GridIds& grid) const {
    std::uint64_t keys[strip_rows];
    maker_.strip_keys(block, strip, keys);
    const Index begin = strip * strip_rows, end = std::min(block.n_rows, begin + strip_rows);
    for (Index i = begin; i < end; ++i) {
      const std::uint32_t id = table_.find(keys[i - begin]);
      const Index row = block.begin + i;
      if (id == KeyTable::none) continue;
      if (grid.is_narrow()) grid.narrow[row] = static_cast<std::uint16_t>(id + 1);
      else grid.wide[row] = id + 1;
    }
  }

 private:
  KeyMaker maker_;
  KeyTable table_;
};

}  // namespace

Index KnownBins::count_unknown() const {
  std::vector<char> known(n_rows(), 0);
  for (const GridIds& grid : ids.grids)
    for (Index i = 0; i < n_rows(); ++i) known[i] |= grid.id(i) != 0;
  return std::count(known.begin(), known.end(), 0);
}

KnownBins find_bins(const ScaledRows& rows, const Grids& grids, const Dictionary& dictionary, const Context& context) {
  std::vector<Index> n_bins(grids.n_grids);
  for (Index g = 0; g < grids.n_grids; ++g) n_bins[g] = dictionary.first_key[g + 1] - dictionary.first_key[g];
  KnownBins found(BinIds(rows.n_rows(), n_bins));
  const std::vector<std::uint64_t> multipliers = column_multipliers(grids.n_cols);
  const double n_keys = static_cast<double>(dictionary.keys.size());
  const Index at_once =
      grids_at_once(rows.n_rows(), grids.n_cols, 1 + n_keys / static_cast<double>(grids.n_grids), context.threads);
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
          open[g]->find_strip(block, s, found.ids.grids[first + g]);
          if (s % 256 == 255) interrupt.check(thread);
        }
      });
      return true;
    });
  }
  return found;
}

}  // namespace scrb
