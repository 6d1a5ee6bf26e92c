#include "methods/predict.h"

#include "cluster/stray.h"

namespace scrb {

namespace {

Prediction place(const Model& model, const RowLinks& links, const Context& context) {
  return label_rows(gather_weights(links, model.weights, model.placing.n_vectors(), context), model.placing, context);
}

}  // namespace

NewRows predict_rows(const Model& model, const Rows& rows, const Context& context) {
  if (model.is_graph() || rows.n_cols() != static_cast<Index>(model.n_levels.size()))
    throw BadModel{"kind", "must be that of rows with " + std::to_string(rows.n_cols()) + " columns"};
  const ScaledRows scaled(rows, model.scaling, model.map->reading());
  const FeatureMap::Found found = model.map->find(scaled, context);
  Prediction placed = place(model, *found.links, context);
  label_by_distance(rows, model.scaling, placed.without_place, model.scaled_centers, model.placing.k, context,
                    placed.cluster);
  return {std::move(placed.cluster), std::move(placed.embedding), found.unknown};
}

NewRows predict_nodes(const Model& model, const LinkMatrix& similarities, const Context& context) {
  if (!model.is_graph() || similarities.n_cols != model.n_sums)
    throw BadModel{"weights", "must be those of a graph of " + std::to_string(similarities.n_cols) + " nodes"};
  const GraphLinks links(similarities);
  Prediction placed = place(model, links, context);
  for (Index i : placed.without_place) placed.cluster[i] = model.largest_cluster;
  return {std::move(placed.cluster), std::move(placed.embedding), links.count_unlinked()};
}

}  // namespace scrb
