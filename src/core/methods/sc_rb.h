#ifndef SCRB_SC_RB_H
#define SCRB_SC_RB_H

// The pipeline: Wu et al., "Scalable Spectral Clustering Using Random Binning Features", KDD 2018.
//   1 grids -> 2 bins -> 3 operator -> 4 singular vectors (spectrum.h) -> 5 unit rows -> 6 k-means (partition.h),
// and the same way for new rows. Time O(n n_grids (d + products)), memory 2 bytes per row and grid.

#include <vector>

#include "bins.h"
#include "partition.h"
#include "spectrum.h"
#include "table.h"

namespace scrb {

struct GridOptions : SpectrumOptions {
  bool column_scaling = false;  // bins count alike, however many rows are in them (two_sided.h)
};

// Steps 1 to 4, with the weights and the dictionary that new rows need, if asked for.
struct GridSpectrum : Spectrum {
  std::vector<Index> occupied, fullest, singles;  // per grid: bins, rows in the fullest, bins of one row
  Dictionary dictionary;                          // single_rows are rows of weights.single
};

GridSpectrum embed_grids(const Input& x, const Scaling& scaling, const Grids& grids, const GridOptions& options,
                         const Context& context);

// What places new rows; pointers are views.
struct GridModel {
  Grids grids;
  Dictionary dictionary;
  const double* shared_weights;  // BinWeights::shared
  const double* single_weights;  // BinWeights::single, of rows that have a bin to themselves
};

Prediction predict_by_grids(const Input& x, const Scaling& scaling, const GridModel& model, const Placing& placing,
                            const Context& context);

}  // namespace scrb

#endif
