# Landmarks where rows fall apart, are few or alike; wrong arguments.

test_that("rows that no other is near are stray, and join the nearest centre by L1 distance", {
  for (seed in 1:3) {
    set.seed(seed)
    far <- 1e3 * rbind(c(-3, 7), c(9, 9), c(9, 9.001), c(5, -8), c(1.7, 12), c(2.4, -11))
    near <- blobs(2, 300, apart = 2)
    x <- rbind(far[1:3, ], near$x, far[4:6, ])
    stray <- c(1:3, 604:606)
    for (n_landmarks in list(NULL, 200)) { # far rows as landmarks of their own, or linked to none
      fit <- fit_landmarks(seed, x, 2, n_landmarks = n_landmarks)
      expect_identical(which(rowSums(fit$embedding^2) == 0), stray)
      expect_equal(fit$diagnostics$stray, 6)
      expect_same_partition(fit$cluster[-stray], near$truth)
      centers <- rowsum(x[-stray, ], fit$cluster[-stray]) / as.vector(table(fit$cluster[-stray]))
      expect_identical(unname(fit$cluster[stray]), unname(nearest_l1(x[stray, ], centers)))
      expect_equal(fit$totss, within_squares(fit$embedding[-stray, ], rep(1, 600)))
      expect_equal(unname(fit$centers), unname(rowsum(x, fit$cluster) / fit$size))
      expect_true(all(is.finite(fit$model$weights)))
      suppressWarnings(expect_predicts_itself(fit, x))
    }
    # without weights that vanish there are no stray rows
    expect_equal(fit_landmarks(seed, x, 2, n_landmarks = 200, weights = "binary")$diagnostics$stray, 0)
  }
})

test_that("new rows far from all landmarks join the nearest centre, with a warning", {
  set.seed(29)
  data <- blobs(2, 100)
  fit <- fit_landmarks(30, data$x, 2)
  new <- rbind(data$x[1:5, ], c(1e4, 5), c(-1e4, 5))
  expect_warning(got <- predict(fit, new), "^2 of 7 rows of `newdata`", class = "scrb_warning")
  expect_identical(unname(got[1:5]), unname(fit$cluster[1:5]))
  expect_identical(unname(got[6:7]), unname(nearest_l1(new[6:7, ], fit$centers)))
  expect_identical(suppressWarnings(predict(fit, new, "embedding"))[6:7, ], matrix(0, 2, fit$n_vectors),
                   ignore_attr = TRUE)
  expect_true(all(is.na(suppressWarnings(predict(fit, new, "distance"))[6:7, ])))
  binary <- fit_landmarks(30, data$x, 2, weights = "binary")
  expect_silent(predict(binary, new))
})

test_that("groups without a link are clusters, whatever else there is", {
  for (k in c(3, 10)) {
    for (seed in 1:3) {
      set.seed(seed)
      data <- blobs(k, 30, sd = 0.05)
      for (weights in c("gaussian", "binary")) {
        fit <- expect_silent(fit_landmarks(seed, data$x, k, weights = weights))
        expect_equal(fit$diagnostics$components, k)
        expect_identical(fit$singular_values[1:k], rep(1, k))
        expect_same_partition(fit$cluster, data$truth)
        expect_predicts_itself(fit, data$x)
      }
    }
  }
  # with vectors beyond the components', against the reference
  compared <- vapply(1:3, function(seed) {
    set.seed(seed)
    data <- blobs(2, 60, sd = 1, apart = 20)
    fit <- fit_landmarks(seed, data$x, 3)
    expect_equal(fit$diagnostics$components, 2)
    expect_landmark_fit(fit, data$x)
  }, NA)
  expect_compared(compared, 3)
})

test_that("more groups without a link than k give k clusters and a warning that counts them", {
  for (seed in 1:3) {
    set.seed(seed)
    data <- blobs(5, 50, sd = 0.05)
    expect_warning(fit <- fit_landmarks(seed, data$x, 3), "5 groups", class = "scrb_warning")
    expect_identical(sort(unique(fit$cluster)), 1:3)
    expect_equal(fit$diagnostics$components, 5)
    expect_predicts_itself(fit, data$x)
  }
})

test_that("few rows, many clusters: exactly k of them, or an error that says why there are none", {
  set.seed(33)
  x <- matrix(rnorm(24), 12)
  fit <- sc_landmarks(x, 12, n_nearest = 3, consensus = 0)
  expect_identical(unname(fit$cluster), 1:12)
  for (k in 2:12) {
    for (consensus in c(0, 3)) expect_k(sc_landmarks(x, k, consensus = consensus), k)
  }
  for (n in 2:5) {
    for (k in 2:n) expect_k(sc_landmarks(matrix(rnorm(n * 2), n), k), k)
    expect_identical(max(sc_landmarks(x[1:n, ], 2, consensus = 0)$cluster), 2L)
  }
  expect_k(sc_landmarks(cbind(1:200), 100), 100)
  for (n_landmarks in c(1, 3)) {
    expect_error(sc_landmarks(x, 3, n_landmarks = n_landmarks), "`n_landmarks` must be a single whole number between 4",
                 class = "scrb_error")
  }
  expect_error(sc_landmarks(x, 3, n_nearest = 1), "`n_nearest` \\(= 1\\) is too small: no two rows of `x` share",
               class = "scrb_error")
})

test_that("rows of few kinds are told apart", {
  kinds <- rbind(c(0, 0), c(1, 0), c(0, 2))
  x <- kinds[rep(1:3, 20), ]
  fit <- sc_landmarks(x, 3, n_nearest = 1) # every row is at distance 0 of its landmark
  expect_identical(fit$sigma, 0)
  expect_equal(fit$n_landmarks, 3)
  expect_lte(fit$n_vectors, 3)
  expect_identical(unname(fit$cluster), rep(1:3, 20))
  expect_predicts_itself(fit, x)
  expect_error(sc_landmarks(x, 4), "`k` must be at most the number of distinct rows", class = "scrb_error")
  # fewer landmarks than n_nearest
  for (k in 2:3) expect_predicts_itself(expect_k(sc_landmarks(x, k), k), x)
  six <- as.matrix(expand.grid(c(0, 1, 10, 11, 20, 21), 0))[rep(1:6, 15), ]
  fit <- sc_landmarks(six, 3, n_nearest = 2)
  expect_same_partition(fit$cluster, rep(c(1, 1, 2, 2, 3, 3), 15))
  expect_lte(fit$n_vectors, 6)
})

test_that("there are no more vectors than values above zero", {
  set.seed(34)
  x <- overlapping(20)[sample(rep(1:10, 6)), ]
  fit <- sc_landmarks(x, 4, n_nearest = 3)
  expect_lte(fit$n_vectors, 10)
  expect_gte(fit$n_vectors, 4)
  expect_true(all(is.finite(fit$embedding)))
  expect_predicts_itself(fit, x)
  expect_identical(sc_landmarks(x, 4, n_nearest = 3, n_vectors = 30)$n_vectors, fit$n_vectors)
})

test_that("wrong values of the arguments that only landmarks have are told in the package's way", {
  x <- overlapping(20)
  wrong <- function(message, ...) expect_error(sc_landmarks(x, ...), message, class = "scrb_error")
  for (value in list(0, -1, 1.5, "10", NA, c(10, 20))) {
    wrong("`n_landmarks` must", 3, n_landmarks = value)
    wrong("`n_nearest` must", 3, n_nearest = value)
  }
  wrong("`weights` must be one of", 3, weights = "cosine")
  wrong("`scale` must be one of", 3, scale = "max")
  for (value in list(0, -1, 1.5, "50", NA, TRUE)) wrong("`pca` must", 3, pca = value)
  wrong("unused argument: `n_grids`", 3, n_grids = 10)
  wrong("unused argument: `sigma`", 3, sigma = 1)
  expect_error(sc_landmarks(letters, 2), "`x` must be", class = "scrb_error")
  fit <- sc_landmarks(x, 3)
  expect_error(predict(fit, x[, 1:2]), "`newdata` must have 3 columns", class = "scrb_error")
})
