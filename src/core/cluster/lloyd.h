#ifndef SCRB_LLOYD_H
#define SCRB_LLOYD_H

// Inside step 6: one start of k-means, from its first centres to its last labels.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "support/parallel.h"

namespace scrb {

double squared_distance(const double* a, const double* b, Index n_cols);

// One start: centres, labels and the bounds that let most rows skip most centres.
class Lloyd {
 public:
  Lloyd(const double* rows, Index n_rows, Index n_cols, Index k, double squares)
      : rows_(rows), n_(n_rows), m_(n_cols), k_(k), squares_(squares), centers(k * n_cols), cluster(n_rows, -1),
        size(k), upper_(n_rows), lower_(n_rows), moved_(k, 0.0) {}

  void choose_centers(const double* uniforms, Index n_candidates, const Context& context);
  // Iterates until no label changes, or until an iteration gains less than `gain`, if positive, of the sum of squares.
  // Can be called again to go on.
  void run(Index max_iterations, double gain, const Context& context);
  void finish(const Context& context);         // labels of the final centres, none of them empty
  void order_centers(const Context& context);  // by their first rows
  std::vector<double> within(const Context& context) const;

 private:
  enum class Compare { all, where_needed };

  const double* row(Index i) const { return rows_ + i * m_; }
  const double* center(Index c) const { return centers.data() + c * m_; }
  Index cost() const { return 1 + k_ * m_ / 4096; }  // of a row, for_chunks()

  Index assign(Compare compare, const Context& context);  // rows to their nearest centres; returns how many changed
  void move_centers(const Context& context);              // to the means of their rows, re-seeding what is empty
  void reseed(const Context& context);
  std::vector<double> half_gaps() const;
  bool any_empty() const { return std::find(size.begin(), size.end(), 0) != size.end(); }

  const double* rows_;
  const Index n_, m_, k_;
  const double squares_;  // sum |x|^2

 public:
  std::vector<double> centers;
  std::vector<std::int32_t> cluster;
  std::vector<Index> size;
  double sum_of_squares = std::numeric_limits<double>::infinity();  // about the centres before the last assignment
  Index iterations = 0;
  bool converged = false;

 private:
  std::vector<double> upper_, lower_;  // of a row: at most this far from its centre, at least this from any other
  std::vector<double> moved_;          // how far each centre moved since the bounds were set
  std::vector<double> sums_;           // k x m sums of the rows of each cluster
};

}  // namespace scrb

#endif
