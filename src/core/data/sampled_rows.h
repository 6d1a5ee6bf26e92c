#ifndef SCRB_SAMPLED_ROWS_H
#define SCRB_SAMPLED_ROWS_H

// Some rows of x as an x of their own, copied as they are: what settings are tried on.
// Cost: one reading of x; the values of these rows.

#include <memory>
#include <vector>

#include "data/rows.h"

namespace scrb {

class SampledRows : public Rows {
 public:
  // `listed`: 0-based, increasing.
  SampledRows(const Rows& rows, const std::vector<Index>& listed, const Context& context);

  void read(const Take& take) const override { copy_->read(take); }

 private:
  // Column by column, of which kind and in which form x has them.
  struct Values {
    std::vector<double> real;
    std::vector<int> whole;
    std::vector<int> row;  // of a sparse x: the row of each value
  };

  void join_sparse();
  void join_dense();

  std::vector<Values> values_;
  std::vector<int> start_, row_index_;  // of a sparse x
  std::vector<double> value_;
  std::unique_ptr<Rows> copy_;
};

}  // namespace scrb

#endif
