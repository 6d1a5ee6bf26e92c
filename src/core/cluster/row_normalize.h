#ifndef SCRB_ROW_NORMALIZE_H
#define SCRB_ROW_NORMALIZE_H

// Step 5: rows of singular vectors scaled to unit length (the paper's U-hat); zero rows stay zero.
// In place on n x m numbers, row after row. Cost O(n m).

#include <algorithm>
#include <vector>

#include "support/parallel.h"

namespace scrb {

void row_normalize(double* rows, Index n_rows, Index n_cols, const Context& context);

// Whether a row has a place among the vectors: stray rows, and new rows that meet nothing known, are zero.
inline bool has_place(const double* row, Index n_cols) {
  return std::any_of(row, row + n_cols, [](double value) { return value != 0; });
}

// The rows that have one, increasing.
std::vector<Index> placed_rows(const std::vector<double>& rows, Index n_cols);

// The listed rows, one after the other.
std::vector<double> take_rows(const std::vector<double>& rows, Index n_cols, const std::vector<Index>& which);

}  // namespace scrb

#endif
