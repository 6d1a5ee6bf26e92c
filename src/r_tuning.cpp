// What settings and several k are compared by: a part of the glue, see r_glue.cpp.

#include <Rcpp.h>

#include "r_convert.h"
#include "r_progress.h"
#include "r_results.h"
#include "row_normalize.h"

using Rcpp::_;
using scrb::Index;
using namespace scrb::r;

// Rows of x (1-based, increasing) on scaled columns, projected if asked for: a plain matrix to tune on.
// [[Rcpp::export]]
Rcpp::NumericMatrix scaled_columns_cpp(SEXP x, Rcpp::List scaling, Rcpp::IntegerVector rows,
                                       Rcpp::IntegerVector principal_rows, int pca, int threads) {
  RProgress progress(R_NilValue);
  const scrb::Context context(threads, &progress);
  const scrb::Input input = make_input(x);
  const scrb::Points points = with_interrupt([&] {
    scrb::Table table = scrb::make_table(input, make_scaling(scaling), minus_one<Index>(rows), context);
    if (pca > 0)
      table = scrb::project(
          table,
          scrb::principal_components(
              scrb::make_table(input, make_scaling(scaling), minus_one<Index>(principal_rows), context), pca, context),
          context);
    return scrb::to_points(table);
  });
  return from_points(points.values, points.count, points.n_cols);
}

// The nearest of the rows in `pool` (1-based, increasing) to every row of a matrix, nearest first, and their squared
// distances: a column per row.
// [[Rcpp::export]]
Rcpp::List nearest_cpp(Rcpp::NumericMatrix x, Rcpp::IntegerVector pool, int n_nearest, int threads) {
  RProgress progress(R_NilValue);
  const scrb::Context context(threads, &progress);
  const std::vector<double> zeros(x.ncol(), 0.0), ones(x.ncol(), 1.0);
  const scrb::Scaling none{zeros.data(), ones.data()};
  const scrb::NearestLandmarks nearest = with_interrupt([&] {
    const scrb::Input input = make_input(x);
    const scrb::Points landmarks = scrb::to_points(scrb::make_table(input, none, minus_one<Index>(pool), context));
    return scrb::find_nearest(scrb::make_table(input, none, context), landmarks, n_nearest,
                              scrb::Kernel::Shape::gaussian, context);
  });
  Rcpp::IntegerMatrix landmark(n_nearest, x.nrow(), nearest.landmark.begin());
  for (int& place : landmark) ++place;
  return Rcpp::List::create(_["landmark"] = landmark,
                            _["distance"] = Rcpp::NumericMatrix(n_nearest, x.nrow(), nearest.distance.begin()));
}

// Steps 2 to 4 from what nearest_cpp() gave, or its first rows. `sigma` is infinite for weights of 1.
// [[Rcpp::export]]
Rcpp::List embed_nearest_cpp(Rcpp::IntegerMatrix landmark, Rcpp::NumericMatrix distance, int n_landmarks, double sigma,
                             Rcpp::List options, int threads) {
  scrb::SpectrumOptions settings;
  set_spectrum_options(options, settings);
  RProgress progress(R_NilValue);
  const scrb::Context context(threads, &progress);
  scrb::NearestLandmarks nearest;
  nearest.n_rows = landmark.ncol();
  nearest.n_landmarks = n_landmarks;
  nearest.n_nearest = landmark.nrow();
  nearest.landmark = minus_one<std::int32_t>(landmark);
  nearest.distance.assign(distance.begin(), distance.end());
  try {
    return from_spectrum(
        with_interrupt([&] { return scrb::embed_nearest(std::move(nearest), sigma, settings, context); }));
  } catch (const scrb::CannotCluster& why) {
    return from_failure(why);
  }
}

// Labels, and the embedding of some rows (1-based), for one of several k; the spectrum stays as it is.
// [[Rcpp::export]]
Rcpp::List try_k_cpp(SEXP spectrum, Rcpp::List options, Rcpp::NumericVector uniforms, Rcpp::IntegerVector rows,
                     int threads) {
  const scrb::PartitionOptions settings = make_partition_options(options, Rcpp::List::create(_["uniforms"] = uniforms));
  RProgress progress(R_NilValue);
  const scrb::Context context(threads, &progress);
  const Rcpp::XPtr<scrb::Spectrum> found(spectrum);
  try {
    const scrb::Partition fit = with_interrupt([&] { return scrb::try_partition(*found, settings, context); });
    const std::vector<double> some = scrb::take_rows(fit.embedding, fit.n_columns, minus_one<Index>(rows));
    return Rcpp::List::create(_["cluster"] = plus_one(fit.cluster),
                              _["embedding"] = by_columns(some, rows.size(), fit.n_columns),
                              _["kmeans"] = from_kmeans(fit.kmeans, settings.kmeans.k, fit.n_columns));
  } catch (const scrb::CannotCluster& why) {
    return from_failure(why);
  }
}

// The embedding of some rows (1-based) for one of several k; rows without a place are zero.
// [[Rcpp::export]]
Rcpp::NumericMatrix place_rows_cpp(SEXP spectrum, int k, int n_vectors, Rcpp::IntegerVector rows) {
  const Rcpp::XPtr<scrb::Spectrum> found(spectrum);
  const std::vector<double> places = scrb::place_rows(*found, minus_one<Index>(rows), k, n_vectors, scrb::Context(1));
  return by_columns(places, rows.size(), static_cast<Index>(places.size()) / rows.size());
}

// Labels and sums of squares of short k-means runs, a column and a number for each; into fewer than k clusters where
// fewer rows are distinct.
// [[Rcpp::export]]
Rcpp::List kmeans_each_cpp(Rcpp::NumericMatrix x, int k, int nstart, int iter_max, Rcpp::NumericVector uniforms,
                           int threads) {
  RProgress progress(R_NilValue);
  const scrb::Context context(threads, &progress);
  const std::vector<double> rows = by_rows(x);
  const std::vector<scrb::Kmeans> runs = with_interrupt([&] {
    return scrb::kmeans_each(rows.data(), x.nrow(), x.ncol(), std::vector<Index>(nstart, k), iter_max, uniforms.begin(),
                             context);
  });
  Rcpp::IntegerMatrix cluster(x.nrow(), nstart);
  Rcpp::NumericVector squares(nstart);
  for (int run = 0; run < nstart; ++run) {
    const Rcpp::IntegerVector labels = plus_one(runs[run].cluster);
    std::copy(labels.begin(), labels.end(), cluster.begin() + run * cluster.nrow());
    squares[run] = runs[run].tot_withinss;
  }
  return Rcpp::List::create(_["cluster"] = cluster, _["tot.withinss"] = squares);
}
