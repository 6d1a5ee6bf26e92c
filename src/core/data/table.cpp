#include "table.h"

#include <climits>
#include <cmath>
#include <cstring>
#include <limits>
#include <unordered_set>

namespace scrb {

namespace {

double as_real(double entry) { return entry; }

double as_real(int entry) { return entry == INT_MIN ? std::numeric_limits<double>::quiet_NaN() : entry; }

// Calls entry(row, value) for the stored entries of one column.
template <class Entry>
void for_column(const Input& x, Index column, Entry entry) {
  if (x.sparse()) {
    for (int p = x.column_start[column]; p < x.column_start[column + 1]; ++p)
      entry(static_cast<Index>(x.row_index[p]), x.value[p]);
  } else if (const double* real = x.columns[column].real) {
    for (Index i = 0; i < x.n_rows; ++i) entry(i, as_real(real[i]));
  } else {
    const int* whole = x.columns[column].whole;
    for (Index i = 0; i < x.n_rows; ++i) entry(i, as_real(whole[i]));
  }
}

// Of one column's finite entries, reckoned in units of their spread, in which squares neither overflow nor vanish.
double standard_deviation(const Input& x, Index column, double low, double spread) {
  if (!(spread > 0) || std::isinf(spread)) return 0;
  double sum = 0, squares = 0;
  Index stored = 0;
  auto scaled = [&](double entry) { return std::isfinite(entry) ? entry / spread - low / spread : 0.0; };
  for_column(x, column, [&](Index, double entry) {
    ++stored;
    sum += scaled(entry);
  });
  const double zeros = static_cast<double>(x.n_rows - stored);  // that a sparse column does not store
  const double mean = (sum + zeros * scaled(0)) / static_cast<double>(x.n_rows);
  for_column(x, column, [&](Index, double entry) { squares += (scaled(entry) - mean) * (scaled(entry) - mean); });
  squares += zeros * (scaled(0) - mean) * (scaled(0) - mean);
  return spread * std::sqrt(squares / static_cast<double>(x.n_rows - 1));
}

void note(BadEntries& bad, Index row, Index column) {
  if (bad.count++ == 0) {
    bad.row = row;
    bad.column = column;
  }
}

void add(BadEntries& total, const BadEntries& column) {
  if (total.count == 0) total = column;
  else total.count += column.count;
}

// `count` scaled entries of a dense column from row `first` on, of x or of the chosen rows
template <class Value>
void scale_entries(const Value* column, double center, double scale, const Index* rows, Index first, int count,
                   float* out) {
  for (int r = 0; r < count; ++r) {
    const Index i = rows ? rows[first + r] : first + r;
    out[r] = static_cast<float>((as_real(column[i]) - center) / scale);
  }
}

void fill_blocks(const Input& x, const Scaling& scaling, const Index* rows, const Context& context, Table& table) {
  constexpr int width = Table::block_rows;
  parallel_for(table.n_blocks(), context, [&](Index b, int) {
    const Index first = b * width;
    const int count = static_cast<int>(std::min<Index>(width, table.n_rows - first));
    float* out = table.dense.data() + first * table.n_cols;
    for (Index l = 0; l < table.n_cols; ++l, out += width) {
      const Column& column = x.columns[l];
      if (column.real) scale_entries(column.real, scaling.center[l], scaling.scale[l], rows, first, count, out);
      else scale_entries(column.whole, scaling.center[l], scaling.scale[l], rows, first, count, out);
    }
  });
}

void fill_rows(const Input& x, const Scaling& scaling, const Index* rows, const Context& context, Table& table) {
  std::vector<Index> place;  // of a row of x in the table, -1 where it is not wanted
  if (rows) {
    place.assign(x.n_rows, -1);
    for (Index r = 0; r < table.n_rows; ++r) place[rows[r]] = r;
  }
  auto placed = [&](Index i) { return rows ? place[i] : i; };
  table.row_start.assign(table.n_rows + 1, 0);
  for (Index l = 0; l < x.n_cols; ++l) {
    context.check_interrupt();
    for_column(x, l, [&](Index i, double) {
      if (placed(i) >= 0) ++table.row_start[placed(i) + 1];
    });
  }
  for (Index r = 0; r < table.n_rows; ++r) table.row_start[r + 1] += table.row_start[r];
  table.column.resize(table.row_start.back());
  table.value.resize(table.row_start.back());
  std::vector<Index> next(table.row_start.begin(), table.row_start.end() - 1);
  for (Index l = 0; l < x.n_cols; ++l) {
    context.check_interrupt();
    for_column(x, l, [&](Index i, double entry) {
      if (placed(i) < 0) return;
      const Index p = next[placed(i)]++;
      table.column[p] = static_cast<int>(l);
      table.value[p] = static_cast<float>(entry / scaling.scale[l]);
    });
  }
}

Table make_table(const Input& x, const Scaling& scaling, const Index* rows, Index n_rows, const Context& context) {
  Table table;
  table.n_rows = n_rows;
  table.n_cols = x.n_cols;
  table.sparse = x.sparse();
  table.is_factor.resize(x.n_cols);
  for (Index l = 0; l < x.n_cols; ++l) table.is_factor[l] = x.is_factor(l);
  if (table.sparse) {
    fill_rows(x, scaling, rows, context, table);
    return table;
  }
  table.dense.assign(table.n_blocks() * Table::block_rows * table.n_cols, 0.0f);
  fill_blocks(x, scaling, rows, context, table);
  return table;
}

// Sums of gaps between entries, or of their squares.
double gap_term(double gap, bool squares) { return squares ? gap * gap : gap; }

double dense_distance(const Table& table, Index a, Index b, bool squares) {
  const float* entry_a = table.block(a / Table::block_rows) + a % Table::block_rows;
  const float* entry_b = table.block(b / Table::block_rows) + b % Table::block_rows;
  double distance = 0;
  for (Index l = 0; l < table.n_cols; ++l, entry_a += Table::block_rows, entry_b += Table::block_rows)
    distance += gap_term(entry_distance(table.is_factor[l], *entry_a, *entry_b), squares);
  return distance;
}

double sparse_distance(const Table& table, Index a, Index b, bool squares) {
  Index p = table.row_start[a], q = table.row_start[b];
  const Index end_p = table.row_start[a + 1], end_q = table.row_start[b + 1];
  double distance = 0;
  while (p < end_p || q < end_q) {  // columns increase in both
    float gap;
    if (q == end_q || (p < end_p && table.column[p] < table.column[q])) gap = table.value[p++];
    else if (p == end_p || table.column[q] < table.column[p]) gap = table.value[q++];
    else gap = table.value[p++] - table.value[q++];
    distance += gap_term(std::fabs(gap), squares);
  }
  return distance;
}

// 64 bits of a row's entries; rows that differ get different values but for about one pair in 2^64
std::uint64_t fingerprint(const Table& table, Index row) {
  std::uint64_t hash = 0;
  auto mix = [&hash](Index column, float value) {
    if (value == 0.0f) return;  // also -0, and what a sparse row does not store
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    std::uint64_t word = (static_cast<std::uint64_t>(column) << 32) + bits + 1;
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9u;
    word = (word ^ (word >> 27)) * 0x94d049bb133111ebu;
    hash += word ^ (word >> 31);
  };
  if (table.sparse) {
    for (Index p = table.row_start[row]; p < table.row_start[row + 1]; ++p) mix(table.column[p], table.value[p]);
  } else {
    const float* entry = table.block(row / Table::block_rows) + row % Table::block_rows;
    for (Index l = 0; l < table.n_cols; ++l, entry += Table::block_rows) mix(l, *entry);
  }
  return hash;
}

}  // namespace

ColumnSummary summarize_columns(const Input& x, const Context& context) {
  ColumnSummary summary;
  summary.min.resize(x.n_cols);
  summary.max.resize(x.n_cols);
  summary.sd.resize(x.n_cols);
  std::vector<BadEntries> missing(x.n_cols), infinite(x.n_cols);
  parallel_for(x.n_cols, context, [&](Index l, int) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    Index stored = 0;
    for_column(x, l, [&](Index i, double entry) {
      ++stored;
      if (std::isnan(entry)) return note(missing[l], i, l);
      if (std::isinf(entry)) return note(infinite[l], i, l);
      low = std::min(low, entry);
      high = std::max(high, entry);
    });
    if (stored < x.n_rows) {  // the zeros that a sparse column does not store
      low = std::min(low, 0.0);
      high = std::max(high, 0.0);
    }
    summary.min[l] = low;
    summary.max[l] = high;
    summary.sd[l] = standard_deviation(x, l, low, high - low);
  });
  for (Index l = 0; l < x.n_cols; ++l) {
    add(summary.missing, missing[l]);
    add(summary.infinite, infinite[l]);
  }
  return summary;
}

Table make_table(const Input& x, const Scaling& scaling, const Context& context) {
  return make_table(x, scaling, nullptr, x.n_rows, context);
}

Table make_table(const Input& x, const Scaling& scaling, const std::vector<Index>& rows, const Context& context) {
  return make_table(x, scaling, rows.data(), static_cast<Index>(rows.size()), context);
}

const float* dense_block(const Table& table, Index block, std::vector<float>& buffer) {
  if (!table.sparse) return table.block(block);
  buffer.assign(Table::block_rows * table.n_cols, 0.0f);
  const Index begin = block * Table::block_rows, end = std::min(table.n_rows, begin + Table::block_rows);
  for (Index i = begin; i < end; ++i)
    for (Index p = table.row_start[i]; p < table.row_start[i + 1]; ++p)
      buffer[table.column[p] * Table::block_rows + i - begin] = table.value[p];
  return buffer.data();
}

std::vector<double> pair_distances(const Table& table, const std::vector<Index>& first,
                                   const std::vector<Index>& second, bool squares, const Context& context) {
  std::vector<double> distances(first.size());
  for_rows(static_cast<Index>(first.size()), context, [&](Index begin, Index end) {
    for (Index p = begin; p < end; ++p)
      distances[p] = (table.sparse ? sparse_distance : dense_distance)(table, first[p], second[p], squares);
  });
  return distances;
}

Index count_distinct_rows(const Table& table, Index enough, const Context& context) {
  std::unordered_set<std::uint64_t> seen;
  for (Index i = 0; i < table.n_rows && static_cast<Index>(seen.size()) < enough; ++i) {
    if (i % 4096 == 0) context.check_interrupt();
    seen.insert(fingerprint(table, i));
  }
  return static_cast<Index>(seen.size());
}

}  // namespace scrb
