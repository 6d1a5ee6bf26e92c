// The only place that knows R, with the other files r_*: converts, calls the core, wraps. No arithmetic, no decision,
// no default. r_tuning.cpp has what tuning and the choice of k call.

#include <Rcpp.h>

#include <thread>

#include "dense_features.h"
#include "normalized_operator.h"
#include "r_convert.h"
#include "r_progress.h"
#include "r_results.h"
#include "sc_baseline.h"
#include "sc_landmarks.h"
#include "sc_rb.h"

using Rcpp::_;
using scrb::Index;
using namespace scrb::r;

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
                                       Rcpp::IntegerVector second, bool squares, int threads) {
  RProgress progress(R_NilValue);
  const scrb::Context context(threads, &progress);
  const std::vector<double> distances = with_interrupt([&] {
    const scrb::Table table = scrb::make_table(make_input(x), make_scaling(scaling), minus_one<Index>(rows), context);
    return scrb::pair_distances(table, minus_one<Index>(first), minus_one<Index>(second), squares, context);
  });
  return Rcpp::NumericVector(distances.begin(), distances.end());
}

// Steps 1 to 4 by grids. `spectrum` of the result is for cluster_cpp() and try_k_cpp().
// [[Rcpp::export]]
Rcpp::List embed_grids_cpp(SEXP x, Rcpp::List scaling, Rcpp::List grids, Rcpp::List options, int threads, SEXP report) {
  scrb::GridOptions settings;
  set_spectrum_options(options, settings);
  settings.column_scaling = Rcpp::as<bool>(options["column_scaling"]);
  RProgress progress(report);
  const scrb::Context context(threads, &progress);
  try {
    scrb::GridSpectrum fit = with_interrupt(
        [&] { return scrb::embed_grids(make_input(x), make_scaling(scaling), make_grids(grids), settings, context); });
    Rcpp::List model;
    if (settings.keep_weights) model = from_grids(fit);
    fit.dictionary = scrb::Dictionary();
    const std::vector<Index> occupied = fit.occupied, fullest = fit.fullest, singles = fit.singles;
    Rcpp::List result = from_spectrum(std::move(fit));
    result["occupied"] = as_numeric(occupied);
    result["fullest"] = as_numeric(fullest);
    result["singles"] = as_numeric(singles);
    result["model"] = model;
    return result;
  } catch (const scrb::CannotCluster& why) {
    return from_failure(why);
  }
}

// Steps 1 to 4 by landmarks. `draws`: rows of x, 1-based and increasing: pool, principal_rows.
// [[Rcpp::export]]
Rcpp::List embed_landmarks_cpp(SEXP x, Rcpp::List scaling, Rcpp::List options, Rcpp::List draws, int threads,
                               SEXP report) {
  scrb::LandmarkOptions settings;
  set_spectrum_options(options, settings);
  settings.n_nearest = Rcpp::as<int>(options["n_nearest"]);
  settings.gaussian = Rcpp::as<std::string>(options["weights"]) == "gaussian";
  settings.n_components = Rcpp::as<int>(options["pca"]);
  settings.pool = minus_one<Index>(draws["pool"]);
  settings.principal_rows = minus_one<Index>(draws["principal_rows"]);
  RProgress progress(report);
  const scrb::Context context(threads, &progress);
  try {
    scrb::LandmarkSpectrum fit =
        with_interrupt([&] { return scrb::embed_landmarks(make_input(x), make_scaling(scaling), settings, context); });
    const scrb::LandmarkModel& model = fit.model;
    const scrb::Projection& projection = model.projection;
    const Rcpp::NumericVector rows(fit.landmark_rows.begin(), fit.landmark_rows.end());
    Rcpp::List kept = Rcpp::List::create(
        _["landmarks"] = from_points(model.landmarks.values, model.landmarks.count, model.landmarks.n_cols),
        _["landmark_rows"] = rows + 1.0,
        _["projection"] = from_points(projection.directions, projection.n_components, projection.n_cols),
        _["n_nearest"] = static_cast<int>(model.n_nearest), _["sigma"] = model.sigma);
    if (settings.keep_weights) kept["weights"] = as_columns(fit.weights.shared, fit.n_vectors);
    Rcpp::List result = from_spectrum(std::move(fit));
    result["model"] = kept;
    return result;
  } catch (const scrb::CannotCluster& why) {
    return from_failure(why);
  }
}

// Steps 5 and 6: takes the rows out of the spectrum.
// [[Rcpp::export]]
Rcpp::List cluster_cpp(SEXP spectrum, SEXP x, Rcpp::List scaling, Rcpp::List options, Rcpp::List draws, int threads,
                       SEXP report) {
  const scrb::Input input = make_input(x);
  const scrb::PartitionOptions settings = make_partition_options(options, draws);
  RProgress progress(report);
  const scrb::Context context(threads, &progress);
  Rcpp::XPtr<scrb::Spectrum> found(spectrum);
  try {
    const scrb::PlacedPartition fit =
        with_interrupt([&] { return scrb::make_partition(*found, input, make_scaling(scaling), settings, context); });
    Rcpp::List result = from_partition(fit, input.n_rows, input.n_cols, settings.kmeans.k);
    result["stray"] = static_cast<double>(fit.stray);
    result["model"] = from_placing(fit.placing, input.n_cols);
    result["seconds"] = from_seconds(fit.seconds);
    return result;
  } catch (const scrb::CannotCluster& why) {
    return from_failure(why);
  }
}

// `original`: x before factors became indicators. `draws`: random numbers and rows that the method needs.
// [[Rcpp::export]]
Rcpp::List sc_baseline_cpp(SEXP x, SEXP original, Rcpp::List scaling, Rcpp::List options, Rcpp::List draws, int threads,
                           SEXP report) {
  const scrb::Input input = make_input(x), given = make_input(original);
  const int k = options["k"];
  scrb::BaselineOptions settings;
  settings.method = make_method(options["method"]);
  settings.kernel = make_kernel(options["kernel"], options["sigma"]);
  settings.kmeans = make_kmeans(k, options["nstart"], options["iter.max"]);
  settings.solver = make_solver(options);
  settings.n_nearest = Rcpp::as<int>(options["n_nearest"]);
  const Rcpp::NumericMatrix frequencies = draws["frequencies"];
  const Rcpp::NumericVector landmark_uniforms = draws["landmark_uniforms"], uniforms = draws["uniforms"];
  settings.landmarks = make_kmeans(landmark_uniforms.size(), 1, options["landmark_iterations"]);
  const scrb::BaselineDraws drawn{frequencies.begin(), frequencies.ncol(), minus_one<Index>(draws["rows"]),
                                  landmark_uniforms.begin(), uniforms.begin()};
  RProgress progress(report);
  const scrb::Context context(threads, &progress);
  scrb::BaselineResult fit;
  try {
    fit = with_interrupt(
        [&] { return scrb::sc_baseline(input, given, make_scaling(scaling), settings, drawn, context); });
  } catch (const scrb::CannotCluster& why) {
    return from_failure(why);
  }
  Rcpp::List result = from_partition(fit, input.n_rows, given.n_cols, k);
  result["solved"] = from_solved(fit);
  result["least_degree"] = fit.least_degree;
  result["raised"] = static_cast<double>(fit.raised);
  result["nonpositive"] = static_cast<double>(fit.nonpositive);
  result["landmarks"] = from_points(fit.landmarks.values, fit.landmarks.count, fit.landmarks.n_cols);
  return result;
}

// Features themselves: for tests.
// [[Rcpp::export]]
Rcpp::NumericMatrix fourier_features_cpp(SEXP x, Rcpp::List scaling, Rcpp::NumericMatrix frequencies, int threads) {
  const scrb::Context context(threads);
  const scrb::Table table = scrb::make_table(make_input(x), make_scaling(scaling), context);
  return from_features(scrb::fourier_features(table, frequencies.begin(), frequencies.ncol(), context));
}

// `landmarks`: rows of x, 1-based and increasing.
// [[Rcpp::export]]
Rcpp::NumericMatrix kernel_features_cpp(SEXP x, Rcpp::List scaling, Rcpp::IntegerVector landmarks, std::string kernel,
                                        double sigma, int threads) {
  const scrb::Context context(threads);
  const scrb::Input input = make_input(x);
  const scrb::Table table = scrb::make_table(input, make_scaling(scaling), context);
  const scrb::Table sample = scrb::make_table(input, make_scaling(scaling), minus_one<Index>(landmarks), context);
  return from_features(scrb::kernel_features(table, scrb::to_points(sample), make_kernel(kernel, sigma), context));
}

// [[Rcpp::export]]
Rcpp::List predict_grids_cpp(SEXP x, Rcpp::List scaling, Rcpp::List model, Rcpp::NumericMatrix embedding_centers,
                             int threads) {
  RProgress progress(R_NilValue);
  const scrb::Context context(threads, &progress);
  const scrb::GridModel fitted{make_grids(model), to_dictionary(model), REAL(model["weights"]),
                               REAL(model["owner_weights"])};
  const scrb::Placing placing = make_placing(model, embedding_centers);
  return from_prediction(with_interrupt(
      [&] { return scrb::predict_by_grids(make_input(x), make_scaling(scaling), fitted, placing, context); }));
}

// `original`: x before factors became indicators.
// [[Rcpp::export]]
Rcpp::List predict_landmarks_cpp(SEXP x, Rcpp::List scaling, SEXP original, Rcpp::List original_scaling,
                                 Rcpp::List model, Rcpp::NumericMatrix embedding_centers, int threads) {
  RProgress progress(R_NilValue);
  const scrb::Context context(threads, &progress);
  const Rcpp::NumericMatrix landmarks = model["landmarks"], directions = model["projection"];
  const scrb::LandmarkModel fitted{{directions.ncol(), directions.nrow(), to_floats(directions)},
                                   {landmarks.nrow(), landmarks.ncol(), to_floats(landmarks)},
                                   Rcpp::as<int>(model["n_nearest"]),
                                   Rcpp::as<double>(model["sigma"])};
  const scrb::Placing placing = make_placing(model, embedding_centers);
  return from_prediction(with_interrupt([&] {
    return scrb::predict_by_landmarks(make_input(x), make_scaling(scaling), make_input(original),
                                      make_scaling(original_scaling), fitted, REAL(model["weights"]), placing, context);
  }));
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
  const scrb::Components components = scrb::find_components(bins, k, scrb::smallest_cluster(bins.n_rows(), k), context);
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
  const scrb::KmeansOptions options = make_kmeans(k, nstart, iter_max);
  const std::vector<double> rows = by_rows(x);
  const scrb::Kmeans fit =
      with_interrupt([&] { return scrb::kmeans(rows.data(), x.nrow(), x.ncol(), options, uniforms.begin(), context); });
  return Rcpp::List::create(_["cluster"] = plus_one(fit.cluster), _["centers"] = by_columns(fit.centers, k, x.ncol()),
                            _["size"] = as_numeric(fit.size), _["withinss"] = fit.withinss, _["totss"] = fit.totss,
                            _["tot.withinss"] = fit.tot_withinss, _["iterations"] = static_cast<int>(fit.iterations),
                            _["converged"] = fit.converged);
}
