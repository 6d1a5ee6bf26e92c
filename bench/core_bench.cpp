// Times the core's loops on one data set, against a naive product, all in one process.
// Usage: core_bench FILE N D N_GRIDS SIGMA THREADS REPEATS
// FILE holds N x D doubles, column after column, already scaled. Prints name = value lines, nanoseconds per row
// and grid (and vector), medians over the repeats.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>

#include "features/bins.h"

namespace {

using scrb::Index;

template <class Run>
double median_nanoseconds(int repeats, double units, Run run) {
  std::vector<double> times;
  for (int r = 0; r < repeats; ++r) {
    const auto start = std::chrono::steady_clock::now();
    run();
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
    times.push_back(took.count() / units);
  }
  std::nth_element(times.begin(), times.begin() + repeats / 2, times.end());
  return times[repeats / 2];
}

// One double vector, 32-bit ids, grid after grid: what a first implementation does.
void naive_product(const std::vector<std::vector<std::uint32_t>>& ids, const std::vector<Index>& n_bins,
                   const std::vector<double>& x, std::vector<double>& y) {
  std::fill(y.begin(), y.end(), 0.0);
  for (std::size_t g = 0; g < ids.size(); ++g) {
    std::vector<double> sums(n_bins[g] + 1, 0.0);
    for (std::size_t i = 0; i < x.size(); ++i) sums[ids[g][i]] += x[i];
    for (std::size_t i = 0; i < x.size(); ++i) y[i] += sums[ids[g][i]];
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 8) return std::fprintf(stderr, "usage: core_bench FILE N D N_GRIDS SIGMA THREADS REPEATS\n"), 2;
  const Index n = std::atoll(argv[2]), d = std::atoll(argv[3]), n_grids = std::atoll(argv[4]);
  const double sigma = std::atof(argv[5]);
  const scrb::Context context(std::atoi(argv[6]));
  const int repeats = std::atoi(argv[7]);

  std::vector<double> data(n * d);
  std::ifstream file(argv[1], std::ios::binary);
  if (!file.read(reinterpret_cast<char*>(data.data()), static_cast<std::streamsize>(data.size() * sizeof(double))))
    return std::fprintf(stderr, "cannot read %s\n", argv[1]), 2;
  std::vector<double> zeros(d, 0.0), ones(d, 1.0), widths(d * n_grids), offsets(d * n_grids);
  std::mt19937_64 random(1);
  std::gamma_distribution<double> gamma(2.0, sigma);
  std::uniform_real_distribution<double> uniform;
  for (Index i = 0; i < d * n_grids; ++i) {
    widths[i] = gamma(random);
    offsets[i] = widths[i] * uniform(random);
  }
  const scrb::DenseRows x = scrb::matrix_rows({data.data(), nullptr}, n, d);
  scrb::Grids grids;
  grids.n_grids = n_grids;
  grids.n_cols = d;
  grids.widths = widths.data();
  grids.offsets = offsets.data();

  const double cells = static_cast<double>(n) * static_cast<double>(n_grids);
  const scrb::ScaledRows rows(x, {zeros, ones}, scrb::Reading());
  scrb::Bins bins(n, n_grids);
  const double binning =
      median_nanoseconds(repeats, cells, [&] { bins = scrb::make_bins(rows, grids, false, context); });

  std::vector<std::vector<std::uint32_t>> ids(n_grids, std::vector<std::uint32_t>(n));
  std::vector<Index> n_bins;
  for (Index g = 0; g < n_grids; ++g) {
    n_bins.push_back(bins.ids.grids[g].n_bins);
    for (Index i = 0; i < n; ++i) ids[g][i] = bins.ids.grids[g].id(i);
  }
  std::vector<double> v(n), y(n), sums(bins.n_sums());
  for (double& value : v) value = uniform(random);
  const double naive = median_nanoseconds(repeats, cells, [&] { naive_product(ids, n_bins, v, y); });
  ids.clear();
  const double tiled = median_nanoseconds(repeats, cells, [&] {
    bins.scatter(v.data(), sums.data(), context);
    bins.gather(sums.data(), v.data(), y.data(), context);
  });

  constexpr Index width = 8;
  std::vector<double> panel(n * width), image(n * width), panel_sums(bins.n_sums() * width);
  for (double& value : panel) value = uniform(random);
  const double block = median_nanoseconds(repeats, cells * width, [&] {
    bins.scatter_panel(width, panel.data(), panel_sums.data(), context);
    bins.gather_panel(width, panel_sums.data(), image.data(), context);
  });
  std::printf("bins_per_grid=%g\nbinning=%g\nnaive=%g\nproduct=%g\nblock=%g\n",
              static_cast<double>(bins.n_sums()) / static_cast<double>(n_grids), binning, naive, tiled, block);
  return 0;
}
