#include "methods/tune.h"

#include <cmath>

#include "cluster/row_normalize.h"
#include "data/sampled_rows.h"
#include "features/grid_map.h"
#include "features/landmark_map.h"
#include "support/cannot_cluster.h"

namespace scrb {

namespace {

constexpr Index graph_links = 10;
constexpr Index reference_nearest = 8;
constexpr Index silhouette_rows = 1000;

// The ten nearest neighbours of each point.
struct NeighbourGraph {
  std::vector<std::int32_t> neighbour;
  Index n_links = 0;
};

NeighbourGraph neighbour_graph(const Points& points, const Context& context) {
  NeighbourGraph graph;
  const Index length = std::min(graph_links + 1, points.count);
  graph.n_links = length - 1;
  const NearestLandmarks found = find_nearest(to_block(points), points, length, Kernel::Shape::gaussian, context);
  for (Index i = 0; i < points.count; ++i)
    graph.neighbour.insert(graph.neighbour.end(), found.landmark.begin() + i * length + 1,
                           found.landmark.begin() + (i + 1) * length);
  return graph;
}

// A candidate's clustering; nothing where there is no fit.
struct Clustering {
  bool fitted = false;
  Partition partition;
  double gap = unknown_score;
};

Clustering cluster_spectrum(const Spectrum& spectrum, Index n_vectors, const TuneOptions& options,
                            const Context& context) {
  Clustering found;
  PartitionOptions partition;
  partition.n_vectors = n_vectors;
  partition.kmeans.k = options.k;
  partition.kmeans.n_starts = options.n_starts;
  partition.kmeans.max_iterations = options.max_iterations;
  partition.uniforms = options.uniforms;
  found.partition = try_partition(spectrum, partition, context);
  const std::vector<double>& values = spectrum.solution.eigenvalues;
  auto root = [&](Index j) { return std::sqrt(std::max(0.0, values[j])); };
  if (static_cast<Index>(values.size()) > options.k) found.gap = root(options.k - 1) - root(options.k);
  found.fitted = true;
  return found;
}

SpectrumOptions spectrum_options(Index n_vectors, const TuneOptions& options) {
  SpectrumOptions result;
  result.k = options.k;
  result.n_vectors = n_vectors;
  result.solver = options.solver;
  result.solver.ncv = std::min(std::max<Index>(12, 3 * (n_vectors + 1)), n_vectors + 40);
  result.keep_weights = false;
  return result;
}

// By the first `n_nearest` of a list of nearest landmarks.
Clustering cluster_nearest(const NearestLandmarks& list, Index n_nearest, bool gaussian, const TuneOptions& options,
                           const Context& context) {
  try {
    NearestLandmarks nearest = nearest_of(list, std::min(n_nearest, list.n_nearest));
    std::vector<float> weights;
    if (gaussian) weights = gaussian_weights(nearest, mean_reach(nearest, context), context);
    else weights.assign(nearest.distance.size(), 1.0f);
    const Index n_vectors = std::min(options.n_vectors > 0 ? options.n_vectors : 3 * options.k, nearest.n_rows);
    const LandmarkFeatures features(LandmarkLinks(std::move(nearest), std::move(weights)));
    const Spectrum spectrum = bin_spectrum(TwoSided(features, context), spectrum_options(n_vectors, options), context);
    return cluster_spectrum(spectrum, n_vectors, options, context);
  } catch (const CannotCluster&) {
    return Clustering();
  }
}

std::vector<std::int32_t> take_labels(const std::vector<std::int32_t>& labels, const std::vector<Index>& which) {
  std::vector<std::int32_t> taken;
  for (Index i : which) taken.push_back(labels[i]);
  return taken;
}

// What one clustering says; `halves` are those of half of the features each.
Trial measure(const Clustering& found, const Clustering* halves, const NeighbourGraph& graph, double reference,
              const TuneOptions& options) {
  Trial trial;
  trial.reference = reference;
  if (!found.fitted) return trial;
  trial.fitted = true;
  trial.cluster = found.partition.cluster;
  trial.gap = found.gap;
  trial.conductance =
      conductance(graph.neighbour, graph.n_links, take_labels(trial.cluster, options.graph_rows), options.k);
  const Index m = found.partition.placing.n_columns();
  std::vector<Index> shown;
  for (std::size_t i = 0; i < options.graph_rows.size() && i < static_cast<std::size_t>(silhouette_rows); ++i)
    if (trial.cluster[options.graph_rows[i]] >= 0) shown.push_back(options.graph_rows[i]);
  trial.silhouette =
      mean_silhouette(take_rows(found.partition.embedding, m, shown), m, take_labels(trial.cluster, shown));
  if (halves && halves[0].fitted && halves[1].fitted)
    for (int side = 0; side < 2; ++side) trial.half_labels[side] = halves[side].partition.cluster;
  return trial;
}

// The conductance of clusters of columns that are shuffled: what can be had without any structure.
double reference_conductance(const Points& columns, const Shuffle& shuffle, const TuneOptions& options,
                             const Context& context) {
  Points shuffled = take_points(columns, shuffle.rows);
  const Points before = shuffled;
  for (Index l = 0; l < shuffled.n_cols; ++l)
    for (Index i = 0; i < shuffled.count; ++i)
      shuffled.values[i * shuffled.n_cols + l] = before.point(shuffle.orders[l][i])[l];
  const Points pool = take_points(shuffled, distinct_points(shuffled));
  const NearestLandmarks list =
      find_nearest(to_block(shuffled), pool, std::min(reference_nearest, pool.count), Kernel::Shape::gaussian, context);
  const Clustering found = cluster_nearest(list, reference_nearest, true, options, context);
  if (!found.fitted) return unknown_score;
  const NeighbourGraph graph = neighbour_graph(shuffled, context);
  return conductance(graph.neighbour, graph.n_links, found.partition.cluster, options.k);
}

}  // namespace

std::vector<Trial> try_landmarks(const Rows& rows, const LandmarkTrials& trials, const TuneOptions& options,
                                 const Context& context) {
  const ScaledRows scaled(rows, trials.scaling, LandmarkMap::reading_in(trials.unit));
  Projection projection;
  if (trials.projection.n_components > 0) projection = find_projection(scaled, trials.projection, context);
  const Block sample = project(scaled.listed(options.rows, context), projection, context);
  const Points columns = to_points(sample);
  const NeighbourGraph graph = neighbour_graph(take_points(columns, options.graph_rows), context);
  const double reference = reference_conductance(columns, trials.shuffle, options, context);

  const std::vector<Index> pool = take(trials.pool, distinct_points(take_points(columns, trials.pool)));
  const Index most = *std::max_element(trials.n_nearest.begin(), trials.n_nearest.end());
  // of all landmarks, then of the halves
  std::vector<NearestLandmarks> lists;
  for (int which : options.halves ? std::vector<int>{-1, 1, 0} : std::vector<int>{-1}) {
    const std::vector<Index> some = which < 0 ? pool : take(pool, half_of(static_cast<Index>(pool.size()), which));
    if (some.empty()) break;
    lists.push_back(find_nearest(sample, take_points(columns, some), std::min(most, static_cast<Index>(some.size())),
                                 Kernel::Shape::gaussian, context));
  }
  std::vector<Trial> result;
  for (std::size_t c = 0; c < trials.n_nearest.size(); ++c) {
    std::vector<Clustering> found;
    for (const NearestLandmarks& list : lists)
      found.push_back(cluster_nearest(list, trials.n_nearest[c], trials.gaussian[c], options, context));
    result.push_back(measure(found[0], found.size() == 3 ? &found[1] : nullptr, graph, reference, options));
  }
  return result;
}

std::vector<Trial> try_grids(const Rows& rows, const GridTrials& trials, const TuneOptions& options,
                             const Context& context) {
  const SampledRows sample(rows, options.rows, context);
  const ScaledRows scaled(sample, trials.scaling, Reading());
  const Points columns =
      to_points(ScaledRows(rows, trials.scaling, LandmarkMap::reading_in(1)).listed(options.rows, context));
  const NeighbourGraph graph = neighbour_graph(take_points(columns, options.graph_rows), context);
  const double reference = reference_conductance(columns, trials.shuffle, options, context);
  const Index n_vectors = options.n_vectors > 0 ? options.n_vectors : options.k;
  const Index count = trials.grids.n_cols * trials.grids.n_grids;
  std::vector<Trial> result;
  for (double sigma : trials.sigma) {
    std::vector<double> widths(trials.grids.widths, trials.grids.widths + count);
    std::vector<double> offsets(trials.grids.offsets, trials.grids.offsets + count);
    for (double& width : widths) width *= sigma;
    for (double& offset : offsets) offset *= sigma;
    const GridMap whole({trials.grids.n_grids, trials.grids.n_cols, widths.data(), offsets.data()},
                        trials.column_scaling);
    auto cluster = [&](FeatureMap& map) {
      try {
        return cluster_spectrum(find_spectrum(scaled, map, spectrum_options(n_vectors, options), context), n_vectors,
                                options, context);
      } catch (const CannotCluster&) {
        return Clustering();
      }
    };
    GridMap all = whole;
    const Clustering found = cluster(all);
    Clustering halves[2];
    if (options.halves && trials.grids.n_grids > 1)
      for (int side = 0; side < 2; ++side) halves[side] = cluster(*whole.half(1 - side));
    result.push_back(measure(found, options.halves ? halves : nullptr, graph, reference, options));
  }
  return result;
}

}  // namespace scrb
