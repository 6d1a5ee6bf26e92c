#include "methods/fit.h"

#include <cmath>

#include "cluster/stray.h"
#include "data/row_distances.h"
#include "spectrum/principal_components.h"
#include "support/cannot_cluster.h"

namespace scrb {

namespace {

SpectrumOptions spectrum_options(const FitOptions& options) {
  SpectrumOptions result;
  result.k = options.k.back();
  result.n_vectors = options.n_vectors.back();
  result.solver = options.solver;
  result.keep_weights = options.keep_model;
  return result;
}

// Base clusterings of k to 2k clusters each; none where rows are too few for that.
BaseOptions base_options(const FitDraws& draws, Index n, Index k) {
  BaseOptions base;
  if (n < 2 * k) return base;
  for (double share : draws.base_shares)
    base.sizes.push_back(std::min(n / 2, k + static_cast<Index>(std::floor(share * static_cast<double>(k + 1)))));
  base.sample = draws.base_rows;
  base.uniforms = draws.base_uniforms;
  return base;
}

// The first m of the numbers that each sum has.
std::vector<double> leading_weights(std::vector<double> weights, Index n_vectors, Index m) {
  if (m == n_vectors) return weights;
  const Index count = static_cast<Index>(weights.size()) / n_vectors;
  for (Index b = 0; b < count; ++b) std::copy_n(weights.begin() + b * n_vectors, m, weights.begin() + b * m);
  weights.resize(count * m);
  return weights;
}

// The k that is to be fitted, then steps 5 and 6.
Fit partition_spectrum(Spectrum& spectrum, const FitOptions& options, const FitDraws& draws,
                       const std::function<Spectrum(int)>& half, const Context& context) {
  Fit fit;
  fit.seconds = spectrum.seconds;
  StepTimer timer(fit.seconds);
  std::size_t chosen = 0;
  if (options.k.size() > 1) {
    fit.path = find_path(spectrum, options.k, options.n_vectors, draws.path, half, context);
    chosen = choose_k(fit.path, options.tie);
    timer.finish("path");
  }
  fit.k = options.k[chosen];
  PartitionOptions partition;
  partition.n_vectors = options.n_vectors[chosen];
  partition.kmeans.k = fit.k;
  partition.kmeans.n_starts = options.n_starts;
  partition.kmeans.max_iterations = options.max_iterations;
  partition.kmeans.sample = draws.kmeans_rows;
  partition.uniforms = draws.uniforms;
  partition.base = base_options(draws, spectrum.n_rows, fit.k);
  partition.base_solver = options.solver;
  fit.n_base = static_cast<Index>(partition.base.sizes.size());
  fit.partition = make_partition(spectrum, partition, context);
  timer.add(fit.partition.seconds);
  fit.solution = std::move(spectrum.solution);
  fit.components = std::move(spectrum.components);
  return fit;
}

std::vector<Index> stray_rows(const std::vector<std::int32_t>& cluster) {
  std::vector<Index> stray;
  for (std::size_t i = 0; i < cluster.size(); ++i)
    if (cluster[i] == Components::stray) stray.push_back(static_cast<Index>(i));
  return stray;
}

}  // namespace

Projection find_projection(const ScaledRows& rows, const ProjectionOptions& options, const Context& context) {
  context.report("projection", 0, 1);
  QuietProgress quiet(context.progress);
  Context part = context;
  part.progress = &quiet;
  return principal_components(rows.listed(options.rows, context), options.n_components, part);
}

Spectrum find_spectrum(const ScaledRows& rows, FeatureMap& map, const SpectrumOptions& options,
                       const Context& context) {
  Seconds seconds;
  StepTimer timer(seconds);
  const std::unique_ptr<Features> features = map.learn(rows, options.k, options.keep_weights, context);
  timer.finish(map.step());
  try {
    Spectrum spectrum = features_spectrum(*features, map.is_two_sided(), options, context);
    timer.add(spectrum.seconds);
    spectrum.seconds.swap(seconds);
    return spectrum;
  } catch (CannotCluster& why) {
    why.bins_per_grid = map.bins_per_grid();
    throw;
  }
}

Fit fit_rows(const Rows& rows, const Scaling& scaling, FeatureMap& map, const FitOptions& options,
             const FitDraws& draws, const Context& context) {
  const SpectrumOptions largest = spectrum_options(options);
  const ScaledRows scaled(rows, scaling, map.reading());
  const Index distinct = count_distinct_rows(scaled, largest.k, context);
  if (distinct < largest.k) throw CannotCluster(CannotCluster::Reason::few_distinct_rows, distinct);
  Spectrum spectrum = find_spectrum(scaled, map, largest, context);
  std::vector<double> weights = std::move(spectrum.weights);
  const Index n_vectors = spectrum.n_vectors;

  auto half = [&](int which) {
    SpectrumOptions without_weights = largest;
    without_weights.keep_weights = false;
    QuietProgress quiet(context.progress);
    Context part = context;
    part.progress = &quiet;
    return find_spectrum(scaled, *map.half(which), without_weights, part);
  };
  Fit fit = partition_spectrum(spectrum, options, draws, half, context);
  Partition& partition = fit.partition;
  StepTimer timer(fit.seconds);
  context.report("labels", 0, 1);
  fit.centers = cluster_centers(rows, partition.cluster, fit.k, context);
  const std::vector<double> scaled_centers = scale_centers(fit.centers, scaling);
  const std::vector<Index> stray = stray_rows(partition.cluster);
  fit.stray = static_cast<Index>(stray.size());
  if (fit.stray > 0) {
    label_by_distance(rows, scaling, stray, scaled_centers, fit.k, context, partition.cluster);
    fit.centers = cluster_centers(rows, partition.cluster, fit.k, context);
  }
  timer.finish("labels");
  map.describe(fit.features);
  if (!options.keep_model) return fit;
  const Index m = partition.placing.n_vectors();
  Model::write(partition.placing, leading_weights(std::move(weights), n_vectors, m), map.kind(), fit.model);
  Model::write_centers(scaled_centers, fit.k, fit.model);
  map.write(fit.model);
  return fit;
}

Fit fit_landmarks(const Rows& rows, const Scaling& scaling, LandmarkOptions landmarks,
                  const ProjectionOptions& projection, const FitOptions& options, const FitDraws& draws,
                  const Context& context) {
  Seconds seconds;
  if (projection.n_components > 0) {
    StepTimer timer(seconds);
    const ScaledRows scaled(rows, scaling, LandmarkMap::reading_in(landmarks.unit));
    landmarks.projection = find_projection(scaled, projection, context);
    timer.finish("projection");
  }
  LandmarkMap map(std::move(landmarks));
  Fit fit = fit_rows(rows, scaling, map, options, draws, context);
  fit.seconds.insert(fit.seconds.begin(), seconds.begin(), seconds.end());
  return fit;
}

Fit fit_graph(const Graph& graph, const FitOptions& options, const FitDraws& draws, const Context& context) {
  Spectrum spectrum = row_spectrum(graph, spectrum_options(options), context);
  std::vector<double> weights = std::move(spectrum.weights);
  const Index n_vectors = spectrum.n_vectors;
  Fit fit = partition_spectrum(spectrum, options, draws, nullptr, context);
  Partition& partition = fit.partition;
  // nodes have no columns, by which some cluster would be nearest
  const std::vector<Index>& size = partition.kmeans.size;
  const auto largest = static_cast<std::int32_t>(std::max_element(size.begin(), size.end()) - size.begin());
  const std::vector<Index> stray = stray_rows(partition.cluster);
  fit.stray = static_cast<Index>(stray.size());
  for (Index i : stray) partition.cluster[i] = largest;
  fit.features.add("n_links", std::vector<double>{static_cast<double>(graph.count_links(context))});
  if (!options.keep_model) return fit;
  Model::write(partition.placing, leading_weights(std::move(weights), n_vectors, partition.placing.n_vectors()),
               Model::graph_kind, fit.model);
  fit.model.add("largest_cluster", std::vector<int>{largest + 1});
  return fit;
}

}  // namespace scrb
