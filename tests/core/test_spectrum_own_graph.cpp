// Bins' own graph, of landmarks and of base clusters, against dense matrices and the operator that goes over the rows.

#include "features/bins.h"
#include "features/landmarks.h"
#include "reference.h"
#include "spectrum/normalized_operator.h"
#include "spectrum/own_graph.h"
#include "spectrum/spectrum.h"
#include "test.h"

namespace {

using namespace scrb_test;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Rows with links to landmarks: of a ring that are near to one another, or to any. Some weights are 0; the last rows
// have landmarks of their own, two rows for each.
struct Links {
  MatrixXd z;
  std::unique_ptr<LandmarkFeatures> features;

  Links(Index n, Index n_landmarks, Index n_nearest, bool near, Random& random) : z(MatrixXd::Zero(n, n_landmarks)) {
    NearestLandmarks nearest;
    nearest.n_rows = n;
    nearest.n_landmarks = n_landmarks;
    nearest.n_nearest = n_nearest;
    std::vector<float> weights;
    const Index apart = 3, ring = n_landmarks - apart;
    for (Index i = 0; i < n; ++i) {
      std::set<Index> linked;
      const Index first = static_cast<Index>(random()) % ring;
      while (static_cast<Index>(linked.size()) < n_nearest)
        linked.insert(near ? (first + static_cast<Index>(linked.size())) % ring : static_cast<Index>(random()) % ring);
      const bool alone = i >= n - 2 * apart;
      for (Index p : linked) {
        const bool is_first = p == *linked.begin();
        const Index landmark = alone && is_first ? ring + (n - 1 - i) / 2 : p;
        const bool vanishes = alone ? !is_first : !is_first && random() % 10 == 0;
        nearest.landmark.push_back(static_cast<std::int32_t>(landmark));
        weights.push_back(vanishes ? 0.0f : 0.1f + static_cast<float>(random() % 100) / 100);
        z(i, landmark) = static_cast<double>(weights.back());
      }
    }
    features = std::make_unique<LandmarkFeatures>(LandmarkLinks(nearest, weights));
  }
};

// Small base clusterings of n rows, the first of which have no place.
std::unique_ptr<Bins> draw_bins(Index n, Index without_place, const std::vector<Index>& sizes, Random& random) {
  BinIds ids(n, sizes);
  for (GridIds& grid : ids.grids)
    for (Index i = without_place; i < n; ++i)
      grid.narrow[i] = static_cast<std::uint16_t>(1 + static_cast<Index>(random()) % grid.n_bins);
  return std::make_unique<Bins>(std::move(ids));
}

std::vector<double> inverse_degrees(const std::vector<double>& degree, const Components& components) {
  std::vector<double> inverse(degree.size(), 0.0);
  for (std::size_t i = 0; i < degree.size(); ++i)
    if (components.of_row[i] != Components::stray) inverse[i] = 1 / degree[i];
  return inverse;
}

bool same_bits(const BinGraph& a, const BinGraph& b) {
  if (a.parts.size() != b.parts.size()) return false;
  for (std::size_t t = 0; t < a.parts.size(); ++t)
    if (a.parts[t].start != b.parts[t].start || a.parts[t].bin != b.parts[t].bin ||
        a.parts[t].value != b.parts[t].value)
      return false;
  return true;
}

// The graph operator of some features against that over the rows; of any number of threads the same bits.
void check_graph(const Features& features, Index smallest) {
  const TwoSided both(features, Context(1));
  const Components components = find_components(both, 5, static_cast<double>(smallest), Context(1));
  const std::vector<double> degree = degrees(both, Context(1)), inverse = inverse_degrees(degree, components);
  const Context context(scrb_test::threads());
  const auto op = make_bin_side(features, both.scale(), degree, components, context);
  CHECK(std::string(op->side()) == "graph");
  const BinOperator by_rows(features, both.scale(), inverse, components, context);
  CHECK(std::string(by_rows.side()) == "bins");
  CHECK(op->n_rows() == by_rows.n_rows() && op->inverse_sqrt_sums() == by_rows.inverse_sqrt_sums());
  CHECK(largest(op->known_vectors() - by_rows.known_vectors()) < 1e-12);
  const MatrixXd matrix = matrix_of(*op), expected = matrix_of(by_rows);
  CHECK(largest(matrix - expected) < 1e-12);

  const BinGraph graph = features.bin_graph(inverse, Context(1));
  CHECK(graph.is_known());
  for (int threads : {2, 3, 5}) CHECK(same_bits(graph, features.bin_graph(inverse, Context(threads))));
  MatrixXd g = MatrixXd::Zero(op->n_rows(), op->n_rows());
  bool increasing = true;
  for (std::size_t t = 0; t < graph.parts.size(); ++t) {
    const BinGraph::Part& part = graph.parts[t];
    for (std::size_t r = 0; r + 1 < part.start.size(); ++r)
      for (Index q = part.start[r]; q < part.start[r + 1]; ++q) {
        g(static_cast<Index>(t) * BinGraph::part_size + static_cast<Index>(r), part.bin[q]) = part.value[q];
        increasing = increasing && (q == part.start[r] || part.bin[q - 1] < part.bin[q]);
      }
  }
  CHECK(increasing);
  CHECK(g == g.transpose());
  CHECK(graph.n_entries() == (g.array() != 0).count());
  CHECK(is_stopped(0, 1,
                   [&](const Context& asked) { make_bin_side(features, both.scale(), degree, components, asked); }));
  CHECK(is_stopped(0, 2, [&](const Context& asked) { features.bin_graph(inverse, asked); }));
}

TEST("landmarks' own graph is the operator over the rows") {
  for (unsigned seed = 1; seed <= 5; ++seed)
    for (Index n_landmarks : {20, 64, 150}) {
      Random random(seed);
      const Links links(1500, n_landmarks, 4, true, random);
      check_graph(*links.features, 2);  // with small components
      check_graph(*links.features, 3);  // the rows of these are stray
    }
}

TEST("landmarks' own graph against a dense matrix") {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    Random random(seed);
    const Links links(900, 80, 3, true, random);
    std::vector<double> weights = draw_uniforms(900, random);
    for (Index i = 0; i < 900; i += 7) weights[i] = 0;
    const BinGraph graph = links.features->bin_graph(weights, Context(scrb_test::threads()));
    const MatrixXd expected = links.z.transpose() * Eigen::Map<VectorXd>(weights.data(), 900).asDiagonal() * links.z;
    MatrixXd rest = expected;
    for (Index p = 0; p < 80; ++p) {
      const BinGraph::Part& part = graph.parts[p / BinGraph::part_size];
      const Index r = p % BinGraph::part_size;
      for (Index q = part.start[r]; q < part.start[r + 1]; ++q) rest(p, part.bin[q]) -= part.value[q];
    }
    CHECK(largest(rest) < 1e-13 * largest(expected));
  }
}

TEST("where the own graph has too many entries products go over the rows, and spectra are the same") {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    Random random(seed);
    const Links far(400, 300, 6, false, random);
    const TwoSided both(*far.features, Context(1));
    const Components components = find_components(both, 3, 2, Context(1));
    const std::vector<double> degree = degrees(both, Context(1));
    for (int threads : {1, 2, 3}) {
      const Context context(threads);
      CHECK(!far.features->bin_graph(inverse_degrees(degree, components), context).is_known());
      CHECK(std::string(make_bin_side(*far.features, both.scale(), degree, components, context)->side()) == "bins");
    }
    // whichever way, the leading values are those on the side of the rows
    const Links near(2000, 40, 4, true, random);
    for (const Links* links : {&far, &near}) {
      const TwoSided features(*links->features, Context(1));
      SpectrumOptions options;
      options.k = 2;
      options.n_vectors = 4;
      options.solver.ncv = 20;
      options.solver.tolerance = 1e-8;
      options.solver.dense_rows = 8;
      const Context context(scrb_test::threads());
      const Spectrum of_bins = bin_spectrum(features, options, context);
      const Spectrum of_rows = row_spectrum(features, options, context);
      CHECK(std::string(of_bins.solution.side) == (links == &far ? "bins" : "graph"));
      CHECK(std::string(of_rows.solution.side) == "rows");
      for (Index j = 0; j < 4; ++j)
        CHECK(scrb_test::near(of_bins.solution.eigenvalues[j], of_rows.solution.eigenvalues[j], 1e-8));
    }
  }
}

TEST("scatters over rows and over columns have the same bits") {
  for (unsigned seed = 1; seed <= 3; ++seed)
    for (Index width : {1, 4, 8}) {
      Random random(seed);
      const Links links(1000, 70, 5, seed % 2 == 0, random);
      const std::vector<double> v = draw_normals(1000 * width, random);
      auto scatter = [&] {
        std::vector<double> sums(70 * width);
        if (width == 1) links.features->scatter(v.data(), sums.data(), Context(scrb_test::threads()));
        else links.features->scatter_panel(width, v.data(), sums.data(), Context(scrb_test::threads()));
        return sums;
      };
      const std::vector<double> by_rows = scatter();
      links.features->prepare_scatters(Context(1));
      CHECK(scatter() == by_rows);
    }
}

TEST("the graph of base clusters is the operator over the rows") {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    Random random(seed);
    check_graph(*draw_bins(900, 0, {3, 5, 4, 3, 6, 4, 5, 3, 3, 4}, random), 2);
    check_graph(*draw_bins(1200, 17, {20, 13, 2, 1, 17, 30}, random), 2);  // rows without a place are stray
    check_graph(*draw_bins(150000, 5, {7, 255, 9}, random), 2);            // rows some at a time
  }
}

TEST("base clusters have no graph of their own where it is larger than they are, or rows have unequal weights") {
  Random random(6);
  const auto large = draw_bins(100, 0, {40, 40, 40}, random);
  CHECK(!large->bin_graph(std::vector<double>(100, 0.5), Context(1)).is_known());
  const auto wide = draw_bins(200000, 0, {256}, random);
  CHECK(!wide->bin_graph(std::vector<double>(200000, 0.5), Context(1)).is_known());
  const auto small = draw_bins(1000, 0, {4, 5, 6}, random);
  CHECK(small->bin_graph(std::vector<double>(1000, 0.5), Context(1)).is_known());
  std::vector<double> unequal(1000, 0.5);
  unequal[3] = 0.25;
  CHECK(!small->bin_graph(unequal, Context(1)).is_known());
  CHECK(!small->bin_graph(std::vector<double>(1000, 0.0), Context(1)).is_known());
}

}  // namespace
