#' Print and summarise a fit
#'
#' `print()` shows the fit in at most 12 lines, `summary()` in more detail.
#'
#' The mean silhouette of a cluster is that of [silhouette()][silhouette.scrb], on a sample of at most 2000
#' rows, some of every cluster. It needs the embedding: NA where that was not kept.
#'
#' @param x,object A fit by [sc_rb()], [sc_landmarks()], [sc_graph()] or [sc_baseline()].
#' @param digits The number of significant digits.
#' @param ... Ignored.
#' @return `print()` returns its argument, invisibly. `summary()` returns a list of class `"summary.scrb"`: the fit's
#'   small fields; `nobs`, `n_missing`, `gap`; `clusters`, a data frame with, for each cluster, the size, the sum of
#'   squares and the mean square (distance to the centre in the embedding) and the mean silhouette; `silhouette`, the
#'   mean over all rows; `silhouette_rows`, how many rows these were computed from; and `path`, if there were several k.
#' @examples
#' set.seed(1)
#' fit <- sc_rb(as.matrix(iris[, 1:4]), k = 3)
#' fit
#' summary(fit)
#' @export
print.scrb <- function(x, digits = 3, ...) {
  check_fields(x, shown_fields)
  cat(method_of(x)$title, ": ", count(nobs(x), method_of(x)$row), " in ", x$k, " clusters\n", sep = "")
  cat("Call:     ", short_call(x$call), "\n", sep = "")
  sizes <- some_numbers(x$size)
  cat("Sizes:    ", sizes, if (endsWith(sizes, "...")) paste0(" (", min(x$size), " to ", max(x$size), ")"), "\n",
      sep = "")
  if (!is.null(x$path)) {
    cat("k:        ", path_words(x$path), "\n", sep = "")
  }
  bins <- x$diagnostics$bins_per_grid
  print_features(x, digits, if (!is.null(bins)) paste0(", ", format(bins, digits = digits), " bins each"))
  if (!is.null(x$singular_values)) {
    cat(method_of(x)$values, "s: ", some_numbers(round(x$singular_values, digits), 42), " (gap ",
        format(gap(x), digits = 2), ")\n", sep = "")
  }
  if (x$diagnostics$stray > 0) {
    cat("Stray:    ", count(x$diagnostics$stray, method_of(x)$row), ", labelled by the ",
        if (is.null(x$centers)) "largest cluster" else "nearest centre", "\n", sep = "")
  }
  if (length(x$na.action)) {
    cat("Left out: ", count(length(x$na.action), "row"), " with missing values\n", sep = "")
  }
  if (is.null(x[["embedding"]]) && !"embedding" %in% never_kept(x)) {
    cat("Dropped:  the embedding (for its plots and silhouettes)\n")
  }
  if (is.null(x$model) && !"model" %in% never_kept(x)) {
    cat("Dropped:  the model (for predict() of new rows)\n")
  }
  cat("Time:     ", format(x$time[["total"]], digits = digits), " s\n", sep = "")
  invisible(x)
}

#' @rdname print.scrb
#' @export
summary.scrb <- function(object, ...) {
  check_fit(object)
  fields <- c("method", "call", "k", "singular_values", "sigma", "kernel", "n_grids", "rank", "n_landmarks",
              "n_nearest", "weights", "pca", "n_links", "n_vectors", "consensus", "path", "diagnostics", "solver",
              "kmeans", "time", "totss", "tot.withinss", "betweenss")
  result <- object[intersect(fields, names(object))]
  result$nobs <- nobs(object)
  result$n_missing <- length(object$na.action)
  result$gap <- gap(object)
  kept <- !is.null(object[["embedding"]])
  widths <- if (kept) row_silhouettes(object, 2000)
  means <- if (kept) silhouette_means(widths, object) else list(by_cluster = NA_real_, overall = NA_real_)
  result$clusters <- data.frame(cluster = seq_len(object$k), size = object$size, withinss = object$withinss,
                                mean_square = object$withinss / object$size, silhouette = means$by_cluster)
  result$silhouette <- means$overall
  result$silhouette_rows <- NROW(widths)
  structure(result, class = "summary.scrb")
}

#' @rdname print.scrb
#' @export
print.summary.scrb <- function(x, digits = 3, ...) {
  number <- function(value) format(value, digits = digits)
  cat(method_of(x)$title, ": ", count(x$nobs, method_of(x)$row), " in ", x$k, " clusters",
      if (x$n_missing > 0) paste0(" (", count(x$n_missing, "row"), " with missing values left out)"), "\n", sep = "")
  cat("Call: ", short_call(x$call), "\n\nClusters, in the embedding:\n", sep = "")
  x$clusters[] <- lapply(x$clusters, zapsmall)
  print(x$clusters, digits = digits, row.names = FALSE)
  cat("between / total sum of squares: ", number(100 * x$betweenss / x$totss), " %\n", sep = "")
  cat("mean silhouette: ", if (x$silhouette_rows > 0) {
    paste0(number(x$silhouette), ", from ", count(x$silhouette_rows, method_of(x)$row))
  } else if ("embedding" %in% never_kept(x)) {
    "not known, as fits by this method have no embedding"
  } else {
    "not known, as the fit did not keep its embedding"
  }, "\n", sep = "")
  if (!is.null(x$path)) {
    cat("\nk: ", path_words(x$path), "\n", sep = "")
    print(x$path, digits = digits, row.names = FALSE)
  }
  cat("\n")
  print_features(x, digits)
  print_diagnostics(x$diagnostics, number, method_of(x)$row)
  if (!is.null(x$singular_values)) {
    cat("\n", method_of(x)$values, "s: ", some_numbers(round(x$singular_values, digits + 1)), "\n", sep = "")
    cat("  ", x$solver$name, ": ", x$solver$products, " products, largest residual ", number(max(x$solver$residuals)),
        if (x$solver$converged) ", converged" else ", NOT converged",
        if (x$solver$recovered > 0) paste0(", ", x$solver$recovered, " found by the re-check"), "\n", sep = "")
  }
  cat("k-means: ", count(x$kmeans$iterations, "iteration"), if (!x$kmeans$converged) ", NOT converged", "\n", sep = "")
  seconds <- paste(names(x$time), format(round(x$time, 2), trim = TRUE), collapse = ", ")
  writeLines(strwrap(paste("Seconds:", seconds), exdent = 2))
  invisible(x)
}

# Which k was chosen of which.
path_words <- function(path) {
  tried <- if (all(diff(path$k) == 1)) paste(min(path$k), "to", max(path$k)) else some_numbers(path$k)
  paste0(chosen_k(path), " of ", tried, ", by stability (next: ", next_k(path), ")")
}

# One line on the features: on the kernel and on what stands for it, where there is one.
print_features <- function(x, digits, more = NULL) {
  parts <- c(method_of(x)$features(x, digits, more),
             if (isTRUE(x$pca > 0)) count(x$pca, "principal component"),
             if (isTRUE(x$consensus > 0)) paste("consensus of", x$consensus))
  if (length(parts)) {
    writeLines(strwrap(paste0("Features: ", paste(parts, collapse = ", ")), 80, exdent = 10))
  }
}

print_diagnostics <- function(d, number, row) {
  if (!is.null(d$bins_per_grid)) {
    cat("  occupied bins per grid ", number(d$bins_per_grid), ", kappa ", number(d$kappa), ", single-row bins ",
        number(100 * d$singleton_share), " %\n", sep = "")
  }
  if (!is.null(d$degree_range)) {
    cat("  degrees ", number(d$degree_range[1]), " to ", number(d$degree_range[2]),
        if (!is.null(d$components)) paste0(", components ", d$components, ", stray ", row, "s ", d$stray),
        if (isTRUE(d$raised > 0)) paste0(", ", d$raised, " of them raised to ", number(d$least_degree)), "\n", sep = "")
  }
}

# How far the k-th singular value is above the next.
gap <- function(fit) {
  values <- fit$singular_values # none where there are no vectors
  if (length(values) > fit$k) values[fit$k] - values[fit$k + 1] else NA_real_
}

# Only the first lines are deparsed: a call made by do.call() may hold the data.
short_call <- function(call) {
  text <- paste(trimws(deparse(call, nlines = 4)), collapse = " ")
  if (nchar(text) > 70) paste0(substr(text, 1, 67), "...") else text
}

# As many of the numbers as fit into `room` characters.
some_numbers <- function(values, room = 44) {
  text <- format(values, trim = TRUE)
  fits <- cumsum(nchar(text) + 1) <= room
  paste(c(text[fits], if (!all(fits)) "..."), collapse = " ")
}
