#ifndef SCRB_FITS_H
#define SCRB_FITS_H

// Fits as a caller makes them, and models as a caller keeps them.

#include "features/grid_map.h"
#include "fixtures.h"
#include "kept_fields.h"
#include "methods/fit.h"
#include "methods/predict.h"
#include "test.h"

namespace scrb_test {

// Choices and random numbers.
class Plan {
 public:
  Plan(std::vector<Index> k, std::vector<Index> n_vectors, Random& random, Index n_starts = 3)
      : uniforms_(draw_uniforms(n_starts * k.back(), random)) {
    options.solver.ncv = std::max<Index>(12, 3 * (n_vectors.back() + 1));
    options.k = std::move(k);
    options.n_vectors = std::move(n_vectors);
    options.n_starts = n_starts;
  }
  Plan(Index k, Index n_vectors, Random& random) : Plan(std::vector<Index>{k}, {n_vectors}, random) {}

  void add_consensus(Index n_base, std::vector<Index> rows, Random& random) {
    base_shares_ = draw_uniforms(n_base, random);
    base_uniforms_ = draw_uniforms(n_base * 2 * options.k.back(), random);
    base_rows_ = std::move(rows);
  }
  void add_path(std::vector<Index> rows, Index n_halves, Random& random) {
    path.rows = std::move(rows);
    path.restarts = 4;
    path.half_starts = 3;
    path.restart_uniforms = draw_uniforms(4 * options.k.back(), random);
    for (Index h = 0; h < n_halves; ++h) path.halves.push_back(draw_uniforms(3 * options.k.back(), random));
  }
  FitDraws draws() const {
    FitDraws result;
    result.uniforms = uniforms_.data();
    result.base_shares = base_shares_;
    result.base_uniforms = base_uniforms_.data();
    result.base_rows = base_rows_;
    result.path = path;
    return result;
  }

  FitOptions options;
  PathDraws path;

 private:
  std::vector<double> uniforms_, base_shares_, base_uniforms_;
  std::vector<Index> base_rows_;
};

inline Fit fit_grids(const Rows& rows, const Scaling& scaling, const Draws& draws, const Plan& plan,
                     const Context& context, bool column_scaling = false) {
  GridMap map(draws.grids(), column_scaling);
  return fit_rows(rows, scaling, map, plan.options, plan.draws(), context);
}

inline Fit fit_blobs(const Data& data, const Draws& draws, const Plan& plan, const Context& context) {
  return fit_grids(data.rows(), no_scaling(data.d), draws, plan, context);
}

// What the core wrote, and what the caller knows.
inline KeptFields keep_placing(const Fit& fit) {
  KeptFields kept(fit.model);
  const Placing& placing = fit.partition.placing;
  kept.add("embedding_centers", by_columns(placing.centers, placing.k, placing.n_columns()), placing.k,
           placing.n_columns());
  return kept;
}

inline KeptFields keep_model(const Fit& fit, const Rows& rows, const Scaling& scaling, double unit = 1) {
  KeptFields kept = keep_placing(fit);
  kept.add("scaling$center", scaling.center);
  kept.add("scaling$scale", scaling.scale);
  kept.add("scaling$unit", std::vector<double>{unit});
  std::vector<int> n_levels;
  for (Index l = 0; l < rows.n_cols(); ++l) n_levels.push_back(static_cast<int>(rows.n_levels(l)));
  kept.add("xlevels", n_levels);
  return kept;
}

inline KeptFields keep_grids(const Fit& fit, const Rows& rows, const Scaling& scaling, const Draws& draws) {
  KeptFields kept = keep_model(fit, rows, scaling);
  kept.add("widths", draws.widths, draws.d, draws.n_grids);
  kept.add("offsets", draws.offsets, draws.d, draws.n_grids);
  return kept;
}

inline NewRows predict_kept(const KeptFields& kept, const Rows& rows, const Context& context) {
  const FieldsIn view = kept.view();
  return predict_rows(Model::check(view), rows, context);
}

inline NewRows predict_kept(const KeptFields& kept, const LinkMatrix& links, const Context& context) {
  const FieldsIn view = kept.view();
  return predict_nodes(Model::check(view), links, context);
}

inline bool same_fit(const Fit& a, const Fit& b) {
  return a.k == b.k && a.partition.cluster == b.partition.cluster && a.partition.embedding == b.partition.embedding &&
         a.partition.kmeans.centers == b.partition.kmeans.centers &&
         a.partition.kmeans.withinss == b.partition.kmeans.withinss &&
         a.solution.eigenvalues == b.solution.eigenvalues && a.solution.residuals == b.solution.residuals &&
         a.centers == b.centers && a.stray == b.stray;
}

inline bool same_rows(const NewRows& found, const Fit& fit) {
  return found.cluster == fit.partition.cluster && found.embedding == fit.partition.embedding;
}

// Labels in order of first appearance, unit rows, decreasing values from 1 on, small residuals.
inline void check_fit(const Fit& fit, Index n, Index k) {
  const std::vector<std::int32_t>& cluster = fit.partition.cluster;
  const Index m = fit.partition.placing.n_columns();
  CHECK(fit.k == k && static_cast<Index>(cluster.size()) == n);
  CHECK(static_cast<Index>(fit.partition.embedding.size()) == n * m);
  std::vector<char> seen(k, 0);
  bool in_range = true, unit = true;
  Index zero = 0;
  for (Index i = 0; i < n; ++i) {
    in_range = in_range && cluster[i] >= 0 && cluster[i] < k;
    if (in_range) seen[cluster[i]] = 1;
    double square = 0;
    for (Index j = 0; j < m; ++j) square += std::pow(fit.partition.embedding[i * m + j], 2);
    zero += square == 0;
    unit = unit && (square == 0 || near(square, 1, 1e-12));
  }
  CHECK(in_range && std::count(seen.begin(), seen.end(), 1) == k);
  CHECK(unit && zero == fit.stray);
  const std::vector<double>& values = fit.solution.eigenvalues;
  CHECK(near(values[0], 1, 1e-9) && std::is_sorted(values.rbegin() + 1, values.rend()));
  CHECK(static_cast<Index>(values.size()) > k && values.back() <= values[k - 1] + 1e-9);
  for (double residual : fit.solution.residuals) CHECK(residual < 1e-3);
}

// Whether labels follow one another by first appearance, as those of rows that are not stray do.
inline bool is_in_order(const std::vector<std::int32_t>& cluster) {
  std::int32_t highest = -1;
  for (std::int32_t label : cluster) {
    if (label > highest + 1) return false;
    highest = std::max(highest, label);
  }
  return true;
}

}  // namespace scrb_test

#endif
