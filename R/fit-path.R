# Several k from one decomposition: how stable the clusters of each k are, on a sample of rows.

path_starts <- c(restart = 30L, halves = 5L)

# Scores less than this apart are taken for equal.
path_tie <- 0.02

# Features are split into halves twice, but only once where there are so many rows that embedding them takes long.
draw_path <- function(n, most_k) {
  halves <- if (n > 20000) 2 else 4
  list(n = n, rows = draw_rows(n, 2000L), restart = stats::runif(path_starts[["restart"]] * most_k),
       halves = replicate(halves, stats::runif(path_starts[["halves"]] * most_k), simplify = FALSE))
}

# A data frame with a row per k.
find_path <- function(features, embedded, options, draws, threads) {
  drawn <- draws$path
  places <- sampled_places(embedded, options, drawn$rows)
  path <- do.call(rbind, Map(function(k, x) judge_k(k, x, drawn, threads), options$k, places))
  path$halves <- rowMeans(vapply(seq(0, length(drawn$halves) - 2, 2), function(first) {
    halves <- lapply(first + 0:1, function(half) {
      sampled_places(embed_half(features, options, half), options, drawn$rows)
    })
    mapply(compare_halves, options$k, halves[[1]], halves[[2]],
           MoreArgs = list(uniforms = drawn$halves[first + 1:2], threads = threads))
  }, numeric(length(options$k))), na.rm = TRUE)
  path$halves[is.nan(path$halves)] <- NA
  path$stability <- rowMeans(path[c("restart", "halves")], na.rm = TRUE)
  values <- sqrt(pmax(embedded$eigenvalues, 0))
  path$gap <- values[path$k] - values[path$k + 1]
  path$chosen <- path$k == max(path$k[which(is_top(path))])
  path[c("k", "gap", "silhouette", "restart", "halves", "stability", "smallest", "largest", "chosen")]
}

is_top <- function(path) path$stability >= max(path$stability, na.rm = TRUE) - path_tie

chosen_k <- function(path) path$k[path$chosen]

# The most stable of the others.
next_k <- function(path) {
  others <- path[!path$chosen, ]
  others$k[which.max(others$stability)]
}

# The embedding of the sampled rows, for each k; NULL where there is none.
sampled_places <- function(embedded, options, rows) {
  Map(function(k, n_vectors) {
    if (is.null(embedded$failure)) place_rows_cpp(embedded$spectrum, k, n_vectors, rows)
  }, options$k, options$n_vectors)
}

# From half of the features; a row has half as many landmarks, so that they are as near.
embed_half <- function(features, options, half) {
  largest <- which.max(options$k)
  options$n_vectors <- options$n_vectors[largest]
  options$k <- options$k[largest]
  options$keep_model <- FALSE
  if (!is.null(options$n_nearest)) {
    options$n_nearest <- max(1L, options$n_nearest %/% 2L)
  }
  features$embed(options, half = half)
}

# What one embedding says about k: single starts of k-means against the best of them.
judge_k <- function(k, x, drawn, threads) {
  x <- x[has_place(x), , drop = FALSE]
  if (nrow(x) == 0) {
    return(data.frame(k = k, silhouette = NA, restart = NA, smallest = NA, largest = NA))
  }
  starts <- path_starts[["restart"]]
  runs <- kmeans_each_cpp(x, k, starts, 50L, drawn$restart[seq_len(starts * k)], threads)
  best <- which.min(runs$tot.withinss)
  labels <- runs$cluster[, best]
  some <- round(seq(1, nrow(x), length.out = min(nrow(x), 1000)))
  sizes <- tabulate(labels, k) * drawn$n / nrow(x)
  data.frame(
    k = k, silhouette = mean(silhouette_widths(x[some, , drop = FALSE], labels[some])$width),
    restart = mean(apply(runs$cluster[, -best, drop = FALSE], 2, kept_together, labels, k)),
    smallest = round(min(sizes)), largest = round(max(sizes))
  )
}

# How alike the clusters are that two embeddings of the same rows give.
compare_halves <- function(k, first, second, uniforms, threads) {
  placed <- if (!is.null(first) && !is.null(second)) has_place(first) & has_place(second)
  if (!any(placed)) {
    return(NA_real_)
  }
  starts <- path_starts[["halves"]]
  labels <- Map(function(x, uniforms) {
    runs <- kmeans_each_cpp(x[placed, , drop = FALSE], k, starts, 50L, uniforms[seq_len(starts * k)], threads)
    runs$cluster[, which.min(runs$tot.withinss)]
  }, list(first, second), uniforms)
  kept_together(labels[[1]], labels[[2]], k)
}

has_place <- function(x) rowSums(x^2) > 0

# The share of a cluster's pairs of rows that the other labels keep together (none of a row alone), mean over clusters,
# then both ways.
kept_together <- function(a, b, k) {
  counts <- matrix(tabulate((a - 1L) * k + b, k * k), k)
  pairs <- function(n) n * (n - 1) / 2
  one_way <- function(counts) mean((rowSums(pairs(counts)) / pmax(1, pairs(rowSums(counts))))[rowSums(counts) > 0])
  (one_way(counts) + one_way(t(counts))) / 2
}
