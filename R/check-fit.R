# What the core's results say, in words; and what a fit must still have.

# What to name where a fit is impossible or doubtful: what is `small` where rows share too little, what is `large` where
# they share too much, and what it is that they share.
grid_words <- function(sigma, by_rule) {
  sigma_is <- paste0("`sigma` (= ", format(sigma, digits = 4), if (by_rule) ", chosen by rule", ")")
  list(small = sigma_is, large = paste(sigma_is, "is too large"), shared = "bins")
}

landmark_words <- function(n_nearest, n_landmarks) {
  list(small = paste0("`n_nearest` (= ", n_nearest, ")"),
       large = paste0("`n_landmarks` (= ", n_landmarks, ") does not suit `x`"), shared = "landmarks")
}

baseline_words <- function(method, sigma, by_rule) {
  sigma_is <- if (method == "kmeans") "The data" else grid_words(sigma, by_rule)$small
  list(small = sigma_is, large = paste(sigma_is, "does not suit `x`"), shared = "features")
}

# Parts that fits of some methods never have.
never_kept <- function(fit) {
  c(if (any(fit$method %in% baseline_methods)) "model", if (any(fit$method %in% c("kk_rs", "kk_rf"))) "embedding")
}

check_kept <- function(fit, what, purpose) {
  if (what %in% never_kept(fit)) {
    stop_scrb(purpose, " needs the ", what, " of the fit, which fits by sc_baseline(method = \"", fit$method,
              "\") do not have.")
  }
  if (is.null(fit[[what]])) {
    stop_scrb(purpose, " needs the ", what, " of the fit, which was dropped: fit with `keep` including ", quoted(what),
              ".")
  }
}

check_singular_values <- function(fit) {
  if (is.null(fit$singular_values)) {
    stop_scrb("`which` = 1 needs singular values, which fits by sc_baseline(method = \"", fit$method,
              "\") do not have.")
  }
}

check_path <- function(fit) {
  if (is.null(fit$path)) {
    stop_scrb("`which` = 5 needs a fit of several `k`, such as sc_landmarks(x, k = 2:15).")
  }
}

check_two_columns <- function(embedding) {
  if (ncol(embedding) < 2) {
    stop_scrb("`which` = 2 needs an embedding of at least two columns, not 1.")
  }
}

# Turns the core's reason into words.
check_fit <- function(fit, k, words) {
  if (is.null(fit$failure)) {
    return(invisible())
  }
  bins <- if (fit$bins_per_grid > 0) {
    paste0("a grid has ", format(signif(fit$bins_per_grid, 3)), " occupied bins on average")
  }
  in_brackets <- if (!is.null(bins)) paste0(" (", bins, ")")
  switch(fit$failure,
    few_distinct_rows =
      stop_scrb("`k` must be at most the number of distinct rows of `x` (= ", fit$found, "), not ", k, "."),
    all_rows_alone =
      stop_scrb(words$small, " is too small: no two rows of `x` share enough ", words$shared, " to form a group",
                in_brackets, "."),
    few_rows_left =
      stop_scrb(words$small, " is too small: only ", fit$found, " rows belong to a group of rows that share ",
                words$shared, ", fewer than the ", k, " vectors that are needed", in_brackets, "."),
    few_landmarks =
      stop_scrb("more landmarks than `k` (= ", k, ") are needed, but there are only ", fit$found,
                " distinct rows to choose them from."),
    low_rank =
      stop_scrb(words$large, ": only ", fit$found, " of ", k, " singular values differ from zero",
                if (!is.null(bins)) paste0(", because rows fall into too few different bins", in_brackets), "."),
    few_distinct_embedded =
      stop_scrb(words$small, " leaves only ", fit$found, " distinct rows in the embedding, fewer than `k` (= ", k, ")",
                if (!is.null(bins)) paste0(": ", bins), ".")
  )
}

warn_about_fit <- function(fit, k, n, words, tol) {
  if (fit$components$beyond_k > 0) {
    sizes <- paste(utils::head(fit$components$size, 5), collapse = ", ")
    warn_scrb(words$small, " is too small: rows fall apart into ", k + fit$components$beyond_k,
              " groups without a link, more than `k` (= ", k, "); only the largest (", sizes, if (k > 5) ", ...",
              " rows) became clusters, and the rows of the others joined the nearest.")
  } else if (fit$stray > n / 10) {
    warn_scrb(words$small, " may be too small: ", fit$stray, " of ", n, " rows share ", words$shared,
              " with too few others and took the label of the nearest cluster centre.")
  }
  warn_not_converged(fit, tol)
}

warn_about_baseline <- function(fit, options, n) {
  if (fit$nonpositive > 0) {
    warn_scrb("degrees of ", fit$nonpositive, " of ", n, " rows are not positive, because `rank` (= ", options$rank,
              ") is too small for the similarities; ", fit$raised, " degrees below ",
              format(fit$least_degree, digits = 3), " were raised to it.")
  }
  if (options$method == "exact" && fit$degree_range[2] < 1.5) {
    warn_scrb("`sigma` (= ", format(options$sigma, digits = 4), ") is too small: no row is similar to the others.")
  }
  warn_not_converged(fit, options$tol)
}

warn_not_converged <- function(fit, tol) {
  if (!all(fit$converged)) {
    warn_scrb("only ", sum(fit$converged), " of ", length(fit$converged), " singular vectors reached `tol` (= ", tol,
              ").")
  }
  if (!fit$kmeans$converged) {
    warn_scrb("k-means did not converge in `iter.max` (= ", fit$kmeans$iterations, ") iterations.")
  }
}

warn_unknown_rows <- function(count, n, fit) {
  if (count > 0) {
    met <- if (fit$method == "sc_rb") "meet no bin" else "are too far from every landmark"
    warn_scrb(count, " of ", n, " rows of `newdata` ", met, " of the fit and took the label of the nearest cluster ",
              "centre.")
  }
}

check_any_tried <- function(tried) {
  if (all(vapply(tried, function(one) is.na(one$criteria$conductance), NA))) {
    stop_scrb("no candidate has a fit: `x` has fewer groups or distinct rows than `k`.")
  }
}
