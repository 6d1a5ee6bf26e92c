# What a run does, in its own R process: one method on one data set, measured.

# The nine methods of the paper's tables, in their order there.
paper_methods <- c("kmeans", "exact", "kk_rs", "kk_rf", "sv_rf", "lsc", "nystrom", "sc_rf", "sc_rb")
# Methods without a rank.
rankless <- c("kmeans", "exact")
# Random binning with one or another solver, at tolerance 1e-5.
solver_methods <- c("spectra_never", "spectra_always", "irlba", "svds")

steps <- c("prepare", "bins", "features", "degrees", "singular_vectors", "embedding", "kmeans", "labels", "total")
metrics <- c("nmi", "nmi_max", "ari", "ri", "fm", "fm_class", "acc")

# Sigma is the same for all methods of a data set, kernel and seed: it is drawn first.
fit_method <- function(x, k, run) {
  sigma <- if (run$sigma_rule == "rule") NULL else as.numeric(run$sigma_rule)
  rank <- if (!run$method %in% rankless) as.numeric(run$rank)
  rb <- function(...) {
    sc_rb(x, k, n_grids = rank, sigma = sigma, kernel = run$kernel, nstart = run$nstart, scale = run$scale,
          threads = run$threads, keep = "embedding", progress = FALSE, ...)
  }
  switch(run$method,
    sc_rb = rb(),
    spectra_never = rb(tol = 1e-5, recheck = "never"),
    spectra_always = rb(tol = 1e-5, recheck = "always"),
    irlba = ,
    svds = fit_by_solver(x, k, rank, sigma, run),
    do.call(sc_baseline, c(
      list(x, k, run$method, sigma = sigma, kernel = run$kernel, nstart = run$nstart, scale = run$scale,
           threads = run$threads, progress = FALSE),
      list(rank = rank)[!is.null(rank)]
    ))
  )
}

# sc_rb() in plain R: the sparse D^-1/2 Z of rb_features(), its singular vectors from another package, and the k-means
# of this one.
fit_by_solver <- function(x, k, rank, sigma, run) {
  seconds <- function(code) system.time(code)[["elapsed"]]
  time <- c(bins = seconds(
    z <- rb_features(x, n_grids = rank, sigma = sigma, kernel = run$kernel, scale = run$scale, threads = run$threads)
  ))
  time["degrees"] <- seconds(z <- z / sqrt(as.vector(z %*% Matrix::colSums(z))))
  time["singular_vectors"] <- seconds(
    found <- if (run$method == "irlba") {
      irlba::irlba(z, nv = k, nu = k, tol = 1e-5)
    } else {
      RSpectra::svds(z, k, nu = k, nv = 0, opts = list(tol = 1e-5))
    }
  )
  embedding <- found$u / pmax(sqrt(rowSums(found$u^2)), 1e-300)
  ended <- sc_baseline(embedding, k, "kmeans", nstart = run$nstart, scale = "none", threads = run$threads,
                       progress = FALSE)
  time["kmeans"] <- ended$time[["kmeans"]]
  values <- found$d^2
  residuals <- z %*% Matrix::crossprod(z, found$u) - found$u * rep(values, each = nrow(z))
  list(
    cluster = ended$cluster, time = c(time, total = sum(time)),
    # a product is one with z and one with its transpose; both packages count each
    solver = list(products = (if (run$method == "irlba") found$mprod else found$nops) / 2,
                  residuals = sqrt(Matrix::colSums(residuals^2)),
                  converged = if (run$method == "irlba") found$iter < 1000 else length(values) == k),
    singular_values = sqrt(values)
  )
}

# One row of the results: what the run gave, or why it gave nothing. Peak memory is that of the whole process, the data
# included; data_mb is what the process had before the fit.
measure_run <- function(file, run) {
  set <- readRDS(file)
  row <- list(data_mb = now_mb())
  said <- character()
  set.seed(run$seed)
  fit <- withCallingHandlers(
    tryCatch(fit_method(set$x, set$k, run), error = identity),
    warning = function(warning) {
      said <<- c(said, conditionMessage(warning))
      invokeRestart("muffleWarning")
    }
  )
  row$peak_mb <- peak_mb()
  if (inherits(fit, "error")) {
    row$status <- if (inherits(fit, "scrb_error")) "refused" else "error"
    row$message <- conditionMessage(fit)
    return(row)
  }
  row$status <- "ok"
  row$message <- paste(unique(said), collapse = " | ")
  # a solver's largest residual, relative to its value
  values <- fit$singular_values[seq_along(fit$solver$residuals)]^2
  one <- function(value) if (length(value)) as.numeric(value) else NA_real_
  row <- c(row, sigma = one(fit$sigma), kappa = one(fit$diagnostics$kappa), stray = one(fit$diagnostics$stray),
           products = one(fit$solver$products), converged = one(fit$solver$converged),
           residual = if (length(values)) max(fit$solver$residuals / values) else NA_real_)
  scores <- if (is.null(set$y)) numeric() else agreement(fit$cluster, set$y)
  c(row, stats::setNames(as.list(fit$time[steps]), steps), stats::setNames(as.list(scores[metrics]), metrics))
}
