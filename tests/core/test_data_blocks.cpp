// Rows as features see them: blocks, whatever the chunks, kinds and storage.

#include <limits>

#include "data/block.h"
#include "fixtures.h"
#include "test.h"

namespace {

using namespace scrb_test;

constexpr double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();

// The entries of a block, row after row, by what block.h says of its layout; checks the rest of what it says.
std::vector<float> unpack(const Block& block) {
  std::vector<float> values(block.n_rows * block.n_cols), buffer;
  for (Index i = 0; i < block.n_rows; ++i) {
    float* row = values.data() + i * block.n_cols;
    if (!block.sparse) {
      for (Index l = 0; l < block.n_cols; ++l) row[l] = block.dense[(i / 64 * block.n_cols + l) * 64 + i % 64];
      continue;
    }
    std::copy_n(block.zero, block.n_cols, row);
    bool increasing = true;
    for (Index p = block.row_start[i]; p < block.row_start[i + 1]; ++p) {
      increasing = increasing && (p == block.row_start[i] || block.column[p - 1] < block.column[p]);
      row[block.column[p]] = block.value[p];
    }
    CHECK(increasing);
  }
  bool same = true, padded = true;
  for (Index s = 0; s < block.n_strips(); ++s) {
    const float* strip = block.dense_strip(s, buffer);
    for (Index l = 0; l < block.n_cols; ++l)
      for (Index r = 0; r < 64; ++r) {
        const Index i = s * 64 + r;
        if (i < block.n_rows) same = same && strip[l * 64 + r] == values[i * block.n_cols + l];
        else if (!block.sparse) padded = padded && strip[l * 64 + r] == 0;
      }
  }
  CHECK(same);
  CHECK(padded);
  return values;
}

// All rows by for_blocks(), row after row; checks that blocks follow one another.
std::vector<float> all_entries(const ScaledRows& rows, const Context& context) {
  std::vector<float> values;
  Index next = 0;
  rows.for_blocks(context, [&](const Block& block) {
    CHECK(block.begin == next && block.n_rows > 0 && block.n_cols == rows.n_cols());
    next += block.n_rows;
    const std::vector<float> part = unpack(block);
    values.insert(values.end(), part.begin(), part.end());
    return true;
  });
  CHECK(next == rows.n_rows());
  return values;
}

// A scaled number, as float within +-most; what is no number is -most.
float scaled(double x, double center, double scale, float most = FLT_MAX) {
  const double quotient = (x - center) / scale;
  if (!(quotient >= -most)) return -most;
  return quotient > most ? most : static_cast<float>(quotient);
}

std::vector<float> rows_of(const std::vector<float>& values, Index n_cols, const std::vector<Index>& which) {
  std::vector<float> some;
  for (Index i : which) some.insert(some.end(), values.begin() + i * n_cols, values.begin() + (i + 1) * n_cols);
  return some;
}

// Listed rows by for_listed() follow one another, and have the expected entries.
void check_listed_blocks(const ScaledRows& rows, const std::vector<Index>& listed, const std::vector<float>& expected) {
  std::vector<float> values;
  Index next = 0;
  rows.for_listed(listed, Context(scrb_test::threads()), [&](const Block& block, Index first) {
    CHECK(first == next && block.n_rows > 0);
    next += block.n_rows;
    const std::vector<float> part = unpack(block);
    values.insert(values.end(), part.begin(), part.end());
  });
  CHECK(next == static_cast<Index>(listed.size()));
  CHECK(values == expected);
}

// Blocks, in whatever chunks rows come, have the expected entries; lists of rows are the listed ones.
void check_blocks(const Rows& rows, const Scaling& scaling, const Reading& reading, const std::vector<float>& expected,
                  Random& random) {
  const Index n = rows.n_rows();
  const std::vector<std::vector<Index>> lists = lists_of_rows(n, random);
  const ScaledRows whole(rows, scaling, reading);
  CHECK(all_entries(whole, Context(1)) == expected);
  for (Index size : chunk_sizes(n)) {
    const ChunkedRows chunked(rows, size);
    const ScaledRows scaled_rows(chunked, scaling, reading);
    CHECK(all_entries(scaled_rows, Context(scrb_test::threads())) == expected);
    CHECK(chunked.readings == 1);
    for (const std::vector<Index>& listed : lists) {
      const Block block = scaled_rows.listed(listed, Context(scrb_test::threads()));
      CHECK(block.n_rows == static_cast<Index>(listed.size()) && block.begin == 0);
      CHECK(unpack(block) == rows_of(expected, scaled_rows.n_cols(), listed));
      check_listed_blocks(scaled_rows, listed, unpack(block));
    }
    Index blocks = 0;  // until who takes them has enough
    scaled_rows.for_blocks(Context(1), [&](const Block&) { return ++blocks < 2; });
    CHECK(blocks == std::min<Index>(2, (n + size - 1) / size));
  }
}

const Scaling mixed_scaling = {{1.5, -3, 0, 100}, {2, 0.3, 1, 1e4}};

TEST("blocks of numbers, whole numbers and codes are (x - center) / scale") {
  for (Index n : {1, 63, 64, 65, 300}) {
    Random random(static_cast<unsigned>(n));
    MixedData data(n, random);
    data.code[n / 2] = 7;  // an unknown level
    for (double unit : {1.0, 0.25}) {
      Reading reading;
      reading.unit = unit;
      std::vector<float> expected;
      for (Index i = 0; i < n; ++i)
        for (Index l = 0; l < data.d; ++l)
          expected.push_back(
              scaled(data.at(i, l), mixed_scaling.center[l], l == 2 ? 1 : mixed_scaling.scale[l] * unit));
      const DenseRows rows = data.rows();
      check_blocks(rows, mixed_scaling, reading, expected, random);
      const ScaledRows scaled_rows(rows, mixed_scaling, reading);
      CHECK(scaled_rows.codes() == (std::vector<char>{0, 0, 1, 0}) && scaled_rows.is_code(2));
    }
  }
}

TEST("levels as indicators: a column each, of a size in units") {
  for (Index n : {1, 65, 200}) {
    Random random(static_cast<unsigned>(10 + n));
    MixedData data(n, random);
    data.code[0] = 7;
    data.code[n / 2] = INT_MIN;
    Reading reading;
    reading.levels = Reading::Levels::indicators;
    reading.level_size = 0.7;
    reading.unit = 0.5;
    std::vector<float> expected;
    for (Index i = 0; i < n; ++i) {
      expected.push_back(scaled(data.number[i], 1.5, 2 * 0.5));
      expected.push_back(scaled(data.whole[i], -3, 0.3 * 0.5));
      for (int level = 1; level <= 4; ++level) expected.push_back(data.code[i] == level ? 1.4f : 0.0f);
      expected.push_back(scaled(data.other[i], 100, 1e4 * 0.5));
    }
    const DenseRows rows = data.rows();
    check_blocks(rows, mixed_scaling, reading, expected, random);
    const ScaledRows scaled_rows(rows, mixed_scaling, reading);
    CHECK(scaled_rows.n_cols() == 7 && scaled_rows.codes() == std::vector<char>(7, 0));
  }
}

TEST("blocks of a sparse x, whose zeros are scaled as well") {
  for (Index n : {1, 64, 65, 250})
    for (Index d : {1, 5, 40}) {
      Random random(static_cast<unsigned>(100 * n + d));
      Data data = draw_data(n, d, 0, 3, random);
      for (double& value : data.x)
        if (random() % 10 < 7) value = 0;
      for (Index i = 0; i < n; ++i) data.at(i, d / 2) = 0;  // a column that stores nothing
      Scaling scaling = no_scaling(d);
      for (Index l = 0; l < d; ++l) {
        scaling.center[l] = l % 3 == 0 ? 0 : static_cast<double>(l) - 2.5;
        scaling.scale[l] = 0.5 + static_cast<double>(l);
      }
      Reading reading;
      reading.unit = 3;
      std::vector<float> expected;
      for (Index i = 0; i < n; ++i)
        for (Index l = 0; l < d; ++l)
          expected.push_back(scaled(data.at(i, l), scaling.center[l], scaling.scale[l] * 3));
      const SparseData sparse(data);
      const SparseRows rows = sparse.rows();
      check_blocks(rows, scaling, reading, expected, random);
      check_blocks(data.rows(), scaling, reading, expected, random);
      const ScaledRows scaled_rows(rows, scaling, reading);
      for (Index l = 0; l < d; ++l) CHECK(scaled_rows.zero(l) == scaled(0, scaling.center[l], scaling.scale[l] * 3));
    }
}

TEST("values beyond floats are cut off, what is no number as well") {
  for (float most : {FLT_MAX, 1e15f}) {
    Data data(8, 1);
    data.x = {1e300, -1e300, inf, -inf, nan, 1e14, -1e14, 0.5};
    Reading reading;
    reading.most = most;
    const std::vector<float> expected = {most, -most, most, -most, -most, 1e14f, -1e14f, 0.5f};
    Random random(1);
    check_blocks(data.rows(), no_scaling(1), reading, expected, random);
    const SparseData sparse(data);
    check_blocks(sparse.rows(), no_scaling(1), reading, expected, random);
    const std::vector<int> whole = {INT_MIN, INT_MAX};
    const DenseRows rows = matrix_rows({nullptr, whole.data()}, 2, 1);
    check_blocks(rows, no_scaling(1), reading, {-most, 2147483648.0f}, random);
  }
  // scales so small that nothing stays finite, and 0 / 0
  Data data(3, 1);
  data.x = {1, -1, 0};
  for (double scale : {1e-320, 1e-200}) {
    Reading reading;
    reading.unit = 1e-200;  // the product of both is 0, or nearly
    const DenseRows kept = data.rows();
    const ScaledRows scaled_rows(kept, {{0.0}, {scale}}, reading);
    const std::vector<float> found = all_entries(scaled_rows, Context(1));
    CHECK(found[0] == FLT_MAX && found[1] == -FLT_MAX && std::isfinite(found[2]));
    CHECK(std::isfinite(scaled_rows.zero(0)));
  }
}

// Columns that share their memory: many, at no cost. Entry (i, l) is the (i + l % 97)-th number.
class WideRows : public Rows {
 public:
  WideRows(Index n, Index d, bool sparse) : Rows(n, std::vector<Index>(d, 0)), sparse_(sparse), values_(n + 97) {
    for (std::size_t i = 0; i < values_.size(); ++i) values_[i] = static_cast<double>(i * i % 1009) - 500;
    for (Index i = 0; i < n; ++i) row_.push_back(static_cast<int>(i));
  }
  void read(const Take& take) const override {
    RawBlock all;
    all.end = n_rows();
    all.sparse = sparse_;
    for (Index l = 0; l < n_cols(); ++l) {
      if (!sparse_) all.columns.push_back({values_.data() + l % 97, nullptr});
      all.first.push_back(0);
      all.last.push_back(static_cast<int>(n_rows()));
    }
    all.row_index = row_.data();
    all.value = values_.data();
    take(all);
  }
  double at(Index i, Index l) const { return values_[i + (sparse_ ? 0 : l % 97)]; }

 private:
  bool sparse_;
  std::vector<double> values_;
  std::vector<int> row_;
};

TEST("many columns: several blocks, bounded in bytes") {
  for (const bool sparse : {false, true}) {
    const Index n = 1100, d = 8192;
    const WideRows wide(n, d, sparse);
    Scaling scaling = no_scaling(d);
    for (Index l = 0; l < d; ++l) scaling.scale[l] = static_cast<double>(1 + l % 5);
    const ScaledRows rows(wide, scaling, Reading());
    std::vector<Index> sizes;
    Index next = 0;
    bool right = true;
    std::vector<float> buffer;
    rows.for_blocks(Context(scrb_test::threads()), [&](const Block& block) {
      CHECK(block.begin == next && block.n_rows % 64 == (block.begin + block.n_rows < n ? 0 : n % 64));
      CHECK(4 * static_cast<Index>(block.dense.size()) + 8 * static_cast<Index>(block.value.size()) <= 40 << 20);
      next += block.n_rows;
      sizes.push_back(block.n_rows);
      for (Index s = 0; s < block.n_strips(); ++s) {
        const float* strip = block.dense_strip(s, buffer);
        for (Index i = s * 64; i < std::min(block.n_rows, (s + 1) * 64); ++i)
          for (Index l = s % 7; l < d; l += 7)
            right = right && strip[l * 64 + i % 64] == scaled(wide.at(block.begin + i, l), 0, scaling.scale[l]);
      }
      return true;
    });
    CHECK(next == n && sizes.size() > 1);
    CHECK(right);

    // so are lists of rows, but for the last
    std::vector<Index> odd;
    for (Index i = 1; i < n; i += 2) odd.push_back(i);
    std::size_t blocks = 0;
    next = 0;
    rows.for_listed(odd, Context(scrb_test::threads()), [&](const Block& block, Index first) {
      CHECK(first == next && block.n_rows <= sizes[0] / 2);
      for (Index r = 0; r < block.n_rows; r += 5) {
        const float* strip = block.dense_strip(r / 64, buffer);
        for (Index l = r % 7; l < d; l += 7)
          right = right && strip[l * 64 + r % 64] == scaled(wide.at(odd[first + r], l), 0, scaling.scale[l]);
      }
      next += block.n_rows;
      ++blocks;
    });
    CHECK(next == static_cast<Index>(odd.size()) && blocks == sizes.size());
    CHECK(right);
  }
}

}  // namespace
