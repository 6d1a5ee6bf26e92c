test_that("the embedding converges to that of the exact kernel like 1 / sqrt(n_grids)", {
  # The values 1, .999, .998 | .545 have a clear gap. The mean over 8 seeds of the log of the sine of the largest
  # angle falls by a factor 2 per step of n_grids: slope -1/2, with a standard error below .05.
  set.seed(1)
  x <- blobs(3, 100, sd = 0.9)$x
  similarity <- exp(-as.matrix(dist(x, "manhattan")))
  exact <- reference_vectors(normalize_similarity(similarity), 3)
  expect_gt(exact$values[3] - exact$values[4], 0.4)
  n_grids <- 4^(3:6)
  draws <- expand.grid(n_grids = n_grids, seed = 1:8)
  distances <- mapply(function(n_grids, seed) {
    set.seed(seed)
    z <- rb_features(x, n_grids, sigma = 1, scale = "none")
    found <- reference_vectors(normalize_similarity(as.matrix(Matrix::tcrossprod(z))), 3)
    set.seed(seed)
    fit <- sc_rb(x, 3, n_grids, sigma = 1, scale = "none")
    # the fit's own embedding is the features' one
    expect_lt(procrustes_distance(unit_rows(found$vectors), fit$embedding), 1e-6)
    c(
      space = subspace_distance(found$vectors, exact$vectors),
      rows = procrustes_distance(unit_rows(exact$vectors), fit$embedding)
    )
  }, draws$n_grids, draws$seed)
  for (measure in rownames(distances)) {
    slope <- coef(lm(log(distances[measure, ]) ~ log(draws$n_grids)))[[2]]
    expect_lt(slope, -0.4)
    means <- tapply(log(distances[measure, ]), draws$n_grids, mean)
    expect_true(all(diff(means) < 0))
    expect_lt(exp(means[["4096"]]), 0.02)
  }
})

test_that("embeddings follow the rows when rows change places", {
  for (seed in 1:3) {
    set.seed(seed)
    data <- blobs(3, 80, sd = 0.8)
    order <- sample(240)
    set.seed(seed)
    fit <- sc_rb(data$x, 3, n_grids = 64, sigma = 0.2)
    set.seed(seed)
    moved <- sc_rb(data$x[order, ], 3, n_grids = 64, sigma = 0.2)
    expect_equal(moved$singular_values, fit$singular_values, tolerance = 1e-8)
    expect_lt(procrustes_distance(fit$embedding[order, ], moved$embedding), 1e-6)
    expect_same_partition(moved$cluster, fit$cluster[order])
  }
})

test_that("equal rows have equal embeddings and labels", {
  set.seed(4)
  x <- blobs(3, 40)$x[rep(1:120, 2), ]
  fit <- sc_rb(x, 3, n_grids = 64, sigma = 0.1)
  expect_identical(fit$embedding[121:240, ], fit$embedding[1:120, ])
  expect_identical(fit$cluster[121:240], fit$cluster[1:120])
})

test_that("a new row's embedding is the formula for its bins", {
  # u_j(x) = D(x)^-1/2 sum_b z_b(x) a_bj with a_bj = (Z' D^-1/2 u_j)_b / l_j, unit length
  set.seed(5)
  x <- blobs(2, 60, sd = 1, apart = 1)$x
  new <- matrix(rnorm(40), 20)
  both <- rbind(x, new)
  scaling <- list(center = apply(x, 2, min))
  set.seed(6)
  fit <- sc_rb(x, 3, n_grids = 50, sigma = 2, scale = "none")
  expect_equal(fit$diagnostics$stray, 0)
  grids <- fit$model[c("widths", "offsets")]
  ids <- reference_bins(both, c(scaling, list(scale = c(1, 1))), grids)
  w <- reference_similarity(ids)
  train <- 1:120
  pairs <- reference_vectors(normalize_similarity(w[train, train]), 3)
  weights <- pairs$vectors / sqrt(rowSums(w[train, train]))
  expected <- unit_rows(w[-train, train] %*% weights %*% diag(1 / pairs$values[1:3]))
  got <- predict(fit, new, "embedding")
  # both sides in the same basis: the fit's own rows tell the signs
  signs <- sign(colSums(fit$embedding * unit_rows(pairs$vectors)))
  expect_equal(unname(got), unname(expected %*% diag(signs)), tolerance = 1e-6)
})

test_that("more vectors than clusters can be asked for", {
  set.seed(7)
  x <- blobs(3, 60)$x
  set.seed(8)
  fit <- sc_rb(x, 3, n_grids = 64, sigma = 0.2, n_vectors = 12) # two panels of vectors
  expect_identical(dim(fit$embedding), c(180L, 12L))
  expect_identical(dim(fit$embedding_centers), c(3L, 12L))
  expect_length(fit$singular_values, 13)
  expect_identical(predict(fit, x, "embedding"), fit$embedding)
})
