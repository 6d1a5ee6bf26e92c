#include "support/fields.h"

#include <climits>
#include <sstream>

namespace scrb {

namespace {

const char* const type_words[] = {"be there", "be of type double", "be of type integer", "be a single string", ""};

std::string format(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

void check_length(const FieldIn& field, Index length) {
  if (length >= 0 && field.length != length)
    field.fail("must have length " + std::to_string(length) + ", not " + std::to_string(field.length));
}

void check_shape(const FieldIn& field, Index n_rows, Index n_cols) {
  const bool is_matrix = field.n_rows >= 0 && field.n_cols >= 0 && field.n_rows * field.n_cols == field.length;
  if (is_matrix && (n_rows < 0 || field.n_rows == n_rows) && (n_cols < 0 || field.n_cols == n_cols)) return;
  auto size = [](Index wanted) { return wanted < 0 ? std::string("any number") : std::to_string(wanted); };
  field.fail("must be a matrix of " + size(n_rows) + " x " + size(n_cols) +
             (is_matrix ? ", not " + std::to_string(field.n_rows) + " x " + std::to_string(field.n_cols) : ""));
}

void check_finite(const FieldIn& field) {
  for (Index i = 0; i < field.length; ++i)
    if (!std::isfinite(field.real[i])) field.fail("must have finite numbers only");
}

void check_present(const FieldIn& field) {
  for (Index i = 0; i < field.length; ++i)
    if (field.whole[i] == INT_MIN) field.fail("must have no missing values");
}

}  // namespace

FieldOut& FieldsOut::add_field(FieldOut::Type type, std::string name, Index n_rows, Index n_cols) {
  FieldOut field;
  field.type = type;
  field.name = std::move(name);
  field.n_rows = n_rows;
  field.n_cols = n_cols;
  fields_.push_back(std::move(field));
  return fields_.back();
}

void FieldsOut::add(std::string name, std::vector<double> values, Index n_rows, Index n_cols) {
  add_field(FieldOut::Type::real, std::move(name), n_rows, n_cols).real = std::move(values);
}

void FieldsOut::add(std::string name, std::vector<int> values, Index n_rows, Index n_cols) {
  add_field(FieldOut::Type::whole, std::move(name), n_rows, n_cols).whole = std::move(values);
}

void FieldsOut::add(std::string name, std::string text) {
  add_field(FieldOut::Type::text, std::move(name), -1, -1).text = std::move(text);
}

void FieldIn::check_range(double least, double most) const {
  for (Index i = 0; i < length; ++i) {
    const double value = real ? real[i] : static_cast<double>(whole[i]);
    if (!(value >= least && value <= most))
      fail("must have values from " + format(least) + " to " + format(most) + ", not " + format(value));
  }
}

const FieldIn* FieldsIn::find(const std::string& name) const {
  for (const FieldIn& field : fields_)
    if (field.name == name) return &field;
  return nullptr;
}

const FieldIn& FieldsIn::get(const std::string& name, FieldIn::Type type) const {
  const FieldIn* field = find(name);
  if (!field || field->type != type)
    throw BadModel{name, std::string("must ") + type_words[field ? static_cast<int>(type) : 0]};
  return *field;
}

const FieldIn& FieldsIn::numbers(const std::string& name, Index length) const {
  const FieldIn& field = get(name, FieldIn::Type::real);
  check_length(field, length);
  check_finite(field);
  return field;
}

const FieldIn& FieldsIn::integers(const std::string& name, Index length) const {
  const FieldIn& field = get(name, FieldIn::Type::whole);
  check_length(field, length);
  check_present(field);
  return field;
}

const FieldIn& FieldsIn::matrix(const std::string& name, Index n_rows, Index n_cols) const {
  const FieldIn& field = get(name, FieldIn::Type::real);
  check_shape(field, n_rows, n_cols);
  check_finite(field);
  return field;
}

const FieldIn& FieldsIn::integer_matrix(const std::string& name, Index n_rows, Index n_cols) const {
  const FieldIn& field = get(name, FieldIn::Type::whole);
  check_shape(field, n_rows, n_cols);
  return field;
}

double FieldsIn::number(const std::string& name, double least, double most) const {
  const FieldIn& field = get(name, FieldIn::Type::real);
  check_length(field, 1);
  field.check_range(least, most);
  return field.real[0];
}

Index FieldsIn::count(const std::string& name, Index least, Index most) const {
  const FieldIn& field = integers(name, 1);
  field.check_range(static_cast<double>(least), static_cast<double>(most));
  return field.whole[0];
}

std::string FieldsIn::text(const std::string& name) const { return get(name, FieldIn::Type::text).text; }

}  // namespace scrb
