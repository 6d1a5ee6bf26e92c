#include "sc_landmarks.h"

#include <algorithm>
#include <limits>

namespace scrb {

namespace {

using Reason = CannotCluster::Reason;

// The places of points that differ from all before them, increasing: of equal ones the first.
std::vector<Index> find_distinct(const Points& points) {
  const Index d = points.n_cols;
  std::vector<Index> order(points.count);
  for (Index p = 0; p < points.count; ++p) order[p] = p;
  auto compare = [&](Index a, Index b) {
    const float *left = points.point(a), *right = points.point(b);
    for (Index l = 0; l < d; ++l)
      if (left[l] != right[l]) return left[l] < right[l] ? -1 : 1;
    return 0;
  };
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return compare(a, b) < 0; });
  order.erase(std::unique(order.begin(), order.end(), [&](Index a, Index b) { return compare(a, b) == 0; }),
              order.end());
  std::sort(order.begin(), order.end());
  return order;
}

Points take_points(const Points& points, const std::vector<Index>& which) {
  Points taken;
  taken.count = static_cast<Index>(which.size());
  taken.n_cols = points.n_cols;
  taken.values.reserve(taken.count * taken.n_cols);
  for (Index p : which) taken.values.insert(taken.values.end(), points.point(p), points.point(p) + points.n_cols);
  return taken;
}

std::vector<Index> take(const std::vector<Index>& values, const std::vector<Index>& which) {
  std::vector<Index> taken;
  for (Index p : which) taken.push_back(values[p]);
  return taken;
}

Table project_if_asked(Table table, const Projection& projection, const Context& context) {
  return projection.n_components > 0 ? project(table, projection, context) : std::move(table);
}

Spectrum spectrum_of(NearestLandmarks nearest, std::vector<float> weights, const SpectrumOptions& options,
                     const Context& context) {
  LandmarkFeatures features(std::move(nearest), std::move(weights));
  features.make_columns();
  return bin_spectrum(TwoSided(features, context), options, context);
}

}  // namespace

Spectrum embed_nearest(NearestLandmarks nearest, double sigma, const SpectrumOptions& options, const Context& context) {
  std::vector<float> weights = gaussian_weights(nearest, sigma, context);
  return spectrum_of(std::move(nearest), std::move(weights), options, context);
}

LandmarkSpectrum embed_landmarks(const Input& x, const Scaling& scaling, const LandmarkOptions& options,
                                 const Context& context) {
  LandmarkSpectrum result;
  LandmarkModel& model = result.model;
  Seconds seconds;
  StepTimer timer(seconds);
  if (options.n_components > 0)
    model.projection =
        principal_components(make_table(x, scaling, options.principal_rows, context), options.n_components, context);
  Table table = make_table(x, scaling, context);
  const Index distinct = count_distinct_rows(table, options.k, context);
  if (distinct < options.k) throw CannotCluster{Reason::few_distinct_rows, distinct, 0};
  table = project_if_asked(std::move(table), model.projection, context);
  timer.finish("projection");

  const Points pool =
      to_points(project_if_asked(make_table(x, scaling, options.pool, context), model.projection, context));
  const std::vector<Index> differing = find_distinct(pool);
  if (static_cast<Index>(differing.size()) < options.k)
    throw CannotCluster{Reason::few_landmarks, static_cast<Index>(differing.size()), 0};
  const Points landmarks = take_points(pool, differing);
  model.n_nearest = std::min(options.n_nearest, landmarks.count);
  NearestLandmarks nearest = find_nearest(table, landmarks, model.n_nearest, Kernel::Shape::gaussian, context);
  table = Table();
  model.sigma = options.gaussian ? mean_reach(nearest, context) : std::numeric_limits<double>::infinity();
  std::vector<float> weights = gaussian_weights(nearest, model.sigma, context);
  const std::vector<Index> used = drop_unused(nearest, weights);
  model.landmarks = take_points(landmarks, used);
  result.landmark_rows = take(options.pool, take(differing, used));
  timer.finish("landmarks");

  static_cast<Spectrum&>(result) = spectrum_of(std::move(nearest), std::move(weights), options, context);
  timer.add(result.seconds);
  result.seconds.swap(seconds);
  return result;
}

Prediction predict_by_landmarks(const Input& x, const Scaling& scaling, const Input& original,
                                const Scaling& original_scaling, const LandmarkModel& model, const double* weights,
                                const Placing& placing, const Context& context) {
  const Table table = project_if_asked(make_table(x, scaling, context), model.projection, context);
  NearestLandmarks nearest = find_nearest(table, model.landmarks, model.n_nearest, Kernel::Shape::gaussian, context);
  std::vector<float> row_weights = gaussian_weights(nearest, model.sigma, context);
  const Index n = x.n_rows, m = static_cast<Index>(placing.vector_weights.size());
  Index unknown = 0;
  for (Index i = 0; i < n; ++i) unknown += !(row_weights[i * model.n_nearest] > 0);
  const LandmarkFeatures features(std::move(nearest), std::move(row_weights));
  Prediction result =
      label_rows(gather_weights(features, weights, m, context), original, original_scaling, placing, context);
  result.unknown = unknown;
  return result;
}

}  // namespace scrb
