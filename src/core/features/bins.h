#ifndef SCRB_BINS_H
#define SCRB_BINS_H

// Step 2: every row falls into one bin of each grid (the paper's Z: a one per row and grid at its bin,
// times 1 / sqrt(n_grids); the value is never stored).
// In:  scaled rows (n x d) and Grids. Out: n x n_grids bin ids, 16 bits each where a grid's shared bins fit.
// Bins with a single row are told apart only by that row, so they get no id: a row keeps the number of
// them, which is their part of the diagonal of Z Z'.
// Cost: O(n n_grids d) time, or non-zeros times n_grids; 2 bytes per row and grid (4 beyond 65,535 bins).

#include <cstdint>
#include <functional>
#include <vector>

#include "data/block.h"
#include "features/grids.h"
#include "features/similarity.h"

namespace scrb {

// The bins of one grid: id 0 means none of the shared ones, ids 1 .. n_bins are shared bins in order
// of first appearance. `first` is where the grid's n_bins + 1 sums start.
struct GridIds {
  std::vector<std::uint16_t> narrow;
  std::vector<std::uint32_t> wide;
  Index n_bins = 0;
  Index first = 0;

  bool is_narrow() const { return n_bins <= 65535; }
  std::uint32_t id(Index row) const { return is_narrow() ? narrow[row] : wide[row]; }
};

// Ids of rows in all grids, and the sums over shared bins that they make.
class BinIds {
 public:
  BinIds(Index n_rows, Index n_grids) : grids(n_grids), n_rows_(n_rows) {}
  // With n_bins shared bins per grid, and ids of 0.
  BinIds(Index n_rows, const std::vector<Index>& n_bins);

  Index n_rows() const { return n_rows_; }
  Index n_grids() const { return static_cast<Index>(grids.size()); }
  Index n_sums() const { return n_sums_; }
  void set_offsets();  // once the n_bins of all grids are known

  // sums[first of a grid + id] = sum over rows; that of id 0, which is no bin, is 0.
  void scatter(const double* v, double* sums, const Context& context) const;
  void scatter_panel(Index width, const double* v, double* sums, const Context& context) const;
  // y = the sums of a row's bins over all grids, changed by after(begin, end, y) for rows [begin, end)
  using After = std::function<void(Index begin, Index end, double* y)>;
  void gather_panel(Index width, const double* sums, double* y, const After& after, const Context& context) const;
  // out = scatter of such a y, a tile of rows at a time while its ids are in cache
  void sweep_panel(Index width, const double* sums, double* out, std::vector<double>& scratch, const After& after,
                   const Context& context) const;

  std::vector<GridIds> grids;

 private:
  Index n_rows_;
  Index n_sums_ = 0;
};

// What is needed to find the bin of a new row: keys by grid and id, and the bins of one row.
struct Dictionary {
  std::vector<Index> first_key, first_single;  // n_grids + 1
  std::vector<std::uint64_t> keys;             // of ids 1, 2, ... of grid 0, then of grid 1, ...
  std::vector<std::uint64_t> single_keys;
  std::vector<std::int32_t> single_rows;  // the row that a single_key belongs to (0-based)
};

// A row's bins of its own have one sum, that of the row: behind those of the shared bins, by owners.
class Bins : public Features {
 public:
  Bins(Index n_rows, Index n_grids) : ids(n_rows, n_grids), singles(n_rows, 0), occupied(n_grids), fullest(n_grids) {}
  // Ids that are known, without bins of one row.
  explicit Bins(BinIds known) : ids(std::move(known)), singles(ids.n_rows(), 0) {}

  Index n_rows() const override { return ids.n_rows(); }
  Index n_sums() const override { return ids.n_sums() + static_cast<Index>(owners.size()); }
  Index n_grids() const { return ids.n_grids(); }
  void scatter(const double* v, double* sums, const Context& context) const override;
  void gather(const double* sums, const double* v, double* y, const Context& context) const override;
  void scatter_panel(Index width, const double* v, double* sums, const Context& context) const override;
  void gather_panel(Index width, const double* sums, double* y, const Context& context) const override;
  std::vector<double> multiplicity() const override;
  void sweep_panel(Index width, const double* sums, const double* row_weight, double* out, std::vector<double>& scratch,
                   const Context& context) const override;
  void unite_rows(DisjointSets& sets, const Context& context) const override;
  // Of small grids of known ids, with at most twice as many entries as rows have bins; rows have equal weights, or
  // none.
  BinGraph bin_graph(std::vector<double> row_weights, const Context& context) const override;

  std::vector<Index> single_bins() const;  // n_grids: bins with one row

  BinIds ids;
  std::vector<std::int32_t> singles;  // n: how many grids give the row a bin to itself
  std::vector<std::int32_t> owners;   // the rows of which this is so
  std::vector<Index> occupied;        // n_grids: bins with at least one row
  std::vector<Index> fullest;         // n_grids: rows in the fullest bin
  Dictionary dictionary;              // empty unless asked for

 private:
  void add_own(Index width, const double* sums, Index begin, Index end, double* y) const;
};

// One reading of the rows for some grids at a time, as many as their hash tables leave memory for.
Bins make_bins(const ScaledRows& rows, const Grids& grids, bool keep_dictionary, const Context& context);

// How many grids can be in work at once. Until `bins_per_grid` are known (0) a few; then so many that their hash tables
// take no more than 16 MB, or 4 bytes per row for each of the few.
Index grids_at_once(Index n_rows, Index n_cols, double bins_per_grid, int threads);

// Bytes that a grid in work takes beside its ids: a hash table that grows by doubling, counts, and the grid itself.
double bytes_of_open_grid(Index n_cols, double bins_per_grid);

// Z as compressed columns: a column per occupied bin, grid after grid; in a grid first the shared bins,
// then the bins of one row. Fewer than 2^31 entries.
struct BinColumns {
  std::vector<int> start;  // columns + 1
  std::vector<int> rows;   // n x n_grids, increasing within a column
  std::vector<Index> bins_per_grid;
};
BinColumns bin_columns(const Bins& bins, const Context& context);

}  // namespace scrb

#endif
