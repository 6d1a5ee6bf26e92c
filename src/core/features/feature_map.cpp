#include "features/feature_map.h"

#include "features/grid_map.h"
#include "features/landmark_map.h"

namespace scrb {

std::vector<Index> half_of(Index count, int which) {
  std::vector<Index> half;
  for (Index i = 0; i < count; ++i)
    if ((i + 1) / (1 + which / 2) % 2 == which % 2) half.push_back(i);
  return half;
}

std::unique_ptr<FeatureMap> read_feature_map(const std::string& kind, const FieldsIn& fields, Index n_cols,
                                             Index n_scaled_cols, double unit) {
  if (kind == GridMap::name) return std::make_unique<GridMap>(fields, n_cols);
  if (kind == LandmarkMap::name) return std::make_unique<LandmarkMap>(fields, n_scaled_cols, unit);
  throw BadModel{"kind", "must be a kind of features that this version knows, not \"" + kind + "\""};
}

}  // namespace scrb
