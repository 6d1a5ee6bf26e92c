#include "data/block.h"

#include <cstring>
#include <type_traits>

#include "support/wide_vectors.h"

namespace scrb {

namespace {

float scale_entry(double entry, double center, double scale, float most) {
  const float scaled = static_cast<float>((entry - center) / scale);
  return scaled > most ? most : scaled >= -most ? scaled : -most;  // also where a quotient is no number
}

// The same operations, `lanes` at a time.
template <int lanes>
SCRB_INLINE int scale_vectors(const double* entries, int count, double center, double scale, float most, float* out) {
  using Doubles = typename Vector<double, lanes>::Type;
  using Floats = typename Vector<float, lanes>::Type;
  const Floats high = Floats{} + most, low = -high;
  int r = 0;
  for (; r + lanes <= count; r += lanes) {
    Doubles x;
    std::memcpy(&x, entries + r, sizeof x);
    const Floats scaled = __builtin_convertvector((x - center) / scale, Floats);
    const Floats held = scaled > high ? high : scaled >= low ? scaled : low;
    std::memcpy(out + r, &held, sizeof held);
  }
  return r;
}

int plain_scale(const double* entries, int count, double center, double scale, float most, float* out) {
  return scale_vectors<2>(entries, count, center, scale, most, out);
}

SCRB_WIDE int wide_scale(const double* entries, int count, double center, double scale, float most, float* out) {
  return scale_vectors<4>(entries, count, center, scale, most, out);
}

// Entries `first`, ..., of a column, or those of them that are listed.
template <class Value>
void scale_entries(const Value* column, const Index* listed, Index first, int count, double center, double scale,
                   float most, float* out) {
  int done = 0;
  if constexpr (std::is_same_v<Value, double>)
    if (!listed)
      done = (has_wide_vectors() ? wide_scale : plain_scale)(column + first, count, center, scale, most, out);
  for (int r = done; r < count; ++r)
    out[r] = scale_entry(as_real(column[listed ? listed[first + r] : first + r]), center, scale, most);
}

void mark_level(const int* codes, const Index* listed, Index first, int count, int level, float size, float* out) {
  for (int r = 0; r < count; ++r) out[r] = codes[listed ? listed[first + r] : first + r] == level ? size : 0.0f;
}

}  // namespace

const float* Block::dense_strip(Index s, std::vector<float>& buffer) const {
  if (!sparse) return strip(s);
  buffer.resize(strip_rows * n_cols);
  for (Index l = 0; l < n_cols; ++l) std::fill_n(buffer.begin() + l * strip_rows, strip_rows, zero[l]);
  const Index begin_row = s * strip_rows, end_row = std::min(n_rows, begin_row + strip_rows);
  for (Index i = begin_row; i < end_row; ++i)
    for (Index p = row_start[i]; p < row_start[i + 1]; ++p) buffer[column[p] * strip_rows + i - begin_row] = value[p];
  return buffer.data();
}

ScaledRows::ScaledRows(const Rows& rows, const Scaling& scaling, const Reading& reading)
    : rows_(rows), center_(scaling.center), scale_(scaling.scale),
      level_(static_cast<float>(std::min(reading.level_size / reading.unit, static_cast<double>(reading.most)))),
      most_(reading.most) {
  for (Index l = 0; l < rows.n_cols(); ++l) {
    const bool spread = rows.is_factor(l) && reading.levels == Reading::Levels::indicators;
    const Index count = spread ? rows.n_levels(l) : 1;
    for (Index level = 1; level <= count; ++level) {
      source_.push_back(l);
      level_of_.push_back(spread ? static_cast<int>(level) : 0);
      is_code_.push_back(rows.is_factor(l) && !spread);
    }
    if (!rows.is_factor(l)) scale_[l] *= reading.unit;
  }
  for (Index l : source_) zero_.push_back(scale_entry(0, center_[l], scale_[l], most_));
}

Index ScaledRows::block_rows(const RawBlock& raw) const {
  const Index of_row = raw.sparse ? 8 * (1 + raw.n_stored() / std::max<Index>(1, raw.n_rows())) : 4 * n_cols();
  return std::max<Index>(8, block_bytes / (of_row * Block::strip_rows)) * Block::strip_rows;
}

void ScaledRows::fill_column(const RawBlock& raw, const Index* listed, Index column, Index first, int count,
                             float* out) const {
  const Index l = source_[column];
  const Column& values = raw.columns[l];
  if (level_of_[column] > 0) mark_level(values.whole, listed, first, count, level_of_[column], level_, out);
  else if (values.real) scale_entries(values.real, listed, first, count, center_[l], scale_[l], most_, out);
  else scale_entries(values.whole, listed, first, count, center_[l], scale_[l], most_, out);
}

// Rows [first, first + count) of the block: those of `raw`, or the listed ones, which are counted in `raw`.
void ScaledRows::fill_dense(const RawBlock& raw, const Index* listed, Index first, Index count, const Context& context,
                            Block& block) const {
  constexpr Index width = Block::strip_rows;
  const Index first_strip = first / width, end = first + count;
  parallel_for((end + width - 1) / width - first_strip, context, [&](Index t, int) {
    const Index s = first_strip + t, from = std::max(first, s * width), until = std::min(end, (s + 1) * width);
    float* out = block.dense.data() + s * width * n_cols() + from % width;
    for (Index l = 0; l < n_cols(); ++l, out += width)
      fill_column(raw, listed, l, from - first, static_cast<int>(until - from), out);
  });
}

// Adds rows to a sparse block: those of `raw`, or the listed ones, which are counted over all of x.
void ScaledRows::add_sparse(const RawBlock& raw, const Index* listed, Index count, const Context& context,
                            Block& block) const {
  std::vector<Index> place(raw.n_rows(), listed ? -1 : 0);  // of a row among those that are added
  for (Index r = 0; r < count; ++r) place[listed ? listed[r] - raw.begin : r] = r;
  const Index before = static_cast<Index>(block.row_start.size()) - 1;
  block.row_start.resize(before + count + 1, 0);
  Index* start = block.row_start.data() + before;
  for (Index l = 0; l < n_cols(); ++l) {
    if (l % 1024 == 0) context.check_interrupt();
    for (int p = raw.first[l]; p < raw.last[l]; ++p) {
      const Index r = place[raw.row_index[p] - raw.begin];
      if (r >= 0) ++start[r + 1];
    }
  }
  for (Index r = 0; r < count; ++r) start[r + 1] += start[r];
  block.column.resize(start[count]);
  block.value.resize(start[count]);
  std::vector<Index> next(start, start + count);
  for (Index l = 0; l < n_cols(); ++l) {
    if (l % 1024 == 0) context.check_interrupt();
    for (int p = raw.first[l]; p < raw.last[l]; ++p) {
      const Index r = place[raw.row_index[p] - raw.begin];
      if (r < 0) continue;
      block.column[next[r]] = static_cast<int>(l);
      block.value[next[r]] = scale_entry(raw.value[p], center_[l], scale_[l], most_);
      ++next[r];
    }
  }
}

Block ScaledRows::empty_block(bool sparse, Index n_rows) const {
  Block block;
  block.n_rows = n_rows;
  block.n_cols = n_cols();
  block.sparse = sparse;
  block.zero = zero_.data();
  if (sparse) block.row_start.assign(1, 0);
  else block.dense.assign(block.n_strips() * Block::strip_rows * n_cols(), 0.0f);
  return block;
}

void ScaledRows::fill(const RawBlock& raw, const Context& context, Block& block) const {
  // the memory of the block before serves again, but for a last one that is shorter
  if (block.n_rows != raw.n_rows() || raw.sparse) block = empty_block(raw.sparse, raw.n_rows());
  block.begin = raw.begin;
  if (raw.sparse) add_sparse(raw, nullptr, raw.n_rows(), context, block);
  else fill_dense(raw, nullptr, 0, raw.n_rows(), context, block);
}

Index ScaledRows::count_listed(const std::vector<Index>& rows, Index done, Index end) {
  return std::lower_bound(rows.begin() + done, rows.end(), end) - rows.begin() - done;
}

// Rows [first, first + count) of the block: listed ones that are in `raw`, counted over all of x.
void ScaledRows::add_listed(const RawBlock& raw, const Index* listed, Index first, Index count, const Context& context,
                            Block& block) const {
  if (raw.sparse) {
    add_sparse(raw, listed, count, context, block);
  } else {
    std::vector<Index> here(listed, listed + count);
    for (Index& row : here) row -= raw.begin;
    fill_dense(raw, here.data(), first, count, context, block);
  }
}

Block ScaledRows::listed(const std::vector<Index>& rows, const Context& context) const {
  Block block;
  const Index n = static_cast<Index>(rows.size());
  Index done = 0;
  rows_.read([&](const RawBlock& raw) {
    if (block.n_rows == 0) block = empty_block(raw.sparse, n);
    const Index count = count_listed(rows, done, raw.end);
    if (count > 0) add_listed(raw, rows.data() + done, done, count, context, block);
    done += count;
    return done < n;
  });
  return block;
}

}  // namespace scrb
