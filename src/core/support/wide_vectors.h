#ifndef SCRB_WIDE_VECTORS_H
#define SCRB_WIDE_VECTORS_H

// Short vectors for the loops that need them, and a second compilation of these loops for CPUs with AVX2.
// The arithmetic is the same operation by operation (no fused products), so results do not depend on
// which one runs. A loop is a SCRB_INLINE template on `lanes`; its wide version is called when
// has_wide_vectors(). On Windows the stack is not aligned for 32-byte vectors.

#if defined(__x86_64__) && defined(__GNUC__) && !defined(_WIN32)
#define SCRB_WIDE __attribute__((target("avx2")))
#else
#define SCRB_WIDE
#endif
#define SCRB_INLINE __attribute__((always_inline)) inline

namespace scrb {

inline bool has_wide_vectors() {
#if defined(__x86_64__) && defined(__GNUC__) && !defined(_WIN32)
  static const bool has = __builtin_cpu_supports("avx2");
  return has;
#else
  return false;
#endif
}

template <class Scalar, int lanes>
struct Vector {
  typedef Scalar Type __attribute__((vector_size(lanes * sizeof(Scalar))));
};

}  // namespace scrb

#endif
