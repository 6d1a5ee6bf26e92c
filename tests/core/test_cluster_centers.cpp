// Centres of clusters in x itself, and labels by them.

#include "cluster/stray.h"
#include "fixtures.h"
#include "test.h"

namespace {

using namespace scrb_test;
using Labels = std::vector<std::int32_t>;

// Labels of k clusters, each of which comes; some rows have none.
Labels draw_labels(Index n, Index k, Random& random) {
  Labels labels;
  for (Index i = 0; i < n; ++i)
    labels.push_back(static_cast<std::int32_t>(i < k ? i : random() % (k + 1)) - (i < k ? 0 : 1));
  return labels;
}

TEST("centres of clusters: means, whatever the storage and the chunks") {
  for (unsigned seed : {1, 2, 3}) {
    Random random(seed);
    const Index n = 200, d = 5, k = 4;
    Data data = draw_data(n, d, 1, 3, random);
    for (double& value : data.x)
      if (value < 0) value = 0;
    const Labels labels = draw_labels(n, k, random);
    CHECK(std::count(labels.begin(), labels.end(), -1) > 0);
    std::vector<double> sums(k * d, 0.0), count(k, 0.0);
    for (Index i = 0; i < n; ++i) {
      if (labels[i] < 0) continue;
      ++count[labels[i]];
      for (Index l = 0; l < d; ++l) sums[labels[i] * d + l] += data.at(i, l);
    }
    const DenseRows rows = data.rows();
    const SparseData sparse(data);
    const SparseRows sparse_rows = sparse.rows();
    const std::vector<double> first = cluster_centers(rows, labels, k, Context(1));
    for (Index c = 0; c < k; ++c)
      for (Index l = 0; l < d; ++l) CHECK(near(first[c * d + l], sums[c * d + l] / count[c], 1e-12));
    CHECK(cluster_centers(sparse_rows, labels, k, Context(1)) == first);
    for (const Rows* some : std::vector<const Rows*>{&rows, &sparse_rows})
      for (Index size : chunk_sizes(n)) {
        const ChunkedRows chunked(*some, size);
        CHECK(cluster_centers(chunked, labels, k, Context(scrb_test::threads())) == first);
        CHECK(chunked.readings == 1);
      }
  }
}

TEST("centres of clusters: the commonest level, the first of equals; unknown ones count nowhere") {
  const std::vector<int> code = {3, 3, 1, 1, 2, 9, 9, 9, 2, INT_MIN, 4, 4},
                         whole = {1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 3};
  const Labels labels = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, -1};
  const DenseRows rows(12, {{nullptr, code.data()}, {nullptr, whole.data()}}, {4, 0});
  for (Index size : {1, 5, 12}) {
    const ChunkedRows chunked(rows, size);
    CHECK(cluster_centers(chunked, labels, 3, Context(scrb_test::threads())) ==
          (std::vector<double>{1, 4.5, 2, 4.5, 4, 1}));
  }
}

TEST("centres of clusters: means that are numbers where sums are not") {
  Data data(6, 3);
  data.x = {1.5e308, 1.7e308, 1.6e308, -1.7e308, -1.7e308, 1, 1, 2, 3, 4, 5, 6, 1.7e308, -1.7e308, 1.7e308, 0, 0, 3};
  const Labels labels = {0, 0, 0, 1, 1, 2};
  const DenseRows rows = data.rows();
  for (Index size : {1, 4, 6}) {
    const ChunkedRows chunked(rows, size);
    const std::vector<double> centers = cluster_centers(chunked, labels, 3, Context(scrb_test::threads()));
    const std::vector<double> expected = {1.6e308, 2, 1.7e308 / 3, -1.7e308, 4.5, 0, 1, 6, 3};
    for (std::size_t c = 0; c < expected.size(); ++c)
      CHECK(near(centers[c], expected[c], 1e-12 * std::fabs(expected[c])));
  }
}

TEST("scaled centres") {
  const std::vector<double> found = scale_centers({1, 2, 3, 4, 5, 6}, {{1, 0, -1}, {2, 1, 0.5}});
  CHECK(found == (std::vector<double>{0, 2, 8, 1.5, 5, 14}));
}

// The nearest centre on scaled columns, levels 1 apart, of equals the first.
std::int32_t plain_nearest(const std::vector<double>& scaled, const std::vector<double>& centers, Index k,
                           const std::vector<char>& is_code) {
  const Index d = static_cast<Index>(scaled.size());
  std::pair<double, std::int32_t> best(1e300, -1);
  for (Index c = 0; c < k; ++c) {
    double sum = 0;
    for (Index l = 0; l < d; ++l)
      sum += is_code[l] ? scaled[l] != centers[c * d + l] : std::fabs(scaled[l] - centers[c * d + l]);
    if (sum < best.first) best = {sum, static_cast<std::int32_t>(c)};
  }
  return best.second;
}

TEST("labels by distance: the nearest centre of the data, for the listed rows alone") {
  for (unsigned seed : {1, 2, 3}) {
    Random random(seed);
    const Index n = 150, d = 4, k = 5;
    Data data(n, d);  // small whole numbers: exact, with ties
    for (double& value : data.x) value = static_cast<double>(random() % 3);
    const Scaling scaling = {{1, 0, 0.5, 0}, {1, 2, 0.25, 1}};
    std::vector<double> centers(k * d);
    for (double& value : centers) value = static_cast<double>(random() % 5) / 2 - 1;
    const DenseRows rows = data.rows();
    const SparseData sparse(data);
    const SparseRows sparse_rows = sparse.rows();
    for (const Rows* some : std::vector<const Rows*>{&rows, &sparse_rows})
      for (Index size : chunk_sizes(n))
        for (const std::vector<Index>& listed : lists_of_rows(n, random)) {
          const ChunkedRows chunked(*some, size);
          Labels labels(n, 77), expected(n, 77);
          for (Index i : listed) {
            std::vector<double> row;
            for (Index l = 0; l < d; ++l) row.push_back((data.at(i, l) - scaling.center[l]) / scaling.scale[l]);
            expected[i] = plain_nearest(row, centers, k, std::vector<char>(d, 0));
          }
          label_by_distance(chunked, scaling, listed, centers, k, Context(scrb_test::threads()), labels);
          CHECK(labels == expected);
        }
  }
}

TEST("labels by distance: levels are 1 apart") {
  Random random(4);
  const Index n = 80, k = 3;
  const MixedData data(n, random);
  const Scaling scaling = {{2, 0, 0, 0}, {3, 10, 1, 3e3}};
  const std::vector<double> centers = {0.1, 0.3, 1, 0.2, -0.5, 0.1, 2, 0.7, 0.9, -0.6, 4, 1.1};
  const DenseRows rows = data.rows();
  Labels labels(n, 77);
  label_by_distance(rows, scaling, every(n, 1), centers, k, Context(scrb_test::threads()), labels);
  std::set<std::int32_t> seen;
  for (Index i = 0; i < n; ++i) {
    std::vector<double> row;
    for (Index l = 0; l < 4; ++l)
      row.push_back(static_cast<float>((data.at(i, l) - scaling.center[l]) / scaling.scale[l]));
    CHECK(labels[i] == plain_nearest(row, centers, k, {0, 0, 1, 0}));
    seen.insert(labels[i]);
  }
  CHECK(seen.size() == 3);
}

}  // namespace
