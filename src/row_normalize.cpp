#include "row_normalize.h"

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

}  // namespace scrb
