// Grids as a map of features: bins that new rows meet, halves, what is told of them.

#include "features/grid_map.h"
#include "features/known_bins.h"
#include "kept_fields.h"
#include "reference.h"
#include "test.h"

namespace {

using namespace scrb_test;

// The bins of a fit that new rows meet, by their cells.
void check_known(const KnownBins& known, const Table& fit, const Bins& bins, const Table& fresh, const Draws& draws) {
  bool ids = true;
  std::vector<std::vector<std::int32_t>> owners(fresh.n);
  std::vector<char> meets(fresh.n, 0);
  for (Index g = 0; g < draws.n_grids; ++g) {
    std::map<std::vector<std::int64_t>, std::vector<Index>> rows_of;
    for (Index i = 0; i < fit.n; ++i) rows_of[cells_of(fit, i, draws, g)].push_back(i);
    for (Index i = 0; i < fresh.n; ++i) {
      const auto met = rows_of.find(cells_of(fresh, i, draws, g));
      Index expected = 0;
      if (met != rows_of.end()) {
        meets[i] = 1;
        if (met->second.size() > 1) expected = bins.ids.grids[g].id(met->second[0]);
        else owners[i].push_back(static_cast<std::int32_t>(met->second[0]));
      }
      ids = ids && known.ids.grids[g].id(i) == static_cast<std::uint32_t>(expected);
    }
  }
  CHECK(ids);
  bool right = true;
  for (Index i = 0; i < fresh.n; ++i)
    right = right && std::vector<std::int32_t>(known.owners.begin() + known.first_owner[i],
                                               known.owners.begin() + known.first_owner[i + 1]) == owners[i];
  CHECK(right);
  CHECK(known.count_unknown() == std::count(meets.begin(), meets.end(), 0));
}

TEST("known bins: those of the fit that new rows fall into, whoever has them") {
  for (unsigned seed : {1, 2, 3}) {
    Random random(seed);
    const Data data = draw_data(200, 2, 0, 3, random), other = draw_data(90, 2, 1, 6, random);
    const Draws draws(40, 2, 0.3, random);
    const DenseRows rows = data.rows(), other_rows = other.rows();
    const ScaledRows scaled(rows, no_scaling(2), Reading());
    const Bins bins = make_bins(scaled, draws.grids(), true, Context(1));
    for (Index size : chunk_sizes(90)) {
      const ChunkedRows chunked(other_rows, size);
      const ScaledRows fresh(chunked, no_scaling(2), Reading());
      const KnownBins known = find_bins(fresh, draws.grids(), bins.dictionary, 200, Context(scrb_test::threads()));
      check_known(known, table_of(data), bins, table_of(other), draws);
      CHECK(known.count_unknown() > 0 && !known.owners.empty());
      CHECK(known.n_rows() == 90 && known.n_sums() == bins.ids.n_sums() + 200);
      // what is gathered: sums of shared bins, and of owners
      const std::vector<double> sums = draw_normals(known.n_sums() * 4, random);
      std::vector<double> y(90 * 4);
      known.gather_panel(4, sums.data(), y.data(), Context(scrb_test::threads()));
      bool right = true;
      for (Index i = 0; i < 90; ++i)
        for (Index j = 0; j < 4; ++j) {
          double sum = 0;
          for (const GridIds& grid : known.ids.grids) sum += sums[(grid.first + grid.id(i)) * 4 + j];
          for (Index p = known.first_owner[i]; p < known.first_owner[i + 1]; ++p)
            sum += sums[(bins.ids.n_sums() + known.owners[p]) * 4 + j];
          right = right && near(y[4 * i + j], sum / 40, 1e-12);
        }
      CHECK(right);
    }
    check_known(find_bins(scaled, draws.grids(), bins.dictionary, 200, Context(1)), table_of(data), bins,
                table_of(data), draws);
  }
}

TEST("known bins with ids of 32 bits") {
  Random random(4);
  const Index n = 140000;
  Data data(n, 1);
  for (Index i = 0; i < n; ++i) data.x[i] = static_cast<double>(i % 70000);
  Draws draws(3, 1, 1.0, random);
  draws.widths = {1, 1000, 1};
  draws.offsets = {0.5, 0.5, 0.25};
  const DenseRows rows = data.rows();
  const ScaledRows scaled(rows, no_scaling(1), Reading());
  const Bins bins = make_bins(scaled, draws.grids(), true, Context(scrb_test::threads()));
  const KnownBins known = find_bins(scaled, draws.grids(), bins.dictionary, 0, Context(scrb_test::threads()));
  bool same = true;
  for (Index g = 0; g < 3; ++g)
    for (Index i = 0; i < n; ++i) same = same && known.ids.grids[g].id(i) == bins.ids.grids[g].id(i);
  CHECK(same && known.owners.empty() && known.count_unknown() == 0);
  CHECK(!known.ids.grids[0].is_narrow() && known.ids.grids[1].is_narrow());
}

TEST("grids: what is told of them") {
  Random random(4);
  const Data data = draw_data(200, 2, 0, 2, random);
  const Draws draws(25, 2, 0.5, random);
  const DenseRows rows = data.rows();
  const ScaledRows scaled(rows, no_scaling(2), Reading());
  const Bins bins = make_bins(scaled, draws.grids(), false, Context(1));
  GridMap map(draws.grids(), false);
  CHECK(std::string(map.step()) == "bins" && map.reading().levels == Reading::Levels::codes);
  map.learn(scaled, 2, false, Context(1));
  FieldsOut written;
  map.describe(written);
  KeptFields told(written);
  const std::vector<Index> singles = bins.single_bins();
  CHECK(told.get("occupied").real == std::vector<double>(bins.occupied.begin(), bins.occupied.end()));
  CHECK(told.get("fullest").real == std::vector<double>(bins.fullest.begin(), bins.fullest.end()));
  CHECK(told.get("singles").real == std::vector<double>(singles.begin(), singles.end()));
  double mean = 0;
  for (Index count : bins.occupied) mean += static_cast<double>(count) / 25;
  CHECK(near(map.bins_per_grid(), mean, 1e-9));
}

TEST("grids: a half has the bins of its grids") {
  Random random(5);
  const Data data = draw_data(150, 2, 0, 2, random);
  const Draws draws(11, 2, 1.0, random);
  const DenseRows rows = data.rows();
  const ScaledRows scaled(rows, no_scaling(2), Reading());
  for (int which : {0, 1, 2, 3}) {
    std::unique_ptr<FeatureMap> half;
    {
      const GridMap map(draws.grids(), true);
      half = map.half(which);
    }
    CHECK(half->is_two_sided());
    Draws some = draws;
    some.widths.clear();
    some.offsets.clear();
    const std::vector<Index> grids = half_of(11, which);
    some.n_grids = static_cast<Index>(grids.size());
    for (Index g : grids)
      for (Index l = 0; l < 2; ++l) {
        some.widths.push_back(draws.widths[2 * g + l]);
        some.offsets.push_back(draws.offsets[2 * g + l]);
      }
    const std::unique_ptr<Features> features = half->learn(scaled, 2, false, Context(1));
    CHECK(largest(matrix_of(*features) - exact_similarity(table_of(data), some)) < 1e-12);
  }
}

}  // namespace
