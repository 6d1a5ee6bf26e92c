# rb_features() shows the bins; what it is compared with knows nothing of hashing.
expect_same_bins <- function(x, scale = "none", sigma = 0.5, n_grids = 60, least_sure = 0.8) {
  force(x) # before the seed is set once more
  seed <- sample.int(1e6, 1)
  set.seed(seed)
  z <- rb_features(x, n_grids, sigma, scale = scale)
  set.seed(seed)
  grids <- scrb:::draw_grids(ncol(x), n_grids, sigma, "laplacian")
  reference <- reference_bins(x, scrb:::find_scaling(x, scale, 1L), grids)
  sure <- attr(reference, "sure")
  expect_gte(mean(sure), least_sure)
  expect_identical(sum(bins_of(z)[, sure] != reference[, sure]), 0L)
  expect_equal(attr(z, "bins_per_grid")[sure], apply(reference, 2, max)[sure])
}

test_that("hashed bins are the combinations of cells, for any number of columns", {
  for (d in c(1:5, 8, 17)) {
    set.seed(d)
    expect_same_bins(matrix(rnorm(100 * d), 100), sigma = 0.3 * d)
  }
})

test_that("no two combinations of cells share a key, with many rows and many columns", {
  set.seed(1)
  expect_same_bins(matrix(sample(0:1, 1500 * 40, replace = TRUE), 1500), sigma = 20, n_grids = 30)
  expect_same_bins(matrix(sample(-3:3, 400 * 150, replace = TRUE), 400), sigma = 200, n_grids = 30)
})

test_that("negative values and every kind of scaling are binned by a true floor", {
  for (scale in c("range", "sd", "none")) {
    set.seed(3)
    expect_same_bins(matrix(rnorm(200 * 3, mean = -2), 200), scale, sigma = 0.6)
  }
})

test_that("sparse rows are shifted and binned like dense ones, in cells on both sides of their zeros", {
  for (scale in c("range", "sd", "none")) {
    set.seed(4)
    x <- Matrix::rsparsematrix(200, 6, 0.3)
    expect_true(all(scrb:::find_scaling(x, scale, 1L)$center < 0))
    expect_same_bins(x, scale, sigma = 1)
  }
})

test_that("cells just below and just above 0 differ", {
  # x / width in -1.5, -.5, .5, 1.5: truncation would join the two in the middle
  x <- matrix(c(-1.5, -0.5, 0.5, 1.5), 4, 2)
  grids <- list(widths = matrix(1, 2, 1), offsets = matrix(0, 2, 1))
  for (input in list(x, as_sparse(x))) {
    expect_equal(scrb:::rb_features_cpp(input, no_scaling(2), grids, 1L)$bins_per_grid, 4)
  }
})

test_that("the width is a half-open interval that starts at the offset", {
  grids <- list(widths = matrix(0.5, 1, 1), offsets = matrix(0.25, 1, 1))
  x <- matrix(c(0.24, 0.25, 0.74, 0.75, 1.24, 1.25))
  bins <- scrb:::rb_features_cpp(x, no_scaling(1), grids, 1L)
  expect_identical(bins$bins_per_grid, 4)
  expect_identical(bins$i, c(1L, 2L, 3L, 4L, 0L, 5L)) # shared bins first, then rows alone
  expect_identical(bins$p, c(0L, 2L, 4L, 5L, 6L))
})

test_that("dense, sparse, integer and logical rows fall into the same bins", {
  for (seed in 1:3) {
    set.seed(seed)
    x <- matrix(sample(c(0L, 0L, 0L, 1L, 2L, 5L), 200 * 7, replace = TRUE), 200)
    for (scale in c("range", "sd", "none")) {
      features <- function(x) {
        set.seed(seed)
        rb_features(x, 40, 2, scale = scale)
      }
      from_integer <- features(x)
      expect_identical(features(x + 0), from_integer)
      expect_identical(features(as_sparse(x)), from_integer)
    }
    on <- x > 0
    expect_identical(bins_of(rb_features(on, 20, 1)) > 0, matrix(TRUE, 200, 20))
    fits <- lapply(list(on, on + 0L, on + 0, as_sparse(on)), function(x) {
      set.seed(seed)
      rb_features(x, 20, 1)
    })
    for (other in fits[-1]) expect_identical(other, fits[[1]])
  }
})

test_that("duplicated rows are always together", {
  set.seed(6)
  x <- matrix(rnorm(50 * 3), 50)[rep(1:50, 3), ]
  ids <- bins_of(rb_features(x, 100, 0.01))
  expect_identical(ids[51:100, ], ids[1:50, ])
  expect_identical(ids[101:150, ], ids[1:50, ])
})

test_that("the order of rows does not matter", {
  set.seed(7)
  x <- matrix(rnorm(300 * 3), 300)
  order <- sample(300)
  features <- function(x) {
    set.seed(8)
    as.matrix(Matrix::tcrossprod(rb_features(x, 50, 0.3)))
  }
  expect_identical(features(x[order, ]), features(x)[order, order])
})

# 70,000 bins of two rows in some grids, a few large ones in others: ids of both widths, in every mixture
# that groups of four grids can have.
many_bins <- function() {
  n <- 140000
  wide <- c(1, 0, 0, 0, 1, 1, 1, 1, 0, 1, 1, 0, 0, 0, 0, 0, 1)
  truth <- rep(1:2, n / 2)
  ids <- vapply(wide, function(w) {
    if (w) truth + 2 * ((seq_len(n) - 1) %/% 4) else truth + 2 * sample(0:4, n, replace = TRUE)
  }, numeric(n))
  list(ids = ids, truth = truth, wide = wide == 1)
}

test_that("more than 65,535 shared bins in a grid work beside grids of few, in fit and prediction", {
  set.seed(9)
  data <- many_bins()
  fit <- fit_ids(data$ids, 2, nstart = 2)
  bins <- diff(fit$model$first_key)
  expect_identical(bins, ifelse(data$wide, 70000, 10))
  expect_same_partition(fit$cluster, data$truth)
  expect_equal(fit$diagnostics$components, 2)
  # bins of 2 rows in 8 of 17 grids, of about 14,000 in the others
  counts <- vapply(which(!data$wide), function(g) tabulate(data$ids[, g])[data$ids[, g]], integer(140000))
  expect_equal(fit$diagnostics$degree_range, range((rowSums(counts) + 2 * sum(data$wide)) / 17))
  expect_identical(predict(fit, data$ids), fit$cluster)
  expect_identical(predict(fit, data$ids, "embedding"), fit$embedding)
  some <- c(5, 139999, 70001, 2) # other tiles, another order
  expect_identical(predict(fit, data$ids[some, ], "embedding"), fit$embedding[some, ])
})

test_that("far-off values are told apart from near ones and from one another, on both sides of 0", {
  # 1e9 widths from the origin and more: cells no longer fit the numbers that count them
  for (width in c(1, 1e-9, 1e-30, 1e-300)) {
    x <- matrix(c(-1e29, -1e28, -1e10, 0, 0, 1e10, 1e28, 1e29, 1e29))
    grids <- list(widths = matrix(width, 1, 1), offsets = matrix(width / 2, 1, 1))
    for (input in list(x, as_sparse(x))) {
      expect_equal(scrb:::rb_features_cpp(input, no_scaling(1), grids, 1L)$bins_per_grid, 7)
    }
  }
})

test_that("cells wider than any number are one cell", {
  x <- matrix(c(-1e29, 0, 1, 1e29))
  for (width in c(1e35, 1e39, 1e100, 1e300)) {
    grids <- list(widths = matrix(width, 1, 1), offsets = matrix(width / 2, 1, 1))
    expect_equal(scrb:::rb_features_cpp(x, no_scaling(1), grids, 1L)$bins_per_grid, 1)
  }
})
