#include "cluster/consensus.h"

#include "cluster/kmeans.h"
#include "cluster/nearest_center.h"
#include "cluster/row_normalize.h"
#include "features/bins.h"
#include "support/cannot_cluster.h"

namespace scrb {

namespace {

// Each row's nearest centre in each base clustering: a feature set like that of grids, without bins of one row. Some
// rows at a time, which stay in cache for all clusterings.
Bins base_bins(const std::vector<double>& rows, Index n_cols, const BaseClusters& base, const Context& context) {
  constexpr Index rows_at_once = 256;
  const Index n = static_cast<Index>(rows.size()) / n_cols;
  BinIds ids(n, base.sizes);
  std::vector<CenterBlock> centers;
  Index n_centers = 0;
  for (Index size : base.sizes) {
    centers.emplace_back(base.centers.data() + n_centers * n_cols, size, n_cols);
    n_centers += size;
  }
  parallel_for((n + rows_at_once - 1) / rows_at_once, context, [&](Index t, int) {
    const Index begin = t * rows_at_once, end = std::min(n, begin + rows_at_once);
    for (std::size_t g = 0; g < centers.size(); ++g) {
      auto number = [&](auto& of_rows) {
        for (Index i = begin; i < end; ++i) {
          const double* row = rows.data() + i * n_cols;
          if (has_place(row, n_cols))
            of_rows[i] = static_cast<std::decay_t<decltype(of_rows[i])>>(centers[g].nearest(row).center + 1);
        }
      };
      if (ids.grids[g].is_narrow()) number(ids.grids[g].narrow);
      else number(ids.grids[g].wide);
    }
  });
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

Consensus find_consensus(std::vector<double> rows, Index n_cols, const BaseOptions& base,
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
  rows = std::vector<double>();
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
