#ifndef SCRB_TABLE_H
#define SCRB_TABLE_H

// Step 0: the data as the grids see it.
//   scaled x_il = (x_il - center_l) / scale_l, as float: the only copy of x that is made.
// Columns of levels (factors) hold codes in place of numbers; two codes differ by 1 or not at all.
// In:  x (n x d) as the caller holds it, dense by columns or compressed by columns; nothing is copied.
// Out: column summaries; a Table of scaled floats. Cost: O(n d), or O(non-zeros).

#include <cmath>
#include <vector>

#include "parallel.h"

namespace scrb {

// A view of a dense column: `real` or `whole` is set.
struct Column {
  const double* real = nullptr;
  const int* whole = nullptr;  // INT_MIN stands for a missing value
  Index n_levels = 0;          // 0 for numbers; otherwise `whole` has codes 1 .. n_levels, beyond for unknown levels
};

// A view of x: dense columns, or compressed ones (row_index and value hold entries
// column_start[l] .. column_start[l + 1] - 1).
struct Input {
  Index n_rows = 0;
  Index n_cols = 0;
  std::vector<Column> columns;
  const int* column_start = nullptr;
  const int* row_index = nullptr;
  const double* value = nullptr;

  bool sparse() const { return column_start != nullptr; }
  bool is_factor(Index column) const { return !sparse() && columns[column].n_levels > 0; }
};

// A view of a matrix of numbers stored column after column, the first of which is given.
inline Input matrix_input(Column first, Index n_rows, Index n_cols) {
  Input input;
  input.n_rows = n_rows;
  input.n_cols = n_cols;
  for (Index l = 0; l < n_cols; ++l) {
    Column column = first;
    if (column.real) column.real += l * n_rows;
    else column.whole += l * n_rows;
    input.columns.push_back(column);
  }
  return input;
}

// Factors have center 0 and scale 1: codes stay codes.
struct Scaling {
  const double* center;  // d; not used for sparse x, whose zeros must stay zeros
  const double* scale;   // d, positive
};

// How many entries are unusable, and the first of them in column order (0-based).
struct BadEntries {
  Index count = 0;
  Index row = -1;
  Index column = -1;
};

struct ColumnSummary {
  std::vector<double> min, max, sd;  // d each, over finite entries; sd has divisor n - 1
  BadEntries missing;                // NA and NaN
  BadEntries infinite;
};

ColumnSummary summarize_columns(const Input& x, const Context& context);

// Scaled rows. Dense: blocks of `block_rows` rows, each block column after column, the last one
// padded with zeros, so that a block is one contiguous run. Sparse: compressed rows.
struct Table {
  static constexpr int block_rows = 64;

  Index n_rows = 0;
  Index n_cols = 0;
  bool sparse = false;
  std::vector<char> is_factor;  // n_cols
  std::vector<float> dense;
  std::vector<Index> row_start;
  std::vector<int> column;
  std::vector<float> value;

  Index n_blocks() const { return (n_rows + block_rows - 1) / block_rows; }
  const float* block(Index b) const { return dense.data() + b * block_rows * n_cols; }
};

// The rows of a block, column after column; those of a sparse table are written to `buffer` first.
const float* dense_block(const Table& table, Index block, std::vector<float>& buffer);

// How far apart two scaled entries of a column are.
inline double entry_distance(bool is_factor, double a, double b) { return is_factor ? a != b : std::fabs(a - b); }

// All rows of x, or those in `rows` (0-based, increasing).
Table make_table(const Input& x, const Scaling& scaling, const Context& context);
Table make_table(const Input& x, const Scaling& scaling, const std::vector<Index>& rows, const Context& context);

// Distances of rows first[p] and second[p], for all p: L1, or squared Euclidean. Levels are 1 apart.
std::vector<double> pair_distances(const Table& table, const std::vector<Index>& first,
                                   const std::vector<Index>& second, bool squares, const Context& context);

// The number of distinct rows, counted no further than `enough`.
Index count_distinct_rows(const Table& table, Index enough, const Context& context);

}  // namespace scrb

#endif
