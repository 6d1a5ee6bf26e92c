#ifndef SCRB_FIT_H
#define SCRB_FIT_H

// The front door: from rows, or from a graph, to a fit. Wu et al., "Scalable Spectral Clustering Using Random Binning
// Features", KDD 2018, with features of any kind:
//   1 a feature map -> 2 features -> 3 operator -> 4 singular vectors (spectrum.h) -> 5 unit rows -> 6 k-means
//   (partition.h) -> labels for all rows.
// Of several k, one decomposition serves all, and the most stable k is fitted (path.h).
// Time O(n n_grids (d + products)) with grids, O(n n_landmarks d + n n_nearest products) with landmarks.

#include "features/graph.h"
#include "features/landmark_map.h"
#include "methods/model.h"
#include "methods/path.h"

namespace scrb {

struct FitOptions {
  std::vector<Index> k;          // increasing; of several, one is chosen
  std::vector<Index> n_vectors;  // for each of them, at least k
  SolverOptions solver;
  Index n_starts = 1, max_iterations = 100;
  bool keep_model = true;
  double tie = 0;  // stabilities less than this apart are taken for equal
};

// Random numbers in [0, 1) and rows, enough for the largest k.
struct FitDraws {
  const double* uniforms = nullptr;       // n_starts x k
  std::vector<double> base_shares;        // one for each base clustering; none: no consensus
  const double* base_uniforms = nullptr;  // 2 k for each
  std::vector<Index> base_rows;           // that base clusterings are found from; none for all
  PathDraws path;                         // of several k
  std::vector<Index> kmeans_rows;         // that centres of k-means are found from, increasing; none for all
};

// Landmarks are taken on principal components of the rows, if asked for.
struct ProjectionOptions {
  Index n_components = 0;   // 0: columns stay as they are
  std::vector<Index> rows;  // that components are found from, increasing
};

struct Fit {
  Index k = 0;
  Partition partition;  // labels are complete: stray rows have theirs
  Solution solution;
  Components components;
  Index stray = 0;              // rows that took a label from elsewhere
  Index n_base = 0;             // base clusterings of a consensus
  std::vector<double> centers;  // k x d, in x's own units; none of a graph
  std::vector<PathRow> path;    // of several k
  FieldsOut features, model;    // what is to be told of the features; the model, if it is kept
  Seconds seconds;
};

// Throws CannotCluster.
Fit fit_rows(const Rows& rows, const Scaling& scaling, FeatureMap& map, const FitOptions& options,
             const FitDraws& draws, const Context& context);
Fit fit_landmarks(const Rows& rows, const Scaling& scaling, LandmarkOptions landmarks,
                  const ProjectionOptions& projection, const FitOptions& options, const FitDraws& draws,
                  const Context& context);
Fit fit_graph(const Graph& graph, const FitOptions& options, const FitDraws& draws, const Context& context);

Projection find_projection(const ScaledRows& rows, const ProjectionOptions& options, const Context& context);

// Steps 2 to 4.
Spectrum find_spectrum(const ScaledRows& rows, FeatureMap& map, const SpectrumOptions& options, const Context& context);

}  // namespace scrb

#endif
