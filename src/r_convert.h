#ifndef SCRB_R_CONVERT_H
#define SCRB_R_CONVERT_H

// R objects to what the core takes: a part of the glue, see r_fit.cpp; included after <Rcpp.h>. All of it runs before
// any thread starts, since R's errors jump past destructors.

#include <map>
#include <memory>
#include <string>

#include "methods/baseline.h"
#include "methods/fit.h"
#include "methods/predict.h"
#include "methods/tune.h"

namespace scrb {
namespace r {

using Rcpp::_;

// Read-only pointers: of a vector that R has only wrapped, a writable one would be to a copy.
inline Column make_column(SEXP values) {
  Column column;
  if (TYPEOF(values) == REALSXP) column.real = REAL_RO(values);
  else column.whole = TYPEOF(values) == INTSXP ? INTEGER_RO(values) : LOGICAL_RO(values);
  return column;
}

// x: a dgCMatrix, a data frame of numbers and factors, or a matrix of numbers.
inline std::unique_ptr<Rows> make_rows(SEXP x) {
  if (Rf_isS4(x)) {
    const Rcpp::S4 sparse(x);
    const Rcpp::IntegerVector dim = sparse.slot("Dim");
    return std::make_unique<SparseRows>(dim[0], dim[1], INTEGER_RO(sparse.slot("p")), INTEGER_RO(sparse.slot("i")),
                                        REAL_RO(sparse.slot("x")));
  }
  if (!Rf_isNewList(x)) return std::make_unique<DenseRows>(matrix_rows(make_column(x), Rf_nrows(x), Rf_ncols(x)));
  std::vector<Column> columns;
  std::vector<Index> n_levels;
  for (R_xlen_t l = 0; l < Rf_xlength(x); ++l) {
    const SEXP values = VECTOR_ELT(x, l);
    columns.push_back(make_column(values));
    n_levels.push_back(Rf_isFactor(values) ? std::max(1, Rf_nlevels(values)) : 0);
  }
  return std::make_unique<DenseRows>(Rf_xlength(VECTOR_ELT(x, 0)), std::move(columns), std::move(n_levels));
}

// The columns of a matrix (dense, or a dgCMatrix) as rows of similarities.
inline LinkMatrix make_links(SEXP columns) {
  LinkMatrix links;
  if (Rf_isS4(columns)) {
    const Rcpp::S4 sparse(columns);
    const Rcpp::IntegerVector dim = sparse.slot("Dim");
    links.n_cols = dim[0];
    links.n_rows = dim[1];
    links.start = INTEGER_RO(sparse.slot("p"));
    links.column = INTEGER_RO(sparse.slot("i"));
    links.value = REAL_RO(sparse.slot("x"));
  } else {
    links.n_cols = Rf_nrows(columns);
    links.n_rows = Rf_ncols(columns);
    links.value = REAL_RO(columns);
  }
  return links;
}

inline std::vector<double> to_vector(SEXP values) { return Rcpp::as<std::vector<double>>(values); }

inline Scaling make_scaling(const Rcpp::List& scaling) {
  return {to_vector(scaling["center"]), to_vector(scaling["scale"])};
}

inline Grids make_grids(const Rcpp::List& grids) {
  Grids view;
  view.n_cols = Rf_nrows(grids["widths"]);
  view.n_grids = Rf_ncols(grids["widths"]);
  view.widths = REAL_RO(grids["widths"]);
  view.offsets = REAL_RO(grids["offsets"]);
  return view;
}

inline std::vector<double> by_rows(const Rcpp::NumericMatrix& matrix) {
  const Index n_rows = matrix.nrow(), n_cols = matrix.ncol();
  std::vector<double> rows(n_rows * n_cols);
  for (Index i = 0; i < n_rows; ++i)
    for (Index j = 0; j < n_cols; ++j) rows[i * n_cols + j] = matrix.begin()[j * n_rows + i];
  return rows;
}

// Rows, or whatever R counts from 1.
inline std::vector<Index> minus_one(SEXP one_based) {
  const Rcpp::IntegerVector values(one_based);
  std::vector<Index> result(values.begin(), values.end());
  for (Index& value : result) --value;
  return result;
}

inline std::vector<Index> to_index(SEXP counts) {
  const Rcpp::IntegerVector values(counts);
  return {values.begin(), values.end()};
}

inline std::vector<std::vector<double>> to_vectors(const Rcpp::List& values) {
  std::vector<std::vector<double>> result;
  for (SEXP one : values) result.push_back(to_vector(one));
  return result;
}

inline KmeansOptions make_kmeans(int k, int n_starts, int max_iterations) {
  KmeansOptions result;
  result.k = k;
  result.n_starts = n_starts;
  result.max_iterations = max_iterations;
  return result;
}

inline SolverOptions make_solver(const Rcpp::List& options) {
  const std::map<std::string, Recheck> words = {
      {"always", Recheck::always}, {"never", Recheck::never}, {"auto", Recheck::when_crowded}};
  SolverOptions result;
  result.ncv = Rcpp::as<int>(options["ncv"]);
  result.most_products = Rcpp::as<int>(options["most_products"]);
  result.tolerance = Rcpp::as<double>(options["tol"]);
  result.recheck = words.at(Rcpp::as<std::string>(options["recheck"]));
  return result;
}

inline FitOptions make_fit_options(const Rcpp::List& options) {
  FitOptions result;
  result.k = to_index(options["k"]);
  result.n_vectors = to_index(options["n_vectors"]);
  result.solver = make_solver(options);
  result.n_starts = Rcpp::as<int>(options["nstart"]);
  result.max_iterations = Rcpp::as<int>(options["iter.max"]);
  result.keep_model = Rcpp::as<bool>(options["keep_model"]);
  result.tie = Rcpp::as<double>(options["tie"]);
  return result;
}

// Parts that there are only where they are needed.
inline FitDraws make_fit_draws(const Rcpp::List& draws) {
  FitDraws result;
  result.uniforms = REAL_RO(draws["uniforms"]);
  if (draws.containsElementNamed("base_shares")) {
    result.base_shares = to_vector(draws["base_shares"]);
    result.base_uniforms = REAL_RO(draws["base_uniforms"]);
    result.base_rows = minus_one(draws["base_rows"]);
  }
  if (draws.containsElementNamed("path")) {
    const Rcpp::List path = draws["path"];
    result.path.rows = minus_one(path["rows"]);
    result.path.restarts = Rcpp::as<int>(path["restarts"]);
    result.path.half_starts = Rcpp::as<int>(path["half_starts"]);
    result.path.restart_uniforms = to_vector(path["restart_uniforms"]);
    result.path.halves = to_vectors(path["halves"]);
  }
  if (draws.containsElementNamed("kmeans_rows")) result.kmeans_rows = minus_one(draws["kmeans_rows"]);
  return result;
}

// A model and what belongs to it, as named vectors; lists in it have their names before those of their parts.
inline void add_fields(const Rcpp::List& list, const std::string& before, FieldsIn& fields) {
  if (Rf_isNull(list.names())) return;
  const Rcpp::CharacterVector names = list.names();
  for (R_xlen_t i = 0; i < list.size(); ++i) {
    const SEXP value = list[i];
    FieldIn field;
    field.name = before + Rcpp::as<std::string>(names[i]);
    if (TYPEOF(value) == VECSXP) {
      add_fields(value, field.name + "$", fields);
      continue;
    }
    field.length = Rf_xlength(value);
    const SEXP dim = Rf_getAttrib(value, R_DimSymbol);
    if (TYPEOF(dim) == INTSXP && Rf_xlength(dim) == 2) {
      field.n_rows = INTEGER_RO(dim)[0];
      field.n_cols = INTEGER_RO(dim)[1];
    }
    if (TYPEOF(value) == REALSXP) {
      field.type = FieldIn::Type::real;
      field.real = REAL_RO(value);
    } else if (TYPEOF(value) == INTSXP) {
      field.type = FieldIn::Type::whole;
      field.whole = INTEGER_RO(value);
    } else if (TYPEOF(value) == STRSXP && field.length == 1) {
      field.type = FieldIn::Type::text;
      field.text = CHAR(STRING_ELT(value, 0));
    } else {
      field.type = FieldIn::Type::other;
    }
    fields.add(std::move(field));
  }
}

inline FieldsIn make_fields(const Rcpp::List& model) {
  FieldsIn fields;
  add_fields(model, "", fields);
  return fields;
}

inline Kernel make_kernel(const std::string& shape, double sigma) {
  return {shape == "gaussian" ? Kernel::Shape::gaussian : Kernel::Shape::laplacian, sigma};
}

inline Baseline make_method(const std::string& name) {
  const std::map<std::string, Baseline> methods = {{"kmeans", Baseline::kmeans},   {"exact", Baseline::exact},
                                                   {"kk_rs", Baseline::kk_rs},     {"kk_rf", Baseline::kk_rf},
                                                   {"sv_rf", Baseline::sv_rf},     {"sc_rf", Baseline::sc_rf},
                                                   {"nystrom", Baseline::nystrom}, {"lsc", Baseline::lsc}};
  return methods.at(name);
}

inline TuneOptions make_tune_options(const Rcpp::List& options, const Rcpp::List& draws) {
  TuneOptions result;
  result.k = Rcpp::as<int>(options["k"]);
  result.n_vectors = Rcpp::as<int>(options["n_vectors"]);
  result.solver = make_solver(options);
  result.n_starts = Rcpp::as<int>(options["nstart"]);
  result.max_iterations = Rcpp::as<int>(options["iter.max"]);
  result.halves = Rcpp::as<bool>(options["halves"]);
  result.rows = minus_one(draws["rows"]);
  result.graph_rows = minus_one(draws["graph_rows"]);
  result.uniforms = REAL_RO(draws["uniforms"]);
  return result;
}

// Columns shuffled each on its own: rows of the sample, and an order of them for each column.
inline Shuffle make_shuffle(const Rcpp::List& draws) {
  Shuffle result;
  result.rows = minus_one(draws["rows"]);
  for (SEXP order : Rcpp::List(draws["orders"])) result.orders.push_back(minus_one(order));
  return result;
}

}  // namespace r
}  // namespace scrb

#endif
