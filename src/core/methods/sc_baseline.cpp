#include "sc_baseline.h"

#include <Eigen/Eigenvalues>
#include <cmath>

#include "dense_features.h"
#include "landmarks.h"
#include "row_normalize.h"
#include "spectrum.h"
#include "stray.h"

namespace scrb {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Reason = CannotCluster::Reason;

class MatrixOperator : public SymmetricOperator {
 public:
  explicit MatrixOperator(const MatrixXd& matrix) : matrix_(matrix) {}
  Index n_rows() const override { return matrix_.rows(); }
  void apply(const double* x, double* y) const override {
    Eigen::Map<VectorXd>(y, n_rows()).noalias() = matrix_ * Eigen::Map<const VectorXd>(x, n_rows());
  }

 private:
  const MatrixXd& matrix_;
};

// D^-1/2 K D^-1/2 of a kernel matrix that is there in full.
class KernelOperator : public SymmetricOperator {
 public:
  KernelOperator(const DenseFeatures& kernel, const VectorXd& degrees, const Context& context)
      : kernel_(kernel), inverse_sqrt_(degrees.cwiseSqrt().cwiseInverse()), context_(context) {}
  Index n_rows() const override { return kernel_.n_rows; }
  void apply(const double* x, double* y) const override {
    const VectorXd scaled = inverse_sqrt_.cwiseProduct(Eigen::Map<const VectorXd>(x, n_rows()));
    constexpr Index at_a_time = 64;
    parallel_for((n_rows() + at_a_time - 1) / at_a_time, context_, [&](Index b, int) {
      for (Index i = b * at_a_time; i < std::min(n_rows(), (b + 1) * at_a_time); ++i)
        y[i] = inverse_sqrt_[i] * kernel_.rows(i, i + 1).row(0).cast<double>().dot(scaled);
    });
  }

 private:
  const DenseFeatures& kernel_;
  const VectorXd inverse_sqrt_;
  const Context& context_;
};

// One fit: the rows to be clustered, step by step.
class Fit {
 public:
  Fit(const Input& x, const Scaling& scaling, const BaselineOptions& options, const BaselineDraws& draws,
      const Context& context)
      : x_(x), scaling_(scaling), options_(options), draws_(draws), context_(context), k_(options.kmeans.k),
        timer_(result.seconds) {}

  BaselineResult result;

  void run() {
    table_ = make_table(x_, scaling_, context_);
    const Index distinct = count_distinct_rows(table_, k_, context_);
    if (distinct < k_) throw CannotCluster{Reason::few_distinct_rows, distinct, 0};
    make_rows();
    try {
      result.kmeans = kmeans(rows_.data(), x_.n_rows, result.n_columns, options_.kmeans, draws_.uniforms, context_);
    } catch (const TooFewDistinctRows& few) {
      throw CannotCluster{Reason::few_distinct_embedded, few.found, 0};
    }
    result.cluster.swap(result.kmeans.cluster);
    if (options_.method != Baseline::kk_rs && options_.method != Baseline::kk_rf) result.embedding.swap(rows_);
    timer_.finish("kmeans");
  }

  void find_centers(const Input& original) {
    result.centers = cluster_centers(original, result.cluster, k_, context_);
    timer_.finish("labels");
  }

 private:
  void make_rows() {
    switch (options_.method) {
      case Baseline::kmeans: return use_table();
      case Baseline::exact: return use_kernel();
      case Baseline::kk_rf: return use_features(fourier(), MatrixXd());
      case Baseline::sv_rf: {
        // values of Z / sqrt(n), which are at most 1
        const DenseFeatures features = fourier();
        const double share = 1.0 / static_cast<double>(x_.n_rows);
        embed(features, gram(features, std::vector<double>(x_.n_rows, share), context_), nullptr);
        for (double& entry : rows_) entry *= std::sqrt(share);
        return;
      }
      case Baseline::sc_rf: return embed_normalized(fourier(), nullptr);
      case Baseline::kk_rs:
      case Baseline::nystrom: return use_sample();
      case Baseline::lsc: return use_landmarks();
    }
  }

  void use_table() {
    const Points points = to_points(table_);
    rows_.assign(points.values.begin(), points.values.end());
    result.n_columns = x_.n_cols;
    table_ = Table();
    timer_.finish("features");
  }

  DenseFeatures fourier() {
    DenseFeatures features = fourier_features(table_, draws_.frequencies, draws_.n_frequencies, context_);
    table_ = Table();
    timer_.finish("features");
    return features;
  }

  // k-means on Z W, or on Z itself where W is empty
  void use_features(const DenseFeatures& features, const MatrixXd& weights) {
    if (weights.size() == 0) rows_.assign(features.values.get(), features.values.get() + x_.n_rows * features.n_cols);
    else rows_ = multiply(features, weights, context_);
    result.n_columns = static_cast<Index>(rows_.size()) / x_.n_rows;
    timer_.finish("embedding");
  }

  void use_kernel() {
    const DenseFeatures kernel = kernel_features(table_, to_points(table_), options_.kernel, context_);
    table_ = Table();
    timer_.finish("features");
    const std::vector<double> degrees = multiply(kernel, MatrixXd::Ones(x_.n_rows, 1), context_);
    note_degrees(degrees);
    const KernelOperator op(kernel, Eigen::Map<const VectorXd>(degrees.data(), x_.n_rows), context_);
    timer_.finish("degrees");
    const EigenPairs pairs = find_pairs(op);
    const MatrixXd by_column = pairs.vectors.transpose();
    rows_.assign(by_column.data(), by_column.data() + by_column.size());
    normalize();
  }

  void use_sample() {
    const Table sample = make_table(x_, scaling_, draws_.rows, context_);
    const Points landmarks = to_points(sample);
    const DenseFeatures features = kernel_features(table_, landmarks, options_.kernel, context_);
    const DenseFeatures among = kernel_features(sample, landmarks, options_.kernel, context_);
    table_ = Table();
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
    const double squares = sum_rows(x_.n_rows, 1, context_, [&](Index begin, Index end, double* sum) {
      for (Index i = begin; i < end; ++i) {
        const Eigen::Map<const Eigen::ArrayXf> z(features.values.get() + i * features.n_cols, features.n_cols);
        *sum +=
            (z.head(f) * cosine + z.tail(f) * sine).square().sum() - degrees[i] * degrees[i] / static_cast<double>(f);
      }
    })[0];
    return std::sqrt(std::max(0.0, squares / static_cast<double>(x_.n_rows)));
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
    if (result.landmarks.count <= k_) throw CannotCluster{Reason::few_landmarks, result.landmarks.count, 0};
    const Index n_nearest = std::min(options_.n_nearest, result.landmarks.count);
    NearestLandmarks nearest = find_nearest(table_, result.landmarks, n_nearest, options_.kernel.shape, context_);
    std::vector<float> weights = relative_weights(nearest, options_.kernel.rate(), context_);
    table_ = Table();
    LandmarkFeatures features(std::move(nearest), std::move(weights));
    features.make_columns();
    timer_.finish("features");
    // without the vector that is the same for all rows
    Spectrum found = bin_spectrum_of_all(TwoSided(features, context_), {k_, k_, options_.solver, false}, context_);
    rows_.swap(found.rows);
    result.n_columns = k_;
    timer_.add(found.seconds);
    found.seconds.swap(result.seconds);
    static_cast<Solved&>(result) = std::move(found);
    normalize();
  }

  // The centres of a short k-means on some of the rows; one per distinct row where these are fewer.
  Points find_landmarks() {
    const Table some = make_table(x_, scaling_, draws_.rows, context_);
    const Points points = to_points(some);
    const std::vector<double> rows(points.values.begin(), points.values.end());
    KmeansOptions short_run = options_.landmarks;
    short_run.k = count_distinct_rows(some, short_run.k, context_);
    const Kmeans found = kmeans(rows.data(), points.count, x_.n_cols, short_run, draws_.landmark_uniforms, context_);
    Points landmarks;
    landmarks.count = short_run.k;
    landmarks.n_cols = x_.n_cols;
    landmarks.values.assign(found.centers.begin(), found.centers.end());
    return landmarks;
  }

  // The top k pairs.
  EigenPairs find_pairs(const SymmetricOperator& op) {
    if (op.n_rows() < k_) throw CannotCluster{Reason::low_rank, op.n_rows(), 0};
    const EigenPairs pairs = top_eigenpairs(op, k_, options_.solver, context_);
    const Index rank = count_positive(pairs.values, k_);
    if (rank < k_) throw CannotCluster{Reason::low_rank, rank, 0};
    VectorXd image(op.n_rows());
    for (Index j = 0; j < k_; ++j) {
      op.apply(pairs.vectors.col(j).data(), image.data());
      result.residuals.push_back((image - pairs.values[j] * pairs.vectors.col(j)).norm());
    }
    result.eigenvalues.assign(pairs.values.data(), pairs.values.data() + pairs.values.size());
    result.n_columns = k_;
    result.solver = pairs;
    result.solver.vectors.resize(0, 0);
    timer_.finish("singular_vectors");
    return pairs;
  }

  VectorXd inverse_roots(const VectorXd& values) const { return values.head(k_).cwiseSqrt().cwiseInverse(); }

  void note_degrees(const std::vector<double>& degrees) {
    const auto ends = std::minmax_element(degrees.begin(), degrees.end());
    result.smallest_degree = *ends.first;
    result.largest_degree = *ends.second;
  }

  void normalize() {
    row_normalize(rows_.data(), x_.n_rows, k_, context_);
    timer_.finish("embedding");
  }

  const Input& x_;
  const Scaling& scaling_;
  const BaselineOptions& options_;
  const BaselineDraws& draws_;
  const Context& context_;
  const Index k_;
  Table table_;
  std::vector<double> rows_;  // what is clustered: n x result.n_columns, row after row
  StepTimer timer_;
};

}  // namespace

BaselineResult sc_baseline(const Input& x, const Input& original, const Scaling& scaling,
                           const BaselineOptions& options, const BaselineDraws& draws, const Context& context) {
  Fit fit(x, scaling, options, draws, context);
  fit.run();
  fit.find_centers(original);
  return std::move(fit.result);
}

}  // namespace scrb
