# The core's operator on given vectors, beside the dense matrices that it avoids.
run_operator <- function(ids, v, k = 2, threads = 1L) {
  scrb:::operator_cpp(ids, no_scaling(ncol(ids)), id_grids(ids), v, as.integer(k), threads)
}

random_ids <- function(n, n_grids, n_bins) {
  matrix(as.numeric(sample(n_bins, n * n_grids, replace = TRUE)), n)
}

test_that("degrees and products are those of the dense similarity, for any number of grids", {
  # grids are taken four at a time with a rest; bins of one row are common with 40 bins for 30 rows
  for (n_grids in c(1:6, 13)) {
    for (n_bins in c(2, 40)) {
      set.seed(10 * n_grids + n_bins)
      ids <- random_ids(30, n_grids, n_bins)
      ids[, 1] <- 1 # one component
      v <- matrix(rnorm(30 * 3), 30)
      got <- run_operator(ids, v)
      w <- reference_similarity(ids)
      s <- normalize_similarity(w)
      known <- sqrt(rowSums(w) / sum(w))
      expect_equal(w, tcrossprod(reference_z(ids)))
      expect_equal(got$degrees, rowSums(w))
      expect_equal(got$product, (s - tcrossprod(known)) %*% v)
      expect_equal(got$panel, w %*% v)
    }
  }
})

test_that("rows of real data with random grids agree with the dense product as well", {
  for (input in c("dense", "sparse")) {
    set.seed(3)
    x <- if (input == "dense") matrix(rnorm(150 * 3), 150) else Matrix::rsparsematrix(150, 8, 0.4)
    grids <- scrb:::draw_grids(ncol(x), 50, 1.5, "laplacian")
    columns <- scrb:::rb_features_cpp(x, no_scaling(ncol(x)), grids, 1L)
    z <- Matrix::sparseMatrix(columns$i + 1L, p = columns$p, x = 1 / sqrt(50), dims = c(150, length(columns$p) - 1))
    w <- as.matrix(Matrix::tcrossprod(z))
    v <- matrix(rnorm(150 * 9), 150)
    got <- scrb:::operator_cpp(x, no_scaling(ncol(x)), grids, v, 2L, 1L)
    expect_true(all(got$components == 1))
    expect_equal(got$degrees, rowSums(w))
    expect_equal(got$panel, w %*% v)
    expect_equal(got$product, (normalize_similarity(w) - tcrossprod(sqrt(rowSums(w) / sum(w)))) %*% v)
  }
})

test_that("deflation removes the value 1 of every component and nothing else", {
  for (k in c(1, 2, 4)) {
    set.seed(k)
    data <- blocks(max(k, 2), 40, n_grids = 16)
    ids <- data$ids[data$truth <= k, ]
    component <- data$truth[data$truth <= k]
    w <- reference_similarity(ids)
    n <- nrow(ids)
    known <- vapply(seq_len(k), function(c) sqrt(rowSums(w)) * (component == c), numeric(n))
    known <- sweep(known, 2, sqrt(colSums(known^2)), "/")
    s <- normalize_similarity(w)
    expect_equal(s %*% known, known) # what is removed has value 1
    expect_equal(run_operator(ids, known, max(k, 2))$product, 0 * known)
    deflated <- run_operator(ids, diag(n), max(k, 2))$product
    values <- eigen((deflated + t(deflated)) / 2, symmetric = TRUE, only.values = TRUE)$values
    all_values <- eigen(s, symmetric = TRUE, only.values = TRUE)$values
    expect_equal(all_values[seq_len(k)], rep(1, k))
    expect_equal(values, sort(c(all_values[-seq_len(k)], numeric(k)), decreasing = TRUE))
    expect_lt(values[1], 1 - 1e-3)
  }
})

test_that("stray rows are left out", {
  set.seed(4)
  ids <- rbind(blocks(2, 30, n_grids = 8)$ids, matrix(1000 + 1:5, 5, 8)) # five rows that meet nobody
  v <- matrix(rnorm(65 * 2), 65)
  got <- run_operator(ids, v)
  expect_true(all(got$components[61:65] == 0))
  expect_equal(got$degrees[61:65], rep(1, 5))
  expect_equal(got$product[61:65, ], matrix(0, 5, 2))
  expect_equal(got$product[1:60, ], run_operator(ids[1:60, ], v[1:60, ])$product)
})

test_that("a panel gives each vector what it gets alone, bit for bit", {
  set.seed(5)
  ids <- random_ids(2500, 9, 30) # several tiles of rows
  v <- matrix(rnorm(2500 * 19), 2500)
  together <- run_operator(ids, v)$panel
  for (columns in list(1, 8, 19, 1:7, 1:8, 3:12)) {
    expect_identical(run_operator(ids, v[, columns, drop = FALSE])$panel, together[, columns, drop = FALSE])
  }
})

test_that("panels and single products agree", {
  set.seed(6)
  ids <- random_ids(1500, 21, 400)
  v <- matrix(rnorm(1500 * 5), 1500)
  single <- run_operator(ids, v)
  root <- sqrt(single$degrees)
  known <- root / sqrt(sum(root^2))
  panel <- run_operator(ids, v / root)$panel / root - known %*% crossprod(known, v)
  expect_equal(single$product, panel, tolerance = 1e-12)
})

test_that("the number of threads does not change a bit", {
  set.seed(7)
  # enough rows for every loop to be shared between threads
  ids <- random_ids(70000, 11, 500)
  ids[, 3] <- seq_len(70000) %/% 3
  v <- matrix(rnorm(70000 * 2), 70000)
  one <- run_operator(ids, v, threads = 1L)
  expect_identical(run_operator(ids, v, threads = 2L), one)
  expect_identical(run_operator(ids, v, threads = 7L), one)
})
