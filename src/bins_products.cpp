// Steps 3 to 5 on bins: scatter and gather. See feature_set.h for the contract.
// Cost model per row and grid: scatter reads an id and adds to one sum, gather reads an id and one sum;
// rows are tiled so that what is written stays in the first-level cache, and grids are taken four at a
// time so that each row's value is read or written once for four of them.

#include <Eigen/Core>
#include <cstring>

#include "bins.h"

namespace scrb {

namespace {

constexpr Index tile_rows = 1024;
constexpr Index grids_at_once = 4;

using PanelRow = Eigen::Map<Eigen::Array<double, panel_width, 1>>;
using ConstPanelRow = Eigen::Map<const Eigen::Array<double, panel_width, 1>>;

const std::uint16_t* ids_of(const GridIds& grid, std::uint16_t) { return grid.narrow.data(); }
const std::uint32_t* ids_of(const GridIds& grid, std::uint32_t) { return grid.wide.data(); }

bool same_width(const GridIds* grids) {
  for (Index g = 1; g < grids_at_once; ++g)
    if (grids[g].is_narrow() != grids[0].is_narrow()) return false;
  return true;
}

// Calls four(grids, id_type) for whole groups of grids with ids of one width, one(grid, id_type) for the rest,
// over grids [first, last). The grouping depends on the number of bins alone, so new rows are added up
// in the order in which the rows of the fit were.
template <class Four, class One>
void visit_grids(const std::vector<GridIds>& grids, Index first, Index last, Four four, One one) {
  Index g = first;
  while (g < last) {
    if (g + grids_at_once <= last && same_width(&grids[g])) {
      if (grids[g].is_narrow()) four(&grids[g], std::uint16_t());
      else four(&grids[g], std::uint32_t());
      g += grids_at_once;
    } else {
      if (grids[g].is_narrow()) one(grids[g], std::uint16_t());
      else one(grids[g], std::uint32_t());
      ++g;
    }
  }
}

// Calls tile(first_grid, last_grid) for groups of grids that one thread takes whole.
template <class Group>
void for_grid_groups(Index n_grids, const Context& context, Group group) {
  const Index n_groups = (n_grids + grids_at_once - 1) / grids_at_once;
  parallel_for(n_groups, context,
               [&](Index t, int) { group(t * grids_at_once, std::min(n_grids, (t + 1) * grids_at_once)); });
}

template <class Tile>
void for_tiles(Index n_rows, const Context& context, Tile tile) {
  const Index n_tiles = (n_rows + tile_rows - 1) / tile_rows;
  parallel_for(n_tiles, context, [&](Index t, int) { tile(t * tile_rows, std::min(n_rows, (t + 1) * tile_rows)); });
}

}  // namespace

void Bins::scatter(const double* v, double* sums, const Context& context) const {
  const Index n = n_rows_;
  for_grid_groups(n_grids(), context, [&](Index first, Index last) {
    for (Index g = first; g < last; ++g) std::memset(sums + grids[g].first, 0, (grids[g].n_bins + 1) * sizeof(double));
    visit_grids(
        grids, first, last,
        [&](const GridIds* four, auto id_type) {
          const auto *a = ids_of(four[0], id_type), *b = ids_of(four[1], id_type);
          const auto *c = ids_of(four[2], id_type), *d = ids_of(four[3], id_type);
          double *sum_a = sums + four[0].first, *sum_b = sums + four[1].first;
          double *sum_c = sums + four[2].first, *sum_d = sums + four[3].first;
          for (Index i = 0; i < n; ++i) {
            const double value = v[i];
            sum_a[a[i]] += value;
            sum_b[b[i]] += value;
            sum_c[c[i]] += value;
            sum_d[d[i]] += value;
          }
        },
        [&](const GridIds& grid, auto id_type) {
          const auto* id = ids_of(grid, id_type);
          double* sum = sums + grid.first;
          for (Index i = 0; i < n; ++i) sum[id[i]] += v[i];
        });
    for (Index g = first; g < last; ++g) sums[grids[g].first] = 0;  // id 0 is no bin
  });
}

void Bins::gather(const double* sums, const double* v, double* y, const Context& context) const {
  const double share = 1.0 / static_cast<double>(n_grids());
  for_tiles(n_rows_, context, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) y[i] = singles[i] * v[i];
    visit_grids(
        grids, 0, n_grids(),
        [&](const GridIds* four, auto id_type) {
          const auto *a = ids_of(four[0], id_type), *b = ids_of(four[1], id_type);
          const auto *c = ids_of(four[2], id_type), *d = ids_of(four[3], id_type);
          const double *sum_a = sums + four[0].first, *sum_b = sums + four[1].first;
          const double *sum_c = sums + four[2].first, *sum_d = sums + four[3].first;
          for (Index i = begin; i < end; ++i) y[i] += (sum_a[a[i]] + sum_b[b[i]]) + (sum_c[c[i]] + sum_d[d[i]]);
        },
        [&](const GridIds& grid, auto id_type) {
          const auto* id = ids_of(grid, id_type);
          const double* sum = sums + grid.first;
          for (Index i = begin; i < end; ++i) y[i] += sum[id[i]];
        });
    for (Index i = begin; i < end; ++i) y[i] *= share;
  });
}

void Bins::scatter_panel(const double* v, double* sums, const Context& context) const {
  const Index n = n_rows_;
  parallel_for(n_grids(), context, [&](Index g, int) {
    const GridIds& grid = grids[g];
    double* sum = sums + grid.first * panel_width;
    std::memset(sum, 0, (grid.n_bins + 1) * panel_width * sizeof(double));
    auto add = [&](const auto* id) {
      for (Index i = 0; i < n; ++i)
        PanelRow(sum + static_cast<Index>(id[i]) * panel_width) += ConstPanelRow(v + i * panel_width);
    };
    if (grid.is_narrow()) add(grid.narrow.data());
    else add(grid.wide.data());
    PanelRow(sum).setZero();
  });
}

void Bins::gather_shared(const double* sums, double* y, const Context& context) const {
  for_tiles(n_rows_, context, [&](Index begin, Index end) {
    std::memset(y + begin * panel_width, 0, (end - begin) * panel_width * sizeof(double));
    visit_grids(
        grids, 0, n_grids(),
        [&](const GridIds* four, auto id_type) {
          const auto *a = ids_of(four[0], id_type), *b = ids_of(four[1], id_type);
          const auto *c = ids_of(four[2], id_type), *d = ids_of(four[3], id_type);
          auto row = [&](int g, Index id) { return ConstPanelRow(sums + (four[g].first + id) * panel_width); };
          for (Index i = begin; i < end; ++i)
            PanelRow(y + i * panel_width) += (row(0, a[i]) + row(1, b[i])) + (row(2, c[i]) + row(3, d[i]));
        },
        [&](const GridIds& grid, auto id_type) {
          const auto* id = ids_of(grid, id_type);
          for (Index i = begin; i < end; ++i)
            PanelRow(y + i * panel_width) += ConstPanelRow(sums + (grid.first + id[i]) * panel_width);
        });
  });
}

void Bins::gather_panel(const double* sums, const double* v, double* y, const Context& context) const {
  gather_shared(sums, y, context);
  const double share = 1.0 / static_cast<double>(n_grids());
  for_rows(n_rows_, context, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      PanelRow row(y + i * panel_width);
      // one by one, as a new row that meets these bins adds them
      for (std::int32_t s = 0; s < singles[i]; ++s) row += ConstPanelRow(v + i * panel_width);
      row *= share;
    }
  });
}

void Bins::unite_rows(DisjointSets& sets) const {
  for (const GridIds& grid : grids) {
    std::vector<std::int32_t> first_row(grid.n_bins + 1, -1);
    auto unite = [&](const auto* id) {
      for (Index i = 0; i < n_rows_; ++i) {
        if (id[i] == 0) continue;
        if (first_row[id[i]] < 0) first_row[id[i]] = static_cast<std::int32_t>(i);
        else sets.unite(first_row[id[i]], i);
      }
    };
    if (grid.is_narrow()) unite(grid.narrow.data());
    else unite(grid.wide.data());
    if (sets.count() == 1) return;
  }
}

}  // namespace scrb
