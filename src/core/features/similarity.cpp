#include "features/similarity.h"

namespace scrb {

void Features::sweep_panel(Index width, const double* sums, const double* row_weight, double* out,
                           std::vector<double>& scratch, const Context& context) const {
  scratch.resize(n_rows() * width);
  gather_panel(width, sums, scratch.data(), context);
  for_rows(n_rows(), context, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index j = 0; j < width; ++j) scratch[i * width + j] *= row_weight[i];
  });
  scatter_panel(width, scratch.data(), out, context);
}

}  // namespace scrb
