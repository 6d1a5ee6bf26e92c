#ifndef SCRB_STRAY_H
#define SCRB_STRAY_H

// Beside step 6: labels for rows without an embedding (stray rows of the fit, new rows that meet no known
// bin), from the data themselves: the nearest cluster centre by the L1 distance on scaled columns, in which a
// factor's levels are 1 apart.

#include <cstdint>
#include <vector>

#include "data/block.h"

namespace scrb {

// k x d centres of x by cluster, cluster after cluster: means, and the commonest level (its code, the first of
// equals) of factors. Rows with a negative label count nowhere. Cost: one reading of x.
std::vector<double> cluster_centers(const Rows& rows, const std::vector<std::int32_t>& cluster, Index k,
                                    const Context& context);

// Centres as scaled columns have them.
std::vector<double> scale_centers(std::vector<double> centers, const Scaling& scaling);

// Labels for the listed rows (increasing) from the nearest of k scaled centres, the first of equals.
void label_by_distance(const Rows& rows, const Scaling& scaling, const std::vector<Index>& listed,
                       const std::vector<double>& scaled_centers, Index k, const Context& context,
                       std::vector<std::int32_t>& cluster);

}  // namespace scrb

#endif
