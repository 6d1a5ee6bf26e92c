// What is summed up of columns, and how far rows are apart.

#include <limits>

#include "data/column_summary.h"
#include "data/row_distances.h"
#include "fixtures.h"
#include "test.h"

namespace {

using namespace scrb_test;

constexpr double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) {
           return x == y || (std::isnan(x) && std::isnan(y));
         });
}

// The standard deviation in the plain way, with longer numbers.
double naive_sd(const Data& data, Index l) {
  long double mean = 0, squares = 0;
  for (Index i = 0; i < data.n; ++i) mean += data.at(i, l) / static_cast<long double>(data.n);
  for (Index i = 0; i < data.n; ++i) squares += (data.at(i, l) - mean) * (data.at(i, l) - mean);
  return static_cast<double>(std::sqrt(squares / static_cast<long double>(data.n - 1)));
}

void check_summary(const Data& data, const Rows& rows) {
  const ColumnSummary first = summarize_columns(rows, true, Context(1));
  CHECK(first.missing.count == 0 && first.infinite.count == 0);
  CHECK(first.missing.row == -1 && first.infinite.column == -1);
  for (Index l = 0; l < data.d; ++l) {
    const auto ends = std::minmax_element(data.x.begin() + l * data.n, data.x.begin() + (l + 1) * data.n);
    const double spread = *ends.second - *ends.first, sd = naive_sd(data, l);
    CHECK(first.min[l] == *ends.first && first.max[l] == *ends.second);
    // numbers far from 0 are themselves no finer than this
    const double rounding = 1e-15 * std::max(std::fabs(*ends.first), std::fabs(*ends.second));
    CHECK(near(first.sd[l], sd, 1e-12 * spread + rounding));
    CHECK(spread == 0 ? first.sd[l] == 0 : first.sd[l] > 0);
  }
  for (Index size : chunk_sizes(data.n)) {
    const ChunkedRows chunked(rows, size);
    const ColumnSummary again = summarize_columns(chunked, true, Context(scrb_test::threads()));
    CHECK(same_bits(again.min, first.min) && same_bits(again.max, first.max) && same_bits(again.sd, first.sd));
    CHECK(chunked.readings == 3);
    CHECK(summarize_columns(chunked, false, Context(1)).sd.empty() && chunked.readings == 4);
  }
}

TEST("column summaries: as the plain formulas have them") {
  for (unsigned seed : {1, 2, 3}) {
    Random random(seed);
    Data data(150, 8);
    std::normal_distribution<double> normal;
    for (Index i = 0; i < data.n; ++i) {
      data.at(i, 0) = normal(random);
      data.at(i, 1) = 1e300 * normal(random);           // squares overflow
      data.at(i, 2) = 1e-300 * normal(random);          // squares vanish
      data.at(i, 3) = 1e9 + normal(random);             // far from 0
      data.at(i, 4) = -4;                               // constant
      data.at(i, 5) = std::fabs(normal(random)) + 0.5;  // no zeros, all positive
      data.at(i, 6) = random() % 4 == 0 ? normal(random) : 0;
      data.at(i, 7) = random() % 4 == 0 ? -1 - std::fabs(normal(random)) : 0;  // zeros are the largest
    }
    check_summary(data, data.rows());
    const SparseData sparse(data);
    check_summary(data, sparse.rows());
  }
}

TEST("column summaries: whole numbers and codes") {
  Random random(4);
  const MixedData mixed(140, random);
  Data data(140, 4);
  for (Index i = 0; i < 140; ++i)
    for (Index l = 0; l < 4; ++l) data.at(i, l) = mixed.at(i, l);
  check_summary(data, mixed.rows());
}

TEST("column summaries: a spread beyond the largest number breaks nothing") {
  Data data(4, 1);
  data.x = {1.7e308, -1.7e308, 0, 1};
  const ColumnSummary summary = summarize_columns(data.rows(), true, Context(1));
  CHECK(summary.min[0] == -1.7e308 && summary.max[0] == 1.7e308);
  CHECK(std::isfinite(summary.sd[0]) && summary.sd[0] >= 0);
}

TEST("column summaries: where missing and infinite values are, in column order") {
  Data data(4, 3);
  data.x = {1, 2, 3, 4, nan, 5, nan, 5, -inf, 0, 0, inf};
  const DenseRows rows = data.rows();
  const SparseData sparse(data);
  const SparseRows sparse_rows = sparse.rows();
  for (const Rows* some : std::vector<const Rows*>{&rows, &sparse_rows})
    for (Index size : {1, 3, 4}) {
      const ChunkedRows chunked(*some, size);
      const ColumnSummary summary = summarize_columns(chunked, true, Context(scrb_test::threads()));
      CHECK(summary.missing.count == 2 && summary.missing.row == 0 && summary.missing.column == 1);
      CHECK(summary.infinite.count == 2 && summary.infinite.row == 0 && summary.infinite.column == 2);
      CHECK(summary.min[0] == 1 && summary.max[0] == 4 && near(summary.sd[0], std::sqrt(5.0 / 3), 1e-12));
      CHECK(summary.min[1] == 5 && summary.max[1] == 5 && summary.min[2] == 0 && summary.max[2] == 0);
    }
  // the first in column order is not the first that is read
  Data late(6, 2);
  late.x = {0, 0, 0, 0, 0, nan, nan, 0, 0, 0, 0, 0};
  for (Index size : {1, 2, 6}) {
    const DenseRows late_rows = late.rows();
    const ChunkedRows chunked(late_rows, size);
    const ColumnSummary summary = summarize_columns(chunked, false, Context(1));
    CHECK(summary.missing.count == 2 && summary.missing.row == 5 && summary.missing.column == 0);
  }
  const std::vector<int> whole = {1, INT_MIN, 3};
  const ColumnSummary summary = summarize_columns(matrix_rows({nullptr, whole.data()}, 3, 1), true, Context(1));
  CHECK(summary.missing.count == 1 && summary.missing.row == 1 && summary.max[0] == 3 && summary.min[0] == 1);
}

// Distances of scaled rows by the formula, on columns as floats.
double naive_distance(const Data& scaled, const std::vector<char>& is_code, Index a, Index b, bool squares) {
  double sum = 0;
  for (Index l = 0; l < scaled.d; ++l) {
    const double left = static_cast<float>(scaled.at(a, l)), right = static_cast<float>(scaled.at(b, l));
    const double gap = is_code[l] ? left != right : std::fabs(left - right);
    sum += squares ? gap * gap : gap;
  }
  return sum;
}

TEST("distances of pairs: L1 and squared, dense and sparse, levels 1 apart") {
  for (unsigned seed : {1, 2, 3}) {
    Random random(seed);
    const Index n = 100;
    Data data = draw_data(n, 9, 0, 2, random);
    for (double& value : data.x)
      if (value < 1) value = 0;
    Scaling scaling = no_scaling(9);
    scaling.center[3] = 4;
    scaling.scale[5] = 0.2;
    Data scaled = data;
    for (Index i = 0; i < n; ++i)
      for (Index l = 0; l < 9; ++l) scaled.at(i, l) = (data.at(i, l) - scaling.center[l]) / scaling.scale[l];
    std::vector<Index> first, second;
    for (int p = 0; p < 500; ++p) {
      first.push_back(random() % n);
      second.push_back(random() % n);
    }
    const DenseRows rows = data.rows();
    const SparseData sparse(data);
    const SparseRows sparse_rows = sparse.rows();
    for (const bool squares : {false, true})
      for (const Rows* some : std::vector<const Rows*>{&rows, &sparse_rows}) {
        const ScaledRows scaled_rows(*some, scaling, Reading());
        const Block block = scaled_rows.listed(every(n, 1), Context(1));
        const std::vector<double> found =
            pair_distances(block, scaled_rows.codes(), first, second, squares, Context(scrb_test::threads()));
        for (std::size_t p = 0; p < first.size(); ++p)
          CHECK(near(found[p], naive_distance(scaled, scaled_rows.codes(), first[p], second[p], squares), 1e-9));
      }
  }
  Random random(4);
  const MixedData mixed(60, random);
  Data plain(60, 4);
  for (Index i = 0; i < 60; ++i)
    for (Index l = 0; l < 4; ++l) plain.at(i, l) = mixed.at(i, l);
  const DenseRows rows = mixed.rows();
  const ScaledRows scaled_rows(rows, no_scaling(4), Reading());
  const Block block = scaled_rows.listed(every(60, 1), Context(1));
  for (Index i = 0; i < 60; ++i) {
    const std::vector<double> found = pair_distances(block, scaled_rows.codes(), {i}, {59 - i}, false, Context(1));
    CHECK(near(found[0], naive_distance(plain, {0, 0, 1, 0}, i, 59 - i, false), 1e-9));
  }
  CHECK(entry_distance(true, 3, 1) == 1 && entry_distance(true, 2, 2) == 0 && entry_distance(false, 3, 1) == 2);
}

TEST("distinct rows are counted, no further than is enough") {
  for (unsigned seed : {1, 2, 3}) {
    Random random(seed);
    const Index n = 260, d = 3;
    Data data(n, d);
    for (double& value : data.x) value = static_cast<double>(random() % 4) - 1;
    for (Index i = 0; i < n; i += 5) data.at(i, 0) = -0.0;  // which is 0
    std::set<std::vector<double>> distinct;
    for (Index i = 0; i < n; ++i) distinct.insert({data.at(i, 0) + 0.0, data.at(i, 1), data.at(i, 2)});
    const Index all = static_cast<Index>(distinct.size());
    CHECK(all > 30 && all < n);
    const DenseRows rows = data.rows();
    const SparseData sparse(data);
    const SparseRows sparse_rows = sparse.rows();
    for (const Rows* some : std::vector<const Rows*>{&rows, &sparse_rows})
      for (Index size : chunk_sizes(n)) {
        const ChunkedRows chunked(*some, size);
        const ScaledRows scaled(chunked, no_scaling(d), Reading());
        const Block block = scaled.listed(every(n, 1), Context(1));
        for (Index enough : {Index{1}, Index{5}, all, all + 1, Index{1000}}) {
          CHECK(count_distinct_rows(block, enough) == std::min(enough, all));
          CHECK(count_distinct_rows(scaled, enough, Context(1)) == std::min(enough, all));
        }
      }
  }
}

TEST("distinct rows: what a sparse x stores that is its zero makes no difference") {
  // row 0 stores a 0, row 1 nothing; both differ from row 2
  const std::vector<int> start = {0, 2, 2}, row = {0, 2};
  const std::vector<double> value = {0, 1};
  const SparseRows rows(3, 2, start.data(), row.data(), value.data());
  const ScaledRows scaled(rows, {{0.5, 0}, {1, 1}}, Reading());
  CHECK(count_distinct_rows(scaled, 10, Context(1)) == 2);
}

}  // namespace
