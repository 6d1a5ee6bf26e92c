# What sc_rb() and sc_landmarks() share: from data to a fit, whatever the features.

# Data as the core takes them, without rows that `na.action` leaves out.
read_data <- function(x, na.action) {
  data <- check_data(x, "x")
  kept <- drop_missing(data$x, na.action, "x")
  list(x = kept$x, dropped = kept$dropped, columns = data$columns, levels = data$levels)
}

# Random numbers of steps 5 and 6, enough for the largest k. Base clusterings of a consensus are found from a sample of
# rows.
draw_partition <- function(n, options) {
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
  draws
}

base_rows <- 6144L

draw_rows <- function(n, count) sort(sample.int(n, min(count, n)))

# Options and draws for one of several k.
at_k <- function(k, options, draws, n) {
  options$n_vectors <- options$n_vectors[match(k, options$k)]
  options$k <- k
  if (n < 2 * k) {
    options$consensus <- 0L
  }
  if (options$consensus > 0) {
    draws$base_sizes <- pmin(n %/% 2L, k + as.integer(floor(draws$base_shares * (k + 1))))
  }
  list(options = options, draws = draws)
}

# Which of `count` features are in a half: 0 and 1 are two that share none, 2 and 3 two others; NULL is all.
in_half <- function(count, half) {
  if (is.null(half)) rep(TRUE, count) else (seq_len(count) %/% (1 + half %/% 2)) %% 2 == half %% 2
}

# Steps 2 to 6. `features`: the method's name, the columns' scaling, words for what goes wrong, and `embed()`, which has
# steps 2 to 4, of all features or of half of them.
fit_features <- function(features, data, options, draws, threads, report) {
  largest <- at_k(max(options$k), options, draws, nrow(data$x))$options
  embedded <- features$embed(largest, report = report)
  check_fit(embedded, largest$k, features$words)
  begin <- proc.time()[["elapsed"]]
  path <- if (length(options$k) > 1) find_path(features, embedded, options, draws, threads)
  path_seconds <- if (length(options$k) > 1) c(path = proc.time()[["elapsed"]] - begin)
  one <- at_k(if (is.null(path)) options$k else chosen_k(path), options, draws, nrow(data$x))
  fit <- cluster_cpp(embedded$spectrum, data$x, features$scaling, one$options, one$draws, threads, report)
  check_fit(fit, one$options$k, features$words)
  fit <- c(fit, embedded[c("eigenvalues", "residuals", "solver", "components")])
  fit$converged <- has_converged(fit, options$tol)
  warn_about_fit(fit, one$options$k, nrow(data$x), features$words, options$tol)
  result <- new_scrb(features$method, fit, data, options$keep)
  result$n_vectors <- length(fit$model$vector_weights)
  result$consensus <- one$options$consensus
  result$path <- path
  result$diagnostics <- list(degree_range = embedded$degree_range, components = fit$components$found,
                             stray = fit$stray)
  result$scaling <- features$scaling
  if ("model" %in% options$keep) {
    weights <- lapply(embedded$model[grepl("weights$", names(embedded$model))], utils::head, result$n_vectors)
    result$model <- c(utils::modifyList(embedded$model, weights), fit$model)
  }
  list(result = result, embedded = embedded, seconds = c(embedded$seconds, path_seconds, fit$seconds))
}

# The last fields. `start`: when the call began, and when it was prepared.
finish_fit <- function(result, seconds, start, call) {
  steps <- vapply(split(seconds, factor(names(seconds), unique(names(seconds)))), sum, 0)
  result$time <- c(prepare = start[2] - start[1], steps, total = proc.time()[["elapsed"]] - start[1])
  result$call <- call
  result
}

# The fields that every clustering function of the package returns, from the core's result.
new_scrb <- function(method, fit, data, keep) {
  k <- nrow(fit$centers)
  n <- length(fit$cluster)
  rows <- row_names(data$x)
  label <- function(labels) stats::naresid(data$dropped, labels)
  vectors <- embedding_names(fit)
  solved <- length(fit$eigenvalues) > 0
  structure(class = "scrb", list(
    method = method,
    cluster = label(stats::setNames(fit$cluster, rows)),
    k = k,
    size = tabulate(fit$cluster, k),
    centers = present_centers(fit$centers, data$columns, data$levels),
    embedding = if ("embedding" %in% keep && ncol(fit$embedding) > 0) {
      label(matrix(fit$embedding, n, dimnames = list(rows, vectors)))
    },
    embedding_centers = matrix(fit$kmeans$centers, k, dimnames = list(seq_len(k), vectors)),
    singular_values = if (solved) sqrt(pmax(fit$eigenvalues, 0)),
    totss = fit$kmeans$totss,
    withinss = fit$kmeans$withinss,
    tot.withinss = sum(fit$kmeans$withinss),
    betweenss = fit$kmeans$totss - sum(fit$kmeans$withinss),
    solver = if (solved) {
      list(
        name = if (fit$solver$dense) "dense" else "Spectra", products = fit$solver$products,
        iterations = fit$solver$restarts, residuals = fit$residuals, converged = all(fit$converged),
        recovered = fit$solver$recovered
      )
    },
    kmeans = fit$kmeans[c("iterations", "converged")],
    columns = data$columns,
    xlevels = data$levels,
    na.action = data$dropped
  ))
}

# Singular vectors are u1, u2, ...; other columns have the names that the data have, if any.
embedding_names <- function(fit) {
  if (length(fit$eigenvalues)) paste0("u", seq_len(ncol(fit$kmeans$centers))) else fit$column_names
}

# Which singular vectors reached the tolerance.
has_converged <- function(fit, tol) fit$residuals <= 2 * tol * fit$eigenvalues[seq_along(fit$residuals)]
