#ifndef SCRB_ROWS_H
#define SCRB_ROWS_H

// Step 0: what the core knows of x (n x d), and the only way to its values: in order, a run of rows at a time, as often
// as they are needed. Whoever has x derives from Rows; nothing of it is copied here.
// A column holds numbers, or codes of levels (factors); a missing value is NaN, or INT_MIN in whole numbers.

#include <climits>
#include <functional>
#include <limits>
#include <vector>

#include "support/parallel.h"

namespace scrb {

// A view of a dense column: `real` or `whole` is set.
struct Column {
  const double* real = nullptr;
  const int* whole = nullptr;
};

inline double as_real(double entry) { return entry; }
inline double as_real(int entry) { return entry == INT_MIN ? std::numeric_limits<double>::quiet_NaN() : entry; }

// The values of rows [begin, end), as they are: dense columns from row `begin` on, or the entries that a sparse x
// stores of them, which are first[l] .. last[l] - 1 of column l, rows increasing.
struct RawBlock {
  Index begin = 0, end = 0;
  bool sparse = false;
  std::vector<Column> columns;
  std::vector<int> first, last;
  const int* row_index = nullptr;
  const double* value = nullptr;

  Index n_rows() const { return end - begin; }
  Index n_stored() const;                        // entries, of a sparse x
  RawBlock part(Index from, Index until) const;  // rows [from, until), which are in [begin, end)
};

// Calls entry(row, value) for the stored entries of one column, rows counted over all of x.
template <class Entry>
void for_column(const RawBlock& raw, Index column, Entry entry) {
  if (raw.sparse) {
    for (int p = raw.first[column]; p < raw.last[column]; ++p)
      entry(static_cast<Index>(raw.row_index[p]), raw.value[p]);
  } else if (const double* real = raw.columns[column].real) {
    for (Index i = raw.begin; i < raw.end; ++i) entry(i, real[i - raw.begin]);
  } else {
    const int* whole = raw.columns[column].whole;
    for (Index i = raw.begin; i < raw.end; ++i) entry(i, as_real(whole[i - raw.begin]));
  }
}

class Rows {
 public:
  virtual ~Rows() = default;

  Index n_rows() const { return n_rows_; }
  Index n_cols() const { return static_cast<Index>(n_levels_.size()); }
  Index n_levels(Index column) const { return n_levels_[column]; }  // 0 for numbers
  // Codes are 1 .. n_levels, or beyond for unknown levels.
  bool is_factor(Index column) const { return n_levels_[column] > 0; }

  // Calls take(block) for all rows in order, until it returns false.
  using Take = std::function<bool(const RawBlock&)>;
  virtual void read(const Take& take) const = 0;

 protected:
  Rows(Index n_rows, std::vector<Index> n_levels) : n_rows_(n_rows), n_levels_(std::move(n_levels)) {}

 private:
  Index n_rows_;
  std::vector<Index> n_levels_;
};

// Calls each(column, block) for every column of every block, columns side by side on all threads.
template <class Each>
void for_columns(const Rows& rows, const Context& context, Each each) {
  rows.read([&](const RawBlock& raw) {
    parallel_for(rows.n_cols(), context, [&](Index l, int) { each(l, raw); });
    return true;
  });
}

// Columns in memory.
class DenseRows : public Rows {
 public:
  DenseRows(Index n_rows, std::vector<Column> columns, std::vector<Index> n_levels)
      : Rows(n_rows, std::move(n_levels)), columns_(std::move(columns)) {}
  void read(const Take& take) const override;

 private:
  std::vector<Column> columns_;
};

// A matrix of numbers, column after column, the first of which is given.
DenseRows matrix_rows(Column first, Index n_rows, Index n_cols);

// Compressed columns in memory: entries column_start[l] .. column_start[l + 1] - 1, rows increasing.
class SparseRows : public Rows {
 public:
  SparseRows(Index n_rows, Index n_cols, const int* column_start, const int* row_index, const double* value)
      : Rows(n_rows, std::vector<Index>(n_cols, 0)), column_start_(column_start), row_index_(row_index), value_(value) {
  }
  void read(const Take& take) const override;

 private:
  const int *column_start_, *row_index_;
  const double* value_;
};

}  // namespace scrb

#endif
