#ifndef SCRB_SPECTRA_H
#define SCRB_SPECTRA_H

// What tests of spectra share: options, and the check of weights.

#include "reference.h"
#include "spectrum/spectrum.h"

namespace scrb_test {

inline SpectrumOptions spectrum_options(Index k, Index n_vectors) {
  SpectrumOptions options;
  options.k = k;
  options.n_vectors = n_vectors;
  options.solver.ncv = std::max<Index>(12, 3 * (n_vectors + 1));
  options.solver.dense_rows = 50;
  return options;
}

// Rows are what weights give, bit for bit.
inline void check_weights(const Spectrum& spectrum, const Similarity& similarity) {
  CHECK(static_cast<Index>(spectrum.weights.size()) == similarity.n_sums() * spectrum.n_vectors);
  CHECK(gather_weights(similarity, spectrum.weights.data(), spectrum.n_vectors, Context(3)) == spectrum.rows);
}

}  // namespace scrb_test

#endif
