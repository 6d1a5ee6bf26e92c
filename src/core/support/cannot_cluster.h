#ifndef SCRB_CANNOT_CLUSTER_H
#define SCRB_CANNOT_CLUSTER_H

// Why a fit is impossible; the caller words the message.

#include "support/parallel.h"

namespace scrb {

struct CannotCluster {
  enum class Reason {
    few_distinct_rows,
    all_rows_alone,
    few_rows_left,
    few_landmarks,
    low_rank,
    few_distinct_embedded
  } reason;
  Index found;               // what there is of what was asked for
  double bins_per_grid = 0;  // mean number of occupied bins; 0 without grids

  CannotCluster(Reason why, Index how_many) : reason(why), found(how_many) {}
};

}  // namespace scrb

#endif
