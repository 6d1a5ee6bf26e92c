#include "spectrum/components.h"

namespace scrb {

Components find_components(const Similarity& similarity, Index k, double smallest, const Context& context) {
  const Index n = similarity.n_rows();
  DisjointSets sets(n);
  similarity.unite_rows(sets, context);

  std::vector<Index> rows_of_root(n, 0);
  for (Index i = 0; i < n; ++i) ++rows_of_root[sets.find(i)];
  std::vector<Index> roots;
  for (Index i = 0; i < n; ++i)
    if (rows_of_root[i] > 0) roots.push_back(i);

  Components components;
  components.found = static_cast<Index>(roots.size());
  roots.erase(std::remove_if(roots.begin(), roots.end(), [&](Index root) { return rows_of_root[root] < smallest; }),
              roots.end());
  components.too_small = components.found - static_cast<Index>(roots.size());
  std::stable_sort(roots.begin(), roots.end(), [&](Index a, Index b) { return rows_of_root[a] > rows_of_root[b]; });
  if (static_cast<Index>(roots.size()) > k) {
    components.beyond_k = static_cast<Index>(roots.size()) - k;
    roots.resize(k);
  }

  std::vector<std::int32_t> label(n, Components::stray);
  for (Index c = 0; c < static_cast<Index>(roots.size()); ++c) {
    label[roots[c]] = static_cast<std::int32_t>(c);
    components.size.push_back(rows_of_root[roots[c]]);
  }
  components.of_row.resize(n);
  for (Index i = 0; i < n; ++i) {
    components.of_row[i] = label[sets.find(i)];
    components.stray_rows += components.of_row[i] == Components::stray;
  }
  return components;
}

}  // namespace scrb
