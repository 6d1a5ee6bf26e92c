#ifndef SCRB_DENSE_FEATURES_H
#define SCRB_DENSE_FEATURES_H

// Features that are dense: a matrix Z (n x rank) in float, and what is asked of it.
//   fourier: a cosine and a sine of each of rank / 2 random frequencies, times sqrt(2 / rank): Z Z' has the kernel for
//            its mean (Rahimi and Recht 2007);
//   kernel:  similarities to landmarks.
// Everything is made and multiplied by blocks of rows, on all threads; sums do not depend on how many there are.
// Memory: 4 bytes per row and column. Cost: n rank d to make, n rank^2 for a Gram matrix.

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "features/kernels.h"
#include "features/points.h"

namespace scrb {

struct DenseFeatures {
  using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  Index n_rows = 0;
  Index n_cols = 0;
  std::unique_ptr<float[]> values;  // row after row

  DenseFeatures(Index rows, Index cols) : n_rows(rows), n_cols(cols), values(new float[rows * cols]) {}
  Eigen::Map<const Matrix> rows(Index begin, Index end) const {
    return {values.get() + begin * n_cols, end - begin, n_cols};
  }
};

// `frequencies`: n_cols x n_frequencies, frequency after frequency, in radians. First all cosines, then all
// sines.
DenseFeatures fourier_features(const ScaledRows& rows, const double* frequencies, Index n_frequencies,
                               const Context& context);

DenseFeatures kernel_features(const ScaledRows& rows, const Points& landmarks, const Kernel& kernel,
                              const Context& context);
DenseFeatures kernel_features(const Points& points, const Points& landmarks, const Kernel& kernel,
                              const Context& context);

// Z' 1
Eigen::VectorXd column_sums(const DenseFeatures& features, const Context& context);

// Z W, row after row
std::vector<double> multiply(const DenseFeatures& features, const Eigen::MatrixXd& weights, const Context& context);

// Z' diag(weights) Z
Eigen::MatrixXd gram(const DenseFeatures& features, const std::vector<double>& weights, const Context& context);

}  // namespace scrb

#endif
