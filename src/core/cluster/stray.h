#ifndef SCRB_STRAY_H
#define SCRB_STRAY_H

// Beside step 6: labels for rows without an embedding (stray rows of the fit, new rows that meet no known
// bin), from the data themselves: the nearest cluster centre by the L1 distance on scaled columns, in which a
// factor's levels are 1 apart.

#include <cstdint>
#include <vector>

#include "table.h"

namespace scrb {

// k x d centres of x by cluster, cluster after cluster: means, and the commonest level (its code, the first of
// equals) of factors. Rows with a negative label count nowhere.
std::vector<double> cluster_centers(const Input& x, const std::vector<std::int32_t>& cluster, Index k,
                                    const Context& context);

// The nearest of k centres (k x d, scaled as the table is), the first of equals.
std::vector<std::int32_t> nearest_scaled(const Table& table, const std::vector<double>& centers, Index k,
                                         const Context& context);

}  // namespace scrb

#endif
