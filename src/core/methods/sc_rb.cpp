#include "sc_rb.h"

#include <numeric>

namespace scrb {

namespace {

double mean(const std::vector<Index>& values) {
  return static_cast<double>(std::accumulate(values.begin(), values.end(), Index{0})) /
         static_cast<double>(values.size());
}

// Keeps the weights of the rows that have a bin to themselves, and counts such rows from 0 in the dictionary.
void compact_owners(GridSpectrum& spectrum, const Context& context) {
  const Index n = spectrum.n_rows, m = spectrum.n_vectors;
  std::vector<std::int32_t>& rows = spectrum.dictionary.single_rows;
  std::vector<std::int32_t> owner(n, -1);
  for (std::int32_t row : rows) owner[row] = 0;
  std::vector<double>& weights = spectrum.weights.single;
  std::int32_t n_owners = 0;
  for (Index i = 0; i < n; ++i) {
    if (owner[i] < 0) continue;
    std::copy(weights.begin() + i * m, weights.begin() + (i + 1) * m, weights.begin() + n_owners * m);
    owner[i] = n_owners++;
  }
  context.check_interrupt();
  weights.resize(n_owners * m);
  weights.shrink_to_fit();
  for (std::int32_t& row : rows) row = owner[row];
}

Spectrum find_spectrum(const Bins& bins, const GridOptions& options, const Context& context) {
  try {
    if (options.column_scaling) return row_spectrum(TwoSided(bins, context), options, context);
    return row_spectrum(bins, options, context);
  } catch (CannotCluster& why) {
    why.bins_per_grid = mean(bins.occupied);
    throw;
  }
}

}  // namespace

GridSpectrum embed_grids(const Input& x, const Scaling& scaling, const Grids& grids, const GridOptions& options,
                         const Context& context) {
  GridSpectrum result;
  Seconds seconds;
  StepTimer timer(seconds);
  Table table = make_table(x, scaling, context);
  const Index distinct = count_distinct_rows(table, options.k, context);
  if (distinct < options.k) throw CannotCluster{CannotCluster::Reason::few_distinct_rows, distinct, 0};
  Bins bins = make_bins(table, grids, options.keep_weights, context);
  table = Table();
  timer.finish("bins");
  static_cast<Spectrum&>(result) = find_spectrum(bins, options, context);
  timer.add(result.seconds);
  result.seconds.swap(seconds);
  result.occupied = bins.occupied;
  result.fullest = bins.fullest;
  result.singles = bins.single_bins();
  result.dictionary = std::move(bins.dictionary);
  if (options.keep_weights) compact_owners(result, context);
  return result;
}

Prediction predict_by_grids(const Input& x, const Scaling& scaling, const GridModel& model, const Placing& placing,
                            const Context& context) {
  const KnownBins bins = find_bins(make_table(x, scaling, context), model.grids, model.dictionary, context);
  const Index m = static_cast<Index>(placing.vector_weights.size());
  Prediction result =
      label_rows(embed_new(bins, model.shared_weights, model.single_weights, m, context), x, scaling, placing, context);
  result.unknown = std::count(bins.known.begin(), bins.known.end(), 0);
  return result;
}

}  // namespace scrb
