#ifndef SCRB_COMPONENTS_H
#define SCRB_COMPONENTS_H

// Before step 4: connected components of the graph of rows and bins (or of nodes).
// Each component has singular value exactly 1, with the vector sqrt(degree) on its rows and zero
// elsewhere; finding them first hands the solver only what has to be iterated for.
// Components too small to be a cluster are put aside as stray. Cost: O(n n_grids), far less where rows
// are soon all joined.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "features/similarity.h"

namespace scrb {

struct Components {
  static constexpr std::int32_t stray = -1;

  std::vector<std::int32_t> of_row;  // n: 0-based component, largest first; or stray
  std::vector<Index> size;           // of the components that are kept
  Index found = 0;                   // components in all, before any was put aside
  Index too_small = 0;               // of them, with fewer rows than the smallest may have
  Index beyond_k = 0;                // of them, large enough but not among the k largest
  Index stray_rows = 0;
};

// Rows that a component must have not to be stray: a cluster that is worth the name.
inline double smallest_cluster(Index n_rows, Index k) {
  return std::max(2.0, static_cast<double>(n_rows) / (100.0 * static_cast<double>(k)));
}

Components find_components(const Similarity& similarity, Index k, double smallest, const Context& context);

}  // namespace scrb

#endif
