// Points, nearest landmarks, their weights, projection.

#include <limits>

#include "features/landmarks.h"
#include "reference.h"
#include "test.h"

namespace {

using namespace scrb_test;

constexpr float infinity = std::numeric_limits<float>::infinity();

Points draw_points(Index count, Index d, Random& random) {
  Points points{count, d, {}};
  for (double value : draw_normals(count * d, random)) points.values.push_back(static_cast<float>(value));
  return points;
}

TEST("points and blocks hold the same numbers") {
  for (Index n : {0, 1, 64, 65, 200}) {
    Random random(static_cast<unsigned>(n));
    const Points points = draw_points(n, 3, random);
    const Block block = to_block(points);
    CHECK(block.n_rows == n && block.n_cols == 3 && !block.sparse);
    CHECK(to_points(block).values == points.values && to_points(block).count == n);
    std::vector<Index> which = {};
    if (n > 0) which = {n - 1, 0, n / 2, 0};  // in any order, with copies
    const Points some = take_points(points, which);
    CHECK(some.count == static_cast<Index>(which.size()) && some.n_cols == 3);
    for (std::size_t p = 0; p < which.size(); ++p)
      CHECK(std::equal(some.point(p), some.point(p) + 3, points.point(which[p])));
  }
  CHECK(take({5, 6, 7}, {2, 0, 2}) == (std::vector<Index>{7, 5, 7}));
}

TEST("distinct points: the first of equal ones, increasing") {
  for (unsigned seed : {1, 2, 3}) {
    Random random(seed);
    Points points{100, 2, {}};
    for (int i = 0; i < 200; ++i) points.values.push_back(static_cast<float>(random() % 6) - 2);
    points.values[10] = -0.0f;
    std::set<std::pair<float, float>> seen;
    std::vector<Index> expected;
    for (Index p = 0; p < 100; ++p)
      if (seen.insert({points.point(p)[0] + 0.0f, points.point(p)[1] + 0.0f}).second) expected.push_back(p);
    CHECK(distinct_points(points) == expected);
    CHECK(expected.size() > 10 && expected.size() < 40);
  }
}

// Distances by the formula, of floats; with few columns of whole numbers they are exact.
float exact_distance(const Data& data, Index i, const float* point, Kernel::Shape shape) {
  float sum = 0;
  for (Index l = 0; l < data.d; ++l) {
    const float off = static_cast<float>(data.at(i, l)) - point[l];
    sum += shape == Kernel::Shape::laplacian ? std::fabs(off) : off * off;
  }
  return sum;
}

using Sorted = std::vector<std::vector<std::pair<float, Index>>>;

// All landmarks of each row by distance and number.
Sorted sort_landmarks(const Data& data, const Points& landmarks, Kernel::Shape shape) {
  Sorted sorted(data.n);
  for (Index i = 0; i < data.n; ++i) {
    for (Index p = 0; p < landmarks.count; ++p)
      sorted[i].emplace_back(exact_distance(data, i, landmarks.point(p), shape), p);
    std::sort(sorted[i].begin(), sorted[i].end());
  }
  return sorted;
}

void check_nearest(const NearestLandmarks& found, const Sorted& sorted, bool exact) {
  CHECK(found.n_rows == static_cast<Index>(sorted.size()));
  CHECK(found.n_landmarks == static_cast<Index>(sorted[0].size()));
  bool distances = true, which = true, themselves = true;
  for (Index i = 0; i < found.n_rows; ++i) {
    std::vector<float> distance_of(found.n_landmarks);
    for (const auto& landmark : sorted[i]) distance_of[landmark.second] = landmark.first;
    for (Index j = 0; j < found.n_nearest; ++j) {
      const float distance = found.distance[i * found.n_nearest + j], rounding = 1e-5f * (1 + distance);
      const Index landmark = found.landmark[i * found.n_nearest + j];
      distances = distances && near(distance, sorted[i][j].first, rounding);
      // where rounding leaves no doubt it is this one; of equal ones the first
      if (exact) which = which && landmark == sorted[i][j].second && distance == sorted[i][j].first;
      themselves = themselves && near(distance, distance_of[landmark], rounding);
      distance_of[landmark] = -infinity;  // each once
    }
  }
  CHECK(distances);
  CHECK(which);
  CHECK(themselves);
}

TEST("nearest landmarks: exact, with equal distances, in chunks and blocks") {
  for (Index d : {1, 2, 5, 70})
    for (Index n : {3, 130, 300}) {
      Random random(static_cast<unsigned>(1000 * d + n));
      Data data(n, d);
      std::uniform_int_distribution<int> few(0, 5);
      std::normal_distribution<double> noise(0, 1);
      const bool whole = d < 5;  // few different rows: many are equally near
      for (double& value : data.x) value = whole ? few(random) : noise(random);
      const DenseRows rows = data.rows();
      const SparseData sparse(data);
      const SparseRows sparse_rows = sparse.rows();
      const ScaledRows scaled(rows, no_scaling(d), Reading()), sparse_scaled(sparse_rows, no_scaling(d), Reading());
      const Points landmarks = to_points(scaled.listed(every(n, 2), Context(1)));
      for (Kernel::Shape shape : {Kernel::Shape::laplacian, Kernel::Shape::gaussian}) {
        const Sorted sorted = sort_landmarks(data, landmarks, shape);
        for (Index count : {Index{1}, std::min<Index>(5, landmarks.count), std::min<Index>(100, landmarks.count)}) {
          const NearestLandmarks found =
              find_nearest(scaled, Projection(), landmarks, count, shape, Context(scrb_test::threads()));
          check_nearest(found, sorted, whole);
          const NearestLandmarks same = find_nearest(sparse_scaled, Projection(), landmarks, count, shape, Context(1));
          CHECK(found.landmark == same.landmark && found.distance == same.distance);
          const NearestLandmarks block =
              find_nearest(scaled.listed(every(n, 1), Context(1)), landmarks, count, shape, Context(1));
          CHECK(found.landmark == block.landmark && found.distance == block.distance);
          const ChunkedRows chunked(rows, n == 300 ? 100 : 7);
          const NearestLandmarks parts = find_nearest(ScaledRows(chunked, no_scaling(d), Reading()), Projection(),
                                                      landmarks, count, shape, Context(1));
          CHECK(found.landmark == parts.landmark && found.distance == parts.distance);
        }
      }
    }
}

TEST("nearest landmarks: more than one group of leaves, most of which are left out") {
  Random random(1);
  const Index n = 5000;
  Data data(n, 2);  // along a line
  for (Index i = 0; i < n; ++i) {
    data.at(i, 0) = static_cast<double>(random() % 100000);
    data.at(i, 1) = 2 * data.at(i, 0);
  }
  const DenseRows rows = data.rows();
  const ScaledRows scaled(rows, no_scaling(2), Reading());
  const Points landmarks = to_points(scaled.listed(every(n, 1), Context(1)));
  Data some(300, 2);
  for (Index i = 0; i < 300; ++i)
    for (Index l = 0; l < 2; ++l) some.at(i, l) = data.at(i * 16, l) + (l == 0 ? 1 : 0);
  const DenseRows some_rows = some.rows();
  const ScaledRows some_scaled(some_rows, no_scaling(2), Reading());
  const NearestLandmarks found =
      find_nearest(some_scaled, Projection(), landmarks, 4, Kernel::Shape::laplacian, Context(scrb_test::threads()));
  check_nearest(found, sort_landmarks(some, landmarks, Kernel::Shape::laplacian), true);
}

TEST("nearest landmarks: many leaves that all matter, with equal distances") {
  for (Index d : {7, 12}) {
    Random random(static_cast<unsigned>(d));
    Data data(5000, d), some(150, d);
    for (Data* drawn : {&data, &some})
      for (double& value : drawn->x) value = static_cast<double>(random() % 5);
    const DenseRows rows = data.rows(), some_rows = some.rows();
    const ScaledRows scaled(rows, no_scaling(d), Reading()), some_scaled(some_rows, no_scaling(d), Reading());
    const Points landmarks = to_points(scaled.listed(every(5000, 1), Context(1)));
    for (Kernel::Shape shape : {Kernel::Shape::laplacian, Kernel::Shape::gaussian}) {
      const Sorted sorted = sort_landmarks(some, landmarks, shape);
      for (Index count : {1, 8, 40})
        check_nearest(find_nearest(some_scaled, Projection(), landmarks, count, shape, Context(scrb_test::threads())),
                      sorted, true);
    }
  }
}

TEST("the first of each row's nearest") {
  Random random(2);
  const Data data = draw_data(100, 2, 0, 1, random);
  const DenseRows rows = data.rows();
  const ScaledRows scaled(rows, no_scaling(2), Reading());
  const Points landmarks = to_points(scaled.listed(every(100, 3), Context(1)));
  const NearestLandmarks eight = find_nearest(scaled, Projection(), landmarks, 8, Kernel::Shape::gaussian, Context(1));
  for (Index count : {1, 3, 8}) {
    const NearestLandmarks some = nearest_of(eight, count);
    const NearestLandmarks found =
        find_nearest(scaled, Projection(), landmarks, count, Kernel::Shape::gaussian, Context(1));
    CHECK(some.landmark == found.landmark && some.distance == found.distance && some.n_nearest == count);
    CHECK(some.n_rows == 100 && some.n_landmarks == landmarks.count);
  }
}

NearestLandmarks with_distances(std::vector<float> distances, Index n_nearest) {
  NearestLandmarks nearest;
  nearest.n_nearest = n_nearest;
  nearest.n_rows = static_cast<Index>(distances.size()) / n_nearest;
  nearest.n_landmarks = n_nearest;
  nearest.distance = std::move(distances);
  for (std::size_t q = 0; q < nearest.distance.size(); ++q)
    nearest.landmark.push_back(static_cast<std::int32_t>(q % n_nearest));
  return nearest;
}

TEST("weights: gaussian, of a reach, and relative to the nearest") {
  Random random(3);
  std::vector<float> distances;
  for (int q = 0; q < 600; ++q) distances.push_back(static_cast<float>(random() % 1000) / 100);
  for (Index i = 0; i < 200; ++i) std::sort(distances.begin() + 3 * i, distances.begin() + 3 * i + 3);
  const NearestLandmarks nearest = with_distances(distances, 3);
  double reach = 0;
  for (Index i = 0; i < 200; ++i) reach += std::sqrt(static_cast<double>(distances[3 * i + 2])) / 200;
  CHECK(near(mean_reach(nearest, Context(scrb_test::threads())), reach, 1e-6));
  for (double sigma : {0.5, reach}) {
    const std::vector<float> weights = gaussian_weights(nearest, sigma, Context(scrb_test::threads()));
    for (Index q = 0; q < 600; ++q) CHECK(near(weights[q], std::exp(-distances[q] / (2 * sigma * sigma)), 1e-6));
  }
  for (double sigma : {0.0, static_cast<double>(infinity)})
    CHECK(gaussian_weights(nearest, sigma, Context(1)) == std::vector<float>(600, 1.0f));
  const std::vector<float> relative = relative_weights(nearest, 0.7f, Context(scrb_test::threads()));
  for (Index i = 0; i < 200; ++i) {
    double total = 0;
    for (Index j = 0; j < 3; ++j) total += std::exp(-0.7 * distances[3 * i + j]);
    for (Index j = 0; j < 3; ++j) CHECK(near(relative[3 * i + j], std::exp(-0.7 * distances[3 * i + j]) / total, 1e-6));
  }
  // rates and distances for which plain exponentials vanish, and rows infinitely far from all
  const NearestLandmarks far = with_distances({1e6f, 1e6f, 2e6f, infinity, infinity, infinity}, 3);
  const std::vector<float> steep = relative_weights(far, FLT_MAX, Context(1));
  const std::vector<float> expected = {0.5f, 0.5f, 0.0f, 1 / 3.0f, 1 / 3.0f, 1 / 3.0f};
  for (Index q = 0; q < 6; ++q) CHECK(near(steep[q], expected[q], 1e-7));
}

TEST("landmarks that no row has weight for are dropped") {
  for (unsigned seed : {1, 2, 3}) {
    Random random(seed);
    NearestLandmarks nearest = with_distances(std::vector<float>(150, 1.0f), 3);
    nearest.n_landmarks = 80;
    std::vector<float> weights;
    for (std::int32_t& landmark : nearest.landmark) {
      landmark = static_cast<std::int32_t>(random() % 80);
      weights.push_back(random() % 3 == 0 ? 0.0f : 0.5f);
    }
    const NearestLandmarks before = nearest;
    const std::vector<Index> used = drop_unused(nearest, weights);
    std::set<Index> expected;
    for (std::size_t q = 0; q < weights.size(); ++q)
      if (weights[q] > 0) expected.insert(before.landmark[q]);
    CHECK(used == std::vector<Index>(expected.begin(), expected.end()));
    CHECK(used.size() < 80 && nearest.n_landmarks == static_cast<Index>(used.size()));
    for (std::size_t q = 0; q < weights.size(); ++q)
      CHECK(weights[q] > 0 ? used[nearest.landmark[q]] == before.landmark[q]
                           : nearest.landmark[q] >= 0 && nearest.landmark[q] < nearest.n_landmarks);
  }
}

TEST("rows whose weights all vanish are counted") {
  NearestLandmarks nearest = with_distances(std::vector<float>(9, 1.0f), 3);
  CHECK(LandmarkLinks(nearest, {1, 0, 0, 0, 0, 0, 0.5f, 1, 1}).count_unknown() == 1);
  CHECK(LandmarkLinks(nearest, std::vector<float>(9, 0.0f)).count_unknown() == 3);
}

TEST("projection: products with the directions, as a block and a strip at a time") {
  for (Index n : {1, 64, 150}) {
    Random random(static_cast<unsigned>(n));
    Data data = draw_data(n, 20, 0, 1, random);
    for (double& value : data.x)
      if (value < 0) value = 0;
    Projection projection;
    projection.n_cols = 20;
    projection.n_components = 3;
    for (double value : draw_normals(60, random)) projection.directions.push_back(static_cast<float>(value));
    CHECK(projection.n_out(20) == 3 && Projection().n_out(20) == 20);
    const DenseRows rows = data.rows();
    const SparseData sparse(data);
    const SparseRows sparse_rows = sparse.rows();
    for (const Rows* some : std::vector<const Rows*>{&rows, &sparse_rows}) {
      const ScaledRows scaled(*some, no_scaling(20), Reading());
      const Block block = scaled.listed(every(n, 1), Context(1));
      const Points found = to_points(project(block, projection, Context(scrb_test::threads())));
      CHECK(found.count == n && found.n_cols == 3);
      bool right = true;
      for (Index i = 0; i < n; ++i)
        for (Index c = 0; c < 3; ++c) {
          double product = 0;
          for (Index l = 0; l < 20; ++l) product += data.at(i, l) * projection.directions[c * 20 + l];
          right = right && near(found.point(i)[c], product, 1e-4);
        }
      CHECK(right);
      CHECK(to_points(project(block, Projection(), Context(1))).values == to_points(block).values);
      // nearest on projected columns are those of projected rows
      const Points landmarks = take_points(found, every(n, 4));
      const Index count = std::min<Index>(3, landmarks.count);
      const NearestLandmarks one =
          find_nearest(scaled, projection, landmarks, count, Kernel::Shape::gaussian, Context(scrb_test::threads()));
      const NearestLandmarks two = find_nearest(to_block(found), landmarks, count, Kernel::Shape::gaussian, Context(1));
      CHECK(one.landmark == two.landmark && one.distance == two.distance);
    }
  }
}

}  // namespace
