#include "spectrum/spectrum.h"

#include <cmath>
#include <memory>

#include "spectrum/bin_operator.h"
#include "spectrum/normalized_operator.h"
#include "support/cannot_cluster.h"

namespace scrb {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Reason = CannotCluster::Reason;

// Vectors beyond the k-th are dropped below this value: their residuals are noise, and they have faded.
constexpr double least_beyond_k = 1e-6;

// Below this sum columns are weighted alike: l_k may be 1.
constexpr double least_distance = 1e-4;

// With so many rows for each bin, only so few bins are solved for densely.
constexpr Index many_rows_per_bin = 16, few_bins = 64;

std::vector<double> find_degrees(const Similarity& similarity, const Context& context, Solution& solution) {
  std::vector<double> degree = degrees(similarity, context);
  const auto ends = std::minmax_element(degree.begin(), degree.end());
  solution.smallest_degree = *ends.first;
  solution.largest_degree = *ends.second;
  return degree;
}

Components components_of(const Similarity& similarity, const SpectrumOptions& options, const Context& context) {
  const double smallest = options.smallest_component > 0 ? static_cast<double>(options.smallest_component)
                                                         : smallest_cluster(similarity.n_rows(), options.k);
  return find_components(similarity, options.k, smallest, context);
}

// How many vectors there can be.
Index check_components(const Components& components, const SpectrumOptions& options) {
  if (components.size.empty()) throw CannotCluster(Reason::all_rows_alone, 0);
  const Index rows_left = static_cast<Index>(components.of_row.size()) - components.stray_rows;
  if (rows_left < options.k) throw CannotCluster(Reason::few_rows_left, rows_left);
  return std::min(options.n_vectors, rows_left);
}

// The known pairs, of value 1, then those of an operator that has none of these, as many as wanted or as are positive.
// `n_values`: how many values there can be at all; `halved`: the operator is (I + S) / 2 (normalized_operator.h).
EigenPairs all_pairs(const SymmetricOperator& op, bool halved, const MatrixXd& known, Index wanted, Index n_values,
                     const SpectrumOptions& options, const Context& context) {
  const Index first = known.cols();
  SolverOptions solver = options.solver;
  if (options.n_vectors > options.k) solver.fade_from = std::max<Index>(1, options.k - first);
  EigenPairs rest = top_eigenpairs(op, std::min(wanted, op.n_rows()) - first, solver, context);
  if (halved) rest.values = (2 * rest.values.array() - 1).matrix().eval();
  n_values = std::min<Index>(first + rest.values.size(), n_values);
  VectorXd values(n_values);
  values << VectorXd::Ones(first), rest.values.head(n_values - first);
  Index rank = count_positive(values, wanted);
  if (rank < options.k) throw CannotCluster(Reason::low_rank, rank);
  while (rank > options.k && values[rank - 1] < least_beyond_k) --rank;
  MatrixXd vectors(known.rows(), rank);
  vectors << known, rest.vectors.leftCols(rank - first);
  rest.vectors.swap(vectors);
  rest.values = values.head(std::min(rank + 1, n_values));
  rest.counts.converged += first;
  return rest;
}

void keep_solution(EigenPairs& pairs, Spectrum& spectrum) {
  spectrum.solution.eigenvalues.assign(pairs.values.data(), pairs.values.data() + pairs.values.size());
  spectrum.solution.counts = pairs.counts;
  spectrum.n_vectors = pairs.vectors.cols();
  pairs.vectors.resize(0, 0);
}

// One component, which is left out of the vectors that are found.
Components one_component(Index n) {
  Components components;
  components.of_row.assign(n, 0);
  components.size.assign(1, n);
  components.found = 1;
  return components;
}

// From the pairs of the operator to bin weights a = L^-1/2 w / sqrt(l) and rows Z a.
void embed_bins(const Similarity& similarity, const BinSide& op, EigenPairs& pairs, const Context& context,
                Spectrum& spectrum) {
  const Index m = pairs.vectors.cols(), n_columns = op.n_rows(), n_bins = similarity.n_sums();
  const MatrixXd& known = op.known_vectors();
  context.report("embedding", 0, 1);
  VectorXd image(n_columns);
  std::vector<double>& weights = spectrum.weights;
  weights.assign(n_bins * m, 0.0);
  for (Index j = 0; j < m; ++j) {
    const VectorXd vector = pairs.vectors.col(j);
    op.apply(vector.data(), image.data());
    image += known * (known.transpose() * vector);  // which the operator leaves out
    spectrum.solution.residuals.push_back((image - pairs.values[j] * vector).norm());
    const double scale = 1 / std::sqrt(pairs.values[j]);
    for (Index b = 0; b < n_bins; ++b) weights[b * m + j] = op.inverse_sqrt_sums()[b] * vector[b] * scale;
  }
  // of bins that only stray rows are in, iterations leave what they started from
  for (Index b = 0; b < n_bins; ++b)
    if (known.row(b).sum() <= 0) std::fill_n(weights.begin() + b * m, m, 0.0);
  spectrum.rows = gather_weights(similarity, weights.data(), m, context);
}

// `similarity` is that of the features; `scale`: L^-1 where they are normalised on both sides.
Spectrum solve_bins(const Similarity& similarity, const Features& features, const std::vector<double>& scale,
                    Components components, bool keep_known, SpectrumOptions options, const Context& context) {
  Spectrum spectrum;
  StepTimer timer(spectrum.seconds);
  spectrum.n_rows = similarity.n_rows();
  spectrum.components = std::move(components);
  std::vector<double> degree = find_degrees(similarity, context, spectrum.solution);
  const Index wanted = check_components(spectrum.components, options);
  const std::unique_ptr<const BinSide> side = make_bin_side(features, scale, degree, spectrum.components, context);
  const BinSide& op = *side;
  spectrum.solution.side = op.side();
  degree = std::vector<double>();
  // a dense solution takes a product for each bin
  if (spectrum.n_rows > many_rows_per_bin * op.n_rows()) options.solver.dense_rows = few_bins;
  timer.finish("degrees");
  const MatrixXd none(op.n_rows(), 0);
  EigenPairs pairs = all_pairs(op, false, keep_known ? op.known_vectors() : none, wanted,
                               std::min(op.n_rows(), similarity.n_rows()), options, context);
  timer.finish("singular_vectors");
  embed_bins(similarity, op, pairs, context, spectrum);
  keep_solution(pairs, spectrum);
  if (!options.keep_weights) spectrum.weights = std::vector<double>();
  timer.finish("embedding");
  return spectrum;
}

}  // namespace

Spectrum row_spectrum(const Similarity& similarity, const SpectrumOptions& options, const Context& context) {
  Spectrum spectrum;
  StepTimer timer(spectrum.seconds);
  spectrum.n_rows = similarity.n_rows();
  std::vector<double> degree = find_degrees(similarity, context, spectrum.solution);
  spectrum.components = components_of(similarity, options, context);
  const Index wanted = check_components(spectrum.components, options);
  auto op = std::make_unique<NormalizedOperator>(similarity, degree, spectrum.components, wanted, context);
  degree = std::vector<double>();
  timer.finish("degrees");

  const Components& components = spectrum.components;
  MatrixXd known = MatrixXd::Zero(spectrum.n_rows, static_cast<Index>(components.size.size()));
  for (Index i = 0; i < spectrum.n_rows; ++i)
    if (components.of_row[i] != Components::stray) known(i, components.of_row[i]) = op->known_vector()[i];
  EigenPairs pairs = all_pairs(*op, similarity.has_negative_values(), known, wanted,
                               spectrum.n_rows - components.stray_rows, options, context);
  known.resize(0, 0);
  const std::vector<double> inverse_sqrt_degrees = op->inverse_sqrt_degrees();
  op.reset();  // its memory serves the embedding
  timer.finish("singular_vectors");

  Embedding embedding =
      embed(similarity, pairs.vectors, pairs.values, inverse_sqrt_degrees, options.keep_weights, context);
  keep_solution(pairs, spectrum);
  spectrum.solution.residuals.swap(embedding.residuals);
  spectrum.rows.swap(embedding.rows);
  spectrum.weights = std::move(embedding.weights);
  timer.finish("embedding");
  return spectrum;
}

Spectrum bin_spectrum(const Features& features, const SpectrumOptions& options, const Context& context) {
  return solve_bins(features, features, {}, components_of(features, options, context), true, options, context);
}

Spectrum bin_spectrum(const TwoSided& similarity, const SpectrumOptions& options, const Context& context) {
  return solve_bins(similarity, similarity.features(), similarity.scale(), components_of(similarity, options, context),
                    true, options, context);
}

Spectrum bin_spectrum_of_all(const TwoSided& similarity, const SpectrumOptions& options, const Context& context) {
  return solve_bins(similarity, similarity.features(), similarity.scale(), one_component(similarity.n_rows()), false,
                    options, context);
}

Spectrum features_spectrum(const Features& features, bool two_sided, const SpectrumOptions& options,
                           const Context& context) {
  const bool on_bins = features.n_sums() <= features.n_rows();
  if (!two_sided) return on_bins ? bin_spectrum(features, options, context) : row_spectrum(features, options, context);
  const TwoSided similarity(features, context);
  return on_bins ? bin_spectrum(similarity, options, context) : row_spectrum(similarity, options, context);
}

std::vector<double> vector_weights(const std::vector<double>& eigenvalues, Index k, Index n_vectors) {
  std::vector<double> weights(n_vectors, 1.0);
  if (n_vectors == k) return weights;
  for (Index j = 0; j < n_vectors; ++j)
    weights[j] = 1 / std::sqrt(std::max(least_distance, (1 - eigenvalues[j]) + (1 - eigenvalues[k - 1])));
  return weights;
}

Index count_positive(const VectorXd& values, Index m) {
  return (values.head(std::min<Index>(m, values.size())).array() > 1e-10).count();
}

}  // namespace scrb
