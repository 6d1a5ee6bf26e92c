# How the package fails and warns, and the checks of plain arguments; check_data.R, check_labels.R, check_fit.R and
# check_memory.R have the others.

stop_scrb <- function(...) {
  message <- paste0(...)
  stop(structure(class = c("scrb_error", "error", "condition"), list(message = message, call = NULL)))
}

warn_scrb <- function(...) {
  message <- paste0(...)
  warning(structure(class = c("scrb_warning", "warning", "condition"), list(message = message, call = NULL)))
}

tell_scrb <- function(...) {
  text <- paste0(..., "\n")
  message(structure(class = c("scrb_message", "message", "condition"), list(message = text, call = NULL)))
}

# An error in code of the user's own, as one of the package's.
try_user <- function(code, name) {
  tryCatch(code, error = function(condition) stop_scrb("`", name, "` failed: ", conditionMessage(condition)))
}

is_number <- function(value) is.numeric(value) && length(value) == 1 && is.finite(value)

check_whole <- function(value, name, low, high = .Machine$integer.max, high_is = NULL) {
  if (is_number(value) && value == round(value) && value >= low && value <= high) {
    return(as.integer(value))
  }
  range <- if (!is.null(high_is)) {
    paste0("between ", low, " and ", high_is, " (= ", format(high, scientific = FALSE), ")")
  } else if (is.numeric(value) && isTRUE(value > high)) {
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

check_keep <- function(keep, choices = c("embedding", "model")) {
  if (is.null(keep) || (is.character(keep) && all(keep %in% choices))) {
    return(as.character(keep))
  }
  stop_scrb("`keep` must be ", if (length(choices) > 1) "any of ", paste0("\"", choices, "\"", collapse = " and "),
            ", or NULL", if (length(choices) > 1) " for neither", ", not ",
            if (is.character(keep)) quoted(setdiff(keep, choices)) else describe(keep), ".")
}

# The rank that a method of sc_baseline() uses, NULL for none.
check_rank <- function(rank, method, n, k) {
  if (!"rank" %in% methods_table[[method]]$settings) {
    return(NULL)
  }
  rank <- check_whole(rank, "rank", if (method == "lsc") k + 1L else k)
  if (method %in% sample_methods) {
    return(min(rank, n))
  }
  if (rank %% 2 == 1) {
    stop_scrb("`rank` must be even for `method` = \"", method, "\", a cosine and a sine for each frequency, not ", rank,
              ".")
  }
  rank
}

# The core's options, of a fit of n rows. `k` and `n_vectors` may be several, `n_vectors` one for each k.
check_options <- function(n, k, n_vectors, consensus, nstart, iter.max, tol, ncv, recheck, keep) {
  k <- check_k(k, n)
  n_vectors <- check_vectors(n_vectors, k, n)
  most <- max(n_vectors)
  keep <- check_keep(keep)
  list(
    k = k,
    n_vectors = n_vectors,
    consensus = check_whole(consensus, "consensus", 0),
    nstart = check_whole(nstart, "nstart", 1, .Machine$integer.max %/% max(k)),
    iter.max = check_whole(iter.max, "iter.max", 1),
    tol = check_positive(tol, "tol"),
    ncv = if (is.null(ncv)) default_ncv(most) else check_whole(ncv, "ncv", most + 2L, n, "nrow(x)"),
    recheck = check_choice(recheck, "recheck", c("auto", "always", "never")),
    most_products = most_products(most),
    keep = keep,
    keep_embedding = "embedding" %in% keep,
    keep_model = "model" %in% keep,
    tie = path_tie
  )
}

# One k, or several to choose from, increasing.
check_k <- function(k, n) {
  if (length(k) < 2) {
    return(check_whole(k, "k", 2, n, "nrow(x)"))
  }
  if (is.numeric(k) && all(k %in% seq(2, n)) && !anyDuplicated(k)) {
    return(sort(as.integer(k)))
  }
  stop_scrb("`k` must be a whole number, or several different ones to choose from, between 2 and nrow(x) (= ", n,
            "), not ", describe(k), ".")
}

# One for each k.
check_vectors <- function(n_vectors, k, n) {
  if (length(n_vectors) == length(k) && length(k) > 1) {
    return(mapply(check_whole, sort(n_vectors), "n_vectors", k, n, "nrow(x)"))
  }
  rep_len(check_whole(n_vectors, "n_vectors", max(k), n, "nrow(x)"), length(k))
}

check_landmarks <- function(n_landmarks, k, n) check_whole(n_landmarks, "n_landmarks", k + 1L, n, "nrow(x)")

# Any of several choices, each once.
check_subset <- function(value, name, choices) {
  if (is.character(value) && length(value) > 0 && all(value %in% choices)) {
    return(unique(value))
  }
  stop_scrb("`", name, "` must be any of ", quoted(choices), ", not ", describe(value), ".")
}

check_whole_numbers <- function(values, name, low) {
  if (length(values) == 0) {
    stop_scrb("`", name, "` must be one or more whole numbers, not ", describe(values), ".")
  }
  vapply(values, check_whole, 0L, name, low)
}

check_positive_numbers <- function(values, name) {
  if (length(values) == 0) {
    stop_scrb("`", name, "` must be one or more positive numbers, not ", describe(values), ".")
  }
  vapply(values, check_positive, 0, name)
}

check_pca <- function(pca, n_cols) {
  if (is.null(pca)) {
    return(if (n_cols > 64) 50L else 0L)
  }
  if (identical(pca, FALSE)) {
    return(0L)
  }
  if (is_number(pca) && pca >= 1 && pca == round(pca)) {
    return(as.integer(min(pca, n_cols)))
  }
  stop_scrb("`pca` must be a whole number of components of at least 1, FALSE for none, or NULL for the default, not ",
            describe(pca), ".")
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

# Candidates of several sigma share their grids.
check_tuned_kernel <- function(kernel) {
  if (is.function(kernel)) {
    stop_scrb("`kernel` must be \"laplacian\" or \"cauchy\" where `sigma` is tuned, not a function.")
  }
  check_kernel(kernel)
}

# Where some methods of a comparison do not have the kernel.
check_kernel_of <- function(method, kernel) {
  kernels <- methods_table[[method]]$kernels
  if (!kernel %in% kernels) {
    stop_scrb("`kernel` must be ", quoted(kernels), " for ", quoted(method), ", which has no ", kernel, " kernel.")
  }
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

# Arguments that are passed on must be among those that are known there.
check_known_dots <- function(known, ...) {
  given <- list(...)
  unknown <- given[!names(given) %in% setdiff(known, "...")]
  if (length(given) > 0 && (is.null(names(given)) || length(unknown) > 0)) {
    do.call(check_no_dots, if (is.null(names(given))) given else unknown)
  }
}

check_count <- function(value, name) {
  if (is_number(value) && value >= 0) {
    return(as.double(value))
  }
  stop_scrb("`", name, "` must be a single number of at least 0, not ", describe(value), ".")
}

check_share <- function(value, name) {
  if (is_number(value) && value >= 0 && value <= 1) {
    return(as.double(value))
  }
  stop_scrb("`", name, "` must be a single number between 0 and 1, not ", describe(value), ".")
}

check_which <- function(which, last) {
  if (is.numeric(which) && length(which) > 0 && all(which %in% seq_len(last))) {
    return(which)
  }
  stop_scrb("`which` must be among ", paste(seq_len(last), collapse = ", "), ", not ",
            if (length(which)) paste(format(which), collapse = ", ") else describe(which), ".")
}
