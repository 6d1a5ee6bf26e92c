#ifndef SCRB_BLOCK_H
#define SCRB_BLOCK_H

// Scaled rows, a block at a time: (x_il - center_l) / scale_l as float. A block is bounded in bytes, whatever n is; of
// all rows there is no copy.
// Dense: strips of 64 rows, each column after column, the last one padded with zeros, so that a strip is one contiguous
// run. Sparse: compressed rows of the entries that x stores; all others are the column's `zero`.

#include <cfloat>
#include <vector>

#include "data/rows.h"

namespace scrb {

// Factors have center 0 and scale 1: codes stay codes.
struct Scaling {
  std::vector<double> center;  // d
  std::vector<double> scale;   // d, positive
};

// How levels are read, and in what unit.
struct Reading {
  enum class Levels { codes, indicators } levels = Levels::codes;
  double level_size = 1;  // an indicator's 1
  double unit = 1;        // distances are taken in it
  float most = FLT_MAX;   // larger values are cut off, so that their differences are numbers
};

struct Block {
  static constexpr int strip_rows = 64;

  Index begin = 0;  // of the first row, counted over all of x; 0 for listed rows
  Index n_rows = 0;
  Index n_cols = 0;
  bool sparse = false;
  const float* zero = nullptr;  // n_cols: what an entry that is not stored is
  std::vector<float> dense;
  std::vector<Index> row_start;
  std::vector<int> column;
  std::vector<float> value;

  Index n_strips() const { return (n_rows + strip_rows - 1) / strip_rows; }
  const float* strip(Index s) const { return dense.data() + s * strip_rows * n_cols; }  // of a dense block
  // The same of any block; that of a sparse one is written to `buffer` first.
  const float* dense_strip(Index s, std::vector<float>& buffer) const;
  // Entries of a row of a dense block are this far apart, beginning here.
  const float* dense_row(Index row) const { return strip(row / strip_rows) + row % strip_rows; }
};

// x as features see it.
class ScaledRows {
 public:
  // A block takes about so much: enough that a hash table is not read anew for a few rows, little beside x.
  static constexpr Index block_bytes = 16 << 20;

  // Keeps a reference to `rows`.
  ScaledRows(const Rows& rows, const Scaling& scaling, const Reading& reading);

  Index n_rows() const { return rows_.n_rows(); }
  Index n_cols() const { return static_cast<Index>(source_.size()); }
  bool is_code(Index column) const { return is_code_[column]; }
  const std::vector<char>& codes() const { return is_code_; }
  float zero(Index column) const { return zero_[column]; }

  // Calls take(block) for all rows in order, until it returns false.
  template <class Take>
  void for_blocks(const Context& context, Take take) const {
    Block block;
    rows_.read([&](const RawBlock& raw) {
      const Index size = block_rows(raw);
      for (Index begin = raw.begin; begin < raw.end; begin += size) {
        fill(raw.part(begin, std::min(raw.end, begin + size)), context, block);
        if (!take(static_cast<const Block&>(block))) return false;
      }
      return true;
    });
  }

  // The listed rows (0-based, increasing), in one block: for few of them.
  Block listed(const std::vector<Index>& rows, const Context& context) const;

  // The same in blocks: calls take(block, first), whose rows are listed from place `first` on.
  template <class Take>
  void for_listed(const std::vector<Index>& rows, const Context& context, Take take) const {
    const Index n = static_cast<Index>(rows.size());
    Index done = 0;
    rows_.read([&](const RawBlock& raw) {
      const Index size = block_rows(raw);
      for (Index begin = raw.begin; begin < raw.end && done < n; begin += size) {
        const Index end = std::min(raw.end, begin + size), count = count_listed(rows, done, end);
        if (count == 0) continue;
        Block block = empty_block(raw.sparse, count);
        add_listed(raw.part(begin, end), rows.data() + done, 0, count, context, block);
        take(static_cast<const Block&>(block), done);
        done += count;
      }
      return done < n;
    });
  }

 private:
  // How many from place `done` on are before row `end`.
  static Index count_listed(const std::vector<Index>& rows, Index done, Index end);
  void add_listed(const RawBlock& raw, const Index* listed, Index first, Index count, const Context& context,
                  Block& block) const;
  Index block_rows(const RawBlock& raw) const;
  void fill(const RawBlock& raw, const Context& context, Block& block) const;
  void fill_dense(const RawBlock& raw, const Index* listed, Index first, Index count, const Context& context,
                  Block& block) const;
  void add_sparse(const RawBlock& raw, const Index* listed, Index count, const Context& context, Block& block) const;
  void fill_column(const RawBlock& raw, const Index* listed, Index column, Index first, int count, float* out) const;
  Block empty_block(bool sparse, Index n_rows) const;

  const Rows& rows_;
  std::vector<double> center_, scale_;  // of the columns of x
  float level_, most_;
  // of each column here: the column of x that it is from, the level that it stands for (0 for none)
  std::vector<Index> source_;
  std::vector<int> level_of_;
  std::vector<char> is_code_;
  std::vector<float> zero_;
};

// Calls strip(entries, begin, end, thread) for every strip of a block, on all threads; rows are counted in the block.
template <class Strip>
void for_strips(const Block& block, const Context& context, Strip strip) {
  std::vector<std::vector<float>> buffers(context.threads);
  parallel_for(block.n_strips(), context, [&](Index s, int thread) {
    const Index begin = s * Block::strip_rows;
    strip(block.dense_strip(s, buffers[thread]), begin, std::min(block.n_rows, begin + Block::strip_rows), thread);
  });
}

}  // namespace scrb

#endif
