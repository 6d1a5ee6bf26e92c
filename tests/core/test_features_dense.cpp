// Kernels and dense features against their formulas.

#include "features/dense_features.h"
#include "reference.h"
#include "test.h"

namespace {

using namespace scrb_test;

// Similarities by the formula, in double.
double similarity(const Data& data, Index a, Index b, const Kernel& kernel) {
  double l1 = 0, squares = 0;
  for (Index l = 0; l < data.d; ++l) {
    l1 += std::fabs(data.at(a, l) - data.at(b, l));
    squares += (data.at(a, l) - data.at(b, l)) * (data.at(a, l) - data.at(b, l));
  }
  return kernel.shape == Kernel::Shape::laplacian ? std::exp(-l1 / kernel.sigma)
                                                  : std::exp(-squares / (2 * kernel.sigma * kernel.sigma));
}

TEST("kernels: rates, whatever sigma") {
  for (double sigma : {0.3, 1.0, 7.0}) {
    CHECK(near(Kernel{Kernel::Shape::laplacian, sigma}.rate(), 1 / sigma, 1e-6 / sigma));
    CHECK(near(Kernel{Kernel::Shape::gaussian, sigma}.rate(), 0.5 / (sigma * sigma), 1e-6 / (sigma * sigma)));
  }
  for (Kernel::Shape shape : {Kernel::Shape::laplacian, Kernel::Shape::gaussian}) {
    CHECK(Kernel{shape, 1e-300}.rate() == FLT_MAX);
    CHECK(Kernel{shape, 1e300}.rate() == 0);
  }
}

TEST("distances of a strip from points") {
  for (Index d : {1, 3, 17}) {
    Random random(static_cast<unsigned>(d));
    const std::vector<double> drawn = draw_normals(64 * d + 5 * d, random);
    const std::vector<float> strip(drawn.begin(), drawn.begin() + 64 * d), points(drawn.begin() + 64 * d, drawn.end());
    std::vector<float> l1(5 * 64), squared(5 * 64);
    strip_distances(Kernel::Shape::laplacian, strip.data(), points.data(), 5, d, l1.data());
    strip_distances(Kernel::Shape::gaussian, strip.data(), points.data(), 5, d, squared.data());
    bool right = true;
    for (Index p = 0; p < 5; ++p)
      for (Index r = 0; r < 64; ++r) {
        double sum = 0, squares = 0;
        for (Index l = 0; l < d; ++l) {
          const double gap = static_cast<double>(strip[l * 64 + r]) - points[p * d + l];
          sum += std::fabs(gap);
          squares += gap * gap;
        }
        right = right && near(l1[p * 64 + r], sum, 1e-4) && near(squared[p * 64 + r], squares, 1e-4);
      }
    CHECK(right);
  }
}

Data half_empty(Index n, Random& random) {
  Data data = make_blobs(n, 3, 2, 1.0, 0.5, random);
  for (Index i = 0; i < n; i += 2) data.at(i, 1) = 0;
  return data;
}

TEST("similarities to landmarks, dense and sparse, by chunks") {
  for (Index n : {1, 64, 700}) {
    Random random(static_cast<unsigned>(n));
    const Data data = half_empty(n, random);
    const SparseData sparse(data);
    const DenseRows rows = data.rows();
    const SparseRows sparse_rows = sparse.rows();
    const ChunkedRows chunked(rows, 100);
    const ScaledRows scaled(rows, no_scaling(3), Reading()), sparse_scaled(sparse_rows, no_scaling(3), Reading());
    const ScaledRows parts(chunked, no_scaling(3), Reading());
    const std::vector<Index> which = every(n, 3);
    const Points landmarks = to_points(scaled.listed(which, Context(1)));
    for (Kernel::Shape shape : {Kernel::Shape::laplacian, Kernel::Shape::gaussian}) {
      const Kernel kernel{shape, 0.8};
      const DenseFeatures dense = kernel_features(scaled, landmarks, kernel, Context(scrb_test::threads()));
      CHECK(dense.n_rows == n && dense.n_cols == landmarks.count);
      CHECK(dense.rows(0, n) == kernel_features(sparse_scaled, landmarks, kernel, Context(1)).rows(0, n));
      CHECK(dense.rows(0, n) == kernel_features(parts, landmarks, kernel, Context(1)).rows(0, n));
      bool right = true;
      for (Index i = 0; i < n; ++i)
        for (Index p = 0; p < dense.n_cols; ++p)
          right = right && near(dense.rows(i, i + 1)(0, p), similarity(data, i, which[p], kernel), 1e-6);
      CHECK(right);
      const DenseFeatures among = kernel_features(landmarks, landmarks, kernel, Context(1));
      CHECK(among.n_rows == landmarks.count && among.n_cols == landmarks.count);
      right = true;
      for (Index p = 0; p < landmarks.count; ++p)
        right = right && (among.rows(p, p + 1) - dense.rows(which[p], which[p] + 1)).cwiseAbs().maxCoeff() < 1e-6f;
      CHECK(right);
    }
  }
}

TEST("Fourier features, of angles that a float cannot hold as well") {
  for (Index n : {1, 64, 700}) {
    Random random(static_cast<unsigned>(n));
    const Data data = half_empty(n, random);
    std::vector<double> frequencies(3 * 70);
    std::cauchy_distribution<double> cauchy;
    for (double& value : frequencies) value = cauchy(random);
    frequencies[0] = 1e7;
    const DenseRows rows = data.rows();
    const ScaledRows scaled(rows, no_scaling(3), Reading());
    const DenseFeatures z = fourier_features(scaled, frequencies.data(), 70, Context(scrb_test::threads()));
    CHECK(z.n_rows == n && z.n_cols == 140);
    const ChunkedRows chunked(rows, 100);
    const ScaledRows parts(chunked, no_scaling(3), Reading());
    CHECK(z.rows(0, n) == fourier_features(parts, frequencies.data(), 70, Context(1)).rows(0, n));
    bool right = true;
    for (Index i = 0; i < n; ++i)
      for (Index f = 0; f < 70; ++f) {
        double angle = 0;  // of the entries as blocks have them
        for (Index l = 0; l < 3; ++l) angle += static_cast<float>(data.at(i, l)) * frequencies[f * 3 + l];
        right = right && near(z.rows(i, i + 1)(0, f), std::cos(angle) / std::sqrt(70.0), 1e-6);
        right = right && near(z.rows(i, i + 1)(0, 70 + f), std::sin(angle) / std::sqrt(70.0), 1e-6);
      }
    CHECK(right);
  }
}

TEST("dense features: sums, products and Gram matrices, the same for any threads") {
  for (Index n : {1, 65, 3000})
    for (Index cols : {3, 140, 300}) {  // less than a panel, and some
      Random random(static_cast<unsigned>(n + cols));
      DenseFeatures z(n, cols);
      const std::vector<double> drawn = draw_normals(n * cols, random), weights = draw_uniforms(n, random);
      std::copy(drawn.begin(), drawn.end(), z.values.get());
      const Eigen::MatrixXd all = z.rows(0, n).cast<double>();
      const Eigen::Map<const Eigen::VectorXd> weight(weights.data(), n);
      const Eigen::MatrixXd found = gram(z, weights, Context(1));
      const double size = static_cast<double>(n);
      CHECK(largest(found - all.transpose() * weight.asDiagonal() * all) < 1e-5 * size);
      CHECK(found == found.transpose());
      const Eigen::VectorXd sums = column_sums(z, Context(1));
      CHECK((sums - all.colwise().sum().transpose()).norm() < 1e-9 * size);
      const Eigen::MatrixXd by = Eigen::Map<const Eigen::MatrixXd>(draw_normals(cols * 4, random).data(), cols, 4);
      const std::vector<double> product = multiply(z, by, Context(1));
      CHECK(largest(by_rows(product, 4) - all * by) < 1e-10);
      for (int count = 2; count <= 4; ++count) {
        CHECK(gram(z, weights, Context(count)) == found);
        CHECK(column_sums(z, Context(count)) == sums);
        CHECK(multiply(z, by, Context(count)) == product);
      }
    }
}

}  // namespace
