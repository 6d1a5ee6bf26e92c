#ifndef SCRB_SPECTRUM_H
#define SCRB_SPECTRUM_H

// Steps 3 and 4 for any similarity: degrees, components, operator, singular vectors, and the rows' places among them.
// Vectors are found on the side of the rows, or of the bins where these are fewer (bin_operator.h).
// In: a similarity. Out: n x n_vectors coordinates, for step 5, and what places new rows.

#include "features/two_sided.h"
#include "spectrum/components.h"
#include "spectrum/embedding.h"
#include "spectrum/singular_vectors.h"
#include "support/step_timer.h"

namespace scrb {

struct SpectrumOptions {
  Index k = 2;          // the largest number of clusters that is asked for
  Index n_vectors = 2;  // at least k; fewer, but no fewer than k, are found where there are no more
  SolverOptions solver;
  bool keep_weights = true;
  Index smallest_component = 0;  // rows of smaller ones are stray; 0: what is worth to be a cluster
};

// The values, and how they were found.
struct Solution {
  std::vector<double> eigenvalues;  // n_vectors and one more, if there is one
  std::vector<double> residuals;    // n_vectors
  SolverCounts counts;
  const char* side = "rows";  // that vectors were found on: "rows", "bins", or "graph", the bins' own (own_graph.h)
  double smallest_degree = 0, largest_degree = 0;
};

struct Spectrum {
  Index n_rows = 0, n_vectors = 0;
  std::vector<double> rows;  // n x n_vectors, row after row, not yet of unit length; stray rows are zero
  Solution solution;
  std::vector<double> weights;  // of bins, n_vectors each; empty unless asked for
  Components components;
  Seconds seconds;
};

Spectrum row_spectrum(const Similarity& similarity, const SpectrumOptions& options, const Context& context);
Spectrum bin_spectrum(const Features& features, const SpectrumOptions& options, const Context& context);
Spectrum bin_spectrum(const TwoSided& similarity, const SpectrumOptions& options, const Context& context);

// On the side that has the shorter vectors; a product costs the same on both.
Spectrum features_spectrum(const Features& features, bool two_sided, const SpectrumOptions& options,
                           const Context& context);

// The vectors on the side of the bins, all rows taken for one component whose own vector is left out.
Spectrum bin_spectrum_of_all(const TwoSided& similarity, const SpectrumOptions& options, const Context& context);

// Factors of the first n_vectors columns of a clustering into k: where there are more than k of them,
// 1 / sqrt((1 - l_j) + (1 - l_k)), so that those beyond k fade instead of being cut.
std::vector<double> vector_weights(const std::vector<double>& eigenvalues, Index k, Index n_vectors);

// How many of the first m values are not those of the null space, whose vectors are noise.
Index count_positive(const Eigen::VectorXd& values, Index m);

}  // namespace scrb

#endif
