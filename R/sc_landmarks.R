sc_landmarks <- function(x, ...) UseMethod("sc_landmarks")

sc_landmarks.default <- function(x, k, n_landmarks = NULL, n_nearest = 8, weights = c("gaussian", "binary"),
                                 scale = c("none", "range", "sd"), n_vectors = NULL, consensus = 0, pca = NULL,
                                 nstart = 10, iter.max = 100, tol = 1e-4, ncv = NULL,
                                 recheck = c("auto", "always", "never"), na.action = na.fail,
                                 keep = c("embedding", "model"), threads = NULL, progress = interactive(), ...) {
  start <- proc.time()[["elapsed"]]
  check_no_dots(...)
  check_given(missing(k), "k", "the number of clusters")
  call <- match.call()
  call[[1]] <- quote(sc_landmarks)
  data <- check_data(x, "x")
  kept <- drop_missing(data$x, na.action, "x")
  x <- kept$x
  n <- nrow(x)
  k <- check_whole(k, "k", 2, n, "nrow(x)")
  options <- check_options(n, k, if (is.null(n_vectors)) min(3 * k, n) else n_vectors, nstart, iter.max, tol, ncv,
                           recheck)
  if (is.null(ncv)) options$ncv <- max(12L, min(3L * (options$n_vectors + 1L), options$n_vectors + 40L))
  options$consensus <- check_whole(consensus, "consensus", 0)
  options$n_nearest <- check_whole(n_nearest, "n_nearest", 1)
  options$weights <- check_choice(weights, "weights", c("gaussian", "binary"))
  n_landmarks <- if (is.null(n_landmarks)) default_landmarks(n) else check_landmarks(n_landmarks, k, n)
  scale <- check_choice(scale, "scale", c("none", "range", "sd"))
  keep <- check_keep(keep)
  options$keep_model <- "model" %in% keep
  threads <- use_threads(threads)
  report <- if (check_flag(progress, "progress")) progress_reporter()
  wide <- spread_levels(x)
  options$pca <- check_pca(pca, ncol(wide$x))
  scaling <- find_scaling(x, scale, threads)
  scaling$scale <- scaling$scale * unit_of(scaling)
  draws <- c(draw_landmarks_of(n, n_landmarks, options), draw_partition(n, options))
  prepared <- proc.time()[["elapsed"]]

  if (!is.null(report)) {
    on.exit(report())
  }
  embedded <- embed_landmarks_cpp(wide$x, wide_scaling(scaling, wide), options, draws, threads, report)
  check_fit(embedded, options$k, options$n_vectors, "x")
  fit <- cluster_embedded(embedded, x, scaling, options, draws, threads, report)
  check_fit(fit, options$k, options$n_vectors, "x")
  fit$converged <- has_converged(fit, tol)
  warn_about_fit(fit, options$k, n, "x", tol)
  result <- new_scrb("sc_landmarks", fit, x, data, keep, kept$dropped)
  result$n_landmarks <- nrow(fit$model$landmarks)
  result$n_nearest <- fit$model$n_nearest
  result$weights <- options$weights
  result$sigma <- if (options$weights == "gaussian") fit$model$sigma
  result[c("n_vectors", "consensus", "pca")] <-
    list(length(fit$residuals), options$consensus, nrow(fit$model$projection))
  result$diagnostics <- list(pool = n_landmarks, degree_range = fit$degree_range, components = fit$components$found,
                             stray = fit$stray)
  result$scaling <- scaling
  if (options$keep_model) {
    result$model <- fit$model
  }
  result$time <- c(prepare = prepared - start, fit$seconds, total = proc.time()[["elapsed"]] - start)
  result$na.action <- kept$dropped
  result$call <- call
  result
}

unit_of <- function(scaling) 1
default_landmarks <- function(n) as.integer(min(n, 16384, max(4096, 50 * sqrt(n))))
check_landmarks <- function(n_landmarks, k, n) check_whole(n_landmarks, "n_landmarks", k, n, "nrow(x)")
check_pca <- function(pca, d) if (is.null(pca)) if (d > 64) 50L else 0L else if (isFALSE(pca)) 0L else check_whole(pca, "pca", 1)

draw_landmarks_of <- function(n, n_landmarks, options) {
  list(pool = draw_landmarks(n, n_landmarks),
       principal_rows = if (options$pca > 0) draw_landmarks(n, 8192L) else integer())
}
