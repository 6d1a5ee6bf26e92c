#' Tables of a fit, as broom makes them
#'
#' Methods for the generics `tidy()`, `augment()` and `glance()` of package generics, which broom and tidymodels
#' use: load one of these and call them by name.
#'
#' @param x A fit by [sc_rb()], [sc_landmarks()], [sc_graph()] or [sc_baseline()].
#' @param data The data of the fit.
#' @param newdata New rows, for [predict.scrb()]; `data` is then left aside.
#' @param ... Ignored.
#' @return Tibbles where package tibble is installed, plain data frames otherwise.
#'
#' `tidy()`: one row per cluster with its label `cluster` (a factor), `size`, sum of squares `withinss` in the
#' embedding, and the columns of `x$centers`, which fits of graphs do not have.
#'
#' `augment()`: the rows of `data` or `newdata` and their label `.cluster` (a factor; NA for rows that the fit left
#' out, and for new rows with missing values). Row names become a column `.rownames`.
#'
#' `glance()`: one row with `nobs`, `k`, `totss`, `tot.withinss` and `betweenss` (in the embedding), the `gap` between
#' the k-th singular value and the next, `iter` (of k-means), `converged` (solver and k-means), `sigma`, `n_grids`, and
#' the number of `stray` rows.
#' @examplesIf requireNamespace("generics", quietly = TRUE)
#' set.seed(1)
#' fit <- sc_rb(iris[1:4], k = 3)
#' generics::tidy(fit)
#' generics::glance(fit)
#' head(generics::augment(fit, iris))
#' generics::augment(fit, newdata = iris[c(1, 51, 101), 1:4])
#' @name tidiers
NULL

#' @rdname tidiers
#' @exportS3Method generics::tidy
tidy.scrb <- function(x, ...) {
  check_fields(x)
  table <- data.frame(cluster = factor(seq_len(x$k)), size = x$size, withinss = x$withinss)
  if (is.null(x$centers)) {
    return(as_table(table))
  }
  centers <- name_columns(as.data.frame(x$centers))
  names <- make.unique(c(names(table), names(centers)))
  as_table(stats::setNames(cbind(table, centers), names))
}

#' @rdname tidiers
#' @exportS3Method generics::augment
augment.scrb <- function(x, data = NULL, newdata = NULL, ...) {
  check_fields(x)
  rows <- if (is.null(newdata)) data else newdata
  check_given(is.null(rows), "data", "the data of the fit, or `newdata`")
  rows <- check_table(rows, if (is.null(newdata)) "data" else "newdata")
  labels <- if (is.null(newdata)) {
    labels_of_rows(x, nrow(rows))
  } else {
    predict(x, newdata, na.action = stats::na.exclude)
  }
  named <- if (has_names(rows)) data.frame(.rownames = row.names(rows))
  columns <- c(named, rows)
  names(columns) <- make.unique(names(columns))
  columns$.cluster <- factor(labels, seq_len(x$k))
  as_table(structure(columns, row.names = .set_row_names(nrow(rows)), class = "data.frame"))
}

#' @rdname tidiers
#' @exportS3Method generics::glance
glance.scrb <- function(x, ...) {
  check_fields(x)
  as_table(data.frame(
    nobs = nobs(x), k = x$k, totss = x$totss, tot.withinss = x$tot.withinss, betweenss = x$betweenss, gap = gap(x),
    iter = x$kmeans$iterations, converged = !isFALSE(x$solver$converged) && x$kmeans$converged,
    sigma = or_na(x$sigma), n_grids = or_na(x$n_grids), stray = x$diagnostics$stray
  ))
}

or_na <- function(value) if (is.null(value)) NA else value

# Whether rows have names that say more than their numbers.
has_names <- function(rows) .row_names_info(rows) > 0 && any(row.names(rows) != seq_len(nrow(rows)))

as_table <- function(table) if (requireNamespace("tibble", quietly = TRUE)) tibble::as_tibble(table) else table

# The label of each row of the data that was given, NA for those that `na.action` took out.
labels_of_rows <- function(fit, n) {
  labels <- fit$cluster
  if (inherits(fit$na.action, "omit")) {
    labels <- rep(NA_integer_, nobs(fit) + length(fit$na.action))
    labels[-fit$na.action] <- fit$cluster
  }
  check_rows(n, length(labels))
  labels
}
