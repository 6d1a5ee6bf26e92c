#ifndef SCRB_GRIDS_H
#define SCRB_GRIDS_H

// Step 1: random grids (the paper's R grids with widths omega and offsets u).
//   cell_l(x) = floor((x_l - offset_l) / width_l) in every column l; a bin is one combination of cells.
// A factor's levels are cells of their own where offset_l < 1, and all in one cell elsewhere: two levels
// share a cell with the probability that two numbers at distance 1 do.
// Widths and offsets are drawn by the caller: the core has no random generator.
// A bin is known by its key, 64 bits: the sums over columns of cell_l times two random numbers, each modulo
// 2^32. Two bins of a grid share a key with probability about bins^2 / 2^64, and a sparse row needs only
// its non-zeros.

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "support/parallel.h"

namespace scrb {

// A view: column l of grid g is at [g * n_cols + l].
struct Grids {
  Index n_grids = 0;
  Index n_cols = 0;
  const double* widths = nullptr;   // positive
  const double* offsets = nullptr;  // in [0, width)
};

// Beyond this many widths from the origin floats are farther apart than widths: every value is a cell of its own.
constexpr float max_cell = 1073741824.0f;

// The cell as an unsigned number (two's complement), a true floor on either side of 0. The difference comes first:
// a product and a difference could be fused in one place and not in another.
inline std::uint32_t cell(float x, float offset, float inverse_width) {
  const float t = (x - offset) * inverse_width;
  if (!(t > -max_cell && t < max_cell)) {
    std::uint32_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    return bits;
  }
  const std::int32_t truncated = static_cast<std::int32_t>(t);
  return static_cast<std::uint32_t>(truncated - (static_cast<float>(truncated) > t));
}

// Two odd 32-bit numbers per column, well mixed (the finaliser of splitmix64).
inline std::uint64_t column_multiplier(Index column) {
  std::uint64_t z = (static_cast<std::uint64_t>(column) + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (z ^ (z >> 31)) | 0x100000001u;
}

// The key of a row under construction: two sums modulo 2^32, one for each half of the multipliers.
struct KeySum {
  std::uint32_t low = 0, high = 0;

  void add(std::uint32_t cell, std::uint64_t multiplier) {
    low += cell * static_cast<std::uint32_t>(multiplier);
    high += cell * static_cast<std::uint32_t>(multiplier >> 32);
  }
  std::uint64_t key() const { return (static_cast<std::uint64_t>(high) << 32) | low; }
};

}  // namespace scrb

#endif
