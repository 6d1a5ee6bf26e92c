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

void LandmarkLinks::gather_panel(Index width, const double* sums, const double*, double* y,
                                 const Context& context) const {
  width == 8 ? gather_width<8>(sums, y, context) : gather_width<4>(sums, y, context);
}

Index LandmarkLinks::count_unknown() const {
  Index unknown = 0;
  for (Index i = 0; i < n_rows_; ++i) unknown += !(weight_[i * n_nearest_] > 0);
  return unknown;
}

LandmarkFeatures::LandmarkFeatures(LandmarkLinks links)
    : Linked(std::move(links)), first_(links_.n_sums() + 1, 0), column_row_(links_.weight().size()),
      column_weight_(links_.weight().size()) {
  const std::vector<std::int32_t>& landmark = links_.landmark();
  for (std::int32_t p : landmark) ++first_[p + 1];
  for (Index p = 0; p < n_sums(); ++p) first_[p + 1] += first_[p];
  std::vector<Index> next(first_.begin(), first_.end() - 1);
  for (std::size_t q = 0; q < landmark.size(); ++q) {
    const Index to = next[landmark[q]]++;
    column_row_[to] = static_cast<std::int32_t>(static_cast<Index>(q) / links_.n_nearest());
    column_weight_[to] = links_.weight()[q];
  }
}

template <int width>
void LandmarkFeatures::scatter_width(const double* v, double* sums, const Context& context) const {
  const RowChunks chunks(n_sums(), 1 + static_cast<Index>(column_weight_.size()) / (16 * n_sums()));
  for_chunks(chunks, context, [&](Index c) {
    for (Index p = chunks.begin(c); p < chunks.end(c); ++p) {
      double sum[width] = {};
      for (Index q = first_[p]; q < first_[p + 1]; ++q) {
        const double* row = v + static_cast<Index>(column_row_[q]) * width;
        for (int j = 0; j < width; ++j) sum[j] += column_weight_[q] * row[j];
      }
      std::copy_n(sum, width, sums + p * width);
    }
  });
}

void LandmarkFeatures::scatter(const double* v, double* sums, const Context& context) const {
  scatter_width<1>(v, sums, context);
}

void LandmarkFeatures::scatter_panel(Index width, const double* v, double* sums, const Context& context) const {
  width == 8 ? scatter_width<8>(v, sums, context) : scatter_width<4>(v, sums, context);
}

void LandmarkFeatures::unite_rows(DisjointSets& sets, const Context& context) const {
  context.check_interrupt();
  for (Index p = 0; p < n_sums(); ++p) {
    Index first_row = -1;
    for (Index q = first_[p]; q < first_[p + 1]; ++q) {
      if (!(column_weight_[q] > 0)) continue;
      if (first_row < 0) first_row = column_row_[q];
      else sets.unite(first_row, column_row_[q]);
    }
  }
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
