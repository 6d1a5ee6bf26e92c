tuned_on <- function(x, k, ..., seed = 1, threads = 1) {
  set.seed(seed)
  suppressWarnings(tune_scrb(x, k, ..., threads = threads))
}

# The share of a cluster's links that leave it, mean over clusters, in the graph of the ten nearest neighbours.
reference_conductance <- function(columns, labels, k) {
  distance <- as.matrix(dist(columns))
  diag(distance) <- Inf
  links <- do.call(rbind, lapply(seq_along(labels), function(i) cbind(i, order(distance[i, ])[1:10])))
  # a link counts at both of its ends
  own <- labels[c(links)]
  leaves <- rep(labels[links[, 1]] != labels[links[, 2]], 2)
  mean(vapply(seq_len(k), function(g) if (any(own == g)) mean(leaves[own == g]) else 1, 0))
}

# Rows of x as a candidate of this scaling sees them.
candidate_columns <- function(x, scale, rows = seq_len(nrow(x))) {
  scaling <- scrb:::find_scaling(x, scale, 1L)
  sweep(sweep(x, 2, scaling$center), 2, scaling$scale, "/")[rows, ]
}

# Three columns that tell four groups, one of them on another scale, and two that do not: candidates differ.
tricky <- function(seed, size = 60) {
  set.seed(seed)
  data <- blobs(4, size, sd = 1.5, d = 3)
  list(x = cbind(data$x %*% diag(c(1, 3, 1)), rnorm(4 * size, sd = 4), rexp(4 * size)^2), truth = data$truth)
}

test_that("candidates are fits with their settings, and differ", {
  x <- tricky(1)$x
  tuned <- tuned_on(x, 4)
  expect_s3_class(tuned, "scrb_tuning")
  table <- tuned$candidates
  expect_identical(table[c("n_nearest", "weights", "scale")], expand.grid(
    n_nearest = c(5L, 8L, 12L), weights = c("gaussian", "binary"), scale = c("none", "range", "sd"),
    stringsAsFactors = FALSE
  ), ignore_attr = TRUE)
  expect_identical(as.data.frame(tuned), table)
  expect_identical(dim(tuned$labels), c(240L, 18L))
  expect_identical(tuned$rows, 1:240)
  for (i in seq_len(18)) {
    # all rows are landmarks: but for starts of k-means nothing is drawn
    set.seed(1)
    fit <- suppressWarnings(sc_landmarks(x, 4, n_nearest = table$n_nearest[i], weights = table$weights[i],
                                         scale = table$scale[i], consensus = 0))
    expect_equal(table$gap[i], fit$singular_values[4] - fit$singular_values[5])
    expect_lt(fixed_point_excess(fit$embedding, tuned$labels[, i]), 1e-9)
    expect_lt(within_squares(fit$embedding, tuned$labels[, i]), 1.05 * fit$tot.withinss)
    columns <- candidate_columns(x, table$scale[i])
    expect_equal(table$conductance[i], reference_conductance(columns, tuned$labels[, i], 4))
    expect_equal(table$silhouette[i], mean(scrb:::silhouette_widths(fit$embedding, tuned$labels[, i])$width))
  }
  expect_identical(anyDuplicated(signif(table$gap, 6)), 0L)
  expect_gt(length(unique(signif(table$conductance, 6))), 9)
})

test_that("the candidate with the highest score is chosen, and fitted", {
  taken <- NULL
  for (seed in 1:3) {
    data <- tricky(seed)
    tuned <- tuned_on(data$x, 4, seed = seed, consensus = 5)
    table <- tuned$candidates
    expect_equal(table$agreement, scrb:::neighbour_agreement(table, asplit(tuned$labels, 2)))
    expect_equal(table$score, log((table$reference + 0.02) / (table$conductance + 0.02)) + table$agreement)
    # one reference for each scaling
    expect_true(all(table$reference > 0 & table$reference < 1))
    expect_identical(unname(lengths(lapply(split(table$reference, table$scale), unique))), rep(1L, 3))
    expect_identical(which(table$chosen), which.max(table$score))
    taken <- c(taken, which(table$chosen))
    expect_gt(diff(range(table$score)), 0.1)
    chosen <- table[table$chosen, ]
    fit <- tuned$fit
    expect_s3_class(fit, "scrb")
    expect_identical(fit$n_nearest, chosen$n_nearest)
    expect_identical(fit$weights, chosen$weights)
    expect_identical(fit$scaling$method, chosen$scale)
    expect_equal(fit$singular_values[4] - fit$singular_values[5], chosen$gap)
    expect_equal(fit$consensus, 5)
    expect_identical(predict(fit, data$x), fit$cluster)
    expect_identical(fit$call[[1]], quote(sc_landmarks))
    expect_identical(as.list(fit$call)[c("k", "n_landmarks", "n_nearest", "weights", "scale", "consensus")],
                     list(k = 4L, n_landmarks = 240L, n_nearest = chosen$n_nearest, weights = chosen$weights,
                          scale = chosen$scale, consensus = 5))
  }
  expect_gt(length(unique(taken)), 1)
})

# The spectrum of a candidate by grids: its bins once more, on rows of the sample, as the seed draws them.
reference_grid_candidate <- function(seed, x, k, rows, scale, n_grids, kernel, sigma_times) {
  set.seed(seed)
  scrb:::draw_rows(nrow(x), max(rows))
  scrb:::draw_rows(length(rows), 4000L)
  stats::runif(10 * k)
  scaling <- scrb:::find_scaling(x, scale, 1L)
  scrb:::draw_shuffle(length(rows), ncol(x))
  sigma <- sigma_times * scrb:::choose_sigma(x, scaling, 1L)
  grids <- scrb:::draw_grids(ncol(x), n_grids, 1, kernel)
  ids <- reference_bins(x[rows, ], scaling, lapply(grids, function(part) part * sigma))
  list(sigma = sigma, z = reference_z(ids), sure = all(attr(ids, "sure")))
}

test_that("settings that are given reach the candidates of grids, and the fit", {
  x <- tricky(3, size = 30)$x
  cases <- list(
    list(n_grids = 50), list(n_grids = 20, column_scaling = TRUE), list(n_vectors = 7, scale = "sd", n_grids = 64),
    list(kernel = "cauchy", n_grids = 40), list(scale = "none", n_grids = 30, consensus = 3)
  )
  for (given in cases) {
    or <- function(name, default) if (is.null(given[[name]])) default else given[[name]]
    for (seed in 1:20) {
      candidate <- reference_grid_candidate(seed, x, 4, 1:120, or("scale", "range"), given$n_grids,
                                            or("kernel", "laplacian"), 1.5)
      if (candidate$sure) break
    }
    expect_true(candidate$sure)
    tuned <- do.call(tuned_on, c(list(x, 4, features = "grids", sigma_times = 1.5, seed = seed), given))
    m <- or("n_vectors", 4)
    reference <- reference_embedding(candidate$z, 4, m, or("column_scaling", FALSE))
    expect_gt(reference$gap, 1e-4)
    table <- tuned$candidates
    expect_equal(table$sigma, candidate$sigma)
    expect_identical(table$scale, or("scale", "range"))
    expect_equal(table$gap, sqrt(reference$values[4]) - sqrt(reference$values[5]), tolerance = 1e-5)
    expect_lt(fixed_point_excess(reference$embedding, tuned$labels[, 1]), 1e-6)
    expect_equal(table$conductance,
                 reference_conductance(candidate_columns(x, table$scale), tuned$labels[, 1], 4))
    fit <- tuned$fit
    expect_identical(fit[c("n_grids", "n_vectors", "kernel", "column_scaling", "consensus")],
                     list(n_grids = as.integer(given$n_grids), n_vectors = as.integer(m),
                          kernel = or("kernel", "laplacian"), column_scaling = or("column_scaling", FALSE),
                          consensus = as.integer(or("consensus", 0))))
    expect_equal(fit$sigma, candidate$sigma)
    expect_identical(fit$scaling$method, table$scale)
  }
})

test_that("settings that are given reach the candidates of landmarks, and the fit", {
  x <- cbind(tricky(4)$x, matrix(rnorm(240 * 4, sd = 3), 240))
  gap <- function(fit) fit$singular_values[4] - fit$singular_values[5]
  for (given in list(list(), list(pca = 2), list(pca = 5, n_vectors = 6), list(n_vectors = 20))) {
    tuned <- do.call(tuned_on, c(list(x, 4, scale = "none", n_nearest = 6, weights = "gaussian"), given))
    set.seed(1)
    fit <- do.call(sc_landmarks, c(list(x, 4, n_nearest = 6, consensus = 0), given))
    expect_equal(tuned$candidates$gap, gap(fit))
    expect_lt(fixed_point_excess(fit$embedding, tuned$labels[, 1]), 1e-9)
    expect_identical(tuned$fit$n_vectors, fit$n_vectors)
    expect_identical(tuned$fit$pca, fit$pca)
    expect_equal(gap(tuned$fit), gap(fit))
  }
  # with the landmarks that this seed draws
  tuned <- tuned_on(x, 4, scale = "none", n_nearest = c(6, 300), weights = "binary", n_landmarks = 20)
  set.seed(1)
  scrb:::draw_rows(240, 20000L)
  scrb:::draw_rows(240, 4000L)
  runif(40)
  pool <- scrb:::draw_rows(240, 20L)
  distances <- reference_distances(x, x[pool, ])
  expect_true(sure_nearest(distances, 6))
  values <- reference_embedding(reference_landmark_z(distances, 6), 4, 12)$values
  expect_equal(tuned$candidates$gap[1], sqrt(values[4]) - sqrt(values[5]), tolerance = 1e-5)
  expect_identical(tuned$fit$diagnostics$pool, 20L)
  expect_identical(tuned_on(x, 4, n_nearest = 40, n_landmarks = 20)$candidates$n_nearest, rep(20L, 6))
})

test_that("columns are scaled by all rows, and not by those of the sample", {
  # one row alone makes six columns, which tell two groups, count for nothing beside two that tell others
  set.seed(6)
  truth <- sample(rep(1:2, 300))
  other <- sample(truth)
  x <- 5 * cbind(matrix(truth, 600, 6), other, other, deparse.level = 0) + rnorm(4800, sd = 2)
  # which rows are in the sample
  set.seed(1)
  far <- setdiff(1:600, scrb:::draw_rows(600, 150))[1]
  x[far, 1:6] <- 1e4
  for (features in c("landmarks", "grids")) {
    tuned <- tuned_on(x, 2, features = features, scale = "range", max_rows = 150, sigma_times = c(2, 4),
                      n_nearest = 8, weights = "gaussian")
    rows <- tuned$rows
    expect_length(rows, 150)
    expect_false(far %in% rows)
    columns <- candidate_columns(x, "range", rows)
    by_sample <- tuned_on(x[rows, ], 2, features = features, scale = "range", sigma_times = 4, n_nearest = 8)
    expect_gt(agreement(by_sample$labels[, 1], truth[rows])[["ari"]], 0.9)
    for (i in seq_len(ncol(tuned$labels))) {
      expect_gt(agreement(tuned$labels[, i], other[rows])[["ari"]], 0.7)
      expect_equal(tuned$candidates$conductance[i], reference_conductance(columns, tuned$labels[, i], 2))
    }
    expect_equal(tuned$fit$scaling$scale, apply(x, 2, function(column) diff(range(column))))
  }
})

test_that("neighbouring candidates are those one step away", {
  table <- expand.grid(n_nearest = c(5L, 8L, 12L), weights = c("gaussian", "binary"), scale = c("none", "sd"),
                       stringsAsFactors = FALSE)
  table$features <- "landmarks"
  table$sigma <- NA_real_
  set.seed(3)
  labels <- lapply(1:12, function(i) sample(3, 60, replace = TRUE))
  ari <- function(i, j) agreement(labels[[i]], labels[[j]])[["ari"]]
  got <- scrb:::neighbour_agreement(table, labels)
  expect_equal(got[1], mean(c(ari(1, 2), ari(1, 4))))
  expect_equal(got[2], mean(c(ari(2, 1), ari(2, 3), ari(2, 5))))
  expect_equal(got[6], mean(c(ari(6, 5), ari(6, 3))))
  expect_equal(got[7], mean(c(ari(7, 8), ari(7, 10))))
  labels[[2]] <- rep(NA_integer_, 60) # without a fit
  got <- scrb:::neighbour_agreement(table, labels)
  expect_equal(got[1], ari(1, 4))
  expect_true(is.na(got[2]))
  expect_identical(scrb:::neighbour_agreement(table[1, ], labels[1]), 0)
  grids <- data.frame(features = "grids", scale = "range", weights = NA, n_nearest = NA, sigma = c(4, 1, 2))
  expect_equal(scrb:::neighbour_agreement(grids, labels[4:6])[1], ari(4, 6))
})

test_that("the score tells a scaling that hides the clusters from one that shows them", {
  hits <- vapply(1:5, function(seed) {
    set.seed(seed)
    truth <- rep(1:3, each = 70)
    x <- cbind(matrix(c(0, 0, 5, 0, 2.5, 4), 3, byrow = TRUE)[truth, ] + rnorm(420), runif(210, 0, 1000))
    tuned <- tuned_on(x, 3, seed = seed)
    expect_gt(max(apply(tuned$labels, 2, function(labels) agreement(labels, truth)[["nmi"]])), 0.8)
    tuned$candidates$scale[tuned$candidates$chosen] != "none"
  }, NA)
  expect_gte(sum(hits), 4)
})

test_that("winding shapes take few neighbours and gaussian weights or as good", {
  for (seed in 1:3) {
    set.seed(seed)
    angle <- runif(900, 0, 2 * pi)
    ring <- rep(1:3, each = 300)
    x <- cbind(cos(angle), sin(angle)) * (ring + rnorm(900, sd = 0.05))
    tuned <- tuned_on(x, 3, seed = seed)
    expect_gt(agreement(tuned$fit, ring)[["nmi"]], 0.95)
  }
})

test_that("seeds and threads: the same table and fit", {
  set.seed(5)
  x <- blobs(3, 200, d = 4, sd = 2)$x
  for (features in c("landmarks", "both")) {
    plain <- function(tuned) {
      tuned$fit <- without_times(tuned$fit)
      tuned$call <- NULL
      tuned
    }
    one <- plain(tuned_on(x, 3, features = features, n_nearest = c(5, 8), sigma_times = c(0.5, 1)))
    two <- plain(tuned_on(x, 3, features = features, n_nearest = c(5, 8), sigma_times = c(0.5, 1), threads = 2))
    one$fit$call <- two$fit$call <- NULL
    expect_identical(one, two)
  }
})

test_that("grids: candidates of sigma, chosen by conductance alone", {
  set.seed(6)
  x <- blobs(3, 60, d = 2, sd = 1.5)$x
  tuned <- tuned_on(x, 3, features = "grids", sigma_times = c(1, 0.25, 4))
  table <- tuned$candidates
  expect_identical(table$features, rep("grids", 3))
  expect_equal(table$sigma / table$sigma[2], c(0.25, 1, 4))
  expect_identical(which(table$chosen), which.min(table$conductance))
  expect_identical(tuned$fit$method, "sc_rb")
  expect_equal(tuned$fit$sigma, table$sigma[table$chosen])
  expect_identical(tuned$fit$n_grids, 256L)
  both <- tuned_on(x, 3, features = "both", halves = TRUE)
  expect_identical(nrow(both$candidates), 24L)
  expect_true(all(both$candidates$halves <= 1 & both$candidates$halves > -0.5))
  expect_output(print(both), "Best landmarks and best grids agree by")
})

test_that("large data are tried by a sample and fitted whole, with the candidates' number of landmarks", {
  set.seed(7)
  data <- blobs(3, 3000, d = 2)
  tuned <- tuned_on(data$x, 3, max_rows = 1000, scale = "none", weights = "gaussian", n_nearest = 8)
  expect_length(tuned$rows, 1000)
  expect_identical(nrow(tuned$labels), 1000L)
  expect_length(tuned$fit$cluster, 9000)
  expect_identical(tuned$fit$diagnostics$pool, scrb:::default_landmarks(1000))
  expect_equal(agreement(tuned$fit, data$truth)[["ari"]], 1)
  expect_identical(tuned$candidates$agreement, 0) # alone
})

test_that("factors, sparse data, many columns and missing values are taken", {
  set.seed(8)
  cars <- tuned_on(iris, 3, n_nearest = 8)
  expect_equal(nrow(cars$candidates), 6)
  sparse <- Matrix::rsparsematrix(300, 10, 0.3)
  expect_s3_class(tuned_on(sparse, 2, n_nearest = 5, weights = "gaussian")$fit, "scrb")
  wide <- blobs(2, 100, d = 80)
  expect_equal(agreement(tuned_on(wide$x, 2, scale = "none", n_nearest = 5)$fit, wide$truth)[["ari"]], 1)
  x <- blobs(2, 100)$x
  x[3, 1] <- NA
  expect_error(tune_scrb(x, 2), class = "scrb_error", "NA")
  tuned <- tuned_on(x, 2, na.action = na.exclude, n_nearest = 5)
  expect_true(is.na(tuned$fit$cluster[3]))
  expect_length(tuned$rows, 199)
})

test_that("few rows: neighbours that are most of a cluster are no candidates", {
  expect_identical(scrb:::sensible_nearest(c(12L, 5L, 8L), 32, 3), 5L)
  expect_identical(scrb:::sensible_nearest(c(5L, 8L, 12L), 150, 3), c(5L, 8L, 12L))
  set.seed(9)
  tuned <- tuned_on(as.matrix(mtcars[, 1:4]), 3)
  expect_identical(unique(tuned$candidates$n_nearest), 5L)
})

test_that("print and plot", {
  set.seed(10)
  tuned <- tuned_on(blobs(3, 80)$x, 3)
  expect_output(print(tuned, n = 3), "15 more candidates")
  expect_output(print(tuned), "The fit that was chosen")
  file <- tempfile(fileext = ".png")
  on.exit(unlink(file))
  grDevices::png(file)
  expect_identical(plot(tuned), tuned)
  grDevices::dev.off()
  expect_gt(file.size(file), 5000)
  expect_error(plot(tuned, col = 2), class = "scrb_error")
})

test_that("wrong arguments", {
  x <- blobs(2, 50)$x
  expect_error(tune_scrb(x), class = "scrb_error", "`k`")
  expect_error(tune_scrb(x, 1), class = "scrb_error", "`k`")
  expect_error(tune_scrb(x, 2:4), class = "scrb_error", "`k`")
  expect_error(tune_scrb(x, 2, features = "trees"), class = "scrb_error", "`features`")
  expect_error(tune_scrb(x, 2, scale = "log"), class = "scrb_error", "`scale`")
  expect_error(tune_scrb(x, 2, weights = character()), class = "scrb_error", "`weights`")
  expect_error(tune_scrb(x, 2, n_nearest = 0), class = "scrb_error", "`n_nearest`")
  expect_error(tune_scrb(x, 2, n_nearest = NULL), class = "scrb_error", "`n_nearest`")
  expect_error(tune_scrb(x, 2, sigma_times = -1, features = "grids"), class = "scrb_error", "`sigma_times`")
  expect_error(tune_scrb(x, 2, max_rows = 1), class = "scrb_error", "`max_rows`")
  expect_error(tune_scrb(x, 2, halves = NA), class = "scrb_error", "`halves`")
  expect_error(tune_scrb(x, 2, nonsense = 3), class = "scrb_error", "nonsense")
  expect_error(tune_scrb(x, 2, n_grids = 3), class = "scrb_error", "n_grids")
  expect_error(tune_scrb(x, 2, "landmarks", "none", "binary", 5, 1, 100, FALSE, na.fail, 1, 7), class = "scrb_error")
  expect_error(tune_scrb(matrix(1, 10, 2), 2), class = "scrb_error")
})
