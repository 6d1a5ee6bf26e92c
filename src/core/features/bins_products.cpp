// Steps 3 to 5 on bins: scatter and gather. See similarity.h for the contract.
// Cost model per row and grid: scatter reads an id and adds to one sum, gather reads an id and one sum;
// rows are tiled so that what is written stays in the first-level cache, and grids are taken four at a
// time so that each row's value is read or written once for four of them.

#include <cstring>
#include <type_traits>

#include "features/bins.h"
#include "support/wide_vectors.h"

namespace scrb {

namespace {

constexpr Index tile_rows = 1024;
constexpr Index grids_at_once = 4;

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

// sum[id of row i] += row i of the panel, for all rows
template <int width, int lanes, class Id>
SCRB_INLINE void scatter_rows(const Id* id, Index n, const double* v, double* sum) {
  typename Vector<double, lanes>::Type a, b;
  for (Index i = 0; i < n; ++i) {
    double* to = sum + static_cast<Index>(id[i]) * width;
    for (int p = 0; p < width; p += lanes) {
      std::memcpy(&a, to + p, sizeof a);
      std::memcpy(&b, v + i * width + p, sizeof b);
      a += b;
      std::memcpy(to + p, &a, sizeof a);
    }
  }
}

// row i of y += (a + b) + (c + d), the sums of row i in four grids
template <int width, int lanes, class Id>
SCRB_INLINE void gather_rows(const GridIds* four, const double* sums, Index begin, Index end, double* y) {
  const Id *id_a = ids_of(four[0], Id()), *id_b = ids_of(four[1], Id());
  const Id *id_c = ids_of(four[2], Id()), *id_d = ids_of(four[3], Id());
  const double *sum_a = sums + four[0].first * width, *sum_b = sums + four[1].first * width;
  const double *sum_c = sums + four[2].first * width, *sum_d = sums + four[3].first * width;
  typename Vector<double, lanes>::Type a, b, c, d, row;
  for (Index i = begin; i < end; ++i) {
    for (Index p = 0; p < width; p += lanes) {
      std::memcpy(&a, sum_a + static_cast<Index>(id_a[i]) * width + p, sizeof a);
      std::memcpy(&b, sum_b + static_cast<Index>(id_b[i]) * width + p, sizeof b);
      std::memcpy(&c, sum_c + static_cast<Index>(id_c[i]) * width + p, sizeof c);
      std::memcpy(&d, sum_d + static_cast<Index>(id_d[i]) * width + p, sizeof d);
      std::memcpy(&row, y + i * width + p, sizeof row);
      row += (a + b) + (c + d);
      std::memcpy(y + i * width + p, &row, sizeof row);
    }
  }
}

template <int width, class Id>
void plain_scatter(const Id* id, Index n, const double* v, double* sum) {
  scatter_rows<width, 2>(id, n, v, sum);
}

template <int width, class Id>
SCRB_WIDE void wide_scatter(const Id* id, Index n, const double* v, double* sum) {
  scatter_rows<width, 4>(id, n, v, sum);
}

template <int width, class Id>
void plain_gather(const GridIds* four, const double* sums, Index begin, Index end, double* y) {
  gather_rows<width, 2, Id>(four, sums, begin, end, y);
}

template <int width, class Id>
SCRB_WIDE void wide_gather(const GridIds* four, const double* sums, Index begin, Index end, double* y) {
  gather_rows<width, 4, Id>(four, sums, begin, end, y);
}

template <class Id>
auto scatter_loop(Index width) {
  if (has_wide_vectors()) return width == 8 ? wide_scatter<8, Id> : wide_scatter<4, Id>;
  return width == 8 ? plain_scatter<8, Id> : plain_scatter<4, Id>;
}

template <class Id>
auto gather_loop(Index width) {
  if (has_wide_vectors()) return width == 8 ? wide_gather<8, Id> : wide_gather<4, Id>;
  return width == 8 ? plain_gather<8, Id> : plain_gather<4, Id>;
}

}  // namespace

void BinIds::scatter(const double* v, double* sums, const Context& context) const {
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

void BinIds::scatter_panel(Index width, const double* v, double* sums, const Context& context) const {
  for_grid_groups(n_grids(), context, [&](Index first, Index last) {
    std::memset(sums + grids[first].first * width, 0,
                (grids[last - 1].first + grids[last - 1].n_bins + 1 - grids[first].first) * width * sizeof(double));
    for (Index begin = 0; begin < n_rows_; begin += tile_rows) {
      const Index count = std::min(tile_rows, n_rows_ - begin);
      for (Index g = first; g < last; ++g) {
        auto add = [&](const auto* id) {
          using Id = std::decay_t<decltype(*id)>;
          scatter_loop<Id>(width)(id + begin, count, v + begin * width, sums + grids[g].first * width);
        };
        if (grids[g].is_narrow()) add(grids[g].narrow.data());
        else add(grids[g].wide.data());
      }
    }
    for (Index g = first; g < last; ++g) std::fill_n(sums + grids[g].first * width, width, 0.0);
  });
}

void BinIds::gather_panel(Index width, const double* sums, double* y, const Context& context) const {
  for_tiles(n_rows_, context, [&](Index begin, Index end) {
    std::memset(y + begin * width, 0, (end - begin) * width * sizeof(double));
    visit_grids(
        grids, 0, n_grids(),
        [&](const GridIds* four, auto id_type) {
          using Id = decltype(id_type);
          gather_loop<Id>(width)(four, sums, begin, end, y);
        },
        [&](const GridIds& grid, auto id_type) {
          const auto* id = ids_of(grid, id_type);
          for (Index i = begin; i < end; ++i)
            for (Index j = 0; j < width; ++j) y[i * width + j] += sums[(grid.first + id[i]) * width + j];
        });
  });
}

void Bins::gather(const double* sums, const double* v, double* y, const Context& context) const {
  const double share = 1.0 / static_cast<double>(n_grids());
  for_tiles(n_rows(), context, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) y[i] = singles[i] * v[i];
    visit_grids(
        ids.grids, 0, n_grids(),
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

void Bins::gather_panel(Index width, const double* sums, const double* v, double* y, const Context& context) const {
  ids.gather_panel(width, sums, y, context);
  const double share = 1.0 / static_cast<double>(n_grids());
  for_rows(n_rows(), context, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      double* row = y + i * width;
      // one by one, as a new row that meets these bins adds them
      for (std::int32_t s = 0; s < singles[i]; ++s)
        for (Index j = 0; j < width; ++j) row[j] += v[i * width + j];
      for (Index j = 0; j < width; ++j) row[j] *= share;
    }
  });
}

void Bins::unite_rows(DisjointSets& sets, const Context& context) const {
  for (const GridIds& grid : ids.grids) {
    context.check_interrupt();
    context.report("degrees", static_cast<double>(&grid - ids.grids.data()), static_cast<double>(n_grids()));
    std::vector<std::int32_t> first_row(grid.n_bins + 1, -1);
    auto unite = [&](const auto* id) {
      for (Index i = 0; i < n_rows(); ++i) {
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
