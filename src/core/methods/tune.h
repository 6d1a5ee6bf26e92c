#ifndef SCRB_TUNE_H
#define SCRB_TUNE_H

// The front door for settings: candidates fitted to a sample of rows, without consensus, and what is measured of each.
// Candidates of one scaling share the scaled sample, its graph of nearest neighbours, and a reference: the conductance
// that columns shuffled each on its own have.

#include "features/grids.h"
#include "methods/fit.h"

namespace scrb {

struct TuneOptions {
  Index k = 2;
  Index n_vectors = 0;  // 0: as many as a kind takes by default
  SolverOptions solver;
  Index n_starts = 10, max_iterations = 50;
  bool halves = false;               // also by two halves of the features that share none
  std::vector<Index> rows;           // of x: the sample, increasing
  std::vector<Index> graph_rows;     // of the sample: nodes of the graph
  const double* uniforms = nullptr;  // n_starts x k
};

// Rows of the sample, and an order of them for each column.
struct Shuffle {
  std::vector<Index> rows;
  std::vector<std::vector<Index>> orders;
};

struct LandmarkTrials {
  Scaling scaling;
  double unit = 1;
  ProjectionOptions projection;
  std::vector<Index> pool;  // of the sample: landmarks
  Shuffle shuffle;
  std::vector<Index> n_nearest;  // of each candidate
  std::vector<char> gaussian;    // of each candidate
};

struct GridTrials {
  Scaling scaling;
  Grids grids;  // of sigma 1
  bool column_scaling = false;
  std::vector<double> sigma;  // of each candidate
  Shuffle shuffle;
};

struct Trial {
  bool fitted = false;
  std::vector<std::int32_t> cluster;         // of the sample; stray rows are negative
  std::vector<std::int32_t> half_labels[2];  // if asked for, and there are any
  double gap = unknown_score, silhouette = unknown_score, conductance = unknown_score;
  double reference = unknown_score;
};

std::vector<Trial> try_landmarks(const Rows& rows, const LandmarkTrials& trials, const TuneOptions& options,
                                 const Context& context);
std::vector<Trial> try_grids(const Rows& rows, const GridTrials& trials, const TuneOptions& options,
                             const Context& context);

}  // namespace scrb

#endif
