#ifndef SCRB_BIN_KEYS_H
#define SCRB_BIN_KEYS_H

// Inside step 2: the keys of a table's rows in one grid, block by block (grids.h says what a key is).
// Cost: a few instructions per entry, or per non-zero of a sparse table.

#include <cstdint>
#include <vector>

#include "grids.h"
#include "table.h"

namespace scrb {

std::vector<std::uint64_t> column_multipliers(Index n_cols);

class KeyMaker {
 public:
  // Keeps references to table and multipliers.
  KeyMaker(const Table& table, const Grids& grids, Index g, const std::vector<std::uint64_t>& multipliers);

  // keys[r] for the rows of a block; beyond the last row they mean nothing.
  void block_keys(Index block, std::uint64_t* keys) const;

 private:
  std::uint32_t cell_of(Index column, float x) const { return cell(x, offset_[column], inverse_width_[column]); }
  void sparse_keys(Index block, std::uint64_t* keys) const;

  const Table& table_;
  const std::vector<std::uint64_t>& multiplier_;
  std::vector<float> offset_, inverse_width_;
  KeySum zero_sum_;  // of a row of zeros
};

}  // namespace scrb

#endif
