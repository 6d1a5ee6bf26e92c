#ifndef SCRB_SYMMETRIC_OPERATOR_H
#define SCRB_SYMMETRIC_OPERATOR_H

// A symmetric matrix that is known by its products: all that the solver knows.

#include "support/parallel.h"

namespace scrb {

class SymmetricOperator {
 public:
  virtual ~SymmetricOperator() = default;

  virtual Index n_rows() const = 0;
  virtual void apply(const double* x, double* y) const = 0;

  // How many vectors the solver best multiplies at a time, and that product: `count` vectors, one after the other.
  virtual Index block() const { return 1; }
  virtual void apply_block(Index count, const double* x, double* y) const {
    for (Index j = 0; j < count; ++j) apply(x + j * n_rows(), y + j * n_rows());
  }
};

}  // namespace scrb

#endif
