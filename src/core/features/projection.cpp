#include "projection.h"

#include <Eigen/Core>
#include <cstring>

#include "kernels.h"
#include "singular_vectors.h"
#include "wide_vectors.h"

namespace scrb {

namespace {

using Eigen::VectorXd;

// The covariance matrix divided by its trace: values in [0, 1].
class CovarianceOperator : public SymmetricOperator {
 public:
  CovarianceOperator(const Table& sample, const Context& context)
      : sample_(sample), context_(context), mean_(VectorXd::Zero(sample.n_cols)) {
    const Index d = sample.n_cols, n = sample.n_rows;
    const std::vector<double> sums = sum_blocks(2 * d, [&](const float* block, Index rows, double* sum) {
      for (Index l = 0; l < d; ++l)
        for (Index r = 0; r < rows; ++r) {
          const double value = block[l * Table::block_rows + r];
          sum[l] += value;
          sum[d + l] += value * value;
        }
    });
    mean_ = Eigen::Map<const VectorXd>(sums.data(), d) / static_cast<double>(n);
    trace_ = Eigen::Map<const VectorXd>(sums.data() + d, d).sum() - static_cast<double>(n) * mean_.squaredNorm();
  }

  Index n_rows() const override { return sample_.n_cols; }
  double trace() const { return trace_; }

  void apply(const double* x, double* y) const override {
    const Index d = sample_.n_cols;
    const Eigen::VectorXf vector = Eigen::Map<const VectorXd>(x, d).cast<float>();
    const float shift = static_cast<float>(mean_.dot(Eigen::Map<const VectorXd>(x, d)));
    const std::vector<double> sums = sum_blocks(d + 1, [&](const float* block, Index rows, double* sum) {
      const Eigen::Map<const Eigen::MatrixXf> part(block, Table::block_rows, d);
      Eigen::VectorXf along = part * vector;
      along.array() -= shift;
      along.tail(Table::block_rows - rows).setZero();
      const Eigen::VectorXf product = part.transpose() * along;
      for (Index l = 0; l < d; ++l) sum[l] += product[l];
      sum[d] += along.sum();
    });
    Eigen::Map<VectorXd>(y, d) = (Eigen::Map<const VectorXd>(sums.data(), d) - sums[d] * mean_) / trace_;
  }

 private:
  // Sums over blocks(block, rows in it, sums): chunks of rows are whole blocks, for the rows are few enough.
  template <class Blocks>
  std::vector<double> sum_blocks(Index width, Blocks blocks) const {
    constexpr Index cost = 128;  // a row takes far longer than the loops that for_chunks() is made for
    return sum_rows(RowChunks(sample_.n_rows, cost), width, context_, [&](Index begin, Index end, double* sum) {
      std::vector<float> buffer;
      for (Index b = begin / Table::block_rows; b * Table::block_rows < end; ++b)
        blocks(dense_block(sample_, b, buffer), std::min<Index>(Table::block_rows, end - b * Table::block_rows), sum);
    });
  }

  const Table& sample_;
  const Context& context_;
  VectorXd mean_;
  double trace_ = 0;
};

// Products of the rows of a block with directions, as block_distances() has distances.
template <int lanes>
SCRB_INLINE void add_products(const float* block, const Projection& projection, float* products) {
  using Floats = typename Vector<float, lanes>::Type;
  constexpr int vectors = 4, abreast = vectors * lanes;
  for (Index c = 0; c < projection.n_components; ++c) {
    const float* direction = projection.directions.data() + c * projection.n_cols;
    for (Index r = 0; r < Table::block_rows; r += abreast) {
      Floats sum[vectors] = {};
      for (Index l = 0; l < projection.n_cols; ++l)
        for (int v = 0; v < vectors; ++v) {
          Floats x;
          std::memcpy(&x, block + l * Table::block_rows + r + v * lanes, sizeof x);
          sum[v] += x * direction[l];
        }
      std::memcpy(products + c * Table::block_rows + r, sum, sizeof sum);
    }
  }
}

void plain_products(const float* block, const Projection& projection, float* products) {
  add_products<4>(block, projection, products);
}

SCRB_WIDE void wide_products(const float* block, const Projection& projection, float* products) {
  add_products<8>(block, projection, products);
}

}  // namespace

Projection principal_components(const Table& sample, Index n_components, const Context& context) {
  const CovarianceOperator covariance(sample, context);
  Projection projection;
  projection.n_cols = sample.n_cols;
  if (!(covariance.trace() > 0)) return projection;
  SolverOptions options;
  // the last of many components are much alike, and which of these are taken makes no difference
  options.tolerance = 1e-3;
  options.recheck = Recheck::never;
  const Index wanted = std::min({n_components, sample.n_cols, sample.n_rows});
  options.ncv = 2 * wanted + 20;
  const EigenPairs pairs = top_eigenpairs(covariance, wanted, options, context);
  projection.n_components = (pairs.values.head(wanted).array() > 1e-6).count();
  projection.directions.resize(projection.n_components * sample.n_cols);
  Eigen::Map<Eigen::MatrixXf>(projection.directions.data(), sample.n_cols, projection.n_components) =
      pairs.vectors.leftCols(projection.n_components).cast<float>();
  return projection;
}

Table project(const Table& table, const Projection& projection, const Context& context) {
  Table result;
  result.n_rows = table.n_rows;
  result.n_cols = projection.n_components;
  result.is_factor.assign(result.n_cols, 0);
  result.dense.resize(table.n_blocks() * Table::block_rows * result.n_cols);
  for_blocks(table, context, [&](const float* block, Index begin, Index) {
    (has_wide_vectors() ? wide_products : plain_products)(block, projection,
                                                          result.dense.data() + begin * result.n_cols);
  });
  return result;
}

}  // namespace scrb
