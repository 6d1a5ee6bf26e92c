#ifndef SCRB_DENSE_OPERATORS_H
#define SCRB_DENSE_OPERATORS_H

// Step 3 of the compared methods: operators of matrices that are there in full.

#include <Eigen/Core>

#include "features/dense_features.h"
#include "spectrum/symmetric_operator.h"

namespace scrb {

class MatrixOperator : public SymmetricOperator {
 public:
  explicit MatrixOperator(const Eigen::MatrixXd& matrix) : matrix_(matrix) {}
  Index n_rows() const override { return matrix_.rows(); }
  void apply(const double* x, double* y) const override {
    Eigen::Map<Eigen::VectorXd>(y, n_rows()).noalias() = matrix_ * Eigen::Map<const Eigen::VectorXd>(x, n_rows());
  }

 private:
  const Eigen::MatrixXd& matrix_;
};

// D^-1/2 K D^-1/2 of a kernel matrix that is there in full.
class KernelOperator : public SymmetricOperator {
 public:
  KernelOperator(const DenseFeatures& kernel, const Eigen::VectorXd& degrees, const Context& context)
      : kernel_(kernel), inverse_sqrt_(degrees.cwiseSqrt().cwiseInverse()), context_(context) {}
  Index n_rows() const override { return kernel_.n_rows; }
  void apply(const double* x, double* y) const override {
    const Eigen::VectorXd scaled = inverse_sqrt_.cwiseProduct(Eigen::Map<const Eigen::VectorXd>(x, n_rows()));
    constexpr Index at_a_time = 64;
    parallel_for((n_rows() + at_a_time - 1) / at_a_time, context_, [&](Index b, int) {
      for (Index i = b * at_a_time; i < std::min(n_rows(), (b + 1) * at_a_time); ++i)
        y[i] = inverse_sqrt_[i] * kernel_.rows(i, i + 1).row(0).cast<double>().dot(scaled);
    });
  }

 private:
  const DenseFeatures& kernel_;
  const Eigen::VectorXd inverse_sqrt_;
  const Context& context_;
};

}  // namespace scrb

#endif
