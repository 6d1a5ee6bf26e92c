#ifndef SCRB_PROJECTION_H
#define SCRB_PROJECTION_H

// Before step 2 with landmarks: many columns are projected on their leading principal components.
// In:  a table (n x d). Out: a dense table (n x n_components). Distances need no centering, directions have it.
// Cost: n d n_components for the rows; for the directions, products with a sample.

#include "table.h"

namespace scrb {

struct Projection {
  Index n_cols = 0;
  Index n_components = 0;         // 0: columns stay as they are
  std::vector<float> directions;  // n_components x n_cols, one after the other
};

// The leading components of at most 65,536 rows; fewer than `n_components` where the rows have no more.
Projection principal_components(const Table& sample, Index n_components, const Context& context);

Table project(const Table& table, const Projection& projection, const Context& context);

}  // namespace scrb

#endif
