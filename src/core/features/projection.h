#ifndef SCRB_PROJECTION_H
#define SCRB_PROJECTION_H

// Before step 2 with landmarks: many columns are projected on a few directions (principal_components.h finds them).
// In:  scaled rows (n x d), a strip at a time. Out: strips with n_components columns. Distances need no centering.
// Cost: d n_components per row.

#include <vector>

#include "data/block.h"

namespace scrb {

struct Projection {
  Index n_cols = 0;
  Index n_components = 0;         // 0: columns stay as they are
  std::vector<float> directions;  // n_components x n_cols, one after the other

  Index n_out(Index n_in) const { return n_components > 0 ? n_components : n_in; }
  // A strip of projected rows, written to `buffer`; the strip itself where columns stay as they are.
  const float* apply(const float* strip, std::vector<float>& buffer) const;
};

// The rows of a block on projected columns, as a dense block.
Block project(Block block, const Projection& projection, const Context& context);

}  // namespace scrb

#endif
