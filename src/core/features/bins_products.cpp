// Steps 3 to 5 on bins: scatter and gather. See similarity.h for the contract.
// Cost model per row and grid: scatter reads an id and adds to one sum, gather reads an id and one sum;
// rows are tiled so that what is written stays in the first-level cache, and grids are taken four at a
// time so that each row's value is read or written once for four of them. A sweep reads a tile's ids once for both.

#include <cstring>
#include <type_traits>

#include "features/bins.h"
#include "support/wide_vectors.h"

namespace scrb {

namespace {

constexpr Index tile_rows = 1024;
constexpr Index sweep_rows = 16 * tile_rows;  // so that two threads seldom wait for each other
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

// Calls tile(begin, end) for rows [first, last), of which a thread takes some at a time.
template <class Tile>
void for_tiles(Index first, Index last, const Context& context, Tile tile) {
  const Index n_tiles = (last - first + tile_rows - 1) / tile_rows;
  parallel_for(n_tiles, context,
               [&](Index t, int) { tile(first + t * tile_rows, std::min(last, first + (t + 1) * tile_rows)); });
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

// y += (a + b) + (c + d), the sums of rows [begin, end) in four grids
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
      std::memcpy(&row, y + (i - begin) * width + p, sizeof row);
      row += (a + b) + (c + d);
      std::memcpy(y + (i - begin) * width + p, &row, sizeof row);
    }
  }
}

template <int width, class Id>
void plain_scatter(const Id* id, Index n, const double* v, double* sum) {
  scatter_rows<width, 2>(id, n, v, sum);
}

template <int width, class Id>
SCRB_WIDE void wide_scatter(const Id* id, Index n, const double* v, double* sum) {
  scatter_rows<width, width == 2 ? 2 : 4>(id, n, v, sum);
}

template <int width, class Id>
void plain_gather(const GridIds* four, const double* sums, Index begin, Index end, double* y) {
  gather_rows<width, 2, Id>(four, sums, begin, end, y);
}

template <int width, class Id>
SCRB_WIDE void wide_gather(const GridIds* four, const double* sums, Index begin, Index end, double* y) {
  gather_rows<width, width == 2 ? 2 : 4, Id>(four, sums, begin, end, y);
}

template <class Id>
auto scatter_loop(Index width) {
  return with_width(width, [](auto w) { return has_wide_vectors() ? wide_scatter<w(), Id> : plain_scatter<w(), Id>; });
}

template <class Id>
auto gather_loop(Index width) {
  return with_width(width, [](auto w) { return has_wide_vectors() ? wide_gather<w(), Id> : plain_gather<w(), Id>; });
}

// y = the sums of rows [begin, end), which are a tile, over all grids
void gather_tile(const std::vector<GridIds>& grids, Index width, const double* sums, Index begin, Index end,
                 double* y) {
  std::fill_n(y, (end - begin) * width, 0.0);
  visit_grids(
      grids, 0, static_cast<Index>(grids.size()),
      [&](const GridIds* four, auto id_type) {
        using Id = decltype(id_type);
        gather_loop<Id>(width)(four, sums, begin, end, y);
      },
      [&](const GridIds& grid, auto id_type) {
        const auto* id = ids_of(grid, id_type);
        for (Index i = begin; i < end; ++i)
          for (Index j = 0; j < width; ++j) y[(i - begin) * width + j] += sums[(grid.first + id[i]) * width + j];
      });
}

// Adds rows [begin, end) of a panel, of which v is the first, to the sums of some grids.
void scatter_tiles(const std::vector<GridIds>& grids, Index first, Index last, Index width, Index begin, Index end,
                   const double* v, double* sums) {
  for (Index from = begin; from < end; from += tile_rows) {
    const Index count = std::min(tile_rows, end - from);
    for (Index g = first; g < last; ++g) {
      auto add = [&](const auto* id) {
        using Id = std::decay_t<decltype(*id)>;
        scatter_loop<Id>(width)(id + from, count, v + (from - begin) * width, sums + grids[g].first * width);
      };
      if (grids[g].is_narrow()) add(grids[g].narrow.data());
      else add(grids[g].wide.data());
    }
  }
}

void clear_sums(const std::vector<GridIds>& grids, Index first, Index last, Index width, double* sums) {
  const Index begin = grids[first].first, end = grids[last - 1].first + grids[last - 1].n_bins + 1;
  std::memset(sums + begin * width, 0, (end - begin) * width * sizeof(double));
}

// Id 0 is no bin.
void clear_no_bin(const std::vector<GridIds>& grids, Index first, Index last, Index width, double* sums) {
  for (Index g = first; g < last; ++g) std::fill_n(sums + grids[g].first * width, width, 0.0);
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
    clear_sums(grids, first, last, width, sums);
    scatter_tiles(grids, first, last, width, 0, n_rows_, v, sums);
    clear_no_bin(grids, first, last, width, sums);
  });
}

void BinIds::gather_panel(Index width, const double* sums, double* y, const After& after,
                          const Context& context) const {
  for_tiles(0, n_rows_, context, [&](Index begin, Index end) {
    gather_tile(grids, width, sums, begin, end, y + begin * width);
    after(begin, end, y + begin * width);
  });
}

void BinIds::sweep_panel(Index width, const double* sums, double* out, std::vector<double>& scratch, const After& after,
                         const Context& context) const {
  scratch.resize(sweep_rows * width);
  for_grid_groups(n_grids(), context, [&](Index first, Index last) { clear_sums(grids, first, last, width, out); });
  for (Index begin = 0; begin < n_rows_; begin += sweep_rows) {
    const Index end = std::min(n_rows_, begin + sweep_rows);
    for_tiles(begin, end, context, [&](Index from, Index to) {
      double* y = scratch.data() + (from - begin) * width;
      gather_tile(grids, width, sums, from, to, y);
      after(from, to, y);
    });
    for_grid_groups(n_grids(), context, [&](Index first, Index last) {
      scatter_tiles(grids, first, last, width, begin, end, scratch.data(), out);
    });
  }
  clear_no_bin(grids, 0, n_grids(), width, out);
}

void Bins::gather(const double* sums, const double* v, double* y, const Context& context) const {
  const double share = 1.0 / static_cast<double>(n_grids());
  for_tiles(0, n_rows(), context, [&](Index begin, Index end) {
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

// To rows [begin, end) what they get of their own bins, one by one as a new row that meets these adds them; then the
// share of a grid.
void Bins::add_own(Index width, const double* sums, Index begin, Index end, double* y) const {
  const double* own = sums + ids.n_sums() * width;
  Index o = std::lower_bound(owners.begin(), owners.end(), begin) - owners.begin();
  for (; o < static_cast<Index>(owners.size()) && owners[o] < end; ++o) {
    double* row = y + (owners[o] - begin) * width;
    for (std::int32_t s = 0; s < singles[owners[o]]; ++s)
      for (Index j = 0; j < width; ++j) row[j] += own[o * width + j];
  }
  const double share = 1.0 / static_cast<double>(n_grids());
  for (Index p = 0; p < (end - begin) * width; ++p) y[p] *= share;
}

void Bins::gather_panel(Index width, const double* sums, double* y, const Context& context) const {
  ids.gather_panel(
      width, sums, y, [&](Index begin, Index end, double* part) { add_own(width, sums, begin, end, part); }, context);
}

void Bins::sweep_panel(Index width, const double* sums, const double* row_weight, double* out,
                       std::vector<double>& scratch, const Context& context) const {
  double* own_out = out + ids.n_sums() * width;
  ids.sweep_panel(
      width, sums, out, scratch,
      [&](Index begin, Index end, double* y) {
        add_own(width, sums, begin, end, y);
        for (Index i = begin; i < end; ++i)
          for (Index j = 0; j < width; ++j) y[(i - begin) * width + j] *= row_weight[i];
        Index o = std::lower_bound(owners.begin(), owners.end(), begin) - owners.begin();
        for (; o < static_cast<Index>(owners.size()) && owners[o] < end; ++o)
          std::copy_n(y + (owners[o] - begin) * width, width, own_out + o * width);
      },
      context);
}

}  // namespace scrb
