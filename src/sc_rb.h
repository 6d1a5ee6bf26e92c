#ifndef SCRB_SC_RB_H
#define SCRB_SC_RB_H

// The pipeline: Wu et al., "Scalable Spectral Clustering Using Random Binning Features", KDD 2018.
//   1 grids -> 2 bins -> 3 operator -> 4 singular vectors -> 5 unit rows -> 6 k-means,
// and the same way for new rows. Time O(n n_grids (d + products)), memory 2 bytes per row and grid.

#include <string>
#include <utility>
#include <vector>

#include "bins.h"
#include "components.h"
#include "embedding.h"
#include "kmeans.h"
#include "singular_vectors.h"
#include "table.h"

namespace scrb {

struct Options {
  Index n_vectors = 2;  // at least kmeans.k
  KmeansOptions kmeans;
  SolverOptions solver;
  bool keep_model = true;
};

// What prediction needs.
struct Model {
  Dictionary dictionary;               // single_rows are rows of weights.single
  BinWeights weights;                  // `single`: only of rows that have a bin to themselves
  std::vector<double> scaled_centers;  // k x d: centres of the rows that are not stray, on scaled columns
};

struct Result {
  std::vector<std::int32_t> cluster;  // n, 0-based, in order of first appearance, stray rows aside
  std::vector<double> embedding;      // n x n_vectors, row after row; stray rows are zero
  std::vector<double> centers;        // k x d, in x's own units
  Kmeans kmeans;                      // of the rows that are not stray; labels are in `cluster` alone
  std::vector<double> eigenvalues;    // n_vectors and one more, if there is one
  std::vector<double> residuals;      // n_vectors
  EigenPairs solver;                  // counts only; vectors and values are empty
  Components components;              // counts and sizes only
  double smallest_degree = 0, largest_degree = 0;
  std::vector<Index> occupied, fullest, singles;  // per grid: bins, rows in the fullest, bins of one row
  Model model;
  std::vector<std::pair<std::string, double>> seconds;
};

// Why a fit is impossible; the caller words the message.
struct CannotCluster {
  enum class Reason { few_distinct_rows, all_rows_alone, few_rows_left, low_rank, few_distinct_embedded } reason;
  Index found;           // what there is of what was asked for
  double bins_per_grid;  // mean number of occupied bins
};

// `uniforms`: kmeans.k numbers in [0, 1) for each start.
Result sc_rb(const Input& x, const Scaling& scaling, const Grids& grids, const Options& options, const double* uniforms,
             const Context& context);

// A fitted model as `predict` is given it; pointers are views.
struct FittedModel {
  Grids grids;
  Scaling scaling;
  Dictionary dictionary;
  const double* shared_weights;  // BinWeights::shared
  const double* single_weights;  // BinWeights::single
  Index n_vectors;
  const double* embedding_centers;  // k x n_vectors, row after row
  std::vector<double> scaled_centers;
  Index k;
};

struct Prediction {
  std::vector<std::int32_t> cluster;  // 0-based
  std::vector<double> embedding;      // n x n_vectors, row after row
  Index without_bins = 0;             // rows that met no known bin
};

Prediction predict(const Input& x, const FittedModel& model, const Context& context);

}  // namespace scrb

#endif
