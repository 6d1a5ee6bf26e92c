#include "methods/baseline.h"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numeric>

#include "cluster/row_normalize.h"
#include "cluster/stray.h"
#include "data/row_distances.h"
#include "features/dense_features.h"
#include "features/landmarks.h"
#include "spectrum/dense_operators.h"
#include "spectrum/singular_vectors.h"
#include "support/cannot_cluster.h"

namespace scrb {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Reason = CannotCluster::Reason;

// Two levels are at distance 1, in the distances that the method takes.
Reading reading_of(const BaselineOptions& options) {
  const bool sums = options.kernel.shape == Kernel::Shape::laplacian && options.method != Baseline::kmeans;
  Reading reading;
  reading.levels = Reading::Levels::indicators;
  reading.level_size = sums ? 0.5 : std::sqrt(0.5);
  return reading;
}

// One fit: the rows to be clustered, step by step.
class Run {
 public:
  Run(const Rows& rows, const Scaling& scaling, const BaselineOptions& options, const BaselineDraws& draws,
      const Context& context)
      : x_(rows, scaling, reading_of(options)), n_(rows.n_rows()), options_(options), draws_(draws), context_(context),
        k_(options.kmeans.k), timer_(result.seconds) {}

  BaselineFit result;

  void cluster() {
    const Index distinct = count_distinct_rows(x_, k_, context_);
    if (distinct < k_) throw CannotCluster(Reason::few_distinct_rows, distinct);
    make_rows();
    try {
      result.kmeans = kmeans(rows_.data(), n_, result.n_columns, options_.kmeans, draws_.uniforms, context_);
    } catch (const TooFewDistinctRows& few) {
      throw CannotCluster(Reason::few_distinct_embedded, few.found);
    }
    result.cluster.swap(result.kmeans.cluster);
    if (options_.method != Baseline::kk_rs && options_.method != Baseline::kk_rf) result.embedding.swap(rows_);
    timer_.finish("kmeans");
  }

  void find_centers(const Rows& rows) {
    result.centers = cluster_centers(rows, result.cluster, k_, context_);
    timer_.finish("labels");
  }

 private:
  void make_rows() {
    switch (options_.method) {
      case Baseline::kmeans: return use_columns();
      case Baseline::exact: return use_kernel();
      case Baseline::kk_rf: return use_features(fourier(), MatrixXd());
      case Baseline::sv_rf: {
        // values of Z / sqrt(n), which are at most 1
        const DenseFeatures features = fourier();
        const double share = 1.0 / static_cast<double>(n_);
        embed(features, gram(features, std::vector<double>(n_, share), context_), nullptr);
        for (double& entry : rows_) entry *= std::sqrt(share);
        return;
      }
      case Baseline::sc_rf: return embed_normalized(fourier(), nullptr);
      case Baseline::kk_rs:
      case Baseline::nystrom: return use_sample();
      case Baseline::lsc: return use_landmarks();
    }
  }

  void use_columns() {
    result.n_columns = x_.n_cols();
    rows_.reserve(n_ * x_.n_cols());
    x_.for_blocks(context_, [&](const Block& block) {
      const Points points = to_points(block);
      rows_.insert(rows_.end(), points.values.begin(), points.values.end());
      return true;
    });
    timer_.finish("features");
  }

  DenseFeatures fourier() {
    DenseFeatures features = fourier_features(x_, draws_.frequencies, draws_.n_frequencies, context_);
    timer_.finish("features");
    return features;
  }

  // k-means on Z W, or on Z itself where W is empty
  void use_features(const DenseFeatures& features, const MatrixXd& weights) {
    if (weights.size() == 0) rows_.assign(features.values.get(), features.values.get() + n_ * features.n_cols);
    else rows_ = multiply(features, weights, context_);
    result.n_columns = static_cast<Index>(rows_.size()) / n_;
    timer_.finish("embedding");
  }

  Points all_points() const {
    std::vector<Index> all(n_);
    std::iota(all.begin(), all.end(), 0);
    return to_points(x_.listed(all, context_));
  }

  void use_kernel() {
    const DenseFeatures kernel = kernel_features(x_, all_points(), options_.kernel, context_);
    timer_.finish("features");
    const std::vector<double> degrees = multiply(kernel, MatrixXd::Ones(n_, 1), context_);
    note_degrees(degrees);
    const KernelOperator op(kernel, Eigen::Map<const VectorXd>(degrees.data(), n_), context_);
    timer_.finish("degrees");
    const EigenPairs pairs = find_pairs(op);
    const MatrixXd by_column = pairs.vectors.transpose();
    rows_.assign(by_column.data(), by_column.data() + by_column.size());
    normalize();
  }

  void use_sample() {
    const Points landmarks = to_points(x_.listed(draws_.rows, context_));
    const DenseFeatures features = kernel_features(x_, landmarks, options_.kernel, context_);
    const DenseFeatures among = kernel_features(landmarks, landmarks, options_.kernel, context_);
    const MatrixXd root = inverse_root(among.rows(0, among.n_rows).cast<double>());
    timer_.finish("features");
    if (options_.method == Baseline::kk_rs) use_features(features, root);
    else embed_normalized(features, &root);
  }

  // W with W W' the pseudo-inverse of a similarity matrix; what is below the rounding of floats is taken for zero
  static MatrixXd inverse_root(const MatrixXd& similarity) {
    const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(similarity);
    const VectorXd& values = solver.eigenvalues();
    const Index kept = (values.array() > 1e-6 * values[values.size() - 1]).count();
    return solver.eigenvectors().rightCols(kept) * values.tail(kept).cwiseSqrt().cwiseInverse().asDiagonal();
  }

  // The vectors of D^-1/2 Z W W' Z' D^-1/2, D its degrees; without W for W = 1.
  void embed_normalized(const DenseFeatures& features, const MatrixXd* root) {
    VectorXd sums = column_sums(features, context_);
    if (root) sums = *root * (root->transpose() * sums);
    std::vector<double> degrees = multiply(features, sums, context_);
    note_degrees(degrees);
    // the kernel's own are at least 1, a row's similarity with itself; those of features may be anything
    result.least_degree = root ? 1.0 : std::max(1.0, standard_error(features, sums, degrees));
    for (double& degree : degrees) {
      result.raised += degree < result.least_degree;
      result.nonpositive += degree <= 0;
      degree = 1 / std::max(result.least_degree, degree);
    }
    timer_.finish("degrees");
    const MatrixXd normalized = gram(features, degrees, context_);
    if (root) embed(features, root->transpose() * normalized * *root, root);
    else embed(features, normalized, nullptr);
    normalize();
  }

  // Of degrees from Fourier features, each a sum over independent frequencies: the root mean square over rows.
  double standard_error(const DenseFeatures& features, const VectorXd& sums, const std::vector<double>& degrees) const {
    const Index f = draws_.n_frequencies;
    const Eigen::ArrayXf cosine = sums.head(f).cast<float>(), sine = sums.tail(f).cast<float>();
    const double squares = sum_rows(n_, 1, context_, [&](Index begin, Index end, double* sum) {
      for (Index i = begin; i < end; ++i) {
        const Eigen::Map<const Eigen::ArrayXf> z(features.values.get() + i * features.n_cols, features.n_cols);
        *sum +=
            (z.head(f) * cosine + z.tail(f) * sine).square().sum() - degrees[i] * degrees[i] / static_cast<double>(f);
      }
    })[0];
    return std::sqrt(std::max(0.0, squares / static_cast<double>(n_)));
  }

  // Left singular vectors from the Gram matrix of the weighted rows of Z W: Z W v / s, without the weights, which do
  // not matter to those who scale rows to unit length.
  void embed(const DenseFeatures& features, const MatrixXd& gram_matrix, const MatrixXd* root) {
    const EigenPairs pairs = find_pairs(MatrixOperator(gram_matrix));
    MatrixXd weights = pairs.vectors * inverse_roots(pairs.values).asDiagonal();
    if (root) weights = *root * weights;
    rows_ = multiply(features, weights, context_);
    timer_.finish("embedding");
  }

  void use_landmarks() {
    result.landmarks = find_landmarks();
    if (result.landmarks.count <= k_) throw CannotCluster(Reason::few_landmarks, result.landmarks.count);
    const Index n_nearest = std::min(options_.n_nearest, result.landmarks.count);
    NearestLandmarks nearest =
        find_nearest(x_, Projection(), result.landmarks, n_nearest, options_.kernel.shape, context_);
    std::vector<float> weights = relative_weights(nearest, options_.kernel.rate(), context_);
    const LandmarkFeatures features(LandmarkLinks(std::move(nearest), std::move(weights)));
    timer_.finish("features");
    // without the vector that is the same for all rows
    SpectrumOptions spectrum;
    spectrum.k = spectrum.n_vectors = k_;
    spectrum.solver = options_.solver;
    spectrum.keep_weights = false;
    Spectrum found = bin_spectrum_of_all(TwoSided(features, context_), spectrum, context_);
    rows_.swap(found.rows);
    result.n_columns = k_;
    result.solution = std::move(found.solution);
    timer_.add(found.seconds);
    normalize();
  }

  // The centres of a short k-means on some of the rows; fewer where fewer rows can be told apart.
  Points find_landmarks() {
    const Block some = x_.listed(draws_.rows, context_);
    const Points points = to_points(some);
    const std::vector<double> rows(points.values.begin(), points.values.end());
    KmeansOptions short_run = options_.landmarks;
    short_run.k = count_distinct_rows(some, short_run.k);
    Kmeans found;
    for (;;) {
      try {
        found = kmeans(rows.data(), points.count, x_.n_cols(), short_run, draws_.landmark_uniforms, context_);
        break;
      } catch (const TooFewDistinctRows& few) {
        short_run.k = few.found;
      }
    }
    return {short_run.k, x_.n_cols(), {found.centers.begin(), found.centers.end()}};
  }

  // The top k pairs.
  EigenPairs find_pairs(const SymmetricOperator& op) {
    if (op.n_rows() < k_) throw CannotCluster(Reason::low_rank, op.n_rows());
    const EigenPairs pairs = top_eigenpairs(op, k_, options_.solver, context_);
    const Index rank = count_positive(pairs.values, k_);
    if (rank < k_) throw CannotCluster(Reason::low_rank, rank);
    VectorXd image(op.n_rows());
    for (Index j = 0; j < k_; ++j) {
      op.apply(pairs.vectors.col(j).data(), image.data());
      result.solution.residuals.push_back((image - pairs.values[j] * pairs.vectors.col(j)).norm());
    }
    result.solution.eigenvalues.assign(pairs.values.data(), pairs.values.data() + pairs.values.size());
    result.n_columns = k_;
    result.solution.counts = pairs.counts;
    timer_.finish("singular_vectors");
    return pairs;
  }

  VectorXd inverse_roots(const VectorXd& values) const { return values.head(k_).cwiseSqrt().cwiseInverse(); }

  void note_degrees(const std::vector<double>& degrees) {
    const auto ends = std::minmax_element(degrees.begin(), degrees.end());
    result.solution.smallest_degree = *ends.first;
    result.solution.largest_degree = *ends.second;
  }

  void normalize() {
    row_normalize(rows_.data(), n_, k_, context_);
    timer_.finish("embedding");
  }

  const ScaledRows x_;
  const Index n_;
  const BaselineOptions& options_;
  const BaselineDraws& draws_;
  const Context& context_;
  const Index k_;
  std::vector<double> rows_;  // what is clustered: n x result.n_columns, row after row
  StepTimer timer_;
};

}  // namespace

BaselineFit fit_baseline(const Rows& rows, const Scaling& scaling, const BaselineOptions& options,
                         const BaselineDraws& draws, const Context& context) {
  Run run(rows, scaling, options, draws, context);
  run.cluster();
  run.find_centers(rows);
  return std::move(run.result);
}

}  // namespace scrb
