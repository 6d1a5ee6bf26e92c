#ifndef SCRB_MODEL_H
#define SCRB_MODEL_H

// All that prediction needs, and nothing else. Outside of the core it is plain named arrays (fields.h), which may have
// been cut, changed or mixed up since they were written: check() proves every length, type, order and range before
// anything is read by it. Cost of a check: linear in the model.

#include <memory>

#include "cluster/partition.h"
#include "data/block.h"
#include "features/feature_map.h"

namespace scrb {

struct Model {
  // A model of another format is refused: its fields mean something else.
  static constexpr int format = 1;
  static constexpr const char* graph_kind = "graph";

  Placing placing;
  const double* weights = nullptr;  // n_sums x n_vectors: a view
  Index n_sums = 0;

  // of rows with columns
  Scaling scaling;
  std::vector<Index> n_levels;         // d; 0 for numbers
  std::vector<double> scaled_centers;  // k x d: centres of the rows that are not stray, on scaled columns
  std::unique_ptr<FeatureMap> map;     // none: of a graph, whose nodes have no columns

  // of a graph
  std::int32_t largest_cluster = 0;  // for rows without a link

  bool is_graph() const { return !map; }

  // The model that the fields hold; throws BadModel. Views into them are kept.
  static Model check(const FieldsIn& fields);

  // The part that does not depend on the kind, as check() reads it.
  static void write(const Placing& placing, std::vector<double> weights, const std::string& kind, FieldsOut& fields);
  static void write_centers(const std::vector<double>& scaled_centers, Index k, FieldsOut& fields);
};

// A matrix stored row after row, column after column.
std::vector<double> by_columns(const std::vector<double>& rows, Index n_rows, Index n_cols);

}  // namespace scrb

#endif
