#ifndef SCRB_R_RESULTS_H
#define SCRB_R_RESULTS_H

// The core's results as R objects: a part of the glue, see r_glue.cpp; included after <Rcpp.h>.

#include "r_convert.h"

namespace scrb {
namespace r {

inline Rcpp::NumericMatrix from_features(const scrb::DenseFeatures& features) {
  const float* values = features.values.get();
  return by_columns({values, values + features.n_rows * features.n_cols}, features.n_rows, features.n_cols);
}

// The dictionary and weights of bins, as plain vectors.
inline Rcpp::List from_grids(const scrb::GridSpectrum& spectrum) {
  const scrb::Dictionary& dictionary = spectrum.dictionary;
  const Index m = spectrum.n_vectors;
  return Rcpp::List::create(
      _["first_key"] = as_numeric(dictionary.first_key), _["keys"] = from_keys(dictionary.keys),
      _["first_single"] = as_numeric(dictionary.first_single), _["single_keys"] = from_keys(dictionary.single_keys),
      _["single_owner"] = plus_one(dictionary.single_rows), _["weights"] = as_columns(spectrum.weights.shared, m),
      _["owner_weights"] = as_columns(spectrum.weights.single, m));
}

// Points as the rows of an R matrix.
inline Rcpp::NumericMatrix from_points(const std::vector<float>& values, Index count, Index n_cols) {
  return by_columns({values.begin(), values.end()}, count, n_cols);
}

inline Rcpp::NumericVector bad_entries(const scrb::BadEntries& bad) {
  return Rcpp::NumericVector::create(_["count"] = static_cast<double>(bad.count),
                                     _["row"] = static_cast<double>(bad.row + 1),
                                     _["column"] = static_cast<double>(bad.column + 1));
}

inline const char* name(scrb::CannotCluster::Reason reason) {
  using Reason = scrb::CannotCluster::Reason;
  switch (reason) {
    case Reason::few_distinct_rows: return "few_distinct_rows";
    case Reason::all_rows_alone: return "all_rows_alone";
    case Reason::few_rows_left: return "few_rows_left";
    case Reason::few_landmarks: return "few_landmarks";
    case Reason::low_rank: return "low_rank";
    case Reason::few_distinct_embedded: return "few_distinct_embedded";
  }
  return "";
}

inline Rcpp::List from_placing(const scrb::Placing& placing, Index d) {
  SEXP consensus = R_NilValue;
  if (!placing.base.sizes.empty()) {
    const Index m = static_cast<Index>(placing.vector_weights.size());
    const Rcpp::IntegerVector sizes(placing.base.sizes.begin(), placing.base.sizes.end());
    consensus = Rcpp::List::create(
        _["sizes"] = sizes,
        _["centers"] = by_columns(placing.base.centers, static_cast<Index>(placing.base.centers.size()) / m, m),
        _["weights"] = as_columns(placing.base.weights, placing.k));
  }
  return Rcpp::List::create(_["vector_weights"] = placing.vector_weights,
                            _["scaled_centers"] = by_columns(placing.scaled_centers, placing.k, d),
                            _["consensus"] = Rcpp::RObject(consensus));
}

// What stands in the way, for check_fit().
inline Rcpp::List from_failure(const scrb::CannotCluster& why) {
  return Rcpp::List::create(_["failure"] = name(why.reason), _["found"] = static_cast<double>(why.found),
                            _["bins_per_grid"] = why.bins_per_grid);
}

inline Rcpp::NumericVector from_seconds(const scrb::Seconds& seconds) {
  Rcpp::NumericVector result;
  for (const auto& step : seconds) result.push_back(step.second, step.first);
  return result;
}

inline Rcpp::List from_solved(const scrb::Solved& solved) {
  return Rcpp::List::create(
      _["eigenvalues"] = solved.eigenvalues, _["residuals"] = solved.residuals,
      _["solver"] = Rcpp::List::create(_["dense"] = solved.solver.dense,
                                       _["products"] = static_cast<double>(solved.solver.products),
                                       _["restarts"] = static_cast<double>(solved.solver.restarts),
                                       _["recovered"] = static_cast<double>(solved.solver.recovered)),
      _["degree_range"] = Rcpp::NumericVector::create(solved.smallest_degree, solved.largest_degree),
      _["seconds"] = from_seconds(solved.seconds));
}

// `spectrum` goes on to make_partition() as it is.
template <class AnySpectrum>
Rcpp::List from_spectrum(AnySpectrum&& spectrum) {
  Rcpp::List result = from_solved(spectrum);
  const scrb::Components& components = spectrum.components;
  result["components"] = Rcpp::List::create(
      _["found"] = static_cast<double>(components.found), _["beyond_k"] = static_cast<double>(components.beyond_k),
      _["stray_rows"] = static_cast<double>(components.stray_rows), _["size"] = as_numeric(components.size));
  spectrum.weights = scrb::BinWeights();
  result["spectrum"] = Rcpp::XPtr<scrb::Spectrum>(new scrb::Spectrum(std::move(spectrum)));
  return result;
}

inline Rcpp::List from_kmeans(const scrb::Kmeans& kmeans, Index k, Index n_columns) {
  return Rcpp::List::create(_["centers"] = by_columns(kmeans.centers, k, n_columns), _["withinss"] = kmeans.withinss,
                            _["totss"] = kmeans.totss, _["iterations"] = static_cast<int>(kmeans.iterations),
                            _["converged"] = kmeans.converged);
}

inline Rcpp::List from_prediction(const scrb::Prediction& prediction) {
  const Index n = static_cast<Index>(prediction.cluster.size());
  return Rcpp::List::create(_["cluster"] = plus_one(prediction.cluster),
                            _["embedding"] = by_columns(prediction.embedding, n, prediction.n_columns),
                            _["unknown"] = static_cast<double>(prediction.unknown));
}

// The fields that all clusterings share; an embedding that was not kept has no columns.
inline Rcpp::List from_partition(const scrb::Partition& fit, Index n, Index d, Index k) {
  return Rcpp::List::create(_["cluster"] = plus_one(fit.cluster),
                            _["embedding"] = by_columns(fit.embedding, n, fit.embedding.empty() ? 0 : fit.n_columns),
                            _["centers"] = by_columns(fit.centers, k, d),
                            _["kmeans"] = from_kmeans(fit.kmeans, k, fit.n_columns));
}

}  // namespace r
}  // namespace scrb

#endif
