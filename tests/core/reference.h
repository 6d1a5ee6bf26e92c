#ifndef SCRB_REFERENCE_H
#define SCRB_REFERENCE_H

// The slow and obvious way to what the core computes.

#include <Eigen/Core>

#include "features/similarity.h"
#include "fixtures.h"
#include "spectrum/symmetric_operator.h"
#include "test.h"

namespace scrb_test {

// Scaled entries of n rows and d columns, of which some may be codes.
struct Table {
  Index n, d;
  std::vector<float> entries;  // row after row
  std::vector<char> is_code;
  float at(Index i, Index l) const { return entries[i * d + l]; }
};

inline Table table_of(const Data& data) {
  Table table{data.n, data.d, {}, std::vector<char>(data.d, 0)};
  for (Index i = 0; i < data.n; ++i)
    for (Index l = 0; l < data.d; ++l) table.entries.push_back(static_cast<float>(data.at(i, l)));
  return table;
}

inline Table table_of(const MixedData& data) {
  Table table{data.n, data.d, {}, {0, 0, 1, 0}};
  for (Index i = 0; i < data.n; ++i)
    for (Index l = 0; l < data.d; ++l) table.entries.push_back(static_cast<float>(data.at(i, l)));
  return table;
}

// The cells of a row in grid g.
std::vector<std::int64_t> cells_of(const Table& table, Index i, const Draws& draws, Index g);

// The bins of each row in one grid, in order of first appearance.
std::vector<Index> exact_bins(const Table& table, const Draws& draws, Index g);

// Z Z' of the paper: the share of grids in which two rows share a bin. Normalised on both sides (Z L^-1 Z' of a Z of
// ones, divided by the number of grids) a bin counts for one over the number of its rows.
Eigen::MatrixXd exact_similarity(const Table& table, const Draws& draws, bool two_sided = false);

// K, a product with each unit vector at a time.
Eigen::MatrixXd matrix_of(const Similarity& similarity);
Eigen::MatrixXd matrix_of(const SymmetricOperator& op);

// D^-1/2 K D^-1/2
Eigen::MatrixXd normalized(const Eigen::MatrixXd& k);

// Values of a symmetric matrix, decreasing, and their vectors.
struct DensePairs {
  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;
};

DensePairs dense_pairs(const Eigen::MatrixXd& a);

// Components of the graph of the entries above 0: the first row of each row's.
std::vector<Index> exact_components(const Eigen::MatrixXd& k);

// Row after row.
inline Eigen::MatrixXd by_rows(const std::vector<double>& rows, Index n_cols) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<const RowMajor>(rows.data(), static_cast<Index>(rows.size()) / n_cols, n_cols);
}

inline double largest(const Eigen::MatrixXd& a) { return a.size() == 0 ? 0 : a.cwiseAbs().maxCoeff(); }

// The products of a similarity, for one vector and for panels, are those of a matrix; for any threads the same bits.
// A sweep over the rows is a scatter of a gather, the same bits; and both make K.
void check_sweep(const Features& features, Random& random);
void check_products(const Similarity& similarity, const Eigen::MatrixXd& k, Random& random);

}  // namespace scrb_test

#endif
