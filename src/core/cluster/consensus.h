#ifndef SCRB_CONSENSUS_H
#define SCRB_CONSENSUS_H

// Between steps 5 and 6, if asked for: many short k-means runs on the embedding, each into a different number of
// clusters, and a second embedding from them. Every base cluster is a bin, of the rows that it holds; these features
// are normalised on both sides, and their leading k vectors embed the rows anew. Rows that most runs put together
// come to lie together.
// In:  n x m rows of unit length (stray rows are zero). Out: n x k rows, not yet of unit length.
// Cost: a short k-means on a sample, and n m times the number of base clusters.

#include <vector>

#include "spectrum/spectrum.h"

namespace scrb {

struct BaseOptions {
  std::vector<Index> sizes;   // clusters of each base clustering
  std::vector<Index> sample;  // rows that centres are found from; empty for all
  Index max_iterations = 20;
  const double* uniforms = nullptr;  // in [0, 1), one per base cluster
};

// What places rows, new ones as well.
struct BaseClusters {
  std::vector<Index> sizes;
  std::vector<double> centers;  // sum of sizes x m, row after row
  std::vector<double> weights;  // of the second embedding: a bin per base cluster and one before those of each base
};

struct Consensus {
  BaseClusters base;
  std::vector<double> rows;  // n x k: the second embedding
};

// `rows` are let go as soon as they are not needed.
Consensus find_consensus(std::vector<double> rows, Index n_cols, const BaseOptions& base,
                         const SpectrumOptions& options, const Context& context);

// The second embedding of rows, from their first.
std::vector<double> embed_by_consensus(const std::vector<double>& rows, Index n_cols, const BaseClusters& base, Index k,
                                       const Context& context);

}  // namespace scrb

#endif
