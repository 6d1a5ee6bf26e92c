#include "spectrum/embedding.h"

#include <cmath>

namespace scrb {

namespace {

// Columns [first, first + used) of a matrix stored row after row, to and from a panel.
struct Panel {
  Index width, first, used, n_cols;

  Panel(Index from, Index n_vectors)
      : width(panel_width(n_vectors - from)), first(from), used(std::min(width, n_vectors - from)), n_cols(n_vectors) {}

  void store(const double* panel, Index n_rows, double* rows) const {
    for (Index i = 0; i < n_rows; ++i) std::copy_n(panel + i * width, used, rows + i * n_cols + first);
  }
  void load(const double* rows, Index n_rows, double* panel) const {
    std::fill_n(panel, n_rows * width, 0.0);
    for (Index i = 0; i < n_rows; ++i) std::copy_n(rows + i * n_cols + first, used, panel + i * width);
  }
};

}  // namespace

Embedding embed(const Similarity& similarity, const Eigen::MatrixXd& vectors, const Eigen::VectorXd& values,
                const std::vector<double>& inverse_sqrt_degrees, bool keep_weights, const Context& context) {
  const Index n = similarity.n_rows(), m = vectors.cols(), n_sums = similarity.n_sums();
  Embedding result;
  result.rows.resize(n * m);
  result.residuals.resize(m);
  if (keep_weights) result.weights.resize(n_sums * m);
  context.check_interrupt();
  const Index widest = panel_width(m);
  std::vector<double> v(n * widest), y(n * widest), sums(n_sums * widest);
  for (Index first = 0; first < m; first += widest) {
    const Panel panel(first, m);
    const Index width = panel.width;
    context.report("embedding", static_cast<double>(first), static_cast<double>(m));
    for_rows(n, context, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i)
        for (Index j = 0; j < width; ++j)
          v[i * width + j] = j < panel.used ? vectors(i, first + j) * inverse_sqrt_degrees[i] / values[first + j] : 0.0;
    });
    similarity.scatter_panel(width, v.data(), sums.data(), context);
    similarity.gather_panel(width, sums.data(), y.data(), context);

    panel.store(y.data(), n, result.rows.data());
    if (keep_weights) panel.store(sums.data(), n_sums, result.weights.data());
    const std::vector<double> squares = sum_rows(n, panel.used, context, [&](Index begin, Index end, double* sum) {
      for (Index i = begin; i < end; ++i)
        for (Index j = 0; j < panel.used; ++j) {
          const double off = inverse_sqrt_degrees[i] * y[i * width + j] - vectors(i, first + j);
          sum[j] += off * off;
        }
    });
    for (Index j = 0; j < panel.used; ++j)
      result.residuals[first + j] = std::fabs(values[first + j]) * std::sqrt(squares[j]);
  }
  return result;
}

std::vector<double> gather_weights(const RowLinks& links, const double* weights, Index n_vectors,
                                   const Context& context) {
  const Index n = links.n_rows(), n_sums = links.n_sums(), widest = panel_width(n_vectors);
  std::vector<double> rows(n * n_vectors), y(n * widest), sums(n_sums * widest);
  for (Index first = 0; first < n_vectors; first += widest) {
    const Panel panel(first, n_vectors);
    panel.load(weights, n_sums, sums.data());
    links.gather_panel(panel.width, sums.data(), y.data(), context);
    panel.store(y.data(), n, rows.data());
  }
  return rows;
}

}  // namespace scrb
