#include "features/dense_features.h"

#include <cmath>

namespace scrb {

namespace {

using Eigen::MatrixXd;
using Eigen::MatrixXf;

constexpr double pi = 3.14159265358979323846;

// Rows that are multiplied at a time: sums of so many products are exact enough in float.
constexpr Index rows_at_a_time = 512;

// A Gram matrix is made in parts: groups of rows, whose sums are added in order, times panels of columns.
constexpr Index row_groups = 4;
constexpr Index panel_cols = 128;

using OutRows = Eigen::Map<DenseFeatures::Matrix>;

// Calls make(strip, out) for every strip of a block, `out` being its rows of the features.
template <class Make>
void make_strips(const Block& block, const Context& context, DenseFeatures& features, Make make) {
  for_strips(block, context, [&](const float* strip, Index begin, Index end, int) {
    make(strip, OutRows(features.values.get() + (block.begin + begin) * features.n_cols, end - begin, features.n_cols));
  });
}

template <class Make>
void make_strips(const ScaledRows& rows, const Context& context, DenseFeatures& features, Make make) {
  rows.for_blocks(context, [&](const Block& block) {
    context.report("features", static_cast<double>(block.begin), static_cast<double>(rows.n_rows()));
    make_strips(block, context, features, make);
    return true;
  });
}

// Similarities of the rows of a strip.
void write_similarities(const Points& landmarks, const Kernel& kernel, const float* strip, OutRows out) {
  constexpr Index at_a_time = 64;
  Eigen::Array<float, Block::strip_rows, at_a_time> part;
  for (Index first = 0; first < landmarks.count; first += at_a_time) {
    const Index last = std::min(landmarks.count, first + at_a_time);
    strip_distances(kernel.shape, strip, landmarks.point(first), last - first, landmarks.n_cols, part.data());
    part.leftCols(last - first) = (part.leftCols(last - first) * -kernel.rate()).exp();
    out.middleCols(first, last - first) = part.leftCols(last - first).topRows(out.rows()).matrix();
  }
}

}  // namespace

DenseFeatures fourier_features(const ScaledRows& rows, const double* frequencies, Index n_frequencies,
                               const Context& context) {
  DenseFeatures features(rows.n_rows(), 2 * n_frequencies);
  // in turns, of which only the fraction counts: frequencies of heavy tails make angles that a float cannot hold
  const MatrixXd turns_per_unit = Eigen::Map<const MatrixXd>(frequencies, rows.n_cols(), n_frequencies) / (2 * pi);
  const float scale = static_cast<float>(std::sqrt(1.0 / static_cast<double>(n_frequencies)));
  make_strips(rows, context, features, [&](const float* strip, OutRows out) {
    const Eigen::Map<const MatrixXf> x(strip, Block::strip_rows, rows.n_cols());
    Eigen::ArrayXXd turns = (x.cast<double>() * turns_per_unit).array();
    constexpr double shift = 6755399441055744.0;  // 1.5 * 2^52: adding it rounds to whole numbers
    turns -= (turns + shift) - shift;
    const Eigen::ArrayXXf angle = (turns * (2 * pi)).cast<float>();
    out.leftCols(n_frequencies) = (scale * angle.cos()).matrix().topRows(out.rows());
    out.rightCols(n_frequencies) = (scale * angle.sin()).matrix().topRows(out.rows());
  });
  return features;
}

DenseFeatures kernel_features(const ScaledRows& rows, const Points& landmarks, const Kernel& kernel,
                              const Context& context) {
  DenseFeatures features(rows.n_rows(), landmarks.count);
  make_strips(rows, context, features,
              [&](const float* strip, OutRows out) { write_similarities(landmarks, kernel, strip, out); });
  return features;
}

DenseFeatures kernel_features(const Points& points, const Points& landmarks, const Kernel& kernel,
                              const Context& context) {
  DenseFeatures features(points.count, landmarks.count);
  make_strips(to_block(points), context, features,
              [&](const float* strip, OutRows out) { write_similarities(landmarks, kernel, strip, out); });
  return features;
}

Eigen::VectorXd column_sums(const DenseFeatures& features, const Context& context) {
  const std::vector<double> sums =
      sum_rows(features.n_rows, features.n_cols, context, [&](Index begin, Index end, double* sum) {
        for (Index i = begin; i < end; ++i)
          Eigen::Map<Eigen::RowVectorXd>(sum, features.n_cols) += features.rows(i, i + 1).cast<double>();
      });
  return Eigen::Map<const Eigen::VectorXd>(sums.data(), features.n_cols);
}

std::vector<double> multiply(const DenseFeatures& features, const MatrixXd& weights, const Context& context) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  std::vector<double> product(features.n_rows * weights.cols());
  const Index at_a_time = std::max<Index>(8, std::min(rows_at_a_time, 262144 / features.n_cols));  // 2 MB of doubles
  parallel_for((features.n_rows + at_a_time - 1) / at_a_time, context, [&](Index b, int) {
    const Index begin = b * at_a_time, end = std::min(features.n_rows, begin + at_a_time);
    Eigen::Map<RowMajor>(product.data() + begin * weights.cols(), end - begin, weights.cols()).noalias() =
        features.rows(begin, end).cast<double>() * weights;
  });
  return product;
}

MatrixXd gram(const DenseFeatures& features, const std::vector<double>& weights, const Context& context) {
  const Index r = features.n_cols, n_panels = (r + panel_cols - 1) / panel_cols;
  const Index group_size = (features.n_rows + row_groups - 1) / row_groups;
  std::vector<MatrixXd> sums(row_groups, MatrixXd::Zero(r, r));
  InterruptFlag interrupt(context);
  parallel_for(n_panels * row_groups, context, [&](Index task, int thread) {
    const Index group = task % row_groups, first = (task / row_groups) * panel_cols;
    const Index width = std::min(panel_cols, r - first);
    const Index group_end = std::min(features.n_rows, (group + 1) * group_size);
    for (Index begin = group * group_size; begin < group_end; begin += rows_at_a_time) {
      interrupt.check(thread);
      const Index end = std::min(group_end, begin + rows_at_a_time);
      const Eigen::Map<const Eigen::VectorXd> weight(weights.data() + begin, end - begin);
      const MatrixXf weighted = weight.cast<float>().asDiagonal() * features.rows(begin, end).middleCols(first, width);
      // only on and below the diagonal
      const MatrixXf part = features.rows(begin, end).rightCols(r - first).transpose() * weighted;
      sums[group].block(first, first, r - first, width) += part.cast<double>();
    }
  });
  for (Index group = 1; group < row_groups; ++group) sums[0] += sums[group];
  return sums[0].selfadjointView<Eigen::Lower>();
}

}  // namespace scrb
