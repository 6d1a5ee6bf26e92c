#ifndef SCRB_OWN_GRAPH_H
#define SCRB_OWN_GRAPH_H

// Step 3 on the side of the bins, with their own graph: the operator of bin_operator.h as a sparse matrix
//   L^-1/2 G L^-1/2,  G = Z' D^-1 Z,
// made once (bin_graph.h). Rows of the data are no part of a product.
// In: the graph, which is taken, and components. Cost of a product: its entries.

#include "features/bin_graph.h"
#include "spectrum/bin_operator.h"

namespace scrb {

class OwnGraph : public BinSide {
 public:
  // `graph`: made with the inverse degrees of the rows that are not stray.
  OwnGraph(const Features& features, const std::vector<double>& scale, BinGraph graph, const Components& components,
           const Context& context);

  const char* side() const override { return "graph"; }
  void apply(const double* x, double* y) const override;

 private:
  BinGraph graph_;
  Index cost_;  // of one of its rows, for_chunks()
};

}  // namespace scrb

#endif
