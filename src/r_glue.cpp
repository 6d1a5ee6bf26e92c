// The only place that knows R, with r_convert.h: converts, calls the core, wraps. No arithmetic, no decision,
// no default.

#include <Rcpp.h>

#include <chrono>
#include <thread>

#include "normalized_operator.h"
#include "r_convert.h"
#include "sc_rb.h"

using Rcpp::_;
using scrb::Index;
using namespace scrb::r;

namespace {

// Asks R about interrupts and tells an R function about progress, each at most every tenth of a second; of a new step
// it tells at once.
class RProgress : public scrb::Progress {
 public:
  explicit RProgress(SEXP report) : report_(report) {}

  void report(const char* step, double done, double total) override {
    if (Rf_isNull(report_)) return;
    if (step_ == step) {
      if (!due(last_report_)) return;
    } else {
      step_ = step;
      last_report_ = Clock::now();
    }
    const Rcpp::Function tell(report_);
    tell(step, done, total);
  }

  bool interrupted() override { return due(last_check_) && R_ToplevelExec(check, nullptr) == FALSE; }

 private:
  using Clock = std::chrono::steady_clock;

  static void check(void*) { R_CheckUserInterrupt(); }

  static bool due(Clock::time_point& last) {
    const Clock::time_point now = Clock::now();
    if (now - last < std::chrono::milliseconds(100)) return false;
    last = now;
    return true;
  }

  SEXP report_;
  std::string step_;
  Clock::time_point last_report_, last_check_;
};

// Runs a call of the core; an interrupt becomes R's own.
template <class Call>
auto with_interrupt(Call call) {
  try {
    return call();
  } catch (const scrb::Interrupted&) {
    throw Rcpp::internal::InterruptedException();
  }
}

const char* name(scrb::CannotCluster::Reason reason) {
  using Reason = scrb::CannotCluster::Reason;
  switch (reason) {
    case Reason::few_distinct_rows: return "few_distinct_rows";
    case Reason::all_rows_alone: return "all_rows_alone";
    case Reason::few_rows_left: return "few_rows_left";
    case Reason::low_rank: return "low_rank";
    case Reason::few_distinct_embedded: return "few_distinct_embedded";
  }
  return "";
}

scrb::Options make_options(const Rcpp::List& options) {
  scrb::Options result;
  result.n_vectors = Rcpp::as<int>(options["n_vectors"]);
  result.kmeans.k = Rcpp::as<int>(options["k"]);
  result.kmeans.n_starts = Rcpp::as<int>(options["nstart"]);
  result.kmeans.max_iterations = Rcpp::as<int>(options["iter.max"]);
  result.solver.ncv = Rcpp::as<int>(options["ncv"]);
  result.solver.tolerance = Rcpp::as<double>(options["tol"]);
  const std::string recheck = options["recheck"];
  result.solver.recheck = recheck == "always"  ? scrb::Recheck::always
                          : recheck == "never" ? scrb::Recheck::never
                                               : scrb::Recheck::when_crowded;
  result.keep_model = Rcpp::as<bool>(options["keep_model"]);
  return result;
}

}  // namespace

// [[Rcpp::export]]
int available_threads_cpp() { return static_cast<int>(std::thread::hardware_concurrency()); }

// [[Rcpp::export]]
Rcpp::List summarize_columns_cpp(SEXP x, int threads) {
  RProgress progress(R_NilValue);
  const scrb::Context context(threads, &progress);
  const scrb::ColumnSummary summary = with_interrupt([&] { return scrb::summarize_columns(make_input(x), context); });
  return Rcpp::List::create(_["min"] = summary.min, _["max"] = summary.max, _["sd"] = summary.sd,
                            _["missing"] = bad_entries(summary.missing), _["infinite"] = bad_entries(summary.infinite));
}

// `rows`: those of x that pairs are made of, increasing; `first` and `second`: places in it. All 1-based.
// [[Rcpp::export]]
Rcpp::NumericVector pair_distances_cpp(SEXP x, Rcpp::List scaling, Rcpp::IntegerVector rows, Rcpp::IntegerVector first,
                                       Rcpp::IntegerVector second, int threads) {
  RProgress progress(R_NilValue);
  const scrb::Context context(threads, &progress);
  const std::vector<double> distances = with_interrupt([&] {
    const scrb::Table table = scrb::make_table(make_input(x), make_scaling(scaling), minus_one<Index>(rows), context);
    return scrb::l1_distances(table, minus_one<Index>(first), minus_one<Index>(second), context);
  });
  return Rcpp::NumericVector(distances.begin(), distances.end());
}

// [[Rcpp::export]]
Rcpp::List sc_rb_cpp(SEXP x, Rcpp::List scaling, Rcpp::List grids, Rcpp::List options, Rcpp::NumericVector uniforms,
                     int threads, SEXP report) {
  const scrb::Input input = make_input(x);
  const scrb::Options settings = make_options(options);
  RProgress progress(report);
  const scrb::Context context(threads, &progress);
  scrb::Result fit;
  try {
    fit = with_interrupt([&] {
      return scrb::sc_rb(input, make_scaling(scaling), make_grids(grids), settings, uniforms.begin(), context);
    });
  } catch (const scrb::CannotCluster& why) {
    return Rcpp::List::create(_["failure"] = name(why.reason), _["found"] = static_cast<double>(why.found),
                              _["bins_per_grid"] = why.bins_per_grid);
  }
  const Index n = input.n_rows, d = input.n_cols, m = settings.n_vectors, k = settings.kmeans.k;
  Rcpp::NumericVector seconds;
  for (const auto& step : fit.seconds) seconds.push_back(step.second, step.first);
  Rcpp::List model;
  if (settings.keep_model) model = from_model(fit.model, m, k, d);
  fit.model = scrb::Model();
  const Rcpp::NumericMatrix embedding = by_columns(fit.embedding, n, m);
  return Rcpp::List::create(
      _["cluster"] = plus_one(fit.cluster), _["embedding"] = embedding, _["centers"] = by_columns(fit.centers, k, d),
      _["kmeans"] =
          Rcpp::List::create(_["centers"] = by_columns(fit.kmeans.centers, k, m), _["withinss"] = fit.kmeans.withinss,
                             _["totss"] = fit.kmeans.totss, _["iterations"] = static_cast<int>(fit.kmeans.iterations),
                             _["converged"] = fit.kmeans.converged),
      _["eigenvalues"] = fit.eigenvalues, _["residuals"] = fit.residuals,
      _["solver"] =
          Rcpp::List::create(_["dense"] = fit.solver.dense, _["products"] = static_cast<double>(fit.solver.products),
                             _["restarts"] = static_cast<double>(fit.solver.restarts),
                             _["recovered"] = static_cast<double>(fit.solver.recovered)),
      _["components"] = Rcpp::List::create(_["found"] = static_cast<double>(fit.components.found),
                                           _["beyond_k"] = static_cast<double>(fit.components.beyond_k),
                                           _["stray_rows"] = static_cast<double>(fit.components.stray_rows),
                                           _["size"] = as_numeric(fit.components.size)),
      _["degree_range"] = Rcpp::NumericVector::create(fit.smallest_degree, fit.largest_degree),
      _["occupied"] = as_numeric(fit.occupied), _["fullest"] = as_numeric(fit.fullest),
      _["singles"] = as_numeric(fit.singles), _["model"] = model, _["seconds"] = seconds);
}

// [[Rcpp::export]]
Rcpp::List predict_cpp(SEXP x, Rcpp::List scaling, Rcpp::List model, Rcpp::NumericMatrix embedding_centers,
                       int threads) {
  RProgress progress(R_NilValue);
  const scrb::Context context(threads, &progress);
  const scrb::Input input = make_input(x);
  const std::vector<double> centers = by_rows(embedding_centers);
  scrb::FittedModel fitted{make_grids(model),
                           make_scaling(scaling),
                           to_dictionary(model),
                           REAL(model["weights"]),
                           REAL(model["owner_weights"]),
                           embedding_centers.ncol(),
                           centers.data(),
                           by_rows(model["scaled_centers"]),
                           embedding_centers.nrow()};
  const scrb::Prediction prediction = with_interrupt([&] { return scrb::predict(input, fitted, context); });
  return Rcpp::List::create(_["cluster"] = plus_one(prediction.cluster),
                            _["embedding"] = by_columns(prediction.embedding, input.n_rows, fitted.n_vectors),
                            _["without_bins"] = static_cast<double>(prediction.without_bins));
}

// [[Rcpp::export]]
Rcpp::List rb_features_cpp(SEXP x, Rcpp::List scaling, Rcpp::List grids, int threads) {
  RProgress progress(R_NilValue);
  const scrb::Context context(threads, &progress);
  const scrb::BinColumns columns = with_interrupt([&] {
    const scrb::Table table = scrb::make_table(make_input(x), make_scaling(scaling), context);
    return scrb::bin_columns(scrb::make_bins(table, make_grids(grids), false, context), context);
  });
  return Rcpp::List::create(_["i"] = columns.rows, _["p"] = columns.start,
                            _["bins_per_grid"] = as_numeric(columns.bins_per_grid));
}

// Per grid: occupied bins, and those with one row.
// [[Rcpp::export]]
Rcpp::List count_bins_cpp(SEXP x, Rcpp::List scaling, Rcpp::List grids, int threads) {
  RProgress progress(R_NilValue);
  const scrb::Context context(threads, &progress);
  const scrb::Bins bins = with_interrupt([&] {
    const scrb::Table table = scrb::make_table(make_input(x), make_scaling(scaling), context);
    return scrb::make_bins(table, make_grids(grids), false, context);
  });
  return Rcpp::List::create(_["occupied"] = as_numeric(bins.occupied), _["singles"] = as_numeric(bins.single_bins()));
}

// The operator's parts on given vectors, one at a time and as a panel: for tests.
// [[Rcpp::export]]
Rcpp::List operator_cpp(SEXP x, Rcpp::List scaling, Rcpp::List grids, Rcpp::NumericMatrix v, int k, int threads) {
  RProgress progress(R_NilValue);
  const scrb::Context context(threads, &progress);
  const scrb::Table table = scrb::make_table(make_input(x), make_scaling(scaling), context);
  const scrb::Bins bins = scrb::make_bins(table, make_grids(grids), false, context);
  const std::vector<double> degrees = scrb::degrees(bins, context);
  const scrb::Components components = scrb::find_components(bins, k, context);
  const scrb::NormalizedOperator op(bins, degrees, components, context);
  Rcpp::NumericMatrix product(v.nrow(), v.ncol());
  for (int j = 0; j < v.ncol(); ++j) op.apply(v.begin() + j * v.nrow(), product.begin() + j * v.nrow());
  const Eigen::Map<const Eigen::MatrixXd> vectors(v.begin(), v.nrow(), v.ncol());
  const std::vector<double> ones(v.nrow(), 1.0);
  const scrb::Embedding panel = scrb::embed(bins, vectors, Eigen::VectorXd::Ones(v.ncol()), ones, false, context);
  return Rcpp::List::create(_["degrees"] = degrees, _["components"] = plus_one(components.of_row),
                            _["product"] = product, _["panel"] = by_columns(panel.rows, v.nrow(), v.ncol()));
}

// [[Rcpp::export]]
Rcpp::List kmeans_cpp(Rcpp::NumericMatrix x, int k, int nstart, int iter_max, Rcpp::NumericVector uniforms,
                      int threads) {
  RProgress progress(R_NilValue);
  const scrb::Context context(threads, &progress);
  scrb::KmeansOptions options;
  options.k = k;
  options.n_starts = nstart;
  options.max_iterations = iter_max;
  const std::vector<double> rows = by_rows(x);
  const scrb::Kmeans fit =
      with_interrupt([&] { return scrb::kmeans(rows.data(), x.nrow(), x.ncol(), options, uniforms.begin(), context); });
  return Rcpp::List::create(_["cluster"] = plus_one(fit.cluster), _["centers"] = by_columns(fit.centers, k, x.ncol()),
                            _["size"] = as_numeric(fit.size), _["withinss"] = fit.withinss, _["totss"] = fit.totss,
                            _["tot.withinss"] = fit.tot_withinss, _["iterations"] = static_cast<int>(fit.iterations),
                            _["converged"] = fit.converged);
}
