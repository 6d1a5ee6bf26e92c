#include "features/landmarks.h"

#include <cmath>

namespace scrb {

LandmarkLinks::LandmarkLinks(NearestLandmarks nearest, std::vector<float> weights)
    : n_rows_(nearest.n_rows), n_landmarks_(nearest.n_landmarks), n_nearest_(nearest.n_nearest),
      landmark_(std::move(nearest.landmark)), weight_(std::move(weights)) {}

template <int width>
void LandmarkLinks::gather_width(const double* sums, double* y, const Context& context) const {
  const RowChunks chunks(n_rows_, 1 + n_nearest_ / 8);
  for_chunks(chunks, context, [&](Index c) {
    for (Index i = chunks.begin(c); i < chunks.end(c); ++i) {
      double sum[width] = {};
      for (Index q = i * n_nearest_; q < (i + 1) * n_nearest_; ++q) {
        const double* bin = sums + static_cast<Index>(landmark_[q]) * width;
        for (int j = 0; j < width; ++j) sum[j] += weight_[q] * bin[j];
      }
      std::copy_n(sum, width, y + i * width);
    }
  });
}

void LandmarkLinks::gather(const double* sums, double* y, const Context& context) const {
  gather_width<1>(sums, y, context);
}

void LandmarkLinks::gather_panel(Index width, const double* sums, double* y, const Context& context) const {
  with_width(width, [&](auto w) { gather_width<w()>(sums, y, context); });
}

Index LandmarkLinks::count_unknown() const {
  Index unknown = 0;
  for (Index i = 0; i < n_rows_; ++i) unknown += !(weight_[i * n_nearest_] > 0);
  return unknown;
}

LandmarkColumns::LandmarkColumns(const LandmarkLinks& links, const Context& context) : first(links.n_sums() + 1, 0) {
  const std::int32_t* landmark = links.landmark().data();
  const float* linked = links.weight().data();
  const Index length = links.n_nearest();
  const RowChunks chunks(links.n_rows());
  auto for_links = [&](auto each) {
    for (Index c = 0; c < chunks.count(); ++c) {
      for (Index q = chunks.begin(c) * length; q < chunks.end(c) * length; ++q)
        if (linked[q] > 0) each(q);
      context.check_interrupt();
    }
  };
  for_links([&](Index q) { ++first[landmark[q] + 1]; });
  for (std::size_t p = 1; p < first.size(); ++p) first[p] += first[p - 1];
  row.resize(first.back());
  weight.resize(first.back());
  std::vector<Index> next(first.begin(), first.end() - 1);
  for_links([&](Index q) {
    const Index to = next[landmark[q]]++;
    row[to] = static_cast<std::int32_t>(q / length);
    weight[to] = linked[q];
  });
}

void LandmarkFeatures::prepare_scatters(const Context& context) const {
  if (!columns_) columns_ = std::make_unique<LandmarkColumns>(links_, context);
}

template <int width>
void LandmarkFeatures::scatter_rows(const double* v, double* sums, const Context& context) const {
  std::fill_n(sums, n_sums() * width, 0.0);
  const std::int32_t* landmark = links_.landmark().data();
  const float* weight = links_.weight().data();
  const Index length = links_.n_nearest();
  const RowChunks chunks(n_rows());
  for (Index c = 0; c < chunks.count(); ++c) {
    for (Index i = chunks.begin(c); i < chunks.end(c); ++i)
      for (Index q = i * length; q < (i + 1) * length; ++q)
        for (int j = 0; j < width; ++j)
          sums[static_cast<Index>(landmark[q]) * width + j] += weight[q] * v[i * width + j];
    context.check_interrupt();
  }
}

template <int width>
void LandmarkFeatures::scatter_width(const double* v, double* sums, const Context& context) const {
  if (!columns_) {
    scatter_rows<width>(v, sums, context);
    return;
  }
  const LandmarkColumns& columns = *columns_;
  const RowChunks chunks(n_sums(), 1 + static_cast<Index>(columns.row.size()) / (16 * n_sums()));
  for_chunks(chunks, context, [&](Index c) {
    for (Index p = chunks.begin(c); p < chunks.end(c); ++p) {
      double sum[width] = {};
      for (Index q = columns.first[p]; q < columns.first[p + 1]; ++q) {
        const double* row = v + static_cast<Index>(columns.row[q]) * width;
        for (int j = 0; j < width; ++j) sum[j] += columns.weight[q] * row[j];
      }
      std::copy_n(sum, width, sums + p * width);
    }
  });
}

void LandmarkFeatures::scatter(const double* v, double* sums, const Context& context) const {
  scatter_width<1>(v, sums, context);
}

void LandmarkFeatures::scatter_panel(Index width, const double* v, double* sums, const Context& context) const {
  with_width(width, [&](auto w) { scatter_width<w()>(v, sums, context); });
}

// First landmarks that share a row, which is the longer part, on all threads; then the rows of each set of landmarks.
void LandmarkFeatures::unite_rows(DisjointSets& sets, const Context& context) const {
  const std::int32_t* landmark = links_.landmark().data();
  const float* weight = links_.weight().data();
  const Index length = links_.n_nearest();
  const RowChunks chunks(n_rows(), 1 + length / 8);
  std::vector<DisjointSets> joined(context.threads, DisjointSets(n_sums()));
  auto first_link = [&](Index i) {  // with a weight; length where there is none
    Index j = 0;
    while (j < length && !(weight[i * length + j] > 0)) ++j;
    return j;
  };
  parallel_for(chunks.count(), context, [&](Index c, int thread) {
    DisjointSets& landmarks = joined[thread];
    for (Index i = chunks.begin(c); i < chunks.end(c); ++i) {
      const Index first = first_link(i);
      for (Index j = first + 1; j < length; ++j)
        if (weight[i * length + j] > 0) landmarks.unite(landmark[i * length + first], landmark[i * length + j]);
    }
  });
  for (int thread = 1; thread < context.threads; ++thread)
    for (Index p = 0; p < n_sums(); ++p) joined[0].unite(p, joined[thread].find(p));
  std::vector<Index> first_row(n_sums(), -1);  // of the set that this landmark is the root of
  for (Index c = 0; c < chunks.count(); ++c) {
    for (Index i = chunks.begin(c); i < chunks.end(c); ++i) {
      const Index first = first_link(i);
      if (first == length) continue;
      Index& row = first_row[joined[0].find(landmark[i * length + first])];
      if (row < 0) row = i;
      else sets.unite(row, i);
    }
    context.check_interrupt();
  }
}

// Rows in order of their first landmark: those of any landmark then come in a few runs, not from all over memory.
LandmarkLinks LandmarkLinks::sorted(std::vector<double>& of_rows, const Context& context) const {
  std::vector<Index> next(n_landmarks_ + 1, 0);
  for (Index i = 0; i < n_rows_; ++i) ++next[landmark_[i * n_nearest_] + 1];
  for (Index p = 0; p < n_landmarks_; ++p) next[p + 1] += next[p];
  context.check_interrupt();
  std::vector<std::int32_t> row(n_rows_);
  for (Index i = 0; i < n_rows_; ++i) row[next[landmark_[i * n_nearest_]]++] = static_cast<std::int32_t>(i);
  NearestLandmarks links;
  links.n_rows = n_rows_;
  links.n_landmarks = n_landmarks_;
  links.n_nearest = n_nearest_;
  links.landmark.resize(landmark_.size());
  std::vector<float> weight(weight_.size());
  std::vector<double> sorted_of_rows(n_rows_);
  for_rows(n_rows_, context, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      sorted_of_rows[i] = of_rows[row[i]];
      std::copy_n(landmark_.begin() + row[i] * n_nearest_, n_nearest_, links.landmark.begin() + i * n_nearest_);
      std::copy_n(weight_.begin() + row[i] * n_nearest_, n_nearest_, weight.begin() + i * n_nearest_);
    }
  });
  of_rows.swap(sorted_of_rows);
  return LandmarkLinks(std::move(links), std::move(weight));
}

BinGraph LandmarkFeatures::bin_graph(std::vector<double> row_weights, const Context& context) const {
  constexpr Index largest = Index{1} << 26;
  const LandmarkLinks links = links_.sorted(row_weights, context);
  const LandmarkColumns columns(links, context);
  const std::int32_t* landmark = links.landmark().data();
  const float* weight = links.weight().data();
  const Index length = links.n_nearest(), n_links = static_cast<Index>(columns.row.size());
  return make_bin_graph(n_sums(), std::min(2 * n_links, largest), context, [&](Index p, BinGraphRow& entries) {
    for (Index q = columns.first[p]; q < columns.first[p + 1]; ++q) {
      const Index i = columns.row[q];
      const double row_weight = row_weights[i], own = columns.weight[q];
      if (row_weight == 0) continue;
      // products of floats are exact: the entry on the other side of the diagonal gets the same
      for (Index r = i * length; r < (i + 1) * length; ++r)
        if (weight[r] > 0) entries.add(landmark[r], own * weight[r] * row_weight);
    }
  });
}

std::vector<float> gaussian_weights(const NearestLandmarks& nearest, double sigma, const Context& context) {
  std::vector<float> weights(nearest.distance.size(), 1.0f);
  if (!std::isfinite(sigma) || sigma == 0) return weights;
  const float rate = Kernel{Kernel::Shape::gaussian, sigma}.rate();
  for_rows(nearest.n_rows, context, [&](Index begin, Index end) {
    for (Index q = begin * nearest.n_nearest; q < end * nearest.n_nearest; ++q)
      weights[q] = std::exp(-rate * nearest.distance[q]);
  });
  return weights;
}

std::vector<float> relative_weights(const NearestLandmarks& nearest, float rate, const Context& context) {
  const Index length = nearest.n_nearest;
  std::vector<float> weights(nearest.distance.size());
  for_rows(nearest.n_rows, context, [&](Index begin, Index end) {
    std::vector<double> row(length);
    for (Index i = begin; i < end; ++i) {
      const float* distance = nearest.distance.data() + i * length;
      double sum = 0;
      for (Index j = 0; j < length; ++j)
        // where all are infinitely far, all are as far
        sum += row[j] = std::isinf(distance[0])
                            ? 1.0
                            : std::exp(-static_cast<double>(rate) * (static_cast<double>(distance[j]) - distance[0]));
      for (Index j = 0; j < length; ++j) weights[i * length + j] = static_cast<float>(row[j] / sum);
    }
  });
  return weights;
}

double mean_reach(const NearestLandmarks& nearest, const Context& context) {
  const Index length = nearest.n_nearest;
  const double sum = sum_rows(nearest.n_rows, 1, context, [&](Index begin, Index end, double* total) {
    for (Index i = begin; i < end; ++i) *total += std::sqrt(nearest.distance[i * length + length - 1]);
  })[0];
  return sum / static_cast<double>(nearest.n_rows);
}

std::vector<Index> drop_unused(NearestLandmarks& nearest, const std::vector<float>& weights) {
  std::vector<std::int32_t> place(nearest.n_landmarks, -1);
  for (std::size_t q = 0; q < weights.size(); ++q)
    if (weights[q] > 0) place[nearest.landmark[q]] = 0;
  std::vector<Index> used;
  for (Index p = 0; p < nearest.n_landmarks; ++p) {
    if (place[p] < 0) continue;
    place[p] = static_cast<std::int32_t>(used.size());
    used.push_back(p);
  }
  for (std::int32_t& p : nearest.landmark) p = std::max(0, place[p]);
  nearest.n_landmarks = static_cast<Index>(used.size());
  return used;
}

}  // namespace scrb
