# Whether a fit is what it was when it was made. It may have been saved, cut, edited or mixed up with another since.

# The whole of it: what print() and plot() read, here, and the model, in the core.
check_fit <- function(fit) {
  check_fields(fit)
  if (!is.null(fit$model)) {
    ask_core(check_model_cpp(model_fields(fit)))
  }
}

# The fields that R reads; `model` is for the core.
check_fields <- function(fit) {
  parts <- unclass(fit)
  if (!is.list(parts) || !is_text(parts$method) || !parts$method %in% names(methods_table)) {
    stop_bad_model("method", paste("must be one of", quoted(names(methods_table))))
  }
  is_named <- is.character(names(parts)) && !anyDuplicated(names(parts))
  require_field(is_named, "names", "must all be different")
  require_field(is_count(parts$k, 1), "k", "must be a number of clusters")
  check_labels_of(parts)
  check_places_of(parts)
  check_columns_of(parts)
  check_report_of(parts)
  check_settings_of(parts)
  require_field(is.null(parts$model) || is.list(parts$model), "model", "must be a list")
}

require_field <- function(holds, field, problem) {
  if (!isTRUE(holds)) {
    stop_bad_model(field, problem)
  }
}

is_text <- function(value) is.character(value) && length(value) == 1 && !is.na(value)
is_flag <- function(value) is.logical(value) && length(value) == 1 && !is.na(value)
is_count <- function(value, least = 0) is_number(value) && value >= least && value == round(value)

# Numbers, all finite, perhaps of a certain length, in plain vectors or matrices.
are_numbers <- function(values, length = NULL) {
  is.numeric(values) && !is.object(values) && all(is.finite(values)) && (is.null(length) || length(values) == length)
}

is_matrix_of <- function(values, n_rows, n_cols = ncol(values)) {
  is.matrix(values) && is.numeric(values) && identical(as.double(dim(values)), as.double(c(n_rows, n_cols)))
}

check_labels_of <- function(fit) {
  k <- fit$k
  labels <- fit$cluster
  require_field(
    is.integer(labels) && !is.object(labels) && length(labels) > 0 && all(labels >= 1L & labels <= k, na.rm = TRUE),
    "cluster", "must have labels from 1 to k"
  )
  require_field(are_numbers(fit$size, k) && all(fit$size >= 1), "size", "must have a number of rows for each cluster")
  require_field(are_numbers(fit$withinss, k), "withinss", "must have a sum of squares for each cluster")
  for (field in c("totss", "tot.withinss", "betweenss")) {
    require_field(is_number(fit[[field]]), field, "must be a sum of squares")
  }
}

check_places_of <- function(fit) {
  centers <- fit$embedding_centers
  require_field(is_matrix_of(centers, fit$k) && ncol(centers) > 0 && all(is.finite(centers)), "embedding_centers",
                "must be a matrix of numbers with a row for each cluster")
  require_field(is.null(fit$embedding) || is_matrix_of(fit$embedding, length(fit$cluster), ncol(centers)), "embedding",
                "must be a matrix with a row for each label")
  require_field(is.null(fit$singular_values) || (are_numbers(fit$singular_values) && length(fit$singular_values) > 0),
                "singular_values", "must be numbers")
}

check_columns_of <- function(fit) {
  columns <- fit$columns
  require_field(is.list(columns), "columns", "must be a list")
  if (is_graph(fit)) {
    names <- columns$names
    require_field(is.null(names) || (is.character(names) && length(names) == length(fit$cluster)), "columns$names",
                  "must name each node")
    require_field(is.null(fit$centers), "centers", "must not be there")
    return(invisible())
  }
  scaling <- fit$scaling
  d <- length(scaling$scale)
  require_field(is.list(scaling) && d > 0 && are_numbers(scaling$scale, d) && all(scaling$scale > 0), "scaling$scale",
                "must have a positive number for each column")
  require_field(are_numbers(scaling$center, d), "scaling$center", "must have a number for each column")
  require_field(is_number(scaling$unit) && scaling$unit > 0, "scaling$unit", "must be a positive number")
  require_field(is.null(columns$names) || (is.character(columns$names) && length(columns$names) == d), "columns$names",
                "must name each column")
  kinds <- c("number", "factor", "ordered", "Date", "POSIXct", "difftime")
  require_field(is.null(columns$kinds) || (length(columns$kinds) == d && all(columns$kinds %in% kinds)),
                "columns$kinds", "must tell the kind of each column")
  check_levels_of(fit, columns)
  centers <- fit$centers
  require_field((is.data.frame(centers) || is.matrix(centers)) && identical(dim(centers), c(as.integer(fit$k), d)),
                "centers", "must have a row for each cluster and all columns")
  require_field(is.null(fit$terms) || inherits(fit$terms, "terms"), "terms", "must be the terms of a formula")
}

check_levels_of <- function(fit, columns) {
  levels <- fit$xlevels
  with_levels <- columns$kinds %in% c("factor", "ordered")
  proper <- is.list(levels) && all(vapply(levels, function(one) is.character(one) && !anyDuplicated(one), NA))
  require_field(proper && (!any(with_levels) || tell_apart(columns$names)) &&
                  setequal(names(levels), columns$names[with_levels]) && length(levels) == sum(with_levels),
                "xlevels", "must have the levels of each factor")
}

# What print() and summary() tell of how the fit was found.
check_report_of <- function(fit) {
  solver <- fit$solver
  counts <- c("products", "iterations", "recovered")
  require_field(is.null(solver) || (is.list(solver) && is_text(solver$name) && is_flag(solver$converged) &&
                                      are_numbers(solver$residuals) && length(solver$residuals) > 0 &&
                                      all(vapply(solver[counts], is_number, NA))),
                "solver", "must tell how the vectors were found")
  kmeans <- fit$kmeans
  require_field(is.list(kmeans) && is_number(kmeans$iterations) && is_flag(kmeans$converged), "kmeans",
                "must tell how k-means ended")
  found <- fit$diagnostics
  require_field(is.list(found) && is_count(found$stray) && found$stray <= length(fit$cluster) &&
                  all(vapply(found, is.numeric, NA)) && all(lengths(found[setdiff(names(found), "degree_range")]) == 1),
                "diagnostics", "must be numbers, with the number of stray rows")
  require_field(is.null(found$degree_range) || length(found$degree_range) == 2, "diagnostics$degree_range",
                "must be two numbers")
  require_field(is.numeric(fit$time) && is_number(as.list(fit$time)$total), "time", "must be seconds by step")
  require_field(is.call(fit$call) || is.null(fit$call), "call", "must be a call")
  check_path_of(fit)
}

check_path_of <- function(fit) {
  path <- fit$path
  columns <- c("k", "gap", "silhouette", "restart", "halves", "stability", "smallest", "largest")
  require_field(is.null(path) ||
                  (is.data.frame(path) && all(c(columns, "chosen") %in% names(path)) && nrow(path) > 1 &&
                     all(vapply(path[columns], is.numeric, NA)) && is.logical(path$chosen) &&
                     sum(path$chosen %in% TRUE) == 1 && are_numbers(path$k)),
                "path", "must be a data frame with a row for each k, one of which was chosen")
}

check_settings_of <- function(fit) {
  about <- method_of(fit)
  numbers <- c("sigma", "n_grids", "rank", "n_landmarks", "n_nearest", "pca", "n_links", "n_vectors", "consensus")
  for (field in intersect(numbers, names(fit))) {
    require_field(is.null(fit[[field]]) || is_number(fit[[field]]), field, "must be a single number")
  }
  require_field(is.null(about$rank) || !is.null(fit[[about$rank]]) || fit$method %in% c("kmeans", "exact"),
                about$rank, "must be there")
  require_field(is.null(fit$kernel) || is.function(fit$kernel) || is_text(fit$kernel), "kernel",
                "must be a kernel's name, or a function")
  require_field(is.null(fit$weights) || is_text(fit$weights), "weights", "must be the name of some weights")
  left_out <- fit$na.action
  require_field(is.null(left_out) || (is.numeric(left_out) && !anyNA(left_out)), "na.action", "must be numbers of rows")
}
