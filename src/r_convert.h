#ifndef SCRB_R_CONVERT_H
#define SCRB_R_CONVERT_H

// R objects to the core's views: a part of the glue, see r_glue.cpp; included after <Rcpp.h>.

#include <map>
#include <string>

#include "dense_features.h"
#include "sc_baseline.h"
#include "sc_landmarks.h"
#include "sc_rb.h"

namespace scrb {
namespace r {

using Rcpp::_;

// Read-only pointers: of a vector that R has only wrapped, a writable one would be to a copy.
inline scrb::Column make_column(SEXP values) {
  scrb::Column column;
  if (TYPEOF(values) == REALSXP) column.real = REAL_RO(values);
  else column.whole = TYPEOF(values) == INTSXP ? INTEGER_RO(values) : LOGICAL_RO(values);
  if (Rf_isFactor(values)) column.n_levels = Rf_nlevels(values);
  return column;
}

// x: a dgCMatrix, a data frame of numbers and factors, or a matrix of numbers.
inline scrb::Input make_input(SEXP x) {
  scrb::Input input;
  if (Rf_isS4(x)) {
    const Rcpp::S4 sparse(x);
    const Rcpp::IntegerVector dim = sparse.slot("Dim");
    input.n_rows = dim[0];
    input.n_cols = dim[1];
    input.column_start = INTEGER_RO(sparse.slot("p"));
    input.row_index = INTEGER_RO(sparse.slot("i"));
    input.value = REAL_RO(sparse.slot("x"));
    return input;
  }
  if (Rf_isNewList(x)) {
    input.n_cols = Rf_xlength(x);
    for (Index l = 0; l < input.n_cols; ++l) input.columns.push_back(make_column(VECTOR_ELT(x, l)));
    input.n_rows = Rf_xlength(VECTOR_ELT(x, 0));
    return input;
  }
  return scrb::matrix_input(make_column(x), Rf_nrows(x), Rf_ncols(x));
}

inline scrb::Scaling make_scaling(const Rcpp::List& scaling) {
  return {REAL(scaling["center"]), REAL(scaling["scale"])};
}

inline scrb::Grids make_grids(const Rcpp::List& grids) {
  scrb::Grids view;
  view.n_cols = Rf_nrows(grids["widths"]);
  view.n_grids = Rf_ncols(grids["widths"]);
  view.widths = REAL(grids["widths"]);
  view.offsets = REAL(grids["offsets"]);
  return view;
}

// A matrix stored row after row, as R stores it.
inline Rcpp::NumericMatrix by_columns(const std::vector<double>& rows, Index n_rows, Index n_cols) {
  Rcpp::NumericMatrix matrix(Rcpp::no_init(n_rows, n_cols));
  double* out = matrix.begin();
  for (Index i = 0; i < n_rows; ++i) {
    if (i % 65536 == 65535) Rcpp::checkUserInterrupt();
    for (Index j = 0; j < n_cols; ++j) out[j * n_rows + i] = rows[i * n_cols + j];
  }
  return matrix;
}

inline std::vector<double> by_rows(const Rcpp::NumericMatrix& matrix) {
  const Index n_rows = matrix.nrow(), n_cols = matrix.ncol();
  std::vector<double> rows(n_rows * n_cols);
  for (Index i = 0; i < n_rows; ++i)
    for (Index j = 0; j < n_cols; ++j) rows[i * n_cols + j] = matrix.begin()[j * n_rows + i];
  return rows;
}

// Rows of numbers as the columns of an R matrix: the same memory order.
inline Rcpp::NumericMatrix as_columns(const std::vector<double>& rows, Index width) {
  Rcpp::NumericMatrix matrix(Rcpp::no_init(width, static_cast<Index>(rows.size()) / width));
  std::copy(rows.begin(), rows.end(), matrix.begin());
  return matrix;
}

inline Rcpp::IntegerVector plus_one(const std::vector<std::int32_t>& zero_based) {
  Rcpp::IntegerVector result(zero_based.begin(), zero_based.end());
  for (int& value : result) ++value;
  return result;
}

template <class Int>
std::vector<Int> minus_one(const Rcpp::IntegerVector& one_based) {
  std::vector<Int> result(one_based.begin(), one_based.end());
  for (Int& value : result) --value;
  return result;
}

inline Rcpp::NumericVector as_numeric(const std::vector<Index>& counts) {
  return Rcpp::NumericVector(counts.begin(), counts.end());
}

// 64-bit keys as two rows of R integers, high half first.
inline Rcpp::IntegerMatrix from_keys(const std::vector<std::uint64_t>& keys) {
  Rcpp::IntegerMatrix halves(Rcpp::no_init(2, static_cast<Index>(keys.size())));
  int* out = halves.begin();
  for (std::uint64_t key : keys) {
    *out++ = static_cast<int>(static_cast<std::uint32_t>(key >> 32));
    *out++ = static_cast<int>(static_cast<std::uint32_t>(key));
  }
  return halves;
}

inline std::vector<std::uint64_t> to_keys(const Rcpp::IntegerMatrix& halves) {
  std::vector<std::uint64_t> keys(halves.ncol());
  const int* in = halves.begin();
  for (std::uint64_t& key : keys) {
    key = static_cast<std::uint64_t>(static_cast<std::uint32_t>(*in++)) << 32;
    key |= static_cast<std::uint32_t>(*in++);
  }
  return keys;
}

inline std::vector<float> to_floats(const Rcpp::NumericMatrix& matrix) {
  const std::vector<double> rows = by_rows(matrix);
  return {rows.begin(), rows.end()};
}

inline std::vector<Index> to_index(const Rcpp::NumericVector& counts) { return {counts.begin(), counts.end()}; }

inline scrb::Dictionary to_dictionary(const Rcpp::List& model) {
  scrb::Dictionary dictionary;
  dictionary.first_key = to_index(model["first_key"]);
  dictionary.keys = to_keys(model["keys"]);
  dictionary.first_single = to_index(model["first_single"]);
  dictionary.single_keys = to_keys(model["single_keys"]);
  dictionary.single_rows = minus_one<std::int32_t>(model["single_owner"]);
  return dictionary;
}

inline scrb::KmeansOptions make_kmeans(int k, int n_starts, int max_iterations) {
  scrb::KmeansOptions result;
  result.k = k;
  result.n_starts = n_starts;
  result.max_iterations = max_iterations;
  return result;
}

inline scrb::SolverOptions make_solver(const Rcpp::List& options) {
  scrb::SolverOptions result;
  result.ncv = Rcpp::as<int>(options["ncv"]);
  result.tolerance = Rcpp::as<double>(options["tol"]);
  const std::string recheck = options["recheck"];
  result.recheck = recheck == "always"  ? scrb::Recheck::always
                   : recheck == "never" ? scrb::Recheck::never
                                        : scrb::Recheck::when_crowded;
  return result;
}

inline void set_spectrum_options(const Rcpp::List& options, scrb::SpectrumOptions& result) {
  result.k = Rcpp::as<int>(options["k"]);
  result.n_vectors = Rcpp::as<int>(options["n_vectors"]);
  result.solver = make_solver(options);
  result.keep_weights = Rcpp::as<bool>(options["keep_model"]);
}

// `draws`: uniforms; base_sizes, base_uniforms and base_rows of a consensus.
inline scrb::PartitionOptions make_partition_options(const Rcpp::List& options, const Rcpp::List& draws) {
  scrb::PartitionOptions result;
  result.n_vectors = Rcpp::as<int>(options["n_vectors"]);
  result.kmeans = make_kmeans(options["k"], options["nstart"], options["iter.max"]);
  result.uniforms = REAL(draws["uniforms"]);
  result.base_solver = make_solver(options);
  if (!draws.containsElementNamed("base_sizes")) return result;
  const Rcpp::IntegerVector sizes = draws["base_sizes"];
  result.base.sizes.assign(sizes.begin(), sizes.end());
  result.base.sample = minus_one<Index>(draws["base_rows"]);
  result.base.uniforms = REAL(draws["base_uniforms"]);
  return result;
}

// The model's part that does not depend on the kind of features.
inline scrb::Placing make_placing(const Rcpp::List& model, const Rcpp::NumericMatrix& embedding_centers) {
  scrb::Placing placing;
  placing.vector_weights = Rcpp::as<std::vector<double>>(model["vector_weights"]);
  placing.embedding_centers = by_rows(embedding_centers);
  placing.scaled_centers = by_rows(model["scaled_centers"]);
  placing.k = embedding_centers.nrow();
  if (Rf_isNull(model["consensus"])) return placing;
  const Rcpp::List base = model["consensus"];
  const Rcpp::NumericVector weights = base["weights"];
  const Rcpp::IntegerVector sizes = base["sizes"];
  placing.base.sizes.assign(sizes.begin(), sizes.end());
  placing.base.centers = by_rows(base["centers"]);
  placing.base.weights.assign(weights.begin(), weights.end());
  return placing;
}

inline scrb::Kernel make_kernel(const std::string& shape, double sigma) {
  using Shape = scrb::Kernel::Shape;
  return {shape == "gaussian" ? Shape::gaussian : Shape::laplacian, sigma};
}

inline scrb::Baseline make_method(const std::string& name) {
  using scrb::Baseline;
  const std::map<std::string, Baseline> methods = {{"kmeans", Baseline::kmeans},   {"exact", Baseline::exact},
                                                   {"kk_rs", Baseline::kk_rs},     {"kk_rf", Baseline::kk_rf},
                                                   {"sv_rf", Baseline::sv_rf},     {"sc_rf", Baseline::sc_rf},
                                                   {"nystrom", Baseline::nystrom}, {"lsc", Baseline::lsc}};
  return methods.at(name);
}

}  // namespace r
}  // namespace scrb

#endif
