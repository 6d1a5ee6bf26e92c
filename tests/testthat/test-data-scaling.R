scaling_of <- function(x, scale) scrb:::find_scaling(x, scale, 1L)

test_that("columns are shifted by their minimum and divided by range, standard deviation or nothing", {
  set.seed(1)
  x <- cbind(rnorm(100, 5, 2), -rexp(100), sample(100))
  colnames(x) <- c("a", "b", "c")
  low <- unname(apply(x, 2, min))
  expect_equal(scaling_of(x, "range"), list(
    method = "range", center = low, scale = unname(apply(x, 2, function(column) diff(range(column)))), unit = 1
  ))
  expect_equal(scaling_of(x, "sd")$scale, unname(apply(x, 2, sd)))
  expect_equal(scaling_of(x, "sd")$center, low)
  expect_identical(scaling_of(x, "none")$scale, c(1, 1, 1))
  expect_identical(scaling_of(x, "none")$center, low)
})

test_that("standard deviations of sparse columns count the zeros that are not stored", {
  x <- as_sparse(cbind(c(0, 0, 0, 4), c(1, 2, 3, 4), c(0, 0, 0, 0)))
  expect_equal(scaling_of(x, "sd")$scale, c(2, sd(1:4), 1))
})

test_that("constant columns are divided by 1", {
  x <- cbind(rep(3, 10), 1:10, rep(-1e300, 10))
  expect_identical(scaling_of(x, "range")$scale, c(1, 9, 1))
  expect_equal(scaling_of(x, "sd")$scale, c(1, sd(1:10), 1))
})

test_that("summaries of columns are right for every kind of matrix, and do not depend on threads", {
  set.seed(3)
  dense <- matrix(rnorm(3000), 1000)
  whole <- matrix(sample(-5:5, 3000, replace = TRUE), 1000)
  sparse <- Matrix::rsparsematrix(1000, 3, 0.1)
  for (x in list(dense, whole, whole > 0, sparse)) {
    got <- scrb:::summarize_columns_cpp(x, TRUE, 1L)
    plain <- as.matrix(x) + 0
    expect_equal(got$min, unname(apply(plain, 2, min)))
    expect_equal(got$max, unname(apply(plain, 2, max)))
    expect_equal(got$sd, unname(apply(plain, 2, sd)))
    expect_equal(got$missing[["count"]] + got$infinite[["count"]], 0)
    expect_identical(scrb:::summarize_columns_cpp(x, TRUE, 2L), got)
    plain <- scrb:::summarize_columns_cpp(x, FALSE, 1L)
    others <- setdiff(names(got), "sd")
    expect_identical(plain[others], got[others])
  }
})

test_that("standard deviations keep their digits far from 0", {
  set.seed(4)
  x <- matrix(rnorm(200) + 1e9)
  expect_equal(scrb:::summarize_columns_cpp(x, TRUE, 1L)$sd, sd(x), tolerance = 1e-6)
})

test_that("the fit does not depend on units", {
  set.seed(5)
  data <- blobs(3, 50, d = 3)
  fit <- function(x, scale) {
    set.seed(6)
    suppressWarnings(sc_rb(x, 3, sigma = 0.5, scale = scale))
  }
  # powers of two and whole shifts: no digit is lost
  other <- sweep(sweep(round(data$x * 1024) / 1024, 2, c(2, 8, 1 / 4), "*"), 2, c(64, -32, 0), "+")
  for (scale in c("range", "sd")) {
    expect_identical(fit(other, scale)$cluster, fit(round(data$x * 1024) / 1024, scale)$cluster)
    expect_equal(fit(other, scale)$singular_values, fit(round(data$x * 1024) / 1024, scale)$singular_values)
  }
  # but for "none" it does
  expect_false(isTRUE(all.equal(fit(data$x, "none")$singular_values, fit(2 * data$x, "none")$singular_values)))
})

test_that("prediction scales by the fit's data, not by the new rows", {
  set.seed(7)
  x <- blobs(2, 50)$x
  fit <- sc_rb(x, 2, sigma = 0.1)
  expect_identical(fit$scaling$center, apply(x, 2, min))
  for (row in c(1, 60)) expect_identical(predict(fit, x[row, , drop = FALSE]), fit$cluster[row])
  expect_identical(predict(fit, x[1:10, ]), fit$cluster[1:10])
})

test_that("columns scaled beforehand give the fit that the argument gives", {
  set.seed(5)
  data <- blobs(3, 60, d = 3)
  data$x <- sweep(data$x, 2, c(1, 100, 0.01), "*")
  fit <- function(...) {
    set.seed(6)
    sc_rb(..., k = 3)
  }
  to_range <- function(values) (values - min(values)) / diff(range(values))
  pairs <- list(
    list(fit(scale(data$x), scale = "none"), fit(data$x, scale = "sd")),
    list(fit(apply(data$x, 2, to_range), scale = "none"), fit(data$x, scale = "range"))
  )
  for (pair in pairs) {
    # floats differ in their last digit, so a row in ten thousand may change its bin
    expect_equal(pair[[1]]$sigma, pair[[2]]$sigma, tolerance = 1e-5)
    expect_equal(pair[[1]]$singular_values, pair[[2]]$singular_values, tolerance = 1e-3)
    expect_identical(pair[[1]]$cluster, pair[[2]]$cluster)
    expect_identical(predict(pair[[2]], data$x), pair[[2]]$cluster)
  }
})
