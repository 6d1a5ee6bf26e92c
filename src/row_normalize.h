#ifndef SCRB_ROW_NORMALIZE_H
#define SCRB_ROW_NORMALIZE_H

// Step 5: rows scaled to unit length (the paper's U-hat). A row of zeros stays as it is.
// In and out: an n x m matrix, row after row. Cost: O(n m).

#include "parallel.h"

namespace scrb {

void row_normalize(double* rows, Index n_rows, Index n_cols, const Context& context);

}  // namespace scrb

#endif
