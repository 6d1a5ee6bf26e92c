#include "data/column_summary.h"

#include <cmath>

namespace scrb {

namespace {

struct OneColumn {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  Index stored = 0;
  BadEntries missing, infinite;
  double sum = 0, squares = 0, mean = 0;

  void see(Index row, Index column, double entry) {
    ++stored;
    if (std::isnan(entry)) return note(missing, row, column);
    if (std::isinf(entry)) return note(infinite, row, column);
    low = std::min(low, entry);
    high = std::max(high, entry);
  }
  // All of a run of dense numbers, four side by side; or nothing, where one of them is not finite.
  bool see_finite(const double* entry, Index count) {
    double least[4] = {low, low, low, low}, most[4] = {high, high, high, high}, odd[4] = {};
    auto look = [&](int place, double value) {
      least[place] = std::min(least[place], value);
      most[place] = std::max(most[place], value);
      odd[place] += value - value;  // 0, but NaN for what is not finite
    };
    Index i = 0;
    for (; i + 4 <= count; i += 4) {
      look(0, entry[i]);
      look(1, entry[i + 1]);
      look(2, entry[i + 2]);
      look(3, entry[i + 3]);
    }
    for (; i < count; ++i) look(0, entry[i]);
    if (odd[0] + odd[1] + odd[2] + odd[3] != 0) return false;
    low = *std::min_element(least, least + 4);
    high = *std::max_element(most, most + 4);
    stored += count;
    return true;
  }
  // In units of the spread, in which squares neither overflow nor vanish.
  double scaled(double entry) const {
    const double spread = high - low;
    return std::isfinite(entry) ? entry / spread - low / spread : 0.0;
  }
  bool has_spread() const { return high > low && std::isfinite(high - low); }

 private:
  static void note(BadEntries& bad, Index row, Index column) {
    if (bad.count++ > 0) return;
    bad.row = row;
    bad.column = column;
  }
};

void add(BadEntries& total, const BadEntries& column) {
  if (total.count == 0) total = column;
  else total.count += column.count;
}

std::vector<double> standard_deviations(const Rows& rows, std::vector<OneColumn>& columns, const Context& context) {
  const double n = static_cast<double>(rows.n_rows());
  for_columns(rows, context, [&](Index l, const RawBlock& raw) {
    OneColumn& column = columns[l];
    if (column.has_spread()) for_column(raw, l, [&](Index, double entry) { column.sum += column.scaled(entry); });
  });
  for (OneColumn& column : columns) {
    const double zeros = n - static_cast<double>(column.stored);  // that a sparse column does not store
    if (column.has_spread()) column.mean = (column.sum + zeros * column.scaled(0)) / n;
  }
  for_columns(rows, context, [&](Index l, const RawBlock& raw) {
    OneColumn& column = columns[l];
    if (!column.has_spread()) return;
    for_column(raw, l, [&](Index, double entry) {
      column.squares += (column.scaled(entry) - column.mean) * (column.scaled(entry) - column.mean);
    });
  });
  std::vector<double> sd;
  for (const OneColumn& column : columns) {
    const double zeros = n - static_cast<double>(column.stored), off = column.scaled(0) - column.mean;
    sd.push_back(column.has_spread()
                     ? (column.high - column.low) * std::sqrt((column.squares + zeros * off * off) / (n - 1))
                     : 0.0);
  }
  return sd;
}

}  // namespace

ColumnSummary summarize_columns(const Rows& rows, bool with_sd, const Context& context) {
  std::vector<OneColumn> columns(rows.n_cols());
  for_columns(rows, context, [&](Index l, const RawBlock& raw) {
    const double* dense = raw.sparse ? nullptr : raw.columns[l].real;
    if (dense && columns[l].see_finite(dense, raw.n_rows())) return;
    for_column(raw, l, [&](Index i, double entry) { columns[l].see(i, l, entry); });
  });
  ColumnSummary summary;
  for (OneColumn& column : columns) {
    if (column.stored < rows.n_rows()) {  // the zeros that a sparse column does not store
      column.low = std::min(column.low, 0.0);
      column.high = std::max(column.high, 0.0);
    }
    summary.min.push_back(column.low);
    summary.max.push_back(column.high);
    add(summary.missing, column.missing);
    add(summary.infinite, column.infinite);
  }
  if (with_sd) summary.sd = standard_deviations(rows, columns, context);
  return summary;
}

}  // namespace scrb
