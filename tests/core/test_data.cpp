// Rows as they are: parts of them, samples of them, whatever the chunks, kinds and storage.

#include "data/sampled_rows.h"
#include "fixtures.h"
#include "test.h"

namespace {

using namespace scrb_test;

TEST("parts of raw blocks are their rows") {
  Random random(5);
  const Index n = 150, d = 6;
  Data data = draw_data(n, d, 0, 1, random);
  for (double& value : data.x)
    if (value < 0.3) value = 0;
  const SparseData sparse(data);
  const MixedData mixed(n, random);
  const auto check_parts = [&](const Rows& rows, const auto& at, Index skipped) {
    rows.read([&](const RawBlock& all) {
      for (Index begin : {0, 1, 64, 149, 150})
        for (Index end : {Index{0}, Index{1}, Index{65}, n}) {
          if (end < begin) continue;
          // a part of a part, counted over all of x
          const RawBlock part = all.part(begin / 2, n).part(begin, end);
          CHECK(part.begin == begin && part.end == end && part.n_rows() == end - begin);
          Index stored = 0;
          bool right = true;
          for (Index l = 0; l < rows.n_cols(); ++l) {
            Index before = begin - 1;
            for_column(part, l, [&](Index i, double value) {
              right = right && i > before && i < end && value == at(i, l);
              before = i;
              ++stored;
            });
          }
          Index expected = 0;
          for (Index l = 0; l < rows.n_cols(); ++l)
            for (Index i = begin; i < end; ++i) expected += skipped == 0 || at(i, l) != 0;
          CHECK(right);
          CHECK(stored == expected);
          if (part.sparse) CHECK(part.n_stored() == expected);
        }
      return true;
    });
  };
  check_parts(
      data.rows(), [&](Index i, Index l) { return data.at(i, l); }, 0);
  check_parts(
      sparse.rows(), [&](Index i, Index l) { return data.at(i, l); }, 1);
  check_parts(
      mixed.rows(), [&](Index i, Index l) { return mixed.at(i, l); }, 0);
}

// Every entry that rows store, by column and row.
std::vector<std::map<Index, double>> stored_entries(const Rows& rows) {
  std::vector<std::map<Index, double>> entries(rows.n_cols());
  rows.read([&](const RawBlock& raw) {
    for (Index l = 0; l < rows.n_cols(); ++l) for_column(raw, l, [&](Index i, double value) { entries[l][i] = value; });
    return true;
  });
  return entries;
}

TEST("sampled rows are the listed ones, as they are") {
  Random random(6);
  const Index n = 220;
  Data data = draw_data(n, 5, 0, 1, random);
  for (double& value : data.x)
    if (value < 0.5) value = 0;
  const MixedData mixed(n, random);
  const SparseData sparse(data);
  const DenseRows dense_rows = data.rows(), mixed_rows = mixed.rows();
  const SparseRows sparse_rows = sparse.rows();
  for (const Rows* rows : std::vector<const Rows*>{&dense_rows, &mixed_rows, &sparse_rows})
    for (Index size : chunk_sizes(n))
      for (const std::vector<Index>& listed : lists_of_rows(n, random)) {
        const ChunkedRows chunked(*rows, size);
        const SampledRows sample(chunked, listed, Context(scrb_test::threads()));
        CHECK(sample.n_rows() == static_cast<Index>(listed.size()) && sample.n_cols() == rows->n_cols());
        for (Index l = 0; l < rows->n_cols(); ++l) CHECK(sample.n_levels(l) == rows->n_levels(l));
        const auto all = stored_entries(*rows), some = stored_entries(sample);
        bool right = true;
        for (Index l = 0; l < rows->n_cols(); ++l) {
          std::map<Index, double> expected;
          for (std::size_t r = 0; r < listed.size(); ++r)
            if (all[l].count(listed[r])) expected[static_cast<Index>(r)] = all[l].at(listed[r]);
          right = right && some[l] == expected;
        }
        CHECK(right);
        sample.read([&](const RawBlock& raw) {  // of the same kinds
          CHECK(raw.sparse == (rows == &sparse_rows));
          if (rows == &mixed_rows && !listed.empty())
            CHECK(raw.columns[0].real && !raw.columns[1].real && raw.columns[1].whole && raw.columns[2].whole);
          return true;
        });
      }
}

TEST("for_columns: every column of every block once") {
  Random random(7);
  const MixedData mixed(130, random);
  for (Index size : chunk_sizes(130)) {
    const DenseRows rows = mixed.rows();
    const ChunkedRows chunked(rows, size);
    std::vector<Index> seen(4, 0);  // each thread has columns of its own
    for_columns(chunked, Context(scrb_test::threads()), [&](Index l, const RawBlock& raw) { seen[l] += raw.n_rows(); });
    CHECK(seen == std::vector<Index>(4, 130));
  }
}

}  // namespace
