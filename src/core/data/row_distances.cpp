#include "data/row_distances.h"

#include <cstring>
#include <unordered_set>

namespace scrb {

namespace {

// Sums of gaps between entries, or of their squares.
double gap_term(double gap, bool squares) { return squares ? gap * gap : gap; }

double dense_distance(const Block& block, const std::vector<char>& is_code, Index a, Index b, bool squares) {
  const float *entry_a = block.dense_row(a), *entry_b = block.dense_row(b);
  double distance = 0;
  for (Index l = 0; l < block.n_cols; ++l, entry_a += Block::strip_rows, entry_b += Block::strip_rows)
    distance += gap_term(entry_distance(is_code[l], *entry_a, *entry_b), squares);
  return distance;
}

double sparse_distance(const Block& block, Index a, Index b, bool squares) {
  Index p = block.row_start[a], q = block.row_start[b];
  const Index end_p = block.row_start[a + 1], end_q = block.row_start[b + 1];
  double distance = 0;
  while (p < end_p || q < end_q) {  // columns increase in both
    const int column_p = p < end_p ? block.column[p] : INT_MAX, column_q = q < end_q ? block.column[q] : INT_MAX;
    const int column = std::min(column_p, column_q);
    const double left = column_p == column ? block.value[p++] : block.zero[column];
    const double right = column_q == column ? block.value[q++] : block.zero[column];
    distance += gap_term(std::fabs(left - right), squares);
  }
  return distance;
}

// 64 bits of a row's entries; rows that differ get different values but for about one pair in 2^64
std::uint64_t fingerprint(const Block& block, Index row) {
  std::uint64_t hash = 0;
  auto mix = [&hash](Index column, float value) {
    std::uint32_t bits;
    value += 0.0f;  // -0 is 0
    std::memcpy(&bits, &value, sizeof bits);
    std::uint64_t word = (static_cast<std::uint64_t>(column) << 32) + bits + 1;
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9u;
    word = (word ^ (word >> 27)) * 0x94d049bb133111ebu;
    hash += word ^ (word >> 31);
  };
  if (block.sparse) {
    for (Index p = block.row_start[row]; p < block.row_start[row + 1]; ++p)
      if (block.value[p] != block.zero[block.column[p]]) mix(block.column[p], block.value[p]);
  } else {
    const float* entry = block.dense_row(row);
    for (Index l = 0; l < block.n_cols; ++l, entry += Block::strip_rows) mix(l, *entry);
  }
  return hash;
}

void see_rows(const Block& block, std::size_t enough, std::unordered_set<std::uint64_t>& seen) {
  for (Index i = 0; i < block.n_rows && seen.size() < enough; ++i) seen.insert(fingerprint(block, i));
}

}  // namespace

std::vector<double> pair_distances(const Block& block, const std::vector<char>& is_code,
                                   const std::vector<Index>& first, const std::vector<Index>& second, bool squares,
                                   const Context& context) {
  std::vector<double> distances(first.size());
  for_rows(static_cast<Index>(first.size()), context, [&](Index begin, Index end) {
    for (Index p = begin; p < end; ++p)
      distances[p] = block.sparse ? sparse_distance(block, first[p], second[p], squares)
                                  : dense_distance(block, is_code, first[p], second[p], squares);
  });
  return distances;
}

Index count_distinct_rows(const Block& block, Index enough) {
  std::unordered_set<std::uint64_t> seen;
  see_rows(block, static_cast<std::size_t>(enough), seen);
  return static_cast<Index>(seen.size());
}

Index count_distinct_rows(const ScaledRows& rows, Index enough, const Context& context) {
  std::unordered_set<std::uint64_t> seen;
  rows.for_blocks(context, [&](const Block& block) {
    see_rows(block, static_cast<std::size_t>(enough), seen);
    return static_cast<Index>(seen.size()) < enough;
  });
  return static_cast<Index>(seen.size());
}

}  // namespace scrb
