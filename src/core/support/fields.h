#ifndef SCRB_FIELDS_H
#define SCRB_FIELDS_H

// Named plain arrays: what a Model is outside of the core, so that whoever calls it can keep it in vectors of its own.
// Going out, a field owns its numbers; coming in, it is a view, and every getter proves what it returns: type, shape,
// and that there are no missing values.

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "support/parallel.h"

namespace scrb {

// A model that is damaged: which field, and what it must be.
struct BadModel {
  std::string field, problem;
};

// Matrices are stored column after column.
struct FieldOut {
  enum class Type { real, whole, text } type = Type::real;
  std::string name, text;
  std::vector<double> real;
  std::vector<int> whole;
  Index n_rows = -1, n_cols = -1;  // of a matrix
};

class FieldsOut {
 public:
  void add(std::string name, std::vector<double> values, Index n_rows = -1, Index n_cols = -1);
  void add(std::string name, std::vector<int> values, Index n_rows = -1, Index n_cols = -1);
  void add(std::string name, std::string text);
  std::vector<FieldOut>& all() { return fields_; }

 private:
  FieldOut& add_field(FieldOut::Type type, std::string name, Index n_rows, Index n_cols);

  std::vector<FieldOut> fields_;
};

struct FieldIn {
  enum class Type { absent, real, whole, text, other } type = Type::absent;
  std::string name, text;
  const double* real = nullptr;
  const int* whole = nullptr;
  Index length = 0;
  Index n_rows = -1, n_cols = -1;  // of a matrix

  // Numbers, none of them missing, in the given range.
  void check_range(double least, double most) const;
  [[noreturn]] void fail(const std::string& problem) const { throw BadModel{name, problem}; }
};

class FieldsIn {
 public:
  void add(FieldIn field) { fields_.push_back(std::move(field)); }
  bool has(const std::string& name) const { return find(name) != nullptr; }

  // A vector of finite numbers; `length` of them unless it is negative.
  const FieldIn& numbers(const std::string& name, Index length = -1) const;
  const FieldIn& integers(const std::string& name, Index length = -1) const;
  // A matrix of finite numbers; a negative size may be any.
  const FieldIn& matrix(const std::string& name, Index n_rows, Index n_cols) const;
  const FieldIn& integer_matrix(const std::string& name, Index n_rows, Index n_cols) const;
  double number(const std::string& name, double least, double most) const;
  Index count(const std::string& name, Index least, Index most) const;
  std::string text(const std::string& name) const;

 private:
  const FieldIn* find(const std::string& name) const;
  const FieldIn& get(const std::string& name, FieldIn::Type type) const;

  std::vector<FieldIn> fields_;
};

}  // namespace scrb

#endif
