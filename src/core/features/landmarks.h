#ifndef SCRB_LANDMARKS_H
#define SCRB_LANDMARKS_H

// Step 2 with landmarks in place of grids: a sparse matrix Z (n x landmarks) in which a row has a weight for each of
// its nearest landmarks. Normalised on both sides (two_sided.h) it stands for the similarity Z L^-1 Z', L = diag(Z' 1).
// In:  nearest landmarks and distances. Out: Z by rows, and by columns for as long as these are needed. Cost of a
// product: n n_nearest; 8 bytes per entry by rows, 8 by columns. Where landmarks have few neighbours their own graph
// takes the place of products with Z (bin_graph.h).

#include <memory>

#include "features/nearest.h"
#include "features/similarity.h"

namespace scrb {

// Z by rows.
class LandmarkLinks : public RowLinks {
 public:
  // `weights`: n x n_nearest
  LandmarkLinks(NearestLandmarks nearest, std::vector<float> weights);

  Index n_rows() const override { return n_rows_; }
  Index n_sums() const override { return n_landmarks_; }
  Index n_nearest() const { return n_nearest_; }
  void gather(const double* sums, double* y, const Context& context) const;
  void gather_panel(Index width, const double* sums, double* y, const Context& context) const override;

  const std::vector<std::int32_t>& landmark() const { return landmark_; }
  const std::vector<float>& weight() const { return weight_; }
  Index count_unknown() const;  // rows whose weights all vanish
  // The same rows in order of their first landmark, and so their numbers `of_rows`.
  LandmarkLinks sorted(std::vector<double>& of_rows, const Context& context) const;

 private:
  template <int width>
  void gather_width(const double* sums, double* y, const Context& context) const;

  Index n_rows_, n_landmarks_, n_nearest_;
  std::vector<std::int32_t> landmark_;
  std::vector<float> weight_;
};

// Z by columns, without entries of weight 0.
struct LandmarkColumns {
  LandmarkColumns(const LandmarkLinks& links, const Context& context);

  std::vector<Index> first;       // n_landmarks + 1, into the next two
  std::vector<std::int32_t> row;  // of a landmark, increasing
  std::vector<float> weight;
};

// Z by rows and, where many scatters are to come, by columns.
class LandmarkFeatures : public Linked<Features, LandmarkLinks> {
 public:
  explicit LandmarkFeatures(LandmarkLinks links) : Linked(std::move(links)) {}

  // By rows on one thread, until columns are there: the same sums in the same order.
  void scatter(const double* v, double* sums, const Context& context) const override;
  void scatter_panel(Index width, const double* v, double* sums, const Context& context) const override;
  void unite_rows(DisjointSets& sets, const Context& context) const override;
  // With at most twice as many entries as links, and 800 MB of them.
  BinGraph bin_graph(std::vector<double> row_weights, const Context& context) const override;
  void prepare_scatters(const Context& context) const override;

 private:
  template <int width>
  void scatter_width(const double* v, double* sums, const Context& context) const;
  template <int width>
  void scatter_rows(const double* v, double* sums, const Context& context) const;

  mutable std::unique_ptr<const LandmarkColumns> columns_;  // made when many scatters are to come
};

// exp(-d^2 / (2 sigma^2)); 1 where sigma is infinite or 0
std::vector<float> gaussian_weights(const NearestLandmarks& nearest, double sigma, const Context& context);
// exp(-rate (d - distance to the nearest)), divided by their sum
std::vector<float> relative_weights(const NearestLandmarks& nearest, float rate, const Context& context);

// The mean over rows of the distance to the farthest of the listed landmarks, these being squared distances.
double mean_reach(const NearestLandmarks& nearest, const Context& context);

// Leaves out landmarks to which no row has a positive weight; returns those that stay, increasing. Entries without
// weight point to the first.
std::vector<Index> drop_unused(NearestLandmarks& nearest, const std::vector<float>& weights);

}  // namespace scrb

#endif
