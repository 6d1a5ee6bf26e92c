# The data as the grids see it: kinds of input, and values at the edges of what numbers can be.

test_that("vectors, data frames and one-column matrices are the same column", {
  set.seed(1)
  values <- c(rnorm(40), rnorm(40, 20))
  inputs <- list(values, matrix(values), data.frame(values), as_sparse(matrix(values)))
  fits <- lapply(inputs, function(x) {
    set.seed(2)
    sc_rb(x, 2, sigma = 0.1)
  })
  expect_same_partition(fits[[1]]$cluster, rep(1:2, each = 40))
  for (fit in fits[-1]) expect_identical(unname(fit$cluster), unname(fits[[1]]$cluster))
  named <- sc_rb(setNames(values, paste0("v", 1:80)), 2, sigma = 0.1)
  expect_identical(names(named$cluster), paste0("v", 1:80))
})

test_that("integer, logical and sparse matrices give the fit of the same doubles", {
  for (seed in 1:3) {
    set.seed(seed)
    x <- matrix(sample(0:3, 400, replace = TRUE), 100)
    fit <- function(x) {
      set.seed(seed)
      without_times(sc_rb(x, 3, n_grids = 50, sigma = 1))
    }
    expect_identical(fit(x), fit(x + 0))
    expect_identical(fit(as_sparse(x)), fit(x + 0))
    on <- x > 1
    expect_identical(fit(on), fit(on + 0))
    mixed <- data.frame(a = on[, 1], b = x[, 2], c = x[, 3] + 0)
    expect_identical(fit(mixed)$cluster, fit(as.matrix(mixed))$cluster)
  }
})

test_that("constant columns are harmless", {
  set.seed(2)
  data <- blobs(3, 40)
  for (constant in c(0, 7, -1e12, 1e300)) {
    for (scale in c("range", "sd", "none")) {
      set.seed(3)
      fit <- sc_rb(cbind(data$x, constant), 3, sigma = if (scale == "range") 0.05 else 0.5, scale = scale)
      expect_same_partition(fit$cluster, data$truth)
      expect_identical(predict(fit, cbind(data$x, constant)), fit$cluster)
    }
  }
})

test_that("huge and tiny values are scaled to the same fit", {
  set.seed(4)
  data <- blobs(2, 40)
  fit <- function(x, ...) {
    set.seed(5)
    suppressWarnings(sc_rb(x, 2, ...))
  }
  for (factor in 2^c(-1060, -900, -100, 100, 900)) {
    for (sigma in list(0.1, NULL)) {
      expect_identical(fit(data$x * factor, sigma = sigma)$cluster, fit(data$x, sigma = sigma)$cluster)
    }
  }
  # 1e300 leaves room between the smallest and the largest value of a column
  wide <- rbind(data$x, -data$x) * 1e300 / max(abs(data$x))
  expect_true(all(sc_rb(wide, 2, sigma = 0.1)$size > 0))
})

test_that("huge and tiny values can be scaled by their standard deviation", {
  set.seed(6)
  data <- blobs(2, 40)
  for (factor in 2^c(-900, -600, 600, 900)) {
    fit <- sc_rb(data$x * factor, 2, sigma = 0.2, scale = "sd")
    expect_same_partition(fit$cluster, data$truth)
  }
})

test_that("values that float copies cannot hold are an error, not a wrong answer", {
  x <- blobs(2, 20)$x
  expect_error(sc_rb(x * 1e300, 2, sigma = 1, scale = "none"), "must span less than 1e30", class = "scrb_error")
  x[1:2, 1] <- c(-1.7e308, 1.7e308)
  expect_error(sc_rb(x, 2, sigma = 1), "must span less than the largest number", class = "scrb_error")
})

test_that("integers at both ends of their range can be fitted without a sigma", {
  x <- matrix(rep(c(-1L, 1L), each = 30) * (2000000000L + 1:60), 60)
  set.seed(7)
  fit <- suppressWarnings(sc_rb(x, 2))
  expect_same_partition(fit$cluster, rep(1:2, each = 30))
})

test_that("large numbers with small differences keep their digits", {
  # years, or coordinates in metres: the shift by the minimum comes before the copy in single precision
  set.seed(8)
  data <- blobs(2, 40, sd = 0.001, apart = 0.01)
  fit <- sc_rb(data$x + 1e7, 2, sigma = 0.02, scale = "none")
  expect_same_partition(fit$cluster, data$truth)
})

test_that("the number of different rows bounds k", {
  x <- matrix(rep(c(1, 2, 5), 20))
  for (input in list(x, as_sparse(x), matrix(as.integer(x)))) {
    expect_error(sc_rb(input, 4, sigma = 1), "at most the number of distinct rows of `x` \\(= 3\\), not 4",
                 class = "scrb_error")
    set.seed(9)
    fit <- sc_rb(input, 3, n_grids = 64, sigma = 0.3)
    expect_same_partition(fit$cluster, as.vector(x))
  }
  expect_error(sc_rb(matrix(0, 30, 2), 2, sigma = 1), "\\(= 1\\)", class = "scrb_error")
  expect_error(sc_rb(matrix(0, 30, 2), 2), "\\(= 1\\)", class = "scrb_error")
  # 0 and -0 are one value
  expect_error(sc_rb(matrix(c(0, -0), 30), 2, sigma = 1), "\\(= 1\\)", class = "scrb_error")
})

test_that("missing and infinite values are counted and located, in every kind of matrix", {
  x <- matrix(as.numeric(1:40), 10)
  place <- function(value, input = identity) {
    bad <- x
    bad[4, 2] <- bad[9, 2] <- bad[1, 3] <- value
    input(bad)
  }
  for (value in c(NA, NaN)) {
    for (input in list(identity, as_sparse, as.data.frame)) {
      expect_error(sc_rb(place(value, input), 2), "3 of them are NA or NaN, the first in row 4, column (2|`V2`);",
                   class = "scrb_error")
    }
  }
  for (value in c(Inf, -Inf)) {
    for (input in list(identity, as_sparse)) {
      expect_error(sc_rb(place(value, input), 2), "3 of them are infinite, the first in row 4, column 2",
                   class = "scrb_error")
      expect_error(rb_features(place(value, input), 5, 1), "3 of them are infinite", class = "scrb_error")
    }
  }
  whole <- matrix(1:40, 10)
  whole[7, 3] <- NA
  expect_error(sc_rb(whole, 2), "1 of them is NA or NaN, the first in row 7, column 3", class = "scrb_error")
  expect_error(sc_rb(whole > 5, 2), "1 of them is NA or NaN, the first in row 7, column 3", class = "scrb_error")
  fit <- sc_rb(x, 2, sigma = 1)
  expect_error(predict(fit, place(NA)), "`newdata` must have no missing values, but 3", class = "scrb_error")
  expect_error(predict(fit, place(Inf)), "`newdata` must have finite values only, but 3", class = "scrb_error")
})

test_that("a sigma that leaves one bin, or every row alone, is an error that names it", {
  set.seed(10)
  x <- matrix(rnorm(200), 100)
  for (sigma in c(1e9, 1e100, 1e300)) {
    expect_error(sc_rb(x, 2, sigma = sigma), "`sigma` \\(= .*\\) is too large.*1 occupied bins", class = "scrb_error")
  }
  for (sigma in c(1e-6, 1e-9, 1e-20, 1e-300)) {
    expect_error(sc_rb(x, 2, sigma = sigma), "`sigma` \\(= .*\\) is too small", class = "scrb_error")
  }
  for (sigma in c(1e-6, 1e9)) {
    expect_error(sc_rb(as_sparse(x), 2, sigma = sigma), "`sigma` \\(= .*\\) is too", class = "scrb_error")
  }
})
