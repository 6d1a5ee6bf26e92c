# Methods that see the kernel through landmarks, and kernel k-means, against the references of helper-baseline.R.
# What was reached on these data: 1e-6; where the Gaussian kernel of landmarks is all but singular, 1e-4.
tolerances <- c(laplacian = 1e-5, gaussian = 1e-3)

touching <- function(size = 60, sd = 1.2) blobs(3, size, d = 3, sd = sd)$x

sigmas <- c(laplacian = 0.5, gaussian = 0.25)

fit_seeded <- function(seed, ...) {
  set.seed(seed)
  sc_baseline(..., threads = 1)
}

# The landmarks that the fit of this seed drew.
seeded_landmarks <- function(seed, n, rank) {
  set.seed(seed)
  scrb:::draw_rows(n, rank)
}

test_that("nystrom is the one-shot method of Fowlkes et al.", {
  for (kernel in names(sigmas)) {
    for (size in c(60, 400)) {
      for (seed in 1:2) {
        set.seed(seed)
        x <- touching(size)
        sigma <- sigmas[[kernel]]
        fit <- fit_seeded(seed, x, 3, "nystrom", rank = 40, sigma = sigma, kernel = kernel)
        expect_identical(fit$rank, 40L)
        landmarks <- seeded_landmarks(seed, nrow(x), 40)
        reference <- reference_fowlkes(to_range(x), landmarks, 3, sigma, kernel)
        expect_gte(reference$least, 1) # no degree is raised: published and ours are the same
        expect_gt(reference$values[3] - reference$values[4], 0.05)
        expect_lt(gram_distance(fit$embedding, reference$embedding), tolerances[[kernel]])
        expect_equal(fit$singular_values[1:3], sqrt(reference$values[1:3]), tolerance = 1e-5)
        expect_equal(fit$singular_values[1], 1, tolerance = 1e-5)
      }
    }
  }
})

test_that("nystrom raises degrees below 1, of rows that no landmark is like", {
  for (seed in 1:2) {
    set.seed(seed)
    x <- matrix(runif(200 * 4), 200)
    fit <- fit_seeded(seed, x, 2, "nystrom", rank = 12, sigma = 0.2)
    w <- reference_nystrom_kernel(to_range(x), seeded_landmarks(seed, 200, 12), 0.2, "laplacian")
    reference <- reference_spectral(w, 2)
    expect_gt(reference$raised, 100)
    expect_gt(reference$values[2] - reference$values[3], 0.02)
    # it makes a difference
    expect_gt(gram_distance(reference$embedding, reference_spectral(w, 2, least = 1e-6)$embedding), 0.1)
    expect_equal(fit$diagnostics$raised, reference$raised)
    expect_equal(fit$diagnostics$nonpositive, 0)
    expect_equal(fit$diagnostics$degree_range, range(rowSums(w)), tolerance = 1e-5)
    expect_lt(gram_distance(fit$embedding, reference$embedding), 1e-4)
  }
})

test_that("nystrom with all rows as landmarks is exact", {
  for (kernel in names(sigmas)) {
    for (seed in 1:3) {
      set.seed(seed)
      x <- touching()
      fit <- sc_baseline(x, 3, "nystrom", rank = 1000, sigma = sigmas[[kernel]], kernel = kernel)
      exact <- sc_baseline(x, 3, "exact", sigma = sigmas[[kernel]], kernel = kernel)
      expect_identical(fit$rank, 180L)
      expect_lt(gram_distance(fit$embedding, exact$embedding), 1e-3)
      expect_equal(fit$singular_values[1:3], exact$singular_values[1:3], tolerance = 1e-4)
      expect_same_partition(fit$cluster, exact$cluster)
    }
  }
})

test_that("landmarks that come twice do no harm", {
  set.seed(5)
  once <- blobs(3, 20, d = 3, sd = 1)$x
  x <- rbind(once, once, once)
  for (kernel in names(sigmas)) {
    sigma <- sigmas[[kernel]]
    landmarks <- seeded_landmarks(6, 180, 60)
    expect_gt(anyDuplicated(x[landmarks, ]), 0)
    fit <- fit_seeded(6, x, 3, "nystrom", rank = 60, sigma = sigma, kernel = kernel)
    reference <- reference_spectral(reference_nystrom_kernel(to_range(x), landmarks, sigma, kernel), 3)
    expect_lt(gram_distance(fit$embedding, reference$embedding), 1e-2)
    expect_identical(fit$cluster[1:60], fit$cluster[61:120])
    kk <- fit_seeded(6, x, 3, "kk_rs", rank = 60, sigma = sigma, kernel = kernel)
    expect_identical(kk$cluster[1:60], kk$cluster[61:120])
    c <- reference_kernel(to_range(x), to_range(x)[landmarks, ], sigma, kernel)
    expect_equal(kk$tot.withinss, within_squares(c %*% psd_power(c[landmarks, ], -1 / 2), kk$cluster), tolerance = 1e-3)
    lsc <- fit_seeded(6, x, 3, "lsc", rank = 60, sigma = sigma, kernel = kernel)
    expect_identical(lsc$cluster[1:60], lsc$cluster[61:120])
  }
})

test_that("kk_rs ends where the published iteration of kernel k-means stands still", {
  for (kernel in names(sigmas)) {
    for (size in c(60, 300)) {
      set.seed(7)
      x <- touching(size, sd = 2)
      sigma <- sigmas[[kernel]]
      fit <- fit_seeded(8, x, 4, "kk_rs", rank = 50, sigma = sigma, kernel = kernel, nstart = 3)
      expect_true(fit$kmeans$converged)
      landmarks <- seeded_landmarks(8, nrow(x), 50)
      c <- reference_kernel(to_range(x), to_range(x)[landmarks, ], sigma, kernel)
      a <- c[landmarks, ]
      distances <- chitta_distances(chitta_alpha(fit$cluster, 4, c, a), c, a)
      own <- distances[cbind(seq_len(nrow(x)), fit$cluster)]
      expect_lt(max(own - apply(distances, 1, min)), 1e-5)
      # the published objective counts what of a row is outside the landmarks' span; k-means does not
      outside <- nrow(x) - sum((c %*% psd_power(a, -1)) * c)
      expect_equal(fit$tot.withinss + outside, sum(own), tolerance = 1e-5)
      # a sum of squares that hides nothing: the fit is far from the trivial one
      expect_lt(fit$tot.withinss, 0.9 * fit$totss)
    }
  }
})

test_that("kk_rs and the published iteration take the same way from the same start", {
  for (seed in 1:4) {
    set.seed(seed)
    x <- touching(80, sd = 2)
    fit <- fit_seeded(seed, x, 4, "kk_rs", rank = 50, sigma = 0.5, nstart = 1, iter.max = 1000)
    landmarks <- seeded_landmarks(seed, nrow(x), 50)
    uniforms <- stats::runif(4)
    c <- reference_kernel(to_range(x), to_range(x)[landmarks, ], 0.5, "laplacian")
    rows <- c %*% psd_power(c[landmarks, ], -1 / 2)
    start <- nearest_l2(rows, reference_plus_plus(rows, 4, uniforms))
    published <- chitta_kernel_kmeans(start, 4, c, c[landmarks, ])
    expect_same_partition(fit$cluster, published$cluster)
    outside <- nrow(x) - sum(rows^2)
    expect_equal(fit$tot.withinss + outside, published$objective, tolerance = 1e-6)
  }
})

test_that("kk_rs with all rows as landmarks is kernel k-means", {
  set.seed(9)
  x <- touching(40)
  fit <- fit_seeded(9, x, 3, "kk_rs", rank = 500, sigma = 0.5)
  expect_identical(fit$rank, 120L)
  w <- reference_kernel(to_range(x), to_range(x), 0.5, "laplacian")
  # sum of a cluster's kernel values over its size: what kernel k-means makes large
  inside <- vapply(1:3, function(g) sum(w[fit$cluster == g, fit$cluster == g]) / sum(fit$cluster == g), 1)
  expect_equal(fit$tot.withinss, 120 - sum(inside), tolerance = 1e-4)
  expect_equal(fit$totss, 120 - sum(w) / 120, tolerance = 1e-4)
})

test_that("kk_rf is k-means on the Fourier features", {
  for (kernel in names(sigmas)) {
    for (seed in 1:3) {
      set.seed(seed)
      x <- touching(size = 100 * seed, sd = 2)
      fit <- fit_seeded(seed, x, 4, "kk_rf", rank = 64, sigma = sigmas[[kernel]], kernel = kernel, nstart = 1,
                        iter.max = 1000)
      set.seed(seed)
      z <- reference_fourier(to_range(x), scrb:::draw_frequencies(3, 64, sigmas[[kernel]], kernel))
      reference <- reference_lloyd(z, 4, stats::runif(4))
      expect_identical(fit$rank, 64L)
      expect_true(fit$kmeans$converged)
      expect_lt(fixed_point_excess(z, fit$cluster), 1e-5)
      expect_equal(fit$tot.withinss, within_squares(z, fit$cluster), tolerance = 1e-5)
      expect_equal(fit$totss, within_squares(z, rep(1, nrow(z))), tolerance = 1e-5)
      expect_same_partition(fit$cluster, reference$cluster)
      expect_equal(fit$withinss, reference$withinss, tolerance = 1e-5)
    }
  }
})

test_that("kmeans is k-means on scaled columns", {
  for (seed in 1:3) {
    set.seed(seed)
    x <- touching(100, sd = 2) %*% diag(c(1, 10, 0.1))
    fit <- fit_seeded(seed, x, 4, "kmeans", sigma = 1, nstart = 1, iter.max = 1000)
    set.seed(seed)
    reference <- reference_lloyd(to_range(x), 4, stats::runif(4))
    expect_same_partition(fit$cluster, reference$cluster)
    expect_equal(fit$withinss, reference$withinss, tolerance = 1e-5)
    expect_equal(fit$embedding, to_range(x), tolerance = 1e-6, ignore_attr = TRUE)
    expect_equal(fit$embedding_centers, reference$centers, tolerance = 1e-5, ignore_attr = TRUE)
  }
})

test_that("lsc embeds rows as Chen and Cai do, given its landmarks", {
  for (kernel in names(sigmas)) {
    for (size in c(60, 180)) {
      for (seed in 1:2) {
        set.seed(seed)
        x <- touching(size, sd = 1.6)
        sigma <- sigmas[[kernel]]
        fit <- fit_seeded(seed, x, 3, "lsc", rank = 30, sigma = sigma, kernel = kernel)
        expect_identical(dim(fit$landmarks), c(30L, 3L))
        reference <- reference_lsc(to_range(x), fit$landmarks, 3, sigma, kernel)
        # the constant vector has the value 1; there is a gap after the last that is used
        expect_equal(reference$sums, rep(1, nrow(x)))
        expect_lt(reference$values[1], 0.999)
        expect_gt(reference$values[3] - reference$values[4], 0.01)
        expect_lt(gram_distance(fit$embedding, reference$embedding), 1e-5)
        expect_equal(fit$singular_values[1:3], sqrt(reference$values[1:3]), tolerance = 1e-6)
        expect_equal(rowSums(fit$embedding^2), rep(1, nrow(x)), tolerance = 1e-6, ignore_attr = TRUE)
      }
    }
  }
})

test_that("lsc's landmarks are means of rows near them, much nearer than random rows are", {
  within <- function(x, landmarks) sum(apply(x, 1, function(row) min(colSums((t(landmarks) - row)^2))))
  for (seed in 1:3) {
    set.seed(seed)
    x <- matrix(rnorm(2000 * 3), 2000)
    scaled <- to_range(x)
    fit <- fit_seeded(seed, x, 3, "lsc", rank = 50, sigma = 0.2)
    random <- mean(vapply(1:10, function(i) within(scaled, scaled[sample.int(2000, 50), ]), 1))
    best <- stats::kmeans(scaled, 50, nstart = 5, iter.max = 100)$tot.withinss
    expect_lt(within(scaled, fit$landmarks), 0.8 * random)
    expect_lt(within(scaled, fit$landmarks), 1.15 * best)
    expect_false(anyDuplicated(round(fit$landmarks, 6)) > 0)
  }
})

test_that("lsc leaves out the constant vector also where the graph falls apart and other vectors have the value 1", {
  for (seed in 1:5) {
    set.seed(seed)
    data <- blobs(4, 100)
    fit <- fit_seeded(seed, data$x, 4, "lsc", rank = 60, sigma = 0.05)
    reference <- reference_lsc(to_range(data$x), fit$landmarks, 4, 0.05, "laplacian")
    expect_equal(reference$values[1:3], rep(1, 3))
    expect_gt(reference$values[4] - reference$values[5], 0.001)
    expect_lt(gram_distance(fit$embedding, reference$embedding), 1e-4)
    expect_same_partition(fit$cluster, data$truth)
  }
})

test_that("lsc works where weights are too small for numbers", {
  set.seed(1)
  x <- touching()
  for (kernel in names(sigmas)) {
    fit <- fit_seeded(1, x, 3, "lsc", rank = 60, sigma = 1e-5, kernel = kernel)
    expect_true(all(is.finite(fit$embedding)))
    expect_true(all(fit$size > 0))
  }
})
