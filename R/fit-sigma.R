# The sigma at which two random different rows have a mean kernel value of .02: every row is then similar to about 2 %
# of the data. Of few rows that would be none: five at least, if there are ten. A few thousand pairs are enough,
# whatever n.
choose_sigma <- function(x, scaling, threads, kernel = "laplacian", n_pairs = 4000L) {
  n <- nrow(x)
  target <- min(0.5, max(0.02, 5 / n))
  i <- sample.int(n, n_pairs, replace = TRUE)
  j <- (i + sample.int(max(1L, n - 1L), n_pairs, replace = TRUE) - 1L) %% n + 1L
  distance <- pair_distances(x, scaling, i, j, threads, kernel)
  distance <- distance[distance > 0]
  if (length(distance) == 0) {
    return(1) # rows that are all alike: no sigma tells them apart, and the fit will say so
  }
  similarity <- function(ratio) if (kernel == "gaussian") exp(-ratio^2 / 2) else exp(-ratio)
  excess <- function(log_sigma) mean(similarity(distance / exp(log_sigma))) - target
  ends <- log(range(distance)) + c(-4, 8)
  exp(stats::uniroot(excess, ends, tol = 1e-6)$root)
}

# Distances of rows i and j on scaled columns, as the kernel has them: L1, or Euclidean.
pair_distances <- function(x, scaling, i, j, threads, kernel = "laplacian") {
  rows <- sort(unique(c(i, j)))
  squares <- kernel == "gaussian"
  distance <- ask_core(pair_distances_cpp(x, scaling, rows, match(i, rows), match(j, rows), squares, threads))
  if (squares) sqrt(distance) else distance
}
