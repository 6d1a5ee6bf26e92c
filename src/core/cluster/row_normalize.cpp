#include "cluster/row_normalize.h"

#include <cmath>

namespace scrb {

void row_normalize(double* rows, Index n_rows, Index n_cols, const Context& context) {
  for_rows(n_rows, context, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      double* row = rows + i * n_cols;
      // by the largest entry first, so that squares neither overflow nor vanish
      double largest = 0;
      for (Index j = 0; j < n_cols; ++j) largest = std::max(largest, std::fabs(row[j]));
      if (largest == 0) continue;
      double squares = 0;
      for (Index j = 0; j < n_cols; ++j) squares += (row[j] / largest) * (row[j] / largest);
      const double length = largest * std::sqrt(squares);
      for (Index j = 0; j < n_cols; ++j) row[j] /= length;
    }
  });
}

std::vector<Index> placed_rows(const std::vector<double>& rows, Index n_cols) {
  const Index n = static_cast<Index>(rows.size()) / n_cols;
  std::vector<Index> placed;
  for (Index i = 0; i < n; ++i)
    if (has_place(rows.data() + i * n_cols, n_cols)) placed.push_back(i);
  return placed;
}

std::vector<double> take_rows(const std::vector<double>& rows, Index n_cols, const std::vector<Index>& which) {
  std::vector<double> taken;
  taken.reserve(which.size() * n_cols);
  for (Index i : which) taken.insert(taken.end(), rows.begin() + i * n_cols, rows.begin() + (i + 1) * n_cols);
  return taken;
}

}  // namespace scrb
