#' An engine for tidyclust
#'
#' With package tidyclust installed, `k_means(num_clusters = k) |> set_engine("scrb")` specifies [sc_rb()]. `fit()`,
#' `fit_xy()`, `predict()`, `augment()`, `tidy()`, `glance()`, `extract_cluster_assignment()`, `extract_centroids()`,
#' workflows, and `tune_cluster()` work with it. It is there as soon as both tidyclust and scrb are loaded. Arguments of
#' [sc_rb()] other than `x` and `k` go into `set_engine()`.
#'
#' @section What tidyclust does not allow (version 0.3.2):
#' * There is no model specification for spectral clustering. The engine belongs to `k_means()`, whose name its
#'   specifications print, and whose only argument is `num_clusters`.
#' * `tune()` marks of arguments in `set_engine()` have no range known to dials: give `tune_cluster()` a `grid` with
#'   their values.
#' * The metrics `sse_within()`, `sse_within_total()` and `sse_ratio()` of given data, which is what `tune_cluster()`
#'   computes, put each row to the nearest mean in the data whatever the engine predicts, so they say nothing about
#'   clusters that are not round. Use `silhouette_avg()`, which uses predictions. Without `new_data` they are sums of
#'   squares in the embedding of the fit.
#' * `num_clusters = 1` is an error, as `k = 1` is, but grids that dials makes begin there: give a `grid` from 2 on.
#' * Only `type = "cluster"` can be predicted; for embeddings and distances use [predict.scrb()] on
#'   `extract_fit_engine()`.
#' * Sparse data are refused.
#' @param object A fit by [sc_rb()].
#' @param new_data New rows.
#' @param prefix,labels The beginning of cluster names, or the names themselves, as everywhere in tidyclust.
#' @param ... Ignored.
#' @return As tidyclust has it for its own engines. `.k_means_predict_scrb()` is exported for tidyclust alone: it gives
#'   a factor of cluster names.
#' @examplesIf requireNamespace("tidyclust", quietly = TRUE)
#' library(tidyclust)
#' spec <- k_means(num_clusters = 3) |> set_engine("scrb", n_grids = 128)
#' set.seed(1)
#' fit <- fit(spec, ~ Sepal.Length + Sepal.Width + Petal.Length + Petal.Width, data = iris)
#' extract_centroids(fit)
#' predict(fit, iris[c(1, 51, 101), ])
#' @name tidyclust
NULL

#' @rdname tidyclust
#' @exportS3Method tidyclust::extract_cluster_assignment
extract_cluster_assignment.scrb <- function(object, ..., prefix = "Cluster_", labels = NULL) { # nolint
  check_fields(object)
  as_table(data.frame(.cluster = name_clusters(object$cluster, object$k, prefix, labels)))
}

#' @rdname tidyclust
#' @exportS3Method tidyclust::extract_fit_summary
extract_fit_summary.scrb <- function(object, ..., prefix = "Cluster_", labels = NULL) { # nolint: object_name_linter.
  check_fields(object)
  check_centers(object, "extract_fit_summary()")
  list(
    cluster_names = name_clusters(seq_len(object$k), object$k, prefix, labels),
    centroids = as_table(as.data.frame(object$centers)),
    n_members = object$size,
    sse_within_total_total = object$withinss,
    sse_total = object$totss,
    orig_labels = unname(object$cluster),
    cluster_assignments = name_clusters(object$cluster, object$k, prefix, labels)
  )
}

#' @rdname tidyclust
#' @export
.k_means_predict_scrb <- function(object, new_data, prefix = "Cluster_", labels = NULL) {
  name_clusters(predict(object, new_data, na.action = stats::na.exclude), object$k, prefix, labels)
}

name_clusters <- function(cluster, k, prefix, labels) {
  factor(unname(cluster), seq_len(k), if (is.null(labels)) paste0(prefix, seq_len(k)) else labels)
}

add_engine <- function(...) {
  if ("scrb" %in% modelenv::get_from_env("k_means")$engine) {
    return(invisible())
  }
  modelenv::set_model_engine("k_means", mode = "partition", eng = "scrb")
  for (package in c("scrb", "tidyclust")) {
    modelenv::set_dependency("k_means", mode = "partition", eng = "scrb", pkg = package)
  }
  modelenv::set_fit("k_means", mode = "partition", eng = "scrb", value = list(
    interface = "data.frame", data = c(x = "x"), protect = c("x", "k"), func = c(pkg = "scrb", fun = "sc_rb"),
    defaults = list()
  ))
  modelenv::set_encoding("k_means", mode = "partition", eng = "scrb", options = list(
    predictor_indicators = "none", compute_intercept = FALSE, remove_intercept = TRUE, allow_sparse_x = FALSE
  ))
  modelenv::set_model_arg("k_means", eng = "scrb", exposed = "num_clusters", original = "k",
                          func = list(pkg = "dials", fun = "num_clusters"), has_submodel = FALSE)
  modelenv::set_pred("k_means", mode = "partition", eng = "scrb", type = "cluster", value = list(
    pre = NULL, post = NULL, func = c(pkg = "scrb", fun = ".k_means_predict_scrb"),
    args = list(object = quote(object$fit), new_data = quote(new_data))
  ))
}

# modelenv has no function for it.
remove_engine <- function() {
  for (name in paste0("k_means", c("", "_args", "_encoding", "_fit", "_pkgs", "_predict"))) {
    table <- modelenv::get_from_env(name)
    modelenv::set_env_val(name, table[!table$engine %in% "scrb", ])
  }
}
