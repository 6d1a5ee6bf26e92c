#ifndef SCRB_GRIDS_H
#define SCRB_GRIDS_H

// Step 1: random grids (the paper's R grids with widths omega and offsets u).
//   cell_l(x) = floor((x_l - offset_l) / width_l) in every column l; a bin is one combination of cells.
// Widths and offsets are drawn by the caller: the core has no random generator.
// A bin is known by its key, the sum over columns of multiplier_l * cell_l modulo 2^64: two bins of a
// grid share a key with probability about bins^2 / 2^64, and a sparse row needs only its non-zeros.

#include <algorithm>
#include <cstdint>

#include "parallel.h"

namespace scrb {

// A view: column l of grid g is at [g * n_cols + l].
struct Grids {
  Index n_grids = 0;
  Index n_cols = 0;
  const double* widths = nullptr;   // positive
  const double* offsets = nullptr;  // in [0, width)
};

// Cells beyond this many widths from the origin are one cell; it keeps the conversion to int defined.
constexpr float max_cell = 1073741824.0f;

// The cell as an unsigned number (two's complement), a true floor on either side of 0.
inline std::uint32_t cell(float x, float offset, float inverse_width) {
  const float t = std::min(std::max((x - offset) * inverse_width, -max_cell), max_cell);
  const std::int32_t truncated = static_cast<std::int32_t>(t);
  return static_cast<std::uint32_t>(truncated - (static_cast<float>(truncated) > t));
}

// An odd 64-bit number per column, well mixed (the finaliser of splitmix64).
inline std::uint64_t column_multiplier(Index column) {
  std::uint64_t z = (static_cast<std::uint64_t>(column) + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (z ^ (z >> 31)) | 1u;
}

// multiplier * cell, written as two 32 x 32 -> 64 bit products, which vectorise everywhere.
inline std::uint64_t cell_key(std::uint32_t cell, std::uint64_t multiplier) {
  const std::uint32_t low = static_cast<std::uint32_t>(multiplier);
  const std::uint32_t high = static_cast<std::uint32_t>(multiplier >> 32);
  return static_cast<std::uint64_t>(low) * cell + ((static_cast<std::uint64_t>(high) * cell) << 32);
}

}  // namespace scrb

#endif
