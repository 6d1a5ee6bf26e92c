mean_kernel <- function(x, sigma) {
  distance <- dist(x, "manhattan")
  mean(exp(-distance[distance > 0] / sigma))
}
to_unit <- function(x) apply(x, 2, function(column) (column - min(column)) / diff(range(column)))

test_that("the chosen sigma gives two random different rows a mean similarity of .02", {
  # 4000 sampled pairs: similarities spread by up to .12 here, a standard error of .002, and so 4 of them
  for (seed in 1:6) {
    set.seed(seed)
    d <- c(1, 2, 5, 20, 3, 8)[seed]
    x <- matrix(rnorm(500 * d), 500) * rep(10^runif(d, -3, 3), each = 500)
    sigma <- suppressWarnings(sc_rb(x, 2, n_grids = 64))$sigma
    expect_lt(abs(mean_kernel(to_unit(x), sigma) - 0.02), 0.008)
  }
})

test_that("it is the sigma on scaled columns, for every way of scaling", {
  set.seed(7)
  x <- matrix(rexp(900), 300) * rep(c(1, 10, 0.1), each = 300)
  scaled <- list(range = to_unit(x), sd = scale(x), none = x)
  for (scale in names(scaled)) {
    sigma <- suppressWarnings(sc_rb(x, 2, n_grids = 64, scale = scale))$sigma
    expect_lt(abs(mean_kernel(scaled[[scale]], sigma) - 0.02), 0.008)
  }
})

test_that("it is drawn by the seed, kept and printed", {
  set.seed(9)
  x <- blobs(3, 60)$x
  sigma <- function(seed) {
    set.seed(seed)
    sc_rb(x, 3, n_grids = 200)$sigma
  }
  expect_identical(sigma(1), sigma(1))
  expect_false(sigma(1) == sigma(2))
  # between seeds, only the pairs differ
  expect_equal(sigma(1) / sigma(2), 1, tolerance = 0.25)
  set.seed(1)
  fit <- sc_rb(x, 3, n_grids = 200)
  expect_output(print(fit), paste("sigma", format(fit$sigma, digits = 3)), fixed = TRUE)
})

test_that("pairs of equal rows do not count", {
  set.seed(10)
  x <- matrix(rnorm(600), 300)
  scaling <- scrb:::find_scaling(x, "range", 1L)
  once <- replicate(10, scrb:::choose_sigma(x, scaling, 1L))
  often <- replicate(10, scrb:::choose_sigma(x[rep(1:300, 10), ], scaling, 1L))
  expect_equal(mean(often) / mean(once), 1, tolerance = 0.1)
})

test_that("two rows are enough, and rows all alike have no sigma to choose", {
  x <- rbind(c(0, 0), c(1, 3))
  scaling <- scrb:::find_scaling(x, "none", 1L)
  expect_equal(scrb:::choose_sigma(x, scaling, 1L), 4 / -log(0.5), tolerance = 1e-4)
  expect_identical(scrb:::choose_sigma(x[c(1, 1), ], scaling, 1L), 1)
})

test_that("distances of pairs are L1 distances on scaled columns", {
  set.seed(11)
  x <- matrix(rnorm(50 * 700), 50)
  scale <- runif(700, 0.5, 2)
  i <- sample(50, 4000, replace = TRUE)
  j <- sample(50, 4000, replace = TRUE)
  scaling <- list(center = rep(0, 700), scale = scale)
  for (input in list(x, as_sparse(x), as_sparse(x * (x > 1)))) {
    expected <- as.matrix(dist(sweep(as.matrix(input), 2, scale, "/"), "manhattan"))[cbind(i, j)]
    expect_equal(scrb:::pair_distances(input, scaling, i, j, 2L), expected, tolerance = 1e-6) # floats
  }
})

test_that("of few rows a row is similar to five, of ten and fewer to half", {
  for (n in c(6, 20, 50, 150)) {
    set.seed(n)
    x <- matrix(rnorm(3 * n), n)
    sigma <- suppressWarnings(sc_rb(x, 2, n_grids = 64))$sigma
    expect_equal(mean_kernel(to_unit(x), sigma) / min(0.5, 5 / n), 1, tolerance = 0.15)
  }
})
