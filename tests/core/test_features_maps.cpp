// Feature maps: what is learned of the rows of a fit, found for new ones, halved, written and read.

#include <limits>

#include "features/grid_map.h"
#include "features/landmark_map.h"
#include "kept_fields.h"
#include "reference.h"
#include "support/cannot_cluster.h"
#include "test.h"

namespace {

using namespace scrb_test;
using Eigen::MatrixXd;

const double infinity = std::numeric_limits<double>::infinity();

// The features of a map's rows, and what a scatter of some numbers gives them back.
struct Learned {
  std::vector<double> v, y, weights;
  Index n_sums;

  static constexpr Index width = 8;

  Learned(FeatureMap& map, const ScaledRows& rows, Random& random) : v(draw_normals(rows.n_rows() * width, random)) {
    const std::unique_ptr<Features> features = map.learn(rows, 2, true, Context(scrb_test::threads()));
    std::vector<double> sums(features->n_sums() * width);
    y.resize(v.size());
    features->scatter_panel(width, v.data(), sums.data(), Context(1));
    features->gather_panel(width, sums.data(), y.data(), Context(1));
    weights = sums;
    n_sums = map.n_sums();
    CHECK(static_cast<Index>(weights.size()) == n_sums * width);
  }
};

// Rows of the fit are found where they were, the same bits, in whatever chunks they come.
void check_found(const FeatureMap& map, const Rows& rows, const Scaling& scaling, const Learned& learned) {
  const Index n = rows.n_rows();
  CHECK(map.n_sums() == learned.n_sums);
  for (Index size : {Index{7}, n}) {
    const ChunkedRows chunked(rows, size);
    const FeatureMap::Found found =
        map.find(ScaledRows(chunked, scaling, map.reading()), Context(scrb_test::threads()));
    CHECK(found.unknown == 0 && found.links->n_rows() == n && found.links->n_sums() == learned.n_sums);
    std::vector<double> again(learned.y.size(), 9.0);
    found.links->gather_panel(Learned::width, learned.weights.data(), again.data(), Context(scrb_test::threads()));
    CHECK(again == learned.y);
  }
}

// By the map that learned, and by one that is read from what it wrote.
void check_placing(FeatureMap& map, const Rows& rows, const Scaling& scaling, Index n_scaled_cols, double unit,
                   KeptFields kept, Random& random) {
  const Learned learned(map, ScaledRows(rows, scaling, map.reading()), random);
  check_found(map, rows, scaling, learned);
  FieldsOut written;
  map.write(written);
  for (const FieldOut& field : written.all()) kept.fields.push_back(field);
  const FieldsIn view = kept.view();
  const std::unique_ptr<FeatureMap> read = read_feature_map(map.kind(), view, rows.n_cols(), n_scaled_cols, unit);
  CHECK(std::string(read->kind()) == map.kind());
  check_found(*read, rows, scaling, learned);
}

KeptFields drawn_fields(const Draws& draws) {
  KeptFields drawn;
  drawn.add("widths", draws.widths, draws.d, draws.n_grids);
  drawn.add("offsets", draws.offsets, draws.d, draws.n_grids);
  return drawn;
}

TEST("grids: rows of the fit are found where they were, bit for bit") {
  for (unsigned seed : {1, 2, 3}) {
    Random random(seed);
    Data data = draw_data(300, 3, 0, 2, random);
    for (double& value : data.x)
      if (value < 0) value = 0;
    const SparseData sparse(data);
    const MixedData mixed(300, random);
    const Draws draws(30, 3, 0.7, random), mixed_draws(30, 4, 3.0, random);
    for (const bool column_scaling : {false, true}) {
      GridMap dense_map(draws.grids(), column_scaling), sparse_map(draws.grids(), column_scaling);
      GridMap mixed_map(mixed_draws.grids(), column_scaling);
      CHECK(dense_map.is_two_sided() == column_scaling);
      check_placing(dense_map, data.rows(), {{0.3, 0, -1}, {1, 2, 0.5}}, 3, 1, drawn_fields(draws), random);
      check_placing(sparse_map, sparse.rows(), {{0.3, 0, -1}, {1, 2, 0.5}}, 3, 1, drawn_fields(draws), random);
      check_placing(mixed_map, mixed.rows(), {{0, 1, 0, 0}, {1, 5, 1, 1e3}}, 7, 1, drawn_fields(mixed_draws), random);
    }
  }
}

TEST("halves share nothing, together are all, and two pairs differ") {
  for (Index count = 0; count <= 40; ++count)
    for (int pair : {0, 2}) {
      const std::vector<Index> a = half_of(count, pair), b = half_of(count, pair + 1);
      std::vector<Index> both;
      std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
      CHECK(both == every(count, 1));  // increasing, each once
      CHECK(std::abs(static_cast<int>(a.size()) - static_cast<int>(b.size())) <= 2);
      if (count > 2) CHECK(a != half_of(count, 2 - pair) && a != half_of(count, 3 - pair));
    }
}

// Z of landmarks by the formulas: of the distinct rows of the pool, each row's nearest.
MatrixXd exact_links(const std::vector<std::vector<double>>& x, const std::vector<Index>& pool, Index n_nearest,
                     bool gaussian, double& sigma) {
  std::vector<Index> landmarks;
  for (Index p : pool)
    if (std::none_of(landmarks.begin(), landmarks.end(), [&](Index q) { return x[p] == x[q]; })) landmarks.push_back(p);
  const Index n = static_cast<Index>(x.size()), count = static_cast<Index>(landmarks.size());
  n_nearest = std::min(n_nearest, count);
  std::vector<std::vector<std::pair<double, Index>>> nearest(n);
  sigma = 0;
  for (Index i = 0; i < n; ++i) {
    for (Index p = 0; p < count; ++p) {
      double square = 0;
      for (std::size_t l = 0; l < x[i].size(); ++l)
        square += (x[i][l] - x[landmarks[p]][l]) * (x[i][l] - x[landmarks[p]][l]);
      nearest[i].emplace_back(square, p);
    }
    std::sort(nearest[i].begin(), nearest[i].end());
    sigma += std::sqrt(nearest[i][n_nearest - 1].first) / static_cast<double>(n);
  }
  MatrixXd z = MatrixXd::Zero(n, count);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n_nearest; ++j)
      z(i, nearest[i][j].second) = gaussian ? std::exp(-nearest[i][j].first / (2 * sigma * sigma)) : 1.0;
  if (!gaussian) sigma = infinity;
  return z;
}

TEST("landmarks: learned features are those of the formulas") {
  for (unsigned seed : {1, 2, 3})
    for (const bool gaussian : {false, true})
      for (Index n_nearest : {1, 4, 500}) {
        Random random(seed);
        const Index n = 150;
        Data data = draw_data(n, 3, 0, 1, random);
        for (Index i = 0; i < n; i += 10)
          for (Index l = 0; l < 3; ++l) data.at(i, l) = 0.5;  // copies in the pool
        std::vector<std::vector<double>> x(n);
        for (Index i = 0; i < n; ++i)
          for (Index l = 0; l < 3; ++l) x[i].push_back(static_cast<float>(data.at(i, l) / 2));
        LandmarkOptions options;
        options.n_nearest = n_nearest;
        options.gaussian = gaussian;
        options.pool = every(n, 2);
        options.unit = 2;
        LandmarkMap map(options);
        CHECK(map.is_two_sided() && std::string(map.step()) == "landmarks");
        const DenseRows rows = data.rows();
        const std::unique_ptr<Features> features =
            map.learn(ScaledRows(rows, no_scaling(3), map.reading()), 2, true, Context(scrb_test::threads()));
        double sigma = 0;
        const MatrixXd z = exact_links(x, options.pool, n_nearest, gaussian, sigma);
        const MatrixXd k = matrix_of(*features);
        CHECK(largest(k - z * z.transpose()) < 1e-4 * (1 + largest(k)));
        FieldsOut written;
        map.describe(written);
        KeptFields told(written);
        CHECK(told.get("n_nearest").whole[0] == std::min<Index>(n_nearest, z.cols()));
        CHECK(gaussian ? near(told.get("sigma").real[0], sigma, 1e-5 * sigma) : told.get("sigma").real[0] == infinity);
        CHECK(told.get("n_components").whole[0] == 0);
        // those that any row is linked to, counted from 1
        const std::vector<double>& listed = told.get("landmark_rows").real;
        CHECK(static_cast<Index>(listed.size()) == map.n_sums() && features->n_sums() == map.n_sums());
        CHECK(map.n_sums() == (z.colwise().sum().array() > 0).count());
        CHECK(std::is_sorted(listed.begin(), listed.end()) && listed.back() <= n);
        for (double row : listed) CHECK(static_cast<Index>(row - 1) % 2 == 0);
      }
}

TEST("landmarks: rows of the fit are found where they were, bit for bit") {
  for (unsigned seed : {1, 2, 3})
    for (const bool gaussian : {false, true}) {
      Random random(seed);
      Data data = draw_data(300, 6, 0, 2, random);
      for (double& value : data.x)
        if (value < 0) value = 0;
      const SparseData sparse(data);
      const MixedData mixed(300, random);
      LandmarkOptions options;
      options.n_nearest = 5;
      options.gaussian = gaussian;
      options.pool = every(300, 3);
      options.unit = 0.5;
      const Scaling scaling = {{1, 0, 0, -1, 0, 2}, {1, 2, 3, 1, 1, 1}};
      LandmarkMap dense_map(options), sparse_map(options), mixed_map(options);
      check_placing(dense_map, data.rows(), scaling, 6, 0.5, KeptFields(), random);
      check_placing(sparse_map, sparse.rows(), scaling, 6, 0.5, KeptFields(), random);
      check_placing(mixed_map, mixed.rows(), {{0, 1, 0, 0}, {1, 5, 1, 1e3}}, 7, 0.5, KeptFields(), random);
      options.projection.n_cols = 6;
      options.projection.n_components = 2;
      for (double value : draw_uniforms(12, random))
        options.projection.directions.push_back(static_cast<float>(value - 0.5));
      LandmarkMap projected(options);
      check_placing(projected, data.rows(), scaling, 6, 0.5, KeptFields(), random);
    }
}

TEST("landmarks: halves of the pool, half as many for a row") {
  Random random(6);
  const Data data = draw_data(200, 2, 0, 1, random);
  const DenseRows rows = data.rows();
  LandmarkOptions options;
  options.pool = every(200, 3);
  options.n_nearest = 5;
  const LandmarkMap map(options);
  const ScaledRows scaled(rows, no_scaling(2), map.reading());
  for (int which : {0, 1, 2, 3}) {
    LandmarkOptions expected = options;
    expected.pool = take(options.pool, half_of(67, which));
    expected.n_nearest = 2;
    LandmarkMap some(expected);
    const std::unique_ptr<FeatureMap> half = map.half(which);
    const MatrixXd found = matrix_of(*half->learn(scaled, 2, false, Context(1)));
    CHECK(found == matrix_of(*some.learn(scaled, 2, false, Context(1))));
    CHECK(half->n_sums() == some.n_sums());
  }
  options.n_nearest = 1;
  FieldsOut written;
  const std::unique_ptr<FeatureMap> half = LandmarkMap(options).half(0);
  half->learn(scaled, 2, false, Context(1));
  half->describe(written);
  CHECK(KeptFields(written).get("n_nearest").whole[0] == 1);
}

TEST("landmarks: fewer that differ than clusters, and rows that are near to none") {
  Random random(7);
  Data data(60, 1);
  for (Index i = 0; i < 60; ++i) data.at(i, 0) = static_cast<double>(i % 4);
  const DenseRows rows = data.rows();
  LandmarkOptions options;
  options.pool = every(60, 1);
  LandmarkMap map(options), again(options);
  const ScaledRows scaled(rows, no_scaling(1), map.reading());
  map.learn(scaled, 4, true, Context(1));
  Index found = -1;
  try {
    again.learn(scaled, 5, true, Context(1));
  } catch (const CannotCluster& why) {
    CHECK(why.reason == CannotCluster::Reason::few_landmarks);
    found = why.found;
  }
  CHECK(found == 4);
  Data far(3, 1);
  far.x = {1e6, 1, -1e6};
  const DenseRows far_rows = far.rows();
  CHECK(map.find(ScaledRows(far_rows, no_scaling(1), map.reading()), Context(1)).unknown == 2);
}

TEST("a kind that nobody knows is no model") {
  const KeptFields none;
  std::string field;
  try {
    read_feature_map("trees", none.view(), 1, 1, 1);
  } catch (const BadModel& bad) {
    field = bad.field;
  }
  CHECK(field == "kind");
}

}  // namespace
