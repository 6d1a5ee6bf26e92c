#ifndef SCRB_KMEANS_H
#define SCRB_KMEANS_H

// Step 6: k-means on the rows of the embedding (the paper's M), the best of several starts.
// In:  n x m rows, one after the other; uniforms in [0, 1), k per start, which choose the first centres by
//      k-means++. Out: labels, centres, sums of squares.
// Of many rows, all starts run on a sample, the best of them to its end. Its centres then move by all rows until an
// iteration gains next to nothing, which is two iterations mostly, and all rows get the nearest of these.
// Lloyd's iterations with Hamerly's bounds: a row is compared with all centres only when it may change sides.
// Cost: O(n m k) per start for the first centres and the first iteration, far less for later ones; with a sample n is
// its size, and some nine passes over all rows are added. Memory 20 bytes per row and 256 k m numbers, and the sample.

#include <cstdint>
#include <vector>

#include "support/parallel.h"

namespace scrb {

struct KmeansOptions {
  Index k = 2;
  Index n_starts = 1;
  Index max_iterations = 100;
  std::vector<Index> sample;  // rows that centres are found from, increasing; empty for all
};

struct Kmeans {
  std::vector<std::int32_t>
      cluster;                   // n, 0-based, in order of first appearance: the nearest centre, the first of equals
  std::vector<double> centers;   // k x m, row after row
  std::vector<double> withinss;  // k
  std::vector<Index> size;       // k, all positive
  double totss = 0;
  double tot_withinss = 0;
  Index iterations = 0;    // of the best start, on the sample if there is one
  bool converged = false;  // of the best start
};

// Thrown when fewer than k rows are distinct.
struct TooFewDistinctRows {
  Index found;
};

// With a sample, too, labels, sizes and sums of squares are those of all rows. A sample in which fewer than k rows are
// distinct is left aside.
Kmeans kmeans(const double* rows, Index n_rows, Index n_cols, const KmeansOptions& options, const double* uniforms,
              const Context& context);

// One short start for each of `sizes`, into so many clusters, or as many as there are distinct rows if these are fewer.
// `uniforms`: one per cluster. A start ends when an iteration gains less than 1e-3 of the sum of squares.
std::vector<Kmeans> kmeans_each(const double* rows, Index n_rows, Index n_cols, const std::vector<Index>& sizes,
                                Index max_iterations, const double* uniforms, const Context& context);

}  // namespace scrb

#endif
