#include "data/rows.h"

namespace scrb {

Index RawBlock::n_stored() const {
  Index count = 0;
  for (std::size_t l = 0; l < first.size(); ++l) count += last[l] - first[l];
  return count;
}

RawBlock RawBlock::part(Index from, Index until) const {
  RawBlock some = *this;
  some.begin = from;
  some.end = until;
  for (Column& column : some.columns) {
    if (column.real) column.real += from - begin;
    else column.whole += from - begin;
  }
  if (!sparse || (from == begin && until == end)) return some;
  for (std::size_t l = 0; l < first.size(); ++l) {
    auto entry_of = [&](Index row) {
      return static_cast<int>(std::lower_bound(row_index + first[l], row_index + last[l], row) - row_index);
    };
    some.first[l] = entry_of(from);
    some.last[l] = entry_of(until);
  }
  return some;
}

void DenseRows::read(const Take& take) const {
  RawBlock all;
  all.end = n_rows();
  all.columns = columns_;
  take(all);
}

DenseRows matrix_rows(Column first, Index n_rows, Index n_cols) {
  std::vector<Column> columns;
  for (Index l = 0; l < n_cols; ++l) {
    Column column = first;
    if (column.real) column.real += l * n_rows;
    else column.whole += l * n_rows;
    columns.push_back(column);
  }
  return DenseRows(n_rows, std::move(columns), std::vector<Index>(n_cols, 0));
}

void SparseRows::read(const Take& take) const {
  RawBlock all;
  all.end = n_rows();
  all.sparse = true;
  all.first.assign(column_start_, column_start_ + n_cols());
  all.last.assign(column_start_ + 1, column_start_ + n_cols() + 1);
  all.row_index = row_index_;
  all.value = value_;
  take(all);
}

}  // namespace scrb
