#ifndef SCRB_KEPT_FIELDS_H
#define SCRB_KEPT_FIELDS_H

// A model as its keeper has it: plain named arrays of the keeper's own, which can be damaged.

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "support/fields.h"

namespace scrb_test {

using namespace scrb;

class KeptFields {
 public:
  KeptFields() = default;
  explicit KeptFields(FieldsOut written) : fields(std::move(written.all())) {}

  template <class Values>
  void add(const std::string& name, Values values, Index n_rows = -1, Index n_cols = -1) {
    FieldsOut one;
    one.add(name, std::move(values), n_rows, n_cols);
    fields.push_back(std::move(one.all()[0]));
  }
  bool has(const std::string& name) const {
    return std::any_of(fields.begin(), fields.end(), [&](const FieldOut& field) { return field.name == name; });
  }
  FieldOut& get(const std::string& name) {
    for (FieldOut& field : fields)
      if (field.name == name) return field;
    throw std::runtime_error("there is no field " + name);
  }
  void drop(const std::string& name) {
    get(name);
    fields.erase(
        std::remove_if(fields.begin(), fields.end(), [&](const FieldOut& field) { return field.name == name; }),
        fields.end());
  }
  // Valid as long as nothing here changes.
  FieldsIn view() const {
    FieldsIn views;
    for (const FieldOut& field : fields) {
      FieldIn in;
      const bool real = field.type == FieldOut::Type::real, whole = field.type == FieldOut::Type::whole;
      in.type = real ? FieldIn::Type::real : whole ? FieldIn::Type::whole : FieldIn::Type::text;
      in.name = field.name;
      in.text = field.text;
      if (real) in.real = field.real.data();
      if (whole) in.whole = field.whole.data();
      in.length = static_cast<Index>(real ? field.real.size() : whole ? field.whole.size() : 1);
      in.n_rows = field.n_rows;
      in.n_cols = field.n_cols;
      views.add(in);
    }
    return views;
  }

  std::vector<FieldOut> fields;
};

}  // namespace scrb_test

#endif
