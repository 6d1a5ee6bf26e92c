#include "embedding.h"

#include <cmath>

namespace scrb {

namespace {

// Columns [first, first + width) of a matrix stored row after row, to and from a panel.
void from_panel(const double* panel, Index n_rows, Index first, Index width, Index n_cols, double* rows) {
  for (Index i = 0; i < n_rows; ++i)
    for (Index j = 0; j < width; ++j) rows[i * n_cols + first + j] = panel[i * panel_width + j];
}

void to_panel(const double* rows, Index n_rows, Index first, Index width, Index n_cols, double* panel) {
  for (Index i = 0; i < n_rows; ++i)
    for (Index j = 0; j < panel_width; ++j) panel[i * panel_width + j] = j < width ? rows[i * n_cols + first + j] : 0.0;
}

}  // namespace

Embedding embed(const Features& features, const Eigen::MatrixXd& vectors, const Eigen::VectorXd& values,
                const std::vector<double>& inverse_sqrt_degrees, bool keep_weights, const Context& context) {
  const Index n = features.n_rows(), m = vectors.cols(), n_sums = features.n_sums();
  Embedding result;
  result.rows.resize(n * m);
  result.residuals.resize(m);
  if (keep_weights) {
    result.weights.shared.resize(n_sums * m);
    result.weights.single.resize(n * m);
  }
  std::vector<double> v(n * panel_width), y(n * panel_width), sums(n_sums * panel_width);
  for (Index first = 0; first < m; first += panel_width) {
    const Index width = std::min<Index>(panel_width, m - first);
    context.report("embedding", static_cast<double>(first), static_cast<double>(m));
    for_rows(n, context, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i)
        for (Index j = 0; j < panel_width; ++j)
          v[i * panel_width + j] =
              j < width ? vectors(i, first + j) * inverse_sqrt_degrees[i] / values[first + j] : 0.0;
    });
    features.scatter_panel(v.data(), sums.data(), context);
    context.reduce(sums.data(), n_sums * panel_width);
    features.gather_panel(sums.data(), v.data(), y.data(), context);

    from_panel(y.data(), n, first, width, m, result.rows.data());
    if (keep_weights) {
      from_panel(sums.data(), n_sums, first, width, m, result.weights.shared.data());
      from_panel(v.data(), n, first, width, m, result.weights.single.data());
    }
    const std::vector<double> squares = sum_rows(n, width, context, [&](Index begin, Index end, double* sum) {
      for (Index i = begin; i < end; ++i)
        for (Index j = 0; j < width; ++j) {
          const double off = inverse_sqrt_degrees[i] * y[i * panel_width + j] - vectors(i, first + j);
          sum[j] += off * off;
        }
    });
    for (Index j = 0; j < width; ++j) result.residuals[first + j] = values[first + j] * std::sqrt(squares[j]);
  }
  return result;
}

std::vector<double> embed_new(const KnownBins& bins, const double* shared, const double* single, Index n_vectors,
                              const Context& context) {
  const Index n = bins.shared.n_rows(), n_sums = bins.shared.n_sums();
  const double share = 1.0 / static_cast<double>(bins.shared.n_grids());
  std::vector<double> rows(n * n_vectors);
  std::vector<double> y(n * panel_width), sums(n_sums * panel_width);
  for (Index first = 0; first < n_vectors; first += panel_width) {
    const Index width = std::min<Index>(panel_width, n_vectors - first);
    to_panel(shared, n_sums, first, width, n_vectors, sums.data());
    bins.shared.gather_shared(sums.data(), y.data(), context);
    for (Index i = 0; i < n; ++i) {
      double* row = y.data() + i * panel_width;
      for (Index p = bins.first_owner[i]; p < bins.first_owner[i + 1]; ++p)
        for (Index j = 0; j < width; ++j) row[j] += single[static_cast<Index>(bins.owners[p]) * n_vectors + first + j];
      for (Index j = 0; j < width; ++j) row[j] *= share;
    }
    from_panel(y.data(), n, first, width, n_vectors, rows.data());
  }
  return rows;
}

}  // namespace scrb
