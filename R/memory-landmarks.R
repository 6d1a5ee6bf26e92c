# The most memory in bytes that sc_landmarks() uses at any one time, beyond x itself. `d`: columns, factors spread.
# `projected`: columns after that, 0 where they are not projected.
landmarks_memory <- function(n, d, k, n_landmarks, n_nearest, n_vectors, projected, consensus) {
  n <- as.double(n)
  block <- min(4 * n * d, block_bytes())
  near <- if (projected > 0) projected else d
  points <- 4 * as.double(n_landmarks)
  lists <- 8 * n * n_nearest
  vectors <- 8 * n * n_vectors
  # Z by columns: let go before rows are placed where landmarks have a graph of their own, as those of many
  # rows have
  columns <- if (n > 64 * n_landmarks) 0 else lists
  graph <- min(3 * lists, 12 * 2^26)
  max(
    if (projected > 0) 6 * min(n, most_principal) * d,
    # the pool as rows, then as points; a tree of those that differ
    points * (d + 3 * near),
    block + 1.5 * lists + points * 3 * near,
    # links, again in another order, and by columns
    3 * lists + graph + points * 2 * near + 36 * n,
    lists + columns + points * (4 * n_vectors + 90 + 2 * near) + vectors + 128 * n,
    2 * vectors + 40 * n,
    consensus_memory(n, k, n_vectors, consensus)
  )
}
