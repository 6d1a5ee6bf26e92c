# Columns of vectors beyond the k-th fade: column j times 1 / sqrt(max(1e-4, (1 - l_j) + (1 - l_k))), then unit rows.

test_that("grids with more vectors than clusters are the weighted reference", {
  compared <- NULL
  for (seed in 1:3) {
    set.seed(seed)
    x <- overlapping(50)
    new <- x[1:20, ] + 0.2
    for (n_vectors in c(4, 9)) {
      set.seed(seed)
      fit <- sc_rb(x, 3, n_grids = 40, sigma = 1, n_vectors = n_vectors, tol = 1e-8)
      compared <- c(compared, expect_grid_fit(fit, x, new, two_sided = FALSE))
      # the weights make a difference
      plain <- reference_vectors(normalize_similarity(tcrossprod(grid_z(fit, x)$rows)), n_vectors)$vectors
      expect_gt(gram_distance(unit_rows(plain), fit$embedding), 0.1)
      expect_predicts_itself(fit, x)
    }
  }
  expect_compared(compared, 6)
})

test_that("with as many vectors as clusters the method is the paper's", {
  for (seed in 1:3) {
    set.seed(seed)
    x <- overlapping(50)
    set.seed(seed)
    fit <- sc_rb(x, 3, n_grids = 40, sigma = 1, tol = 1e-8)
    z <- grid_z(fit, x)
    expect_true(z$sure)
    vectors <- reference_vectors(normalize_similarity(tcrossprod(z$rows)), 3)$vectors
    expect_lt(gram_distance(fit$embedding, unit_rows(vectors)), 1e-5)
    set.seed(seed)
    landmarks <- sc_landmarks(x, 3, n_vectors = 3, consensus = 0, tol = 1e-8)
    vectors <- reference_vectors(normalize_similarity(two_sided_similarity(landmark_z(landmarks, x))), 3)$vectors
    expect_lt(gram_distance(landmarks$embedding, unit_rows(vectors)), 1e-3)
  }
})

test_that("weights are relative to the k-th value: a smaller k fades sooner", {
  for (seed in 1:2) {
    set.seed(seed)
    x <- overlapping(50, sd = 3) # one component: no entry is zero
    fits <- list(
      grids = function(k) sc_rb(x, k, n_vectors = 8, tol = 1e-8, sigma = 1, n_grids = 40),
      landmarks = function(k) sc_landmarks(x, k, n_vectors = 8, tol = 1e-8, consensus = 0)
    )
    for (fit in fits) {
      by_k <- lapply(c(2, 4), function(k) {
        set.seed(seed)
        fit(k)
      })
      # the same vectors, so that columns' ratios in a row tell the weights'
      expect_equal(by_k[[1]]$singular_values, by_k[[2]]$singular_values, tolerance = 1e-8)
      ratio <- function(fit) abs(fit$embedding[, 1] / fit$embedding[, 5])
      weights <- lapply(c(2, 4), function(k) column_weights(by_k[[1]]$singular_values^2, k, 8))
      expected <- (weights[[1]][1] / weights[[1]][5]) / (weights[[2]][1] / weights[[2]][5])
      expect_gt(expected, 1.01)
      got <- ratio(by_k[[1]]) / ratio(by_k[[2]])
      expect_equal(got, rep(expected, 150), tolerance = 1e-4, ignore_attr = TRUE)
    }
  }
})

test_that("where k values are 1 the sum is floored: vectors of components weigh 100", {
  for (seed in 1:3) {
    set.seed(seed)
    data <- blobs(3, 50, sd = 1, apart = 40)
    set.seed(seed)
    fit <- sc_landmarks(data$x, 3, n_vectors = 6, consensus = 0, tol = 1e-8)
    expect_identical(fit$singular_values[1:3], rep(1, 3))
    expect_lt(fit$singular_values[4]^2, 1 - 1e-3) # not floored itself
    reference <- reference_landmarks(fit, data$x)
    expect_gt(reference$gap, 1e-3)
    expect_lt(gram_distance(fit$embedding, reference$embedding), 1e-3)
    # in a row, the part of the components is 100 sqrt(degree / sum of degrees) before it is scaled to unit length
    z <- reference$z
    degrees <- rowSums(z)
    u <- reference_vectors(normalize_similarity(two_sided_similarity(z)), 6)
    others <- rowSums((u$vectors[, 4:6] %*% diag(1 / sqrt(1 - u$values[4:6])))^2)
    own <- 1e4 * degrees / as.vector(tapply(degrees, data$truth, sum))[data$truth]
    expect_equal(rowSums(fit$embedding[, 1:3]^2), own / (own + others), tolerance = 1e-3, ignore_attr = TRUE)
    set.seed(seed)
    ids <- blocks(3, 60, n_grids = 16)$ids
    fit <- fit_ids(ids, 3, n_vectors = 5, tol = 1e-8)
    reference <- reference_embedding(reference_z(ids), 3, 5, two_sided = FALSE)
    expect_gt(reference$gap, 1e-4)
    expect_lt(gram_distance(fit$embedding, reference$embedding), 1e-3)
  }
})
