#include "sc_rb.h"

#include <cmath>
#include <memory>
#include <numeric>

#include "nearest_center.h"
#include "normalized_operator.h"
#include "row_normalize.h"
#include "stray.h"

namespace scrb {

namespace {

double mean(const std::vector<Index>& values) {
  return static_cast<double>(std::accumulate(values.begin(), values.end(), Index{0})) /
         static_cast<double>(values.size());
}

// The known vectors, one per component with value 1, then what the solver finds.
EigenPairs all_pairs(const NormalizedOperator& op, const Components& components, const Options& options,
                     const Context& context) {
  const Index n = op.n_rows(), known = static_cast<Index>(components.size.size()), m = options.n_vectors;
  EigenPairs rest = top_eigenpairs(op, m - known, options.solver, context);
  Eigen::MatrixXd vectors = Eigen::MatrixXd::Zero(n, m);
  for (Index i = 0; i < n; ++i)
    if (components.of_row[i] != Components::stray) vectors(i, components.of_row[i]) = op.known_vector()[i];
  vectors.rightCols(m - known) = rest.vectors;
  // the known vectors count among the rows' dimensions: there may be no next value
  const Index n_values = std::min<Index>(known + rest.values.size(), n - components.stray_rows);
  Eigen::VectorXd values(n_values);
  values << Eigen::VectorXd::Ones(known), rest.values.head(n_values - known);
  rest.vectors.swap(vectors);
  rest.values.swap(values);
  rest.converged += known;
  return rest;
}

// k-means on the rows that have an embedding; the labels of the others stay stray.
Kmeans cluster_rows(const std::vector<double>& embedding, const Components& components, const Options& options,
                    const double* uniforms, const Context& context) {
  const Index n = static_cast<Index>(components.of_row.size()), m = options.n_vectors;
  if (components.stray_rows == 0) return kmeans(embedding.data(), n, m, options.kmeans, uniforms, context);
  std::vector<double> rows;
  rows.reserve((n - components.stray_rows) * m);
  for (Index i = 0; i < n; ++i)
    if (components.of_row[i] != Components::stray)
      rows.insert(rows.end(), embedding.begin() + i * m, embedding.begin() + (i + 1) * m);
  Kmeans fit = kmeans(rows.data(), n - components.stray_rows, m, options.kmeans, uniforms, context);
  std::vector<std::int32_t> cluster(n, Components::stray);
  for (Index i = 0, r = 0; i < n; ++i)
    if (components.of_row[i] != Components::stray) cluster[i] = fit.cluster[r++];
  fit.cluster.swap(cluster);
  return fit;
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

// Keeps the weights of the rows that have a bin to themselves, and counts such rows from 0 in the dictionary.
void compact_owners(Model& model, Index n, Index m, const Context& context) {
  std::vector<std::int32_t>& rows = model.dictionary.single_rows;
  std::vector<std::int32_t> owner(n, -1);
  for (std::int32_t row : rows) owner[row] = 0;
  std::vector<double>& weights = model.weights.single;
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

void describe_bins(const Bins& bins, Result& result) {
  result.occupied = bins.occupied;
  result.fullest = bins.fullest;
  result.singles = bins.single_bins();
}

}  // namespace

Result sc_rb(const Input& x, const Scaling& scaling, const Grids& grids, const Options& options, const double* uniforms,
             const Context& context) {
  using Reason = CannotCluster::Reason;
  const Index k = options.kmeans.k, m = options.n_vectors;
  Result result;
  StepTimer timer(result);

  Table table = make_table(x, scaling, context);
  const Index distinct = count_distinct_rows(table, k, context);
  if (distinct < k) throw CannotCluster{Reason::few_distinct_rows, distinct, 0};
  Bins bins = make_bins(table, grids, options.keep_model, context);
  table = Table();
  describe_bins(bins, result);
  const double bins_per_grid = mean(bins.occupied);
  timer.finish("bins");

  std::vector<double> degree = degrees(bins, context);
  result.smallest_degree = *std::min_element(degree.begin(), degree.end());
  result.largest_degree = *std::max_element(degree.begin(), degree.end());
  result.components = find_components(bins, k, context);
  if (result.components.size.empty()) throw CannotCluster{Reason::all_rows_alone, 0, bins_per_grid};
  const Index rows_left = x.n_rows - result.components.stray_rows;
  if (rows_left < m) throw CannotCluster{Reason::few_rows_left, rows_left, bins_per_grid};
  auto op = std::make_unique<NormalizedOperator>(bins, degree, result.components, context);
  degree = std::vector<double>();
  timer.finish("degrees");

  EigenPairs pairs = all_pairs(*op, result.components, options, context);
  const Index rank = count_positive(pairs.values, m);
  if (rank < m) throw CannotCluster{Reason::low_rank, rank, bins_per_grid};
  const std::vector<double> inverse_sqrt_degrees = op->inverse_sqrt_degrees();
  op.reset();  // its memory serves the embedding
  timer.finish("singular_vectors");

  Embedding embedding = embed(bins, pairs.vectors, pairs.values, inverse_sqrt_degrees, options.keep_model, context);
  result.eigenvalues.assign(pairs.values.data(), pairs.values.data() + pairs.values.size());
  result.residuals = embedding.residuals;
  pairs.vectors.resize(0, 0);
  result.solver = pairs;
  result.model.dictionary = std::move(bins.dictionary);
  result.model.weights = std::move(embedding.weights);
  if (options.keep_model) compact_owners(result.model, x.n_rows, m, context);
  bins = Bins();
  row_normalize(embedding.rows.data(), x.n_rows, m, context);
  result.embedding.swap(embedding.rows);
  timer.finish("embedding");

  try {
    result.kmeans = cluster_rows(result.embedding, result.components, options, uniforms, context);
  } catch (const TooFewDistinctRows& few) {
    throw CannotCluster{Reason::few_distinct_embedded, few.found, bins_per_grid};
  }
  result.cluster.swap(result.kmeans.cluster);
  timer.finish("kmeans");

  context.report("labels", 0, 1);
  const std::vector<double> centers = cluster_centers(x, result.cluster, k, context);
  result.model.scaled_centers = scale_centers(centers, x, scaling);
  std::vector<Index> stray;
  for (Index i = 0; i < x.n_rows; ++i)
    if (result.cluster[i] == Components::stray) stray.push_back(i);
  label_by_distance(x, scaling, stray, result.model.scaled_centers, k, context, result.cluster);
  result.centers = stray.empty() ? centers : cluster_centers(x, result.cluster, k, context);
  timer.finish("labels");
  return result;
}

Prediction predict(const Input& x, const FittedModel& model, const Context& context) {
  Prediction result;
  const Table table = make_table(x, model.scaling, context);
  const KnownBins bins = find_bins(table, model.grids, model.dictionary, context);
  result.without_bins = std::count(bins.known.begin(), bins.known.end(), 0);
  const Index m = model.n_vectors;
  result.embedding = embed_new(bins, model.shared_weights, model.single_weights, m, context);
  row_normalize(result.embedding.data(), x.n_rows, m, context);
  result.cluster = nearest_centers(result.embedding.data(), x.n_rows, m, model.embedding_centers, model.k, context);
  std::vector<Index> without_embedding;
  for (Index i = 0; i < x.n_rows; ++i) {
    const double* row = result.embedding.data() + i * m;
    if (std::all_of(row, row + m, [](double value) { return value == 0; })) without_embedding.push_back(i);
  }
  label_by_distance(x, model.scaling, without_embedding, model.scaled_centers, model.k, context, result.cluster);
  return result;
}

}  // namespace scrb
