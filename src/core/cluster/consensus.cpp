#include "cluster/consensus.h"

#include "cluster/kmeans.h"
#include "cluster/nearest_center.h"
#include "cluster/row_normalize.h"
#include "features/bins.h"
#include "support/cannot_cluster.h"

namespace scrb {

namespace {

// Each row's nearest centre in each base clustering: a feature set like that of grids, without bins of one row.
Bins base_bins(const std::vector<double>& rows, Index n_cols, const BaseClusters& base, const Context& context) {
  const Index n = static_cast<Index>(rows.size()) / n_cols;
  BinIds ids(n, base.sizes);
  const double* centers = base.centers.data();
  for (GridIds& grid : ids.grids) {
    const std::vector<std::int32_t> nearest = nearest_centers(rows.data(), n, n_cols, centers, grid.n_bins, context);
    centers += grid.n_bins * n_cols;
    auto number = [&](auto& of_rows) {
      for (Index i = 0; i < n; ++i)
        if (has_place(rows.data() + i * n_cols, n_cols))
          of_rows[i] = static_cast<std::decay_t<decltype(of_rows[i])>>(nearest[i] + 1);
    };
    if (grid.is_narrow()) number(grid.narrow);
    else number(grid.wide);
  }
  return Bins(std::move(ids));
}

// Base clusters are what they are, however small; a row alone is one only where there are not k clusters otherwise.
Spectrum embed_base(const TwoSided& similarity, SpectrumOptions options, const Context& context) {
  options.smallest_component = 2;
  try {
    return bin_spectrum(similarity, options, context);
  } catch (const CannotCluster&) {
    options.smallest_component = 1;
    return bin_spectrum(similarity, options, context);
  }
}

}  // namespace

Consensus find_consensus(const std::vector<double>& rows, Index n_cols, const BaseOptions& base,
                         const SpectrumOptions& options, const Context& context) {
  std::vector<Index> placed = base.sample;
  if (placed.empty()) placed = placed_rows(rows, n_cols);
  else
    placed.erase(std::remove_if(placed.begin(), placed.end(),
                                [&](Index i) { return !has_place(rows.data() + i * n_cols, n_cols); }),
                 placed.end());
  const std::vector<double> sample = take_rows(rows, n_cols, placed);
  Consensus result;
  for (const Kmeans& fit : kmeans_each(sample.data(), static_cast<Index>(placed.size()), n_cols, base.sizes,
                                       base.max_iterations, base.uniforms, context)) {
    result.base.sizes.push_back(static_cast<Index>(fit.size.size()));
    result.base.centers.insert(result.base.centers.end(), fit.centers.begin(), fit.centers.end());
  }
  const Bins bins = base_bins(rows, n_cols, result.base, context);
  Spectrum found = embed_base(TwoSided(bins, context), options, context);
  result.base.weights.swap(found.weights);
  result.rows.swap(found.rows);
  return result;
}

std::vector<double> embed_by_consensus(const std::vector<double>& rows, Index n_cols, const BaseClusters& base, Index k,
                                       const Context& context) {
  return gather_weights(base_bins(rows, n_cols, base, context), base.weights.data(), k, context);
}

}  // namespace scrb
