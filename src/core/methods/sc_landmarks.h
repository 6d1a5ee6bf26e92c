#ifndef SCRB_SC_LANDMARKS_H
#define SCRB_SC_LANDMARKS_H

// The pipeline with landmarks in place of grids:
//   1 a pool of rows -> 2 each row's nearest landmarks (nearest.h, landmarks.h) -> 3 operator on the side of the
//   landmarks (bin_operator.h) -> 4 singular vectors (spectrum.h) -> 5 unit rows -> 6 k-means (partition.h),
// and the same way for new rows. Time O(n n_landmarks d + n n_nearest products), memory 16 bytes per row and nearest
// landmark.

#include "landmarks.h"
#include "partition.h"
#include "projection.h"

namespace scrb {

struct LandmarkOptions : SpectrumOptions {
  Index n_nearest = 8;
  bool gaussian = true;               // otherwise all weights are 1
  std::vector<Index> pool;            // rows to be landmarks, increasing
  std::vector<Index> principal_rows;  // rows that principal components are found from, increasing
  Index n_components = 0;             // 0: columns are not projected
};

// What makes features of rows, new ones as well.
struct LandmarkModel {
  Projection projection;
  Points landmarks;  // on projected columns
  Index n_nearest = 0;
  double sigma = 0;  // infinite where all weights are 1
};

struct LandmarkSpectrum : Spectrum {
  LandmarkModel model;
  std::vector<Index> landmark_rows;  // of x
};

// Steps 2 to 4 from nearest landmarks, with weights of width `sigma` (infinite: all 1).
Spectrum embed_nearest(NearestLandmarks nearest, double sigma, const SpectrumOptions& options, const Context& context);

// `x`: all columns are numbers.
LandmarkSpectrum embed_landmarks(const Input& x, const Scaling& scaling, const LandmarkOptions& options,
                                 const Context& context);

// `x`, `scaling`: all columns are numbers; `original`: the same rows as the caller knows them. `weights`: of landmarks.
Prediction predict_by_landmarks(const Input& x, const Scaling& scaling, const Input& original,
                                const Scaling& original_scaling, const LandmarkModel& model, const double* weights,
                                const Placing& placing, const Context& context);

}  // namespace scrb

#endif
