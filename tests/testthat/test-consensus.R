# The second embedding, from base clusterings of the first. Which base clusterings those are is random; what follows
# from their centres, which the model keeps, is not.

fit_consensus <- function(seed, fit, x, k, consensus = 8, ..., tol = 1e-8) {
  set.seed(seed)
  fit(x, k, consensus = consensus, ..., tol = tol)
}

# Against the reference, given the first embedding of the rows x and of new rows. FALSE where digits decide: a row is
# midway between two base centres, or the last vector is all but one of several.
expect_consensus <- function(fit, first, new, first_new) {
  consensus <- fit$model$consensus
  base <- reference_base_features(first, consensus)
  base_new <- reference_base_features(first_new, consensus)
  reference <- reference_embedding(base, fit$k, fit$k)
  if (min(attr(base, "margin"), attr(base_new, "margin")) < 1e-5 || reference$gap < 1e-3) {
    return(FALSE)
  }
  expect_identical(dim(fit$embedding), c(nrow(first), fit$k))
  expect_identical(dim(fit$embedding_centers), c(fit$k, fit$k))
  expect_lt(gram_distance(fit$embedding, reference$embedding), 1e-5)
  expect_equal(crossprod(base_weights(consensus)), tcrossprod(reference$bins), tolerance = 1e-5, ignore_attr = TRUE)
  expected <- rbind(reference$embedding, unit_rows(base_new %*% reference$bins))
  expect_lt(gram_distance(rbind(fit$embedding, predict(fit, new, "embedding")), expected), 1e-5)
  TRUE
}

test_that("the second embedding of landmarks is the reference's, on rows of the fit and on new rows", {
  compared <- NULL
  for (seed in 1:3) {
    set.seed(seed)
    x <- overlapping(60)
    new <- x[1:20, ] + 0.1
    for (n_vectors in list(NULL, 3)) {
      fit <- fit_consensus(seed, sc_landmarks, x, 3, n_landmarks = 100, n_vectors = n_vectors)
      reference <- reference_landmarks(fit, x, new)
      if (reference$sure && reference$gap > 1e-3) {
        first <- first_embedding(fit, reference$z)
        compared <- c(compared, expect_consensus(fit, first, new, first_embedding(fit, landmark_z(fit, x, new))))
        # the first embedding is that of the reference
        expect_lt(gram_distance(first, reference$embedding), 1e-3)
        expect_equal(fit$singular_values, sqrt(reference$values[seq_len(fit$n_vectors + 1)]), tolerance = 1e-4)
      }
    }
  }
  expect_compared(compared, 6)
})

test_that("so is that of grids", {
  compared <- NULL
  for (seed in 1:3) {
    set.seed(seed)
    x <- overlapping(60)
    new <- x[1:20, ] + 0.1
    for (column_scaling in c(FALSE, TRUE)) {
      for (n_vectors in c(3, 6)) {
        fit_rb <- function(consensus) {
          fit_consensus(seed, sc_rb, x, 3, consensus, n_grids = 40, sigma = 1, column_scaling = column_scaling,
                        n_vectors = n_vectors)
        }
        # the same seed has the same grids, and the first embedding is what there is without consensus
        plain <- fit_rb(0)
        fit <- fit_rb(8)
        expect_identical(fit$model$widths, plain$model$widths)
        compared <- c(compared, expect_consensus(fit, plain$embedding, new, predict(plain, new, "embedding")))
      }
    }
  }
  expect_compared(compared, 12)
})

test_that("base clusterings have k to 2k clusters, and as many as were asked for", {
  set.seed(4)
  x <- overlapping(60)
  sizes <- lapply(1:6, function(seed) {
    fit <- fit_consensus(seed, sc_landmarks, x, 4, consensus = 15)
    expect_equal(fit$consensus, 15)
    consensus <- fit$model$consensus
    expect_length(consensus$sizes, 15)
    expect_identical(dim(consensus$centers), c(as.integer(sum(consensus$sizes)), 12L))
    expect_identical(dim(base_weights(consensus)), c(4L, as.integer(sum(consensus$sizes))))
    consensus$sizes
  })
  # 90 draws of 5 values: one is missed with probability 5 * .8^90 = 1e-8
  expect_setequal(unlist(sizes), 4:8)
  expect_null(fit_consensus(1, sc_landmarks, x, 4, consensus = 0)$model$consensus)
  expect_null(sc_rb(x, 4, n_grids = 16, sigma = 1)$model$consensus)
})

test_that("base clusterings are short runs of k-means that differ", {
  set.seed(5)
  x <- overlapping(60)
  fit <- fit_consensus(6, sc_landmarks, x, 3, consensus = 10)
  first <- first_embedding(fit, landmark_z(fit, x))
  base <- reference_base_features(first, fit$model$consensus)
  # centres are means of their rows, or were one iteration ago
  means <- crossprod(base, first) / colSums(base)
  expect_lt(max(sqrt(rowSums((means - fit$model$consensus$centers)^2))), 0.1)
  # not far from the best of many starts
  block <- rep(1:10, fit$model$consensus$sizes)
  excess <- vapply(1:10, function(b) {
    labels <- max.col(base[, block == b])
    within_squares(first, labels) / kmeans(first, max(labels), nstart = 20)$tot.withinss
  }, 1)
  expect_gte(min(excess), 0.999)
  expect_lt(median(excess), 1.5)
  expect_gt(length(unique(apply(base, 2, paste, collapse = ""))), sum(fit$model$consensus$sizes) / 3)
})

test_that("rows that no base clustering tells apart are one point, with one label", {
  for (seed in 1:3) {
    set.seed(seed)
    x <- overlapping(60)
    fit <- fit_consensus(seed, sc_landmarks, x, 3, consensus = 4)
    base <- reference_base_features(first_embedding(fit, landmark_z(fit, x)), fit$model$consensus)
    first <- match(apply(base, 1, paste, collapse = ""), apply(base, 1, paste, collapse = ""))
    expect_gt(sum(duplicated(first)), 60)
    expect_identical(fit$embedding[first, ], fit$embedding, ignore_attr = TRUE)
    expect_identical(fit$cluster[first], fit$cluster, ignore_attr = TRUE)
  }
})

test_that("rows of the fit get their own labels and embedding, stray or not", {
  for (seed in 1:3) {
    set.seed(seed)
    x <- rbind(c(5e3, 5e3), overlapping(50, d = 2)[sample(150, 200, replace = TRUE), ], c(-6e3, 0))
    rownames(x) <- paste0("r", 1:202)
    for (weights in c("gaussian", "binary")) {
      fit <- fit_consensus(seed, sc_landmarks, x, 3, weights = weights, n_landmarks = 90)
      suppressWarnings(expect_predicts_itself(fit, x))
      expect_equal(fit$diagnostics$stray, if (weights == "binary") 0 else 2)
      expect_equal(sum(rowSums(fit$embedding^2) == 0), fit$diagnostics$stray)
    }
    for (n_vectors in c(3, 9)) {
      for (column_scaling in c(FALSE, TRUE)) {
        fit <- fit_consensus(seed, sc_rb, x, 3, n_grids = 64, sigma = 2, scale = "none", n_vectors = n_vectors,
                             column_scaling = column_scaling)
        expect_gte(fit$diagnostics$stray, 2)
        expect_predicts_itself(fit, x)
      }
    }
  }
})

test_that("stray rows take no part", {
  set.seed(7)
  x <- rbind(overlapping(60), c(5e3, 0, 0), c(0, 6e3, 0))
  fit <- fit_consensus(8, sc_landmarks, x, 3)
  expect_equal(fit$diagnostics$stray, 2)
  first <- first_embedding(fit, landmark_z(fit, x)[1:180, ])
  reference <- reference_embedding(reference_base_features(first, fit$model$consensus), 3, 3)
  expect_lt(gram_distance(fit$embedding[1:180, ], reference$embedding), 1e-5)
  expect_true(all(fit$embedding[181:182, ] == 0))
  expect_equal(fit$totss, within_squares(fit$embedding[1:180, ], rep(1, 180)))
  centers <- rowsum(x[1:180, ], fit$cluster[1:180]) / as.vector(table(fit$cluster[1:180]))
  expect_identical(unname(fit$cluster[181:182]), unname(nearest_l1(x[181:182, ], centers)))
})

test_that("groups far apart stay clusters, and few base clusterings give k clusters as well", {
  for (seed in 1:5) {
    set.seed(seed)
    data <- blobs(4, 40, sd = 0.1)
    expect_same_partition(fit_consensus(seed, sc_landmarks, data$x, 4, consensus = 30)$cluster, data$truth)
    expect_same_partition(fit_consensus(seed, sc_rb, data$x, 4, consensus = 30, sigma = 0.05)$cluster, data$truth)
    for (consensus in 1:2) {
      fit <- expect_k(fit_consensus(seed, sc_landmarks, data$x, 4, consensus = consensus), 4)
      expect_predicts_itself(fit, data$x)
      expect_k(fit_consensus(seed, sc_rb, data$x, 4, consensus = consensus, sigma = 0.05), 4)
    }
  }
  # fewer places in the embedding than 2k
  kinds <- rbind(c(0, 0), c(1, 0), c(0, 2), c(3, 3))[rep(1:4, 15), ]
  for (k in 2:4) {
    expect_predicts_itself(expect_k(fit_consensus(12, sc_landmarks, kinds, k, n_nearest = 2), k), kinds)
    expect_predicts_itself(expect_k(fit_consensus(12, sc_rb, kinds, k, n_grids = 64, sigma = 1), k), kinds)
  }
})

test_that("for grids there is none unless asked for", {
  set.seed(13)
  x <- overlapping(40)
  expect_identical(without_times(fit_consensus(14, sc_rb, x, 3, 0, n_grids = 16, sigma = 1)), {
    set.seed(14)
    without_times(sc_rb(x, 3, n_grids = 16, sigma = 1, tol = 1e-8))
  })
})
