// Tests of the core without R, meant to run under sanitizers: core_test [threads].
// Every CHECK counts; the last line says how many held.

#include <Eigen/Eigenvalues>
#include <climits>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>

#include "dense_features.h"
#include "nearest_center.h"
#include "sc_baseline.h"
#include "sc_landmarks.h"
#include "sc_rb.h"

using namespace scrb;
using Random = std::mt19937;

namespace {

int held = 0, broken = 0;

void check(bool condition, const char* text, int line) {
  if (condition) {
    ++held;
  } else {
    ++broken;
    std::cout << "line " << line << ": " << text << '\n';
  }
}
#define CHECK(condition) check(static_cast<bool>(condition), #condition, __LINE__)

bool near(double a, double b, double tolerance) { return std::fabs(a - b) <= tolerance; }

Context with_threads(int threads) { return Context(threads); }

// n x d numbers, column after column, and the scaling that leaves them as they are.
struct Data {
  Index n, d;
  std::vector<double> x;
  std::vector<std::int32_t> truth;

  Data(Index rows, Index columns) : n(rows), d(columns), x(rows * columns), truth(rows) {}
  double& at(Index i, Index l) { return x[l * n + i]; }
  double at(Index i, Index l) const { return x[l * n + i]; }
  Input input() const { return matrix_input({x.data(), nullptr, 0}, n, d); }
};

// Row i belongs to blob i mod k; centres are `apart` from one another in every column.
Data make_blobs(Index n, Index d, Index k, double apart, double sd, Random& random) {
  Data data(n, d);
  std::normal_distribution<double> noise(0, sd);
  for (Index i = 0; i < n; ++i) {
    data.truth[i] = static_cast<std::int32_t>(i % k);
    for (Index l = 0; l < d; ++l) data.at(i, l) = apart * static_cast<double>(i % k) + noise(random);
  }
  return data;
}

struct Draws {
  Index n_grids, d;
  std::vector<double> widths, offsets, zeros, ones;

  Draws(Index grids, Index columns, double sigma, Random& random)
      : n_grids(grids), d(columns), widths(grids * columns), offsets(grids * columns), zeros(columns, 0.0),
        ones(columns, 1.0) {
    std::gamma_distribution<double> width(2, sigma);
    std::uniform_real_distribution<double> uniform(0, 1);
    for (std::size_t i = 0; i < widths.size(); ++i) {
      widths[i] = width(random);
      offsets[i] = widths[i] * uniform(random);
    }
  }
  Grids grids() const { return {n_grids, d, widths.data(), offsets.data()}; }
  Scaling scaling() const { return {zeros.data(), ones.data()}; }
};

std::vector<double> draw_uniforms(Index n, Random& random) {
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<double> values(n);
  for (double& value : values) value = uniform(random);
  return values;
}

struct SparseData {
  std::vector<int> start{0}, row;
  std::vector<double> value;
  Index n, d;

  explicit SparseData(const Data& data) : n(data.n), d(data.d) {
    for (Index l = 0; l < d; ++l) {
      for (Index i = 0; i < n; ++i) {
        if (data.at(i, l) == 0) continue;
        row.push_back(static_cast<int>(i));
        value.push_back(data.at(i, l));
      }
      start.push_back(static_cast<int>(row.size()));
    }
  }
  Input input() const {
    Input view;
    view.n_rows = n;
    view.n_cols = d;
    view.column_start = start.data();
    view.row_index = row.data();
    view.value = value.data();
    return view;
  }
};

// Whether two labellings are the same partition.
template <class A, class B>
bool same_partition(const A& a, const B& b) {
  std::map<std::int64_t, std::int64_t> there, back;
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (there.emplace(a[i], b[i]).first->second != b[i]) return false;
    if (back.emplace(b[i], a[i]).first->second != a[i]) return false;
  }
  return true;
}

void test_cells(Random& random) {
  std::uniform_real_distribution<float> any(-1000, 1000), unit(0, 1);
  bool all = true;
  for (int i = 0; i < 10000; ++i) {
    const float x = any(random), inverse = std::fabs(any(random)), offset = unit(random) / inverse;
    all &= static_cast<std::int32_t>(cell(x, offset, inverse)) ==
           static_cast<std::int32_t>(std::floor((x - offset) * inverse));
  }
  CHECK(all);
  CHECK(static_cast<std::int32_t>(cell(-1.0f, 0.0f, 1.0f)) == -1);
  CHECK(static_cast<std::int32_t>(cell(-0.5f, 0.0f, 1.0f)) == -1);
  // where widths are finer than floats, different values are different cells and equal ones the same
  CHECK(cell(1e30f, 0.5e-30f, 1e30f) == cell(1e30f, 0.5e-30f, 1e30f));
  CHECK(cell(1e30f, 0.5e-30f, 1e30f) != cell(1.1e30f, 0.5e-30f, 1e30f) &&
        cell(1e30f, 0.5e-30f, 1e30f) != cell(-1e30f, 0.5e-30f, 1e30f));
  CHECK(column_multiplier(0) != column_multiplier(1) && (column_multiplier(7) & 0x100000001u) == 0x100000001u);
  KeySum sum;
  sum.add(5u, (std::uint64_t{7} << 32) | 3u);
  sum.add(static_cast<std::uint32_t>(-1), (std::uint64_t{2} << 32) | 1u);
  CHECK(sum.key() == ((std::uint64_t{33} << 32) | 14u));
}

// The bins of one grid by their cells, the slow way.
std::vector<Index> exact_bins(const Data& data, const Draws& draws, Index g) {
  std::map<std::vector<int>, Index> seen;
  std::vector<Index> bin(data.n);
  for (Index i = 0; i < data.n; ++i) {
    std::vector<int> cells;
    for (Index l = 0; l < data.d; ++l) {
      const double width = draws.widths[g * data.d + l];
      const float inverse = static_cast<float>(1.0 / width);
      const float fraction = static_cast<float>(draws.offsets[g * data.d + l] / width);
      cells.push_back(static_cast<int>(std::floor(static_cast<float>(data.at(i, l)) * inverse - fraction)));
    }
    bin[i] = seen.emplace(cells, static_cast<Index>(seen.size())).first->second;
  }
  return bin;
}

void compare_with_exact(const Bins& bins, const Data& data, const Draws& draws) {
  bool ids = true, counts = true;
  std::vector<Index> singles(data.n, 0);
  for (Index g = 0; g < draws.n_grids; ++g) {
    const std::vector<Index> exact = exact_bins(data, draws, g);
    std::vector<Index> size(*std::max_element(exact.begin(), exact.end()) + 1, 0);
    for (Index b : exact) ++size[b];
    std::vector<Index> shared_exact, shared_id;
    for (Index i = 0; i < data.n; ++i) {
      const Index id = bins.grids[g].id(i);
      ids &= (id == 0) == (size[exact[i]] == 1);
      singles[i] += id == 0;
      if (id == 0) continue;
      shared_exact.push_back(exact[i]);
      shared_id.push_back(id);
    }
    ids &= same_partition(shared_exact, shared_id);
    counts &= bins.occupied[g] == static_cast<Index>(size.size());
    counts &= bins.fullest[g] == *std::max_element(size.begin(), size.end());
    counts &= bins.grids[g].n_bins == std::count_if(size.begin(), size.end(), [](Index s) { return s > 1; });
  }
  CHECK(ids);
  CHECK(counts);
  CHECK(std::equal(singles.begin(), singles.end(), bins.singles.begin()));
}

void test_bins(int threads, Random& random) {
  for (Index n : {1, 63, 64, 65, 300}) {
    for (Index d : {1, 2, 5}) {
      Data data(n, d);
      std::normal_distribution<double> noise(-1, 3);
      for (double& value : data.x) value = noise(random) < 0 ? 0.0 : noise(random);  // negative values and zeros
      const Draws draws(37, d, 2.0, random);
      const Bins bins = make_bins(make_table(data.input(), draws.scaling(), with_threads(1)), draws.grids(), true,
                                  with_threads(threads));
      compare_with_exact(bins, data, draws);
      const SparseData sparse(data);
      const Bins same = make_bins(make_table(sparse.input(), draws.scaling(), with_threads(1)), draws.grids(), true,
                                  with_threads(threads));
      compare_with_exact(same, data, draws);
      CHECK(same.dictionary.keys == bins.dictionary.keys);
      CHECK(same.dictionary.single_rows == bins.dictionary.single_rows);
    }
  }
}

Eigen::MatrixXd dense_features(const Bins& bins) {
  const BinColumns columns = bin_columns(bins, Context());
  const Index n_columns = static_cast<Index>(columns.start.size()) - 1;
  Eigen::MatrixXd z = Eigen::MatrixXd::Zero(bins.n_rows(), n_columns);
  for (Index c = 0; c < n_columns; ++c)
    for (int p = columns.start[c]; p < columns.start[c + 1]; ++p)
      z(columns.rows[p], c) = 1 / std::sqrt(static_cast<double>(bins.n_grids()));
  return z;
}

void test_products(int threads, Random& random) {
  const Index n = 400, n_grids = 18;
  const Data data = make_blobs(n, 3, 4, 2.0, 1.0, random);
  const Draws draws(n_grids, 3, 1.0, random);
  const Context context = with_threads(threads);
  const Bins bins = make_bins(make_table(data.input(), draws.scaling(), context), draws.grids(), false, context);
  const Eigen::MatrixXd z = dense_features(bins);
  CHECK(z.cols() == std::accumulate(bins.occupied.begin(), bins.occupied.end(), Index{0}));
  CHECK((z.rowwise().squaredNorm().array() - 1).abs().maxCoeff() < 1e-12);

  std::normal_distribution<double> normal;
  const int panel_width = 8;
  Eigen::MatrixXd v(n, panel_width);
  for (Index i = 0; i < n; ++i)
    for (int j = 0; j < panel_width; ++j) v(i, j) = normal(random);
  const Eigen::MatrixXd expected = z * (z.transpose() * v);

  Eigen::MatrixXd single(n, panel_width), panel(n, panel_width);
  std::vector<double> sums(bins.n_sums()), by_rows(n * panel_width), out(n * panel_width);
  std::vector<double> panel_sums(bins.n_sums() * panel_width);
  bool same_sums = true;
  for (Index i = 0; i < n; ++i)
    for (int j = 0; j < panel_width; ++j) by_rows[i * panel_width + j] = v(i, j);
  bins.scatter_panel(panel_width, by_rows.data(), panel_sums.data(), context);
  bins.gather_panel(panel_width, panel_sums.data(), by_rows.data(), out.data(), context);
  for (int j = 0; j < panel_width; ++j) {
    bins.scatter(v.col(j).data(), sums.data(), context);
    bins.gather(sums.data(), v.col(j).data(), single.col(j).data(), context);
    for (Index s = 0; s < bins.n_sums(); ++s) same_sums &= near(sums[s], panel_sums[s * panel_width + j], 1e-12);
    for (Index i = 0; i < n; ++i) panel(i, j) = out[i * panel_width + j];
  }
  CHECK(same_sums);
  CHECK((single - expected).cwiseAbs().maxCoeff() < 1e-10);
  CHECK((panel - expected).cwiseAbs().maxCoeff() < 1e-10);

  const std::vector<double> degree = degrees(bins, context);
  const Eigen::VectorXd row_sums = z * (z.transpose() * Eigen::VectorXd::Ones(n));
  CHECK((Eigen::Map<const Eigen::VectorXd>(degree.data(), n) - row_sums).cwiseAbs().maxCoeff() < 1e-10);

  // the operator: the normalised similarity without the known vectors
  const Components components = find_components(bins, 4, smallest_cluster(bins.n_rows(), 4), Context());
  const NormalizedOperator op(bins, degree, components, context);
  if (components.stray_rows == 0 && components.size.size() == 1) {
    const Eigen::VectorXd root = row_sums.cwiseSqrt(), known = root / root.norm();
    Eigen::MatrixXd s = z * z.transpose();
    s = (root.cwiseInverse().asDiagonal() * s * root.cwiseInverse().asDiagonal()).eval();
    const Eigen::MatrixXd deflated = s - known * known.transpose();
    Eigen::VectorXd y(n);
    op.apply(v.col(0).data(), y.data());
    CHECK((y - deflated * v.col(0)).cwiseAbs().maxCoeff() < 1e-10);
  }
}

// More than 65,535 shared bins take 32-bit ids, beside grids that take 16.
void test_wide_ids(int threads, Random& random) {
  const Index n = 140000;
  Data data(n, 1);
  for (Index i = 0; i < n; ++i) data.x[i] = static_cast<double>(i % 70000);
  Draws draws(6, 1, 1.0, random);
  draws.widths = {1, 1, 1000, 1, 1, 1};
  for (double& offset : draws.offsets) offset = 0.5;
  const Context context = with_threads(threads);
  const Bins bins = make_bins(make_table(data.input(), draws.scaling(), context), draws.grids(), true, context);
  CHECK(!bins.grids[0].is_narrow() && bins.grids[2].is_narrow());
  CHECK(bins.grids[0].n_bins == 70000);
  const std::vector<double> degree = degrees(bins, context);
  bool right = true;  // five bins of two rows, and one of 2000 (its ends hold fewer)
  for (Index i = 2000; i < 60000; ++i) right &= near(degree[i], (5 * 2 + 2000) / 6.0, 1e-9);
  CHECK(right);
  const KnownBins known =
      find_bins(make_table(data.input(), draws.scaling(), context), draws.grids(), bins.dictionary, context);
  bool same = true;
  for (Index g = 0; g < 6; ++g)
    for (Index i = 0; i < n; i += 101) same &= known.shared.grids[g].id(i) == bins.grids[g].id(i);
  CHECK(same);
}

void test_components(int threads, Random& random) {
  // blocks of 200, 100, 50, 3 and 1 equal rows, so far apart that no bin spans two of them
  const std::vector<Index> sizes = {100, 200, 3, 50, 1};
  Data data(354, 2);
  Index i = 0;
  for (std::size_t b = 0; b < sizes.size(); ++b)
    for (Index r = 0; r < sizes[b]; ++r, ++i) {
      data.truth[i] = static_cast<std::int32_t>(b);
      for (Index l = 0; l < 2; ++l) data.at(i, l) = 1e4 * static_cast<double>(b);
    }
  const Draws draws(20, 2, 1.0, random);
  const Context context = with_threads(threads);
  const Bins bins = make_bins(make_table(data.input(), draws.scaling(), context), draws.grids(), false, context);
  Components components = find_components(bins, 5, smallest_cluster(bins.n_rows(), 5), Context());
  CHECK(components.found == 5 && components.too_small == 1 && components.beyond_k == 0);
  CHECK((components.size == std::vector<Index>{200, 100, 50, 3}));
  CHECK(components.stray_rows == 1 && components.of_row.back() == Components::stray);
  std::vector<std::int32_t> kept(components.of_row.begin(), components.of_row.end() - 1);
  CHECK(same_partition(kept, std::vector<std::int32_t>(data.truth.begin(), data.truth.end() - 1)));
  components = find_components(bins, 2, smallest_cluster(bins.n_rows(), 2), Context());
  CHECK((components.size == std::vector<Index>{200, 100}));
  CHECK(components.beyond_k == 2 && components.stray_rows == 54);
}

class DenseOperator : public SymmetricOperator {
 public:
  explicit DenseOperator(Eigen::MatrixXd a) : a_(std::move(a)) {}
  Index n_rows() const override { return a_.rows(); }
  void apply(const double* x, double* y) const override {
    Eigen::Map<Eigen::VectorXd>(y, a_.rows()) = a_ * Eigen::Map<const Eigen::VectorXd>(x, a_.rows());
  }

 private:
  Eigen::MatrixXd a_;
};

// The normalised similarity of k blocks of equal rows, of which each pair is linked with strength `link`.
Eigen::MatrixXd block_matrix(Index n, Index k, double link, Random& random) {
  std::uniform_real_distribution<double> uniform(0.2, 1);
  Eigen::MatrixXd s(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j <= i; ++j) s(i, j) = s(j, i) = uniform(random) * (i % k == j % k ? 1 : link);
  s.diagonal().array() += 5;
  const Eigen::VectorXd root = s.rowwise().sum().cwiseSqrt().cwiseInverse();
  return root.asDiagonal() * s * root.asDiagonal();
}

void test_eigenpairs(Random& random) {
  for (Index n : {40, 700}) {
    for (double link : {0.0, 1e-6, 1e-4}) {
      const Index k = 10;
      const Eigen::MatrixXd a = block_matrix(n, k, link, random);
      const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> dense(a);
      const Eigen::VectorXd exact = dense.eigenvalues().reverse();
      SolverOptions options;
      options.ncv = std::max<Index>(12, 3 * (k + 1));
      const EigenPairs pairs = top_eigenpairs(DenseOperator(a), k, options, Context());
      CHECK(pairs.dense == (n == 40));
      CHECK(pairs.values.size() == k + 1 && pairs.vectors.cols() == k && pairs.vectors.rows() == n);
      CHECK((pairs.values.head(k) - exact.head(k)).cwiseAbs().maxCoeff() < 1e-6);
      CHECK((pairs.vectors.transpose() * pairs.vectors - Eigen::MatrixXd::Identity(k, k)).cwiseAbs().maxCoeff() < 1e-8);
      const Eigen::MatrixXd top = dense.eigenvectors().rowwise().reverse().leftCols(k);
      CHECK((pairs.vectors - top * (top.transpose() * pairs.vectors)).norm() < 1e-3);
    }
  }
  const Eigen::MatrixXd a = block_matrix(300, 3, 0.1, random);
  SolverOptions options;
  options.ncv = 12;
  const EigenPairs none = top_eigenpairs(DenseOperator(a), 0, options, Context());
  CHECK(none.vectors.cols() == 0 && none.values.size() == 1 && near(none.values[0], 1, 0.02));
  const EigenPairs all = top_eigenpairs(DenseOperator(a.topLeftCorner(6, 6)), 6, options, Context());
  CHECK(all.dense && all.vectors.cols() == 6 && all.values.size() == 6);
}

void check_kmeans(const Kmeans& fit, const std::vector<double>& rows, Index n, Index m, Index k) {
  std::vector<double> centers(k * m, 0.0), within(k, 0.0);
  std::vector<Index> size(k, 0);
  bool nearest = true;
  for (Index i = 0; i < n; ++i) {
    double least = std::numeric_limits<double>::infinity(), own = 0;
    for (Index c = 0; c < k; ++c) {
      double distance = 0;
      for (Index j = 0; j < m; ++j)
        distance += (rows[i * m + j] - fit.centers[c * m + j]) * (rows[i * m + j] - fit.centers[c * m + j]);
      least = std::min(least, distance);
      if (c == fit.cluster[i]) own = distance;
    }
    nearest &= own <= least + 1e-9;
    within[fit.cluster[i]] += own;
    ++size[fit.cluster[i]];
    for (Index j = 0; j < m; ++j) centers[fit.cluster[i] * m + j] += rows[i * m + j];
  }
  bool means = true, sums = true;
  for (Index c = 0; c < k; ++c) {
    sums &= near(within[c], fit.withinss[c], 1e-9 * (1 + within[c])) && size[c] == fit.size[c] && size[c] > 0;
    for (Index j = 0; j < m; ++j)
      means &= near(centers[c * m + j] / static_cast<double>(size[c]), fit.centers[c * m + j], 1e-9);
  }
  CHECK(nearest);
  CHECK(sums);
  CHECK(means || !fit.converged);
  CHECK(near(fit.tot_withinss, std::accumulate(within.begin(), within.end(), 0.0), 1e-8));
  CHECK(fit.tot_withinss <= fit.totss + 1e-9);
}

void test_kmeans(int threads, Random& random) {
  const Index n = 3000, m = 5, k = 11;
  std::vector<double> rows(n * m);
  std::normal_distribution<double> noise(0, 0.7);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < m; ++j) rows[i * m + j] = static_cast<double>((i * (j + 3)) % k) + noise(random);
  KmeansOptions options;
  options.k = k;
  options.n_starts = 5;
  const std::vector<double> uniforms = draw_uniforms(5 * k, random);
  const Kmeans fit = kmeans(rows.data(), n, m, options, uniforms.data(), with_threads(threads));
  CHECK(fit.converged);
  check_kmeans(fit, rows, n, m, k);
  const Kmeans alone = kmeans(rows.data(), n, m, options, uniforms.data(), with_threads(1));
  CHECK(alone.cluster == fit.cluster && alone.centers == fit.centers && alone.tot_withinss == fit.tot_withinss);
  CHECK(nearest_centers(rows.data(), n, m, fit.centers.data(), k, with_threads(threads)) == fit.cluster);
  options.n_starts = 1;
  CHECK(fit.tot_withinss <= kmeans(rows.data(), n, m, options, uniforms.data(), with_threads(1)).tot_withinss);
  options.max_iterations = 1;
  check_kmeans(kmeans(rows.data(), n, m, options, uniforms.data(), with_threads(threads)), rows, n, m, k);

  // as many clusters as distinct rows, and one more
  const std::vector<double> few = {0, 0, 1, 1, 2, 2, 5, 5, 5};
  options = KmeansOptions();
  options.k = 4;
  const Kmeans each = kmeans(few.data(), 9, 1, options, uniforms.data(), with_threads(threads));
  CHECK(each.tot_withinss == 0 && (std::set<std::int32_t>(each.cluster.begin(), each.cluster.end()).size() == 4));
  options.k = 5;
  Index found = 0;
  try {
    kmeans(few.data(), 9, 1, options, uniforms.data(), with_threads(threads));
  } catch (const TooFewDistinctRows& too_few) {
    found = too_few.found;
  }
  CHECK(found == 4);
}

// A fit by grids, all of its steps.
struct Options : GridOptions {
  KmeansOptions kmeans;
};

struct Result : GridSpectrum, Partition {
  Placing placing;
};

Options make_options(Index k, Index n_starts = 3) {
  Options options;
  options.k = options.n_vectors = k;
  options.kmeans.k = k;
  options.kmeans.n_starts = n_starts;
  options.solver.ncv = std::max<Index>(12, 3 * (k + 1));
  return options;
}

PartitionOptions make_partition_options(const Options& options, const double* uniforms) {
  PartitionOptions result;
  result.n_vectors = options.n_vectors;
  result.kmeans = options.kmeans;
  result.uniforms = uniforms;
  result.base_solver = options.solver;
  return result;
}

Result sc_rb(const Input& x, const Scaling& scaling, const Grids& grids, const Options& options, const double* uniforms,
             const Context& context) {
  Result result;
  static_cast<GridSpectrum&>(result) = embed_grids(x, scaling, grids, options, context);
  PlacedPartition partition = make_partition(result, x, scaling, make_partition_options(options, uniforms), context);
  result.placing = partition.placing;
  result.placing.embedding_centers = partition.kmeans.centers;
  static_cast<Partition&>(result) = std::move(partition);
  return result;
}

Prediction predict(const Input& x, const Result& fit, const Draws& draws, const Context& context) {
  return predict_by_grids(x, draws.scaling(),
                          {draws.grids(), fit.dictionary, fit.weights.shared.data(), fit.weights.single.data()},
                          fit.placing, context);
}

void check_fit(const Result& fit, const Data& data, Index k) {
  std::int32_t highest = -1;
  bool in_order = true, unit = true;
  for (Index i = 0; i < data.n; ++i) {
    in_order &= fit.cluster[i] <= highest + 1 && fit.cluster[i] >= 0;
    highest = std::max(highest, fit.cluster[i]);
    double square = 0;
    for (Index j = 0; j < k; ++j) square += fit.embedding[i * k + j] * fit.embedding[i * k + j];
    unit &= square == 0 || near(square, 1, 1e-12);
  }
  CHECK(in_order);
  CHECK(unit);
  CHECK(highest == k - 1);
  CHECK(near(fit.eigenvalues[0], 1, 1e-9));
  CHECK(std::is_sorted(fit.eigenvalues.rbegin(), fit.eigenvalues.rend() - 1));
  bool small = true;
  for (double residual : fit.residuals) small &= residual < 1e-3;
  CHECK(small);
}

void test_pipeline(int threads, Random& random) {
  for (Index n : {60, 1500}) {
    const Index k = 4;
    const Data data = make_blobs(n, 3, k, 3.0, 0.3, random);
    const Draws draws(64, 3, 1.0, random);
    const std::vector<double> uniforms = draw_uniforms(3 * k, random);
    const Context context = with_threads(threads);
    const Result fit = sc_rb(data.input(), draws.scaling(), draws.grids(), make_options(k), uniforms.data(), context);
    check_fit(fit, data, k);
    CHECK(same_partition(fit.cluster, data.truth));

    const Result alone =
        sc_rb(data.input(), draws.scaling(), draws.grids(), make_options(k), uniforms.data(), with_threads(1));
    CHECK(alone.cluster == fit.cluster && alone.embedding == fit.embedding && alone.eigenvalues == fit.eigenvalues);

    const Prediction again = predict(data.input(), fit, draws, context);
    CHECK(again.cluster == fit.cluster && again.embedding == fit.embedding && again.unknown == 0);

    const SparseData sparse(data);
    const Result of_sparse =
        sc_rb(sparse.input(), draws.scaling(), draws.grids(), make_options(k), uniforms.data(), context);
    CHECK(of_sparse.cluster == fit.cluster && of_sparse.embedding == fit.embedding);
    CHECK(predict(sparse.input(), of_sparse, draws, context).cluster == fit.cluster);

    Data far(2, 3);
    for (Index l = 0; l < 3; ++l) {
      far.at(0, l) = -1e6;
      far.at(1, l) = 1e6;
    }
    const Prediction lost = predict(far.input(), fit, draws, context);
    CHECK(lost.unknown == 2 && lost.cluster[0] == fit.cluster[0] && lost.cluster[1] == fit.cluster[3]);
  }
}

// Blobs without a link and a lone row far away: values of 1 exactly, and a stray row.
void test_disconnected(int threads, Random& random) {
  const Index k = 5, n = 1001;
  Data data = make_blobs(n, 2, k, 1000.0, 0.3, random);
  for (Index l = 0; l < 2; ++l) data.at(n - 1, l) = 2400;
  const Draws draws(64, 2, 1.0, random);
  const std::vector<double> uniforms = draw_uniforms(3 * k, random);
  const Context context = with_threads(threads);
  const Result fit = sc_rb(data.input(), draws.scaling(), draws.grids(), make_options(k), uniforms.data(), context);
  check_fit(fit, data, k);
  CHECK(fit.components.stray_rows == 1 && fit.components.size.size() == 5);
  for (Index j = 0; j < k; ++j) CHECK(fit.eigenvalues[j] == 1);
  CHECK(fit.eigenvalues[k] < 0.999);
  std::vector<std::int32_t> cluster(fit.cluster.begin(), fit.cluster.end() - 1), truth = data.truth;
  truth.pop_back();
  CHECK(same_partition(cluster, truth));
  CHECK(fit.cluster.back() == fit.cluster[2]);
  const Prediction again = predict(data.input(), fit, draws, context);
  CHECK(again.cluster == fit.cluster && again.embedding == fit.embedding);
}

// Enough rows for every loop over them to use all threads.
void test_many_rows(int threads, Random& random) {
  const Index n = 70001, k = 4;
  const Data data = make_blobs(n, 2, k, 3.0, 0.3, random);
  const Draws draws(12, 2, 1.0, random);
  const std::vector<double> uniforms = draw_uniforms(2 * k, random);
  const Options options = make_options(k, 2);
  const Result one = sc_rb(data.input(), draws.scaling(), draws.grids(), options, uniforms.data(), with_threads(1));
  const Context context = with_threads(threads);
  const Result more = sc_rb(data.input(), draws.scaling(), draws.grids(), options, uniforms.data(), context);
  check_fit(more, data, k);
  CHECK(one.cluster == more.cluster && one.embedding == more.embedding && one.eigenvalues == more.eigenvalues);
  CHECK(one.centers == more.centers && one.kmeans.withinss == more.kmeans.withinss);
  const Prediction again = predict(data.input(), more, draws, context);
  CHECK(again.cluster == more.cluster && again.embedding == more.embedding);
}

void test_whole_numbers(Random& random) {
  const Index n = 300, d = 2, k = 3;
  std::vector<int> x(n * d);
  Data data(n, d);
  std::uniform_int_distribution<int> noise(0, 9);
  for (Index i = 0; i < n; ++i)
    for (Index l = 0; l < d; ++l) data.at(i, l) = x[l * n + i] = static_cast<int>(i % k) * 50 + noise(random);
  const Input input = matrix_input({nullptr, x.data(), 0}, n, d);
  const Draws draws(64, d, 5.0, random);
  const std::vector<double> uniforms = draw_uniforms(3 * k, random);
  const Result whole = sc_rb(input, draws.scaling(), draws.grids(), make_options(k), uniforms.data(), with_threads(1));
  const Result real =
      sc_rb(data.input(), draws.scaling(), draws.grids(), make_options(k), uniforms.data(), with_threads(1));
  CHECK(whole.cluster == real.cluster && whole.embedding == real.embedding && whole.centers == real.centers);
}

// A number and a factor, each of which tells the groups; codes are cells where an offset is below 1.
void test_factors(Random& random) {
  const Index n = 300, k = 3;
  std::vector<double> number(n);
  std::vector<int> code(n);
  std::normal_distribution<double> noise(0, 0.3);
  for (Index i = 0; i < n; ++i) {
    number[i] = static_cast<double>(i % k) + noise(random);
    code[i] = static_cast<int>(i % k) + 1;
  }
  Input input;
  input.n_rows = n;
  input.n_cols = 2;
  input.columns = {{number.data(), nullptr, 0}, {nullptr, code.data(), k + 1}};  // one level has no rows
  Draws draws(64, 2, 1.0, random);
  const Context context = with_threads(2);
  const Table table = make_table(input, draws.scaling(), context);
  CHECK(table.is_factor[0] == 0 && table.is_factor[1] == 1);
  const Grids grids = draws.grids();
  const Bins bins = make_bins(table, grids, false, context);
  for (Index g = 0; g < grids.n_grids; ++g) {
    const bool apart = grids.offsets[2 * g + 1] < 1;
    for (Index i = 1; i < n; ++i) {  // against row 0
      const auto cell = [&](Index row) {
        return std::floor((number[row] - grids.offsets[2 * g]) / grids.widths[2 * g]);
      };
      const bool together = cell(0) == cell(i) && (!apart || code[0] == code[i]);
      if (bins.grids[g].id(0) != 0) CHECK((bins.grids[g].id(0) == bins.grids[g].id(i)) == together);
    }
  }
  const std::vector<double> distance = pair_distances(table, {0, 0}, {1, k}, false, context);
  CHECK(near(distance[0], std::fabs(number[0] - number[1]) + 1, 1e-6));
  CHECK(near(distance[1], std::fabs(number[0] - number[k]), 1e-6));
  const std::vector<double> uniforms = draw_uniforms(3 * k, random);
  const Result fit = sc_rb(input, draws.scaling(), grids, make_options(k), uniforms.data(), context);
  for (Index c = 0; c < k; ++c) CHECK(fit.centers[2 * c + 1] == static_cast<double>(fit.cluster[c] == c ? c + 1 : -1));

  // an unknown level: in grids that do not tell levels apart it makes no difference, in the others it meets no bin
  const std::vector<int> unknown(n, k + 2);
  Input new_rows = input;
  new_rows.columns[1].whole = unknown.data();
  for (bool apart : {false, true}) {
    for (Index g = 0; g < draws.n_grids; ++g) draws.offsets[2 * g + 1] = apart ? 0.5 : 1.5;
    const Result again = sc_rb(input, draws.scaling(), draws.grids(), make_options(k), uniforms.data(), context);
    const Prediction prediction = predict(new_rows, again, draws, context);
    CHECK(prediction.unknown == (apart ? n : 0));
    if (!apart) CHECK(prediction.cluster == again.cluster);
  }
}

// The reason for which a fit is impossible, -1 where it is not.
int reason_of_failure(const Data& data, const Draws& draws, Index k, const std::vector<double>& uniforms) {
  try {
    sc_rb(data.input(), draws.scaling(), draws.grids(), make_options(k), uniforms.data(), with_threads(2));
  } catch (const CannotCluster& why) {
    return static_cast<int>(why.reason);
  }
  return -1;
}

void test_failures(Random& random) {
  using Reason = CannotCluster::Reason;
  const std::vector<double> uniforms = draw_uniforms(3 * 5, random);
  const Data data = make_blobs(300, 2, 3, 3.0, 0.3, random);
  CHECK(reason_of_failure(data, Draws(32, 2, 1e9, random), 3, uniforms) == static_cast<int>(Reason::low_rank));
  for (double sigma : {1e-6, 1e-9, 1e-12, 1e-30})
    CHECK(reason_of_failure(data, Draws(32, 2, sigma, random), 3, uniforms) ==
          static_cast<int>(Reason::all_rows_alone));
  Data copies(300, 2);
  copies.at(0, 0) = 1;
  CHECK(reason_of_failure(copies, Draws(32, 2, 1, random), 3, uniforms) == static_cast<int>(Reason::few_distinct_rows));
}

void test_columns(int threads) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  Data data(4, 3);
  data.x = {1, 2, 3, 4, nan, 5, nan, 5, -inf, 0, 0, inf};
  ColumnSummary summary = summarize_columns(data.input(), with_threads(threads));
  CHECK(summary.missing.count == 2 && summary.missing.row == 0 && summary.missing.column == 1);
  CHECK(summary.infinite.count == 2 && summary.infinite.row == 0 && summary.infinite.column == 2);
  CHECK(summary.min[0] == 1 && summary.max[0] == 4 && near(summary.sd[0], std::sqrt(5.0 / 3), 1e-12));
  Data gaps(4, 2);
  gaps.x = {0, 3, 0, 1, -2, 0, 0, 0};
  const SparseData sparse(gaps);
  const ColumnSummary dense = summarize_columns(gaps.input(), with_threads(threads));
  summary = summarize_columns(sparse.input(), with_threads(threads));
  CHECK(summary.min == dense.min && summary.max == dense.max);
  CHECK(near(summary.sd[0], dense.sd[0], 1e-12) && near(summary.sd[1], dense.sd[1], 1e-12));
  const std::vector<int> whole = {1, INT_MIN, 3};
  summary = summarize_columns(matrix_input({nullptr, whole.data(), 0}, 3, 1), with_threads(threads));
  CHECK(summary.missing.count == 1 && summary.missing.row == 1 && summary.max[0] == 3);
}

// Says that the user wants to stop after a number of questions, and notes who asks.
class Impatient : public Progress {
 public:
  explicit Impatient(int patience) : patience_(patience) {}
  void report(const char* step, double done, double total) override {
    // steps follow one another, and none goes back
    const double fraction = done / total;
    sound = sound && fraction >= (step == step_ ? fraction_ : 0) && fraction <= 1;
    sound = sound && (step == step_ || steps.insert(step).second) && std::this_thread::get_id() == owner_;
    step_ = step;
    fraction_ = fraction;
  }
  bool interrupted() override {
    sound = sound && std::this_thread::get_id() == owner_;
    return questions++ >= patience_;
  }
  std::set<std::string> steps;
  int questions = 0;
  bool sound = true;

 private:
  int patience_;
  std::string step_;
  double fraction_ = 0;
  std::thread::id owner_ = std::this_thread::get_id();
};

void test_interrupts(int threads, Random& random) {
  const Index k = 4;
  const Data data = make_blobs(3000, 3, k, 3.0, 1.0, random);
  const Draws draws(64, 3, 1.0, random);
  const std::vector<double> uniforms = draw_uniforms(3 * k, random);
  auto is_stopped = [&](Progress& progress, int count) {
    try {
      sc_rb(data.input(), draws.scaling(), draws.grids(), make_options(k), uniforms.data(), Context(count, &progress));
    } catch (const Interrupted&) {
      return true;
    }
    return false;
  };
  Impatient patient(INT_MAX);
  CHECK(!is_stopped(patient, 1));
  CHECK(patient.sound);
  for (const char* step : {"bins", "degrees", "singular_vectors", "embedding", "kmeans", "labels"})
    CHECK(patient.steps.count(step));
  CHECK(patient.questions > 20);
  for (int patience = 0; patience < patient.questions; patience += 1 + patience / 3) {
    Impatient progress(patience);
    CHECK(is_stopped(progress, 1));
    CHECK(progress.sound);
  }
  for (int patience : {0, 1, 5}) {
    Impatient progress(patience);
    CHECK(is_stopped(progress, threads));
    CHECK(progress.sound);
  }
}

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

void test_dense_features(int threads, Random& random) {
  const Context context = with_threads(threads);
  for (Index n : {1, 64, 700}) {
    Data data = make_blobs(n, 3, 2, 1.0, 0.5, random);
    for (Index i = 0; i < n; i += 2) data.at(i, 1) = 0;
    const Draws none(1, 3, 1.0, random);
    const SparseData sparse(data);
    const Table table = make_table(data.input(), none.scaling(), context);
    const Table sparse_table = make_table(sparse.input(), none.scaling(), context);
    std::vector<Index> rows;
    for (Index i = 0; i < n; i += 3) rows.push_back(i);
    const Points landmarks = to_points(make_table(data.input(), none.scaling(), rows, context));
    for (Kernel::Shape shape : {Kernel::Shape::laplacian, Kernel::Shape::gaussian}) {
      const Kernel kernel{shape, 0.8};
      const DenseFeatures dense = kernel_features(table, landmarks, kernel, context);
      const DenseFeatures same = kernel_features(sparse_table, landmarks, kernel, with_threads(1));
      CHECK(std::equal(dense.values.get(), dense.values.get() + n * dense.n_cols, same.values.get()));
      bool right = true;
      for (Index i = 0; i < n; ++i)
        for (Index p = 0; p < dense.n_cols; ++p)
          right &= near(dense.rows(i, i + 1)(0, p), similarity(data, i, rows[p], kernel), 1e-6);
      CHECK(right);
    }
    std::vector<double> frequencies(3 * 70), weights = draw_uniforms(n, random);
    std::cauchy_distribution<double> cauchy;
    for (double& value : frequencies) value = cauchy(random);
    frequencies[0] = 1e7;  // an angle that a float cannot hold
    const DenseFeatures z = fourier_features(table, frequencies.data(), 70, context);
    bool right = true;
    for (Index i = 0; i < n; ++i)
      for (Index f = 0; f < 70; ++f) {
        double angle = 0;  // of the entries as the table has them
        for (Index l = 0; l < 3; ++l) angle += static_cast<float>(data.at(i, l)) * frequencies[f * 3 + l];
        right &= near(z.rows(i, i + 1)(0, f), std::cos(angle) / std::sqrt(70.0), 1e-6);
        right &= near(z.rows(i, i + 1)(0, 70 + f), std::sin(angle) / std::sqrt(70.0), 1e-6);
      }
    CHECK(right);
    const Eigen::MatrixXd all = z.rows(0, n).cast<double>();
    const Eigen::Map<const Eigen::VectorXd> weight(weights.data(), n);
    const Eigen::MatrixXd found = gram(z, weights, context);
    CHECK((found - all.transpose() * weight.asDiagonal() * all).cwiseAbs().maxCoeff() < 1e-6 * static_cast<double>(n));
    CHECK(found == gram(z, weights, with_threads(1)));
    CHECK((column_sums(z, context) - all.colwise().sum().transpose()).norm() < 1e-9 * static_cast<double>(n));
    const Eigen::MatrixXd by = Eigen::MatrixXd::Random(140, 3);
    const std::vector<double> product = multiply(z, by, context);
    CHECK((Eigen::Map<const Eigen::MatrixXd>(product.data(), 3, n).transpose() - all * by).norm() < 1e-9);
  }
}

// The nearest landmarks against a sort of all of them, with equal distances among them.
void test_nearest(int threads, Random& random) {
  const Context context = with_threads(threads);
  for (Index d : {1, 2, 5, 70})
    for (Index n : {3, 130, 900}) {
      Data data(n, d);
      std::uniform_int_distribution<int> few(0, 5);
      std::normal_distribution<double> noise(0, 1);
      const bool whole = d < 5;  // few different rows: many are equally near
      for (double& value : data.x) value = whole ? few(random) : noise(random);
      const Draws none(1, d, 1.0, random);
      const Table table = make_table(data.input(), none.scaling(), context);
      std::vector<Index> rows;
      for (Index i = 0; i < n; i += 2) rows.push_back(i);
      const Points landmarks = to_points(make_table(data.input(), none.scaling(), rows, context));
      const Index count = std::min<Index>(5, landmarks.count);
      for (Kernel::Shape shape : {Kernel::Shape::laplacian, Kernel::Shape::gaussian}) {
        const NearestLandmarks found = find_nearest(table, landmarks, count, shape, context);
        const NearestLandmarks sparse = find_nearest(make_table(SparseData(data).input(), none.scaling(), context),
                                                     landmarks, count, shape, with_threads(1));
        CHECK(found.landmark == sparse.landmark && found.distance == sparse.distance);
        bool right = true;
        for (Index i = 0; i < n; ++i) {
          std::vector<std::pair<float, Index>> all;
          for (Index p = 0; p < landmarks.count; ++p) {
            float sum = 0;
            for (Index l = 0; l < d; ++l) {
              const float off = static_cast<float>(data.at(i, l)) - landmarks.point(p)[l];
              sum += shape == Kernel::Shape::laplacian ? std::fabs(off) : off * off;
            }
            all.emplace_back(sum, p);
          }
          std::sort(all.begin(), all.end());
          for (Index j = 0; j < count; ++j) {
            right &= near(found.distance[i * count + j], all[j].first, 1e-4);
            // where no other is as near up to rounding, it is this one; of equal ones the first
            if (whole) right &= found.landmark[i * count + j] == all[j].second;
          }
        }
        CHECK(right);
      }
    }
}

void test_projection(int threads, Random& random) {
  const Index n = 3000, d = 80;
  Data data(n, d);  // three wide directions, and noise
  std::normal_distribution<double> noise(0, 1);
  for (Index i = 0; i < n; ++i) {
    const double a = 9 * noise(random), b = 6 * noise(random), c = 4 * noise(random);
    for (Index l = 0; l < d; ++l)
      data.at(i, l) = 5 + a * (l % 3 == 0) + b * (l % 3 == 1) + c * (l % 3 == 2) + 0.1 * noise(random);
  }
  const Draws none(1, d, 1.0, random);
  const Table table = make_table(data.input(), none.scaling(), with_threads(1));
  const Projection one = principal_components(table, 3, with_threads(1));
  const Projection more = principal_components(table, 3, with_threads(threads));
  CHECK(one.directions == more.directions && one.n_components == 3);
  // the first direction is that of columns 0, 3, ...
  for (Index l = 0; l < d; ++l) CHECK(near(std::fabs(one.directions[l]), l % 3 == 0 ? 1 / std::sqrt(27.0) : 0, 0.05));
  const Table projected = project(table, one, with_threads(threads));
  const std::vector<double> before = pair_distances(table, {0, 1}, {2, 3}, true, with_threads(1));
  const std::vector<double> after = pair_distances(projected, {0, 1}, {2, 3}, true, with_threads(1));
  for (int p : {0, 1}) CHECK(near(after[p] / before[p], 1, 0.02));
}

struct LandmarkFit : LandmarkSpectrum, Partition {
  Placing placing;
};

LandmarkFit sc_landmarks(const Input& x, const Scaling& scaling, const LandmarkOptions& options,
                         const PartitionOptions& partition_options, const Context& context) {
  LandmarkFit result;
  static_cast<LandmarkSpectrum&>(result) = embed_landmarks(x, scaling, options, context);
  PlacedPartition partition = make_partition(result, x, scaling, partition_options, context);
  result.placing = partition.placing;
  result.placing.embedding_centers = partition.kmeans.centers;
  static_cast<Partition&>(result) = std::move(partition);
  return result;
}

void test_landmarks(int threads, Random& random) {
  for (Index n : {40, 3000}) {
    const Index k = 4;
    const Data data = make_blobs(n, 3, k, 3.0, 0.3, random);
    const Draws none(1, 3, 1.0, random);
    LandmarkOptions options;
    options.k = k;
    options.n_vectors = 3 * k;
    options.solver.ncv = 39;
    for (Index i = 0; i<n; i += n> 100 ? 3 : 1) options.pool.push_back(i);
    const std::vector<double> uniforms = draw_uniforms(3 * k, random), base_uniforms = draw_uniforms(80, random);
    PartitionOptions partition;
    partition.n_vectors = options.n_vectors;
    partition.kmeans.k = k;
    partition.kmeans.n_starts = 3;
    partition.uniforms = uniforms.data();
    partition.base_solver = options.solver;
    for (bool gaussian : {true, false})
      for (bool consensus : {false, true}) {
        options.gaussian = gaussian;
        partition.base.sizes = consensus ? std::vector<Index>(10, 6) : std::vector<Index>();
        partition.base.uniforms = base_uniforms.data();
        const Context context = with_threads(threads);
        const LandmarkFit fit = sc_landmarks(data.input(), none.scaling(), options, partition, context);
        CHECK(same_partition(fit.cluster, data.truth));
        CHECK(near(fit.eigenvalues[0], 1, 1e-9));
        for (double residual : fit.residuals) CHECK(residual < 1e-3);
        const LandmarkFit alone = sc_landmarks(data.input(), none.scaling(), options, partition, with_threads(1));
        CHECK(alone.cluster == fit.cluster && alone.embedding == fit.embedding);
        const Prediction again = predict_by_landmarks(data.input(), none.scaling(), data.input(), none.scaling(),
                                                      fit.model, fit.weights.shared.data(), fit.placing, context);
        CHECK(again.cluster == fit.cluster && again.embedding == fit.embedding && again.unknown == 0);
        Impatient progress(1);
        bool stopped = false;
        try {
          sc_landmarks(data.input(), none.scaling(), options, partition, Context(threads, &progress));
        } catch (const Interrupted&) {
          stopped = true;
        }
        CHECK(stopped);
      }
  }
}

// A cluster that all base clusterings set apart stays one, however small: fewer rows than a component must have.
void test_small_consensus(Random& random) {
  const Index n = 1000, few = 4;
  std::vector<double> rows(2 * n);
  std::normal_distribution<double> noise(0, 0.01);
  for (Index i = 0; i < n; ++i) {
    const double angle = (i < few ? 1.5 : 0.0) + noise(random);
    rows[2 * i] = std::cos(angle);
    rows[2 * i + 1] = std::sin(angle);
  }
  const std::vector<double> uniforms = draw_uniforms(10, random);
  BaseOptions base;
  base.sizes = {2, 2, 2, 2, 2};
  base.uniforms = uniforms.data();
  SpectrumOptions options;
  options.solver.ncv = 9;
  const Consensus found = find_consensus(rows, 2, base, options, with_threads(1));
  CHECK(few < smallest_cluster(n, 2) && found.second.components.size == std::vector<Index>({n - few, few}));
  CHECK(found.second.components.stray_rows == 0);
  CHECK(embed_by_consensus(rows, 2, found.base, 2, with_threads(1)) == found.second.rows);
}

void test_baselines(int threads, Random& random) {
  const Data data = make_blobs(900, 2, 3, 3.0, 0.2, random);
  const Draws none(1, 2, 1.0, random);
  std::vector<double> frequencies(2 * 200);
  std::cauchy_distribution<double> cauchy;
  for (double& value : frequencies) value = cauchy(random);
  const std::vector<double> uniforms = draw_uniforms(15, random), landmark_uniforms = draw_uniforms(60, random);
  BaselineDraws draws;
  draws.frequencies = frequencies.data();
  draws.n_frequencies = 200;
  for (Index i = 0; i < data.n; i += 7) draws.rows.push_back(i);
  draws.uniforms = uniforms.data();
  draws.landmark_uniforms = landmark_uniforms.data();
  BaselineOptions options;
  options.kmeans.k = 3;
  options.kmeans.n_starts = 5;
  options.solver.ncv = 12;
  options.landmarks.k = 60;
  options.landmarks.max_iterations = 5;
  options.n_nearest = 5;
  for (Baseline method : {Baseline::kmeans, Baseline::exact, Baseline::kk_rs, Baseline::kk_rf, Baseline::sv_rf,
                          Baseline::sc_rf, Baseline::nystrom, Baseline::lsc}) {
    options.method = method;
    auto fit = [&](int n_threads, Progress* progress) {
      return sc_baseline(data.input(), data.input(), none.scaling(), options, draws, Context(n_threads, progress));
    };
    const BaselineResult one = fit(1, nullptr), more = fit(threads, nullptr);
    CHECK(same_partition(one.cluster, data.truth));
    CHECK(one.cluster == more.cluster && one.embedding == more.embedding && one.eigenvalues == more.eigenvalues);
    for (double residual : one.residuals) CHECK(residual < 1e-3);
    Impatient progress(1);
    bool stopped = false;
    try {
      fit(threads, &progress);
    } catch (const Interrupted&) {
      stopped = true;
    }
    CHECK(stopped);
  }
}

void test_parallel(int threads) {
  const Context context = with_threads(threads);
  std::vector<int> visits(1000, 0);
  parallel_for(1000, context, [&](Index t, int thread) { visits[t] += thread >= 0 && thread < threads; });
  CHECK(std::all_of(visits.begin(), visits.end(), [](int v) { return v == 1; }));
  for (Index bad : {0, 7, 999}) {
    std::string message;
    try {
      parallel_for(1000, context, [&](Index t, int) {
        if (t == bad) throw std::runtime_error("task " + std::to_string(t));
      });
    } catch (const std::runtime_error& error) {
      message = error.what();
    }
    CHECK(message == "task " + std::to_string(bad));
  }
  parallel_for(0, context, [&](Index, int) { visits[0] = 0; });
  CHECK(visits[0] == 1);

  // sums go over fixed chunks and once through reduce
  const Index n = 100000;
  int reduced = 0;
  auto sum = [&](int count) {
    Context other = with_threads(count);
    other.reduce = [&](double* values, Index length) {
      ++reduced;
      values[length - 1] += 1;
    };
    return sum_rows(n, 2, other, [](Index begin, Index end, double* sums) {
      for (Index i = begin; i < end; ++i) sums[0] += 1.0 / static_cast<double>(i + 1);
    });
  };
  const std::vector<double> one = sum(1), more = sum(threads);
  CHECK(one == more && one[1] == 1 && reduced == 2);
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 1;
  Random random(20180819);
  test_parallel(threads);
  test_cells(random);
  test_columns(threads);
  test_bins(threads, random);
  test_products(threads, random);
  test_wide_ids(threads, random);
  test_components(threads, random);
  test_eigenpairs(random);
  test_kmeans(threads, random);
  test_pipeline(threads, random);
  test_disconnected(threads, random);
  test_many_rows(threads, random);
  test_whole_numbers(random);
  test_factors(random);
  test_failures(random);
  test_interrupts(threads, random);
  test_dense_features(threads, random);
  test_nearest(threads, random);
  test_projection(threads, random);
  test_landmarks(threads, random);
  test_small_consensus(random);
  test_baselines(threads, random);
  std::cout << held << " checks of the core held, " << broken << " did not (" << threads << " threads)\n";
  return broken > 0;
}
