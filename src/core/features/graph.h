#ifndef SCRB_GRAPH_H
#define SCRB_GRAPH_H

// A similarity that the user has: K = W, a symmetric matrix without negative entries, of nodes that have no columns.
// Every node is a bin that holds its own number: scatter copies, gather is a product with W.
// Cost of a product: the entries of W that are stored.

#include <vector>

#include "features/similarity.h"

namespace scrb {

// A view of a matrix row after row: all entries of a row, or those that are stored (start[i] .. start[i + 1] - 1).
struct LinkMatrix {
  Index n_rows = 0, n_cols = 0;
  const int* start = nullptr;  // none: dense
  const int* column = nullptr;
  const double* value = nullptr;
};

// Similarities of rows to the nodes.
class GraphLinks : public RowLinks {
 public:
  explicit GraphLinks(const LinkMatrix& matrix) : matrix_(matrix) {}

  Index n_rows() const override { return matrix_.n_rows; }
  Index n_sums() const override { return matrix_.n_cols; }
  void gather(const double* sums, double* y, const Context& context) const;
  void gather_panel(Index width, const double* sums, double* y, const Context& context) const override;

  // Calls link(node, weight) for every entry of a row that is not 0.
  template <class Link>
  void for_links(Index row, Link link) const {
    if (matrix_.start) {
      for (int q = matrix_.start[row]; q < matrix_.start[row + 1]; ++q)
        if (matrix_.value[q] != 0) link(static_cast<Index>(matrix_.column[q]), matrix_.value[q]);
    } else {
      const double* values = matrix_.value + row * matrix_.n_cols;
      for (Index j = 0; j < matrix_.n_cols; ++j)
        if (values[j] != 0) link(j, values[j]);
    }
  }
  Index count_unlinked() const;  // rows without any link

 private:
  template <int width>
  void gather_width(const double* sums, double* y, const Context& context) const;

  LinkMatrix matrix_;
};

class Graph : public Linked<Similarity, GraphLinks> {
 public:
  explicit Graph(const LinkMatrix& symmetric) : Linked(GraphLinks(symmetric)) {}

  void scatter(const double* v, double* sums, const Context& context) const override;
  void scatter_panel(Index width, const double* v, double* sums, const Context& context) const override;
  void unite_rows(DisjointSets& sets, const Context& context) const override;
  bool has_negative_values() const override { return true; }
  Index count_links(const Context& context) const;  // pairs of linked nodes, those of a node with itself included
};

// The largest difference between entries across the diagonal. Columns of a sparse matrix are increasing in each row.
double asymmetry(const LinkMatrix& square, const Context& context);

// The mean of a dense square matrix and its transpose, into n x n values.
void even_out(const LinkMatrix& square, const Context& context, double* values);

}  // namespace scrb

#endif
