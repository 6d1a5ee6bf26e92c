#ifndef SCRB_LANDMARKS_H
#define SCRB_LANDMARKS_H

// Features of landmark-based spectral clustering (Chen and Cai 2011): a sparse matrix Z (n x landmarks) in which a row
// has the similarities to its few nearest landmarks, divided by their sum. With L = diag(Z' 1) the similarity of rows
// is Z L^-1 Z', whose degrees are 1. Its vectors are found on the side of the landmarks, from L^-1/2 Z' Z L^-1/2, and
// lifted to rows by Z L^-1/2.
// Cost: n landmarks d to find the nearest; a product is n n_nearest.

#include <cstdint>
#include <vector>

#include "kernels.h"
#include "normalized_operator.h"

namespace scrb {

struct NearestLandmarks {
  Index n_rows = 0, n_landmarks = 0, n_nearest = 0;
  std::vector<std::int32_t> landmark;  // n x n_nearest, row after row, the nearest first
  std::vector<double> weight;          // the same shape: entries of Z, rows sum to 1
  std::vector<double> inverse_sqrt;    // of L, by landmark; 0 for those that no row is linked to
};

NearestLandmarks find_nearest(const Table& table, const Points& landmarks, Index n_nearest, const Kernel& kernel,
                              const Context& context);

// v -> L^-1/2 Z' Z L^-1/2 v without its known vector L^1/2 1, of value 1: the one that stands for equal rows
class LandmarkOperator : public SymmetricOperator {
 public:
  LandmarkOperator(const NearestLandmarks& nearest, const Context& context);
  Index n_rows() const override { return nearest_.n_landmarks; }
  void apply(const double* x, double* y) const override;

 private:
  const NearestLandmarks& nearest_;
  const Context& context_;
  std::vector<double> known_;  // of length 1
};

// Z L^-1/2 W, row after row; W has m columns, column after column.
std::vector<double> lift(const NearestLandmarks& nearest, const double* weights, Index m, const Context& context);

}  // namespace scrb

#endif
