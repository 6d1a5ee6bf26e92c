#ifndef SCRB_WIDE_VECTORS_H
#define SCRB_WIDE_VECTORS_H

// SCRB_WIDE_VECTORS before a function compiles it once more for CPUs with wider vectors; which one runs is chosen
// when the library is loaded. The arithmetic is the same operation by operation (no fused products), so
// results do not depend on it. Elsewhere it does nothing.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define SCRB_WIDE_VECTORS __attribute__((target_clones("avx2", "default")))
#else
#define SCRB_WIDE_VECTORS
#endif

#endif
