#include "reference.h"

#include <Eigen/Eigenvalues>
#include <functional>

namespace scrb_test {

std::vector<std::int64_t> cells_of(const Table& table, Index i, const Draws& draws, Index g) {
  std::vector<std::int64_t> cells;
  for (Index l = 0; l < table.d; ++l) {
    const double width = draws.widths[g * table.d + l], offset = draws.offsets[g * table.d + l];
    const float inverse = static_cast<float>(1.0 / width);
    if (table.is_code[l]) cells.push_back(offset < 1 ? static_cast<std::int64_t>(table.at(i, l)) : 0);
    else
      cells.push_back(static_cast<std::int64_t>(std::floor((table.at(i, l) - static_cast<float>(offset)) * inverse)));
  }
  return cells;
}

std::vector<Index> exact_bins(const Table& table, const Draws& draws, Index g) {
  std::map<std::vector<std::int64_t>, Index> seen;
  std::vector<Index> bin(table.n);
  for (Index i = 0; i < table.n; ++i)
    bin[i] = seen.emplace(cells_of(table, i, draws, g), static_cast<Index>(seen.size())).first->second;
  return bin;
}

Eigen::MatrixXd exact_similarity(const Table& table, const Draws& draws, bool two_sided) {
  Eigen::MatrixXd k = Eigen::MatrixXd::Zero(table.n, table.n);
  for (Index g = 0; g < draws.n_grids; ++g) {
    const std::vector<Index> bin = exact_bins(table, draws, g);
    std::vector<double> size(table.n, 0.0);
    for (Index b : bin) ++size[b];
    for (Index i = 0; i < table.n; ++i)
      for (Index j = 0; j < table.n; ++j)
        if (bin[i] == bin[j]) k(i, j) += two_sided ? 1 / size[bin[i]] : 1.0;
  }
  return k / static_cast<double>(draws.n_grids);
}

Eigen::MatrixXd matrix_of(const Similarity& similarity) {
  const Index n = similarity.n_rows();
  Eigen::MatrixXd k(n, n);
  std::vector<double> unit(n, 0.0), sums(similarity.n_sums());
  for (Index j = 0; j < n; ++j) {
    unit[j] = 1;
    similarity.scatter(unit.data(), sums.data(), Context());
    similarity.gather(sums.data(), unit.data(), k.col(j).data(), Context());
    unit[j] = 0;
  }
  return k;
}

Eigen::MatrixXd normalized(const Eigen::MatrixXd& k) {
  const Eigen::VectorXd root = k.rowwise().sum().cwiseSqrt().cwiseInverse();
  return root.asDiagonal() * k * root.asDiagonal();
}

Eigen::MatrixXd matrix_of(const SymmetricOperator& op) {
  Eigen::MatrixXd a(op.n_rows(), op.n_rows());
  for (Index j = 0; j < op.n_rows(); ++j) {
    const Eigen::VectorXd unit = Eigen::VectorXd::Unit(op.n_rows(), j);
    op.apply(unit.data(), a.col(j).data());
  }
  return a;
}

DensePairs dense_pairs(const Eigen::MatrixXd& a) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(a);
  return {solver.eigenvalues().reverse(), solver.eigenvectors().rowwise().reverse()};
}

std::vector<Index> exact_components(const Eigen::MatrixXd& k) {
  const Index n = k.rows();
  std::vector<Index> first(n, -1);
  const std::function<void(Index, Index)> visit = [&](Index i, Index label) {
    first[i] = label;
    for (Index j = 0; j < n; ++j)
      if (first[j] < 0 && (k(i, j) > 0 || k(j, i) > 0)) visit(j, label);
  };
  for (Index i = 0; i < n; ++i)
    if (first[i] < 0) visit(i, i);
  return first;
}

void check_products(const Similarity& similarity, const Eigen::MatrixXd& k, Random& random) {
  const Index n = similarity.n_rows(), n_sums = similarity.n_sums();
  CHECK(n == k.rows());
  for (Index width : {2, 4, 8}) {
    const std::vector<double> v = draw_normals(n * width, random);
    const Eigen::MatrixXd columns = by_rows(v, width), expected = k * columns;
    const double tolerance = 1e-11 * (1 + largest(expected));
    std::vector<double> sums(n_sums * width), panel(n * width);
    similarity.scatter_panel(width, v.data(), sums.data(), Context(1));
    similarity.gather_panel(width, sums.data(), panel.data(), Context(1));
    CHECK(largest(by_rows(panel, width) - expected) < tolerance);
    for (int threads : {2, 3}) {
      std::vector<double> again_sums(sums.size(), 9.0), again(panel.size(), 9.0);  // what was there is overwritten
      similarity.scatter_panel(width, v.data(), again_sums.data(), Context(threads));
      similarity.gather_panel(width, again_sums.data(), again.data(), Context(threads));
      CHECK(again_sums == sums && again == panel);
    }
    for (Index j = 0; j < width; ++j) {
      std::vector<double> one_sums(n_sums, 9.0), one(n, 9.0), again_sums(n_sums, 7.0), again(n, 7.0);
      similarity.scatter(columns.col(j).data(), one_sums.data(), Context(1));
      similarity.gather(one_sums.data(), columns.col(j).data(), one.data(), Context(1));
      similarity.scatter(columns.col(j).data(), again_sums.data(), Context(3));
      similarity.gather(again_sums.data(), columns.col(j).data(), again.data(), Context(3));
      CHECK(again_sums == one_sums && again == one);
      CHECK(largest(by_rows(one, 1) - expected.col(j)) < tolerance);
      CHECK(largest(by_rows(one_sums, 1) - by_rows(sums, width).col(j)) < tolerance);
    }
  }
}

void check_sweep(const Features& features, Random& random) {
  const Index n = features.n_rows(), n_sums = features.n_sums();
  const std::vector<double> weights = draw_normals(n, random);
  for (Index width : {2, 4, 8}) {
    std::vector<double> in(n_sums * width), rows(n * width), expected(n_sums * width);
    features.scatter_panel(width, draw_normals(n * width, random).data(), in.data(), Context(1));
    features.gather_panel(width, in.data(), rows.data(), Context(1));
    for (Index i = 0; i < n * width; ++i) rows[i] *= weights[i / width];
    features.scatter_panel(width, rows.data(), expected.data(), Context(1));
    for (int threads : {1, 2, 3}) {
      std::vector<double> out(in.size(), 9.0), scratch;
      features.sweep_panel(width, in.data(), weights.data(), out.data(), scratch, Context(threads));
      CHECK(out == expected);
    }
  }
  // S' M / c is what gathers, S what scatters
  const std::vector<double> multiplicity = features.multiplicity();
  Eigen::MatrixXd s(n_sums, n);
  for (Index i = 0; i < n; ++i) {
    std::vector<double> unit(n, 0.0);
    unit[i] = 1;
    features.scatter(unit.data(), s.col(i).data(), Context(1));
  }
  Eigen::MatrixXd ms = s;
  for (std::size_t b = 0; b < multiplicity.size(); ++b) ms.row(static_cast<Index>(b)) *= multiplicity[b];
  const Eigen::MatrixXd k = matrix_of(features), product = s.transpose() * ms;
  CHECK(largest(k - k.trace() / product.trace() * product) < 1e-11 * (1 + largest(k)));
}

}  // namespace scrb_test
