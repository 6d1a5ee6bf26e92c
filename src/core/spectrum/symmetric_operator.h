#ifndef SCRB_SYMMETRIC_OPERATOR_H
#define SCRB_SYMMETRIC_OPERATOR_H

// A symmetric matrix that is known by its products: all that the solver knows.

#include "support/parallel.h"

namespace scrb {

class SymmetricOperator {
 public:
  virtual ~SymmetricOperator() = default;
  virtual Index n_rows() const = 0;
  virtual void apply(const double* x, double* y) const = 0;  // y = A x
};

}  // namespace scrb

#endif
