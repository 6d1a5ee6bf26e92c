#ifndef SCRB_PATH_H
#define SCRB_PATH_H

// Several k from one decomposition: how stable the clusters of each k are, on a sample of rows.
// In: the spectrum of the largest k, those of halves of the features. Out: a row of scores for each k.

#include <functional>
#include <vector>

#include "cluster/stability.h"
#include "spectrum/spectrum.h"

namespace scrb {

struct PathDraws {
  std::vector<Index> rows;                  // the sample, increasing
  Index restarts = 0;                       // single starts for each k
  Index half_starts = 0;                    // for each k and half
  std::vector<double> restart_uniforms;     // restarts x k
  std::vector<std::vector<double>> halves;  // of each half, half_starts x k; pairs of halves share no feature
};

struct PathRow {
  Index k = 0;
  KScores scores;
  double halves = unknown_score;
  double stability = unknown_score;  // the mean of scores.restart and halves, of those that are known
};

// `half(which)` gives the spectrum of half of the features, or throws CannotCluster; without one no halves are
// compared.
std::vector<PathRow> find_path(const Spectrum& spectrum, const std::vector<Index>& k,
                               const std::vector<Index>& n_vectors, const PathDraws& draws,
                               const std::function<Spectrum(int)>& half, const Context& context);

// The largest k that is as stable as the best, up to `tie`: its place among the rows.
std::size_t choose_k(const std::vector<PathRow>& path, double tie);

}  // namespace scrb

#endif
