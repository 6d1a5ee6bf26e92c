# What the fitting functions share: from data to a fit, whatever the features.

# How each of them begins: the clock, the call by the function's own name, and what must be given.
begin_fit <- function(method, call, no_x, no_k, x_is, ...) {
  start <- proc.time()[["elapsed"]]
  check_no_dots(...)
  check_given(no_x, "x", x_is)
  check_given(no_k, "k", "the number of clusters")
  call[[1]] <- as.name(method)
  list(start = start, call = call)
}

# Data as the core takes them, without rows that `na.action` leaves out.
read_data <- function(x, na.action) {
  data <- check_data(x, "x")
  kept <- drop_missing(data$x, na.action, "x")
  list(x = kept$x, dropped = kept$dropped, columns = data$columns, levels = data$levels)
}

# All random numbers of steps 5 and 6, enough for the largest k. Base clusterings of a consensus are found from a sample
# of rows.
draw_fit <- function(n, options) {
  k <- max(options$k)
  draws <- list(uniforms = stats::runif(options$nstart * k))
  if (options$consensus > 0) {
    draws$base_shares <- stats::runif(options$consensus)
    draws$base_uniforms <- stats::runif(2 * k * options$consensus)
    draws$base_rows <- if (n > base_rows) draw_rows(n, base_rows) else integer()
  }
  if (length(options$k) > 1) {
    draws$path <- draw_path(n, k)
  }
  draws$kmeans_rows <- draw_kmeans_rows(n, k) # the last, so that all else is drawn alike for few rows and many
  draws
}

base_rows <- 6144L

# The rows that k-means finds its centres from, where there are more: enough of the smallest cluster, too. None
# where all are to be taken.
draw_kmeans_rows <- function(n, k) {
  count <- max(1e5, 1000 * k)
  if (n > count) draw_rows(n, count) else integer()
}

draw_rows <- function(n, count) sort(sample.int(n, min(count, n)))

# A fit as people get it. `answer`: the core's; `given`: fields of the method's own; `model`: what the core does not
# write of the model, because R drew it; `start`: when the call began, and when it was prepared.
new_fit <- function(method, answer, data, options, words, scaling = NULL, given = list(), model = list(),
                    start = NULL, call = NULL) {
  answer$converged <- has_converged(answer, options$tol, methods_table[[method]]$value_scale)
  warn_about_fit(answer, nrow(answer$kmeans$centers), words, options$tol)
  fit <- new_scrb(method, answer, data, options$keep)
  fit$n_vectors <- answer$n_vectors
  fit$consensus <- answer$consensus
  fit$path <- if (!is.null(answer$path)) complete_path(answer$path, fit)
  fit$diagnostics <- list(degree_range = answer$degree_range, components = answer$components$found,
                          stray = answer$stray)
  fit$scaling <- scaling
  if (options$keep_model) {
    fit$model <- c(model, answer$model)
  }
  fit[names(given)] <- given
  finish_fit(fit, answer$seconds, start, call)
}

# The last fields.
finish_fit <- function(fit, seconds, start, call) {
  steps <- vapply(split(seconds, factor(names(seconds), unique(names(seconds)))), sum, 0)
  fit$time <- c(prepare = start[2] - start[1], steps, total = proc.time()[["elapsed"]] - start[1])
  fit$call <- call
  fit
}

# The fields that every clustering function of the package returns, from the core's answer.
new_scrb <- function(method, answer, data, keep) {
  k <- nrow(answer$kmeans$centers)
  n <- length(answer$cluster)
  rows <- row_names(data$x)
  label <- function(labels) stats::naresid(data$dropped, labels)
  vectors <- embedding_names(answer)
  solved <- length(answer$eigenvalues) > 0
  structure(class = "scrb", list(
    method = method,
    cluster = label(stats::setNames(answer$cluster, rows)),
    k = k,
    size = tabulate(answer$cluster, k),
    centers = if (!is.null(answer$centers)) present_centers(answer$centers, data$columns, data$levels),
    embedding = if ("embedding" %in% keep && ncol(answer$embedding) > 0) {
      label(matrix(answer$embedding, n, dimnames = list(rows, vectors)))
    },
    embedding_centers = matrix(answer$kmeans$centers, k, dimnames = list(seq_len(k), vectors)),
    singular_values = if (solved) shown_values(method, answer$eigenvalues),
    totss = answer$kmeans$totss,
    withinss = answer$kmeans$withinss,
    tot.withinss = sum(answer$kmeans$withinss),
    betweenss = answer$kmeans$totss - sum(answer$kmeans$withinss),
    solver = if (solved) {
      list(
        name = if (answer$solver$dense) "dense" else "Spectra", side = answer$solver$side,
        products = answer$solver$products,
        iterations = answer$solver$restarts, residuals = answer$residuals,
        converged = all(answer$converged) && !answer$solver$stopped,
        recovered = answer$solver$recovered
      )
    },
    kmeans = answer$kmeans[c("iterations", "converged")],
    columns = data$columns,
    xlevels = data$levels,
    na.action = data$dropped
  ))
}

# Singular vectors are u1, u2, ...; other columns have the names that the data have, if any.
embedding_names <- function(answer) {
  if (length(answer$eigenvalues)) paste0("u", seq_len(ncol(answer$kmeans$centers))) else answer$column_names
}

# Singular values of features; the values of a graph may be below 0 and stay what they are.
shown_values <- function(method, eigenvalues) {
  if (methods_table[[method]]$values == "Eigenvalue") eigenvalues else sqrt(pmax(eigenvalues, 0))
}

# Which vectors reached the tolerance, relative to their values or, of a graph, to 1 + value, since the solver had
# (1 + value) / 2. A dense solution is exact up to rounding.
has_converged <- function(answer, tol, scale = identity) {
  values <- answer$eigenvalues[seq_along(answer$residuals)]
  answer$solver$dense | answer$residuals <= 2 * tol * scale(values)
}
