// Parts of the core on their own, for tests against references in R: a part of the glue, see r_fit.cpp.

#include <Rcpp.h>

#include "features/bins.h"
#include "features/dense_features.h"
#include "r_convert.h"
#include "r_progress.h"
#include "r_results.h"
#include "spectrum/embedding.h"
#include "spectrum/normalized_operator.h"

using namespace scrb::r;
using Rcpp::_;
using scrb::Context;
using scrb::Index;

namespace {

// Dense features as an R matrix.
Rcpp::NumericMatrix from_features(const scrb::DenseFeatures& features) {
  const float* values = features.values.get();
  return to_matrix({values, values + features.n_rows * features.n_cols}, features.n_rows, features.n_cols);
}

scrb::Reading indicators(double level_size) {
  scrb::Reading reading;
  reading.levels = scrb::Reading::Levels::indicators;
  reading.level_size = level_size;
  return reading;
}

}  // namespace

// [[Rcpp::export]]
SEXP fourier_features_cpp(SEXP x, Rcpp::List scaling, Rcpp::NumericMatrix frequencies, int threads) {
  const auto rows = make_rows(x);
  const scrb::ScaledRows scaled(*rows, make_scaling(scaling), indicators(1));
  return answer(
      threads, R_NilValue,
      [&](const Context& context) {
        return scrb::fourier_features(scaled, frequencies.begin(), frequencies.ncol(), context);
      },
      from_features);
}

// `landmarks`: rows of x, 1-based and increasing.
// [[Rcpp::export]]
SEXP kernel_features_cpp(SEXP x, Rcpp::List scaling, SEXP landmarks, std::string kernel, double sigma, int threads) {
  const auto rows = make_rows(x);
  const scrb::ScaledRows scaled(*rows, make_scaling(scaling), indicators(1));
  const std::vector<Index> listed = minus_one(landmarks);
  return answer(
      threads, R_NilValue,
      [&](const Context& context) {
        return scrb::kernel_features(scaled, scrb::to_points(scaled.listed(listed, context)),
                                     make_kernel(kernel, sigma), context);
      },
      from_features);
}

// The operator's parts on given vectors, one at a time and as a panel.
// [[Rcpp::export]]
Rcpp::List operator_cpp(SEXP x, Rcpp::List scaling, Rcpp::List grids, Rcpp::NumericMatrix v, int k, int threads) {
  const auto rows = make_rows(x);
  const scrb::ScaledRows scaled(*rows, make_scaling(scaling), scrb::Reading());
  const scrb::Grids drawn = make_grids(grids);
  const Context context(threads);
  const scrb::Bins bins = scrb::make_bins(scaled, drawn, false, context);
  const std::vector<double> degrees = scrb::degrees(bins, context);
  const scrb::Components components = scrb::find_components(bins, k, scrb::smallest_cluster(bins.n_rows(), k), context);
  const scrb::NormalizedOperator op(bins, degrees, components, k, context);
  Rcpp::NumericMatrix product(v.nrow(), v.ncol());
  for (int j = 0; j < v.ncol(); ++j) op.apply(v.begin() + j * v.nrow(), product.begin() + j * v.nrow());
  const Eigen::Map<const Eigen::MatrixXd> vectors(v.begin(), v.nrow(), v.ncol());
  const std::vector<double> ones(v.nrow(), 1.0);
  const scrb::Embedding panel = scrb::embed(bins, vectors, Eigen::VectorXd::Ones(v.ncol()), ones, false, context);
  return Rcpp::List::create(_["degrees"] = degrees, _["components"] = plus_one(components.of_row),
                            _["product"] = product, _["panel"] = to_matrix(panel.rows, v.nrow(), v.ncol()));
}

// `sample`: rows that centres are found from, increasing; none for all.
// [[Rcpp::export]]
SEXP kmeans_cpp(Rcpp::NumericMatrix x, int k, int nstart, int iter_max, Rcpp::NumericVector uniforms, SEXP sample,
                int threads) {
  const std::vector<double> rows = by_rows(x);
  scrb::KmeansOptions options = make_kmeans(k, nstart, iter_max);
  options.sample = minus_one(sample);
  return answer(
      threads, R_NilValue,
      [&](const Context& context) {
        return scrb::kmeans(rows.data(), x.nrow(), x.ncol(), options, uniforms.begin(), context);
      },
      [&](const scrb::Kmeans& fit) {
        return Rcpp::List::create(_["cluster"] = plus_one(fit.cluster),
                                  _["centers"] = to_matrix(fit.centers, k, x.ncol()), _["size"] = as_numeric(fit.size),
                                  _["withinss"] = fit.withinss, _["totss"] = fit.totss,
                                  _["tot.withinss"] = fit.tot_withinss,
                                  _["iterations"] = static_cast<int>(fit.iterations), _["converged"] = fit.converged);
      });
}

// Labels and sums of squares of short runs, a column and a number for each; into fewer than k clusters where fewer rows
// are distinct.
// [[Rcpp::export]]
SEXP kmeans_each_cpp(Rcpp::NumericMatrix x, int k, int nstart, int iter_max, Rcpp::NumericVector uniforms,
                     int threads) {
  const std::vector<double> rows = by_rows(x);
  return answer(
      threads, R_NilValue,
      [&](const Context& context) {
        return scrb::kmeans_each(rows.data(), x.nrow(), x.ncol(), std::vector<Index>(nstart, k), iter_max,
                                 uniforms.begin(), context);
      },
      [&](const std::vector<scrb::Kmeans>& runs) {
        Rcpp::IntegerMatrix cluster(x.nrow(), nstart);
        Rcpp::NumericVector squares(nstart);
        for (int run = 0; run < nstart; ++run) {
          const Rcpp::IntegerVector labels = plus_one(runs[run].cluster);
          std::copy(labels.begin(), labels.end(), cluster.begin() + run * cluster.nrow());
          squares[run] = runs[run].tot_withinss;
        }
        return Rcpp::List::create(_["cluster"] = cluster, _["tot.withinss"] = squares);
      });
}
