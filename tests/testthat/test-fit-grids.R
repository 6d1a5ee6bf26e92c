draw <- function(kernel, sigma, n_cols = 3, n_grids = 2000) scrb:::draw_grids(n_cols, n_grids, sigma, kernel)

test_that("Laplacian widths follow the Gamma law with shape 2 and scale sigma", {
  for (seed in 1:4) {
    set.seed(seed)
    sigma <- c(0.01, 0.4, 1, 70)[seed]
    widths <- draw("laplacian", sigma)$widths
    expect_identical(dim(widths), c(3L, 2000L))
    # a wrong shape or scale has p-values below 1e-20 here
    expect_gt(ks.test(as.vector(widths), "pgamma", shape = 2, scale = sigma)$p.value, 1e-3)
    # columns are drawn apart: 4 standard errors
    expect_lt(abs(cor(widths[1, ], widths[2, ])), 4 / sqrt(2000))
  }
})

test_that("offsets are uniform on [0, width), whatever the width", {
  for (kernel in c("laplacian", "cauchy")) {
    set.seed(1)
    grids <- draw(kernel, 0.7)
    share <- grids$offsets / grids$widths
    expect_true(all(share >= 0 & share < 1))
    expect_gt(ks.test(as.vector(share), "punif")$p.value, 1e-3)
    expect_lt(abs(cor(as.vector(share), rank(grids$widths))), 4 / sqrt(6000))
  }
})

test_that("cauchy widths are |N(0, 1)| sigma / |b| with one b per grid", {
  for (seed in 1:4) {
    set.seed(seed)
    sigma <- c(0.01, 0.4, 1, 70)[seed]
    widths <- draw("cauchy", sigma)$widths
    for (l in 1:3) { # of one column: a Cauchy variable's absolute value
      expect_gt(ks.test(widths[l, ], function(q) 2 * pcauchy(q, scale = sigma) - 1)$p.value, 1e-3)
    }
    # log width = log|N| - log|b|, two equal variances: columns of a grid have correlation one half
    expect_equal(cor(log(widths[1, ]), log(widths[2, ])), 0.5, tolerance = 0.2)
  }
})

test_that("two rows share a bin with the probability that the Laplacian kernel has as its value", {
  # n_grids draws of a coin: 4 standard errors, on 10 pairs at distances from 0.05 to 6 in units of sigma
  n_grids <- 20000
  for (seed in 1:3) {
    set.seed(seed)
    sigma <- c(0.3, 1, 4)[seed]
    steps <- sigma * rbind(0, c(0.05, 0), c(0.3, 0.4), c(-1, 0.5), c(2, -4))
    z <- rb_features(steps + seed, n_grids, sigma, scale = "none")
    got <- as.matrix(Matrix::tcrossprod(z))
    kernel <- exp(-as.matrix(dist(steps, "manhattan")) / sigma)
    expect_equal(unname(diag(got)), rep(1, 5))
    error <- abs(got - kernel) / sqrt(kernel * (1 - kernel) / n_grids)
    expect_lt(max(error[upper.tri(error)]), 4)
  }
})

test_that("the mean over seeds has no bias", {
  kernel <- exp(-0.8)
  shares <- vapply(1:40, function(seed) {
    set.seed(seed)
    z <- rb_features(rbind(c(0, 0, 0), c(0.3, 0.1, 0.4)), 1000, 1, scale = "none")
    sum(z[1, ] * z[2, ])
  }, 1)
  expect_lt(abs(mean(shares) - kernel), 4 * sqrt(kernel * (1 - kernel) / 40000))
  # grids are drawn apart from one another: the spread between seeds is that of 1000 coins
  expect_lt(abs(log(sd(shares) / sqrt(kernel * (1 - kernel) / 1000))), log(1.6))
})

test_that("a function as kernel is called once per grid, with the number of columns and sigma", {
  calls <- list()
  kernel <- function(n, sigma) {
    calls[[length(calls) + 1]] <<- c(n, sigma)
    rexp(n) * sigma
  }
  set.seed(1)
  fit <- sc_rb(blobs(2, d = 4)$x, 2, n_grids = 32, sigma = 0.7, kernel = kernel)
  expect_identical(calls, rep(list(c(4, 0.7)), 32))
  expect_identical(fit$kernel, kernel)
  expect_identical(dim(fit$model$widths), c(4L, 32L))
})

test_that("a function that draws the Gamma law gives the fit of the Laplacian kernel", {
  set.seed(1)
  x <- blobs(3)$x
  set.seed(5)
  built_in <- sc_rb(x, 3, n_grids = 32, sigma = 0.2)
  set.seed(5)
  own <- sc_rb(x, 3, n_grids = 32, sigma = 0.2, kernel = function(n, sigma) rgamma(n, 2, scale = sigma))
  own$kernel <- "laplacian"
  expect_identical(without_times(own), without_times(built_in))
})

test_that("set.seed() is the only seed", {
  set.seed(1)
  x <- blobs(3)$x
  set.seed(2)
  first <- sc_rb(x, 3, n_grids = 128)
  second <- sc_rb(x, 3, n_grids = 128)
  set.seed(2)
  again <- sc_rb(x, 3, n_grids = 128)
  expect_identical(without_times(again), without_times(first))
  expect_false(identical(second$model$widths, first$model$widths))
})
