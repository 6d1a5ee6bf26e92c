#include "landmarks.h"

#include <cmath>

namespace scrb {

namespace {

// The nearest landmarks of the rows of a block so far, the nearest first.
class ShortList {
 public:
  ShortList(float* distances, std::int32_t* landmarks, Index length)
      : distance_(distances), landmark_(landmarks), length_(length) {
    std::fill_n(distance_, length_, std::numeric_limits<float>::infinity());
    std::fill_n(landmark_, length_, 0);
  }
  void offer(float distance, std::int32_t landmark) {
    if (!(distance < distance_[length_ - 1])) return;
    Index place = length_ - 1;
    for (; place > 0 && distance < distance_[place - 1]; --place) {
      distance_[place] = distance_[place - 1];
      landmark_[place] = landmark_[place - 1];
    }
    distance_[place] = distance;
    landmark_[place] = landmark;
  }

 private:
  float* distance_;
  std::int32_t* landmark_;
  Index length_;
};

// Similarities relative to that of the nearest, which none underflows.
void set_weights(const float* distances, Index n_nearest, float rate, double* weights) {
  double sum = 0;
  for (Index j = 0; j < n_nearest; ++j)
    sum += weights[j] = std::exp(-static_cast<double>(rate) * (static_cast<double>(distances[j]) - distances[0]));
  for (Index j = 0; j < n_nearest; ++j) weights[j] /= sum;
}

}  // namespace

NearestLandmarks find_nearest(const Table& table, const Points& landmarks, Index n_nearest, const Kernel& kernel,
                              const Context& context) {
  constexpr Index block_rows = Table::block_rows, at_a_time = 64;
  NearestLandmarks nearest;
  nearest.n_rows = table.n_rows;
  nearest.n_landmarks = landmarks.count;
  nearest.n_nearest = n_nearest;
  nearest.landmark.resize(table.n_rows * n_nearest);
  nearest.weight.resize(table.n_rows * n_nearest);
  for_blocks(table, context, [&](const float* block, Index begin, Index end) {
    const Index n = end - begin;
    std::vector<float> part(block_rows * at_a_time), kept(n * n_nearest);
    std::vector<ShortList> lists;
    for (Index r = 0; r < n; ++r)
      lists.emplace_back(kept.data() + r * n_nearest, nearest.landmark.data() + (begin + r) * n_nearest, n_nearest);
    for (Index first = 0; first < landmarks.count; first += at_a_time) {
      const Index last = std::min(landmarks.count, first + at_a_time);
      block_distances(kernel.shape, block, landmarks, first, last, part.data());
      for (Index p = first; p < last; ++p)
        for (Index r = 0; r < n; ++r) lists[r].offer(part[(p - first) * block_rows + r], static_cast<std::int32_t>(p));
    }
    for (Index r = 0; r < n; ++r)
      set_weights(kept.data() + r * n_nearest, n_nearest, kernel.rate(),
                  nearest.weight.data() + (begin + r) * n_nearest);
  });
  nearest.inverse_sqrt = sum_rows(table.n_rows, landmarks.count, context, [&](Index begin, Index end, double* sum) {
    for (Index p = begin * n_nearest; p < end * n_nearest; ++p) sum[nearest.landmark[p]] += nearest.weight[p];
  });
  for (double& sum : nearest.inverse_sqrt) sum = sum > 0 ? 1 / std::sqrt(sum) : 0;
  return nearest;
}

LandmarkOperator::LandmarkOperator(const NearestLandmarks& nearest, const Context& context)
    : nearest_(nearest), context_(context), known_(nearest.n_landmarks) {
  // the sum of L is the number of rows
  const double length = std::sqrt(static_cast<double>(nearest.n_rows));
  for (Index p = 0; p < nearest.n_landmarks; ++p)
    known_[p] = nearest.inverse_sqrt[p] > 0 ? 1 / (nearest.inverse_sqrt[p] * length) : 0.0;
}

void LandmarkOperator::apply(const double* x, double* y) const {
  const NearestLandmarks& z = nearest_;
  const std::vector<double> sums =
      sum_rows(z.n_rows, z.n_landmarks, context_, [&](Index begin, Index end, double* sum) {
        for (Index i = begin; i < end; ++i) {
          const std::int32_t* landmark = z.landmark.data() + i * z.n_nearest;
          const double* weight = z.weight.data() + i * z.n_nearest;
          double value = 0;
          for (Index j = 0; j < z.n_nearest; ++j) value += weight[j] * z.inverse_sqrt[landmark[j]] * x[landmark[j]];
          for (Index j = 0; j < z.n_nearest; ++j) sum[landmark[j]] += weight[j] * value;
        }
      });
  double along = 0;
  for (Index p = 0; p < z.n_landmarks; ++p) along += known_[p] * x[p];
  for (Index p = 0; p < z.n_landmarks; ++p) y[p] = z.inverse_sqrt[p] * sums[p] - known_[p] * along;
}

std::vector<double> lift(const NearestLandmarks& nearest, const double* weights, Index m, const Context& context) {
  std::vector<double> rows(nearest.n_rows * m, 0.0);
  for_rows(nearest.n_rows, context, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index q = i * nearest.n_nearest; q < (i + 1) * nearest.n_nearest; ++q) {
        const Index p = nearest.landmark[q];
        const double share = nearest.weight[q] * nearest.inverse_sqrt[p];
        for (Index j = 0; j < m; ++j) rows[i * m + j] += share * weights[j * nearest.n_landmarks + p];
      }
  });
  return rows;
}

}  // namespace scrb
