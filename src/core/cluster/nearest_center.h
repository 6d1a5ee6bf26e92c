#ifndef SCRB_NEAREST_CENTER_H
#define SCRB_NEAREST_CENTER_H

// Inside step 6: the nearest of k centres, the inner loop of k-means and of prediction.
// Cost: k m products per row, in vectors of four.

#include <cstdint>
#include <vector>

#include "support/parallel.h"

namespace scrb {

struct Nearest {
  std::int32_t center;
  double first, second;  // distances to the nearest and the next centre
};

// Centres (k x m, row after row) laid out so that a row meets eight of them at a time.
class CenterBlock {
 public:
  CenterBlock(const double* centers, Index k, Index n_cols);
  Nearest nearest(const double* row) const;  // of equally near centres the first

 private:
  Index n_cols_, n_tiles_;
  std::vector<double> tiles_, half_square_;
};

// The nearest centre for every row (0-based).
std::vector<std::int32_t> nearest_centers(const double* rows, Index n_rows, Index n_cols, const double* centers,
                                          Index k, const Context& context);

}  // namespace scrb

#endif
