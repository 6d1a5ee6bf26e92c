// Grids on the side of the bins, against the side of the rows.

#include "features/bins.h"
#include "spectra.h"

namespace {

using namespace scrb_test;
using Eigen::VectorXd;

TEST("grids on the side of the bins: the spectrum is that on the side of the rows") {
  for (unsigned seed : {1, 2, 3})
    for (Index m : {3, 5}) {
      Random random(seed);
      const Data data = make_blobs(700, 2, 3, 1.2, 0.5, random);
      const Draws draws(10, 2, 1.5, random);
      const DenseRows rows = data.rows();
      const ScaledRows scaled(rows, no_scaling(2), Reading());
      const Bins bins = make_bins(scaled, draws.grids(), false, Context(1));
      CHECK(!bins.owners.empty() && bins.n_sums() < bins.n_rows());  // some rows have bins to themselves
      SpectrumOptions options = spectrum_options(3, m);
      options.solver.tolerance = 1e-9;
      for (const bool two_sided : {false, true}) {
        const TwoSided both(bins, Context(1));
        const Similarity& similarity = two_sided ? static_cast<const Similarity&>(both) : bins;
        const Spectrum by_row = row_spectrum(similarity, options, Context(1));
        const Spectrum by_bin = features_spectrum(bins, two_sided, options, Context(scrb_test::threads()));
        CHECK(std::string(by_row.solution.side) == "rows" && std::string(by_bin.solution.side) == "bins");
        check_weights(by_bin, similarity);
        CHECK(by_row.components.size == by_bin.components.size);
        for (Index j = 0; j < m; ++j) {
          CHECK(near(by_row.solution.eigenvalues[j], by_bin.solution.eigenvalues[j], 1e-8));
          // places are the same, but for their sign and, on the side of the bins, a factor of all of them
          const VectorXd a = by_rows(by_row.rows, m).col(j), b = by_rows(by_bin.rows, m).col(j);
          CHECK(std::fabs(a.dot(b)) > (1 - 1e-6) * a.norm() * b.norm());
          CHECK(near(b.norm() / a.norm(), by_rows(by_bin.rows, m).col(0).norm() / by_rows(by_row.rows, m).col(0).norm(),
                     1e-5));
        }
      }
    }
}

}  // namespace
