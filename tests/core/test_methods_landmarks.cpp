// Fits by landmarks and of graphs, and predictions from them.

#include "cluster/stray.h"
#include "fits.h"
#include "reference.h"
#include "support/cannot_cluster.h"

namespace {

using namespace scrb_test;
using Eigen::MatrixXd;

LandmarkOptions landmark_options(Index n, Index step, bool gaussian, double unit = 1) {
  LandmarkOptions options;
  options.pool = every(n, step);
  options.gaussian = gaussian;
  options.unit = unit;
  return options;
}

TEST("landmarks: blobs are found; the fit's rows are placed where they were") {
  for (Index n : {40, 1500})
    for (const bool gaussian : {true, false})
      for (const bool consensus : {false, true}) {
        Random random(static_cast<unsigned>(n));
        const Index k = 4;
        const Data data = make_blobs(n, 3, k, 3.0, 0.3, random);
        const Scaling scaling = {{1, 0, -2}, {2, 1, 0.5}};
        Plan plan(k, 3 * k, random);
        if (consensus) plan.add_consensus(10, n == 1500 ? every(n, 7) : std::vector<Index>(), random);
        const LandmarkOptions options = landmark_options(n, n > 100 ? 3 : 1, gaussian, 0.5);
        const DenseRows rows = data.rows();
        const auto fit_to = [&](const Rows& some, const Context& context) {
          return fit_landmarks(some, scaling, options, ProjectionOptions(), plan.options, plan.draws(), context);
        };
        const Fit fit = fit_to(rows, Context(scrb_test::threads()));
        check_fit(fit, n, k);
        CHECK(fit.partition.cluster == data.truth && fit.stray == 0);
        CHECK(fit.centers == cluster_centers(rows, fit.partition.cluster, k, Context(1)));
        CHECK(same_fit(fit, fit_to(rows, Context(1))));
        const SparseData sparse(data);
        const SparseRows sparse_rows = sparse.rows();
        CHECK(same_fit(fit, fit_to(sparse_rows, Context(1))));
        const KeptFields kept = keep_model(fit, rows, scaling, 0.5);
        for (Index size : {Index{7}, n})
          for (const Rows* some : std::vector<const Rows*>{&rows, &sparse_rows}) {
            const ChunkedRows chunked(*some, size);
            CHECK(same_fit(fit, fit_to(chunked, Context(scrb_test::threads()))));
            const NewRows again = predict_kept(kept, chunked, Context(scrb_test::threads()));
            CHECK(same_rows(again, fit) && again.unknown == 0);
          }
        for (int patience : {1, 10})
          CHECK(is_stopped(patience, scrb_test::threads(), [&](const Context& context) { fit_to(rows, context); }));
      }
}

TEST("landmarks: frames with factors") {
  Random random(1);
  const Index n = 300, k = 3;
  MixedData data(n, random);
  for (Index i = 0; i < n; ++i) {  // groups in all columns
    data.number[i] = 4 * static_cast<double>(i % k) + data.number[i] / 10;
    data.whole[i] = static_cast<int>(10 * (i % k)) + data.whole[i] % 2;
    data.code[i] = static_cast<int>(i % k) + 1;
    data.other[i] = 4e3 * static_cast<double>(i % k) + data.other[i] / 100;
  }
  const Scaling scaling = {{0, 0, 0, 0}, {8, 20, 1, 8e3}};
  const Plan plan(k, 2 * k, random);
  const DenseRows rows = data.rows();
  const Fit fit = fit_landmarks(rows, scaling, landmark_options(n, 2, true), ProjectionOptions(), plan.options,
                                plan.draws(), Context(scrb_test::threads()));
  check_fit(fit, n, k);
  for (Index i = 0; i < n; ++i) CHECK(fit.partition.cluster[i] == i % k);
  const KeptFields kept = keep_model(fit, rows, scaling);
  CHECK(same_rows(predict_kept(kept, rows, Context(1)), fit));
  for (int& code : data.code) code = 99;  // the numbers tell the groups alone
  CHECK(predict_kept(kept, data.rows(), Context(1)).cluster == fit.partition.cluster);
}

TEST("landmarks on principal components") {
  Random random(2);
  const Index n = 600, k = 4, d = 40;
  const Data data = make_blobs(n, d, k, 2.0, 0.5, random);
  const DenseRows rows = data.rows();
  const Plan plan(k, 2 * k, random);
  ProjectionOptions projection;
  projection.n_components = 5;
  projection.rows = every(n, 2);
  const auto run = [&](const Context& context) {
    return fit_landmarks(rows, no_scaling(d), landmark_options(n, 3, true), projection, plan.options, plan.draws(),
                         context);
  };
  Impatient patient;
  Fit fit = run(Context(1, &patient));
  CHECK(patient.sound && patient.orderly && patient.steps.count("projection") && patient.steps.count("landmarks"));
  check_fit(fit, n, k);
  CHECK(fit.partition.cluster == data.truth && fit.seconds.front().first == "projection");
  CHECK(same_fit(fit, run(Context(scrb_test::threads()))));
  CHECK(KeptFields(fit.features).get("n_components").whole[0] == 5);
  KeptFields kept = keep_model(fit, rows, no_scaling(d));
  CHECK(kept.get("projection").n_rows == 5 && kept.get("projection").n_cols == d && kept.get("landmarks").n_cols == 5);
  CHECK(same_rows(predict_kept(kept, rows, Context(scrb_test::threads())), fit));
}

TEST("landmarks: why there is no fit") {
  Random random(3);
  Data data(60, 1);
  for (Index i = 0; i < 60; ++i) data.at(i, 0) = static_cast<double>(i % 6);
  const auto reason = [&](Index k, Index step) {
    const Plan plan(k, k, random);
    try {
      fit_landmarks(data.rows(), no_scaling(1), landmark_options(60, step, true), ProjectionOptions(), plan.options,
                    plan.draws(), Context(1));
    } catch (const CannotCluster& why) {
      return std::make_pair(static_cast<int>(why.reason), why.found);
    }
    return std::make_pair(-1, Index{0});
  };
  using Reason = CannotCluster::Reason;
  CHECK(reason(7, 1) == std::make_pair(static_cast<int>(Reason::few_distinct_rows), Index{6}));
  CHECK(reason(4, 2) == std::make_pair(static_cast<int>(Reason::few_landmarks), Index{3}));
  CHECK(reason(3, 1).first == -1);
}

// k blocks of nodes with a few links between them; the last node has none.
struct BlockGraph {
  Index n, k;
  MatrixXd w;
  std::vector<std::int32_t> truth;
  std::vector<double> dense, value;
  std::vector<int> start{0}, column;

  BlockGraph(Index nodes, Index blocks, double link, Random& random) : n(nodes), k(blocks), w(MatrixXd::Zero(n, n)) {
    std::uniform_real_distribution<double> uniform(0, 1);
    for (Index i = 0; i < n; ++i) truth.push_back(static_cast<std::int32_t>(i % k));
    for (Index i = 0; i + 1 < n; ++i)
      for (Index j = 0; j < i; ++j)
        w(i, j) = w(j, i) = i % k == j % k ? uniform(random) : uniform(random) < 0.1 ? link : 0;
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < n; ++j) {
        dense.push_back(w(i, j));
        if (w(i, j) == 0) continue;
        column.push_back(static_cast<int>(j));
        value.push_back(w(i, j));
      }
      start.push_back(static_cast<int>(value.size()));
    }
  }
  LinkMatrix full() const { return {n, n, nullptr, nullptr, dense.data()}; }
  LinkMatrix stored() const { return {n, n, start.data(), column.data(), value.data()}; }
};

TEST("graphs: blocks are found; the fit's nodes are placed where they were") {
  for (Index n : {61, 601})
    for (double link : {0.0, 0.05})
      for (const bool consensus : {false, true}) {
        Random random(static_cast<unsigned>(n));
        const Index k = 3;
        const BlockGraph graph(n, k, link, random);
        Plan plan(k, consensus ? 5 : k, random);
        if (consensus) plan.add_consensus(8, {}, random);
        const auto fit_to = [&](const LinkMatrix& links, const Context& context) {
          return fit_graph(Graph(links), plan.options, plan.draws(), context);
        };
        const Fit fit = fit_to(graph.stored(), Context(scrb_test::threads()));
        check_fit(fit, n, k);
        CHECK(fit.stray == 1 && fit.centers.empty());
        CHECK(std::equal(graph.truth.begin(), graph.truth.end() - 1, fit.partition.cluster.begin()));
        const std::vector<Index>& size = fit.partition.kmeans.size;
        CHECK(size[fit.partition.cluster[n - 1]] == *std::max_element(size.begin(), size.end()));
        for (Index j = 1; j < k; ++j)
          CHECK(link == 0 ? fit.solution.eigenvalues[j] == 1 : fit.solution.eigenvalues[j] < 1 - 1e-4);
        CHECK(same_fit(fit, fit_to(graph.full(), Context(1))));
        const KeptFields kept = keep_placing(fit);
        for (const LinkMatrix& links : {graph.stored(), graph.full()}) {
          const NewRows again = predict_kept(kept, links, Context(scrb_test::threads()));
          CHECK(same_rows(again, fit) && again.unknown == 1);
        }
        // new nodes: like one of the fit, and without links
        std::vector<double> links(2 * n, 0.0);
        for (Index j = 0; j < n; ++j) links[j] = 3 * graph.w(1, j);
        const NewRows found = predict_kept(kept, LinkMatrix{2, n, nullptr, nullptr, links.data()}, Context(1));
        CHECK(found.cluster[0] == fit.partition.cluster[1] && found.unknown == 1);
        CHECK(found.cluster[1] == fit.partition.cluster[n - 1]);
        for (int patience : {0, 5})
          CHECK(is_stopped(patience, scrb_test::threads(),
                           [&](const Context& context) { fit_to(graph.stored(), context); }));
      }
}

TEST("graphs: why there is no fit") {
  Random random(4);
  const Plan plan(3, 3, random);
  const auto reason = [&](const MatrixXd& w) {
    try {
      fit_graph(Graph({w.rows(), w.rows(), nullptr, nullptr, w.data()}), plan.options, plan.draws(), Context(1));
    } catch (const CannotCluster& why) {
      return static_cast<int>(why.reason);
    }
    return -1;
  };
  using Reason = CannotCluster::Reason;
  CHECK(reason(MatrixXd::Zero(9, 9)) == static_cast<int>(Reason::all_rows_alone));
  CHECK(reason(MatrixXd::Ones(9, 9)) == static_cast<int>(Reason::low_rank));
  MatrixXd pair = MatrixXd::Zero(9, 9);
  pair(0, 1) = pair(1, 0) = 1;
  CHECK(reason(pair) == static_cast<int>(Reason::few_rows_left));
}

TEST("predictions want the rows that the model is of") {
  Random random(5);
  const BlockGraph graph(31, 3, 0.05, random);
  const Plan plan(3, 3, random);
  const KeptFields nodes = keep_placing(fit_graph(Graph(graph.stored()), plan.options, plan.draws(), Context(1)));
  const Data data = make_blobs(90, 2, 3, 3.0, 0.3, random), wider = make_blobs(9, 3, 3, 3.0, 0.3, random);
  const Draws draws(16, 2, 1.0, random);
  const KeptFields rows = keep_grids(fit_blobs(data, draws, plan, Context(1)), data.rows(), no_scaling(2), draws);
  LinkMatrix fewer = graph.full();
  fewer.n_cols = 30;
  CHECK_THROWS_AS(predict_kept(nodes, data.rows(), Context(1)), BadModel);
  CHECK_THROWS_AS(predict_kept(nodes, fewer, Context(1)), BadModel);
  CHECK_THROWS_AS(predict_kept(rows, graph.full(), Context(1)), BadModel);
  CHECK_THROWS_AS(predict_kept(rows, wider.rows(), Context(1)), BadModel);
}

}  // namespace
