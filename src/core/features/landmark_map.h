#ifndef SCRB_LANDMARK_MAP_H
#define SCRB_LANDMARK_MAP_H

// Steps 1 and 2 by landmarks: a row's features are its links to the nearest of a pool of rows.
//   weight = exp(-d^2 / (2 sigma^2)), sigma the mean distance to the farthest that is linked; or 1.

#include "features/feature_map.h"
#include "features/landmarks.h"
#include "features/projection.h"

namespace scrb {

struct LandmarkOptions {
  Index n_nearest = 8;
  bool gaussian = true;     // otherwise all weights are 1
  std::vector<Index> pool;  // rows to be landmarks, increasing
  Projection projection;
  double unit = 1;  // that distances are taken in
};

class LandmarkMap : public FeatureMap {
 public:
  static constexpr const char* name = "landmarks";

  explicit LandmarkMap(LandmarkOptions options) : options_(std::move(options)) {}
  // As write() wrote it, of rows with n_cols scaled columns.
  LandmarkMap(const FieldsIn& fields, Index n_cols, double unit);

  const char* kind() const override { return name; }
  Reading reading() const override { return reading_in(options_.unit); }
  // Two levels are at Euclidean distance 1; squares of sums of differences are floats.
  static Reading reading_in(double unit);

  std::unique_ptr<Features> learn(const ScaledRows& rows, Index k, bool keep, const Context& context) override;
  bool is_two_sided() const override { return true; }
  std::unique_ptr<FeatureMap> half(int which) const override;
  Found find(const ScaledRows& rows, const Context& context) const override;
  const char* step() const override { return "landmarks"; }
  void describe(FieldsOut& fields) const override;
  void write(FieldsOut& fields) override;
  Index n_sums() const override { return landmarks_.count; }

 private:
  LandmarkOptions options_;
  Points landmarks_;                  // on projected columns
  std::vector<Index> landmark_rows_;  // of the fit
  Index n_nearest_ = 0;
  double sigma_ = 0;  // infinite where all weights are 1
};

}  // namespace scrb

#endif
