// How the bins of a few small grids are linked to one another (bin_graph.h): for every two bins the number of rows that
// are in both. Counts do not depend on the order of rows, nor on threads. Grids are joined into groups first, as long
// as the bins of a group have at most 256 combinations, so that a row adds to one table for each two groups. Cost: n
// (groups^2 / 2 + grids) additions; 1 byte per group for some of the rows, 4 for each combination of combinations.

#include <cmath>

#include "features/bins.h"

namespace scrb {

namespace {

constexpr Index most_combinations = 256;
constexpr Index rows_at_once = 1 << 17;

// Grids [first, last): a row's combination is the sum of its ids times their strides.
struct GridGroup {
  Index first, last, n_combinations;
  std::vector<Index> stride;

  Index id(Index combination, Index grid) const {
    const Index g = grid - first;
    const Index above = grid + 1 < last ? stride[g + 1] : n_combinations;
    return combination % above / stride[g];
  }
};

std::vector<GridGroup> group_grids(const std::vector<GridIds>& grids) {
  std::vector<GridGroup> groups;
  for (Index g = 0; g < static_cast<Index>(grids.size()); ++g) {
    const Index n_ids = grids[g].n_bins + 1;
    if (groups.empty() || groups.back().n_combinations * n_ids > most_combinations) groups.push_back({g, g, 1, {}});
    GridGroup& group = groups.back();
    group.stride.push_back(group.n_combinations);
    group.n_combinations *= n_ids;
    group.last = g + 1;
  }
  return groups;
}

struct GroupPair {
  Index a, b;
  std::vector<std::uint32_t> count;  // of rows, by both combinations
};

// Adds the pairs of bins that some combinations stand for.
void add_counts(const GroupPair& pair, const GridGroup& a, const GridGroup& b, const std::vector<GridIds>& grids,
                Index n_sums, std::vector<double>& shared) {
  auto bins = [&](const GridGroup& group, Index combination) {
    std::vector<Index> found;
    for (Index g = group.first; g < group.last; ++g)
      if (const Index id = group.id(combination, g)) found.push_back(grids[g].first + id);
    return found;
  };
  std::vector<std::vector<Index>> bins_of_b;
  for (Index v = 0; v < b.n_combinations; ++v) bins_of_b.push_back(bins(b, v));
  for (Index u = 0; u < a.n_combinations; ++u) {
    const std::vector<Index> bins_of_a = bins(a, u);
    for (Index v = 0; v < b.n_combinations; ++v) {
      const double count = pair.count[u * b.n_combinations + v];
      if (count == 0) continue;
      for (Index p : bins_of_a)
        for (Index q : bins_of_b[v]) {
          shared[p * n_sums + q] += count;
          if (pair.a != pair.b) shared[q * n_sums + p] += count;
        }
    }
  }
}

// The weight of all rows that have one, 0 where weights differ by more than rounding.
double common_weight(const std::vector<double>& row_weights) {
  double least = INFINITY, most = 0;
  for (double weight : row_weights) {
    if (weight == 0) continue;
    least = std::min(least, weight);
    most = std::max(most, weight);
  }
  return most > 0 && most - least <= 1e-12 * most ? most : 0;
}

}  // namespace

BinGraph Bins::bin_graph(std::vector<double> row_weights, const Context& context) const {
  const std::vector<GridIds>& grids = ids.grids;
  const double weight = common_weight(row_weights);
  const bool is_small =
      std::all_of(grids.begin(), grids.end(), [](const GridIds& grid) { return grid.n_bins < most_combinations; });
  if (!is_small || !occupied.empty() || weight == 0 || n_sums() * n_sums() > 2 * n_rows() * n_grids())
    return BinGraph();
  const std::vector<GridGroup> groups = group_grids(grids);
  const Index n_groups = static_cast<Index>(groups.size());
  std::vector<GroupPair> pairs;
  for (Index a = 0; a < n_groups; ++a)
    for (Index b = a; b < n_groups; ++b)
      pairs.push_back({a, b, std::vector<std::uint32_t>(groups[a].n_combinations * groups[b].n_combinations, 0)});

  std::vector<std::uint8_t> combination(n_groups * std::min(n_rows(), rows_at_once));
  for (Index begin = 0; begin < n_rows(); begin += rows_at_once) {
    const Index count = std::min(rows_at_once, n_rows() - begin);
    parallel_for(n_groups, context, [&](Index s, int) {
      std::uint8_t* to = combination.data() + s * count;
      std::fill_n(to, count, std::uint8_t{0});
      for (Index g = groups[s].first; g < groups[s].last; ++g) {
        const auto stride = static_cast<std::uint8_t>(groups[s].stride[g - groups[s].first]);
        const std::uint16_t* id = grids[g].narrow.data() + begin;
        for (Index i = 0; i < count; ++i) to[i] = static_cast<std::uint8_t>(to[i] + id[i] * stride);
      }
      for (Index i = 0; i < count; ++i)
        if (row_weights[begin + i] == 0) to[i] = 0;
    });
    parallel_for(static_cast<Index>(pairs.size()), context, [&](Index t, int) {
      GroupPair& pair = pairs[t];
      const std::uint8_t *a = combination.data() + pair.a * count, *b = combination.data() + pair.b * count;
      const Index width = groups[pair.b].n_combinations;
      for (Index i = 0; i < count; ++i) ++pair.count[a[i] * width + b[i]];
    });
  }
  std::vector<double> shared(n_sums() * n_sums(), 0.0);
  for (const GroupPair& pair : pairs) {
    add_counts(pair, groups[pair.a], groups[pair.b], grids, n_sums(), shared);
    context.check_interrupt();
  }
  const double share = weight / static_cast<double>(n_grids());
  return make_bin_graph(n_sums(), n_sums() * n_sums(), context, [&](Index p, BinGraphRow& entries) {
    for (Index q = 0; q < n_sums(); ++q)
      if (const double count = shared[p * n_sums() + q]; count > 0)
        entries.add(static_cast<std::int32_t>(q), share * count);
  });
}

}  // namespace scrb
