# Several k from one decomposition: how stable the clusters of each k are, on a sample of rows.

# Scores less than this apart are taken for equal.
path_tie <- 0.02

# Features are split into halves twice, but only once where there are so many rows that embedding them takes long.
draw_path <- function(n, most_k) {
  restarts <- 30L
  half_starts <- 5L
  rows <- draw_rows(n, 2000L)
  restart_uniforms <- stats::runif(restarts * most_k)
  halves <- replicate(if (n > 20000) 2 else 4, stats::runif(half_starts * most_k), simplify = FALSE)
  list(rows = rows, restarts = restarts, half_starts = half_starts, restart_uniforms = restart_uniforms,
       halves = halves)
}

# The core's scores with the gap after the k-th value, and which k was chosen.
complete_path <- function(path, fit) {
  values <- fit$singular_values
  path$gap <- values[path$k] - values[path$k + 1]
  path$chosen <- path$k == fit$k
  path[vapply(path, is.double, NA)] <- lapply(path[vapply(path, is.double, NA)], nan_to_na)
  path[c("k", "gap", "silhouette", "restart", "halves", "stability", "smallest", "largest", "chosen")]
}

nan_to_na <- function(values) replace(values, is.nan(values), NA)

is_top <- function(path) path$stability >= max(path$stability, na.rm = TRUE) - path_tie

chosen_k <- function(path) path$k[path$chosen]

# The most stable of the others.
next_k <- function(path) {
  others <- path[!path$chosen, ]
  others$k[which.max(others$stability)]
}
