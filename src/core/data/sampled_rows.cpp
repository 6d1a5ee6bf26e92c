#include "data/sampled_rows.h"

namespace scrb {

namespace {

std::vector<Index> all_levels(const Rows& rows) {
  std::vector<Index> n_levels;
  for (Index l = 0; l < rows.n_cols(); ++l) n_levels.push_back(rows.n_levels(l));
  return n_levels;
}

}  // namespace

SampledRows::SampledRows(const Rows& rows, const std::vector<Index>& listed, const Context& context)
    : Rows(static_cast<Index>(listed.size()), all_levels(rows)), values_(rows.n_cols()) {
  bool sparse = false;
  rows.read([&](const RawBlock& raw) {
    sparse = raw.sparse;
    const Index first = std::lower_bound(listed.begin(), listed.end(), raw.begin) - listed.begin();
    const Index last = std::lower_bound(listed.begin(), listed.end(), raw.end) - listed.begin();
    std::vector<int> place(raw.sparse ? raw.n_rows() : 0, -1);
    for (Index r = first; r < last && raw.sparse; ++r) place[listed[r] - raw.begin] = static_cast<int>(r);
    parallel_for(rows.n_cols(), context, [&](Index l, int) {
      Values& to = values_[l];
      if (raw.sparse) {
        for (int p = raw.first[l]; p < raw.last[l]; ++p) {
          const int r = place[raw.row_index[p] - raw.begin];
          if (r < 0) continue;
          to.row.push_back(r);
          to.real.push_back(raw.value[p]);
        }
      } else if (const double* real = raw.columns[l].real) {
        for (Index r = first; r < last; ++r) to.real.push_back(real[listed[r] - raw.begin]);
      } else {
        for (Index r = first; r < last; ++r) to.whole.push_back(raw.columns[l].whole[listed[r] - raw.begin]);
      }
    });
    return last < static_cast<Index>(listed.size());
  });
  sparse ? join_sparse() : join_dense();
}

void SampledRows::join_dense() {
  std::vector<Column> columns;
  for (const Values& values : values_)
    columns.push_back({values.real.empty() ? nullptr : values.real.data(), values.whole.data()});
  copy_ = std::make_unique<DenseRows>(n_rows(), std::move(columns), all_levels(*this));
}

void SampledRows::join_sparse() {
  start_.push_back(0);
  for (Values& values : values_) {
    row_index_.insert(row_index_.end(), values.row.begin(), values.row.end());
    value_.insert(value_.end(), values.real.begin(), values.real.end());
    start_.push_back(static_cast<int>(row_index_.size()));
    values = Values();
  }
  copy_ = std::make_unique<SparseRows>(n_rows(), n_cols(), start_.data(), row_index_.data(), value_.data());
}

}  // namespace scrb
