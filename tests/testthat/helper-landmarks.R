# Features with both sides normalised, landmarks, weighted vectors and consensus once more, dense and slow.

# Columns of x as a fit by landmarks measures distances on them, up to a shift of all rows.
landmark_columns <- function(fit, x) {
  scaled <- sweep(sweep(as.matrix(x), 2, fit$scaling$center), 2, fit$scaling$scale, "/")
  if (fit$pca == 0) scaled else scaled %*% t(fit$model$projection)
}

# Euclidean distances of the rows of x and those of y.
reference_distances <- function(x, y) {
  columns <- t(x)
  each <- vapply(seq_len(nrow(y)), function(j) sqrt(colSums((columns - y[j, ])^2)), numeric(nrow(x)))
  matrix(each, nrow(x), nrow(y))
}

# Euclidean distances of rows of mixed columns to some of them: two levels are at distance 1.
mixed_distances <- function(numbers, factors, rows) {
  squares <- reference_distances(numbers, numbers[rows, , drop = FALSE])^2
  for (f in factors) squares <- squares + outer(as.character(f), as.character(f)[rows], "!=")
  sqrt(squares)
}

# From distances of rows to landmarks, Z: weights of each row's n_nearest ones, all 1 where s is NULL or 0.
reference_landmark_z <- function(distances, n_nearest, s = NULL) {
  z <- matrix(0, nrow(distances), ncol(distances))
  for (i in seq_len(nrow(z))) {
    near <- order(distances[i, ])[seq_len(n_nearest)]
    z[i, near] <- if (is.null(s) || s == 0) 1 else exp(-distances[i, near]^2 / (2 * s^2))
  }
  z
}

# The mean distance to the farthest of the n_nearest.
reference_s <- function(distances, n_nearest) mean(apply(distances, 1, function(d) sort(d)[n_nearest]))

# Whether single precision can mistake none of the nearest: the next one is farther by more than its digits.
sure_nearest <- function(distances, n_nearest, digits = 1e-5) {
  all(apply(distances, 1, function(d) {
    d <- sort(d)
    length(d) == n_nearest || d[n_nearest + 1] - d[n_nearest] > digits * d[n_nearest + 1]
  }))
}

# K = Z L^-1 Z' with L = diag(Z' 1).
two_sided_similarity <- function(z) {
  z <- z[, colSums(z) > 0, drop = FALSE]
  z %*% (t(z) / colSums(z))
}

# What column j of the vectors is multiplied by; `values` are squared singular values.
column_weights <- function(values, k, m) {
  if (m == k) rep(1, m) else 1 / sqrt(pmax(1e-4, (1 - values[seq_len(m)]) + (1 - values[k])))
}

# m vectors of D^-1/2 K D^-1/2, the weight of every bin in them, a_bj = (Z' D^-1/2 u_j)_b / l_j (divided by L_b where
# both sides are normalised) times column j's weight, and the rows of Z A at unit length.
reference_embedding <- function(z, k, m, two_sided = TRUE) {
  w <- if (two_sided) two_sided_similarity(z) else tcrossprod(z)
  pairs <- reference_vectors(normalize_similarity(w), m)
  by <- column_weights(pairs$values, k, m)
  bins <- crossprod(z, pairs$vectors / sqrt(rowSums(w))) / if (two_sided) pmax(colSums(z), 1e-300) else 1
  bins <- bins %*% diag(by / pairs$values[seq_len(m)], m)
  list(values = pairs$values, gap = c(pairs$values, 0)[m] - c(pairs$values, 0)[m + 1], bins = bins,
       weighted = unit_rows(pairs$vectors %*% diag(by, m)), embedding = unit_rows(z %*% bins))
}

# The features of the fit's own landmarks, for rows x of the fit and for others alike.
landmark_z <- function(fit, x, new = x) {
  landmarks <- landmark_columns(fit, x)[fit$model$landmark_rows, , drop = FALSE]
  distances <- reference_distances(landmark_columns(fit, new), landmarks)
  structure(reference_landmark_z(distances, fit$n_nearest, fit$sigma), sure = sure_nearest(distances, fit$n_nearest))
}

# Where a fit by landmarks without consensus, and without stray rows, puts its rows x and the rows `new`.
reference_landmarks <- function(fit, x, new = x[0, , drop = FALSE]) {
  z <- landmark_z(fit, x)
  z_new <- landmark_z(fit, x, new)
  reference <- reference_embedding(z, fit$k, fit$n_vectors)
  c(reference, list(z = z, new = unit_rows(z_new %*% reference$bins), sure = attr(z, "sure") && attr(z_new, "sure")))
}

# What the model says of every landmark: its weight in the vectors, and theirs in the embedding.
model_bins <- function(fit) t(fit$model$weights * fit$model$vector_weights)

# The first embedding of a fit with consensus, from the model.
first_embedding <- function(fit, z) unit_rows(z %*% model_bins(fit))

# Weights of base clusters; before those of each base clustering there is a bin that stands for no place.
base_weights <- function(consensus) {
  nowhere <- cumsum(c(1, utils::head(consensus$sizes, -1) + 1))
  testthat::expect_true(all(consensus$weights[, nowhere] == 0))
  consensus$weights[, -nowhere, drop = FALSE]
}

# A column of zeros and ones for every base cluster: rows take the nearest centre in each base clustering. "margin":
# how much nearer than the next it is, at least.
reference_base_features <- function(embedding, consensus) {
  blocks <- split(seq_len(sum(consensus$sizes)), rep(seq_along(consensus$sizes), consensus$sizes))
  margin <- Inf
  each <- lapply(blocks, function(block) {
    distances <- reference_distances(embedding, consensus$centers[block, , drop = FALSE])
    margin <<- min(margin, apply(distances, 1, function(d) diff(sort(d)[1:2])))
    outer(max.col(-distances, ties.method = "first"), seq_along(block), "==") + 0
  })
  structure(do.call(cbind, unname(each)), margin = margin)
}

# The leading principal components of the rows.
reference_principal <- function(x, m) stats::prcomp(x)$rotation[, seq_len(m), drop = FALSE]

# The sum of squares about the mean that a projection on orthonormal columns leaves.
projected_squares <- function(x, projection) sum(scale(x %*% projection, scale = FALSE)^2)

# Labels agree with the nearest embedding centre, rows without a place aside.
expect_nearest_center <- function(fit) {
  placed <- rowSums(fit$embedding^2) > 0
  distances <- reference_distances(fit$embedding[placed, , drop = FALSE], fit$embedding_centers)
  own <- distances[cbind(seq_len(sum(placed)), fit$cluster[placed])]
  testthat::expect_true(all(own <= apply(distances, 1, min) + 1e-9))
}

# Labels and embedding of the fit's own rows, of parts of them, and of single ones.
expect_predicts_itself <- function(fit, x) {
  testthat::expect_identical(predict(fit, x), fit$cluster)
  testthat::expect_identical(predict(fit, x, "embedding"), fit$embedding)
  for (some in list(sample(nrow(x), ceiling(nrow(x) / 3)), nrow(x), c(2L, 1L, 2L))) {
    rows <- x[some, , drop = FALSE]
    testthat::expect_identical(predict(fit, rows), fit$cluster[some], ignore_attr = TRUE)
    testthat::expect_identical(predict(fit, rows, "embedding"), fit$embedding[some, , drop = FALSE], ignore_attr = TRUE)
  }
}

# A fit of k clusters, none of them empty.
expect_k <- function(code, k) {
  fit <- suppressWarnings(code)
  testthat::expect_identical(sort(unique(unname(fit$cluster))), seq_len(k))
  invisible(fit)
}

# Fits whose vectors are exact but for the distances' single precision.
fit_landmarks <- function(seed, ..., tol = 1e-8, consensus = 0) {
  set.seed(seed)
  sc_landmarks(..., tol = tol, consensus = consensus)
}

# Overlapping groups: one component, singular values below 1.
overlapping <- function(size = 80, d = 3, sd = 1.6) blobs(3, size, d = d, sd = sd)$x

# A fit by landmarks against the reference. FALSE where they cannot be compared: single precision may choose another
# landmark, or the last vector is all but one of several. Tests take data on which all of their fits can be.
expect_landmark_fit <- function(fit, x, new = x[0, , drop = FALSE], tolerance = 1e-3) {
  reference <- reference_landmarks(fit, x, new)
  m <- fit$n_vectors
  if (!reference$sure || reference$gap < 1e-3) {
    return(FALSE)
  }
  testthat::expect_equal(fit$diagnostics$degree_range, range(rowSums(reference$z)), tolerance = 1e-4)
  testthat::expect_equal(fit$singular_values[1:m], sqrt(reference$values[1:m]), tolerance = 1e-4)
  # the one after the last vector is an estimate from below
  testthat::expect_equal(fit$singular_values[m + 1], sqrt(reference$values[m + 1]), tolerance = 0.01)
  testthat::expect_lt(fit$singular_values[m + 1], sqrt(reference$values[m + 1]) + 1e-4)
  testthat::expect_equal(fit$singular_values[1], 1)
  testthat::expect_lt(gram_distance(fit$embedding, reference$embedding), tolerance)
  testthat::expect_equal(tcrossprod(model_bins(fit)), tcrossprod(reference$bins), tolerance = tolerance,
                         ignore_attr = TRUE)
  if (nrow(new) > 0) {
    got <- predict(fit, new, "embedding")
    testthat::expect_lt(gram_distance(rbind(fit$embedding, got), rbind(reference$embedding, reference$new)), tolerance)
    testthat::expect_equal(predict(fit, new), nearest_l2(got, fit$embedding_centers), ignore_attr = TRUE)
  }
  TRUE
}

# That many fits were compared with a reference, and all of them could be.
expect_compared <- function(compared, count) testthat::expect_identical(compared, rep(TRUE, count))

# Three groups in a plane, turned into d columns with a little noise.
turned <- function(n, d) {
  plane <- blobs(3, n / 3, d = 3, sd = 1.6)$x
  plane %*% t(qr.Q(qr(matrix(rnorm(d * 3), d)))) + rnorm(n * d, sd = 0.2)
}

# Z of a fit by grids from its own grids, for the rows of the fit and, in the same bins, for new rows.
grid_z <- function(fit, x, new = x[0, , drop = FALSE]) {
  ids <- reference_bins(rbind(as.matrix(x), as.matrix(new)), fit$scaling, fit$model[c("widths", "offsets")])
  z <- reference_z(ids)
  train <- seq_len(nrow(x))
  known <- colSums(z[train, , drop = FALSE]) > 0
  list(rows = z[train, known], new = z[-train, known, drop = FALSE], sure = all(attr(ids, "sure")))
}

# The same for a fit by grids.
expect_grid_fit <- function(fit, x, new, two_sided, tolerance = 1e-5) {
  z <- grid_z(fit, x, new)
  m <- ncol(fit$embedding)
  reference <- reference_embedding(z$rows, fit$k, m, two_sided)
  if (!z$sure || reference$gap < 1e-3) {
    return(FALSE)
  }
  testthat::expect_equal(fit$singular_values, sqrt(reference$values[seq_len(m + 1)]), tolerance = 1e-5)
  got <- rbind(fit$embedding, predict(fit, new, "embedding"))
  placed <- rowSums(z$new) > 0
  testthat::expect_true(any(placed))
  expected <- rbind(reference$embedding, unit_rows(z$new[placed, ] %*% reference$bins))
  testthat::expect_lt(gram_distance(got[c(rep(TRUE, nrow(x)), placed), ], expected), tolerance)
  testthat::expect_true(all(got[c(rep(FALSE, nrow(x)), !placed), ] == 0))
  TRUE
}
