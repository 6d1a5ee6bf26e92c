# Rows of fits by landmarks where many come again or are equally near.

test_that("rows of the fit get their own labels and embedding, bit for bit", {
  set.seed(9)
  for (d in c(1, 2, 7, 17)) {
    x <- matrix(rnorm(211 * d), 211)
    x <- x[sample(211, 300, replace = TRUE), , drop = FALSE] # with rows that come again
    rownames(x) <- paste0("row", 1:300)
    for (weights in c("gaussian", "binary")) {
      for (n_landmarks in list(NULL, 37)) {
        expect_predicts_itself(fit_landmarks(d, x, 3, n_landmarks = n_landmarks, weights = weights, scale = "sd"), x)
      }
    }
  }
})

test_that("so do rows at many equal distances", {
  for (seed in 1:3) {
    set.seed(seed)
    x <- as.matrix(expand.grid(1:9, 1:9, 0:1))[sample(162), ]
    colnames(x) <- NULL
    for (weights in c("gaussian", "binary")) {
      for (n_landmarks in c(162, 50)) {
        fit <- fit_landmarks(seed, x, 3, n_landmarks = n_landmarks, weights = weights)
        expect_predicts_itself(fit, x)
      }
    }
    whole <- matrix(sample(0:2, 900, replace = TRUE), 300)
    expect_predicts_itself(fit_landmarks(seed, whole, 2), whole)
    expect_identical(predict(fit_landmarks(seed, whole, 2), whole + 0), unname(fit_landmarks(seed, whole, 2)$cluster))
    on <- matrix(runif(1500) < 0.4, 300)
    expect_predicts_itself(fit_landmarks(seed, on, 2), on)
  }
})

test_that("of equally near landmarks the first count", {
  for (seed in 1:3) {
    set.seed(seed)
    x <- unname(as.matrix(expand.grid(0:11, 0:11, 0:1))[sample(288), ]) + 0 # squares of distances are whole numbers
    for (n_nearest in c(5, 8)) {
      fit <- fit_landmarks(seed, x, 3, n_landmarks = 200, n_nearest = n_nearest, weights = "binary", n_vectors = 3)
      reference <- reference_landmarks(fit, x)
      expect_false(reference$sure)
      expect_gt(reference$gap, 1e-4)
      expect_lt(gram_distance(fit$embedding, reference$embedding), 1e-5)
    }
  }
})
