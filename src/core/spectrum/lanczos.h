#ifndef SCRB_LANCZOS_H
#define SCRB_LANCZOS_H

// Inside step 4: the block Lanczos factorization A V = V H + W E' with thick restarts, on Spectra's factorization
// class. V has orthonormal columns, W is the next block of `width` vectors, before it is made orthonormal. A restart
// keeps the best Ritz vectors and goes on with W. How far the pairs are is looked at every few products. Cost: 4 n ncv
// per product, thrice n ncv of memory traffic; memory 8 n (ncv + 2 width).

#include <Spectra/SymEigsSolver.h>
#include <Eigen/Core>
#include <cmath>
#include <functional>

#include "spectrum/convergence.h"
#include "spectrum/symmetric_operator.h"
#include "support/tall_products.h"

namespace scrb {

// A - V diag(l) V', with all that Spectra's factorization asks of an operator.
class Deflated {
 public:
  Deflated(const SymmetricOperator& op, const Eigen::MatrixXd& vectors, const Eigen::VectorXd& values,
           const Context& context, Convergence& convergence)
      : op_(op), vectors_(vectors), values_(values), context_(context), convergence_(convergence) {}
  Eigen::Index rows() const { return op_.n_rows(); }
  Index block() const { return op_.block(); }
  const Context& context() const { return context_; }
  Convergence& convergence() const { return convergence_; }

  void perform_op(const double* x, double* y) const { apply_block(1, x, y); }
  void apply_block(Index count, const double* x, double* y) const;
  template <class X, class Y>
  void trans_product(const X& x, const Y& y, Eigen::Ref<Eigen::VectorXd> result) const {
    result = inner_products(x, y, context_);
  }
  template <class X, class Y>
  double inner_product(const X& x, const Y& y) const {
    return inner_products(x, y, context_)(0, 0);
  }
  template <class X>
  double norm(const X& x) const {
    return std::sqrt(inner_product(x, x));
  }

 private:
  const SymmetricOperator& op_;
  const Eigen::MatrixXd& vectors_;
  const Eigen::VectorXd& values_;
  const Context& context_;
  Convergence& convergence_;
};

class BlockLanczos : public Spectra::Arnoldi<double, Deflated> {
 public:
  using Index = scrb::Index;

  // How far the leading pairs are: all Ritz values, decreasing, and the residuals |A u - l u| of the first ones.
  struct State {
    Eigen::VectorXd values, residuals;
    Index products = 0;
  };
  // Whether that is enough: the largest of residual / needed, at most 1 when it is.
  using Goal = std::function<double(const State&)>;

  // ncv >= wanted + 2 width, or all of the operator's rows.
  BlockLanczos(const Deflated& op, Index wanted, Index ncv, Index width);

  // From `width` vectors; until the goal is met (true), or after so many products, or as many as give the wanted pairs.
  bool compute(Eigen::MatrixXd start, Index most_products, const Goal& goal);

  const State& state() const { return state_; }
  Index restarts() const { return restarts_; }

  // The wanted Ritz vectors; the factorization is gone.
  Eigen::MatrixXd take_vectors();

 private:
  void extend();
  void place_block();
  void orthogonalize(Index count, Eigen::MatrixXd& along);
  void normalize_block(Index count);
  double look(const Goal& goal);
  void restart();

  const Index wanted_, width_;
  Eigen::MatrixXd block_;   // n x width: W, orthonormal but for columns of zeros
  Eigen::MatrixXd factor_;  // W was block_ times this
  Index directions_ = 0;    // columns of the block that are not zeros
  Eigen::MatrixXd ritz_;    // the Ritz vectors in terms of V
  State state_;
  Index restarts_ = 0;
};

}  // namespace scrb

#endif
