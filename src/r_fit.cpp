// The only place that knows R, with the other files r_*: converts, calls the core, wraps. No arithmetic, no decision,
// no default. Here: fits and predictions.

#include <Rcpp.h>

#include <thread>

#include "data/row_distances.h"
#include "features/grid_map.h"
#include "r_convert.h"
#include "r_progress.h"
#include "r_results.h"

using namespace scrb::r;
using Rcpp::_;
using scrb::Context;
using scrb::Index;

// [[Rcpp::export]]
int available_threads_cpp() { return static_cast<int>(std::thread::hardware_concurrency()); }

// [[Rcpp::export]]
SEXP summarize_columns_cpp(SEXP x, bool with_sd, int threads) {
  const auto rows = make_rows(x);
  return answer(
      threads, R_NilValue, [&](const Context& context) { return scrb::summarize_columns(*rows, with_sd, context); },
      [](const scrb::ColumnSummary& summary) {
        return Rcpp::List::create(_["min"] = summary.min, _["max"] = summary.max, _["sd"] = summary.sd,
                                  _["missing"] = from_bad_entries(summary.missing),
                                  _["infinite"] = from_bad_entries(summary.infinite));
      });
}

// `rows`: those of x that pairs are made of, increasing; `first` and `second`: places in it. All 1-based.
// [[Rcpp::export]]
SEXP pair_distances_cpp(SEXP x, Rcpp::List scaling, SEXP rows, SEXP first, SEXP second, bool squares, int threads) {
  const auto all = make_rows(x);
  const scrb::ScaledRows scaled(*all, make_scaling(scaling), scrb::Reading());
  const std::vector<Index> listed = minus_one(rows), from = minus_one(first), to = minus_one(second);
  return answer(
      threads, R_NilValue,
      [&](const Context& context) {
        return scrb::pair_distances(scaled.listed(listed, context), scaled.codes(), from, to, squares, context);
      },
      [](const std::vector<double>& distances) { return Rcpp::NumericVector(distances.begin(), distances.end()); });
}

// [[Rcpp::export]]
SEXP fit_grids_cpp(SEXP x, Rcpp::List scaling, Rcpp::List grids, Rcpp::List options, Rcpp::List draws, int threads,
                   SEXP report) {
  const auto rows = make_rows(x);
  const scrb::Scaling scaled = make_scaling(scaling);
  const scrb::FitOptions settings = make_fit_options(options);
  const scrb::FitDraws drawn = make_fit_draws(draws);
  const bool keep_embedding = options["keep_embedding"];
  scrb::GridMap map(make_grids(grids), options["column_scaling"]);
  return answer(
      threads, report,
      [&](const Context& context) { return scrb::fit_rows(*rows, scaled, map, settings, drawn, context); },
      [&](scrb::Fit& fit) { return from_fit(fit, keep_embedding); });
}

// `draws` also has rows of x: pool, principal_rows.
// [[Rcpp::export]]
SEXP fit_landmarks_cpp(SEXP x, Rcpp::List scaling, Rcpp::List options, Rcpp::List draws, int threads, SEXP report) {
  const auto rows = make_rows(x);
  const scrb::Scaling scaled = make_scaling(scaling);
  const scrb::FitOptions settings = make_fit_options(options);
  const scrb::FitDraws drawn = make_fit_draws(draws);
  const bool keep_embedding = options["keep_embedding"];
  scrb::LandmarkOptions landmarks;
  landmarks.n_nearest = Rcpp::as<int>(options["n_nearest"]);
  landmarks.gaussian = Rcpp::as<std::string>(options["weights"]) == "gaussian";
  landmarks.pool = minus_one(draws["pool"]);
  landmarks.unit = Rcpp::as<double>(scaling["unit"]);
  const scrb::ProjectionOptions projection{Rcpp::as<int>(options["pca"]), minus_one(draws["principal_rows"])};
  return answer(
      threads, report,
      [&](const Context& context) {
        return scrb::fit_landmarks(*rows, scaled, landmarks, projection, settings, drawn, context);
      },
      [&](scrb::Fit& fit) { return from_fit(fit, keep_embedding); });
}

// The largest difference across the diagonal of a square matrix, dense or a dgCMatrix.
// [[Rcpp::export]]
SEXP asymmetry_cpp(SEXP links, int threads) {
  const scrb::LinkMatrix square = make_links(links);
  return answer(
      threads, R_NilValue, [&](const Context& context) { return scrb::asymmetry(square, context); },
      [](double largest) { return Rcpp::NumericVector::create(largest); });
}

// The mean of a dense square matrix and its transpose.
// [[Rcpp::export]]
SEXP even_out_cpp(Rcpp::NumericMatrix square, int threads) {
  const scrb::LinkMatrix links = make_links(square);
  Rcpp::NumericMatrix even(Rcpp::no_init(square.nrow(), square.ncol()));
  return answer(
      threads, R_NilValue,
      [&](const Context& context) {
        scrb::even_out(links, context, even.begin());
        return even;
      },
      [](const Rcpp::NumericMatrix& result) { return result; });
}

// `links`: a symmetric matrix, dense or a dgCMatrix.
// [[Rcpp::export]]
SEXP fit_graph_cpp(SEXP links, Rcpp::List options, Rcpp::List draws, int threads, SEXP report) {
  const scrb::Graph graph(make_links(links));
  const scrb::FitOptions settings = make_fit_options(options);
  const scrb::FitDraws drawn = make_fit_draws(draws);
  const bool keep_embedding = options["keep_embedding"];
  return answer(
      threads, report, [&](const Context& context) { return scrb::fit_graph(graph, settings, drawn, context); },
      [&](scrb::Fit& fit) { return from_fit(fit, keep_embedding); });
}

// `draws`: random numbers and rows that the method needs.
// [[Rcpp::export]]
SEXP fit_baseline_cpp(SEXP x, Rcpp::List scaling, Rcpp::List options, Rcpp::List draws, int threads, SEXP report) {
  const auto rows = make_rows(x);
  const scrb::Scaling scaled = make_scaling(scaling);
  const bool keep_embedding = options["keep_embedding"];
  scrb::BaselineOptions settings;
  settings.method = make_method(options["method"]);
  settings.kernel = make_kernel(options["kernel"], options["sigma"]);
  settings.kmeans = make_kmeans(options["k"], options["nstart"], options["iter.max"]);
  settings.kmeans.sample = minus_one(draws["kmeans_rows"]);
  settings.solver = make_solver(options);
  settings.n_nearest = Rcpp::as<int>(options["n_nearest"]);
  const Rcpp::NumericMatrix frequencies = draws["frequencies"];
  const Rcpp::NumericVector landmark_uniforms = draws["landmark_uniforms"], uniforms = draws["uniforms"];
  settings.landmarks = make_kmeans(landmark_uniforms.size(), 1, options["landmark_iterations"]);
  const scrb::BaselineDraws drawn{frequencies.begin(), frequencies.ncol(), minus_one(draws["rows"]),
                                  landmark_uniforms.begin(), uniforms.begin()};
  return answer(
      threads, report,
      [&](const Context& context) { return scrb::fit_baseline(*rows, scaled, settings, drawn, context); },
      [&](scrb::BaselineFit& fit) { return from_baseline(fit, settings.kmeans.k, keep_embedding); });
}

// NULL, or what is wrong with a model.
// [[Rcpp::export]]
SEXP check_model_cpp(Rcpp::List model) {
  const scrb::FieldsIn fields = make_fields(model);
  return answer(
      1, R_NilValue, [&](const Context&) { return scrb::Model::check(fields); },
      [](const scrb::Model&) { return R_NilValue; });
}

// New rows of x; of a graph their similarities to its nodes, a column for each row.
// [[Rcpp::export]]
SEXP predict_cpp(Rcpp::List model, SEXP x, bool are_links, int threads) {
  const scrb::FieldsIn fields = make_fields(model);
  const auto rows = are_links ? nullptr : make_rows(x);
  const scrb::LinkMatrix links = are_links ? make_links(x) : scrb::LinkMatrix();
  Index n_columns = 0;
  return answer(
      threads, R_NilValue,
      [&](const Context& context) {
        const scrb::Model checked = scrb::Model::check(fields);
        n_columns = checked.placing.n_columns();
        return are_links ? scrb::predict_nodes(checked, links, context) : scrb::predict_rows(checked, *rows, context);
      },
      [&](scrb::NewRows& found) { return from_new_rows(found, n_columns); });
}
