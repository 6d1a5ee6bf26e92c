#ifndef SCRB_SIMILARITY_H
#define SCRB_SIMILARITY_H

// The seam between features and everything after them. All that steps 3 to 6 know of a similarity matrix K (n x n) is
// how rows are linked to bins, landmarks or nodes (here: bins), each of which can hold a number:
//   scatter: sums = what the bins get of a vector v over rows;   gather: y = what rows get back;   K v =
//   gather(scatter(v)).
// Weights of bins, made by a scatter, place rows: those of the fit and new ones by the same code in the same order.

#include <utility>

#include "support/disjoint_sets.h"
#include "support/parallel.h"

namespace scrb {

// Blocks of vectors travel in panels of eight, or of four where no more are left, row after row: entry j of row i
// is at [i * width + j].
inline Index panel_width(Index n_left) { return n_left > 4 ? 8 : 4; }

// Rows by their links to bins: enough to place them.
class RowLinks {
 public:
  virtual ~RowLinks() = default;

  virtual Index n_rows() const = 0;
  virtual Index n_sums() const = 0;  // length of what is gathered from

  // y = what rows get of a panel of sums; the order of additions for a row does not depend on the rest. A bin that one
  // row of the fit has to itself may have no place in `sums`: it gives the row its own `v` back. `y` is overwritten.
  virtual void gather_panel(Index width, const double* sums, const double* v, double* y,
                            const Context& context) const = 0;
};

// K itself, of the rows of a fit.
class Similarity : public RowLinks {
 public:
  // For one vector. `v` of a gather must be what was scattered; results are overwritten.
  virtual void scatter(const double* v, double* sums, const Context& context) const = 0;
  virtual void gather(const double* sums, const double* v, double* y, const Context& context) const = 0;
  virtual void scatter_panel(Index width, const double* v, double* sums, const Context& context) const = 0;

  // Joins rows with a similarity above 0.
  virtual void unite_rows(DisjointSets& sets, const Context& context) const = 0;

  // Whether the normalised matrix may have values below 0, down to -1.
  virtual bool has_negative_values() const { return false; }
};

// What similarities share whose rows have links of one kind, which also gather for one vector.
template <class Base, class Links>
class Linked : public Base {
 public:
  Index n_rows() const override { return links_.n_rows(); }
  Index n_sums() const override { return links_.n_sums(); }
  void gather(const double* sums, const double*, double* y, const Context& context) const override {
    links_.gather(sums, y, context);
  }
  void gather_panel(Index width, const double* sums, const double* v, double* y,
                    const Context& context) const override {
    links_.gather_panel(width, sums, v, y, context);
  }

 protected:
  explicit Linked(Links links) : links_(std::move(links)) {}

  Links links_;
};

// K = Z Z' of a sparse matrix Z (n rows, one column per bin): scatter is Z' v, gather is Z s.
class Features : public Similarity {};

}  // namespace scrb

#endif
