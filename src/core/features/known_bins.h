#ifndef SCRB_KNOWN_BINS_H
#define SCRB_KNOWN_BINS_H

// Step 2 for new rows: the bins of a fit's grids that they fall into, as its dictionary knows them.

#include "features/bins.h"

namespace scrb {

class KnownBins : public RowLinks {
 public:
  explicit KnownBins(BinIds shared) : ids(std::move(shared)) {}

  Index n_rows() const override { return ids.n_rows(); }
  Index n_sums() const override { return ids.n_sums(); }
  void gather_panel(Index width, const double* sums, double* y, const Context& context) const override {
    ids.gather_panel(width, sums, 1.0 / static_cast<double>(ids.n_grids()), y, context);
  }

  Index count_unknown() const;  // rows that meet no bin at all

  BinIds ids;  // id 0 where a row meets no bin
};

KnownBins find_bins(const ScaledRows& rows, const Grids& grids, const Dictionary& dictionary, const Context& context);

}  // namespace scrb

#endif
