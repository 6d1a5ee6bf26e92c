#ifndef SCRB_BIN_KEYS_H
#define SCRB_BIN_KEYS_H

// Inside step 2: the keys of rows in one grid, strip by strip (grids.h says what a key is).
// Cost: a few instructions per entry, or per non-zero of a sparse block.

#include <cstdint>
#include <vector>

#include "data/block.h"
#include "features/grids.h"

namespace scrb {

std::vector<std::uint64_t> column_multipliers(Index n_cols);

class KeyMaker {
 public:
  // Keeps a reference to the multipliers.
  KeyMaker(const ScaledRows& rows, const Grids& grids, Index g, const std::vector<std::uint64_t>& multipliers);

  // keys[r] for the rows of a strip; beyond the last row they mean nothing.
  void strip_keys(const Block& block, Index strip, std::uint64_t* keys) const;

 private:
  std::uint32_t cell_of(Index column, float x) const { return cell(x, offset_[column], inverse_width_[column]); }
  void sparse_keys(const Block& block, Index strip, std::uint64_t* keys) const;

  const std::vector<std::uint64_t>& multiplier_;
  std::vector<float> offset_, inverse_width_;
  KeySum zero_sum_;  // of a row that stores nothing
};

}  // namespace scrb

#endif
