run_kmeans <- function(x, k, nstart = 1, iter.max = 1000, uniforms = runif(nstart * k), threads = 1L,
                       sample = integer()) {
  scrb:::kmeans_cpp(x, as.integer(k), as.integer(nstart), as.integer(iter.max), uniforms, sample, threads)
}

# In the fit's shape: points on a sphere around some directions.
directions <- function(n, k, m, spread) {
  centers <- unit_rows(matrix(rnorm(k * m), k))
  unit_rows(centers[sample(k, n, replace = TRUE), ] + rnorm(n * m, sd = spread))
}

test_that("from the same first centres it ends where Lloyd's iterations in stats::kmeans() end", {
  for (k in c(2, 3, 7, 8, 9, 20)) { # centres are compared eight at a time
    for (seed in 1:4) {
      set.seed(100 * k + seed)
      x <- directions(700, k, max(2, k %/% 2), c(0.1, 0.3, 0.6, 1)[seed])
      uniforms <- runif(k)
      got <- run_kmeans(x, k, uniforms = uniforms)
      expected <- reference_lloyd(x, k, uniforms)
      expect_true(got$converged)
      expect_identical(got$cluster, expected$cluster)
      expect_equal(got$centers, unname(expected$centers))
      expect_equal(got$withinss, expected$withinss)
      expect_equal(got$size, expected$size)
      expect_equal(got$totss, expected$totss)
      expect_equal(got$tot.withinss, expected$tot.withinss)
    }
  }
})

test_that("the first centres are those of k-means++, also with repeated rows and uniforms at the ends", {
  set.seed(1)
  x <- matrix(sample(0:3, 2000, replace = TRUE), 1000)
  for (uniforms in list(c(0, 0, 0, 0), 1 - 1e-12 * 1:4, c(0.5, 1 - 2^-53, 0, 0.3), runif(4), runif(4))) {
    first <- reference_plus_plus(x, 4, uniforms)
    expect_identical(anyDuplicated(first), 0L)
    # after one iteration the centres are the means of the rows nearest to the first centres
    got <- run_kmeans(x, 4, iter.max = 1, uniforms = uniforms)
    ties <- apply(x, 1, function(row) sum(colSums((t(first) - row)^2) == min(colSums((t(first) - row)^2))) > 1)
    if (!any(ties)) {
      means <- rowsum(x, nearest_l2(x, first)) / as.vector(table(nearest_l2(x, first)))
      expect_equal(got$centers, unname(means))
    }
    expect_equal(sum(got$size), 1000)
  }
})

test_that("labels are the nearest centres, and centres the means, once converged", {
  for (seed in 1:5) {
    set.seed(seed)
    x <- matrix(rnorm(900), 300)
    got <- run_kmeans(x, 6, nstart = 3)
    expect_true(got$converged)
    expect_identical(got$cluster, unname(nearest_l2(x, got$centers)))
    expect_equal(got$centers, unname(rowsum(x, got$cluster) / got$size))
    distance <- rowSums((x - got$centers[got$cluster, ])^2)
    expect_equal(got$withinss, as.vector(tapply(distance, got$cluster, sum)))
  }
})

test_that("stopped early, it says so; labels are still the nearest centres and no cluster is empty", {
  for (seed in 1:10) {
    set.seed(seed)
    x <- matrix(rnorm(3000), 1500)
    got <- run_kmeans(x, 12, iter.max = 1 + seed %% 3)
    expect_false(got$converged)
    expect_identical(got$iterations, as.integer(1 + seed %% 3))
    expect_identical(got$cluster, unname(nearest_l2(x, got$centers)))
    expect_true(all(got$size > 0))
    expect_equal(got$size, tabulate(got$cluster, 12))
  }
})

test_that("a fit whose k-means stops early warns", {
  set.seed(3)
  x <- matrix(rnorm(1200), 600)
  expect_warning(fit <- sc_rb(x, 8, n_grids = 64, sigma = 0.2, iter.max = 1, nstart = 1),
                 "k-means did not converge in `iter.max` \\(= 1\\) iterations", class = "scrb_warning")
  expect_false(fit$kmeans$converged)
  expect_identical(predict(fit, x), fit$cluster)
  expect_true(all(fit$size > 0))
})

test_that("as many clusters as rows, or as different rows, leave nothing within", {
  set.seed(4)
  x <- matrix(rnorm(60), 30)
  got <- run_kmeans(x, 30)
  expect_identical(sort(got$cluster), 1:30)
  expect_equal(got$tot.withinss, 0)
  repeated <- run_kmeans(x[rep(1:30, 4), ], 30)
  expect_equal(repeated$size, rep(4, 30))
  expect_equal(repeated$tot.withinss, 0)
})

test_that("a cluster that runs empty is filled again", {
  # From -5, -11 and 16 the first centre moves to 0 between its two rows, -5 and 5; the others come closer to them.
  x <- matrix(c(rep(-11, 90), rep(-8.1, 60), rep(16, 3), rep(5.6, 5), 5, -5))
  uniforms <- c(0.999, 0.02, 0.05) # their candidates are never 5 or 5.6, which would be better
  expect_identical(reference_plus_plus(x, 3, uniforms)[, 1], c(-5, -11, 16))
  expect_match(capture_warnings(reference_lloyd(x, 3, uniforms))[1], "empty cluster")
  for (iter.max in c(1, 2, 3, 100)) {
    got <- run_kmeans(x, 3, uniforms = uniforms, iter.max = iter.max)
    expect_true(all(got$size > 0))
    expect_identical(got$cluster, unname(nearest_l2(x, got$centers)))
  }
  expect_true(got$converged)
  expect_equal(got$centers, unname(rowsum(x, got$cluster) / got$size))
})

test_that("rows that differ by less than the rounding of their distances do not make it run forever", {
  set.seed(5)
  x <- matrix(c(1, 1 + 1e-12, 5, 5.5))
  setTimeLimit(elapsed = 5)
  on.exit(setTimeLimit(elapsed = Inf))
  expect_identical(run_kmeans(x, 3)$cluster, c(1L, 1L, 2L, 3L))
  # to it they are three points
  expect_error(run_kmeans(x, 4), "exception")
})

test_that("of several starts the best is kept", {
  for (seed in 1:5) {
    set.seed(seed)
    x <- directions(600, 16, 5, 0.15)
    uniforms <- runif(16 * 10)
    alone <- vapply(1:10, function(s) run_kmeans(x, 16, uniforms = uniforms[16 * (s - 1) + 1:16])$tot.withinss, 1)
    together <- run_kmeans(x, 16, nstart = 10, uniforms = uniforms)
    # starts are compared shortly before they end, which may tell near-equals apart wrongly
    expect_lte(together$tot.withinss, 1.01 * min(alone))
    expect_gt(max(alone), 1.05 * min(alone)) # there was a choice
  }
})

test_that("the number of threads does not change a bit, for few rows and for many", {
  for (n in c(300, 5000, 70000)) {
    set.seed(n)
    x <- directions(n, 6, 4, 0.5)
    uniforms <- runif(6 * 5)
    one <- run_kmeans(x, 6, nstart = 5, uniforms = uniforms, iter.max = 20)
    for (threads in c(2L, 5L)) {
      expect_identical(run_kmeans(x, 6, nstart = 5, uniforms = uniforms, iter.max = 20, threads = threads), one)
    }
  }
})

test_that("far from the origin, digits are lost but not the clusters", {
  set.seed(6)
  x <- matrix(rep(c(0, 1, 5), each = 50) + rnorm(150, sd = 0.01)) + 1e4
  got <- run_kmeans(x, 3, nstart = 5)
  expect_same_partition(got$cluster, rep(1:3, each = 50))
})

test_that("centres from a sample: all rows have the nearest, and sums of squares are those of all rows", {
  for (seed in 1:5) {
    set.seed(seed)
    x <- directions(3000, 5, 4, c(0.1, 0.3)[1 + seed %% 2])
    uniforms <- runif(5 * 10)
    full <- run_kmeans(x, 5, nstart = 10, uniforms = uniforms)
    got <- run_kmeans(x, 5, nstart = 10, uniforms = uniforms, sample = sort(sample.int(3000, 1000)))
    expect_lt(got$tot.withinss, 1.02 * full$tot.withinss)
    expect_identical(got$cluster, unname(nearest_l2(x, got$centers)))
    expect_identical(unique(got$cluster), 1:5)
    expect_equal(got$size, tabulate(got$cluster, 5))
    distance <- rowSums((x - got$centers[got$cluster, ])^2)
    expect_equal(got$withinss, as.vector(tapply(distance, got$cluster, sum)))
    expect_equal(got$totss, full$totss)
  }
})

test_that("the sample is drawn where rows are many, after all other random numbers", {
  draw <- function(n, k, consensus) {
    set.seed(1)
    scrb:::draw_fit(n, list(k = k, nstart = 2, consensus = consensus))
  }
  for (consensus in c(0, 3)) {
    for (k in list(3, 2:4)) {
      few <- draw(1e5, k, consensus)
      many <- draw(100001, k, consensus)
      expect_length(few$kmeans_rows, 0)
      expect_length(many$kmeans_rows, 1e5)
      expect_false(is.unsorted(many$kmeans_rows, strictly = TRUE))
      expect_identical(many$uniforms, few$uniforms)
      expect_identical(many$base_uniforms, few$base_uniforms)
    }
  }
  expect_length(draw(150000, 200, 0)$kmeans_rows, 0) # many clusters want more rows
  expect_length(draw(250000, 200, 0)$kmeans_rows, 200000)
})

test_that("a fit of so many rows keeps its promises: new rows, threads, exactly k clusters in order", {
  set.seed(1)
  n <- 100500
  x <- matrix(rnorm(2 * n, sd = 0.15), n) + 2 * sample(0:1, n, replace = TRUE)
  x[1:3, ] <- c(40, 50, 60) # stray
  ways <- list(
    function(...) sc_rb(x, 2, n_grids = 8, sigma = 0.5, scale = "none", nstart = 3, ...),
    function(...) sc_landmarks(x, 3, n_landmarks = 60, nstart = 3, consensus = 3, ...)
  )
  for (way in ways) {
    fits <- lapply(1:2, function(threads) {
      set.seed(2)
      suppressWarnings(way(threads = threads))
    })
    fit <- fits[[1]]
    expect_identical(without_times(fits[[2]]), without_times(fit))
    expect_identical(suppressWarnings(predict(fit, x)), fit$cluster)
    expect_equal(fit$size, tabulate(fit$cluster, fit$k))
    placed <- which(rowSums(fit$embedding != 0) > 0)
    expect_identical(unique(unname(fit$cluster[placed])), seq_len(fit$k))
    distance <- rowSums((fit$embedding - fit$embedding_centers[fit$cluster, ])[placed, ]^2)
    expect_equal(fit$withinss, as.vector(tapply(distance, fit$cluster[placed], sum)))
    # as all rows would have it
    full <- run_kmeans(unname(fit$embedding[placed, ]), fit$k, nstart = 3)
    expect_lte(fit$tot.withinss, 1.001 * full$tot.withinss)
  }
})
