#ifndef SCRB_R_RESULTS_H
#define SCRB_R_RESULTS_H

// What the core gives, as R objects: a part of the glue, see r_fit.cpp; included after <Rcpp.h>.

#include <string>
#include <vector>

#include "data/column_summary.h"
#include "methods/baseline.h"
#include "methods/fit.h"
#include "methods/predict.h"
#include "methods/tune.h"
#include "support/cannot_cluster.h"

namespace scrb {
namespace r {

using Rcpp::_;

// A matrix stored row after row, as R stores it.
inline Rcpp::NumericMatrix to_matrix(const std::vector<double>& rows, Index n_rows, Index n_cols) {
  Rcpp::NumericMatrix matrix(Rcpp::no_init(n_rows, n_cols));
  double* out = matrix.begin();
  for (Index i = 0; i < n_rows; ++i) {
    if (i % 65536 == 65535) Rcpp::checkUserInterrupt();
    for (Index j = 0; j < n_cols; ++j) out[j * n_rows + i] = rows[i * n_cols + j];
  }
  return matrix;
}

inline Rcpp::IntegerVector plus_one(const std::vector<std::int32_t>& zero_based) {
  Rcpp::IntegerVector result(zero_based.begin(), zero_based.end());
  for (int& value : result) ++value;
  return result;
}

inline Rcpp::NumericVector as_numeric(const std::vector<Index>& counts) {
  return Rcpp::NumericVector(counts.begin(), counts.end());
}

inline double as_double(Index count) { return static_cast<double>(count); }

inline Rcpp::NumericMatrix from_points(const Points& points) {
  return to_matrix({points.values.begin(), points.values.end()}, points.count, points.n_cols);
}

inline Rcpp::NumericVector from_bad_entries(const BadEntries& bad) {
  return Rcpp::NumericVector::create(_["count"] = as_double(bad.count), _["row"] = as_double(bad.row + 1),
                                     _["column"] = as_double(bad.column + 1));
}

inline SEXP from_field(const FieldOut& field) {
  if (field.type == FieldOut::Type::text) return Rcpp::wrap(field.text);
  Rcpp::RObject values;
  if (field.type == FieldOut::Type::real) values = Rcpp::wrap(field.real);
  else values = Rcpp::wrap(field.whole);
  if (field.n_rows >= 0) values.attr("dim") = Rcpp::IntegerVector::create(field.n_rows, field.n_cols);
  return values;
}

// Fields named "list$part" go into lists. Each is let go once R has it.
inline Rcpp::List from_fields(FieldsOut& fields) {
  Rcpp::List result;
  for (FieldOut& field : fields.all()) {
    const std::size_t split = field.name.find('$');
    if (split == std::string::npos) {
      result[field.name] = from_field(field);
    } else {
      const std::string list = field.name.substr(0, split);
      Rcpp::List parts;
      if (result.containsElementNamed(list.c_str())) parts = result[list];
      parts[field.name.substr(split + 1)] = from_field(field);
      result[list] = parts;
    }
    field = FieldOut();
  }
  return result;
}

// What stands in the way, for check_answer().
inline Rcpp::List from_failure(const CannotCluster& why) {
  using Reason = CannotCluster::Reason;
  auto name = [](Reason reason) {
    switch (reason) {
      case Reason::few_distinct_rows: return "few_distinct_rows";
      case Reason::all_rows_alone: return "all_rows_alone";
      case Reason::few_rows_left: return "few_rows_left";
      case Reason::few_landmarks: return "few_landmarks";
      case Reason::low_rank: return "low_rank";
      case Reason::few_distinct_embedded: return "few_distinct_embedded";
    }
    return "";
  };
  return Rcpp::List::create(_["failure"] = name(why.reason), _["found"] = as_double(why.found),
                            _["bins_per_grid"] = why.bins_per_grid);
}

inline Rcpp::List from_failure(const BadModel& why) {
  return Rcpp::List::create(_["failure"] = "bad_model", _["field"] = why.field, _["problem"] = why.problem);
}

inline Rcpp::NumericVector from_seconds(const Seconds& seconds) {
  Rcpp::NumericVector result;
  for (const auto& step : seconds) result.push_back(step.second, step.first);
  return result;
}

inline Rcpp::List from_solution(const Solution& solution) {
  const SolverCounts& counts = solution.counts;
  return Rcpp::List::create(
      _["eigenvalues"] = solution.eigenvalues, _["residuals"] = solution.residuals,
      _["solver"] =
          Rcpp::List::create(_["dense"] = counts.dense, _["side"] = solution.side, _["stopped"] = counts.stopped,
                             _["products"] = as_double(counts.products), _["restarts"] = as_double(counts.restarts),
                             _["recovered"] = as_double(counts.recovered)),
      _["degree_range"] = Rcpp::NumericVector::create(solution.smallest_degree, solution.largest_degree));
}

inline Rcpp::List from_components(const Components& components) {
  return Rcpp::List::create(_["found"] = as_double(components.found), _["beyond_k"] = as_double(components.beyond_k),
                            _["stray_rows"] = as_double(components.stray_rows),
                            _["size"] = as_numeric(components.size));
}

inline Rcpp::List from_kmeans(const Kmeans& kmeans, Index k, Index n_columns) {
  return Rcpp::List::create(_["centers"] = to_matrix(kmeans.centers, k, n_columns), _["withinss"] = kmeans.withinss,
                            _["totss"] = kmeans.totss, _["iterations"] = static_cast<int>(kmeans.iterations),
                            _["converged"] = kmeans.converged);
}

inline SEXP from_path(const std::vector<PathRow>& path) {
  if (path.empty()) return R_NilValue;
  const std::size_t n = path.size();
  Rcpp::IntegerVector k(n);
  Rcpp::NumericVector silhouette(n), restart(n), halves(n), stability(n), smallest(n), largest(n);
  for (std::size_t i = 0; i < n; ++i) {
    const PathRow& row = path[i];
    k[i] = static_cast<int>(row.k);
    silhouette[i] = row.scores.silhouette;
    restart[i] = row.scores.restart;
    halves[i] = row.halves;
    stability[i] = row.stability;
    smallest[i] = row.scores.smallest;
    largest[i] = row.scores.largest;
  }
  return Rcpp::DataFrame::create(_["k"] = k, _["silhouette"] = silhouette, _["restart"] = restart, _["halves"] = halves,
                                 _["stability"] = stability, _["smallest"] = smallest, _["largest"] = largest);
}

// An embedding that is not to be kept has no columns.
inline Rcpp::NumericMatrix from_embedding(std::vector<double>& embedding, Index n, Index n_columns, bool keep) {
  const Rcpp::NumericMatrix result = to_matrix(embedding, n, keep && !embedding.empty() ? n_columns : 0);
  embedding = std::vector<double>();
  return result;
}

// Lets go of each large part once R has it.
inline Rcpp::List from_fit(Fit& fit, bool keep_embedding) {
  Partition& partition = fit.partition;
  const Index n = static_cast<Index>(partition.cluster.size()), n_columns = partition.placing.n_columns();
  Rcpp::List result = from_solution(fit.solution);
  result["n_vectors"] = static_cast<int>(partition.placing.n_vectors());
  result["embedding"] = from_embedding(partition.embedding, n, n_columns, keep_embedding);
  result["model"] = from_fields(fit.model);
  result["features"] = from_fields(fit.features);
  result["cluster"] = plus_one(partition.cluster);
  result["kmeans"] = from_kmeans(partition.kmeans, fit.k, n_columns);
  if (!fit.centers.empty()) result["centers"] = to_matrix(fit.centers, fit.k, fit.centers.size() / fit.k);
  result["components"] = from_components(fit.components);
  result["stray"] = as_double(fit.stray);
  result["consensus"] = static_cast<int>(fit.n_base);
  result["path"] = from_path(fit.path);
  result["seconds"] = from_seconds(fit.seconds);
  return result;
}

inline Rcpp::List from_baseline(BaselineFit& fit, Index k, bool keep_embedding) {
  const Index n = static_cast<Index>(fit.cluster.size());
  Rcpp::List result = from_solution(fit.solution);
  result["embedding"] = from_embedding(fit.embedding, n, fit.n_columns, keep_embedding);
  result["cluster"] = plus_one(fit.cluster);
  result["kmeans"] = from_kmeans(fit.kmeans, k, fit.n_columns);
  result["centers"] = to_matrix(fit.centers, k, fit.centers.size() / k);
  result["least_degree"] = fit.least_degree;
  result["raised"] = as_double(fit.raised);
  result["nonpositive"] = as_double(fit.nonpositive);
  result["landmarks"] = from_points(fit.landmarks);
  result["seconds"] = from_seconds(fit.seconds);
  return result;
}

inline Rcpp::List from_new_rows(NewRows& rows, Index n_columns) {
  const Index n = static_cast<Index>(rows.cluster.size());
  return Rcpp::List::create(_["cluster"] = plus_one(rows.cluster),
                            _["embedding"] = to_matrix(rows.embedding, n, n_columns),
                            _["unknown"] = as_double(rows.unknown));
}

// Of a candidate without a fit, labels are of length 0.
inline Rcpp::List from_trials(const std::vector<Trial>& trials) {
  Rcpp::List result(trials.size());
  for (std::size_t i = 0; i < trials.size(); ++i) {
    const Trial& trial = trials[i];
    result[i] = Rcpp::List::create(
        _["cluster"] = plus_one(trial.cluster),
        _["halves"] = Rcpp::List::create(plus_one(trial.half_labels[0]), plus_one(trial.half_labels[1])),
        _["criteria"] =
            Rcpp::NumericVector::create(_["gap"] = trial.gap, _["silhouette"] = trial.silhouette,
                                        _["conductance"] = trial.conductance, _["reference"] = trial.reference));
  }
  return result;
}

}  // namespace r
}  // namespace scrb

#endif
