#include "features/grid_map.h"

#include <climits>
#include <cmath>
#include <numeric>

#include "features/known_bins.h"

namespace scrb {

namespace {

// 64-bit keys as two rows of integers, high half first.
std::vector<int> key_halves(const std::vector<std::uint64_t>& keys) {
  std::vector<int> halves;
  halves.reserve(2 * keys.size());
  for (std::uint64_t key : keys) {
    halves.push_back(static_cast<int>(static_cast<std::uint32_t>(key >> 32)));
    halves.push_back(static_cast<int>(static_cast<std::uint32_t>(key)));
  }
  return halves;
}

std::vector<std::uint64_t> join_halves(const FieldIn& halves) {
  std::vector<std::uint64_t> keys(halves.n_cols);
  const int* in = halves.whole;
  for (std::uint64_t& key : keys) {
    key = static_cast<std::uint64_t>(static_cast<std::uint32_t>(*in++)) << 32;
    key |= static_cast<std::uint32_t>(*in++);
  }
  return keys;
}

// Where the parts of an array begin: 0 first, not decreasing, its length last.
std::vector<Index> read_starts(const FieldsIn& fields, const std::string& name, Index n_parts, Index length) {
  const FieldIn& field = fields.numbers(name, n_parts + 1);
  std::vector<Index> starts;
  for (Index g = 0; g <= n_parts; ++g) {
    const double start = field.real[g], before = g > 0 ? field.real[g - 1] : 0;
    if (!(start >= before && start <= static_cast<double>(length)) || start != std::floor(start) ||
        (g == 0 && start != 0))
      field.fail("must be whole numbers that do not decrease, from 0 to " + std::to_string(length));
    starts.push_back(static_cast<Index>(start));
  }
  if (starts.back() != length) field.fail("must end with " + std::to_string(length));
  return starts;
}

template <class Value>
std::vector<double> as_reals(const std::vector<Value>& values) {
  return {values.begin(), values.end()};
}

}  // namespace

GridMap::GridMap(const FieldsIn& fields, Index n_cols) {
  const FieldIn& widths = fields.matrix("widths", n_cols, -1);
  const Index n_grids = widths.n_cols;
  if (n_grids < 1) widths.fail("must have a column for each grid");
  const FieldIn& offsets = fields.matrix("offsets", n_cols, n_grids);
  for (Index i = 0; i < widths.length; ++i) {
    if (!(widths.real[i] > 0)) widths.fail("must have positive numbers");
    if (!(offsets.real[i] >= 0 && offsets.real[i] <= widths.real[i]))
      offsets.fail("must have numbers between 0 and the width");
  }
  grids_ = {n_grids, n_cols, widths.real, offsets.real};

  dictionary_.keys = join_halves(fields.integer_matrix("keys", 2, -1));
  dictionary_.first_key = read_starts(fields, "first_key", n_grids, static_cast<Index>(dictionary_.keys.size()));
  dictionary_.single_keys = join_halves(fields.integer_matrix("single_keys", 2, -1));
  const Index n_singles = static_cast<Index>(dictionary_.single_keys.size());
  dictionary_.first_single = read_starts(fields, "first_single", n_grids, n_singles);
  const FieldIn& owners = fields.integers("single_owner", n_singles);
  owners.check_range(1, static_cast<double>(std::max<Index>(1, n_singles)));
  for (Index s = 0; s < n_singles; ++s) {
    dictionary_.single_rows.push_back(owners.whole[s] - 1);
    n_owners_ = std::max<Index>(n_owners_, owners.whole[s]);
  }
  for (Index g = 0; g < n_grids; ++g)
    if (dictionary_.first_key[g + 1] - dictionary_.first_key[g] + dictionary_.first_single[g + 1] -
            dictionary_.first_single[g] >=
        INT_MAX)
      throw BadModel{"keys", "must have fewer keys per grid"};
}

std::unique_ptr<Features> GridMap::learn(const ScaledRows& rows, Index, bool keep, const Context& context) {
  auto bins = std::make_unique<Bins>(make_bins(rows, grids_, keep, context));
  occupied_ = bins->occupied;
  fullest_ = bins->fullest;
  single_ = bins->single_bins();
  if (!keep) return bins;
  // rows that have a bin to themselves are counted from 0
  dictionary_ = std::move(bins->dictionary);
  n_owners_ = static_cast<Index>(bins->owners.size());
  std::vector<std::int32_t> place(rows.n_rows(), -1);
  for (Index o = 0; o < n_owners_; ++o) place[bins->owners[o]] = static_cast<std::int32_t>(o);
  for (std::int32_t& row : dictionary_.single_rows) row = place[row];
  return bins;
}

std::unique_ptr<FeatureMap> GridMap::half(int which) const {
  const std::vector<Index> some = half_of(grids_.n_grids, which);
  auto map = std::make_unique<GridMap>(Grids(), column_scaling_);
  const Index d = grids_.n_cols;
  for (Index g : some) {
    map->widths_.insert(map->widths_.end(), grids_.widths + g * d, grids_.widths + (g + 1) * d);
    map->offsets_.insert(map->offsets_.end(), grids_.offsets + g * d, grids_.offsets + (g + 1) * d);
  }
  map->grids_ = {static_cast<Index>(some.size()), d, map->widths_.data(), map->offsets_.data()};
  return map;
}

FeatureMap::Found GridMap::find(const ScaledRows& rows, const Context& context) const {
  auto bins = std::make_unique<KnownBins>(find_bins(rows, grids_, dictionary_, n_owners_, context));
  const Index unknown = bins->count_unknown();
  return {std::move(bins), unknown};
}

double GridMap::bins_per_grid() const {
  return static_cast<double>(std::accumulate(occupied_.begin(), occupied_.end(), Index{0})) /
         static_cast<double>(grids_.n_grids);
}

void GridMap::describe(FieldsOut& fields) const {
  fields.add("occupied", as_reals(occupied_));
  fields.add("fullest", as_reals(fullest_));
  fields.add("singles", as_reals(single_));
}

// Widths and offsets stay with the caller, who drew them.
void GridMap::write(FieldsOut& fields) {
  Dictionary dictionary;
  std::swap(dictionary, dictionary_);
  fields.add("first_key", as_reals(dictionary.first_key));
  fields.add("keys", key_halves(dictionary.keys), 2, static_cast<Index>(dictionary.keys.size()));
  dictionary.keys = std::vector<std::uint64_t>();
  fields.add("first_single", as_reals(dictionary.first_single));
  fields.add("single_keys", key_halves(dictionary.single_keys), 2, static_cast<Index>(dictionary.single_keys.size()));
  dictionary.single_keys = std::vector<std::uint64_t>();
  std::vector<int> owners(dictionary.single_rows.begin(), dictionary.single_rows.end());
  for (int& owner : owners) ++owner;
  fields.add("single_owner", std::move(owners));
}

Index GridMap::n_sums() const { return static_cast<Index>(dictionary_.keys.size()) + grids_.n_grids + n_owners_; }

}  // namespace scrb
