#ifndef SCRB_BASELINE_H
#define SCRB_BASELINE_H

// The front door for the methods that random binning is compared with, each from its rows to be clustered on; k-means,
// unit rows and the eigen step are those of fit.h. Z: Fourier features; C: similarities of rows and sampled rows; A: of
// these among themselves; D: degrees.
//   kmeans   scaled x
//   exact    vectors of D^-1/2 K D^-1/2, all n x n of it (Ng, Jordan and Weiss 2002)
//   kk_rs    C A^-1/2: k-means there is kernel k-means with centres in the span of the sample (Chitta et al. 2011)
//   kk_rf    Z; sv_rf: left singular vectors of Z (Chitta et al. 2012); sc_rf: those of D^-1/2 Z
//   nystrom  vectors of D^-1/2 C A^-1 C' D^-1/2 (Fowlkes et al. 2004)
//   lsc      landmarks.h (Chen and Cai 2011)
// Vectors are found on the side of the features, but for `exact`, where that is the side of the rows.

#include "cluster/kmeans.h"
#include "features/kernels.h"
#include "features/points.h"
#include "spectrum/spectrum.h"

namespace scrb {

enum class Baseline { kmeans, exact, kk_rs, kk_rf, sv_rf, sc_rf, nystrom, lsc };

struct BaselineOptions {
  Baseline method = Baseline::kmeans;
  Kernel kernel;
  KmeansOptions kmeans;
  SolverOptions solver;
  KmeansOptions landmarks;  // lsc: how they are found
  Index n_nearest = 1;      // lsc
};

// Random numbers and choices, those that the method needs.
struct BaselineDraws {
  const double* frequencies = nullptr;  // d x n_frequencies, frequency after frequency
  Index n_frequencies = 0;
  std::vector<Index> rows;  // kk_rs, nystrom: the sample; lsc: rows to find landmarks among; increasing
  const double* landmark_uniforms = nullptr;  // in [0, 1), one per landmark
  const double* uniforms = nullptr;           // in [0, 1), kmeans.k for each start
};

struct BaselineFit {
  std::vector<std::int32_t> cluster;  // n, 0-based, in order of first appearance
  std::vector<double> embedding;      // n x n_columns, row after row; left out of kk_rs and kk_rf
  Index n_columns = 0;
  Kmeans kmeans;                // labels are in `cluster` alone
  std::vector<double> centers;  // k x d, in x's own units
  Solution solution;            // of methods with vectors
  double least_degree = 0;      // what smaller degrees are raised to
  Index raised = 0;             // how many those are
  Index nonpositive = 0;        // how many of them are not positive
  Points landmarks;             // lsc, in scaled columns
  Seconds seconds;
};

// Throws CannotCluster.
BaselineFit fit_baseline(const Rows& rows, const Scaling& scaling, const BaselineOptions& options,
                         const BaselineDraws& draws, const Context& context);

}  // namespace scrb

#endif
