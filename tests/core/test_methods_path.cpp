// Several k from one decomposition, and settings tried on a sample.

#include "cluster/row_normalize.h"
#include "fits.h"
#include "methods/tune.h"
#include "reference.h"
#include "support/cannot_cluster.h"

namespace {

using namespace scrb_test;

bool same_score(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

bool same_path(const std::vector<PathRow>& a, const std::vector<PathRow>& b) {
  bool same = a.size() == b.size();
  for (std::size_t i = 0; same && i < a.size(); ++i)
    same = a[i].k == b[i].k && same_score(a[i].halves, b[i].halves) && same_score(a[i].stability, b[i].stability) &&
           same_score(a[i].scores.silhouette, b[i].scores.silhouette) &&
           same_score(a[i].scores.restart, b[i].scores.restart) &&
           same_score(a[i].scores.smallest, b[i].scores.smallest) &&
           same_score(a[i].scores.largest, b[i].scores.largest);
  return same;
}

TEST("several k: the stable one is fitted, the same bits for any threads") {
  for (const bool landmarks : {false, true}) {
    Random random(1);
    const Index n = 800;
    const Data data = make_blobs(n, 2, 4, 4.0, 0.4, random);
    const Draws draws(48, 2, 1.5, random);
    Plan plan({2, 3, 4, 5, 6}, {2, 3, 4, 5, 6}, random);
    plan.options.tie = 0.01;
    plan.add_path(every(n, 3), 4, random);
    const DenseRows rows = data.rows();
    std::vector<Index> pool;  // whose halves have rows of all blobs
    for (Index i = 0; i < n; ++i)
      if (random() % 2 == 0) pool.push_back(i);
    const auto run = [&](const Context& context) {
      LandmarkOptions options;
      options.pool = pool;
      return landmarks
                 ? fit_landmarks(rows, no_scaling(2), options, ProjectionOptions(), plan.options, plan.draws(), context)
                 : fit_grids(rows, no_scaling(2), draws, plan, context);
    };
    Impatient patient;
    const Fit fit = run(Context(1, &patient));
    CHECK(patient.sound && patient.steps.count("path"));
    CHECK(patient.orderly);
    CHECK(fit.k == 4 && fit.path.size() == 5 && fit.partition.placing.n_vectors() == 4);
    CHECK(fit.partition.cluster == data.truth && fit.solution.eigenvalues.size() >= 6);
    for (std::size_t i = 0; i < 5; ++i) {
      const PathRow& row = fit.path[i];
      CHECK(row.k == static_cast<Index>(i) + 2);
      CHECK(row.scores.restart > 0 && row.scores.restart <= 1 && row.halves > 0 && row.halves <= 1);
      CHECK(near(row.stability, (row.scores.restart + row.halves) / 2, 1e-12));
      CHECK(row.scores.silhouette > -1 && row.scores.silhouette <= 1);
      CHECK(row.scores.smallest >= 1 && row.scores.smallest <= row.scores.largest && row.scores.largest <= 800);
    }
    CHECK(fit.path[2].scores.restart == 1 && fit.path[2].halves == 1 && near(fit.path[2].scores.smallest, 200, 5));
    const Fit more = run(Context(scrb_test::threads()));
    CHECK(same_fit(fit, more) && same_path(fit.path, more.path));
    // the model is that of the k that was fitted
    const KeptFields kept =
        landmarks ? keep_model(fit, rows, no_scaling(2)) : keep_grids(fit, rows, no_scaling(2), draws);
    CHECK(same_rows(predict_kept(kept, rows, Context(scrb_test::threads())), fit));
    for (int patience = 0; patience < patient.questions; patience += 1 + 2 * patience)
      CHECK(is_stopped(patience, 1, run));
  }
}

TEST("several k: with consensus, with fading vectors, of a graph") {
  Random random(2);
  const Index n = 300;
  const Data data = make_blobs(n, 2, 3, 4.0, 0.4, random);
  const Draws draws(48, 2, 1.5, random);
  Plan plan({2, 3, 5}, {4, 6, 10}, random);
  plan.add_path(every(n, 2), 2, random);
  plan.add_consensus(6, {}, random);
  const DenseRows rows = data.rows();
  const Fit fit = fit_grids(rows, no_scaling(2), draws, plan, Context(scrb_test::threads()));
  CHECK(fit.k == 3 && fit.partition.cluster == data.truth && fit.n_base == 6);
  CHECK(fit.partition.placing.n_vectors() == 6 && fit.partition.placing.n_columns() == 3);
  CHECK(same_rows(predict_kept(keep_grids(fit, rows, no_scaling(2), draws), rows, Context(1)), fit));

  std::vector<double> w(n * n, 0.0);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < i; ++j)
      w[i * n + j] = w[j * n + i] = i % 3 == j % 3 ? 1 + static_cast<double>(random() % 9) : random() % 40 == 0;
  const LinkMatrix links = {n, n, nullptr, nullptr, w.data()};
  const Fit graph = fit_graph(Graph(links), plan.options, plan.draws(), Context(scrb_test::threads()));
  CHECK(graph.k == 3 && graph.path.size() == 3 && graph.partition.cluster == data.truth);
  for (const PathRow& row : graph.path) CHECK(std::isnan(row.halves) && row.stability == row.scores.restart);
  CHECK(same_rows(predict_kept(keep_placing(graph), links, Context(1)), graph));
}

TEST("paths: scores are those of stability.h, halves compared in pairs") {
  Random random(3);
  const Index n = 240;
  const Data data = make_blobs(n, 2, 3, 1.0, 0.4, random);
  const DenseRows rows = data.rows();
  const ScaledRows scaled(rows, no_scaling(2), Reading());
  const Draws draws(40, 2, 1.5, random);
  SpectrumOptions options;
  options.k = 4;
  options.n_vectors = 6;
  options.solver.ncv = 21;
  GridMap map(draws.grids(), false);
  const auto half = [&](int which) { return find_spectrum(scaled, *map.half(which), options, Context(1)); };
  const Spectrum spectrum = find_spectrum(scaled, map, options, Context(1));
  Plan plan({2, 4}, {2, 6}, random);
  plan.add_path(every(n, 3), 4, random);
  const PathDraws path = plan.draws().path;
  const std::vector<PathRow> found = find_path(spectrum, {2, 4}, {2, 6}, path, half, Context(scrb_test::threads()));
  const std::vector<PathRow> alone = find_path(spectrum, {2, 4}, {2, 6}, path, nullptr, Context(1));
  for (int i : {0, 1}) {
    const Index k = i == 0 ? 2 : 4, m = i == 0 ? 2 : 6;
    const auto places = [&](const Spectrum& of) { return place_rows(of, path.rows, k, m, Context(1)); };
    const KScores scores = judge_k(places(spectrum), m, k, n, 4, path.restart_uniforms, Context(1));
    CHECK(found[i].k == k && found[i].scores.restart == scores.restart);
    CHECK(found[i].scores.silhouette == scores.silhouette && found[i].scores.smallest == scores.smallest);
    double halves = 0;
    for (int first : {0, 2})
      halves += compare_halves(places(half(first)), m, path.halves[first], places(half(first + 1)), m,
                               path.halves[first + 1], k, 3, Context(1)) /
                2;
    CHECK(near(found[i].halves, halves, 1e-12));
    CHECK(near(found[i].stability, (scores.restart + halves) / 2, 1e-12));
    CHECK(std::isnan(alone[i].halves) && alone[i].stability == scores.restart);
  }
  // halves that are too few for a spectrum are left out
  const auto none = [](int) -> Spectrum { throw CannotCluster(CannotCluster::Reason::low_rank, 1); };
  CHECK(same_path(find_path(spectrum, {2, 4}, {2, 6}, path, none, Context(1)), alone));
}

TEST("the largest k that is as stable as the best, up to a tie") {
  const auto chosen = [](const std::vector<double>& stability, double tie) {
    std::vector<PathRow> path(stability.size());
    for (std::size_t i = 0; i < stability.size(); ++i) path[i].stability = stability[i];
    return choose_k(path, tie);
  };
  CHECK(chosen({0.9, 1, 0.95, 0.8}, 0) == 1 && chosen({0.9, 1, 0.95, 0.8}, 0.05 + 1e-12) == 2);
  CHECK(chosen({1, 1, 1, 0.9}, 0) == 2 && chosen({1}, 0) == 0);
  CHECK(chosen({unknown_score, 0.4, 0.3}, 0) == 1 && chosen({0.4, unknown_score}, 1) == 0);
  CHECK(chosen({unknown_score, unknown_score}, 0) == 0);
}

// What tuning draws for a sample of x.
struct TunePlan {
  TuneOptions options;
  std::vector<double> uniforms;
  Shuffle shuffle;

  TunePlan(Index n, Index n_scaled_cols, Index k, Random& random) : uniforms(draw_uniforms(5 * k, random)) {
    options.k = k;
    options.n_starts = 5;
    options.halves = true;
    options.rows = every(n, 2);
    const Index n_sample = static_cast<Index>(options.rows.size());
    options.graph_rows = every(n_sample, 2);
    shuffle.rows = every(n_sample, 3);
    for (Index l = 0; l < n_scaled_cols; ++l) {
      std::vector<Index> order = every(static_cast<Index>(shuffle.rows.size()), 1);
      std::shuffle(order.begin(), order.end(), random);
      shuffle.orders.push_back(order);
    }
    options.uniforms = uniforms.data();
  }
};

bool same_trials(const std::vector<Trial>& a, const std::vector<Trial>& b) {
  bool same = a.size() == b.size();
  for (std::size_t c = 0; same && c < a.size(); ++c)
    same = a[c].fitted == b[c].fitted && a[c].cluster == b[c].cluster && a[c].half_labels[0] == b[c].half_labels[0] &&
           a[c].half_labels[1] == b[c].half_labels[1] && same_score(a[c].gap, b[c].gap) &&
           same_score(a[c].silhouette, b[c].silhouette) && same_score(a[c].conductance, b[c].conductance) &&
           same_score(a[c].reference, b[c].reference);
  return same;
}

void check_trial(const Trial& trial, const Data& data, const TuneOptions& options) {
  CHECK(trial.fitted && trial.cluster.size() == options.rows.size());
  std::vector<std::int32_t> truth;
  for (Index i : options.rows) truth.push_back(data.truth[i]);
  CHECK(same_partition(trial.cluster, truth));
  for (const auto& half : trial.half_labels) CHECK(same_partition(half, truth));
  CHECK(trial.gap > 0 && trial.gap < 1 && trial.silhouette > 0.5 && trial.silhouette <= 1);
  CHECK(trial.conductance == 0);  // no link between blobs
  CHECK(trial.reference > 0.05 && trial.reference < 1);
}

TEST("tuning by grids: every sigma on the same sample") {
  Random random(4);
  const Index n = 600;
  const Data data = make_blobs(n, 2, 3, 4.0, 0.4, random);
  const Draws draws(32, 2, 1.0, random);
  TunePlan plan(n, 2, 3, random);
  GridTrials trials;
  trials.scaling = no_scaling(2);
  trials.grids = draws.grids();
  trials.sigma = {0.7, 2.0, 1e9};
  trials.shuffle = plan.shuffle;
  const DenseRows rows = data.rows();
  const auto run = [&](const Context& context) { return try_grids(rows, trials, plan.options, context); };
  const std::vector<Trial> found = run(Context(1));
  CHECK(found.size() == 3);
  check_trial(found[0], data, plan.options);
  check_trial(found[1], data, plan.options);
  CHECK(!found[2].fitted && found[2].cluster.empty() && std::isnan(found[2].conductance));  // all rows in one bin
  CHECK(found[0].reference == found[2].reference && found[0].gap != found[1].gap);
  CHECK(same_trials(found, run(Context(scrb_test::threads()))));
  const ChunkedRows chunked(rows, 37);
  CHECK(same_trials(found, try_grids(chunked, trials, plan.options, Context(scrb_test::threads()))));
  // a sigma's trial is the fit of its grids to the sample
  Draws wider = draws;
  for (double& width : wider.widths) width *= 2;
  for (double& offset : wider.offsets) offset *= 2;
  Data sample(300, 2);
  for (Index i = 0; i < 300; ++i)
    for (Index l = 0; l < 2; ++l) sample.at(i, l) = data.at(2 * i, l);
  Plan fit_plan(3, 3, random);
  CHECK(same_partition(found[1].cluster, fit_blobs(sample, wider, fit_plan, Context(1)).partition.cluster));
  plan.options.halves = false;
  CHECK(run(Context(1))[0].half_labels[0].empty());
  for (int patience : {0, 5, 50}) CHECK(is_stopped(patience, scrb_test::threads(), run));
}

TEST("tuning by landmarks: every number of neighbours, with and without weights") {
  for (const bool projected : {false, true}) {
    Random random(5);
    const Index n = 600, d = 6;
    const Data data = make_blobs(n, d, 3, 4.0, 0.4, random);
    TunePlan plan(n, projected ? 2 : d, 3, random);
    LandmarkTrials trials;
    trials.scaling = no_scaling(d);
    trials.unit = 2;
    if (projected) trials.projection = {2, every(n, 1)};
    trials.pool = every(300, 2);
    trials.shuffle = plan.shuffle;
    trials.n_nearest = {3, 8, 8, 500};
    trials.gaussian = {1, 1, 0, 0};
    const DenseRows rows = data.rows();
    const auto run = [&](const Context& context) { return try_landmarks(rows, trials, plan.options, context); };
    const std::vector<Trial> found = run(Context(1));
    CHECK(found.size() == 4);
    for (int c : {0, 1, 2}) check_trial(found[c], data, plan.options);
    CHECK(found[1].gap != found[2].gap && found[0].gap != found[1].gap);
    CHECK(!found[3].fitted);  // all rows linked to all landmarks alike
    CHECK(same_trials(found, run(Context(scrb_test::threads()))));
    const ChunkedRows chunked(rows, 37);
    CHECK(same_trials(found, try_landmarks(chunked, trials, plan.options, Context(scrb_test::threads()))));
    for (int patience : {0, 5, 50}) CHECK(is_stopped(patience, scrb_test::threads(), run));
  }
}

}  // namespace
