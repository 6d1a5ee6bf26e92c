#ifndef SCRB_SC_RB_H
#define SCRB_SC_RB_H

// The pipeline: Wu et al., "Scalable Spectral Clustering Using Random Binning Features", KDD 2018.
//   1 grids -> 2 bins -> 3 operator -> 4 singular vectors -> 5 unit rows -> 6 k-means,
// and the same way for new rows. Time O(n n_grids (d + products)), memory 2 bytes per row and grid.

#include <vector>

#include "bins.h"
#include "clustering.h"
#include "components.h"
#include "embedding.h"
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

struct Result : Clustering {
  Components components;                          // counts and sizes only
  std::vector<Index> occupied, fullest, singles;  // per grid: bins, rows in the fullest, bins of one row
  Model model;
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
