#ifndef SCRB_SC_BASELINE_H
#define SCRB_SC_BASELINE_H

// The methods that random binning is compared with, each from its rows to be clustered on; k-means, unit rows and the
// eigen step are those of sc_rb. Z: Fourier features; C: similarities of rows and sampled rows; A: of these among
// themselves; D: degrees.
//   kmeans   scaled x
//   exact    vectors of D^-1/2 K D^-1/2, all n x n of it (Ng, Jordan and Weiss 2002)
//   kk_rs    C A^-1/2: k-means there is kernel k-means with centres in the span of the sample (Chitta et al. 2011)
//   kk_rf    Z; sv_rf: left singular vectors of Z (Chitta et al. 2012); sc_rf: those of D^-1/2 Z
//   nystrom  vectors of D^-1/2 C A^-1 C' D^-1/2 (Fowlkes et al. 2004)
//   lsc      landmarks.h (Chen and Cai 2011)
// Vectors are found on the side of the features, but for `exact`, where that is the side of the rows.

#include "clustering.h"
#include "kernels.h"

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

struct BaselineResult : Solved, Partition {  // kk_rs and kk_rf have columns, but leave out the embedding
  double least_degree = 0;                   // what smaller degrees are raised to
  Index raised = 0, nonpositive = 0;         // how many those are, and how many are not positive
  Points landmarks;                          // lsc, in scaled columns
};

// `x`: all columns are numbers. `original`: the same rows as the caller knows them, for the centres.
BaselineResult sc_baseline(const Input& x, const Input& original, const Scaling& scaling,
                           const BaselineOptions& options, const BaselineDraws& draws, const Context& context);

}  // namespace scrb

#endif
