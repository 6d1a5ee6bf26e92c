#ifndef SCRB_BIN_GRAPH_H
#define SCRB_BIN_GRAPH_H

// Beside step 3: how bins are linked to one another by the rows they share, G = Z' R Z (bins x bins), R diagonal. A
// sparse symmetric matrix: where it has few entries, products with it cost the same however many rows there are.
// In: features, a weight for each row. Out: the rows of G, in parts of a fixed size. 12 bytes per entry.

#include <atomic>
#include <cstdint>
#include <vector>

#include "support/parallel.h"

namespace scrb {

struct BinGraph {
  static constexpr Index part_size = 64;

  // Rows part_size * (its number), ... of G: entries start[r] .. start[r + 1] - 1 are those of its r-th, bins
  // increasing.
  struct Part {
    std::vector<Index> start = {0};
    std::vector<std::int32_t> bin;
    std::vector<double> value;
  };
  std::vector<Part> parts;  // empty: not known

  bool is_known() const { return !parts.empty(); }
  Index n_entries() const;
};

// One row of G at a time, on one thread.
class BinGraphRow {
 public:
  explicit BinGraphRow(Index n_bins) : value_(n_bins), row_of_(n_bins, -1) {}
  void begin(Index row) {
    row_ = row;
    touched_.clear();
  }
  void add(std::int32_t bin, double value) {
    if (row_of_[bin] != row_) {
      row_of_[bin] = row_;
      value_[bin] = 0;
      touched_.push_back(bin);
    }
    value_[bin] += value;
  }
  Index n_entries() const { return static_cast<Index>(touched_.size()); }
  void append_to(BinGraph::Part& part);

 private:
  std::vector<double> value_;
  std::vector<Index> row_of_;  // the row that last had an entry for this bin
  std::vector<std::int32_t> touched_;
  Index row_ = -1;
};

// The graph of n_bins bins by rows: add(row, entries) adds the entries of a row to a BinGraphRow. None where there are
// more than `most` entries: the same for any number of threads.
template <class Add>
BinGraph make_bin_graph(Index n_bins, Index most, const Context& context, Add add) {
  BinGraph graph;
  graph.parts.resize((n_bins + BinGraph::part_size - 1) / BinGraph::part_size);
  std::vector<BinGraphRow> rows(context.threads, BinGraphRow(n_bins));
  std::atomic<Index> n_entries{0};
  InterruptFlag interrupt(context);
  parallel_for(static_cast<Index>(graph.parts.size()), context, [&](Index t, int thread) {
    BinGraphRow& row = rows[thread];
    const Index end = std::min(n_bins, (t + 1) * BinGraph::part_size);
    for (Index b = t * BinGraph::part_size; b < end && n_entries <= most; ++b) {
      interrupt.check(thread);
      row.begin(b);
      add(b, row);
      n_entries += row.n_entries();
      row.append_to(graph.parts[t]);
    }
  });
  return n_entries <= most ? std::move(graph) : BinGraph();
}

}  // namespace scrb

#endif
