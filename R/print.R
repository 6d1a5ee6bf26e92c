#' Print and summarise a fit
#'
#' @param x,object A fit by [sc_rb()].
#' @param digits The number of significant digits.
#' @param ... Ignored.
#' @return `print()` returns its argument, invisibly. `summary()` returns a list of class `"summary.scrb"`: the fit's
#'   small fields, and `clusters`, a data frame with the size and the mean squared distance to the centre
#'   in the embedding of each cluster.
#' @examples
#' set.seed(1)
#' fit <- sc_rb(as.matrix(iris[, 1:4]), k = 3)
#' fit
#' summary(fit)
#' @export
print.scrb <- function(x, digits = 3, ...) {
  cat("Spectral clustering by random binning: ", nobs(x), " rows in ", x$k, " clusters\n", sep = "")
  cat("Call:     ", short_call(x$call), "\n", sep = "")
  cat("Sizes:    ", some_numbers(x$size), "\n", sep = "")
  cat("Features: ", kernel_name(x), " kernel, sigma ", format(x$sigma, digits = digits), ", ", x$n_grids, " grids, ",
      format(x$diagnostics$bins_per_grid, digits = digits), " bins each\n", sep = "")
  cat("Singular values: ", some_numbers(round(x$singular_values, digits)), " (gap ",
      format(gap(x), digits = 2), ")\n", sep = "")
  if (x$diagnostics$stray > 0) {
    cat("Stray:    ", x$diagnostics$stray, " rows, labelled by the nearest centre\n", sep = "")
  }
  if (length(x$na.action)) {
    cat("Left out: ", length(x$na.action), " rows with missing values\n", sep = "")
  }
  dropped <- c("embedding", "model")[c(is.null(x$embedding), is.null(x$model))]
  if (length(dropped)) {
    cat("Dropped:  ", paste(dropped, collapse = ", "), "\n", sep = "")
  }
  cat("Time:     ", format(x$time[["total"]], digits = digits), " s\n", sep = "")
  invisible(x)
}

#' @rdname print.scrb
#' @export
summary.scrb <- function(object, ...) {
  used <- object$size
  result <- object[c("method", "call", "k", "singular_values", "sigma", "kernel", "n_grids", "diagnostics", "solver",
                     "kmeans", "time", "totss", "tot.withinss", "betweenss")]
  result$nobs <- nobs(object)
  result$gap <- gap(object)
  result$clusters <- data.frame(cluster = seq_len(object$k), size = used, withinss = object$withinss,
                                mean_square = object$withinss / used)
  structure(result, class = "summary.scrb")
}

#' @rdname print.scrb
#' @export
print.summary.scrb <- function(x, digits = 3, ...) {
  number <- function(value) format(value, digits = digits)
  cat("Spectral clustering by random binning: ", x$nobs, " rows in ", x$k, " clusters\n", sep = "")
  cat("Call: ", short_call(x$call), "\n\nClusters (sums of squares in the embedding):\n", sep = "")
  print(x$clusters, digits = digits, row.names = FALSE)
  cat("between / total sum of squares: ", number(100 * x$betweenss / x$totss), " %\n", sep = "")
  d <- x$diagnostics
  cat("\nFeatures: ", kernel_name(x), " kernel, sigma ", number(x$sigma), ", ", x$n_grids, " grids\n", sep = "")
  cat("  occupied bins per grid ", number(d$bins_per_grid), ", kappa ", number(d$kappa), ", single-row bins ",
      number(100 * d$singleton_share), " %\n", sep = "")
  cat("  degrees ", number(d$degree_range[1]), " to ", number(d$degree_range[2]), ", components ", d$components,
      ", stray rows ", d$stray, "\n", sep = "")
  cat("\nSingular values: ", some_numbers(round(x$singular_values, digits + 1)), "\n", sep = "")
  cat("  ", x$solver$name, ": ", x$solver$products, " products, largest residual ", number(max(x$solver$residuals)),
      if (x$solver$converged) ", converged" else ", NOT converged",
      if (x$solver$recovered > 0) paste0(", ", x$solver$recovered, " found by the re-check"), "\n", sep = "")
  cat("k-means: ", x$kmeans$iterations, " iterations", if (!x$kmeans$converged) ", NOT converged", "\n", sep = "")
  cat("Seconds: ", paste(names(x$time), format(round(x$time, 2), trim = TRUE), collapse = ", "), "\n", sep = "")
  invisible(x)
}

# How far the k-th singular value is above the next.
gap <- function(fit) {
  values <- fit$singular_values
  if (length(values) > fit$k) values[fit$k] - values[fit$k + 1] else NA_real_
}

kernel_name <- function(fit) if (is.function(fit$kernel)) "own" else fit$kernel

short_call <- function(call) {
  text <- paste(trimws(deparse(call)), collapse = " ")
  if (nchar(text) > 100) paste0(substr(text, 1, 97), "...") else text
}

some_numbers <- function(values, most = 12) {
  text <- paste(format(utils::head(values, most), trim = TRUE), collapse = " ")
  if (length(values) > most) paste(text, "...") else text
}
