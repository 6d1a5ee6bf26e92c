#' Stability of clusters by package fpc
#'
#' [sc_rb()] in the form that functions of package fpc want a clustering method in (an interface function, or
#' CBI): for `fpc::clusterboot()`, `fpc::prediction.strength()`, `fpc::nselectboot()` and the like.
#'
#' `prediction.strength()` and `nselectboot()` give the rows of one sample to the clusters of another by a classifier of
#' fpc's own, not by [predict.scrb()]. Their default, the nearest mean (`classification = "centroid"`), suits round
#' clusters only; `classification = "knn"`, the nearest neighbour, suits any shape.
#'
#' These functions fit many times. Give a fixed `sigma` (that of a first fit) to compare like with like. Interfaces to
#' distances (`distances = TRUE`) cannot be used: `sc_rb()` wants the data themselves. For a data frame with factors
#' give `clusterboot()` also `datatomatrix = FALSE`; the other functions make a matrix of it.
#' @param data A matrix or data frame, as `x` in [sc_rb()].
#' @param k The number of clusters.
#' @param ... Further arguments of [sc_rb()].
#' @return A list: `result` (the fit), `nc` (the number of clusters), `clusterlist` (for each cluster a logical vector
#'   over rows), `partition` (the labels), `clustermethod`.
#' @examplesIf requireNamespace("fpc", quietly = TRUE)
#' set.seed(1)
#' x <- as.matrix(iris[, 1:4])
#' fpc::clusterboot(x, B = 10, clustermethod = scrbCBI, k = 3, count = FALSE)$bootmean
#' fpc::prediction.strength(x, Gmax = 4, M = 5, clustermethod = scrbCBI, classification = "knn")
#' @export
scrbCBI <- function(data, k, ...) { # nolint: object_name_linter. fpc's own name for such functions
  fit <- sc_rb(data, k = k, ...)
  partition <- unname(fit$cluster)
  list(result = fit, nc = fit$k, clusterlist = lapply(seq_len(fit$k), function(label) partition == label),
       partition = partition, clustermethod = "sc_rb")
}
