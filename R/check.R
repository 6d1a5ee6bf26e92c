# Every argument check and every error and warning of the package.

stop_scrb <- function(...) {
  message <- paste0(...)
  stop(structure(class = c("scrb_error", "error", "condition"), list(message = message, call = NULL)))
}

warn_scrb <- function(...) {
  message <- paste0(...)
  warning(structure(class = c("scrb_warning", "warning", "condition"), list(message = message, call = NULL)))
}

is_number <- function(value) is.numeric(value) && length(value) == 1 && is.finite(value)

check_whole <- function(value, name, low, high = .Machine$integer.max, high_is = NULL) {
  if (is_number(value) && value == round(value) && value >= low && value <= high) {
    return(as.integer(value))
  }
  range <- if (!is.null(high_is)) {
    paste0("between ", low, " and ", high_is, " (= ", format(high, scientific = FALSE), ")")
  } else if (isTRUE(value > high)) {
    paste("of at most", high)
  } else {
    paste("of at least", low)
  }
  stop_scrb("`", name, "` must be a single whole number ", range, ", not ", describe(value), ".")
}

check_given <- function(is_missing, name, what) {
  if (is_missing) {
    stop_scrb("`", name, "`, ", what, ", must be given.")
  }
}

check_positive <- function(value, name) {
  if (is_number(value) && value > 0) {
    return(as.double(value))
  }
  stop_scrb("`", name, "` must be a single positive finite number, not ", describe(value), ".")
}

check_flag <- function(value, name) {
  if (is.logical(value) && length(value) == 1 && !is.na(value)) {
    return(value)
  }
  stop_scrb("`", name, "` must be TRUE or FALSE, not ", describe(value), ".")
}

check_choice <- function(value, name, choices) {
  if (identical(value, choices)) {
    return(choices[1])
  }
  if (is.character(value) && length(value) == 1 && value %in% choices) {
    return(value)
  }
  stop_scrb("`", name, "` must be one of ", quoted(choices), ", not ", describe(value), ".")
}

check_keep <- function(keep) {
  choices <- c("embedding", "model")
  if (is.null(keep) || (is.character(keep) && all(keep %in% choices))) {
    return(as.character(keep))
  }
  stop_scrb("`keep` must be any of \"embedding\" and \"model\", or NULL for neither, not ",
            quoted(setdiff(as.character(keep), choices)), ".")
}

check_kernel <- function(kernel) {
  if (is.function(kernel)) {
    return(kernel)
  }
  if (is.character(kernel) && length(kernel) == 1 && kernel %in% c("laplacian", "cauchy")) {
    return(kernel)
  }
  stop_scrb("`kernel` must be \"laplacian\", \"cauchy\" or a function(n, sigma) that draws n widths, not ",
            describe(kernel), ".")
}

check_sigma <- function(sigma, kernel) {
  if (!is.null(sigma)) {
    return(check_positive(sigma, "sigma"))
  }
  if (!identical(kernel, "laplacian")) {
    stop_scrb("`sigma` must be given: a rule for it exists only for `kernel` = \"laplacian\".")
  }
  NULL
}

check_widths <- function(widths, n) {
  if (!is.numeric(widths) || length(widths) != n) {
    stop_scrb("`kernel` must return ", n, " numbers, one width per column, not ", describe(widths), ".")
  }
  if (!all(is.finite(widths) & widths > 0)) {
    stop_scrb("`kernel` must return positive finite widths, not ",
              format(widths[!(is.finite(widths) & widths > 0)][1]), ".")
  }
  as.double(widths)
}

check_threads <- function(threads) check_whole(threads, "threads", 1, 1024, "the most that are allowed")

check_no_dots <- function(...) {
  if (...length() == 0) {
    return(invisible())
  }
  names <- names(list(...))
  if (is.null(names)) {
    names <- rep("", ...length())
  }
  stop_scrb("unused argument", if (length(names) > 1) "s", ": ",
            paste(ifelse(nzchar(names), paste0("`", names, "`"), "one without a name"), collapse = ", "), ".")
}

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

check_memory <- function(need, n, n_grids) {
  limit <- getOption("scrb.memory", available_memory())
  if (is.na(limit) || need <= limit) {
    return(invisible())
  }
  stop_scrb("`n_grids` (= ", n_grids, ") with ", n, " rows asks for about ", bytes(need), " of memory, but only ",
            bytes(limit), " are available; options(scrb.memory = Inf) tries all the same.")
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

check_kept <- function(fit, what, purpose) {
  if (is.null(fit[[what]])) {
    stop_scrb(purpose, " needs the ", what, " of the fit, which was dropped: fit with `keep` including ", quoted(what),
              ".")
  }
}

# Turns the core's reason into words.
check_fit <- function(fit, k, n_vectors, sigma) {
  if (is.null(fit$failure)) {
    return(invisible())
  }
  bins <- paste0("a grid has ", format(signif(fit$bins_per_grid, 3)), " occupied bins on average")
  sigma_is <- paste0("`sigma` (= ", format(sigma, digits = 4), ")")
  switch(fit$failure,
    few_distinct_rows =
      stop_scrb("`k` must be at most the number of distinct rows of `x` (= ", fit$found, "), not ", k, "."),
    all_rows_alone =
      stop_scrb(sigma_is, " is too small: no two rows of `x` share enough bins to form a group (", bins, ")."),
    few_rows_left =
      stop_scrb(sigma_is, " is too small: only ", fit$found, " rows belong to a group of rows that share bins, ",
                "fewer than the ", n_vectors, " vectors that are needed (", bins, ")."),
    low_rank =
      stop_scrb(sigma_is, " is too large: only ", fit$found, " of ", n_vectors, " singular values differ from zero, ",
                "because rows fall into too few different bins (", bins, ")."),
    few_distinct_embedded =
      stop_scrb(sigma_is, " leaves only ", fit$found, " distinct rows in the embedding, fewer than `k` (= ", k, "): ",
                bins, ".")
  )
}

warn_about_fit <- function(fit, k, n, sigma, tol) {
  sigma_is <- paste0("`sigma` (= ", format(sigma, digits = 4), ")")
  if (fit$components$beyond_k > 0) {
    sizes <- paste(utils::head(fit$components$size, 5), collapse = ", ")
    warn_scrb(sigma_is, " is too small: rows fall apart into ", k + fit$components$beyond_k,
              " groups without a link, more than `k` (= ", k, "); only the largest (", sizes, if (k > 5) ", ...",
              " rows) became clusters, and the rows of the others joined the nearest.")
  } else if (fit$components$stray_rows > n / 10) {
    warn_scrb(sigma_is, " may be too small: ", fit$components$stray_rows, " of ", n,
              " rows share bins with too few others and took the label of the nearest cluster centre.")
  }
  if (!all(fit$converged)) {
    warn_scrb("only ", sum(fit$converged), " of ", length(fit$converged), " singular vectors reached `tol` (= ", tol,
              ").")
  }
  if (!fit$kmeans$converged) {
    warn_scrb("k-means did not converge in `iter.max` (= ", fit$kmeans$iterations, ") iterations.")
  }
}

warn_unknown_rows <- function(count, n) {
  if (count > 0) {
    warn_scrb(count, " of ", n, " rows of `newdata` meet no bin of the fit and took the label of the nearest cluster ",
              "centre.")
  }
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

check_which <- function(which, last) {
  if (is.numeric(which) && length(which) > 0 && all(which %in% seq_len(last))) {
    return(which)
  }
  stop_scrb("`which` must be among ", paste(seq_len(last), collapse = ", "), ", not ",
            paste(format(which), collapse = ", "), ".")
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
