#ifndef SCRB_KNOWN_BINS_H
#define SCRB_KNOWN_BINS_H

// Step 2 for new rows: the bins of a fit's grids that they fall into, as its dictionary knows them.
// Sums to gather from: those of the shared bins, then one for each row of the fit that has bins to itself.

#include "features/bins.h"

namespace scrb {

class KnownBins : public RowLinks {
 public:
  KnownBins(BinIds shared, Index n_owners) : ids(std::move(shared)), n_owners_(n_owners) {}

  Index n_rows() const override { return ids.n_rows(); }
  Index n_sums() const override { return ids.n_sums() + n_owners_; }
  void gather_panel(Index width, const double* sums, double* y, const Context& context) const override;

  Index count_unknown() const;  // rows that meet no bin at all

  BinIds ids;                        // id 0 where a row meets no shared bin
  std::vector<Index> first_owner;    // n + 1, into `owners`
  std::vector<std::int32_t> owners;  // whose bins the row meets, grid after grid

 private:
  Index n_owners_;
};

// dictionary.single_rows are owners, 0 .. n_owners - 1.
KnownBins find_bins(const ScaledRows& rows, const Grids& grids, const Dictionary& dictionary, Index n_owners,
                    const Context& context);

}  // namespace scrb

#endif
