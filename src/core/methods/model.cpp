#include "methods/model.h"

namespace scrb {

namespace {

std::vector<double> to_rows(const FieldIn& matrix) {
  std::vector<double> rows(matrix.length);
  for (Index i = 0; i < matrix.n_rows; ++i)
    for (Index j = 0; j < matrix.n_cols; ++j) rows[i * matrix.n_cols + j] = matrix.real[j * matrix.n_rows + i];
  return rows;
}

std::vector<double> to_vector(const FieldIn& field) { return {field.real, field.real + field.length}; }

// Centres and weights of rows of unit length: numbers far beyond any that a fit has would overflow.
constexpr double largest_weight = 1e150;

BaseClusters read_base(const FieldsIn& fields, Index n_vectors, Index k) {
  BaseClusters base;
  if (!fields.has("consensus$sizes")) return base;
  const FieldIn& sizes = fields.integers("consensus$sizes");
  if (sizes.length < 1) sizes.fail("must have a size for each base clustering");
  Index total = 0;
  for (Index b = 0; b < sizes.length; ++b) {
    if (sizes.whole[b] < 1) sizes.fail("must have positive numbers");
    base.sizes.push_back(sizes.whole[b]);
    total += sizes.whole[b];
  }
  const FieldIn& centers = fields.matrix("consensus$centers", total, n_vectors);
  centers.check_range(-largest_weight, largest_weight);
  base.centers = to_rows(centers);
  const FieldIn& weights = fields.matrix("consensus$weights", k, total + sizes.length);
  weights.check_range(-largest_weight, largest_weight);
  base.weights = to_vector(weights);
  return base;
}

void read_columns(const FieldsIn& fields, Model& model) {
  const FieldIn& scale = fields.numbers("scaling$scale");
  const Index d = scale.length;
  if (d < 1) scale.fail("must have a number for each column");
  for (Index l = 0; l < d; ++l)
    if (!(scale.real[l] > 0)) scale.fail("must have positive numbers");
  model.scaling = {to_vector(fields.numbers("scaling$center", d)), to_vector(scale)};
  const FieldIn& levels = fields.integers("xlevels", d);
  for (Index l = 0; l < d; ++l) {
    if (levels.whole[l] < 0) levels.fail("must have levels");
    model.n_levels.push_back(levels.whole[l]);
    if (levels.whole[l] > 0 && (model.scaling.center[l] != 0 || model.scaling.scale[l] != 1))
      scale.fail("must be 1 for factors, and their center 0");
  }
  model.scaled_centers = to_rows(fields.matrix("scaled_centers", model.placing.k, d));
}

// Columns once levels have one each.
Index spread_columns(const std::vector<Index>& n_levels) {
  Index count = 0;
  for (Index levels : n_levels) count += std::max<Index>(1, levels);
  return count;
}

}  // namespace

std::vector<double> by_columns(const std::vector<double>& rows, Index n_rows, Index n_cols) {
  std::vector<double> columns(rows.size());
  for (Index i = 0; i < n_rows; ++i)
    for (Index j = 0; j < n_cols; ++j) columns[j * n_rows + i] = rows[i * n_cols + j];
  return columns;
}

Model Model::check(const FieldsIn& fields) {
  Model model;
  if (fields.count("format", 0, 1 << 20) != format)
    throw BadModel{"format", "must be " + std::to_string(format) + ", that of this version"};
  Placing& placing = model.placing;
  const FieldIn& vector_weights = fields.numbers("vector_weights");
  const Index m = vector_weights.length;
  vector_weights.check_range(0, largest_weight);
  placing.vector_weights = to_vector(vector_weights);
  placing.k = fields.matrix("embedding_centers", -1, -1).n_rows;
  if (placing.k < 1 || m < placing.k)
    vector_weights.fail("must have a number for each vector, at least one per cluster");
  placing.base = read_base(fields, m, placing.k);
  const FieldIn& centers = fields.matrix("embedding_centers", placing.k, placing.n_columns());
  centers.check_range(-largest_weight, largest_weight);
  placing.centers = to_rows(centers);

  const std::string kind = fields.text("kind");
  if (kind == graph_kind) {
    model.n_sums = fields.matrix("weights", m, -1).n_cols;
    model.largest_cluster = static_cast<std::int32_t>(fields.count("largest_cluster", 1, placing.k)) - 1;
  } else {
    read_columns(fields, model);
    const double unit = fields.number("scaling$unit", 1e-300, 1e300);
    model.map =
        read_feature_map(kind, fields, static_cast<Index>(model.n_levels.size()), spread_columns(model.n_levels), unit);
    model.n_sums = model.map->n_sums();
  }
  const FieldIn& weights = fields.matrix("weights", m, model.n_sums);
  weights.check_range(-largest_weight, largest_weight);
  model.weights = weights.real;
  return model;
}

void Model::write(const Placing& placing, std::vector<double> weights, const std::string& kind, FieldsOut& fields) {
  const Index m = placing.n_vectors();
  fields.add("format", std::vector<int>{format});
  fields.add("kind", kind);
  const Index n_sums = static_cast<Index>(weights.size()) / m;
  fields.add("weights", std::move(weights), m, n_sums);
  fields.add("vector_weights", placing.vector_weights);
  if (placing.base.sizes.empty()) return;
  const BaseClusters& base = placing.base;
  const Index total = static_cast<Index>(base.centers.size()) / m;
  fields.add("consensus$sizes", std::vector<int>(base.sizes.begin(), base.sizes.end()));
  fields.add("consensus$centers", by_columns(base.centers, total, m), total, m);
  fields.add("consensus$weights", base.weights, placing.k, static_cast<Index>(base.weights.size()) / placing.k);
}

void Model::write_centers(const std::vector<double>& scaled_centers, Index k, FieldsOut& fields) {
  const Index d = static_cast<Index>(scaled_centers.size()) / k;
  fields.add("scaled_centers", by_columns(scaled_centers, k, d), k, d);
}

}  // namespace scrb
