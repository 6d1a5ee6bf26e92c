#ifndef SCRB_COLUMN_SUMMARY_H
#define SCRB_COLUMN_SUMMARY_H

// Before step 1: what the scaling of columns is made from, and where values are that nobody can use.
// Cost: one reading of x, two more for standard deviations.

#include <vector>

#include "data/rows.h"

namespace scrb {

// How many entries are unusable, and the first of them in column order (0-based).
struct BadEntries {
  Index count = 0;
  Index row = -1;
  Index column = -1;
};

struct ColumnSummary {
  std::vector<double> min, max;  // d, over finite entries
  std::vector<double> sd;        // d, with divisor n - 1; empty unless asked for
  BadEntries missing;            // NA and NaN
  BadEntries infinite;
};

ColumnSummary summarize_columns(const Rows& rows, bool with_sd, const Context& context);

}  // namespace scrb

#endif
