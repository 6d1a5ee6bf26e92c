# The step is seen through a fit: its embedding is the matrix of vectors with rows of unit length.

test_that("rows of the embedding have unit length, to the last bit or two", {
  for (k in c(2, 3, 9, 17)) {
    set.seed(k)
    fit <- sc_rb(matrix(rnorm(600), 300), k, n_grids = 64, sigma = 0.3)
    expect_equal(fit$diagnostics$stray, 0)
    expect_lt(max(abs(rowSums(fit$embedding^2) - 1)), 1e-14)
  }
})

test_that("rows keep their direction", {
  set.seed(1)
  x <- matrix(rnorm(300), 150)
  set.seed(2)
  fit <- sc_rb(x, 4, n_grids = 64, sigma = 0.4)
  set.seed(2)
  w <- as.matrix(Matrix::tcrossprod(rb_features(x, 64, 0.4)))
  vectors <- reference_vectors(normalize_similarity(w), 4)$vectors
  expect_lt(procrustes_distance(unit_rows(vectors), fit$embedding), 1e-6)
})

test_that("rows without an embedding stay zero, and nothing is divided by zero", {
  set.seed(3)
  x <- rbind(matrix(rnorm(600, sd = 0.05), 300), c(3, 3), c(-4, 3)) + rep(c(0, 1), c(150, 152))
  fit <- sc_rb(x, 2, sigma = 0.2, scale = "none")
  lengths <- rowSums(fit$embedding^2)
  expect_identical(lengths[301:302], c(0, 0))
  expect_equal(lengths[1:300], rep(1, 300))
  expect_false(anyNA(fit$embedding))
})

test_that("a new row that meets a single bin has unit length as well", {
  set.seed(4)
  ids <- blocks(2, 50, n_grids = 20)$ids
  fit <- fit_ids(ids, 2)
  new <- matrix(1e4 + 1:20, 1) # unknown bins but for one grid
  new[1, 7] <- ids[1, 7]
  expect_equal(sum(predict(fit, new, "embedding")^2), 1)
  expect_identical(predict(fit, new), fit$cluster[1])
})
