#ifndef SCRB_PARTITION_H
#define SCRB_PARTITION_H

// Steps 5 and 6 for any features: vectors are weighted, rows scaled to unit length, clustered, labelled; and new rows
// placed in the same way.

#include "consensus.h"
#include "table.h"

namespace scrb {

struct PartitionOptions {
  Index n_vectors = 2;  // of those of the spectrum; at least kmeans.k
  KmeansOptions kmeans;
  const double* uniforms = nullptr;  // in [0, 1), kmeans.k for each start
  BaseOptions base;                  // without sizes: no consensus
  SolverOptions base_solver;
};

// What labels rows by their places among the vectors.
struct Placing {
  std::vector<double> vector_weights;     // n_vectors
  BaseClusters base;                      // without sizes: no consensus
  std::vector<double> embedding_centers;  // k x n_columns, row after row
  std::vector<double> scaled_centers;     // k x d: centres of the rows that are not stray, on scaled columns
  Index k = 0;
};

struct PlacedPartition : Partition {
  Placing placing;  // without embedding_centers, which are kmeans.centers
  Index stray = 0;  // rows that took the label of the nearest centre
  Seconds seconds;
};

// Takes the rows out of the spectrum. `x` and `scaling`: for the centres, and for stray rows.
PlacedPartition make_partition(Spectrum& spectrum, const Input& x, const Scaling& scaling,
                               const PartitionOptions& options, const Context& context);

// Only labels (stray rows have a negative one), sums of squares and the rows that were clustered, without consensus;
// the spectrum stays as it is.
Partition try_partition(const Spectrum& spectrum, const PartitionOptions& options, const Context& context);

// Step 5 for some rows only, as a clustering into k has them: row after row, min(n_vectors, those there are) columns.
std::vector<double> place_rows(const Spectrum& spectrum, const std::vector<Index>& rows, Index k, Index n_vectors,
                               const Context& context);

struct Prediction {
  std::vector<std::int32_t> cluster;  // 0-based
  std::vector<double> embedding;      // n x n_columns, row after row
  Index n_columns = 0;
  Index unknown = 0;  // rows that met no feature of the fit
};

// `rows`: n x n_vectors, of new rows, as the spectrum has them.
Prediction label_rows(std::vector<double> rows, const Input& x, const Scaling& scaling, const Placing& placing,
                      const Context& context);

}  // namespace scrb

#endif
