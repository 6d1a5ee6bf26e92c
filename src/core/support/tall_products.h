#ifndef SCRB_TALL_PRODUCTS_H
#define SCRB_TALL_PRODUCTS_H

// Inside step 4: products with matrices of n rows, by chunks of rows on all threads and with a look at interrupts. With
// millions of rows a product with the Krylov vectors takes as long as one with the operator.

#include <Eigen/Core>

#include "support/parallel.h"

namespace scrb {

// X' Y
template <class X, class Y>
Eigen::MatrixXd inner_products(const X& x, const Y& y, const Context& context) {
  const Index rows = x.cols(), cols = y.cols();
  const std::vector<double> sums = sum_rows(x.rows(), rows * cols, context, [&](Index begin, Index end, double* sum) {
    Eigen::Map<Eigen::MatrixXd> product(sum, rows, cols);
    const auto part = x.middleRows(begin, end - begin).transpose();
    // a product of matrices pays beyond a few columns only
    for (Index j = 0; j < cols; ++j) product.col(j).noalias() += part * y.col(j).segment(begin, end - begin);
  });
  return Eigen::Map<const Eigen::MatrixXd>(sums.data(), rows, cols);
}

// X W
template <class X>
Eigen::MatrixXd combine(const X& x, const Eigen::MatrixXd& weights, const Context& context) {
  Eigen::MatrixXd result(x.rows(), weights.cols());
  for_rows(x.rows(), context, [&](Index begin, Index end) {
    result.middleRows(begin, end - begin).noalias() = x.middleRows(begin, end - begin) * weights;
  });
  return result;
}

// The first columns of X become X W.
inline void combine_in_place(Eigen::MatrixXd& x, Index n_cols, const Eigen::MatrixXd& weights, const Context& context) {
  for_rows(x.rows(), context, [&](Index begin, Index end) {
    const Eigen::MatrixXd rows = x.block(begin, 0, end - begin, n_cols) * weights;
    x.block(begin, 0, end - begin, weights.cols()) = rows;
  });
}

// Y - X W in place of Y
template <class X, class Y>
void subtract_product(const X& x, const Eigen::MatrixXd& weights, Y&& y, const Context& context) {
  for_rows(x.rows(), context, [&](Index begin, Index end) {
    for (Index j = 0; j < weights.cols(); ++j)
      y.col(j).segment(begin, end - begin).noalias() -= x.middleRows(begin, end - begin) * weights.col(j);
  });
}

}  // namespace scrb

#endif
