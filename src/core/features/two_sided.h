#ifndef SCRB_TWO_SIDED_H
#define SCRB_TWO_SIDED_H

// Features normalised on both sides: K = Z L^-1 Z' in place of Z Z', L = diag(Z' 1). A bin counts for one, however many
// rows are in it, and the degrees are the row sums of Z. Scatter is L^-1 Z' v, gather as it was.
// A bin that one row has to itself has L = 1 and needs no change, where Z has ones (bins.h); landmarks have none.

#include <vector>

#include "features/similarity.h"

namespace scrb {

class TwoSided : public Similarity {
 public:
  // Keeps a reference.
  TwoSided(const Features& features, const Context& context);

  Index n_rows() const override { return features_.n_rows(); }
  Index n_sums() const override { return features_.n_sums(); }
  void scatter(const double* v, double* sums, const Context& context) const override;
  void gather(const double* sums, const double* v, double* y, const Context& context) const override {
    features_.gather(sums, v, y, context);
  }
  void scatter_panel(Index width, const double* v, double* sums, const Context& context) const override;
  void gather_panel(Index width, const double* sums, double* y, const Context& context) const override {
    features_.gather_panel(width, sums, y, context);
  }
  void unite_rows(DisjointSets& sets, const Context& context) const override { features_.unite_rows(sets, context); }

  const Features& features() const { return features_; }
  const std::vector<double>& scale() const { return scale_; }  // L^-1, 0 for bins without rows

 private:
  const Features& features_;
  std::vector<double> scale_;
};

}  // namespace scrb

#endif
