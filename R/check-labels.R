# Checks of what clusterings are compared by: labels, scores, methods.

# Labels, also of what has them as `cluster`, as fits of this and other packages do.
check_label_vector <- function(labels, name) {
  given <- labels
  if (is.list(labels) && !is.data.frame(labels)) {
    labels <- labels$cluster
  }
  if (is.atomic(labels) && !is.null(labels) && length(dim(labels)) < 2) {
    return(labels)
  }
  stop_scrb("`", name, "` must be a vector of labels, or a fit, not ", describe(given), ".")
}

check_labels <- function(cluster, truth) {
  if (length(cluster) != length(truth)) {
    stop_scrb("`cluster` and `truth` must have the same length, not ", length(cluster), " and ", length(truth), ".")
  }
  if (length(cluster) == 0) {
    stop_scrb("`cluster` must have at least one label.")
  }
  check_no_missing(cluster, "cluster")
  check_no_missing(truth, "truth")
}

check_no_missing <- function(labels, name) {
  missing <- sum(is.na(labels))
  if (missing > 0) {
    stop_scrb("`", name, "` must have no missing labels, but ", missing, " of ", length(labels), " are NA.")
  }
}

# The classes of n rows, of which some (as na.action says) were left out.
check_truth <- function(truth, n, dropped) {
  truth <- check_label_vector(truth, "truth")
  if (length(truth) != n) {
    stop_scrb("`truth` must have a label for each row of `x` (= ", n, "), not ", length(truth), ".")
  }
  if (length(dropped)) {
    truth <- truth[-as.vector(dropped)]
  }
  check_no_missing(truth, "truth")
  truth
}

# The columns of `scores` that ranks are made of, as a matrix, and the method of each row.
check_scores <- function(scores, metrics) {
  if (!is.data.frame(scores) && !(is.matrix(scores) && is_plain(scores))) {
    stop_scrb("`scores` must be a data frame or a numeric matrix, not ", describe(scores), ".")
  }
  if (is.data.frame(scores)) {
    scores <- as.data.frame(scores)
  }
  absent <- setdiff(metrics, colnames(scores))
  if (length(absent)) {
    stop_scrb("`scores` must have columns ", quoted(metrics, "`"), ", but lacks ", quoted(absent, "`"), ".")
  }
  if (nrow(scores) == 0) {
    stop_scrb("`scores` must have at least one row.")
  }
  method <- if (is.data.frame(scores) && "method" %in% names(scores)) scores$method else row_names(scores)
  if (is.null(method) || anyNA(method)) {
    stop_scrb("`scores` must tell the method of each row, in a column `method` or as row names.")
  }
  kinds <- vapply(metrics, function(metric) is_plain(scores[, metric]) && NCOL(scores[, metric]) == 1, NA)
  if (!all(kinds)) {
    stop_scrb("`scores` must have numbers in ", quoted(metrics[!kinds], "`"), ".")
  }
  list(method = as.character(method), values = as.matrix(scores[, metrics, drop = FALSE]))
}

# Which of the package's methods to compare.
check_methods <- function(methods) {
  if (!is.character(methods) || length(methods) == 0) {
    stop_scrb("`methods` must be any of ", quoted(all_methods()), ", not ", describe(methods), ".")
  }
  unknown <- setdiff(methods, all_methods())
  if (length(unknown)) {
    stop_scrb("`methods` must be any of ", quoted(all_methods()), ", not ", quoted(unknown), ".")
  }
  if (anyDuplicated(methods)) {
    stop_scrb("`methods` must name a method once, but ", quoted(methods[duplicated(methods)][1]), " comes twice.")
  }
  methods
}

# Some columns of a comparison do not have its runs.
check_comparison <- function(x) {
  if (is.null(attr(x, "runs"))) {
    stop_scrb("`x` must be a comparison by compare_methods(), not some columns of one.")
  }
}

check_any_ran <- function(ran) {
  if (length(ran) == 0) {
    stop_scrb("`x` has nothing to draw: no method ran, see its column `note`.")
  }
}
