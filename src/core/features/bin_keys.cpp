#include "features/bin_keys.h"

#include <cstring>

#include "support/wide_vectors.h"

namespace scrb {

namespace {

constexpr int strip_rows = Block::strip_rows;

// The keys of rows [0, 2 lanes) of a strip, both sums of which stay in registers over all columns.
template <int lanes>
SCRB_INLINE void some_keys(const float* strip, Index n_cols, const float* offset, const float* inverse_width,
                           const std::uint64_t* multiplier, std::uint64_t* keys) {
  using Floats = typename Vector<float, lanes>::Type;
  using Ints = typename Vector<std::int32_t, lanes>::Type;
  using Words = typename Vector<std::uint32_t, lanes>::Type;
  const Floats most = Floats{} + max_cell, least = -most;
  Words low_a = {}, high_a = {}, low_b = {}, high_b = {};
  for (Index l = 0; l < n_cols; ++l, strip += strip_rows) {
    const std::uint32_t low = static_cast<std::uint32_t>(multiplier[l]);
    const std::uint32_t high = static_cast<std::uint32_t>(multiplier[l] >> 32);
    Floats a, b;
    std::memcpy(&a, strip, sizeof a);
    std::memcpy(&b, strip + lanes, sizeof b);
    const Floats t_a = (a - offset[l]) * inverse_width[l], t_b = (b - offset[l]) * inverse_width[l];
    const Ints near_a = (t_a > least) & (t_a < most), near_b = (t_b > least) & (t_b < most);
    const Floats safe_a = near_a ? t_a : Floats{}, safe_b = near_b ? t_b : Floats{};
    Ints cell_a = __builtin_convertvector(safe_a, Ints), cell_b = __builtin_convertvector(safe_b, Ints);
    cell_a += __builtin_convertvector(cell_a, Floats) > safe_a;  // truncation to floor: true is -1
    cell_b += __builtin_convertvector(cell_b, Floats) > safe_b;
    cell_a = near_a ? cell_a : reinterpret_cast<Ints>(a);
    cell_b = near_b ? cell_b : reinterpret_cast<Ints>(b);
    low_a += reinterpret_cast<Words>(cell_a) * low;
    high_a += reinterpret_cast<Words>(cell_a) * high;
    low_b += reinterpret_cast<Words>(cell_b) * low;
    high_b += reinterpret_cast<Words>(cell_b) * high;
  }
  for (int r = 0; r < lanes; ++r) {
    keys[r] = (static_cast<std::uint64_t>(high_a[r]) << 32) | low_a[r];
    keys[lanes + r] = (static_cast<std::uint64_t>(high_b[r]) << 32) | low_b[r];
  }
}

template <int lanes>
SCRB_INLINE void dense_keys(const float* strip, Index n_cols, const float* offset, const float* inverse_width,
                            const std::uint64_t* multiplier, std::uint64_t* keys) {
  for (int r = 0; r < strip_rows; r += 2 * lanes)
    some_keys<lanes>(strip + r, n_cols, offset, inverse_width, multiplier, keys + r);
}

void plain_keys(const float* strip, Index n_cols, const float* offset, const float* inverse_width,
                const std::uint64_t* multiplier, std::uint64_t* keys) {
  dense_keys<4>(strip, n_cols, offset, inverse_width, multiplier, keys);
}

SCRB_WIDE void wide_keys(const float* strip, Index n_cols, const float* offset, const float* inverse_width,
                         const std::uint64_t* multiplier, std::uint64_t* keys) {
  dense_keys<8>(strip, n_cols, offset, inverse_width, multiplier, keys);
}

}  // namespace

std::vector<std::uint64_t> column_multipliers(Index n_cols) {
  std::vector<std::uint64_t> multipliers(n_cols);
  for (Index l = 0; l < n_cols; ++l) multipliers[l] = column_multiplier(l);
  return multipliers;
}

KeyMaker::KeyMaker(const ScaledRows& rows, const Grids& grids, Index g, const std::vector<std::uint64_t>& multipliers)
    : multiplier_(multipliers), offset_(grids.n_cols), inverse_width_(grids.n_cols) {
  for (Index l = 0; l < grids.n_cols; ++l) {
    // within what a float and its inverse can hold; narrower cells hold one value each, wider ones all
    const double width = grids.widths[g * grids.n_cols + l], held = std::min(std::max(width, 1e-37), 1e37);
    offset_[l] = static_cast<float>(grids.offsets[g * grids.n_cols + l] / width * held);
    inverse_width_[l] = static_cast<float>(1.0 / held);
    if (rows.is_code(l)) {  // the code itself is the cell, or 0
      inverse_width_[l] = grids.offsets[g * grids.n_cols + l] < 1 ? 1.0f : 0.0f;
      offset_[l] = 0.0f;
    }
    zero_sum_.add(cell_of(l, rows.zero(l)), multipliers[l]);
  }
}

void KeyMaker::strip_keys(const Block& block, Index strip, std::uint64_t* keys) const {
  if (block.sparse) return sparse_keys(block, strip, keys);
  (has_wide_vectors() ? wide_keys : plain_keys)(block.strip(strip), block.n_cols, offset_.data(), inverse_width_.data(),
                                                multiplier_.data(), keys);
}

void KeyMaker::sparse_keys(const Block& block, Index strip, std::uint64_t* keys) const {
  const Index first = strip * strip_rows, last = std::min(block.n_rows, first + strip_rows);
  for (Index i = first; i < last; ++i) {
    KeySum sum = zero_sum_;
    for (Index p = block.row_start[i]; p < block.row_start[i + 1]; ++p) {
      const Index l = block.column[p];
      sum.add(cell_of(l, block.value[p]) - cell_of(l, block.zero[l]), multiplier_[l]);  // in place of the zero's own
    }
    keys[i - first] = sum.key();
  }
}

}  // namespace scrb
