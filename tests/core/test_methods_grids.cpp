// Fits by random grids and predictions from them, from rows to labels.

#include <limits>

#include "cluster/stray.h"
#include "fits.h"
#include "support/cannot_cluster.h"

namespace {

using namespace scrb_test;

// In any form that rows come in, the same bits; and where the fit's own rows are placed later.
void check_forms(const Fit& fit, const Data& data, const Draws& draws, const Plan& plan, bool column_scaling) {
  const Scaling none = no_scaling(data.d);
  const DenseRows rows = data.rows();
  const SparseData sparse(data);
  const SparseRows sparse_rows = sparse.rows();
  CHECK(same_fit(fit, fit_grids(sparse_rows, none, draws, plan, Context(1), column_scaling)));
  const KeptFields kept = keep_grids(fit, rows, none, draws);
  for (Index size : {Index{7}, Index{100}, data.n})
    for (const Rows* some : std::vector<const Rows*>{&rows, &sparse_rows}) {
      const ChunkedRows chunked(*some, size);
      const Context context(scrb_test::threads());
      if (some == &rows) CHECK(same_fit(fit, fit_grids(chunked, none, draws, plan, context, column_scaling)));
      const NewRows again = predict_kept(kept, chunked, context);
      CHECK(same_rows(again, fit) && again.unknown == 0);
    }
}

TEST("grids: blobs are found; the fit's rows are placed where they were") {
  for (Index n : {60, 1500})
    for (const bool column_scaling : {false, true})
      for (Index m : {4, 9}) {
        Random random(static_cast<unsigned>(n + m));
        const Index k = 4;
        const Data data = make_blobs(n, 3, k, 3.0, 0.3, random);
        const Draws draws(64, 3, 1.0, random);
        Plan plan(k, m, random);
        if (m == 9) plan.add_consensus(10, n == 1500 ? every(n, 7) : std::vector<Index>(), random);
        const DenseRows rows = data.rows();
        const Context context(scrb_test::threads());
        const Fit fit = fit_grids(rows, no_scaling(3), draws, plan, context, column_scaling);
        check_fit(fit, n, k);
        CHECK(fit.partition.cluster == data.truth && is_in_order(fit.partition.cluster));
        CHECK(fit.stray == 0 && fit.n_base == (m == 9 ? 10 : 0) && fit.path.empty());
        CHECK(fit.partition.placing.base.sizes.size() == (m == 9 ? 10u : 0u));
        CHECK(fit.centers == cluster_centers(rows, fit.partition.cluster, k, Context(1)));
        CHECK(same_fit(fit, fit_grids(rows, no_scaling(3), draws, plan, Context(1), column_scaling)));
        check_forms(fit, data, draws, plan, column_scaling);
        Plan without = plan;
        without.options.keep_model = false;
        Fit bare = fit_grids(rows, no_scaling(3), draws, without, context, column_scaling);
        CHECK(same_fit(fit, bare) && bare.model.all().empty() && bare.features.all().size() == 3);
      }
}

TEST("grids: new rows far from all take the nearest centre of the data") {
  Random random(1);
  const Data data = make_blobs(300, 3, 4, 3.0, 0.3, random);
  const Draws draws(64, 3, 1.0, random);
  const Scaling scaling = {{1, 0, -2}, {2, 1, 0.5}};
  const DenseRows rows = data.rows();
  const Fit fit = fit_grids(rows, scaling, draws, Plan(4, 4, random), Context(1));
  Data far(5, 3);
  for (Index l = 0; l < 3; ++l) {
    far.at(0, l) = -1e6;
    far.at(1, l) = 1e6;
    far.at(2, l) = data.at(2, l);
    far.at(3, l) = std::numeric_limits<double>::infinity();
    far.at(4, l) = std::numeric_limits<double>::quiet_NaN();
  }
  const NewRows found = predict_kept(keep_grids(fit, rows, scaling, draws), far.rows(), Context(scrb_test::threads()));
  CHECK(found.unknown == 4);
  CHECK(found.cluster[0] == fit.partition.cluster[0] && found.cluster[1] == fit.partition.cluster[3]);
  CHECK(found.cluster[2] == fit.partition.cluster[2]);
  const Index m = fit.partition.placing.n_columns();
  for (Index i : {0, 1, 3, 4})
    for (Index j = 0; j < m; ++j) CHECK(found.embedding[i * m + j] == 0);
  for (Index j = 0; j < m; ++j) CHECK(found.embedding[2 * m + j] == fit.partition.embedding[2 * m + j]);
}

// Blobs without a link and a lone row far away: values of 1 exactly, and a stray row.
TEST("grids: components without links, and a stray row") {
  for (Index m : {5, 8}) {
    Random random(2);
    const Index k = 5, n = 1001;
    Data data = make_blobs(n, 2, k, 1000.0, 0.3, random);
    for (Index l = 0; l < 2; ++l) data.at(n - 1, l) = 2400;
    const Draws draws(64, 2, 1.0, random);
    Plan plan(k, m, random);
    if (m == 8) plan.add_consensus(8, {}, random);
    const DenseRows rows = data.rows();
    const Fit fit = fit_grids(rows, no_scaling(2), draws, plan, Context(scrb_test::threads()));
    check_fit(fit, n, k);
    CHECK(fit.stray == 1 && fit.components.stray_rows == 1 && fit.components.size.size() == 5);
    for (Index j = 0; j < k; ++j) CHECK(fit.solution.eigenvalues[j] == 1);
    CHECK(fit.solution.eigenvalues[k] < 0.999);
    std::vector<std::int32_t> expected(data.truth.begin(), data.truth.end());
    expected.back() = expected[2];
    CHECK(fit.partition.cluster == expected);
    CHECK(fit.centers == cluster_centers(rows, expected, k, Context(1)));
    const KeptFields kept = keep_grids(fit, rows, no_scaling(2), draws);
    const NewRows again = predict_kept(kept, rows, Context(scrb_test::threads()));
    CHECK(same_rows(again, fit) && again.unknown == 0);
  }
}

TEST("grids: rows enough for all threads in every loop") {
  Random random(3);
  const Index n = 70001, k = 4;
  const Data data = make_blobs(n, 2, k, 3.0, 0.3, random);
  const Draws draws(12, 2, 1.0, random);
  Plan plan(std::vector<Index>{k}, {k}, random, 2);
  const DenseRows rows = data.rows();
  const Fit one = fit_grids(rows, no_scaling(2), draws, plan, Context(1));
  const Fit more = fit_grids(rows, no_scaling(2), draws, plan, Context(scrb_test::threads()));
  check_fit(more, n, k);
  CHECK(same_fit(one, more));
  const KeptFields kept = keep_grids(more, rows, no_scaling(2), draws);
  CHECK(same_rows(predict_kept(kept, rows, Context(scrb_test::threads())), more));
}

TEST("grids: whole numbers are as good as others") {
  Random random(4);
  const Index n = 300, d = 2, k = 3;
  std::vector<int> x(n * d);
  Data data(n, d);
  std::uniform_int_distribution<int> noise(0, 9);
  for (Index i = 0; i < n; ++i)
    for (Index l = 0; l < d; ++l) data.at(i, l) = x[l * n + i] = static_cast<int>(i % k) * 50 + noise(random);
  const DenseRows whole = matrix_rows({nullptr, x.data()}, n, d);
  const Draws draws(64, d, 5.0, random);
  const Plan plan(k, k, random);
  CHECK(same_fit(fit_grids(whole, no_scaling(d), draws, plan, Context(1)), fit_blobs(data, draws, plan, Context(1))));
}

// A number and a factor, each of which tells the groups.
struct NumberAndFactor {
  static constexpr Index k = 3;
  std::vector<double> number;
  std::vector<int> code;

  NumberAndFactor(Index n, Random& random) {
    std::normal_distribution<double> noise(0, 0.3);
    for (Index i = 0; i < n; ++i) {
      number.push_back(static_cast<double>(i % k) + noise(random));
      code.push_back(static_cast<int>(i % k) + 1);
    }
  }
  DenseRows rows() const {  // one level has no rows
    return DenseRows(static_cast<Index>(code.size()), {{number.data(), nullptr}, {nullptr, code.data()}}, {0, k + 1});
  }
};

TEST("grids: factors, and levels that the fit has not seen") {
  Random random(5);
  const Index n = 300, k = 3;
  const NumberAndFactor data(n, random);
  const DenseRows rows = data.rows();
  Draws draws(64, 2, 1.0, random);
  const Plan plan(k, k, random);
  const Fit fit = fit_grids(rows, no_scaling(2), draws, plan, Context(scrb_test::threads()));
  for (Index i = 0; i < n; ++i) CHECK(fit.partition.cluster[i] == i % k);
  for (Index c = 0; c < k; ++c) CHECK(fit.centers[2 * c + 1] == static_cast<double>(c + 1));  // its level
  // in grids that do not tell levels apart an unknown one makes no difference, in the others it meets no bin
  NumberAndFactor unknown = data;
  unknown.code.assign(n, k + 2);
  for (const bool apart : {false, true}) {
    for (Index g = 0; g < draws.n_grids; ++g) draws.offsets[2 * g + 1] = apart ? 0.5 : 1.5;
    for (Index g = 0; g < draws.n_grids; ++g) draws.widths[2 * g + 1] = 2;
    const Fit again = fit_grids(rows, no_scaling(2), draws, plan, Context(1));
    const KeptFields kept = keep_grids(again, rows, no_scaling(2), draws);
    CHECK(same_rows(predict_kept(kept, rows, Context(1)), again));
    const NewRows found = predict_kept(kept, unknown.rows(), Context(scrb_test::threads()));
    CHECK(found.unknown == (apart ? n : 0));
    if (!apart) CHECK(found.cluster == again.partition.cluster);
  }
}

// Why a fit is impossible, and what there is; -1 where it is not.
std::pair<int, Index> failure(const Data& data, const Draws& draws, Index k, Random& random) {
  try {
    fit_blobs(data, draws, Plan(k, k, random), Context(scrb_test::threads()));
  } catch (const CannotCluster& why) {
    CHECK(why.reason == CannotCluster::Reason::few_distinct_rows || why.bins_per_grid >= 1);
    return {static_cast<int>(why.reason), why.found};
  }
  return {-1, 0};
}

TEST("grids: why there is no fit") {
  using Reason = CannotCluster::Reason;
  Random random(6);
  const Data data = make_blobs(300, 2, 3, 3.0, 0.3, random);
  CHECK(failure(data, Draws(32, 2, 1.0, random), 3, random).first == -1);
  // all rows in one bin of every grid
  CHECK(failure(data, Draws(32, 2, 1e9, random), 3, random) ==
        std::make_pair(static_cast<int>(Reason::low_rank), Index{1}));
  for (double sigma : {1e-6, 1e-9, 1e-12, 1e-30})
    CHECK(failure(data, Draws(32, 2, sigma, random), 3, random) ==
          std::make_pair(static_cast<int>(Reason::all_rows_alone), Index{0}));
  Data copies(300, 2);
  copies.at(0, 0) = 1;
  CHECK(failure(copies, Draws(32, 2, 1, random), 3, random) ==
        std::make_pair(static_cast<int>(Reason::few_distinct_rows), Index{2}));
}

TEST("grids: a fit says how far it is, and stops when it is asked to") {
  Random random(7);
  const Data data = make_blobs(3000, 3, 4, 3.0, 1.0, random);
  const Draws draws(64, 3, 1.0, random);
  const Plan plan(4, 4, random);
  const auto run = [&](const Context& context) { fit_blobs(data, draws, plan, context); };
  Impatient patient;
  run(Context(1, &patient));
  CHECK(patient.sound && patient.orderly);
  for (const char* step : {"bins", "degrees", "singular_vectors", "embedding", "kmeans", "labels"})
    CHECK(patient.steps.count(step));
  CHECK(patient.questions > 20);
  for (int patience = 0; patience < patient.questions; patience += 1 + patience / 2)
    CHECK(is_stopped(patience, 1, run));
  for (int patience : {0, 1, 5}) CHECK(is_stopped(patience, scrb_test::threads(), run));
  const Fit fit = fit_blobs(data, draws, plan, Context(1));
  std::vector<std::string> steps;
  for (const auto& step : fit.seconds) steps.push_back(step.first);
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  CHECK(steps == (std::vector<std::string>{"bins", "degrees", "singular_vectors", "embedding", "kmeans", "labels"}));
  const KeptFields kept = keep_grids(fit, data.rows(), no_scaling(3), draws);
  for (int patience : {0, 3})
    CHECK(is_stopped(patience, scrb_test::threads(),
                     [&](const Context& context) { predict_kept(kept, data.rows(), context); }));
}

}  // namespace
