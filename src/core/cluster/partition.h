#ifndef SCRB_PARTITION_H
#define SCRB_PARTITION_H

// Steps 5 and 6 for any similarity: vectors are weighted, rows scaled to unit length, clustered, labelled; and new rows
// placed in the same way.

#include "cluster/consensus.h"
#include "cluster/kmeans.h"

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
  Index k = 0;
  std::vector<double> vector_weights;  // n_vectors
  BaseClusters base;                   // without sizes: no consensus
  std::vector<double> centers;         // k x n_columns, row after row

  Index n_vectors() const { return static_cast<Index>(vector_weights.size()); }
  Index n_columns() const { return base.sizes.empty() ? n_vectors() : k; }  // of the embedding
};

struct Partition {
  std::vector<std::int32_t> cluster;  // n, 0-based, in order of first appearance; or Components::stray
  std::vector<double> embedding;      // n x placing.n_columns(), row after row; stray rows are zero
  Kmeans kmeans;                      // of the rows that are not stray; labels are in `cluster` alone
  Placing placing;
  Seconds seconds;
};

// Takes the rows out of the spectrum.
Partition make_partition(Spectrum& spectrum, const PartitionOptions& options, const Context& context);

// The same without consensus; the spectrum stays as it is.
Partition try_partition(const Spectrum& spectrum, const PartitionOptions& options, const Context& context);

// Step 5 for some rows only, as a clustering into k has them: row after row, min(n_vectors, those there are) columns.
std::vector<double> place_rows(const Spectrum& spectrum, const std::vector<Index>& rows, Index k, Index n_vectors,
                               const Context& context);

struct Prediction {
  std::vector<std::int32_t> cluster;  // 0-based
  std::vector<double> embedding;      // n x placing.n_columns(), row after row
  std::vector<Index> without_place;   // rows that are zero there, whose labels mean nothing
};

// `rows`: n x n_vectors, of new rows, as the spectrum has them.
Prediction label_rows(std::vector<double> rows, const Placing& placing, const Context& context);

}  // namespace scrb

#endif
