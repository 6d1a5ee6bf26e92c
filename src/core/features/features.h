#ifndef SCRB_FEATURE_SET_H
#define SCRB_FEATURE_SET_H

// The seam between features and everything after them. A feature set is a sparse matrix Z (n rows, one
// column per bin) of which only two things are asked: scatter, Z' v, and gather, Z s. Degrees, operator,
// components, embedding and prediction know no more.

#include "components.h"
#include "parallel.h"

namespace scrb {

// Blocks of vectors travel in panels of eight, or of four where no more are left, row after row: entry j of row i
// is at [i * width + j].
inline Index panel_width(Index n_left) { return n_left > 4 ? 8 : 4; }

class Features {
 public:
  virtual ~Features() = default;

  virtual Index n_rows() const = 0;
  virtual Index n_sums() const = 0;  // length of the array that scatter fills

  // sums = Z' v over bins that several rows share. `sums` is overwritten.
  virtual void scatter(const double* v, double* sums, const Context& context) const = 0;
  // y = Z sums. A bin that one row has to itself has no place in `sums`: it gives the row its own
  // v back, so `v` must be what was scattered. `y` is overwritten.
  virtual void gather(const double* sums, const double* v, double* y, const Context& context) const = 0;

  // The same for a panel; the order of additions for a row does not depend on the rest.
  virtual void scatter_panel(Index width, const double* v, double* sums, const Context& context) const = 0;
  virtual void gather_panel(Index width, const double* sums, const double* v, double* y,
                            const Context& context) const = 0;

  // Joins rows that share a bin.
  virtual void unite_rows(DisjointSets& sets, const Context& context) const = 0;
};

}  // namespace scrb

#endif
