#include "stray.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scrb {

namespace {

template <class Value>
void add_column(const Value* column, const std::vector<std::int32_t>& cluster, double* sums) {
  for (std::size_t i = 0; i < cluster.size(); ++i)
    if (cluster[i] >= 0) sums[cluster[i]] += column[i];
}

// The commonest level of a factor in each cluster, the first of equals.
std::vector<double> modal_levels(const Column& column, const std::vector<std::int32_t>& cluster, Index k,
                                 const Context& context) {
  std::vector<double> count(k * column.n_levels, 0.0);
  for (std::size_t i = 0; i < cluster.size(); ++i)
    if (cluster[i] >= 0) ++count[cluster[i] * column.n_levels + column.whole[i] - 1];
  context.reduce(count.data(), static_cast<Index>(count.size()));
  std::vector<double> modal(k);
  for (Index c = 0; c < k; ++c) {
    const auto first = count.begin() + c * column.n_levels;
    modal[c] = static_cast<double>(std::max_element(first, first + column.n_levels) - first + 1);
  }
  return modal;
}

}  // namespace

std::vector<double> cluster_centers(const Input& x, const std::vector<std::int32_t>& cluster, Index k,
                                    const Context& context) {
  std::vector<double> count(k, 0.0);
  for (std::int32_t c : cluster)
    if (c >= 0) ++count[c];
  context.reduce(count.data(), k);
  std::vector<double> sums(x.n_cols * k, 0.0);  // column after column
  parallel_for(x.n_cols, context, [&](Index l, int) {
    if (x.is_factor(l)) return;
    double* sum = sums.data() + l * k;
    if (x.sparse()) {
      for (int p = x.column_start[l]; p < x.column_start[l + 1]; ++p)
        if (cluster[x.row_index[p]] >= 0) sum[cluster[x.row_index[p]]] += x.value[p];
    } else if (x.columns[l].real) {
      add_column(x.columns[l].real, cluster, sum);
    } else {
      add_column(x.columns[l].whole, cluster, sum);
    }
  });
  context.reduce(sums.data(), x.n_cols * k);
  std::vector<double> centers(k * x.n_cols);
  for (Index l = 0; l < x.n_cols; ++l) {
    std::vector<double> modal;
    if (x.is_factor(l)) modal = modal_levels(x.columns[l], cluster, k, context);
    for (Index c = 0; c < k; ++c) centers[c * x.n_cols + l] = x.is_factor(l) ? modal[c] : sums[l * k + c] / count[c];
  }
  return centers;
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
          for (Index l = 0; l < d; ++l)
            distance += entry_distance(table.is_factor[l], entry[l * Table::block_rows], center[l]);
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
