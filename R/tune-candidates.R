# The candidates of tune_scrb(), fitted to a sample by the core, and what is measured of them. A task has the data, the
# rows of the sample, k, the settings that all candidates share, and the random numbers.

# Settings that candidates share: those of the final fit, where they are given.
shared_settings <- function(features, n, k, data, given) {
  or_default <- function(name) if (is.null(given[[name]])) default_of(name) else given[[name]]
  n_vectors <- if (is.null(given$n_vectors)) 0L else check_whole(given$n_vectors, "n_vectors", k, n, "nrow(x)")
  list(
    n_vectors = n_vectors, n_grids = check_whole(or_default("n_grids"), "n_grids", 1),
    kernel = check_tuned_kernel(or_default("kernel")),
    column_scaling = check_flag(or_default("column_scaling"), "column_scaling"),
    pca = if (features != "grids") check_pca(given$pca, count_wide(data)),
    n_landmarks = if (!is.null(given$n_landmarks)) check_landmarks(given$n_landmarks, k, n)
  )
}

# The core's options of all candidates; solver and k-means are those of a quick fit.
tuning_options <- function(task) {
  c(task$settings[c("n_vectors", "column_scaling", "pca")],
    list(k = task$k, nstart = default_of("nstart"), iter.max = 50L, tol = default_of("tol"), ncv = 0L,
         most_products = most_products(3L * task$k), recheck = "auto", halves = task$halves))
}

# Columns of the sample in random orders, each its own.
draw_shuffle <- function(n, n_cols) {
  rows <- draw_rows(n, 3000L)
  list(rows = rows, orders = replicate(n_cols, sample.int(length(rows)), simplify = FALSE))
}

# All candidates of one scaling.
try_landmarks <- function(scale, weights, n_nearest, task) {
  options <- tuning_options(task)
  n <- length(task$rows)
  scaling <- find_scaling(task$x, scale, task$threads)
  n_cols <- count_wide(task$x)
  draws <- c(task$draws, list(
    principal_rows = draw_principal(nrow(task$x), options$pca),
    pool = draw_rows(n, task$n_landmarks),
    shuffle = draw_shuffle(n, if (options$pca > 0) min(options$pca, n_cols) else n_cols)
  ))
  settings <- expand.grid(n_nearest = unique(pmin(n_nearest, length(draws$pool))), weights = weights,
                          stringsAsFactors = FALSE)
  tried <- ask_core(try_landmarks_cpp(task$x, scaling, options, draws, settings$n_nearest, settings$weights,
                                      task$threads))
  Map(function(trial, n_nearest, weights) {
    settings <- data.frame(features = "landmarks", scale = scale, weights = weights, n_nearest = n_nearest,
                           sigma = NA_real_)
    read_trial(trial, settings, task)
  }, tried, settings$n_nearest, settings$weights)
}

# Candidates of several sigma.
try_grids <- function(scale, sigma_times, task) {
  scaling <- find_scaling(task$x, scale, task$threads)
  shuffle <- draw_shuffle(length(task$rows), count_wide(task$x))
  sigma <- sort(sigma_times) * choose_sigma(task$x, scaling, task$threads)
  grids <- draw_grids(ncol(task$x), task$settings$n_grids, 1, task$settings$kernel)
  draws <- c(task$draws, list(shuffle = shuffle, grids = grids))
  tried <- ask_core(try_grids_cpp(task$x, scaling, tuning_options(task), draws, sigma, task$threads))
  Map(function(trial, sigma) {
    settings <- data.frame(features = "grids", scale = scale, weights = NA_character_, n_nearest = NA_integer_,
                           sigma = sigma)
    read_trial(trial, settings, task)
  }, tried, sigma)
}

# Settings, labels and criteria of a candidate; NA where it has no fit.
read_trial <- function(trial, settings, task) {
  criteria <- as.data.frame(as.list(nan_to_na(trial$criteria)))
  if (task$halves) {
    both <- all(lengths(trial$halves) > 0)
    criteria$halves <- if (both) agreement(trial$halves[[1]], trial$halves[[2]])[["ari"]] else NA_real_
  }
  list(settings = settings, criteria = criteria,
       cluster = if (length(trial$cluster)) trial$cluster else rep(NA_integer_, length(task$rows)))
}

# The table of candidates.
score_candidates <- function(tried) {
  table <- do.call(rbind, lapply(tried, function(one) cbind(one$settings, one$criteria)))
  table$agreement <- neighbour_agreement(table, lapply(tried, `[[`, "cluster"))
  table$score <- log((table$reference + 0.02) / (table$conductance + 0.02)) + table$agreement
  criteria <- c("gap", "silhouette", "conductance", "reference", "agreement", if ("halves" %in% names(table)) "halves",
                "score")
  rownames(table) <- NULL
  table[c("features", "scale", "weights", "n_nearest", "sigma", criteria)]
}

# The mean adjusted Rand index of each candidate's labels with those of its neighbours: one step away in n_nearest or
# sigma, or with the other weights. 0 where there are none, as for candidates alone in their scaling.
neighbour_agreement <- function(table, labels) {
  place <- paste(table$features, table$scale)
  # of each scaling sigma has a ladder of its own
  step <- ifelse(table$features == "grids", stats::ave(table$sigma, place, FUN = function(values) rank(values)),
                 match(table$n_nearest, sort(unique(table$n_nearest))))
  weights <- ifelse(is.na(table$weights), "", table$weights)
  vapply(seq_along(labels), function(i) {
    near <- place == place[i] &
      ((weights == weights[i] & abs(step - step[i]) == 1) | (weights != weights[i] & step == step[i]))
    if (is.na(labels[[i]][1])) {
      return(NA_real_)
    }
    others <- labels[near & !vapply(labels, anyNA, NA)]
    if (length(others) == 0) 0 else mean(vapply(others, function(b) agreement(labels[[i]], b)[["ari"]], 0))
  }, 0)
}
