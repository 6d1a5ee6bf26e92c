#ifndef SCRB_GRID_MAP_H
#define SCRB_GRID_MAP_H

// Steps 1 and 2 by random grids: a row's features are the bins it falls into.

#include "features/bins.h"
#include "features/feature_map.h"

namespace scrb {

class GridMap : public FeatureMap {
 public:
  static constexpr const char* name = "grids";

  // `grids` is a view. With `column_scaling` bins count alike, however many rows are in them (two_sided.h).
  GridMap(const Grids& grids, bool column_scaling) : grids_(grids), column_scaling_(column_scaling) {}
  // As write() wrote it, of rows with n_cols columns.
  GridMap(const FieldsIn& fields, Index n_cols);

  const char* kind() const override { return name; }
  Reading reading() const override { return Reading(); }
  std::unique_ptr<Features> learn(const ScaledRows& rows, Index k, bool keep, const Context& context) override;
  bool is_two_sided() const override { return column_scaling_; }
  std::unique_ptr<FeatureMap> half(int which) const override;
  Found find(const ScaledRows& rows, const Context& context) const override;
  const char* step() const override { return "bins"; }
  double bins_per_grid() const override;
  void describe(FieldsOut& fields) const override;
  void write(FieldsOut& fields) override;
  Index n_sums() const override;

 private:
  Grids grids_;
  bool column_scaling_ = false;
  std::vector<double> widths_, offsets_;            // of a half, which has no view
  std::vector<Index> occupied_, fullest_, single_;  // per grid, of the fit's rows
  Dictionary dictionary_;                           // single_rows are owners
  Index n_owners_ = 0;
};

}  // namespace scrb

#endif
