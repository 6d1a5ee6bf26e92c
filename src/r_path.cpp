// What several k are compared by, for R; beside r_glue.cpp.

#include <Rcpp.h>

#include "kmeans.h"
#include "partition.h"
#include "r_convert.h"
#include "r_progress.h"

using Rcpp::_;
using scrb::Index;
using namespace scrb::r;

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
