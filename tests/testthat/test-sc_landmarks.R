# Fits by landmarks against the dense references of helper-landmarks.R.

test_that("a fit has the fields that it promises", {
  made <- expect_fields(sc_landmarks, 9L, n_nearest = 7, consensus = 0)
  fit <- made$fit
  x <- made$x
  expect_identical(fit$method, "sc_landmarks")
  expect_equal(fit[c("n_landmarks", "n_nearest", "weights", "n_vectors", "consensus", "pca")],
               list(n_landmarks = 120, n_nearest = 7, weights = "gaussian", n_vectors = 9, consensus = 0, pca = 0))
  expect_null(fit$n_grids)
  expect_null(fit$kernel)
  expect_true(all(c("pool", "degree_range", "components", "stray") %in% names(fit$diagnostics)))
  expect_equal(fit$diagnostics[c("pool", "components", "stray")], list(pool = 120, components = 3, stray = 0))
  expect_identical(fit$scaling$method, "none")
  expect_identical(fit$model$sigma, fit$sigma)
  expect_identical(dim(fit$model$landmarks), c(120L, 4L))
  expect_identical(dim(fit$model$weights), c(9L, 120L))
  expect_identical(dim(fit$model$scaled_centers), c(3L, 4L))
  expect_length(fit$model$projection, 0)
  expect_null(fit$model$consensus)
  binary <- sc_landmarks(x, 3, weights = "binary", consensus = 0)
  expect_identical(binary$call, quote(sc_landmarks(x = x, k = 3, weights = "binary", consensus = 0)))
  expect_identical(binary$weights, "binary")
  expect_null(binary$sigma)
})

test_that("fits are those of the dense reference, on rows of the fit and on new rows", {
  compared <- NULL
  for (seed in 1:2) {
    set.seed(seed)
    x <- overlapping()
    new <- x[sample(240, 30), ] + rnorm(90, sd = 0.3)
    for (weights in c("gaussian", "binary")) {
      for (n_landmarks in list(NULL, 100)) {
        for (n_vectors in list(NULL, 3, 5)) {
          fit <- fit_landmarks(seed, x, 3, n_landmarks = n_landmarks, weights = weights, n_vectors = n_vectors)
          expect_equal(fit$n_vectors, if (is.null(n_vectors)) 9 else n_vectors)
          expect_equal(fit$n_landmarks, if (is.null(n_landmarks)) 240 else 100)
          compared <- c(compared, expect_landmark_fit(fit, x, new))
        }
      }
    }
  }
  expect_compared(compared, 24)
})

test_that("so are fits of other numbers of nearest landmarks, columns and scalings", {
  set.seed(3)
  x <- overlapping(60, d = 5) %*% diag(c(1, 2, 1, 30, 0.1))
  compared <- NULL
  for (scale in c("none", "range", "sd")) {
    for (n_nearest in c(4, 8, 30)) {
      fit <- fit_landmarks(4, x, 3, n_landmarks = 90, n_nearest = n_nearest, scale = scale)
      by <- switch(scale, none = rep(1, 5), range = apply(x, 2, function(x) diff(range(x))), sd = apply(x, 2, sd))
      expect_equal(fit$scaling$scale, by)
      compared <- c(compared, expect_landmark_fit(fit, x, x[1:10, ] * 1.01))
    }
  }
  expect_compared(compared, 9)
  narrow <- x[, 2, drop = FALSE]
  compared <- vapply(5:9, function(seed) {
    expect_landmark_fit(fit_landmarks(seed, narrow, 2, n_landmarks = 40, n_vectors = 3), narrow)
  }, NA)
  expect_compared(compared, 5)
})

test_that("so are larger fits, whose vectors are found by iterations", {
  set.seed(6)
  x <- blobs(3, 220, d = 3, sd = 1.6)$x
  compared <- NULL
  for (n_landmarks in c(660, 600, 560)) {
    fit <- fit_landmarks(7, x, 3, n_landmarks = n_landmarks)
    expect_iterated(fit)
    compared <- c(compared, expect_landmark_fit(fit, x, x[1:20, ] + 0.05))
    # the default tolerance of vectors: errors of that size over the gap between values
    rough <- fit_landmarks(7, x, 3, n_landmarks = n_landmarks, tol = 1e-4)
    expect_lt(gram_distance(rough$embedding, fit$embedding), 0.02)
  }
  expect_compared(compared, 3)
})

test_that("s is the mean distance to the farthest landmark that a row keeps, on scaled columns", {
  for (seed in 1:3) {
    set.seed(seed)
    x <- overlapping(70) * 10
    for (scale in c("none", "range")) {
      for (n_nearest in c(2, 8)) {
        fit <- suppressWarnings(fit_landmarks(seed, x, 3, n_landmarks = 80, n_nearest = n_nearest, scale = scale))
        columns <- landmark_columns(fit, x)
        distances <- reference_distances(columns, columns[fit$model$landmark_rows, ])
        expect_equal(fit$sigma, reference_s(distances, n_nearest), tolerance = 1e-5)
      }
    }
  }
})

test_that("landmarks are different rows of x, as many as asked for", {
  for (seed in 1:3) {
    set.seed(seed)
    x <- overlapping(50)
    fit <- fit_landmarks(seed, x, 3, n_landmarks = 60, scale = "range")
    rows <- fit$model$landmark_rows
    expect_length(unique(rows), 60)
    expect_true(all(rows %in% 1:150))
    expect_equal(fit$diagnostics$pool, 60)
    expect_equal(as.matrix(dist(fit$model$landmarks)), as.matrix(dist(to_range(x)[rows, ])), tolerance = 1e-5,
                 ignore_attr = TRUE)
    # another seed, other landmarks
    expect_false(setequal(rows, fit_landmarks(seed + 10, x, 3, n_landmarks = 60)$model$landmark_rows))
    # every row can be one: over 20 draws of 60 of 150, 10 rows are missed with probability 10 * .6^20
    if (seed == 1) {
      drawn <- unlist(lapply(1:20, function(s) fit_landmarks(s, x, 3, n_landmarks = 60)$model$landmark_rows))
      expect_true(all(c(1:5, 146:150) %in% drawn))
    }
  }
})

test_that("rows that come again are one landmark", {
  compared <- NULL
  for (seed in 1:3) {
    set.seed(seed)
    once <- overlapping(20)
    x <- once[sample(rep(1:60, 4)), ]
    fit <- fit_landmarks(seed, x, 3)
    expect_equal(fit$n_landmarks, 60)
    expect_identical(anyDuplicated(x[fit$model$landmark_rows, ]), 0L)
    compared <- c(compared, expect_landmark_fit(fit, x))
    first <- match(data.frame(t(x)), data.frame(t(x)))
    expect_identical(fit$embedding[first, ], fit$embedding)
    expect_identical(fit$cluster[first], fit$cluster)
    expect_predicts_itself(fit, x)
  }
  expect_compared(compared, 3)
})

test_that("by default 4096 rows, or every other where that is more, are landmarks", {
  set.seed(8)
  x <- rings(size = 4500)$x
  fit <- sc_landmarks(x, 2, consensus = 0)
  expect_equal(fit$n_landmarks, 4500)
  fit <- sc_landmarks(x[1:4200, ], 2, consensus = 0)
  expect_equal(fit$n_landmarks, 4096)
  expect_predicts_itself(fit, x[1:4200, ])
})

test_that("clusters are nearly the best that k-means finds in the embedding", {
  for (seed in 1:3) {
    set.seed(seed)
    x <- overlapping()
    fit <- fit_landmarks(seed, x[sample(240), ], 4)
    expect_nearest_center(fit)
    best <- kmeans(fit$embedding, 4, nstart = 50, iter.max = 100)$tot.withinss
    expect_lt(fit$tot.withinss, 1.02 * best)
  }
})

test_that("shapes are told apart without choosing anything", {
  for (seed in 1:3) {
    set.seed(seed)
    two <- rings()
    set.seed(seed)
    expect_equal(agreement(sc_landmarks(two$x, 2)$cluster, two$truth)[["nmi"]], 1)
  }
})

test_that("handwritten digits are told apart better than by grids", {
  x <- pendigits_x()
  nmi <- vapply(1:2, function(seed) {
    set.seed(seed)
    agreement(sc_landmarks(x, 10)$cluster, pendigits$digit)[["nmi_max"]]
  }, 1)
  expect_gt(mean(nmi), 0.83)
})
