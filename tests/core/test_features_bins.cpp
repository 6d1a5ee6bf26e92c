// Grids: cells, keys, ids of bins, and what a dictionary knows of them.

#include <unordered_map>

#include "features/bin_keys.h"
#include "features/bins.h"
#include "features/key_table.h"
#include "reference.h"
#include "test.h"

namespace {

using namespace scrb_test;

TEST("cells: a true floor on either side of 0") {
  Random random(1);
  std::uniform_real_distribution<float> any(-1000, 1000), unit(0, 1);
  bool as_float = true, as_double = true;
  int told = 0;
  for (int i = 0; i < 20000; ++i) {
    const float x = any(random), inverse = 0.001f + std::fabs(any(random)), offset = unit(random) / inverse;
    const auto found = static_cast<std::int32_t>(cell(x, offset, inverse));
    as_float = as_float && found == static_cast<std::int32_t>(std::floor((x - offset) * inverse));
    const double exact = (static_cast<double>(x) - offset) * inverse, rounding = 1e-6 * (1 + std::fabs(exact));
    if (std::fabs(exact - std::nearbyint(exact)) < rounding) continue;  // too near to a border for a float
    as_double = as_double && found == static_cast<std::int32_t>(std::floor(exact));
    ++told;
  }
  CHECK(as_float);
  CHECK(as_double && told > 5000);
  CHECK(static_cast<std::int32_t>(cell(-1.0f, 0.0f, 1.0f)) == -1);
  CHECK(static_cast<std::int32_t>(cell(-0.5f, 0.0f, 1.0f)) == -1);
  CHECK(cell(0.0f, 0.5f, 1.0f) == cell(-0.4f, 0.5f, 1.0f) && cell(0.0f, 0.5f, 1.0f) != cell(0.6f, 0.5f, 1.0f));
}

TEST("cells: where widths are finer than floats, different values are different cells and equal ones the same") {
  CHECK(cell(1e30f, 0.5e-30f, 1e30f) == cell(1e30f, 0.5e-30f, 1e30f));
  CHECK(cell(1e30f, 0.5e-30f, 1e30f) != cell(1.1e30f, 0.5e-30f, 1e30f));
  CHECK(cell(1e30f, 0.5e-30f, 1e30f) != cell(-1e30f, 0.5e-30f, 1e30f));
  CHECK(cell(FLT_MAX, 0.0f, FLT_MAX) != cell(-FLT_MAX, 0.0f, FLT_MAX));
}

TEST("keys: sums of cells times odd multipliers, modulo 2^32") {
  CHECK(column_multiplier(0) != column_multiplier(1) && (column_multiplier(7) & 0x100000001u) == 0x100000001u);
  std::set<std::uint64_t> different;
  for (Index l = 0; l < 1000; ++l) different.insert(column_multiplier(l));
  CHECK(different.size() == 1000);
  KeySum sum;
  sum.add(5u, (std::uint64_t{7} << 32) | 3u);
  sum.add(static_cast<std::uint32_t>(-1), (std::uint64_t{2} << 32) | 1u);
  CHECK(sum.key() == ((std::uint64_t{33} << 32) | 14u));
}

TEST("the key table: ids in order of arrival, counts, look-ups") {
  for (unsigned seed : {1, 2, 3}) {
    Random random(seed);
    KeyTable table(seed == 1 ? 5000 : 0);                                                 // with room, and growing
    std::unordered_map<std::uint64_t, std::pair<std::uint32_t, std::uint32_t>> expected;  // id, count
    bool ids = true;
    for (int i = 0; i < 20000; ++i) {
      // sums of products differ in few bits
      const std::uint64_t key = (random() % 3000) * (std::uint64_t{1} << (seed == 3 ? 44 : 20));
      const auto place = expected.emplace(key, std::make_pair(static_cast<std::uint32_t>(expected.size()), 0u)).first;
      ++place->second.second;
      table.prefetch(key);
      ids = ids && table.add(key) == place->second.first;
    }
    CHECK(ids);
    CHECK(table.size() == expected.size() && table.size() > 2500);
    std::size_t seen = 0;
    bool right = true;
    table.for_each([&](std::uint64_t key, std::uint32_t id, std::uint32_t count) {
      ++seen;
      right = right && expected.count(key) && expected[key] == std::make_pair(id, count);
      right = right && table.find(key) == id;
    });
    CHECK(right && seen == expected.size());
    CHECK(table.find(12345) == KeyTable::none && table.find(~std::uint64_t{0}) == KeyTable::none);
  }
}

// The key of a row, a cell at a time.
std::uint64_t exact_key(const Table& table, Index i, const Draws& draws, Index g) {
  KeySum sum;
  const std::vector<std::int64_t> cells = cells_of(table, i, draws, g);
  for (Index l = 0; l < table.d; ++l) sum.add(static_cast<std::uint32_t>(cells[l]), column_multiplier(l));
  return sum.key();
}

void check_dictionary(const Bins& bins, const Table& table, const Draws& draws) {
  const Dictionary& dictionary = bins.dictionary;
  CHECK(dictionary.first_key.front() == 0 && dictionary.first_key.back() == static_cast<Index>(dictionary.keys.size()));
  CHECK(dictionary.first_single.back() == static_cast<Index>(dictionary.single_keys.size()));
  CHECK(dictionary.single_rows.size() == dictionary.single_keys.size());
  bool shared = true, single = true;
  for (Index g = 0; g < draws.n_grids; ++g) {
    Index next_single = dictionary.first_single[g];
    for (Index i = 0; i < table.n; ++i) {
      const std::uint64_t key = exact_key(table, i, draws, g);
      const Index id = bins.ids.grids[g].id(i);
      if (id > 0) shared = shared && dictionary.keys[dictionary.first_key[g] + id - 1] == key;
      if (id > 0) continue;
      single = single && dictionary.single_rows[next_single] == i && dictionary.single_keys[next_single] == key;
      ++next_single;
    }
    single = single && next_single == dictionary.first_single[g + 1];
  }
  CHECK(shared);
  CHECK(single);
}

// Ids, sizes and counts against bins by their cells.
void compare_with_exact(const Bins& bins, const Table& table, const Draws& draws) {
  bool ids = true, counts = true;
  std::vector<std::int32_t> singles(table.n, 0);
  for (Index g = 0; g < draws.n_grids; ++g) {
    const std::vector<Index> exact = exact_bins(table, draws, g);
    std::vector<Index> size(*std::max_element(exact.begin(), exact.end()) + 1, 0);
    for (Index b : exact) ++size[b];
    std::vector<Index> shared_exact, shared_id;
    Index highest = 0;
    for (Index i = 0; i < table.n; ++i) {
      const Index id = bins.ids.grids[g].id(i);
      ids = ids && (id == 0) == (size[exact[i]] == 1) && id <= highest + 1;  // in order of first appearance
      highest = std::max(highest, id);
      singles[i] += id == 0;
      if (id == 0) continue;
      shared_exact.push_back(exact[i]);
      shared_id.push_back(id);
    }
    ids = ids && same_partition(shared_exact, shared_id);
    const Index n_shared = std::count_if(size.begin(), size.end(), [](Index s) { return s > 1; });
    counts = counts && bins.occupied[g] == static_cast<Index>(size.size());
    counts = counts && bins.fullest[g] == *std::max_element(size.begin(), size.end());
    counts = counts && bins.ids.grids[g].n_bins == n_shared && bins.ids.grids[g].is_narrow();
    counts = counts && bins.single_bins()[g] == static_cast<Index>(size.size()) - n_shared;
  }
  CHECK(ids);
  CHECK(counts);
  CHECK(singles == bins.singles);
  std::vector<std::int32_t> owners;
  for (std::size_t i = 0; i < singles.size(); ++i)
    if (singles[i] > 0) owners.push_back(static_cast<std::int32_t>(i));
  CHECK(owners == bins.owners);
}

bool same_bins(const Bins& a, const Bins& b) {
  bool same = a.n_rows() == b.n_rows() && a.n_grids() == b.n_grids() && a.n_sums() == b.n_sums();
  for (Index g = 0; same && g < a.n_grids(); ++g)
    for (Index i = 0; i < a.n_rows(); ++i) same = same && a.ids.grids[g].id(i) == b.ids.grids[g].id(i);
  return same && a.singles == b.singles && a.occupied == b.occupied && a.fullest == b.fullest &&
         a.dictionary.keys == b.dictionary.keys && a.dictionary.single_keys == b.dictionary.single_keys &&
         a.dictionary.single_rows == b.dictionary.single_rows && a.dictionary.first_key == b.dictionary.first_key &&
         a.dictionary.first_single == b.dictionary.first_single;
}

// In whatever chunks rows come.
void check_bins(const Rows& rows, const Table& table, const Draws& draws) {
  const ScaledRows scaled(rows, no_scaling(table.d), Reading());
  const Bins bins = make_bins(scaled, draws.grids(), true, Context(1));
  compare_with_exact(bins, table, draws);
  check_dictionary(bins, table, draws);
  for (Index size : chunk_sizes(table.n)) {
    const ChunkedRows chunked(rows, size);
    const ScaledRows same(chunked, no_scaling(table.d), Reading());
    CHECK(same_bins(make_bins(same, draws.grids(), true, Context(scrb_test::threads())), bins));
  }
  CHECK(make_bins(scaled, draws.grids(), false, Context(1)).dictionary.keys.empty());
}

TEST("bins: rows share one where all their cells are equal, dense, sparse, by chunks") {
  for (Index n : {1, 63, 64, 65, 300})
    for (Index d : {1, 2, 5}) {
      Random random(static_cast<unsigned>(10 * n + d));
      Data data(n, d);
      std::normal_distribution<double> noise(-1, 3);
      for (double& value : data.x) value = noise(random) < 0 ? 0.0 : noise(random);  // negative values and zeros
      const Draws draws(37, d, 2.0, random);
      check_bins(data.rows(), table_of(data), draws);
      const SparseData sparse(data);
      check_bins(sparse.rows(), table_of(data), draws);
    }
}

TEST("bins of a sparse x whose zeros are not 0 once scaled") {
  Random random(2);
  Data data = draw_data(200, 6, 0, 2, random), moved = data;
  for (double& value : data.x)
    if (value < 0.5) value = 0;
  Scaling scaling = {{1, -2, 0.5, 0, 3, 0}, {1, 2, 0.5, 4, 1, 0.25}};
  for (Index i = 0; i < 200; ++i)
    for (Index l = 0; l < 6; ++l) moved.at(i, l) = (data.at(i, l) - scaling.center[l]) / scaling.scale[l];
  const Draws draws(30, 6, 3.0, random);
  const SparseData sparse(data);
  const SparseRows rows = sparse.rows();
  const ScaledRows scaled(rows, scaling, Reading());
  const Bins bins = make_bins(scaled, draws.grids(), true, Context(scrb_test::threads()));
  compare_with_exact(bins, table_of(moved), draws);
  check_dictionary(bins, table_of(moved), draws);
}

TEST("bins of a frame: levels are cells where an offset is below 1") {
  for (unsigned seed : {1, 2, 3}) {
    Random random(seed);
    MixedData data(150, random);
    for (double& value : data.other) value /= 1e3;
    for (int& value : data.whole) value /= 10;
    const Draws draws(64, 4, 4.0, random);
    Index apart = 0;
    for (Index g = 0; g < 64; ++g) apart += draws.offsets[4 * g + 2] < 1;
    CHECK(apart > 0 && apart < 64);
    check_bins(data.rows(), table_of(data), draws);
  }
}

TEST("bins do not depend on how many grids are in work at once") {
  Random random(3);
  const Data data = draw_data(500, 3, 0, 5, random);
  const Draws draws(300, 3, 1.0, random);
  const DenseRows rows = data.rows();
  const ScaledRows scaled(rows, no_scaling(3), Reading());
  const Bins one = make_bins(scaled, draws.grids(), true, Context(1));
  compare_with_exact(one, table_of(data), draws);
  for (int count = 2; count <= 4; ++count)
    CHECK(same_bins(one, make_bins(scaled, draws.grids(), true, Context(count))));
  // until it is known how full grids are, a few; then no more than memory has room for
  for (int count : {1, 2, 8})
    for (Index n : {1000, 10000000}) {
      const Index few = grids_at_once(n, 10, 0, count);
      CHECK(few >= 1 && few <= 32);
      const Index full = grids_at_once(n, 10, 100000, count), empty = grids_at_once(n, 10, 1, count);
      CHECK(full >= few && empty >= full && empty > few);
      const double room = std::max(16.0 * (1 << 20), static_cast<double>(few * 4 * n));
      CHECK(static_cast<double>(full - few) * bytes_of_open_grid(10, 100000) <= room);
    }
}

TEST("columns of Z: each bin's rows, shared ones first") {
  Random random(4);
  const Data data = draw_data(200, 2, 0, 3, random);
  const Draws draws(20, 2, 1.0, random);
  const DenseRows rows = data.rows();
  const ScaledRows scaled(rows, no_scaling(2), Reading());
  const Bins bins = make_bins(scaled, draws.grids(), false, Context(1));
  const BinColumns columns = bin_columns(bins, Context());
  CHECK(columns.bins_per_grid == bins.occupied);
  std::size_t c = 0;
  bool right = true, alone_last = true;
  for (Index g = 0; g < 20; ++g) {
    const std::vector<Index> exact = exact_bins(table_of(data), draws, g);
    for (Index b = 0; b < columns.bins_per_grid[g]; ++b, ++c) {
      std::vector<int> expected;  // the rows of the bin of the column's first row
      for (Index i = 0; i < 200; ++i)
        if (exact[i] == exact[columns.rows[columns.start[c]]]) expected.push_back(static_cast<int>(i));
      right = right && std::vector<int>(columns.rows.begin() + columns.start[c],
                                        columns.rows.begin() + columns.start[c + 1]) == expected;
      alone_last = alone_last && (expected.size() > 1) == (b < bins.ids.grids[g].n_bins);
    }
  }
  CHECK(right && c + 1 == columns.start.size());
  CHECK(alone_last);
}

// More than 65,535 shared bins take 32-bit ids, beside grids that take 16.
TEST("many bins: wide ids beside narrow ones") {
  Random random(5);
  const Index n = 140000;
  Data data(n, 1);
  for (Index i = 0; i < n; ++i) data.x[i] = static_cast<double>(i % 70000);
  Draws draws(6, 1, 1.0, random);
  draws.widths = {1, 1, 1000, 1, 1, 1};
  for (double& offset : draws.offsets) offset = 0.5;
  const DenseRows rows = data.rows();
  const ScaledRows scaled(rows, no_scaling(1), Reading());
  const Bins bins = make_bins(scaled, draws.grids(), true, Context(scrb_test::threads()));
  CHECK(!bins.ids.grids[0].is_narrow() && bins.ids.grids[2].is_narrow());
  CHECK(bins.ids.grids[0].n_bins == 70000 && bins.ids.grids[2].n_bins == 71);
  // K 1: five bins of two rows, and one of 2000 (its ends hold fewer)
  const std::vector<double> ones(n, 1.0);
  std::vector<double> sums(bins.n_sums()), degree(n), panel_sums(4 * bins.n_sums()), panel(4 * n), four(4 * n, 1.0);
  bins.scatter(ones.data(), sums.data(), Context(scrb_test::threads()));
  bins.gather(sums.data(), ones.data(), degree.data(), Context(scrb_test::threads()));
  bins.scatter_panel(4, four.data(), panel_sums.data(), Context(scrb_test::threads()));
  bins.gather_panel(4, panel_sums.data(), panel.data(), Context(scrb_test::threads()));
  bool right = true;
  for (Index i = 2000; i < 60000; ++i)
    right = right && near(degree[i], (5 * 2 + 2000) / 6.0, 1e-9) && near(panel[4 * i], degree[i], 1e-9);
  CHECK(right);
}

}  // namespace
