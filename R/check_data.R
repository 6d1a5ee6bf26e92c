# Checks of data: of x, of newdata, of labels.

# x as the core takes it: a double, integer or logical matrix, or a dgCMatrix.
check_matrix <- function(x, name) {
  if (is.data.frame(x)) {
    check_columns(x, name)
  }
  x <- as_matrix(x)
  if (!is(x, "dgCMatrix") && !(is.matrix(x) && is_plain(x))) {
    stop_scrb("`", name, "` must be a numeric matrix, a sparse matrix of package Matrix or a data frame of numbers, ",
              "not ", if (is.matrix(x)) paste("a matrix of type", typeof(x)) else describe(x), ".")
  }
  if (nrow(x) < 1 || ncol(x) < 1) {
    stop_scrb("`", name, "` must have at least one row and one column, not ", nrow(x), " x ", ncol(x), ".")
  }
  x
}

check_columns <- function(x, name) {
  other <- names(x)[!vapply(x, is_plain, NA)]
  if (length(other)) {
    stop_scrb("`", name, "` must have numeric columns only, but ", quoted(other, "`"),
              if (length(other) == 1) " is not." else " are not.")
  }
}

first_at <- function(bad) paste0("the first in row ", bad[["row"]], ", column ", bad[["column"]])

check_finite <- function(summary, name) {
  if (summary$missing[["count"]] > 0) {
    stop_scrb("`", name, "` must have no missing values, but ", summary$missing[["count"]], " of them are NA or NaN, ",
              first_at(summary$missing), ".")
  }
  if (summary$infinite[["count"]] > 0) {
    stop_scrb("`", name, "` must have finite values only, but ", summary$infinite[["count"]], " of them are infinite, ",
              first_at(summary$infinite), ".")
  }
}

# Scaled columns travel as floats.
check_spread <- function(spread, scale) {
  largest <- which.max(ifelse(is.finite(spread), spread, Inf))
  if (is.finite(spread[largest]) && (scale != "none" || spread[largest] < 1e30)) {
    return(invisible())
  }
  stop_scrb("`x` must span less than ", if (scale == "none") "1e30 when `scale` = \"none\"" else "the largest number",
            ", but column ", largest, " spans ", format(spread[largest]), ".")
}

check_newdata <- function(newdata, fit) {
  newdata <- check_matrix(newdata, "newdata")
  columns <- fit$scaling$columns
  if (!is.null(columns) && !is.null(colnames(newdata))) {
    absent <- setdiff(columns, colnames(newdata))
    if (length(absent)) {
      stop_scrb("`newdata` must have the columns of the fit, but lacks ", quoted(absent, "`"), ".")
    }
    if (!identical(columns, colnames(newdata))) {
      newdata <- newdata[, columns, drop = FALSE]
    }
  } else if (ncol(newdata) != length(fit$scaling$scale)) {
    stop_scrb("`newdata` must have ", length(fit$scaling$scale), " columns, as the data of the fit, not ",
              ncol(newdata), ".")
  }
  check_finite(summarize_columns_cpp(newdata, 1L), "newdata")
  # sparse rows are not shifted; a fit of dense ones was
  if (is(newdata, "sparseMatrix") && any(fit$scaling$center != 0)) as.matrix(newdata) else newdata
}

check_labels <- function(cluster, truth) {
  if (length(cluster) != length(truth)) {
    stop_scrb("`cluster` and `truth` must have the same length, not ", length(cluster), " and ", length(truth), ".")
  }
  if (length(cluster) == 0) {
    stop_scrb("`cluster` must have at least one label.")
  }
  for (name in c("cluster", "truth")) {
    missing <- sum(is.na(get(name)))
    if (missing > 0) {
      stop_scrb("`", name, "` must have no missing labels, but ", missing, " of ", length(cluster), " are NA.")
    }
  }
}

check_entries <- function(n, n_grids) {
  n <- as.double(n)
  if (n * n_grids >= 2^31) {
    entries <- format(n * n_grids, big.mark = ",", scientific = FALSE)
    stop_scrb("`n_grids` (= ", n_grids, ") with ", n, " rows makes ", entries, " entries, but a sparse matrix of ",
              "package Matrix holds fewer than 2^31.")
  }
}

check_na_action <- function(na.action) {
  if (is.null(na.action)) {
    return(na.fail)
  }
  if (is.character(na.action) && length(na.action) == 1 && exists(na.action, mode = "function")) {
    na.action <- get(na.action, mode = "function")
  }
  if (is.function(na.action)) {
    return(na.action)
  }
  stop_scrb("`na.action` must be a function such as na.fail, na.omit or na.exclude, not ", describe(na.action), ".")
}

check_rows <- function(n, fitted) {
  if (n != fitted) {
    stop_scrb("`data` must have the ", fitted, " rows of the fit, not ", n, "; `newdata` takes any others.")
  }
}
