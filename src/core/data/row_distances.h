#ifndef SCRB_ROW_DISTANCES_H
#define SCRB_ROW_DISTANCES_H

// Beside step 1: distances of a few pairs of rows, by which sigma is chosen; and whether enough rows differ.

#include <cmath>
#include <vector>

#include "data/block.h"

namespace scrb {

// How far apart two scaled entries of a column are: codes are 1 apart, or equal.
inline double entry_distance(bool is_code, double a, double b) { return is_code ? a != b : std::fabs(a - b); }

// Distances of rows first[p] and second[p] of a block, for all p: L1, or squared Euclidean.
std::vector<double> pair_distances(const Block& block, const std::vector<char>& is_code,
                                   const std::vector<Index>& first, const std::vector<Index>& second, bool squares,
                                   const Context& context);

// The number of distinct rows, counted no further than `enough`.
Index count_distinct_rows(const Block& block, Index enough);
Index count_distinct_rows(const ScaledRows& rows, Index enough, const Context& context);

}  // namespace scrb

#endif
