// Fields of a model: what getters prove before they return anything.

#include <limits>

#include "fixtures.h"
#include "support/fields.h"
#include "test.h"

namespace {

using namespace scrb_test;

constexpr double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();

FieldIn real_field(const std::vector<double>& values, Index n_rows = -1, Index n_cols = -1) {
  FieldIn field;
  field.type = FieldIn::Type::real;
  field.name = "field";
  field.real = values.data();
  field.length = static_cast<Index>(values.size());
  field.n_rows = n_rows;
  field.n_cols = n_cols;
  return field;
}

FieldIn whole_field(const std::vector<int>& values, Index n_rows = -1, Index n_cols = -1) {
  FieldIn field;
  field.type = FieldIn::Type::whole;
  field.name = "field";
  field.whole = values.data();
  field.length = static_cast<Index>(values.size());
  field.n_rows = n_rows;
  field.n_cols = n_cols;
  return field;
}

FieldIn text_field(const std::string& text) {
  FieldIn field;
  field.type = FieldIn::Type::text;
  field.name = "field";
  field.text = text;
  return field;
}

FieldIn other_field(FieldIn::Type type) {
  FieldIn field;
  field.type = type;
  field.name = "field";
  return field;
}

// Whether get() refuses the field, by its name and with a reason.
template <class Get>
bool refuses(const FieldIn& field, Get get) {
  FieldsIn fields;
  fields.add(field);
  try {
    get(fields);
  } catch (const BadModel& bad) {
    return bad.field == "field" && bad.problem.rfind("must ", 0) == 0;
  }
  return false;
}

template <class Get>
void check_types(Get get, FieldIn::Type wanted) {
  const std::vector<double> real = {1};
  const std::vector<int> whole = {1};
  if (wanted != FieldIn::Type::real) CHECK(refuses(real_field(real, 1, 1), get));
  if (wanted != FieldIn::Type::whole) CHECK(refuses(whole_field(whole, 1, 1), get));
  if (wanted != FieldIn::Type::text) CHECK(refuses(text_field("1"), get));
  CHECK(refuses(other_field(FieldIn::Type::other), get));
  CHECK(refuses(other_field(FieldIn::Type::absent), get));
  FieldIn elsewhere = real_field(real, 1, 1);
  elsewhere.name = "elsewhere";
  CHECK(refuses(elsewhere, get));
}

const auto numbers = [](const FieldsIn& fields) { fields.numbers("field", 3); };
const auto any_numbers = [](const FieldsIn& fields) { fields.numbers("field"); };
const auto integers = [](const FieldsIn& fields) { fields.integers("field", 3); };
const auto any_integers = [](const FieldsIn& fields) { fields.integers("field"); };
const auto matrix = [](const FieldsIn& fields) { fields.matrix("field", 2, 3); };
const auto any_matrix = [](const FieldsIn& fields) { fields.matrix("field", -1, -1); };
const auto integer_matrix = [](const FieldsIn& fields) { fields.integer_matrix("field", 2, -1); };
const auto number = [](const FieldsIn& fields) { fields.number("field", 1, 2); };
const auto count = [](const FieldsIn& fields) { fields.count("field", 1, 9); };
const auto text = [](const FieldsIn& fields) { fields.text("field"); };

TEST("fields: every getter refuses other types and absent fields") {
  check_types(numbers, FieldIn::Type::real);
  check_types(any_numbers, FieldIn::Type::real);
  check_types(integers, FieldIn::Type::whole);
  check_types(any_integers, FieldIn::Type::whole);
  check_types(matrix, FieldIn::Type::real);
  check_types(any_matrix, FieldIn::Type::real);
  check_types(integer_matrix, FieldIn::Type::whole);
  check_types(number, FieldIn::Type::real);
  check_types(count, FieldIn::Type::whole);
  check_types(text, FieldIn::Type::text);
}

TEST("fields: numbers") {
  const std::vector<double> three = {1, -2e300, 0}, two = {1, 2}, four = {1, 2, 3, 4};
  FieldsIn fields;
  fields.add(real_field(three));
  CHECK(fields.has("field") && !fields.has("fiel"));
  CHECK(fields.numbers("field", 3).real == three.data() && fields.numbers("field").length == 3);
  CHECK(refuses(real_field(two), numbers) && refuses(real_field(four), numbers) && refuses(real_field({}), numbers));
  for (double bad : {nan, inf, -inf})
    for (int place : {0, 1, 2}) {
      std::vector<double> values = three;
      values[place] = bad;
      CHECK(refuses(real_field(values), numbers));
      CHECK(refuses(real_field(values), any_numbers));
    }
}

TEST("fields: integers") {
  const std::vector<int> three = {1, INT_MIN + 1, INT_MAX}, two = {1, 2}, four = {1, 2, 3, 4};
  FieldsIn fields;
  fields.add(whole_field(three));
  CHECK(fields.integers("field", 3).whole == three.data() && fields.integers("field").length == 3);
  CHECK(refuses(whole_field(two), integers) && refuses(whole_field(four), integers));
  for (int place : {0, 1, 2}) {
    std::vector<int> values = three;
    values[place] = INT_MIN;
    CHECK(refuses(whole_field(values), integers));
    CHECK(refuses(whole_field(values), any_integers));
  }
}

TEST("fields: matrices") {
  const std::vector<double> six = {1, 2, 3, 4, 5, 6}, none;
  const std::vector<int> whole = {1, 2, INT_MIN, 4, 5, 6};
  FieldsIn fields;
  fields.add(real_field(six, 2, 3));
  CHECK(fields.matrix("field", 2, 3).real == six.data());
  CHECK(fields.matrix("field", -1, 3).n_rows == 2 && fields.matrix("field", 2, -1).n_cols == 3);
  for (const auto& shape : std::vector<std::pair<Index, Index>>{{3, 2}, {6, 1}, {1, 6}, {0, 0}, {2, 2}, {2, 4}, {3, 3}})
    CHECK(refuses(real_field(six, shape.first, shape.second), matrix));
  CHECK(refuses(real_field(six), any_matrix) && refuses(real_field(none), any_matrix));  // vectors
  CHECK(refuses(real_field(six, 2, 2), any_matrix) && refuses(real_field(six, 7, 1), any_matrix));
  CHECK(refuses(real_field(six, 0, 0), any_matrix) && refuses(real_field(six, -2, -3), any_matrix));
  CHECK(!refuses(real_field(none, 0, 3), any_matrix) && !refuses(real_field(none, 3, 0), any_matrix));
  for (double bad : {nan, inf, -inf})
    for (int place : {0, 5}) {
      std::vector<double> values = six;
      values[place] = bad;
      CHECK(refuses(real_field(values, 2, 3), matrix));
    }
  FieldsIn integer_fields;
  integer_fields.add(whole_field(whole, 2, 3));
  CHECK(integer_fields.integer_matrix("field", 2, -1).whole == whole.data());
  CHECK(refuses(whole_field(whole, 3, 2), integer_matrix) && refuses(whole_field(whole, 2, 2), integer_matrix));
  CHECK(refuses(whole_field(whole), integer_matrix));
}

TEST("fields: one number, one count, one text") {
  for (double good : {1.0, 1.5, 2.0}) {
    const std::vector<double> one = {good};
    FieldsIn fields;
    fields.add(real_field(one));
    CHECK(fields.number("field", 1, 2) == good);
  }
  for (double bad : {0.999, 2.001, nan, inf, -inf}) CHECK(refuses(real_field({bad}), number));
  CHECK(refuses(real_field({}), number) && refuses(real_field({1, 1}), number));
  for (int good : {1, 5, 9}) {
    const std::vector<int> one = {good};
    FieldsIn fields;
    fields.add(whole_field(one));
    CHECK(fields.count("field", 1, 9) == good);
  }
  for (int bad : {0, -1, 10, INT_MAX, INT_MIN}) CHECK(refuses(whole_field({bad}), count));
  CHECK(refuses(whole_field({}), count) && refuses(whole_field({1, 1}), count));
  FieldsIn fields;
  fields.add(text_field("word"));
  CHECK(fields.text("field") == "word");
}

TEST("fields: ranges of vectors") {
  const std::vector<double> real = {0, 0.5, 1};
  const std::vector<int> whole = {0, 1, 5};
  real_field(real).check_range(0, 1);
  whole_field(whole).check_range(0, 5);
  CHECK_THROWS_AS(real_field(real).check_range(0.1, 1), BadModel);
  CHECK_THROWS_AS(real_field(real).check_range(0, 0.9), BadModel);
  CHECK_THROWS_AS(whole_field(whole).check_range(0, 4), BadModel);
  CHECK_THROWS_AS(whole_field(whole).check_range(1, 5), BadModel);
}

TEST("FieldsOut keeps what it is given") {
  FieldsOut fields;
  fields.add("real", std::vector<double>{1, 2}, 1, 2);
  fields.add("whole", std::vector<int>{3});
  fields.add("text", "word");
  CHECK(fields.all().size() == 3);
  const FieldOut &real = fields.all()[0], &whole = fields.all()[1], &word = fields.all()[2];
  CHECK(real.name == "real" && real.type == FieldOut::Type::real && real.real == (std::vector<double>{1, 2}));
  CHECK(real.n_rows == 1 && real.n_cols == 2);
  CHECK(whole.name == "whole" && whole.type == FieldOut::Type::whole && whole.whole == std::vector<int>{3});
  CHECK(whole.n_rows < 0 && whole.n_cols < 0);
  CHECK(word.name == "text" && word.type == FieldOut::Type::text && word.text == "word");
}

}  // namespace
