// Models that were damaged since they were written: refused by the name of a field, or harmless.

#include <functional>
#include <iostream>
#include <limits>

#include "fits.h"

namespace {

using namespace scrb_test;

constexpr double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();

// A model, and how new rows are labelled by it.
struct Subject {
  KeptFields kept;
  std::function<NewRows(const KeptFields&)> predict;
};

// Whether any model has a field of this name.
bool is_field(const std::string& name) {
  static const std::string names =
      " format kind weights vector_weights embedding_centers scaled_centers scaling$center scaling$scale scaling$unit "
      "xlevels consensus$sizes consensus$centers consensus$weights widths offsets first_key keys first_single "
      "single_keys single_owner projection landmarks n_nearest sigma largest_cluster ";
  return names.find(" " + name + " ") != std::string::npos;
}

// What comes of it: the field that is told to be wrong, or nothing where all rows get labels of clusters.
std::string outcome(const Subject& subject, const KeptFields& damaged) {
  try {
    const NewRows found = subject.predict(damaged);
    Index k = 0;
    for (const FieldOut& field : damaged.fields)
      if (field.name == "embedding_centers") k = field.n_rows;
    CHECK(!found.cluster.empty() && std::all_of(found.cluster.begin(), found.cluster.end(),
                                                [&](std::int32_t label) { return label >= 0 && label < k; }));
    return "";
  } catch (const BadModel& bad) {
    CHECK(is_field(bad.field));
    CHECK(bad.problem.rfind("must ", 0) == 0);
    return bad.field;
  }
}

enum class Fate { refused, any };

// A way to damage a field, and what has to come of it. apply() says whether it does anything to this one.
struct Damage {
  std::string name;
  Fate fate;
  std::function<bool(FieldOut&)> apply;
};

Index length_of(const FieldOut& field) {
  return static_cast<Index>(field.type == FieldOut::Type::real ? field.real.size() : field.whole.size());
}

bool resize(FieldOut& field, Index length, Index n_rows, Index n_cols) {
  if (field.type == FieldOut::Type::text || length < 0 || n_rows < -1 || n_cols < -1) return false;
  field.real.resize(field.type == FieldOut::Type::real ? length : 0, field.real.empty() ? 0 : field.real.back());
  field.whole.resize(field.type == FieldOut::Type::whole ? length : 0, field.whole.empty() ? 0 : field.whole.back());
  field.n_rows = n_rows;
  field.n_cols = n_cols;
  return true;
}

bool is_matrix(const FieldOut& field) { return field.n_rows >= 0; }

// A matrix gets so many more rows and columns.
Damage of_other_size(const std::string& name, Index more_rows, Index more_cols) {
  return {name, Fate::any, [more_rows, more_cols](FieldOut& field) {
            const Index n_rows = field.n_rows + more_rows, n_cols = field.n_cols + more_cols;
            return is_matrix(field) && resize(field, n_rows * n_cols, n_rows, n_cols);
          }};
}

std::vector<Damage> damaged_shapes() {
  return {{"empty", Fate::refused, [](FieldOut& field) { return resize(field, 0, field.n_rows, field.n_cols); }},
          {"shorter", Fate::refused,
           [](FieldOut& field) {
             return length_of(field) > 1 && resize(field, length_of(field) - 1, field.n_rows, field.n_cols);
           }},
          {"longer", Fate::any,
           [](FieldOut& field) { return resize(field, length_of(field) + 1, field.n_rows, field.n_cols); }},
          {"no matrix", Fate::refused,
           [](FieldOut& field) { return is_matrix(field) && resize(field, length_of(field), -1, -1); }},
          {"transposed", Fate::any,
           [](FieldOut& field) {
             std::swap(field.n_rows, field.n_cols);
             return is_matrix(field);
           }},
          of_other_size("fewer columns", 0, -1),
          of_other_size("more columns", 0, 1),
          of_other_size("fewer rows", -1, 0),
          of_other_size("more rows", 1, 0),
          {"0 x 0", Fate::refused, [](FieldOut& field) { return is_matrix(field) && resize(field, 0, 0, 0); }},
          {"of another type", Fate::refused,
           [](FieldOut& field) {
             const FieldOut before = field;
             field.type = before.type == FieldOut::Type::real ? FieldOut::Type::whole : FieldOut::Type::real;
             field.real.assign(before.whole.begin(), before.whole.end());
             field.whole.clear();
             for (double value : before.real)
               field.whole.push_back(static_cast<int>(std::max(-1e9, std::min(1e9, value))));
             return true;
           }},
          {"text", Fate::refused, [](FieldOut& field) {
             const bool changes = field.type != FieldOut::Type::text;
             field.type = FieldOut::Type::text;
             return changes;
           }}};
}

// Values at the first, a middle and the last place, and everywhere.
template <class Values, class Value>
bool put(Values& values, Value value, int place) {
  if (values.empty()) return false;
  if (place == 3) std::fill(values.begin(), values.end(), value);
  else values[place == 0 ? 0 : place == 1 ? values.size() / 2 : values.size() - 1] = value;
  return true;
}

// Of shapes, then of values.
std::vector<Damage> all_damages() {
  std::vector<Damage> damages = damaged_shapes();
  for (int place : {0, 1, 2, 3}) {
    for (double value : {nan, inf, -inf, -1.0, 0.0, 0.5, 3.0, 1e308, -1e308, 1e-308})
      damages.push_back({std::to_string(value) + " at " + std::to_string(place),
                         std::isfinite(value) ? Fate::any : Fate::refused,
                         [value, place](FieldOut& field) { return put(field.real, value, place); }});
    for (int value : {INT_MIN, INT_MAX, -1, 0, 1, 2, 1000})
      damages.push_back({std::to_string(value) + " at " + std::to_string(place),
                         value == INT_MIN ? Fate::refused : Fate::any,
                         [value, place](FieldOut& field) { return put(field.whole, value, place); }});
  }
  for (const char* word : {"", "grids", "landmarks", "graph", "trees"})
    damages.push_back({word, Fate::any, [word](FieldOut& field) {
                         const bool is_text = field.type == FieldOut::Type::text && field.text != word;
                         if (is_text) field.text = word;
                         return is_text;
                       }});
  return damages;
}

bool is_same(const FieldOut& a, const FieldOut& b) {
  return a.type == b.type && a.real == b.real && a.whole == b.whole && a.text == b.text && a.n_rows == b.n_rows &&
         a.n_cols == b.n_cols;
}

// What is allowed: keys are any 32 bits, a sigma may be infinite.
bool is_harmless(const std::string& field, const std::string& damage) {
  if (field == "keys" || field == "single_keys") return damage.rfind("-2147483648", 0) == 0;
  return field == "sigma" && damage.rfind("inf", 0) == 0;
}

void check_damages(const Subject& subject, const std::string& kind) {
  CHECK(outcome(subject, subject.kept).empty());
  const std::vector<Damage> damages = all_damages();
  int refused = 0, harmless = 0;
  for (const FieldOut& field : subject.kept.fields) {
    KeptFields without = subject.kept;
    without.drop(field.name);
    // a model without sizes is one without consensus, whose centres are too few
    const std::string missing = outcome(subject, without);
    CHECK(missing == (field.name == "consensus$sizes" ? "embedding_centers" : field.name));
    for (const Damage& damage : damages) {
      KeptFields damaged = subject.kept;
      if (!damage.apply(damaged.get(field.name)) || is_same(damaged.get(field.name), field)) continue;
      const std::string told = outcome(subject, damaged);
      ++(told.empty() ? harmless : refused);
      const bool as_it_should = damage.fate == Fate::any || !told.empty() || is_harmless(field.name, damage.name);
      if (!as_it_should) std::cout << kind << ": " << field.name << " " << damage.name << '\n';
      CHECK(as_it_should);
    }
  }
  CHECK(refused > 100 && harmless > 20);  // both come
}

// Several fields at once.
void check_many_damages(const Subject& subject, unsigned seed) {
  const std::vector<Damage> damages = all_damages();
  Random random(seed);
  int refused = 0;
  for (int trial = 0; trial < 300; ++trial) {
    KeptFields damaged = subject.kept;
    for (int i = 0; i < 2 + trial % 3; ++i) {
      FieldOut& field = damaged.fields[random() % damaged.fields.size()];
      FieldOut changed = field;
      if (damages[random() % damages.size()].apply(changed)) field = changed;
    }
    refused += !outcome(subject, damaged).empty();
  }
  CHECK(refused > 50);
}

// Rows of the fit, and some that are far from all.
MixedData fresh_rows(Random& random) {
  MixedData fresh(70, random);
  fresh.number[3] = 1e9;
  fresh.other[4] = -inf;
  fresh.code[5] = 99;
  fresh.whole[6] = INT_MIN;
  return fresh;
}

const Scaling mixed_scaling = {{0, 1, 0, 0}, {5, 20, 1, 5e3}};

Subject grid_subject(bool consensus) {
  Random random(1);
  const auto data = std::make_shared<MixedData>(200, random);
  const auto fresh = std::make_shared<MixedData>(fresh_rows(random));
  const Draws draws(24, 4, 1.0, random);
  Plan plan(3, 5, random);
  if (consensus) plan.add_consensus(4, {}, random);
  const DenseRows rows = data->rows();
  const Fit fit = fit_grids(rows, mixed_scaling, draws, plan, Context(1));
  Subject subject{keep_grids(fit, rows, mixed_scaling, draws), nullptr};
  CHECK(!subject.kept.get("keys").whole.empty());
  subject.predict = [fresh](const KeptFields& kept) { return predict_kept(kept, fresh->rows(), Context(1)); };
  return subject;
}

Subject landmark_subject(bool projected) {
  Random random(2);
  const auto data = std::make_shared<MixedData>(200, random);
  const auto fresh = std::make_shared<MixedData>(fresh_rows(random));
  Plan plan(3, 5, random);
  if (projected) plan.add_consensus(4, {}, random);
  LandmarkOptions options;
  options.pool = every(200, 4);
  options.unit = 0.5;
  ProjectionOptions projection;
  projection.n_components = projected ? 3 : 0;
  projection.rows = every(200, 1);
  const DenseRows rows = data->rows();
  const Fit fit = fit_landmarks(rows, mixed_scaling, options, projection, plan.options, plan.draws(), Context(1));
  Subject subject{keep_model(fit, rows, mixed_scaling, 0.5), nullptr};
  subject.predict = [fresh](const KeptFields& kept) { return predict_kept(kept, fresh->rows(), Context(1)); };
  return subject;
}

Subject graph_subject() {
  Random random(3);
  const Index n = 60;
  const auto w = std::make_shared<std::vector<double>>(n * n, 0.0);
  for (Index i = 0; i + 1 < n; ++i)
    for (Index j = 0; j < i; ++j) (*w)[i * n + j] = (*w)[j * n + i] = i % 3 == j % 3 ? 1 : random() % 20 == 0 ? 0.1 : 0;
  Plan plan(3, 5, random);
  const LinkMatrix links = {n, n, nullptr, nullptr, w->data()};
  const Fit fit = fit_graph(Graph(links), plan.options, plan.draws(), Context(1));
  Subject subject{keep_placing(fit), nullptr};
  subject.predict = [w, links](const KeptFields& kept) { return predict_kept(kept, links, Context(1)); };
  return subject;
}

TEST("models of grids, damaged") {
  for (const bool consensus : {false, true}) {
    const Subject subject = grid_subject(consensus);
    CHECK(subject.kept.has("consensus$sizes") == consensus);
    check_damages(subject, "grids");
    for (unsigned seed : {1, 2}) check_many_damages(subject, seed);
  }
}

TEST("models of landmarks, damaged") {
  for (const bool projected : {false, true}) {
    const Subject subject = landmark_subject(projected);
    check_damages(subject, "landmarks");
    for (unsigned seed : {1, 2}) check_many_damages(subject, seed);
  }
}

TEST("models of graphs, damaged") {
  const Subject subject = graph_subject();
  check_damages(subject, "graph");
  for (unsigned seed : {1, 2}) check_many_damages(subject, seed);
}

TEST("models of other formats and kinds are refused") {
  Subject subject = grid_subject(false);
  subject.kept.get("format").whole[0] = Model::format + 1;
  CHECK(outcome(subject, subject.kept) == "format");
  subject = grid_subject(false);
  subject.kept.get("kind").text = "landmarks";
  CHECK(outcome(subject, subject.kept) != "");
}

TEST("matrices change their order and back") {
  const std::vector<double> rows = {1, 2, 3, 4, 5, 6};
  CHECK(by_columns(rows, 2, 3) == (std::vector<double>{1, 4, 2, 5, 3, 6}));
  CHECK(by_columns(by_columns(rows, 2, 3), 3, 2) == rows);
}

}  // namespace
