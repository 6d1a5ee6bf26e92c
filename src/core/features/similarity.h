#ifndef SCRB_SIMILARITY_H
#define SCRB_SIMILARITY_H

// The seam between features and everything after them. All that steps 3 to 6 know of a similarity matrix K (n x n) is
// how rows are linked to bins, landmarks or nodes (here: bins), each of which can hold a number:
//   scatter: sums = what the bins get of a vector v over rows;   gather: y = what rows get back;   K v =
//   gather(scatter(v)).
// Weights of bins, made by a scatter, place rows: those of the fit and new ones by the same code in the same order.

#include <type_traits>
#include <utility>
#include <vector>

#include "features/bin_graph.h"
#include "support/disjoint_sets.h"

namespace scrb {

// Blocks of vectors travel in panels of eight, or of four or two where no more are left, row after row: entry j of row
// i is at [i * width + j].
inline Index panel_width(Index n_left) { return n_left > 4 ? 8 : n_left > 2 ? 4 : 2; }

// Calls call(std::integral_constant<int, width>()) for a width of panels.
template <class Call>
auto with_width(Index width, Call call) {
  if (width == 8) return call(std::integral_constant<int, 8>());
  if (width == 4) return call(std::integral_constant<int, 4>());
  return call(std::integral_constant<int, 2>());
}

// Rows by their links to bins: enough to place them.
class RowLinks {
 public:
  virtual ~RowLinks() = default;

  virtual Index n_rows() const = 0;
  virtual Index n_sums() const = 0;  // length of what is gathered from

  // y = what rows get of a panel of sums; the order of additions for a row does not depend on the rest. `y` is
  // overwritten.
  virtual void gather_panel(Index width, const double* sums, double* y, const Context& context) const = 0;
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
  void gather_panel(Index width, const double* sums, double* y, const Context& context) const override {
    links_.gather_panel(width, sums, y, context);
  }

 protected:
  explicit Linked(Links links) : links_(std::move(links)) {}

  Links links_;
};

// K = Z Z' of a sparse matrix Z (n rows, one column per bin): scatter is Z' v, gather is Z s.
class Features : public Similarity {
 public:
  // For each sum how many equal bins it stands for; none where each stands for one. Scatter is S, gather S' M / c.
  virtual std::vector<double> multiplicity() const { return {}; }
  // out = S diag(w) S' M s / c: a scatter of a gather, for a panel s over bins and n numbers w; `scratch` is kept from
  // call to call.
  virtual void sweep_panel(Index width, const double* sums, const double* row_weight, double* out,
                           std::vector<double>& scratch, const Context& context) const;

  // Z' R Z, R = diag(row_weights), where it has few entries beside Z; otherwise, or where nobody knows how, none.
  // Weights are not negative.
  virtual BinGraph bin_graph(std::vector<double> /*row_weights*/, const Context&) const { return BinGraph(); }

  // To be called before many scatters or sweeps, which may then be faster.
  virtual void prepare_scatters(const Context&) const {}
};

}  // namespace scrb

#endif
