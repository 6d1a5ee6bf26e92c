#include "methods/path.h"

#include <cmath>

#include "cluster/partition.h"
#include "support/cannot_cluster.h"

namespace scrb {

namespace {

// The embedding of the sampled rows for each k; empty where there is none.
struct Places {
  std::vector<double> rows;
  Index n_cols = 0;
};

std::vector<Places> sampled_places(const Spectrum& spectrum, const std::vector<Index>& k,
                                   const std::vector<Index>& n_vectors, const PathDraws& draws,
                                   const Context& context) {
  std::vector<Places> places(k.size());
  for (std::size_t i = 0; i < k.size(); ++i) {
    places[i].rows = place_rows(spectrum, draws.rows, k[i], n_vectors[i], context);
    places[i].n_cols = std::min(n_vectors[i], spectrum.n_vectors);
  }
  return places;
}

// The mean of the numbers that are known.
double known_mean(const std::vector<double>& values) {
  double sum = 0, count = 0;
  for (double value : values) {
    if (std::isnan(value)) continue;
    sum += value;
    ++count;
  }
  return count > 0 ? sum / count : unknown_score;
}

}  // namespace

std::vector<PathRow> find_path(const Spectrum& spectrum, const std::vector<Index>& k,
                               const std::vector<Index>& n_vectors, const PathDraws& draws,
                               const std::function<Spectrum(int)>& half, const Context& context) {
  std::vector<PathRow> path(k.size());
  QuietProgress quiet(context.progress);  // runs of k-means are a part of this step
  Context part = context;
  part.progress = &quiet;
  const double n_parts = static_cast<double>(k.size() + draws.halves.size());
  const std::vector<Places> places = sampled_places(spectrum, k, n_vectors, draws, context);
  for (std::size_t i = 0; i < k.size(); ++i) {
    context.report("path", static_cast<double>(i), n_parts);
    path[i].k = k[i];
    path[i].scores =
        judge_k(places[i].rows, places[i].n_cols, k[i], spectrum.n_rows, draws.restarts, draws.restart_uniforms, part);
  }
  std::vector<std::vector<double>> agreements(k.size());
  for (std::size_t first = 0; half && first < draws.halves.size(); first += 2) {
    std::vector<Places> halves[2];
    for (int side = 0; side < 2; ++side) {
      context.report("path", static_cast<double>(k.size() + first) + side, n_parts);
      try {
        halves[side] = sampled_places(half(static_cast<int>(first) + side), k, n_vectors, draws, context);
      } catch (const CannotCluster&) {
        break;  // half of the features are too few
      }
    }
    if (halves[0].empty() || halves[1].empty()) continue;
    for (std::size_t i = 0; i < k.size(); ++i)
      agreements[i].push_back(compare_halves(halves[0][i].rows, halves[0][i].n_cols, draws.halves[first],
                                             halves[1][i].rows, halves[1][i].n_cols, draws.halves[first + 1], k[i],
                                             draws.half_starts, part));
  }
  for (std::size_t i = 0; i < k.size(); ++i) {
    path[i].halves = known_mean(agreements[i]);
    path[i].stability = known_mean({path[i].scores.restart, path[i].halves});
  }
  return path;
}

std::size_t choose_k(const std::vector<PathRow>& path, double tie) {
  double most = 0;
  for (const PathRow& row : path)
    if (row.stability > most) most = row.stability;
  std::size_t chosen = 0;
  for (std::size_t i = 0; i < path.size(); ++i)
    if (path[i].stability >= most - tie) chosen = i;
  return chosen;
}

}  // namespace scrb
