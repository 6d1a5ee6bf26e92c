#include "nearest_center.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "wide_vectors.h"

namespace scrb {

namespace {

// Eight centres at a time, as two vectors of four.
constexpr int lanes = 8;
constexpr int half_lanes = 4;
typedef double Lanes __attribute__((vector_size(half_lanes * sizeof(double))));
typedef std::int64_t LaneIndex __attribute__((vector_size(half_lanes * sizeof(std::int64_t))));

// The two best scores |c|^2 / 2 - x'c of each lane over the tiles of centres, and the tile of the best.
struct LaneBest {
  double first[lanes], second[lanes];
  std::int64_t tile[lanes];
};

SCRB_WIDE_VECTORS
void score_centers(const double* row, Index n_cols, const double* tiles, const double* half_square, Index n_tiles,
                   LaneBest& best) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (int half = 0; half < lanes; half += half_lanes) {
    Lanes first = {infinity, infinity, infinity, infinity}, second = first;
    LaneIndex place = {0, 0, 0, 0};
    for (Index t = 0; t < n_tiles; ++t) {
      Lanes score, part;
      std::memcpy(&score, half_square + t * lanes + half, sizeof score);
      const double* tile = tiles + t * n_cols * lanes + half;
      for (Index j = 0; j < n_cols; ++j) {
        std::memcpy(&part, tile + j * lanes, sizeof part);
        score -= row[j] * part;
      }
      const LaneIndex here = {t, t, t, t};
      const Lanes loser = score < first ? first : score;
      place = score < first ? here : place;
      first = score < first ? score : first;
      second = loser < second ? loser : second;
    }
    std::memcpy(best.first + half, &first, sizeof first);
    std::memcpy(best.second + half, &second, sizeof second);
    std::memcpy(best.tile + half, &place, sizeof place);
  }
}

}  // namespace

CenterBlock::CenterBlock(const double* centers, Index k, Index n_cols)
    : n_cols_(n_cols), n_tiles_((k + lanes - 1) / lanes), tiles_(n_tiles_ * n_cols * lanes, 0.0),
      half_square_(n_tiles_ * lanes, std::numeric_limits<double>::infinity()) {
  for (Index c = 0; c < k; ++c) {
    double square = 0;
    for (Index j = 0; j < n_cols; ++j) {
      const double value = centers[c * n_cols + j];
      tiles_[((c / lanes) * n_cols + j) * lanes + c % lanes] = value;
      square += value * value;
    }
    half_square_[c] = 0.5 * square;
  }
}

// |x - c|^2 = |x|^2 + 2 (|c|^2 / 2 - x'c): only the bracket depends on c
Nearest CenterBlock::nearest(const double* row) const {
  LaneBest best;
  score_centers(row, n_cols_, tiles_.data(), half_square_.data(), n_tiles_, best);
  double first = best.first[0], second = best.second[0];
  Index center = best.tile[0] * lanes;
  for (int c = 1; c < lanes; ++c) {
    const Index other = best.tile[c] * lanes + c;
    if (best.first[c] < first || (best.first[c] == first && other < center)) {
      second = std::min(first, best.second[c]);
      first = best.first[c];
      center = other;
    } else {
      second = std::min(second, best.first[c]);
    }
  }
  double square = 0;
  for (Index j = 0; j < n_cols_; ++j) square += row[j] * row[j];
  auto distance = [square](double score) { return std::sqrt(std::max(0.0, square + 2 * score)); };
  return {static_cast<std::int32_t>(center), distance(first), distance(second)};
}

std::vector<std::int32_t> nearest_centers(const double* rows, Index n_rows, Index n_cols, const double* centers,
                                          Index k, const Context& context) {
  const CenterBlock block(centers, k, n_cols);
  std::vector<std::int32_t> cluster(n_rows);
  for_rows(n_rows, context, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) cluster[i] = block.nearest(rows + i * n_cols).center;
  });
  return cluster;
}

}  // namespace scrb
