#include "features/two_sided.h"

namespace scrb {

TwoSided::TwoSided(const Features& features, const Context& context) : features_(features), scale_(features.n_sums()) {
  const std::vector<double> ones(features.n_rows(), 1.0);
  features.scatter(ones.data(), scale_.data(), context);
  for (double& sum : scale_) sum = sum > 0 ? 1 / sum : 0;
}

void TwoSided::scatter(const double* v, double* sums, const Context& context) const {
  features_.scatter(v, sums, context);
  for (Index b = 0; b < n_sums(); ++b) sums[b] *= scale_[b];
}

void TwoSided::scatter_panel(Index width, const double* v, double* sums, const Context& context) const {
  features_.scatter_panel(width, v, sums, context);
  for (Index b = 0; b < n_sums(); ++b)
    for (Index j = 0; j < width; ++j) sums[b * width + j] *= scale_[b];
}

}  // namespace scrb
