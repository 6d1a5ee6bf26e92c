#include "cluster/stray.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/row_distances.h"

namespace scrb {

namespace {

// The commonest of n_levels in each of k clusters, the first of equals.
std::vector<double> modal_levels(const std::vector<double>& count, Index n_levels, Index k) {
  std::vector<double> modal(k);
  for (Index c = 0; c < k; ++c) {
    const auto first = count.begin() + c * n_levels;
    modal[c] = static_cast<double>(std::max_element(first, first + n_levels) - first + 1);
  }
  return modal;
}

// The nearest of k centres (k x d) to each row of a block.
std::vector<std::int32_t> nearest_scaled(const Block& block, const std::vector<char>& is_code,
                                         const std::vector<double>& centers, Index k, const Context& context) {
  const Index d = block.n_cols;
  std::vector<double> of_zeros(k, 0.0);  // distances of a row that stores nothing
  for (Index c = 0; c < k && block.sparse; ++c)
    for (Index l = 0; l < d; ++l) of_zeros[c] += std::fabs(block.zero[l] - centers[c * d + l]);
  auto distance = [&](Index i, Index c) {
    const double* center = centers.data() + c * d;
    double sum = of_zeros[c];
    if (block.sparse) {
      for (Index p = block.row_start[i]; p < block.row_start[i + 1]; ++p) {
        const Index l = block.column[p];
        sum += std::fabs(block.value[p] - center[l]) - std::fabs(block.zero[l] - center[l]);
      }
    } else {
      const float* entry = block.dense_row(i);
      for (Index l = 0; l < d; ++l) sum += entry_distance(is_code[l], entry[l * Block::strip_rows], center[l]);
    }
    return sum;
  };
  std::vector<std::int32_t> nearest(block.n_rows, 0);
  for_rows(block.n_rows, context, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      double least = std::numeric_limits<double>::infinity();
      for (Index c = 0; c < k; ++c) {
        const double here = distance(i, c);
        if (!(here < least)) continue;
        least = here;
        nearest[i] = static_cast<std::int32_t>(c);
      }
    }
  });
  return nearest;
}

}  // namespace

std::vector<double> cluster_centers(const Rows& rows, const std::vector<std::int32_t>& cluster, Index k,
                                    const Context& context) {
  const Index d = rows.n_cols();
  std::vector<double> count(k, 0.0);
  for (std::int32_t c : cluster)
    if (c >= 0) ++count[c];
  std::vector<std::vector<double>> sums(d);  // of a factor: how often each level comes
  for (Index l = 0; l < d; ++l) sums[l].assign(k * std::max<Index>(1, rows.n_levels(l)), 0.0);
  for_columns(rows, context, [&](Index l, const RawBlock& raw) {
    double* sum = sums[l].data();
    const Index n_levels = rows.n_levels(l);
    for_column(raw, l, [&](Index i, double value) {
      if (cluster[i] < 0) return;
      if (n_levels == 0) sum[cluster[i]] += value;
      else if (value >= 1 && value <= static_cast<double>(n_levels))
        ++sum[cluster[i] * n_levels + static_cast<Index>(value) - 1];
    });
  });
  // sums of numbers near the largest overflow where their mean does not: once more, by shares
  std::vector<char> again(d, 0);
  for (Index l = 0; l < d; ++l)
    again[l] = std::any_of(sums[l].begin(), sums[l].end(), [](double sum) { return !std::isfinite(sum); });
  if (std::find(again.begin(), again.end(), 1) != again.end())
    for_columns(rows, context, [&](Index l, const RawBlock& raw) {
      if (!again[l]) return;
      if (raw.begin == 0) std::fill(sums[l].begin(), sums[l].end(), 0.0);
      for_column(raw, l, [&](Index i, double value) {
        if (cluster[i] >= 0) sums[l][cluster[i]] += value / count[cluster[i]];
      });
    });
  std::vector<double> centers(k * d);
  for (Index l = 0; l < d; ++l) {
    if (rows.is_factor(l)) sums[l] = modal_levels(sums[l], rows.n_levels(l), k);
    for (Index c = 0; c < k; ++c)
      centers[c * d + l] = rows.is_factor(l) || again[l] ? sums[l][c] : sums[l][c] / count[c];
  }
  return centers;
}

std::vector<double> scale_centers(std::vector<double> centers, const Scaling& scaling) {
  const Index d = static_cast<Index>(scaling.center.size());
  for (std::size_t i = 0; i < centers.size(); ++i) {
    const Index l = static_cast<Index>(i) % d;
    centers[i] = (centers[i] - scaling.center[l]) / scaling.scale[l];
  }
  return centers;
}

void label_by_distance(const Rows& rows, const Scaling& scaling, const std::vector<Index>& listed,
                       const std::vector<double>& scaled_centers, Index k, const Context& context,
                       std::vector<std::int32_t>& cluster) {
  if (listed.empty()) return;
  const ScaledRows scaled(rows, scaling, Reading());
  scaled.for_listed(listed, context, [&](const Block& block, Index first) {
    const std::vector<std::int32_t> labels = nearest_scaled(block, scaled.codes(), scaled_centers, k, context);
    for (std::size_t r = 0; r < labels.size(); ++r) cluster[listed[first + r]] = labels[r];
  });
}

}  // namespace scrb
