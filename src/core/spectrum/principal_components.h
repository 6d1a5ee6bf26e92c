#ifndef SCRB_PRINCIPAL_COMPONENTS_H
#define SCRB_PRINCIPAL_COMPONENTS_H

// Before step 2 with landmarks: the directions that many columns are projected on, by the solver of step 4.
// In: a sample of scaled rows. Cost: products with it.

#include "features/projection.h"

namespace scrb {

// The leading components of at most 65,536 rows; fewer than `n_components` where the rows have no more.
Projection principal_components(const Block& sample, Index n_components, const Context& context);

}  // namespace scrb

#endif
