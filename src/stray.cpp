#include "stray.h"

#include <climits>
#include <cmath>
#include <limits>

namespace scrb {

namespace {

template <class Value>
void add_column(const Value* column, const std::vector<std::int32_t>& cluster, double* sums) {
  for (std::size_t i = 0; i < cluster.size(); ++i)
    if (cluster[i] >= 0) sums[cluster[i]] += column[i];
}

}  // namespace

std::vector<double> cluster_means(const Input& x, const std::vector<std::int32_t>& cluster, Index k,
                                  const Context& context) {
  std::vector<double> count(k, 0.0);
  for (std::int32_t c : cluster)
    if (c >= 0) ++count[c];
  context.reduce(count.data(), k);
  std::vector<double> sums(x.n_cols * k, 0.0);  // column after column
  parallel_for(x.n_cols, context, [&](Index l, int) {
    double* sum = sums.data() + l * k;
    if (x.real) add_column(x.real + l * x.n_rows, cluster, sum);
    else if (x.whole) add_column(x.whole + l * x.n_rows, cluster, sum);
    else
      for (int p = x.column_start[l]; p < x.column_start[l + 1]; ++p)
        if (cluster[x.row_index[p]] >= 0) sum[cluster[x.row_index[p]]] += x.value[p];
  });
  context.reduce(sums.data(), x.n_cols * k);
  std::vector<double> means(k * x.n_cols);
  for (Index l = 0; l < x.n_cols; ++l)
    for (Index c = 0; c < k; ++c) means[c * x.n_cols + l] = sums[l * k + c] / count[c];
  return means;
}

std::vector<std::int32_t> nearest_scaled(const Table& table, const std::vector<double>& centers, Index k,
                                         const Context& context) {
  const Index d = table.n_cols;
  std::vector<double> from_zero(k, 0.0);  // distances of a row of zeros
  for (Index c = 0; c < k; ++c)
    for (Index l = 0; l < d; ++l) from_zero[c] += std::fabs(centers[c * d + l]);
  std::vector<std::int32_t> nearest(table.n_rows);
  for_rows(table.n_rows, context, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      double least = std::numeric_limits<double>::infinity();
      for (Index c = 0; c < k; ++c) {
        const double* center = centers.data() + c * d;
        double distance = 0;
        if (table.sparse) {
          distance = from_zero[c];
          for (Index p = table.row_start[i]; p < table.row_start[i + 1]; ++p) {
            const double at = center[table.column[p]];
            distance += std::fabs(table.value[p] - at) - std::fabs(at);
          }
        } else {
          const float* entry = table.block(i / Table::block_rows) + i % Table::block_rows;
          for (Index l = 0; l < d; ++l) distance += std::fabs(entry[l * Table::block_rows] - center[l]);
        }
        if (distance < least) {
          least = distance;
          nearest[i] = static_cast<std::int32_t>(c);
        }
      }
    }
  });
  return nearest;
}

}  // namespace scrb
