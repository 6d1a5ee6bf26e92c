#include "cluster/nearest_center.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "support/wide_vectors.h"

namespace scrb {

namespace {

// Centres are laid out eight abreast.
constexpr Index abreast = 8;

// The two best scores |c|^2 / 2 - x'c in each of the eight places over all tiles, and the tile of the best.
struct PlaceBest {
  double first[abreast], second[abreast];
  std::int64_t tile[abreast];
};

template <int lanes>
SCRB_INLINE void score_centers(const double* row, Index n_cols, const double* tiles, const double* half_square,
                               Index n_tiles, PlaceBest& best) {
  using Doubles = typename Vector<double, lanes>::Type;
  using Ints = typename Vector<std::int64_t, lanes>::Type;
  for (Index part = 0; part < abreast; part += lanes) {
    Doubles first = Doubles{} + std::numeric_limits<double>::infinity(), second = first;
    Ints place = {};
    for (Index t = 0; t < n_tiles; ++t) {
      Doubles score, center;
      std::memcpy(&score, half_square + t * abreast + part, sizeof score);
      const double* tile = tiles + t * n_cols * abreast + part;
      for (Index j = 0; j < n_cols; ++j) {
        std::memcpy(&center, tile + j * abreast, sizeof center);
        score -= row[j] * center;
      }
      const Doubles loser = score < first ? first : score;
      place = score < first ? Ints{} + t : place;
      first = score < first ? score : first;
      second = loser < second ? loser : second;
    }
    std::memcpy(best.first + part, &first, sizeof first);
    std::memcpy(best.second + part, &second, sizeof second);
    std::memcpy(best.tile + part, &place, sizeof place);
  }
}

void plain_scores(const double* row, Index n_cols, const double* tiles, const double* half_square, Index n_tiles,
                  PlaceBest& best) {
  score_centers<2>(row, n_cols, tiles, half_square, n_tiles, best);
}

SCRB_WIDE void wide_scores(const double* row, Index n_cols, const double* tiles, const double* half_square,
                           Index n_tiles, PlaceBest& best) {
  score_centers<4>(row, n_cols, tiles, half_square, n_tiles, best);
}

}  // namespace

CenterBlock::CenterBlock(const double* centers, Index k, Index n_cols)
    : n_cols_(n_cols), n_tiles_((k + abreast - 1) / abreast), tiles_(n_tiles_ * n_cols * abreast, 0.0),
      half_square_(n_tiles_ * abreast, std::numeric_limits<double>::infinity()) {
  for (Index c = 0; c < k; ++c) {
    double square = 0;
    for (Index j = 0; j < n_cols; ++j) {
      const double value = centers[c * n_cols + j];
      tiles_[((c / abreast) * n_cols + j) * abreast + c % abreast] = value;
      square += value * value;
    }
    half_square_[c] = 0.5 * square;
  }
}

// |x - c|^2 = |x|^2 + 2 (|c|^2 / 2 - x'c): only the bracket depends on c
Nearest CenterBlock::nearest(const double* row) const {
  PlaceBest best;
  (has_wide_vectors() ? wide_scores : plain_scores)(row, n_cols_, tiles_.data(), half_square_.data(), n_tiles_, best);
  double first = best.first[0], second = best.second[0];
  Index center = best.tile[0] * abreast;
  for (Index c = 1; c < abreast; ++c) {
    const Index other = best.tile[c] * abreast + c;
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
  const RowChunks chunks(n_rows, 1 + k * n_cols / 64);
  for_chunks(chunks, context, [&](Index c) {
    for (Index i = chunks.begin(c); i < chunks.end(c); ++i) cluster[i] = block.nearest(rows + i * n_cols).center;
  });
  return cluster;
}

}  // namespace scrb
