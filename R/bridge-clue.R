#' Fits as partitions of package clue
#'
#' Methods by which package clue knows a fit as a hard partition, so that `cl_agreement()`, `cl_dissimilarity()`,
#' `cl_ensemble()`, `cl_consensus()`, `cl_boot()`, `cl_bag()` and the like take fits, alone or together with those of
#' other clustering functions. `cl_predict()` works through [predict.scrb()].
#'
#' With `na.action = na.exclude` the rows that were left out have missing class ids, which clue's own functions
#' mostly do not expect.
#' @param x A fit by [sc_rb()], [sc_landmarks()], [sc_graph()] or [sc_baseline()].
#' @return `cl_class_ids()` gives the labels, `n_of_classes()` k, `cl_prototypes()` the column means of each cluster;
#'   the others TRUE.
#' @examplesIf requireNamespace("clue", quietly = TRUE)
#' set.seed(1)
#' x <- as.matrix(iris[, 1:4])
#' fit <- sc_rb(x, k = 3)
#' clue::cl_agreement(fit, kmeans(x, 3), method = "NMI")
#'
#' # the consensus of five fits, each with its own random grids
#' fits <- clue::cl_boot(x, 5, k = 3, algorithm = sc_rb)
#' consensus <- clue::cl_consensus(fits)
#' table(clue::cl_class_ids(consensus), iris$Species)
#' @name clue
NULL

#' @rdname clue
#' @exportS3Method clue::cl_class_ids
cl_class_ids.scrb <- function(x) { # nolint: object_name_linter.
  check_fields(x)
  clue::as.cl_class_ids(x$cluster)
}

#' @rdname clue
#' @exportS3Method clue::is.cl_partition
is.cl_partition.scrb <- function(x) TRUE # nolint: object_name_linter.

#' @rdname clue
#' @exportS3Method clue::is.cl_hard_partition
is.cl_hard_partition.scrb <- function(x) TRUE # nolint: object_name_linter.

#' @rdname clue
#' @exportS3Method clue::n_of_classes
n_of_classes.scrb <- function(x) { # nolint: object_name_linter.
  check_fields(x)
  x$k
}

#' @rdname clue
#' @exportS3Method clue::cl_prototypes
cl_prototypes.scrb <- function(x) { # nolint: object_name_linter.
  check_fields(x)
  check_centers(x, "cl_prototypes()")
  x$centers
}
