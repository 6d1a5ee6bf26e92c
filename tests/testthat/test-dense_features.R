# Feature maps, and the spans that the compared methods embed rows by, against the references of helper-baseline.R.
# The core keeps features in single precision: on these data embeddings were off by at most 5e-6, values by 1e-7.

# Three groups that touch: one connected graph, and a gap after the third value.
touching <- function(size = 60, sd = 1.2) blobs(3, size, d = 3, sd = sd)$x

fit_seeded <- function(seed, ...) {
  set.seed(seed)
  sc_baseline(..., threads = 1)
}

# sigmas at which every row has several similar ones, on columns in [0, 1]
sigmas <- c(laplacian = 0.5, gaussian = 0.25)

test_that("Fourier features are cosines and sines of the frequencies, whatever the scaling", {
  for (seed in 1:3) {
    set.seed(seed)
    x <- matrix(rnorm(70 * 5, 3), 70)
    scaling <- list(method = "range", center = apply(x, 2, min), scale = apply(x, 2, function(x) diff(range(x))))
    frequencies <- scrb:::draw_frequencies(5, 32, 0.3, "gaussian")
    expect_identical(dim(frequencies), c(5L, 16L))
    z <- scrb:::fourier_features_cpp(x, scaling, frequencies, 1L)
    expect_identical(dim(z), c(70L, 32L))
    reference <- reference_fourier(to_range(x), frequencies)
    expect_lt(max(abs(tcrossprod(z) - tcrossprod(reference))), 1e-5)
    # the same columns, in whatever order
    expect_lt(max(abs(colSums(z)[order(colSums(z))] - sort(colSums(reference)))), 1e-3)
    expect_equal(rowSums(z^2), rep(1, 70), tolerance = 1e-5)
    expect_identical(z, scrb:::fourier_features_cpp(x, scaling, frequencies, 2L))
  }
})

test_that("the frequencies are Cauchy for the Laplacian kernel and normal for the Gaussian one, of width 1 / sigma", {
  for (sigma in c(0.2, 3)) {
    set.seed(7)
    laplacian <- scrb:::draw_frequencies(20, 2000, sigma, "laplacian")
    expect_gt(stats::ks.test(as.vector(laplacian), "pcauchy", 0, 1 / sigma)$p.value, 0.001)
    gaussian <- scrb:::draw_frequencies(20, 2000, sigma, "gaussian")
    expect_gt(stats::ks.test(as.vector(gaussian), "pnorm", 0, 1 / sigma)$p.value, 0.001)
  }
})

test_that("the mean of products of Fourier features is the kernel", {
  n_frequencies <- 20000
  for (kernel in c("laplacian", "gaussian")) {
    for (sigma in c(0.3, 1, 4)) {
      scores <- vapply(1:3, function(seed) {
        set.seed(seed)
        x <- matrix(runif(12 * 3), 12)
        frequencies <- scrb:::draw_frequencies(3, 2 * n_frequencies, sigma, kernel)
        z <- scrb:::fourier_features_cpp(x, no_scaling(3), frequencies, 1L)
        expected <- reference_kernel(x, x, sigma, kernel)
        doubled <- reference_kernel(2 * x, 2 * x, sigma, kernel)
        # a cosine of mean f(x - y) has variance (1 + f(2 (x - y))) / 2 - f(x - y)^2
        error <- sqrt(((1 + doubled) / 2 - expected^2) / n_frequencies)
        pairs <- upper.tri(expected)
        (tcrossprod(z)[pairs] - expected[pairs]) / error[pairs]
      }, numeric(66))
      # in standard errors; the 66 pairs of one seed hang together
      expect_lt(max(abs(scores)), 4.5)
      expect_lt(mean(scores^2), 2.5)
      expect_gt(mean(scores^2), 0.2)
    }
  }
})

test_that("kernel features are the kernel values of rows and landmarks", {
  for (seed in 1:3) {
    set.seed(seed)
    x <- matrix(rexp(90 * 4), 90)
    scaling <- list(method = "range", center = apply(x, 2, min), scale = apply(x, 2, function(x) diff(range(x))))
    landmarks <- scrb:::draw_rows(90, 11)
    expect_length(unique(landmarks), 11)
    for (kernel in names(sigmas)) {
      for (sigma in c(0.02, 0.3, 5)) {
        found <- scrb:::kernel_features_cpp(x, scaling, landmarks, kernel, sigma, 1L)
        expect_lt(max(abs(found - reference_kernel(to_range(x), to_range(x)[landmarks, ], sigma, kernel))), 1e-5)
        expect_equal(found[cbind(landmarks, 1:11)], rep(1, 11))
        expect_identical(found, scrb:::kernel_features_cpp(x, scaling, landmarks, kernel, sigma, 2L))
      }
    }
  }
  expect_setequal(scrb:::draw_rows(10, 10), 1:10)
  expect_setequal(scrb:::draw_rows(10, 64), 1:10)
})

test_that("kernel values keep their digits where columns are far from 0", {
  set.seed(1)
  x <- matrix(runif(200), 50)
  for (kernel in names(sigmas)) {
    near <- sc_baseline(x, 2, "exact", sigma = 0.3, kernel = kernel, scale = "none")
    far <- sc_baseline(x + 1e6, 2, "exact", sigma = 0.3, kernel = kernel, scale = "none")
    expect_lt(gram_distance(near$embedding, far$embedding), 1e-4)
  }
})

test_that("exact embeds rows by the eigenvectors of the normalised kernel", {
  for (kernel in names(sigmas)) {
    for (seed in 1:3) {
      set.seed(seed)
      x <- touching()
      fit <- fit_seeded(seed, x, 3, "exact", sigma = sigmas[[kernel]], kernel = kernel)
      w <- reference_kernel(to_range(x), to_range(x), sigmas[[kernel]], kernel)
      reference <- reference_spectral(w, 3)
      expect_identical(unique(diag(w)), 1)
      expect_gt(reference$values[3] - reference$values[4], 0.05)
      expect_lt(gram_distance(fit$embedding, reference$embedding), 1e-5)
      expect_equal(fit$singular_values[1:3], sqrt(reference$values[1:3]), tolerance = 1e-6)
      expect_equal(fit$singular_values[1], 1, tolerance = 1e-6)
      uniforms <- {
        set.seed(seed)
        stats::runif(30)
      }
      expect_same_partition(fit$cluster, best_lloyd(reference$embedding, 3, uniforms)$cluster)
    }
  }
})

test_that("exact iterates on many rows to the same span, column by column", {
  set.seed(2)
  x <- touching(300) # well above what is solved densely
  expect_gt(nrow(x), iterated_rows)
  fit <- fit_seeded(1, x, 3, "exact", sigma = 0.5)
  reference <- reference_spectral(reference_kernel(to_range(x), to_range(x), 0.5, "laplacian"), 3)
  # residuals of 1e-4 turn vectors by up to 1e-4 / .02
  expect_gt(min(-diff(reference$values[1:4])), 0.02)
  expect_lt(column_distance(fit$embedding, reference$embedding), 5e-3)
  expect_equal(fit$singular_values[1:3], sqrt(reference$values[1:3]), tolerance = 1e-6)
  expect_true(fit$solver$converged)
})

test_that("exact tells blobs apart whose kernel values are nothing to a float", {
  for (seed in 1:3) {
    for (size in c(30, 200)) {
      set.seed(seed)
      data <- blobs(5, size, sd = 0.05)
      fit <- sc_baseline(data$x, 5, "exact", sigma = 0.01)
      expect_same_partition(fit$cluster, data$truth)
      expect_equal(fit$singular_values[1:5], rep(1, 5), tolerance = 1e-6)
      expect_lt(gram_distance(fit$embedding, outer(data$truth, 1:5, "==") + 0), 1e-3)
    }
  }
})

test_that("sv_rf embeds rows by the left singular vectors of the Fourier features", {
  for (kernel in names(sigmas)) {
    for (size in c(60, 300)) {
      set.seed(3)
      x <- touching(size)
      fit <- fit_seeded(4, x, 3, "sv_rf", rank = 200, sigma = sigmas[[kernel]], kernel = kernel)
      set.seed(4)
      z <- reference_fourier(to_range(x), scrb:::draw_frequencies(3, 200, sigmas[[kernel]], kernel))
      parts <- svd(z)
      expect_gt(parts$d[3]^2 / parts$d[4]^2, 1.2)
      expect_equal(crossprod(fit$embedding), diag(3), tolerance = 1e-6, ignore_attr = TRUE)
      expect_lt(subspace_distance(fit$embedding, parts$u[, 1:3]), 1e-5)
      expect_lt(column_distance(fit$embedding, parts$u[, 1:3]), 1e-5)
      expect_equal(fit$singular_values[1:3], parts$d[1:3] / sqrt(nrow(x)), tolerance = 1e-6)
      expect_equal(fit$tot.withinss, within_squares(parts$u[, 1:3], fit$cluster), tolerance = 1e-5)
    }
  }
})

test_that("sc_rf embeds rows by the singular vectors of the normalised Fourier features", {
  for (kernel in names(sigmas)) {
    for (size in c(60, 120)) { # fewer rows than features, and more
      set.seed(5)
      x <- touching(size)
      fit <- fit_seeded(6, x, 3, "sc_rf", rank = 300, sigma = sigmas[[kernel]], kernel = kernel)
      set.seed(6)
      frequencies <- scrb:::draw_frequencies(3, 300, sigmas[[kernel]], kernel)
      least <- reference_least_degree(to_range(x), frequencies)
      reference <- reference_spectral(tcrossprod(reference_fourier(to_range(x), frequencies)), 3, least)
      expect_equal(fit$diagnostics$least_degree, least, tolerance = 1e-6)
      expect_gt(reference$values[3] - reference$values[4], 0.03)
      expect_lt(gram_distance(fit$embedding, reference$embedding), 1e-5)
      expect_equal(fit$singular_values[1:3], sqrt(reference$values[1:3]), tolerance = 1e-6)
      expect_equal(fit$diagnostics$raised, reference$raised)
      expect_equal(fit$diagnostics$nonpositive, reference$nonpositive)
    }
  }
})

test_that("sc_rf comes near to exact as the rank grows", {
  set.seed(7)
  x <- touching()
  for (kernel in names(sigmas)) {
    exact <- sc_baseline(x, 3, "exact", sigma = sigmas[[kernel]], kernel = kernel)
    distance <- function(rank) {
      mean(vapply(1:6, function(seed) {
        fit <- suppressWarnings(fit_seeded(seed, x, 3, "sc_rf", rank = rank, sigma = sigmas[[kernel]], kernel = kernel))
        procrustes_distance(exact$embedding, fit$embedding)
      }, 1))
    }
    few <- distance(128)
    many <- distance(2048)
    expect_lt(many, 0.12)
    # the error falls like 1 / sqrt(rank): to a quarter
    expect_lt(abs(log(many / few * 4)), log(1.8))
  }
})

test_that("degrees that are no kernel's are raised, counted and told", {
  set.seed(8)
  x <- matrix(runif(300 * 4), 300)
  for (kernel in names(sigmas)) {
    warned <- expect_warning(fit <- fit_seeded(9, x, 2, "sc_rf", rank = 4, sigma = 0.05, kernel = kernel),
                             "degree", class = "scrb_warning")
    set.seed(9)
    frequencies <- scrb:::draw_frequencies(4, 4, 0.05, kernel)
    least <- reference_least_degree(to_range(x), frequencies)
    reference <- reference_spectral(tcrossprod(reference_fourier(to_range(x), frequencies)), 2, least)
    expect_equal(fit$diagnostics$least_degree, least, tolerance = 1e-6)
    expect_gt(reference$nonpositive, 10)
    expect_equal(fit$diagnostics$raised, reference$raised)
    expect_equal(fit$diagnostics$nonpositive, reference$nonpositive)
    expect_match(conditionMessage(warned), paste(reference$nonpositive, "of 300 rows"))
    expect_true(all(is.finite(fit$embedding)))
    expect_lt(gram_distance(fit$embedding, reference$embedding), 1e-3)
    expect_true(all(fit$size > 0))
  }
  expect_silent(fit <- fit_seeded(9, x, 2, "sc_rf", rank = 2048, sigma = 0.5))
  expect_equal(fit$diagnostics$nonpositive, 0)
})
