// The only file that knows R: converts, calls the core, wraps. No arithmetic, no decision, no default.

#include <Rcpp.h>

#include <chrono>
#include <thread>

#include "normalized_operator.h"
#include "sc_rb.h"

using Rcpp::_;
using scrb::Index;

namespace {

// Asks R about interrupts and tells an R function about progress, each at most every tenth of a second.
class RProgress : public scrb::Progress {
 public:
  explicit RProgress(SEXP report) : report_(report) {}

  void report(const char* step, double done, double total) override {
    if (Rf_isNull(report_)) return;
    if (done > 0 && !due(last_report_)) return;
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

scrb::Input make_input(SEXP x) {
  scrb::Input input;
  if (Rf_isS4(x)) {
    const Rcpp::S4 sparse(x);
    const Rcpp::IntegerVector dim = sparse.slot("Dim");
    input.n_rows = dim[0];
    input.n_cols = dim[1];
    input.column_start = INTEGER(sparse.slot("p"));
    input.row_index = INTEGER(sparse.slot("i"));
    input.value = REAL(sparse.slot("x"));
    return input;
  }
  input.n_rows = Rf_nrows(x);
  input.n_cols = Rf_ncols(x);
  if (TYPEOF(x) == REALSXP) input.real = REAL(x);
  else input.whole = TYPEOF(x) == INTSXP ? INTEGER(x) : LOGICAL(x);
  return input;
}

scrb::Scaling make_scaling(const Rcpp::List& scaling) {
  return {REAL(scaling["center"]), REAL(scaling["scale"])};
}

scrb::Grids make_grids(const Rcpp::List& grids) {
  scrb::Grids view;
  view.n_cols = Rf_nrows(grids["widths"]);
  view.n_grids = Rf_ncols(grids["widths"]);
  view.widths = REAL(grids["widths"]);
  view.offsets = REAL(grids["offsets"]);
  return view;
}

// A matrix stored row after row, as R stores it.
Rcpp::NumericMatrix by_columns(const std::vector<double>& rows, Index n_rows, Index n_cols) {
  Rcpp::NumericMatrix matrix(Rcpp::no_init(n_rows, n_cols));
  double* out = matrix.begin();
  for (Index i = 0; i < n_rows; ++i)
    for (Index j = 0; j < n_cols; ++j) out[j * n_rows + i] = rows[i * n_cols + j];
  return matrix;
}

std::vector<double> by_rows(const Rcpp::NumericMatrix& matrix) {
  const Index n_rows = matrix.nrow(), n_cols = matrix.ncol();
  std::vector<double> rows(n_rows * n_cols);
  for (Index i = 0; i < n_rows; ++i)
    for (Index j = 0; j < n_cols; ++j) rows[i * n_cols + j] = matrix.begin()[j * n_rows + i];
  return rows;
}

// Rows of numbers as the columns of an R matrix: the same memory order.
Rcpp::NumericMatrix as_columns(const std::vector<double>& rows, Index width) {
  Rcpp::NumericMatrix matrix(Rcpp::no_init(width, static_cast<Index>(rows.size()) / width));
  std::copy(rows.begin(), rows.end(), matrix.begin());
  return matrix;
}

Rcpp::IntegerVector plus_one(const std::vector<std::int32_t>& zero_based) {
  Rcpp::IntegerVector result(zero_based.begin(), zero_based.end());
  for (int& value : result) ++value;
  return result;
}

Rcpp::NumericVector as_numeric(const std::vector<Index>& counts) {
  return Rcpp::NumericVector(counts.begin(), counts.end());
}

// 64-bit keys as two rows of R integers, high half first.
Rcpp::IntegerMatrix from_keys(const std::vector<std::uint64_t>& keys) {
  Rcpp::IntegerMatrix halves(Rcpp::no_init(2, static_cast<Index>(keys.size())));
  int* out = halves.begin();
  for (std::uint64_t key : keys) {
    *out++ = static_cast<int>(static_cast<std::uint32_t>(key >> 32));
    *out++ = static_cast<int>(static_cast<std::uint32_t>(key));
  }
  return halves;
}

std::vector<std::uint64_t> to_keys(const Rcpp::IntegerMatrix& halves) {
  std::vector<std::uint64_t> keys(halves.ncol());
  const int* in = halves.begin();
  for (std::uint64_t& key : keys) {
    key = static_cast<std::uint64_t>(static_cast<std::uint32_t>(*in++)) << 32;
    key |= static_cast<std::uint32_t>(*in++);
  }
  return keys;
}

Rcpp::List from_model(const scrb::Model& model, Index m, Index k, Index d) {
  const scrb::Dictionary& dictionary = model.dictionary;
  return Rcpp::List::create(
      _["first_key"] = as_numeric(dictionary.first_key), _["keys"] = from_keys(dictionary.keys),
      _["first_single"] = as_numeric(dictionary.first_single), _["single_keys"] = from_keys(dictionary.single_keys),
      _["single_owner"] = plus_one(dictionary.single_rows), _["weights"] = as_columns(model.weights.shared, m),
      _["owner_weights"] = as_columns(model.weights.single, m),
      _["scaled_centers"] = by_columns(model.scaled_centers, k, d));
}

std::vector<Index> to_index(const Rcpp::NumericVector& counts) { return {counts.begin(), counts.end()}; }

scrb::Dictionary to_dictionary(const Rcpp::List& model) {
  scrb::Dictionary dictionary;
  dictionary.first_key = to_index(model["first_key"]);
  dictionary.keys = to_keys(model["keys"]);
  dictionary.first_single = to_index(model["first_single"]);
  dictionary.single_keys = to_keys(model["single_keys"]);
  const Rcpp::IntegerVector owner = model["single_owner"];
  for (int value : owner) dictionary.single_rows.push_back(value - 1);
  return dictionary;
}

Rcpp::NumericVector bad_entries(const scrb::BadEntries& bad) {
  return Rcpp::NumericVector::create(_["count"] = static_cast<double>(bad.count),
                                     _["row"] = static_cast<double>(bad.row + 1),
                                     _["column"] = static_cast<double>(bad.column + 1));
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
  result.solver.n_values = result.n_vectors;
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
int available_threads_cpp() {
  return static_cast<int>(std::thread::hardware_concurrency());
}

// [[Rcpp::export]]
Rcpp::List summarize_columns_cpp(SEXP x, int threads) {
  RProgress progress(R_NilValue);
  const scrb::Context context(threads, &progress);
  const scrb::ColumnSummary summary =
      with_interrupt([&] { return scrb::summarize_columns(make_input(x), context); });
  return Rcpp::List::create(_["min"] = summary.min, _["max"] = summary.max, _["sd"] = summary.sd,
                            _["missing"] = bad_entries(summary.missing), _["infinite"] = bad_entries(summary.infinite));
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
      _["cluster"] = plus_one(fit.cluster), _["embedding"] = embedding,
      _["centers"] = by_columns(fit.centers, k, d),
      _["kmeans"] = Rcpp::List::create(
          _["centers"] = by_columns(fit.kmeans.centers, k, m), _["withinss"] = fit.kmeans.withinss,
          _["totss"] = fit.kmeans.totss, _["iterations"] = static_cast<int>(fit.kmeans.iterations),
          _["converged"] = fit.kmeans.converged),
      _["eigenvalues"] = fit.eigenvalues, _["residuals"] = fit.residuals,
      _["solver"] = Rcpp::List::create(
          _["dense"] = fit.solver.dense, _["products"] = static_cast<double>(fit.solver.products),
          _["restarts"] = static_cast<double>(fit.solver.restarts),
          _["converged"] = static_cast<double>(fit.solver.converged),
          _["recovered"] = static_cast<double>(fit.solver.recovered)),
      _["components"] = Rcpp::List::create(
          _["found"] = static_cast<double>(fit.components.found),
          _["too_small"] = static_cast<double>(fit.components.too_small),
          _["beyond_k"] = static_cast<double>(fit.components.beyond_k),
          _["stray_rows"] = static_cast<double>(fit.components.stray_rows),
          _["size"] = as_numeric(fit.components.size)),
      _["degrees"] = fit.degrees, _["occupied"] = as_numeric(fit.occupied), _["fullest"] = as_numeric(fit.fullest),
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
    return scrb::bin_columns(scrb::make_bins(table, make_grids(grids), false, context));
  });
  return Rcpp::List::create(_["i"] = columns.rows, _["p"] = columns.start,
                            _["bins_per_grid"] = as_numeric(columns.bins_per_grid));
}

// The operator's parts on given vectors, one at a time and as a panel: for tests.
// [[Rcpp::export]]
Rcpp::List operator_cpp(SEXP x, Rcpp::List scaling, Rcpp::List grids, Rcpp::NumericMatrix v, int k, int threads) {
  RProgress progress(R_NilValue);
  const scrb::Context context(threads, &progress);
  const scrb::Table table = scrb::make_table(make_input(x), make_scaling(scaling), context);
  const scrb::Bins bins = scrb::make_bins(table, make_grids(grids), false, context);
  const std::vector<double> degrees = scrb::degrees(bins, context);
  const scrb::Components components = scrb::find_components(bins, k);
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
  const scrb::Kmeans fit = with_interrupt(
      [&] { return scrb::kmeans(rows.data(), x.nrow(), x.ncol(), options, uniforms.begin(), context); });
  return Rcpp::List::create(_["cluster"] = plus_one(fit.cluster), _["centers"] = by_columns(fit.centers, k, x.ncol()),
                            _["size"] = as_numeric(fit.size), _["withinss"] = fit.withinss,
                            _["totss"] = fit.totss, _["tot.withinss"] = fit.tot_withinss,
                            _["iterations"] = static_cast<int>(fit.iterations), _["converged"] = fit.converged);
}
