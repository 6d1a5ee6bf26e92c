#include "features/bin_graph.h"

namespace scrb {

Index BinGraph::n_entries() const {
  Index count = 0;
  for (const Part& part : parts) count += static_cast<Index>(part.bin.size());
  return count;
}

void BinGraphRow::append_to(BinGraph::Part& part) {
  std::sort(touched_.begin(), touched_.end());
  part.bin.insert(part.bin.end(), touched_.begin(), touched_.end());
  for (std::int32_t bin : touched_) part.value.push_back(value_[bin]);
  part.start.push_back(static_cast<Index>(part.bin.size()));
}

}  // namespace scrb
