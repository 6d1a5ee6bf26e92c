#ifndef SCRB_EMBEDDING_H
#define SCRB_EMBEDDING_H

// From step 4 to step 5: rows to coordinates, for the rows of the fit and for new rows alike.
// Per bin b a weight a_bj = (Z' D^-1/2 u_j)_b / l_j; then u_j(x) = D(x)^-1/2 sum_b z_b(x) a_bj. On the rows
// of the fit this is S u_j / l_j, one more product, which also polishes the vectors. The factor D(x)^-1/2
// is left out: rows are scaled to unit length next.
// In: n x m vectors. Out: n x m embedding before step 5, row after row. Cost: a product per vector.

#include <Eigen/Core>
#include <vector>

#include "features/similarity.h"

namespace scrb {

struct Embedding {
  std::vector<double> rows;       // n x m, row after row
  std::vector<double> residuals;  // m: |S u_j - l_j u_j|
  std::vector<double> weights;    // n_sums x m, bin after bin; empty unless asked for
};

Embedding embed(const Similarity& similarity, const Eigen::MatrixXd& vectors, const Eigen::VectorXd& values,
                const std::vector<double>& inverse_sqrt_degrees, bool keep_weights, const Context& context);

// The same for any rows, from the weights of their bins alone: sum_b z_b(x) a_bj. `weights`: n_sums x n_vectors.
std::vector<double> gather_weights(const RowLinks& links, const double* weights, Index n_vectors,
                                   const Context& context);

}  // namespace scrb

#endif
