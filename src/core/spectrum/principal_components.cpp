#include "spectrum/principal_components.h"

#include <Eigen/Core>

#include "spectrum/singular_vectors.h"

namespace scrb {

namespace {

using Eigen::VectorXd;

// The covariance matrix divided by its trace: values in [0, 1].
class CovarianceOperator : public SymmetricOperator {
 public:
  CovarianceOperator(const Block& sample, const Context& context)
      : sample_(sample), context_(context), mean_(VectorXd::Zero(sample.n_cols)) {
    const Index d = sample.n_cols, n = sample.n_rows;
    const std::vector<double> sums = sum_strips(2 * d, [&](const float* strip, Index rows, double* sum) {
      for (Index l = 0; l < d; ++l)
        for (Index r = 0; r < rows; ++r) {
          const double value = strip[l * Block::strip_rows + r];
          sum[l] += value;
          sum[d + l] += value * value;
        }
    });
    mean_ = Eigen::Map<const VectorXd>(sums.data(), d) / static_cast<double>(n);
    trace_ = Eigen::Map<const VectorXd>(sums.data() + d, d).sum() - static_cast<double>(n) * mean_.squaredNorm();
  }

  Index n_rows() const override { return sample_.n_cols; }
  double trace() const { return trace_; }

  void apply(const double* x, double* y) const override {
    const Index d = sample_.n_cols;
    const Eigen::VectorXf vector = Eigen::Map<const VectorXd>(x, d).cast<float>();
    const float shift = static_cast<float>(mean_.dot(Eigen::Map<const VectorXd>(x, d)));
    const std::vector<double> sums = sum_strips(d + 1, [&](const float* strip, Index rows, double* sum) {
      const Eigen::Map<const Eigen::MatrixXf> part(strip, Block::strip_rows, d);
      Eigen::VectorXf along = part * vector;
      along.array() -= shift;
      along.tail(Block::strip_rows - rows).setZero();
      const Eigen::VectorXf product = part.transpose() * along;
      for (Index l = 0; l < d; ++l) sum[l] += product[l];
      sum[d] += along.sum();
    });
    Eigen::Map<VectorXd>(y, d) = (Eigen::Map<const VectorXd>(sums.data(), d) - sums[d] * mean_) / trace_;
  }

 private:
  // Sums over strips(strip, rows in it, sums): chunks of rows are whole strips, for the rows are few enough.
  template <class Strips>
  std::vector<double> sum_strips(Index width, Strips strips) const {
    constexpr Index cost = 128;  // a row takes far longer than the loops that for_chunks() is made for
    return sum_rows(RowChunks(sample_.n_rows, cost), width, context_, [&](Index begin, Index end, double* sum) {
      std::vector<float> buffer;
      for (Index b = begin / Block::strip_rows; b * Block::strip_rows < end; ++b)
        strips(sample_.dense_strip(b, buffer), std::min<Index>(Block::strip_rows, end - b * Block::strip_rows), sum);
    });
  }

  const Block& sample_;
  const Context& context_;
  VectorXd mean_;
  double trace_ = 0;
};

}  // namespace

Projection principal_components(const Block& sample, Index n_components, const Context& context) {
  const CovarianceOperator covariance(sample, context);
  Projection projection;
  projection.n_cols = sample.n_cols;
  if (!(covariance.trace() > 0)) return projection;
  SolverOptions options;
  // the last of many components are much alike, and which of these are taken makes no difference
  options.tolerance = 1e-3;
  options.recheck = Recheck::never;
  const Index wanted = std::min({n_components, sample.n_cols, sample.n_rows});
  options.ncv = 2 * wanted + 20;
  const EigenPairs pairs = top_eigenpairs(covariance, wanted, options, context);
  projection.n_components = (pairs.values.head(wanted).array() > 1e-6).count();
  projection.directions.resize(projection.n_components * sample.n_cols);
  Eigen::Map<Eigen::MatrixXf>(projection.directions.data(), sample.n_cols, projection.n_components) =
      pairs.vectors.leftCols(projection.n_components).cast<float>();
  return projection;
}

}  // namespace scrb
