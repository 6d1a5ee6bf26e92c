#include "features/landmark_map.h"

#include <cmath>
#include <limits>

#include "support/cannot_cluster.h"

namespace scrb {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Points, a row each, column after column.
std::vector<double> by_columns(const std::vector<float>& points, Index count, Index n_cols) {
  std::vector<double> columns(points.size());
  for (Index p = 0; p < count; ++p)
    for (Index l = 0; l < n_cols; ++l) columns[l * count + p] = points[p * n_cols + l];
  return columns;
}

std::vector<float> by_rows(const FieldIn& columns) {
  std::vector<float> points(columns.length);
  for (Index p = 0; p < columns.n_rows; ++p)
    for (Index l = 0; l < columns.n_cols; ++l)
      points[p * columns.n_cols + l] = static_cast<float>(columns.real[l * columns.n_rows + p]);
  return points;
}

}  // namespace

Reading LandmarkMap::reading_in(double unit) {
  Reading reading;
  reading.levels = Reading::Levels::indicators;
  reading.level_size = std::sqrt(0.5);
  reading.unit = unit;
  reading.most = 1e15f;
  return reading;
}

LandmarkMap::LandmarkMap(const FieldsIn& fields, Index n_cols, double unit) {
  options_.unit = unit;
  const FieldIn& directions = fields.matrix("projection", -1, -1);
  directions.check_range(-2, 2);
  Projection& projection = options_.projection;
  projection.n_components = directions.n_rows;
  projection.n_cols = directions.n_cols;
  if (projection.n_components > 0 && projection.n_cols != n_cols)
    directions.fail("must have " + std::to_string(n_cols) + " columns");
  projection.directions = by_rows(directions);
  const FieldIn& landmarks = fields.matrix("landmarks", -1, projection.n_out(n_cols));
  if (landmarks.n_rows < 1) landmarks.fail("must have at least one row");
  landmarks.check_range(-1e18, 1e18);
  landmarks_ = {landmarks.n_rows, landmarks.n_cols, by_rows(landmarks)};
  n_nearest_ = fields.count("n_nearest", 1, landmarks.n_rows);
  sigma_ = fields.number("sigma", 0, infinity);
}

std::unique_ptr<Features> LandmarkMap::learn(const ScaledRows& rows, Index k, bool, const Context& context) {
  const Points pool = to_points(project(rows.listed(options_.pool, context), options_.projection, context));
  const std::vector<Index> differing = distinct_points(pool);
  if (static_cast<Index>(differing.size()) < k)
    throw CannotCluster(CannotCluster::Reason::few_landmarks, static_cast<Index>(differing.size()));
  const Points landmarks = take_points(pool, differing);
  n_nearest_ = std::min(options_.n_nearest, landmarks.count);
  NearestLandmarks nearest =
      find_nearest(rows, options_.projection, landmarks, n_nearest_, Kernel::Shape::gaussian, context);
  sigma_ = options_.gaussian ? mean_reach(nearest, context) : infinity;
  std::vector<float> weights = gaussian_weights(nearest, sigma_, context);
  const std::vector<Index> used = drop_unused(nearest, weights);
  landmarks_ = take_points(landmarks, used);
  landmark_rows_ = take(options_.pool, take(differing, used));
  nearest.distance = std::vector<float>();
  return std::make_unique<LandmarkFeatures>(LandmarkLinks(std::move(nearest), std::move(weights)));
}

// A row has half as many landmarks, so that they are as near.
std::unique_ptr<FeatureMap> LandmarkMap::half(int which) const {
  LandmarkOptions options = options_;
  options.pool = take(options_.pool, half_of(static_cast<Index>(options_.pool.size()), which));
  options.n_nearest = std::max<Index>(1, options_.n_nearest / 2);
  return std::make_unique<LandmarkMap>(std::move(options));
}

FeatureMap::Found LandmarkMap::find(const ScaledRows& rows, const Context& context) const {
  NearestLandmarks nearest =
      find_nearest(rows, options_.projection, landmarks_, n_nearest_, Kernel::Shape::gaussian, context);
  std::vector<float> weights = gaussian_weights(nearest, sigma_, context);
  auto links = std::make_unique<LandmarkLinks>(std::move(nearest), std::move(weights));
  const Index unknown = links->count_unknown();
  return {std::move(links), unknown};
}

void LandmarkMap::describe(FieldsOut& fields) const {
  std::vector<double> rows;
  for (Index row : landmark_rows_) rows.push_back(static_cast<double>(row + 1));
  fields.add("landmark_rows", std::move(rows));
  fields.add("n_nearest", std::vector<int>{static_cast<int>(n_nearest_)});
  fields.add("sigma", std::vector<double>{sigma_});
  fields.add("n_components", std::vector<int>{static_cast<int>(options_.projection.n_components)});
}

void LandmarkMap::write(FieldsOut& fields) {
  const Projection& projection = options_.projection;
  fields.add("projection", by_columns(projection.directions, projection.n_components, projection.n_cols),
             projection.n_components, projection.n_cols);
  fields.add("landmarks", by_columns(landmarks_.values, landmarks_.count, landmarks_.n_cols), landmarks_.count,
             landmarks_.n_cols);
  fields.add("n_nearest", std::vector<int>{static_cast<int>(n_nearest_)});
  fields.add("sigma", std::vector<double>{sigma_});
}

}  // namespace scrb
