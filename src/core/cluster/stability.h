#ifndef SCRB_STABILITY_H
#define SCRB_STABILITY_H

// Beside step 6: how far the clusters of rows (m columns, row after row, of unit length or zero) can be trusted.
// Labels are 0-based; rows without a place take no part.

#include <cstdint>
#include <limits>
#include <vector>

#include "support/parallel.h"

namespace scrb {

constexpr double unknown_score = std::numeric_limits<double>::quiet_NaN();

// The mean silhouette width, in Euclidean distances; unknown where there are fewer than two clusters.
double mean_silhouette(const std::vector<double>& rows, Index n_cols, const std::vector<std::int32_t>& cluster);

// The share of a cluster's pairs of rows that the other labels keep together (none of a row alone), mean over clusters,
// then both ways.
double kept_together(const std::vector<std::int32_t>& a, const std::vector<std::int32_t>& b, Index k);

struct KScores {
  double silhouette = unknown_score, restart = unknown_score, smallest = unknown_score, largest = unknown_score;
};

// What one embedding says about k: single starts of k-means (n_starts, k uniforms each) against the best of them.
// Sizes are reckoned for n rows in all.
KScores judge_k(const std::vector<double>& rows, Index n_cols, Index k, Index n, Index n_starts,
                const std::vector<double>& uniforms, const Context& context);

// How alike the clusters are that two embeddings of the same rows give, each the best of n_starts.
double compare_halves(const std::vector<double>& first, Index n_cols_first, const std::vector<double>& uniforms_first,
                      const std::vector<double>& second, Index n_cols_second,
                      const std::vector<double>& uniforms_second, Index k, Index n_starts, const Context& context);

// The mean over k clusters of the share of a cluster's links that leave it; an empty cluster counts 1. Stray rows (a
// negative label) are a cluster that is left out of the mean. `neighbour`: n_links for each row.
double conductance(const std::vector<std::int32_t>& neighbour, Index n_links, const std::vector<std::int32_t>& cluster,
                   Index k);

}  // namespace scrb

#endif
