#ifndef SCRB_BINS_H
#define SCRB_BINS_H

// Step 2: every row falls into one bin of each grid (the paper's Z: a one per row and grid at its bin,
// times 1 / sqrt(n_grids); the value is never stored).
// In:  a Table (n x d) and Grids. Out: n x n_grids bin ids, 16 bits each where a grid's shared bins fit.
// Bins with a single row are told apart only by that row, so they get no id: a row keeps the number of
// them, which is their part of the diagonal of Z Z'.
// Cost: O(n n_grids d) time, or non-zeros times n_grids; 2 bytes per row and grid (4 beyond 65,535 bins).

#include <cstdint>
#include <vector>

#include "features.h"
#include "grids.h"
#include "table.h"

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

// What is needed to find the bin of a new row: keys by grid and id, and the bins of one row.
struct Dictionary {
  std::vector<Index> first_key, first_single;  // n_grids + 1
  std::vector<std::uint64_t> keys;             // of ids 1, 2, ... of grid 0, then of grid 1, ...
  std::vector<std::uint64_t> single_keys;
  std::vector<std::int32_t> single_rows;  // the row that a single_key belongs to (0-based)
};

class Bins : public Features {
 public:
  Index n_rows() const override { return n_rows_; }
  Index n_sums() const override { return n_sums_; }
  Index n_grids() const { return static_cast<Index>(grids.size()); }
  void scatter(const double* v, double* sums, const Context& context) const override;
  void gather(const double* sums, const double* v, double* y, const Context& context) const override;
  void scatter_panel(Index width, const double* v, double* sums, const Context& context) const override;
  void gather_panel(Index width, const double* sums, const double* v, double* y, const Context& context) const override;
  void unite_rows(DisjointSets& sets, const Context& context) const override;

  // The sums of a panel over the shared bins of each row, before bins of one row are added and the
  // whole is divided by n_grids.
  void gather_shared(Index width, const double* sums, double* y, const Context& context) const;

  std::vector<Index> single_bins() const;  // n_grids: bins with one row

  // Shapes an object for n rows, with n_bins shared bins per grid and no ids yet.
  void resize(Index n_rows, const std::vector<Index>& n_bins);
  void set_offsets();  // from the n_bins of each grid

  std::vector<GridIds> grids;
  std::vector<std::int32_t> singles;  // n: how many grids give the row a bin to itself
  std::vector<Index> occupied;        // n_grids: bins with at least one row
  std::vector<Index> fullest;         // n_grids: rows in the fullest bin
  Dictionary dictionary;              // empty unless asked for

 private:
  friend Bins make_bins(const Table&, const Grids&, bool, const Context&);
  Index n_rows_ = 0;
  Index n_sums_ = 0;
};

Bins make_bins(const Table& table, const Grids& grids, bool keep_dictionary, const Context& context);

// Z as compressed columns: a column per occupied bin, grid after grid; in a grid first the shared bins,
// then the bins of one row. Fewer than 2^31 entries.
struct BinColumns {
  std::vector<int> start;  // columns + 1
  std::vector<int> rows;   // n x n_grids, increasing within a column
  std::vector<Index> bins_per_grid;
};
BinColumns bin_columns(const Bins& bins, const Context& context);

// The bins of new rows, as `dictionary` knows them.
struct KnownBins {
  Bins shared;                       // id 0 where a row meets no shared bin
  std::vector<Index> first_owner;    // n + 1, into `owners`
  std::vector<std::int32_t> owners;  // entries of single_rows whose bins the row meets, grid after grid
  std::vector<char> known;           // n: meets any bin at all
};
KnownBins find_bins(const Table& table, const Grids& grids, const Dictionary& dictionary, const Context& context);

}  // namespace scrb

#endif
