#include "features/projection.h"

#include <cstring>
#include <utility>

#include "support/wide_vectors.h"

namespace scrb {

namespace {

// Products of the rows of a strip with directions, as strip_distances() has distances.
template <int lanes>
SCRB_INLINE void add_products(const float* strip, const Projection& projection, float* products) {
  using Floats = typename Vector<float, lanes>::Type;
  constexpr int vectors = 4, abreast = vectors * lanes;
  for (Index c = 0; c < projection.n_components; ++c) {
    const float* direction = projection.directions.data() + c * projection.n_cols;
    for (Index r = 0; r < Block::strip_rows; r += abreast) {
      Floats sum[vectors] = {};
      for (Index l = 0; l < projection.n_cols; ++l)
        for (int v = 0; v < vectors; ++v) {
          Floats x;
          std::memcpy(&x, strip + l * Block::strip_rows + r + v * lanes, sizeof x);
          sum[v] += x * direction[l];
        }
      std::memcpy(products + c * Block::strip_rows + r, sum, sizeof sum);
    }
  }
}

void plain_products(const float* strip, const Projection& projection, float* products) {
  add_products<4>(strip, projection, products);
}

SCRB_WIDE void wide_products(const float* strip, const Projection& projection, float* products) {
  add_products<8>(strip, projection, products);
}

}  // namespace

const float* Projection::apply(const float* strip, std::vector<float>& buffer) const {
  if (n_components == 0) return strip;
  buffer.resize(n_components * Block::strip_rows);
  (has_wide_vectors() ? wide_products : plain_products)(strip, *this, buffer.data());
  return buffer.data();
}

Block project(Block block, const Projection& projection, const Context& context) {
  if (projection.n_components == 0) return block;
  Block result;
  result.begin = block.begin;
  result.n_rows = block.n_rows;
  result.n_cols = projection.n_components;
  result.dense.resize(block.n_strips() * Block::strip_rows * result.n_cols);
  std::vector<std::vector<float>> buffers(context.threads);
  for_strips(block, context, [&](const float* strip, Index begin, Index, int thread) {
    const float* products = projection.apply(strip, buffers[thread]);
    std::copy_n(products, Block::strip_rows * result.n_cols, result.dense.data() + begin * result.n_cols);
  });
  return result;
}

}  // namespace scrb
