// Scatter, gather and what they unite, against the matrices that they stand for.

#include "features/bins.h"
#include "features/graph.h"
#include "features/landmarks.h"
#include "features/two_sided.h"
#include "reference.h"
#include "test.h"

namespace {

using namespace scrb_test;
using Eigen::MatrixXd;
using Eigen::VectorXd;

void check_united(const Similarity& similarity, const MatrixXd& k) {
  DisjointSets sets(similarity.n_rows());
  similarity.unite_rows(sets, Context());
  std::vector<Index> roots;
  for (Index i = 0; i < similarity.n_rows(); ++i) roots.push_back(sets.find(i));
  CHECK(roots == exact_components(k));
  CHECK(is_stopped(0, 1, [&](const Context& context) {
    DisjointSets fresh(similarity.n_rows());
    similarity.unite_rows(fresh, context);
  }));
}

// Z L^-1 Z' of a dense Z
MatrixXd two_sided(const MatrixXd& z) {
  const VectorXd sums = z.colwise().sum();
  return z * (sums.array() > 0).select(sums.cwiseInverse(), 0.0).asDiagonal() * z.transpose();
}

TEST("bins: products with Z Z', unnormalised and normalised on both sides") {
  for (Index n : {60, 300, 1100})
    for (Index n_grids : {1, 4, 18}) {
      Random random(static_cast<unsigned>(n + n_grids));
      const Data data = make_blobs(n, 3, 4, 2.0, 1.0, random);
      const Draws draws(n_grids, 3, 1.0, random);
      const DenseRows rows = data.rows();
      const ScaledRows scaled(rows, no_scaling(3), Reading());
      const Bins bins = make_bins(scaled, draws.grids(), false, Context(scrb_test::threads()));
      CHECK(std::accumulate(bins.singles.begin(), bins.singles.end(), 0) > 0);
      const MatrixXd k = exact_similarity(table_of(data), draws);
      CHECK(largest(k.diagonal() - VectorXd::Ones(n)) < 1e-12);
      check_products(bins, k, random);
      check_sweep(bins, random);
      check_united(bins, k);
      CHECK(!bins.has_negative_values());

      const TwoSided both(bins, Context(scrb_test::threads()));
      const MatrixXd shares = exact_similarity(table_of(data), draws, true);
      CHECK(largest(shares.rowwise().sum() - VectorXd::Ones(n)) < 1e-12);
      check_products(both, shares, random);
      check_united(both, shares);
      CHECK(&both.features() == &bins && !both.has_negative_values());
      for (Index g = 0; g < n_grids; ++g) CHECK(both.scale()[bins.ids.grids[g].first] == 0);
    }
}

TEST("bins: sums of what is no bin are 0") {
  Random random(1);
  const Data data = draw_data(300, 2, 0, 4, random);
  const Draws draws(10, 2, 0.5, random);
  const DenseRows rows = data.rows();
  const ScaledRows scaled(rows, no_scaling(2), Reading());
  const Bins bins = make_bins(scaled, draws.grids(), false, Context(1));
  std::vector<double> v = draw_normals(300 * 4, random), sums(bins.n_sums() * 4, 9.0), one(bins.n_sums(), 9.0);
  bins.scatter(v.data(), one.data(), Context(1));
  bins.scatter_panel(4, v.data(), sums.data(), Context(1));
  Index next = 0;
  for (const GridIds& grid : bins.ids.grids) {
    CHECK(grid.first == next && one[grid.first] == 0);
    for (Index j = 0; j < 4; ++j) CHECK(sums[4 * grid.first + j] == 0);
    next += grid.n_bins + 1;
  }
  CHECK(next == bins.ids.n_sums());
}

TEST("bins that are given: ids without bins of one row") {
  Random random(2);
  const Index n = 90;
  BinIds ids(n, std::vector<Index>{3, 1, 5, 2, 65536});
  CHECK(ids.n_sums() == 3 + 1 + 5 + 2 + 65536 + 5 && ids.grids[0].is_narrow() && !ids.grids[4].is_narrow());
  MatrixXd k = MatrixXd::Zero(n, n);
  for (GridIds& grid : ids.grids) {
    std::vector<Index> id(n);
    for (Index i = 0; i < n; ++i) {
      id[i] = static_cast<Index>(random() % std::min<Index>(grid.n_bins + 1, 20));  // 0: in none
      if (grid.is_narrow()) grid.narrow[i] = static_cast<std::uint16_t>(id[i]);
      else grid.wide[i] = static_cast<std::uint32_t>(id[i]);
    }
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j) k(i, j) += id[i] > 0 && id[i] == id[j] ? 0.2 : 0.0;
  }
  const Bins bins(ids);
  check_products(bins, k, random);
  check_united(bins, k);
}

// Links of rows to landmarks, some without weight.
struct DrawnLinks {
  NearestLandmarks nearest;
  std::vector<float> weights;
  MatrixXd z;

  DrawnLinks(Index n, Index n_landmarks, Index n_nearest, bool dense, Random& random) {
    nearest.n_rows = n;
    nearest.n_landmarks = n_landmarks;
    nearest.n_nearest = n_nearest;
    if (dense) z = MatrixXd::Zero(n, n_landmarks);
    std::uniform_real_distribution<float> weight(0.01f, 1);
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n_nearest; ++j) {
        nearest.landmark.push_back(static_cast<std::int32_t>((i / 7 * 3 + j * (1 + i % 2)) % n_landmarks));
        nearest.distance.push_back(0);
        weights.push_back(random() % 5 == 0 ? 0 : weight(random));
        if (dense) z(i, nearest.landmark.back()) += static_cast<double>(weights.back());
      }
  }
};

TEST("landmarks: products with Z Z' and Z L^-1 Z'") {
  for (Index n_nearest : {1, 3, 9})
    for (Index n_landmarks : {9, 40, 90}) {
      Random random(static_cast<unsigned>(100 * n_nearest + n_landmarks));
      const DrawnLinks drawn(200, n_landmarks, n_nearest, true, random);
      const LandmarkFeatures features(LandmarkLinks(drawn.nearest, drawn.weights));
      check_products(features, drawn.z * drawn.z.transpose(), random);
      check_sweep(features, random);
      check_united(features, drawn.z * drawn.z.transpose());
      const TwoSided both(features, Context(1));
      check_products(both, two_sided(drawn.z), random);
      check_united(both, two_sided(drawn.z));
      for (Index p = 0; p < n_landmarks; ++p) {
        const double sum = drawn.z.col(p).sum();
        CHECK(near(both.scale()[p] * sum, sum > 0 ? 1 : 0, 1e-12));
      }
    }
}

TEST("landmarks: many rows give the same bits for any threads") {
  Random random(3);
  const Index n = 70001, n_nearest = 16, n_landmarks = 300;
  const DrawnLinks drawn(n, n_landmarks, n_nearest, false, random);
  const LandmarkFeatures features(LandmarkLinks(drawn.nearest, drawn.weights));
  const std::vector<double> v = draw_normals(n, random);
  std::vector<double> sums(n_landmarks), y(n), expected(n_landmarks, 0.0);
  features.scatter(v.data(), sums.data(), Context(1));
  features.gather(sums.data(), v.data(), y.data(), Context(1));
  for (Index q = 0; q < n * n_nearest; ++q) expected[drawn.nearest.landmark[q]] += drawn.weights[q] * v[q / n_nearest];
  CHECK(largest(by_rows(sums, 1) - by_rows(expected, 1)) < 1e-8);
  bool right = true;
  for (Index i = 0; i < n; ++i) {
    double sum = 0;
    for (Index q = i * n_nearest; q < (i + 1) * n_nearest; ++q)
      sum += drawn.weights[q] * sums[drawn.nearest.landmark[q]];
    right = right && near(sum, y[i], 1e-9 * (1 + std::fabs(sum)));
  }
  CHECK(right);
  for (int count = 2; count <= 4; ++count) {
    std::vector<double> again(n_landmarks), y_again(n);
    features.scatter(v.data(), again.data(), Context(count));
    features.gather(again.data(), v.data(), y_again.data(), Context(count));
    CHECK(again == sums && y_again == y);
  }
}

// A symmetric matrix of blocks without links, stored densely and as rows of what is not 0, and some zeros.
struct DrawnGraph {
  MatrixXd w;
  std::vector<double> dense, value;
  std::vector<int> start{0}, column;

  DrawnGraph(Index n, Index n_blocks, double density, Random& random) : w(MatrixXd::Zero(n, n)) {
    std::uniform_real_distribution<double> uniform(0, 1);
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j <= i; ++j)
        if (i % n_blocks == j % n_blocks && uniform(random) < density) w(i, j) = w(j, i) = uniform(random);
    w.row(n / 2).setZero();  // a node without links
    w.col(n / 2).setZero();
    store(random);
  }
  DrawnGraph(const MatrixXd& matrix, Random& random) : w(matrix) { store(random); }
  void store(Random& random) {
    for (Index i = 0; i < w.rows(); ++i) {
      for (Index j = 0; j < w.cols(); ++j) {
        dense.push_back(w(i, j));
        if (w(i, j) == 0 && random() % 50 != 0) continue;
        column.push_back(static_cast<int>(j));
        value.push_back(w(i, j));
      }
      start.push_back(static_cast<int>(value.size()));
    }
  }
  LinkMatrix full() const { return {w.rows(), w.cols(), nullptr, nullptr, dense.data()}; }
  LinkMatrix stored() const { return {w.rows(), w.cols(), start.data(), column.data(), value.data()}; }
};

TEST("graphs: products with W, dense and sparse") {
  for (Index n : {5, 120, 800})  // the last on all threads
    for (double density : {0.02, 0.9}) {
      Random random(static_cast<unsigned>(n));
      const DrawnGraph drawn(n, 3, density, random);
      const Graph dense(drawn.full()), sparse(drawn.stored());
      for (const Graph* graph : {&dense, &sparse}) {
        check_products(*graph, drawn.w, random);
        check_united(*graph, drawn.w);
        CHECK(graph->has_negative_values());
      }
      const GraphLinks links(drawn.stored()), full(drawn.full());
      const Index unlinked = (drawn.w.rowwise().sum().array() == 0).count();
      CHECK(unlinked > 0 && links.count_unlinked() == unlinked && full.count_unlinked() == unlinked);
    }
}

TEST("graphs: links are counted once, how far a matrix is from a symmetric one, and the mean of both sides") {
  for (Index n : {1, 2, 63, 130, 700})
    for (int off : {0, 1, 5, 1000}) {  // entries that differ, in any place, also where nothing is stored across
      Random random(static_cast<unsigned>(n + off));
      MatrixXd w = DrawnGraph(n, 2, 0.2, random).w;
      const Index linked = (MatrixXd(w.triangularView<Eigen::Upper>()).array() > 0).count();
      std::uniform_int_distribution<Index> node(0, n - 1);
      for (int e = 0; e < off; ++e) w(node(random), node(random)) = e % 3 == 0 ? 0 : 0.1 * static_cast<double>(e % 7);
      const DrawnGraph drawn(w, random);
      const Context context(scrb_test::threads());
      const double expected = (w - w.transpose()).cwiseAbs().maxCoeff();
      CHECK(asymmetry(drawn.full(), context) == expected);
      CHECK(asymmetry(drawn.stored(), context) == expected);
      std::vector<double> even(n * n, -1.0);
      even_out(drawn.full(), context, even.data());
      const MatrixXd mean = (w + w.transpose()) / 2;
      CHECK(std::equal(even.begin(), even.end(), mean.data()));
      if (off > 0) continue;
      CHECK(Graph(drawn.full()).count_links(context) == linked);
      CHECK(Graph(drawn.stored()).count_links(context) == linked);
    }
}

TEST("graphs: similarities of new rows to the nodes") {
  Random random(4);
  const DrawnGraph drawn(60, 3, 0.5, random);
  const MatrixXd some = drawn.w.topRows(23);  // rows of the matrix stand for new ones
  LinkMatrix dense = drawn.full(), sparse = drawn.stored();
  dense.n_rows = sparse.n_rows = 23;
  for (const LinkMatrix& matrix : {dense, sparse}) {
    const GraphLinks links(matrix);
    CHECK(links.n_rows() == 23 && links.n_sums() == 60);
    for (Index width : {2, 4, 8}) {
      const std::vector<double> sums = draw_normals(60 * width, random);
      std::vector<double> y(23 * width, 9.0);
      links.gather_panel(width, sums.data(), y.data(), Context(scrb_test::threads()));
      CHECK(largest(by_rows(y, width) - some * by_rows(sums, width)) < 1e-12);
    }
    for (Index i = 0; i < 23; ++i) {
      VectorXd row = VectorXd::Zero(60);
      bool positive = true;
      links.for_links(i, [&](Index node, double weight) {
        positive = positive && weight > 0;
        row[node] += weight;
      });
      CHECK(positive && row == some.row(i).transpose());
    }
  }
}

TEST("panels are eight wide, or four or two where no more are left") {
  for (Index left = 1; left <= 12; ++left) CHECK(panel_width(left) == (left <= 2 ? 2 : left <= 4 ? 4 : 8));
}

}  // namespace
