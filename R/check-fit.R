# What the core's results say, in words; and what a fit must still have.

# What to name where a fit is impossible or doubtful: what is `small` where rows share too little, what is `large` where
# they share too much, and what it is that they share.
grid_words <- function(sigma, by_rule) {
  sigma_is <- paste0("`sigma` (= ", format(sigma, digits = 4), if (by_rule) ", chosen by rule", ")")
  list(small = sigma_is, large = paste(sigma_is, "is too large"), shared = "bins",
       crowded = paste(sigma_is, "may be too small: values crowd near 1"))
}

landmark_words <- function(n_nearest, n_landmarks) {
  list(small = paste0("`n_nearest` (= ", n_nearest, ")"),
       large = paste0("`n_landmarks` (= ", n_landmarks, ") does not suit `x`"), shared = "landmarks",
       crowded = paste0("A larger `n_nearest` (= ", n_nearest, ") or a smaller `n_landmarks` (= ", n_landmarks,
                        ") may help: values crowd near 1"))
}

graph_words <- list(
  failures = list(
    all_rows_alone = function(found, k) "`x` must have links: no two nodes of it are linked.",
    few_rows_left = function(found, k) {
      paste0("`k` (= ", k, ") is too large: only ", count(found, "node"), " of `x` ", if (found == 1) "is" else "are",
             " in pieces that are large enough to be clusters.")
    },
    low_rank = function(found, k) {
      paste0("`k` (= ", k, ") is too large: only ", count(found, "value"), " of the normalised `x` ",
             if (found == 1) "is" else "are", " positive.")
    },
    few_distinct_embedded = function(found, k) {
      paste0("`k` (= ", k, ") is too large: only ", count(found, "node"), " of `x` ",
             if (found == 1) "differs" else "differ", " in their links.")
    }
  ),
  beyond_k = function(pieces, k, sizes, stray, n) {
    paste0("`x` falls apart into ", pieces, " pieces without a link, more than `k` (= ", k, "); only the largest (",
           sizes, " nodes) became clusters, and the other ", stray, " of ", n, " nodes joined the largest of these.")
  },
  # `unlinked` of them before any consensus
  stray = function(stray, n, unlinked) {
    why <- if (unlinked == stray) {
      paste(if (stray == 1) "has" else "have", "no link to a piece that is large enough to be a cluster")
    } else {
      paste(if (stray == 1) "is" else "are", "in no group of nodes that is large enough to be a cluster in the",
            "consensus")
    }
    paste0(stray, " of ", n, " nodes of `x` ", why, ", and took the label of the largest cluster.")
  }
)

baseline_words <- function(method, sigma, by_rule) {
  sigma_is <- if (method == "kmeans") "The data" else grid_words(sigma, by_rule)$small
  list(small = sigma_is, large = paste(sigma_is, "does not suit `x`"), shared = "features")
}

# Parts that fits of a method never have.
never_kept <- function(fit) setdiff(c("embedding", "model"), method_of(fit)$parts)

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

# Nodes of a graph have no columns.
check_centers <- function(fit, purpose) {
  if (is.null(fit$centers)) {
    stop_scrb(purpose, " needs the means of columns by cluster, but a graph has no columns.")
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

# The core's answer, or its reason in words. `words` and `k`: those of a fit.
ask_core <- function(answer, k = NULL, words = NULL) {
  answer <- tryCatch(answer, error = function(condition) {
    if (!inherits(condition, c("std::bad_alloc", "std::length_error")) &&
          !grepl("cannot allocate", conditionMessage(condition), fixed = TRUE)) {
      stop(condition)
    }
    stop_scrb("memory ran out; fewer rows at a time, or smaller settings, need less (see ?sc_rb_memory).")
  })
  if (is.list(answer) && !is.null(answer$failure)) {
    if (answer$failure == "bad_model") stop_bad_model(answer$field, answer$problem) else stop_no_fit(answer, k, words)
  }
  answer
}

stop_bad_model <- function(field, problem) {
  stop_scrb("this fit is damaged, or of another version of scrb: its `", field, "` ", problem, ". Fit again.")
}


stop_no_fit <- function(fit, k, words) {
  own_words <- words$failures[[fit$failure]]
  if (!is.null(own_words)) {
    stop_scrb(own_words(fit$found, k))
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

warn_about_fit <- function(fit, k, words, tol) {
  n <- length(fit$cluster)
  size <- fit$components$size
  if (fit$components$beyond_k > 0) {
    pieces <- length(size) + fit$components$beyond_k
    sizes <- paste0(paste(utils::head(size, 5), collapse = ", "), if (length(size) > 5) ", ...")
    warn_scrb(if (!is.null(words$beyond_k)) words$beyond_k(pieces, k, sizes, fit$stray, n) else paste0(
      words$small, " is too small: rows fall apart into ", pieces, " groups without a link, more than `k` (= ", k,
      "); only the largest (", sizes, " rows) became clusters, and the rows of the others joined the nearest."
    ))
  } else if (!is.null(words$stray)) {
    if (fit$stray > 0) warn_scrb(words$stray(fit$stray, n, fit$components$stray_rows))
  } else if (fit$stray > n / 10) {
    warn_scrb(words$small, " may be too small: ", fit$stray, " of ", n, " rows share ", words$shared,
              " with too few others and took the label of the nearest cluster centre.")
  }
  warn_not_converged(fit, tol, words$crowded)
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

# `crowded`: what makes values crowd near 1, so that the solver was stopped.
warn_not_converged <- function(fit, tol, crowded = NULL) {
  if (isTRUE(fit$solver$stopped)) {
    warn_scrb("the singular vectors could not be told apart within ", in_full(fit$solver$products), " products, the ",
              "most that are made; the best so far are used", if (!is.null(crowded)) paste0(". ", crowded), ".")
  } else if (!all(fit$converged)) {
    warn_scrb("only ", sum(fit$converged), " of ", length(fit$converged), " singular vectors reached `tol` (= ", tol,
              ").")
  }
  if (!fit$kmeans$converged) {
    warn_scrb("k-means did not converge in `iter.max` (= ", fit$kmeans$iterations, ") iterations.")
  }
}

warn_unknown_rows <- function(count, n, fit) {
  if (count > 0) {
    they <- method_of(fit)$unknown[if (count == 1) 1 else 2]
    warn_scrb(count, " of ", n, " rows of `newdata` ", they, " of the fit and took the label of the ",
              if (is.null(fit$centers)) "largest cluster." else "nearest cluster centre.")
  }
}

check_any_tried <- function(tried) {
  if (all(vapply(tried, function(one) is.na(one$criteria$conductance), NA))) {
    stop_scrb("no candidate has a fit: `x` has fewer groups or distinct rows than `k`.")
  }
}
