#include "partition.h"

#include "nearest_center.h"
#include "row_normalize.h"
#include "stray.h"

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
  if (m == spectrum.n_vectors) return spectrum.rows;
  std::vector<double> columns(spectrum.n_rows * m);
  for (Index i = 0; i < spectrum.n_rows; ++i)
    std::copy_n(spectrum.rows.begin() + i * spectrum.n_vectors, m, columns.begin() + i * m);
  return columns;
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
    Kmeans fit = kmeans(rows.data(), count, m, options.kmeans, options.uniforms, context);
    std::vector<std::int32_t> cluster(n, Components::stray);
    for (Index r = 0; r < count; ++r) cluster[placed[r]] = fit.cluster[r];
    fit.cluster.swap(cluster);
    return fit;
  } catch (const TooFewDistinctRows& few) {
    throw CannotCluster{CannotCluster::Reason::few_distinct_embedded, few.found, 0};
  }
}

// Labels for the listed rows of x from the nearest scaled centre.
void label_by_distance(const Input& x, const Scaling& scaling, const std::vector<Index>& rows,
                       const std::vector<double>& scaled_centers, Index k, const Context& context,
                       std::vector<std::int32_t>& cluster) {
  if (rows.empty()) return;
  const Table table = make_table(x, scaling, rows, context);
  const std::vector<std::int32_t> labels = nearest_scaled(table, scaled_centers, k, context);
  for (std::size_t r = 0; r < rows.size(); ++r) cluster[rows[r]] = labels[r];
}

// Centres as scaled columns have them.
std::vector<double> scale_centers(const std::vector<double>& centers, const Input& x, const Scaling& scaling) {
  std::vector<double> scaled(centers);
  for (std::size_t i = 0; i < scaled.size(); ++i) {
    const Index l = static_cast<Index>(i) % x.n_cols;
    scaled[i] = (scaled[i] - (x.sparse() ? 0.0 : scaling.center[l])) / scaling.scale[l];
  }
  return scaled;
}

void label_all(const Input& x, const Scaling& scaling, const Context& context, PlacedPartition& result) {
  context.report("labels", 0, 1);
  const Index k = result.placing.k;
  const std::vector<double> centers = cluster_centers(x, result.cluster, k, context);
  result.placing.scaled_centers = scale_centers(centers, x, scaling);
  std::vector<Index> stray;
  for (Index i = 0; i < x.n_rows; ++i)
    if (result.cluster[i] == Components::stray) stray.push_back(i);
  result.stray = static_cast<Index>(stray.size());
  label_by_distance(x, scaling, stray, result.placing.scaled_centers, k, context, result.cluster);
  result.centers = stray.empty() ? centers : cluster_centers(x, result.cluster, k, context);
}

}  // namespace

PlacedPartition make_partition(Spectrum& spectrum, const Input& x, const Scaling& scaling,
                               const PartitionOptions& options, const Context& context) {
  PlacedPartition result;
  StepTimer timer(result.seconds);
  const Index k = options.kmeans.k, m = std::min(options.n_vectors, spectrum.n_vectors);
  result.placing.k = k;
  result.placing.vector_weights = vector_weights(spectrum.eigenvalues, k, m);
  if (m < spectrum.n_vectors) spectrum.rows = leading_columns(spectrum, m);
  result.embedding.swap(spectrum.rows);
  weigh_rows(result.embedding, result.placing.vector_weights, context);
  result.n_columns = m;
  timer.finish("embedding");

  if (!options.base.sizes.empty()) {
    Consensus consensus = find_consensus(result.embedding, m, options.base, {k, k, options.base_solver, true}, context);
    result.placing.base = std::move(consensus.base);
    result.embedding.swap(consensus.second.rows);
    result.n_columns = k;
    row_normalize(result.embedding.data(), x.n_rows, k, context);
    timer.finish("consensus");
  }
  result.kmeans = cluster_rows(result.embedding, result.n_columns, options, context);
  result.cluster.swap(result.kmeans.cluster);
  timer.finish("kmeans");
  label_all(x, scaling, context, result);
  timer.finish("labels");
  return result;
}

Partition try_partition(const Spectrum& spectrum, const PartitionOptions& options, const Context& context) {
  Partition result;
  const Index k = options.kmeans.k;
  result.n_columns = std::min(options.n_vectors, spectrum.n_vectors);
  result.embedding = leading_columns(spectrum, result.n_columns);
  weigh_rows(result.embedding, vector_weights(spectrum.eigenvalues, k, result.n_columns), context);
  result.kmeans = cluster_rows(result.embedding, result.n_columns, options, context);
  result.cluster.swap(result.kmeans.cluster);
  return result;
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
  weigh_rows(places, vector_weights(spectrum.eigenvalues, k, m), context);
  return places;
}

Prediction label_rows(std::vector<double> rows, const Input& x, const Scaling& scaling, const Placing& placing,
                      const Context& context) {
  Prediction result;
  const Index m = static_cast<Index>(placing.vector_weights.size()), k = placing.k;
  result.embedding.swap(rows);
  weigh_rows(result.embedding, placing.vector_weights, context);
  result.n_columns = m;
  if (!placing.base.sizes.empty()) {
    result.embedding = embed_by_consensus(result.embedding, m, placing.base, k, context);
    result.n_columns = k;
    row_normalize(result.embedding.data(), x.n_rows, k, context);
  }
  const double* places = result.embedding.data();
  result.cluster = nearest_centers(places, x.n_rows, result.n_columns, placing.embedding_centers.data(), k, context);
  std::vector<Index> without_place;
  for (Index i = 0; i < x.n_rows; ++i)
    if (!has_place(places + i * result.n_columns, result.n_columns)) without_place.push_back(i);
  label_by_distance(x, scaling, without_place, placing.scaled_centers, k, context, result.cluster);
  return result;
}

}  // namespace scrb
