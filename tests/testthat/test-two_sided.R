# Grids whose bins are normalised as well: sc_rb(column_scaling = TRUE), K = Z L^-1 Z' with L = diag(Z' 1).

fit_two_sided <- function(seed, x, k, ..., tol = 1e-8) {
  set.seed(seed)
  sc_rb(x, k, ..., column_scaling = TRUE, tol = tol)
}

test_that("fits are those of the dense reference, on rows of the fit and on new rows", {
  compared <- NULL
  for (seed in 1:3) {
    set.seed(seed)
    x <- overlapping(50)
    new <- x[sample(150, 30), ] + rnorm(90, sd = 0.5)
    for (sigma in c(2, 0.4)) { # few bins of many rows; many bins of one row, and bins that new rows do not know
      for (n_vectors in c(3, 7)) {
        fit <- suppressWarnings(fit_two_sided(seed, x, 3, n_grids = 40, sigma = sigma, n_vectors = n_vectors))
        expect_equal(fit$diagnostics$stray, 0)
        compared <- c(compared, suppressWarnings(expect_grid_fit(fit, x, new, two_sided = TRUE)))
        expect_equal(fit$singular_values[1], 1)
        expect_predicts_itself(fit, x)
      }
    }
    expect_gt(fit$diagnostics$singleton_share, 0.2)
  }
  expect_compared(compared, 12)
})

test_that("so are larger fits, whose vectors are found by iterations", {
  set.seed(4)
  x <- blobs(3, iterated_rows / 2, d = 3, sd = 1.6)$x
  fit <- fit_two_sided(5, x, 3, n_grids = 40, sigma = 0.5, n_vectors = 5)
  expect_iterated(fit)
  expect_true(expect_grid_fit(fit, x, x[1:20, ] + 0.1, two_sided = TRUE))
  expect_predicts_itself(fit, x)
})

test_that("all rows have the same degree", {
  set.seed(6)
  x <- matrix(rnorm(400), 200)
  fit <- fit_two_sided(7, x, 3, n_grids = 32, sigma = 0.3)
  expect_equal(fit$diagnostics$degree_range, c(1, 1))
})

test_that("it is off unless asked for, and makes a difference", {
  set.seed(8)
  x <- overlapping(60)
  fit <- function(...) {
    set.seed(9)
    without_times(sc_rb(x, 3, n_grids = 64, sigma = 1, ...))
  }
  plain <- fit()
  expect_identical(fit(column_scaling = FALSE), plain)
  set.seed(9)
  expect_true(expect_grid_fit(sc_rb(x, 3, n_grids = 64, sigma = 1, tol = 1e-8), x, x[1:5, ], two_sided = FALSE))
  both <- fit(column_scaling = TRUE)
  expect_gt(gram_distance(both$embedding, plain$embedding), 0.01)
  expect_identical(both$model$widths, plain$model$widths)
})

test_that("groups that share no bin have the value 1 exactly", {
  for (seed in 1:3) {
    set.seed(seed)
    data <- blocks(4, 60, n_grids = 16)
    set.seed(seed)
    fit <- expect_silent(fit_ids(data$ids, 4, column_scaling = TRUE))
    expect_identical(fit$singular_values[1:4], rep(1, 4))
    expect_same_partition(fit$cluster, data$truth)
    expect_predicts_itself(fit, data$ids)
    linked <- blocks(4, 60, n_grids = 16, link = 0.1)
    fit <- fit_ids(linked$ids, 4, column_scaling = TRUE, tol = 1e-8)
    reference <- reference_embedding(reference_z(linked$ids), 4, 4)
    expect_gt(reference$gap, 0.05)
    expect_equal(fit$singular_values, sqrt(reference$values[1:5]), tolerance = 1e-5)
    expect_lt(gram_distance(fit$embedding, reference$embedding), 1e-5)
  }
})

test_that("bins of many rows count less than they did", {
  # two rows meet in one bin each of 10 grids: a bin that all share says little, one that only they share much
  ids <- cbind(rep(1, 40), rep(1:20, each = 2), rep(1:2, each = 20))
  z <- reference_z(ids)
  expect_equal(two_sided_similarity(z)[1, c(2, 3, 21)] * sqrt(3), c(1 / 40 + 1 / 2 + 1 / 20, 1 / 40 + 1 / 20, 1 / 40))
  set.seed(10)
  fit <- fit_ids(ids, 2, column_scaling = TRUE, tol = 1e-8)
  # constant, halves, pairs: values 1, (0 + 1 + 1) / 3 and (0 + 1 + 0) / 3
  expect_equal(fit$singular_values^2, c(1, 2 / 3, 1 / 3), tolerance = 1e-6)
  expect_same_partition(fit$cluster, ids[, 3])
})

test_that("stray rows, sparse data and data frames are as without it", {
  set.seed(11)
  x <- rbind(blobs(2, 100)$x, c(60, 60), c(-80, 10))
  fit <- fit_two_sided(12, x, 2, sigma = 0.05, n_grids = 64)
  expect_true(all(rowSums(fit$embedding[201:202, ]^2) == 0))
  expect_predicts_itself(fit, x)
  sparse <- as_sparse(matrix(rpois(2400, 0.5), 200))
  expect_predicts_itself(fit_two_sided(13, sparse, 3, sigma = 4, n_grids = 32), sparse)
  data <- mixed(3, 50)
  fit <- fit_two_sided(14, data$x, 3, sigma = 1, n_grids = 128)
  expect_predicts_itself(fit, data$x)
  expect_gt(agreement(fit$cluster, data$truth)[["nmi"]], 0.8)
})

test_that("it must be TRUE or FALSE", {
  x <- blobs(2)$x
  for (value in list(1, "yes", NA, c(TRUE, FALSE), NULL)) {
    expect_error(sc_rb(x, 2, column_scaling = value), "`column_scaling` must be TRUE or FALSE", class = "scrb_error")
  }
})
