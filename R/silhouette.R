#' Silhouette widths of a fit
#'
#' A method for [cluster::silhouette()], with Euclidean distances in the embedding. A row's width compares its mean
#' distance to the other rows of its cluster (`a`) with that to the rows of the nearest other cluster (`b`):
#' `(b - a) / max(a, b)`. Near 1 the row is well inside its cluster, below 0 it is nearer to another.
#'
#' All pairs of rows are compared, so more than `max_points` rows are represented by a sample of that many. It
#' involves no chance: rows evenly spaced within each cluster, of each cluster in proportion to its size, but never
#' fewer than 10 (all where it has fewer; `max_points / k` where 10 are too many). So no cluster is lost unless `k`
#' is larger than `max_points`. The widths of the sample's rows are estimates: their distances are to the rows of the
#' sample only.
#'
#' Stray rows have no place in the embedding and rows with missing values have no cluster: both are left out. The
#' width of a row that is alone in its cluster is 0.
#'
#' @param x A fit by [sc_rb()], [sc_landmarks()], [sc_graph()] or [sc_baseline()].
#' @param max_points The most rows to compare.
#' @param ... Nothing; an error if used.
#' @return A matrix of class `"silhouette"` with columns `cluster`, `neighbor` and `sil_width`, a row per row used,
#'   named by the row names of the data, else by row numbers. Package cluster plots, sorts and summarises it.
#' @examplesIf requireNamespace("cluster", quietly = TRUE)
#' set.seed(1)
#' fit <- sc_rb(as.matrix(iris[, 1:4]), k = 3)
#' widths <- cluster::silhouette(fit)
#' summary(widths)
#' plot(widths)
#' @exportS3Method cluster::silhouette
silhouette.scrb <- function(x, max_points = 5000, ...) {
  check_no_dots(...)
  max_points <- check_whole(max_points, "max_points", 2)
  check_fit(x)
  check_kept(x, "embedding", "silhouette()")
  found <- row_silhouettes(x, max_points)
  labels <- names(x$cluster)
  widths <- cbind(cluster = found$cluster, neighbor = found$neighbor, sil_width = found$width)
  rownames(widths) <- if (is.null(labels)) found$row else labels[found$row]
  structure(widths, Ordered = FALSE, call = match.call(), class = "silhouette")
}

# A data frame of row, cluster, neighbor, width: of all rows that have a place in the embedding, or of a sample.
row_silhouettes <- function(fit, most) {
  row <- sample_rows(fit, most)
  data.frame(row, silhouette_widths(unname(fit$embedding[row, , drop = FALSE]), unname(fit$cluster[row])))
}

# Widths of the rows of x, a block of rows at a time: a block's distances take at most 8 MB.
silhouette_widths <- function(x, cluster) {
  square <- rowSums(x^2)
  result <- data.frame(cluster, neighbor = NA_integer_, width = 0)
  block_rows <- max(1, 1e6 %/% nrow(x))
  for (first in seq(1, nrow(x), block_rows)) {
    rows <- first:min(first + block_rows - 1, nrow(x))
    distance <- sqrt(pmax(outer(square, square[rows], "+") - 2 * tcrossprod(x, x[rows, , drop = FALSE]), 0))
    distance[cbind(rows, seq_along(rows))] <- 0
    block <- widths_by_distance(distance, cluster, rows)
    result$neighbor[rows] <- block$neighbor
    result$width[rows] <- block$width
  }
  result
}

# Neighbours and widths of some rows, a column each of their distances to all rows.
widths_by_distance <- function(distance, cluster, rows = seq_along(cluster)) {
  label <- sort(unique(cluster))
  own <- match(cluster, label)
  size <- tabulate(own, length(label))
  total <- t(rowsum(distance, own))
  at_own <- cbind(seq_along(rows), own[rows])
  within <- total[at_own] / (size[own[rows]] - 1)
  between <- sweep(total, 2, size, "/")
  between[at_own] <- Inf
  nearest <- max.col(-between, "first")
  between <- between[cbind(seq_along(rows), nearest)]
  width <- (between - within) / pmax(between, within)
  # 0 / 0: alone in its cluster, or all at one place
  width[is.nan(width)] <- 0
  list(neighbor = label[nearest], width = width)
}

# Which rows have a place in the embedding: not those with missing values, not the stray ones.
placed_rows <- function(fit) {
  row <- which(!is.na(unname(fit$cluster)))
  if (fit$diagnostics$stray > 0) row[unname(rowSums(fit$embedding[row, , drop = FALSE]^2)) > 0] else row
}

# At most `most` rows with a place in the embedding, in order: evenly spaced within each cluster, and of each cluster
# in proportion to its size, beyond a few that it gets in any case.
sample_rows <- function(fit, most) {
  row <- placed_rows(fit)
  if (length(row) <= most) {
    return(row)
  }
  by_cluster <- split(row, fit$cluster[row])
  size <- lengths(by_cluster)
  least <- pmin(size, 10, most %/% length(size))
  rest <- cumsum(as.numeric(size - least))
  take <- least + diff(c(0, round((most - sum(least)) * rest / rest[length(rest)])))
  sort(unlist(Map(function(row, take) row[round(seq(1, length(row), length.out = take))], by_cluster, take),
              use.names = FALSE))
}
