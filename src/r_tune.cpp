// What settings are tried by, and the features themselves: a part of the glue, see r_fit.cpp.

#include <Rcpp.h>

#include "features/bins.h"
#include "r_convert.h"
#include "r_progress.h"
#include "r_results.h"

using namespace scrb::r;
using Rcpp::_;
using scrb::Context;
using scrb::Index;

// Candidates of one scaling: n_nearest and weights of each.
// [[Rcpp::export]]
SEXP try_landmarks_cpp(SEXP x, Rcpp::List scaling, Rcpp::List options, Rcpp::List draws, SEXP n_nearest, SEXP weights,
                       int threads) {
  const auto rows = make_rows(x);
  scrb::LandmarkTrials trials;
  trials.scaling = make_scaling(scaling);
  trials.unit = Rcpp::as<double>(scaling["unit"]);
  trials.projection.n_components = Rcpp::as<int>(options["pca"]);
  trials.projection.rows = minus_one(draws["principal_rows"]);
  trials.pool = minus_one(draws["pool"]);
  trials.shuffle = make_shuffle(draws["shuffle"]);
  trials.n_nearest = to_index(n_nearest);
  for (const std::string& one : Rcpp::as<std::vector<std::string>>(weights))
    trials.gaussian.push_back(one == "gaussian");
  const scrb::TuneOptions settings = make_tune_options(options, draws);
  return answer(
      threads, R_NilValue,
      [&](const Context& context) { return scrb::try_landmarks(*rows, trials, settings, context); },
      [](const std::vector<scrb::Trial>& found) { return from_trials(found); });
}

// Candidates of one scaling: a sigma for each, of grids that are drawn for 1.
// [[Rcpp::export]]
SEXP try_grids_cpp(SEXP x, Rcpp::List scaling, Rcpp::List options, Rcpp::List draws, SEXP sigma, int threads) {
  const auto rows = make_rows(x);
  scrb::GridTrials trials;
  trials.scaling = make_scaling(scaling);
  trials.grids = make_grids(draws["grids"]);
  trials.column_scaling = Rcpp::as<bool>(options["column_scaling"]);
  trials.sigma = to_vector(sigma);
  trials.shuffle = make_shuffle(draws["shuffle"]);
  const scrb::TuneOptions settings = make_tune_options(options, draws);
  return answer(
      threads, R_NilValue, [&](const Context& context) { return scrb::try_grids(*rows, trials, settings, context); },
      [](const std::vector<scrb::Trial>& found) { return from_trials(found); });
}

// [[Rcpp::export]]
SEXP rb_features_cpp(SEXP x, Rcpp::List scaling, Rcpp::List grids, int threads) {
  const auto rows = make_rows(x);
  const scrb::ScaledRows scaled(*rows, make_scaling(scaling), scrb::Reading());
  const scrb::Grids drawn = make_grids(grids);
  return answer(
      threads, R_NilValue,
      [&](const Context& context) {
        return scrb::bin_columns(scrb::make_bins(scaled, drawn, false, context), context);
      },
      [](const scrb::BinColumns& columns) {
        return Rcpp::List::create(_["i"] = columns.rows, _["p"] = columns.start,
                                  _["bins_per_grid"] = as_numeric(columns.bins_per_grid));
      });
}

// Per grid: occupied bins, and those with one row.
// [[Rcpp::export]]
SEXP count_bins_cpp(SEXP x, Rcpp::List scaling, Rcpp::List grids, int threads) {
  const auto rows = make_rows(x);
  const scrb::ScaledRows scaled(*rows, make_scaling(scaling), scrb::Reading());
  const scrb::Grids drawn = make_grids(grids);
  return answer(
      threads, R_NilValue, [&](const Context& context) { return scrb::make_bins(scaled, drawn, false, context); },
      [](const scrb::Bins& bins) {
        return Rcpp::List::create(_["occupied"] = as_numeric(bins.occupied),
                                  _["singles"] = as_numeric(bins.single_bins()));
      });
}

// Bytes of one of `grids_in_work(...)` grids that are binned at a time, and how many these are: for the memory check.
// [[Rcpp::export]]
Rcpp::NumericVector grids_in_work_cpp(double n_rows, double n_cols, double bins_per_grid, int threads) {
  const auto n = static_cast<Index>(n_rows), d = static_cast<Index>(n_cols);
  return Rcpp::NumericVector::create(_["count"] = as_double(scrb::grids_at_once(n, d, bins_per_grid, threads)),
                                     _["bytes"] = scrb::bytes_of_open_grid(d, bins_per_grid));
}

// What the memory check must know of the core: bytes of a block of rows, and how many of some vectors are worked on at
// a time.
// [[Rcpp::export]]
Rcpp::NumericVector core_sizes_cpp(int n_vectors) {
  return Rcpp::NumericVector::create(_["block"] = as_double(scrb::ScaledRows::block_bytes),
                                     _["panel"] = as_double(scrb::panel_width(n_vectors)));
}
