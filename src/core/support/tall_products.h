#ifndef SCRB_TALL_PRODUCTS_H
#define SCRB_TALL_PRODUCTS_H

// Inside step 4: products with matrices of n rows, by chunks of rows on all threads and with a look at interrupts. With
// millions of rows a product with the Krylov vectors takes as long as one with the operator.

#include <Eigen/Core>

#include "support/parallel.h"

namespace scrb {

// X' y
template <class Matrix>
Eigen::VectorXd inner_products(const Matrix& x, const double* y, const Context& context) {
  const std::vector<double> sums = sum_rows(x.rows(), x.cols(), context, [&](Index begin, Index end, double* sum) {
    Eigen::Map<Eigen::VectorXd>(sum, x.cols()).noalias() +=
        x.middleRows(begin, end - begin).transpose() * Eigen::Map<const Eigen::VectorXd>(y + begin, end - begin);
  });
  return Eigen::Map<const Eigen::VectorXd>(sums.data(), x.cols());
}

// X W
inline Eigen::MatrixXd combine(const Eigen::MatrixXd& x, const Eigen::MatrixXd& weights, const Context& context) {
  Eigen::MatrixXd result(x.rows(), weights.cols());
  for_rows(x.rows(), context, [&](Index begin, Index end) {
    result.middleRows(begin, end - begin).noalias() = x.middleRows(begin, end - begin) * weights;
  });
  return result;
}

}  // namespace scrb

#endif
