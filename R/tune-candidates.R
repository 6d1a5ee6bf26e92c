# The candidates of tune_scrb(), fitted to a sample, and what is measured of them. A task has the data and the rows of
# the sample, k, and the random numbers.

# All candidates of one scaling, from one list of nearest landmarks.
try_landmarks <- function(scale, weights, n_nearest, task) {
  wide <- task$wide
  scaling <- find_scaling(task$x, scale, task$threads)
  pca <- check_pca(NULL, ncol(wide$x))
  columns <- scaled_columns_cpp(wide$x, wide_scaling(scaling, wide, scaling$unit), task$rows,
                                if (pca > 0) draw_rows(nrow(task$x), 8192L) else integer(), pca, task$threads)
  pool <- draw_pool(columns)
  graph <- neighbour_graph(columns[task$graph_rows, , drop = FALSE], task$threads)
  reference <- reference_conductance(columns, task)
  most <- min(max(n_nearest), length(pool))
  lists <- lapply(tried_halves(task), function(half) {
    some <- pool[in_half(length(pool), half)]
    c(nearest_cpp(columns, some, min(most, length(some)), task$threads), n = length(some))
  })
  settings <- expand.grid(n_nearest = unique(pmin(n_nearest, most)), weights = weights, stringsAsFactors = FALSE)
  Map(function(n_nearest, weights) {
    found <- lapply(lists, cluster_nearest, n_nearest, weights, task)
    measured <- measure(found, graph, task)
    measured$settings <- data.frame(features = "landmarks", scale = scale, weights = weights, n_nearest = n_nearest,
                                    sigma = NA_real_)
    measured$criteria$reference <- reference
    measured
  }, settings$n_nearest, settings$weights)
}

# Landmarks among the rows of a matrix: of equal rows one.
draw_pool <- function(columns) {
  pool <- draw_rows(nrow(columns), default_landmarks(nrow(columns)))
  pool[!duplicated(columns[pool, , drop = FALSE])]
}

# A clustering by the first `n_nearest` of a list of nearest landmarks.
cluster_nearest <- function(list, n_nearest, weights, task) {
  first <- seq_len(min(n_nearest, nrow(list$distance)))
  distance <- list$distance[first, , drop = FALSE]
  sigma <- if (weights == "gaussian") mean(sqrt(distance[length(first), ])) else Inf
  options <- tuning_options(min(3L * task$k, ncol(distance)), task)
  cluster_tried(embed_nearest_cpp(list$landmark[first, , drop = FALSE], distance, list$n, sigma, options,
                                  task$threads), options, task)
}

# Candidates of several sigma.
try_grids <- function(sigma_times, task) {
  x <- task$x[task$rows, , drop = FALSE]
  scaling <- find_scaling(x, "range", task$threads)
  wide <- spread_levels(x)
  columns <- scaled_columns_cpp(wide$x, wide_scaling(scaling, wide), seq_along(task$rows), integer(), 0L, task$threads)
  graph <- neighbour_graph(columns[task$graph_rows, , drop = FALSE], task$threads)
  reference <- reference_conductance(columns, task)
  by_rule <- choose_sigma(x, scaling, task$threads)
  grids <- draw_grids(ncol(x), 256L, 1, "laplacian")
  lapply(sort(sigma_times), function(times) {
    options <- tuning_options(task$k, task)
    found <- lapply(tried_halves(task), function(half) {
      some <- lapply(grids, function(values) by_rule * times * values[, in_half(256L, half), drop = FALSE])
      cluster_tried(embed_grids_cpp(x, scaling, some, options, task$threads, NULL), options, task)
    })
    measured <- measure(found, graph, task)
    measured$settings <- data.frame(features = "grids", scale = "range", weights = NA_character_,
                                    n_nearest = NA_integer_, sigma = by_rule * times)
    measured$criteria$reference <- reference
    measured
  })
}

# All features, and if asked for the two halves of them, as in_half() takes them.
tried_halves <- function(task) c(list(NULL), if (task$halves) list(1, 0))

tuning_options <- function(n_vectors, task) {
  list(k = task$k, n_vectors = n_vectors, nstart = 10L, iter.max = 50L, tol = 1e-4,
       ncv = min(default_ncv(n_vectors), n_vectors + 40L), recheck = "auto", keep_model = FALSE, column_scaling = FALSE)
}

# Labels, values and some rows of the embedding; NULL where there is no fit.
cluster_tried <- function(embedded, options, task) {
  if (!is.null(embedded$failure)) {
    return(NULL)
  }
  some <- task$graph_rows[seq_len(min(1000L, length(task$graph_rows)))]
  fit <- try_k_cpp(embedded$spectrum, options, task$uniforms, some, task$threads)
  if (!is.null(fit$failure)) {
    return(NULL)
  }
  list(cluster = fit$cluster, values = sqrt(pmax(0, embedded$eigenvalues)), embedding = fit$embedding,
       some = fit$cluster[some])
}

# Labels and criteria of a candidate. `found`: its clustering and, if asked for, those of the halves.
measure <- function(found, graph, task) {
  fit <- found[[1]]
  criteria <- data.frame(gap = NA_real_, silhouette = NA_real_, conductance = NA_real_)
  if (is.null(fit)) {
    return(list(cluster = rep(NA_integer_, length(task$rows)), criteria = criteria))
  }
  criteria$gap <- fit$values[task$k] - fit$values[task$k + 1]
  placed <- fit$some > 0
  distance <- as.matrix(stats::dist(fit$embedding[placed, , drop = FALSE]))
  criteria$silhouette <- mean_silhouette(distance, fit$some[placed])
  criteria$conductance <- conductance(graph, fit$cluster[task$graph_rows], task$k)
  if (task$halves) {
    criteria$halves <- if (is.null(found[[2]]) || is.null(found[[3]])) {
      NA_real_
    } else {
      agreement(found[[2]]$cluster, found[[3]]$cluster)[["ari"]]
    }
  }
  list(cluster = fit$cluster, criteria = criteria)
}

# The ten nearest neighbours of each row of a matrix: a column per row.
neighbour_graph <- function(columns, threads) {
  n <- nrow(columns)
  nearest_cpp(columns, seq_len(n), min(11L, n), threads)$landmark[-1, , drop = FALSE]
}

# The mean over clusters of the share of a cluster's links that leave it; an empty cluster counts 1. Stray rows (label
# 0) are a cluster that is left out of the mean.
conductance <- function(graph, cluster, k) {
  from <- rep(cluster, each = nrow(graph))
  to <- cluster[graph]
  links <- matrix(tabulate(from * (k + 1L) + to + 1L, (k + 1L)^2), k + 1L)
  links <- links + t(links)
  degree <- rowSums(links)
  mean(ifelse(degree > 0, 1 - diag(links) / degree, 1)[-1])
}

# The same for columns that are shuffled, each on its own: what can be had without any structure.
reference_conductance <- function(columns, task) {
  shuffled <- apply(columns[draw_rows(nrow(columns), 3000L), , drop = FALSE], 2, sample)
  pool <- seq_len(nrow(shuffled))[!duplicated(shuffled)]
  list <- c(nearest_cpp(shuffled, pool, min(8L, length(pool)), task$threads), n = length(pool))
  task$graph_rows <- seq_len(nrow(shuffled))
  fit <- cluster_nearest(list, 8L, "gaussian", task)
  if (is.null(fit)) NA_real_ else conductance(neighbour_graph(shuffled, task$threads), fit$cluster, task$k)
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
  step <- ifelse(table$features == "grids", match(table$sigma, sort(unique(table$sigma))),
                 match(table$n_nearest, sort(unique(table$n_nearest))))
  place <- paste(table$features, table$scale)
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
