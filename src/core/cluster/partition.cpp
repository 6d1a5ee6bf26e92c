#include "cluster/partition.h"

#include "cluster/nearest_center.h"
#include "cluster/row_normalize.h"
#include "support/cannot_cluster.h"

namespace scrb {

namespace {

// Step 5: the first m columns times their weights, rows to unit length.
void weigh_rows(std::vector<double>& rows, const std::vector<double>& weights, const Context& context) {
  const Index m = static_cast<Index>(weights.size()), n = static_cast<Index>(rows.size()) / m;
  for_rows(n, context, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index j = 0; j < m; ++j) rows[i * m + j] *= weights[j];
  });
  row_normalize(rows.data(), n, m, context);
}

std::vector<double> leading_columns(const Spectrum& spectrum, Index m) {
  std::vector<double> columns(spectrum.n_rows * m);
  for (Index i = 0; i < spectrum.n_rows; ++i)
    std::copy_n(spectrum.rows.begin() + i * spectrum.n_vectors, m, columns.begin() + i * m);
  return columns;
}

// The places of the sampled rows among those that have one, all where the sample is no smaller.
std::vector<Index> sample_placed(const std::vector<Index>& sample, const std::vector<Index>& placed) {
  std::vector<Index> found;
  if (sample.size() >= placed.size()) return found;
  auto next = placed.begin();
  for (Index i : sample) {
    next = std::lower_bound(next, placed.end(), i);
    if (next != placed.end() && *next == i) found.push_back(next - placed.begin());
  }
  return found;
}

// k-means on the rows that have a place; the labels of the others stay stray.
Kmeans cluster_rows(const std::vector<double>& embedding, Index m, const PartitionOptions& options,
                    const Context& context) {
  const Index n = static_cast<Index>(embedding.size()) / m;
  const std::vector<Index> placed = placed_rows(embedding, m);
  const Index count = static_cast<Index>(placed.size());
  try {
    if (count == n) return kmeans(embedding.data(), n, m, options.kmeans, options.uniforms, context);
    const std::vector<double> rows = take_rows(embedding, m, placed);
    KmeansOptions of_placed = options.kmeans;
    of_placed.sample = sample_placed(options.kmeans.sample, placed);
    Kmeans fit = kmeans(rows.data(), count, m, of_placed, options.uniforms, context);
    std::vector<std::int32_t> cluster(n, Components::stray);
    for (Index r = 0; r < count; ++r) cluster[placed[r]] = fit.cluster[r];
    fit.cluster.swap(cluster);
    return fit;
  } catch (const TooFewDistinctRows& few) {
    throw CannotCluster(CannotCluster::Reason::few_distinct_embedded, few.found);
  }
}

// Steps 5 and 6 on rows that are not yet weighted.
Partition partition_rows(std::vector<double> rows, const Spectrum& spectrum, Index m, const PartitionOptions& options,
                         const Context& context) {
  Partition result;
  StepTimer timer(result.seconds);
  Placing& placing = result.placing;
  placing.k = options.kmeans.k;
  placing.vector_weights = vector_weights(spectrum.solution.eigenvalues, placing.k, m);
  result.embedding.swap(rows);
  weigh_rows(result.embedding, placing.vector_weights, context);
  timer.finish("embedding");

  if (!options.base.sizes.empty()) {
    SpectrumOptions second;
    second.k = second.n_vectors = placing.k;
    second.solver = options.base_solver;
    Consensus consensus = find_consensus(std::move(result.embedding), m, options.base, second, context);
    placing.base = std::move(consensus.base);
    result.embedding.swap(consensus.rows);
    row_normalize(result.embedding.data(), spectrum.n_rows, placing.k, context);
    timer.finish("consensus");
  }
  result.kmeans = cluster_rows(result.embedding, placing.n_columns(), options, context);
  result.cluster.swap(result.kmeans.cluster);
  placing.centers = result.kmeans.centers;
  timer.finish("kmeans");
  return result;
}

}  // namespace

Partition make_partition(Spectrum& spectrum, const PartitionOptions& options, const Context& context) {
  const Index m = std::min(options.n_vectors, spectrum.n_vectors);
  std::vector<double> rows = m < spectrum.n_vectors ? leading_columns(spectrum, m) : std::move(spectrum.rows);
  spectrum.rows = std::vector<double>();
  return partition_rows(std::move(rows), spectrum, m, options, context);
}

Partition try_partition(const Spectrum& spectrum, const PartitionOptions& options, const Context& context) {
  const Index m = std::min(options.n_vectors, spectrum.n_vectors);
  PartitionOptions plain = options;
  plain.base = BaseOptions();
  return partition_rows(leading_columns(spectrum, m), spectrum, m, plain, context);
}

std::vector<double> place_rows(const Spectrum& spectrum, const std::vector<Index>& rows, Index k, Index n_vectors,
                               const Context& context) {
  const Index m = std::min(n_vectors, spectrum.n_vectors);
  std::vector<double> places;
  places.reserve(rows.size() * m);
  for (Index i : rows) {
    const auto first = spectrum.rows.begin() + i * spectrum.n_vectors;
    places.insert(places.end(), first, first + m);
  }
  weigh_rows(places, vector_weights(spectrum.solution.eigenvalues, k, m), context);
  return places;
}

Prediction label_rows(std::vector<double> rows, const Placing& placing, const Context& context) {
  Prediction result;
  const Index m = placing.n_vectors(), n = static_cast<Index>(rows.size()) / m, n_columns = placing.n_columns();
  result.embedding.swap(rows);
  weigh_rows(result.embedding, placing.vector_weights, context);
  if (!placing.base.sizes.empty()) {
    result.embedding = embed_by_consensus(result.embedding, m, placing.base, placing.k, context);
    row_normalize(result.embedding.data(), n, placing.k, context);
  }
  const double* places = result.embedding.data();
  result.cluster = nearest_centers(places, n, n_columns, placing.centers.data(), placing.k, context);
  for (Index i = 0; i < n; ++i)
    if (!has_place(places + i * n_columns, n_columns)) result.without_place.push_back(i);
  return result;
}

}  // namespace scrb
