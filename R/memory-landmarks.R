# The most memory in bytes that sc_landmarks() uses at any one time, beyond x itself: what src/sc_landmarks.cpp has at
# the same time. `d`: columns, factors spread. `projected`: columns after that, 0 where they are not projected.
landmarks_memory <- function(n, d, k, n_landmarks, n_nearest, n_vectors, projected, consensus) {
  n <- as.double(n)
  table <- 4 * n * d
  near <- if (projected > 0) 4 * n * projected else table
  lists <- 8 * n * n_nearest
  vectors <- 8 * n * n_vectors
  max(
    if (projected > 0) table + near,
    near + 1.5 * lists + 8 * n_landmarks * near / n,
    2 * lists + 8 * n_landmarks * (2 * n_vectors + 45) + 32 * n + vectors + 128 * n,
    2 * vectors + 40 * n,
    consensus_memory(n, k, n_vectors, consensus)
  )
}
