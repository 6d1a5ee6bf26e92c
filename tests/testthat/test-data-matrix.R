# Sparse data are clustered as the same dense data are: zeros that are not stored count like any other value.

# Sparse columns of every sort: with zeros between negative and positive values, of counts, without a zero, of zeros
# alone, all at one place.
sparse_kinds <- function(seed) {
  set.seed(seed)
  both_signs <- Matrix::rsparsematrix(120, 12, 0.2)
  odd <- both_signs
  odd[, 3] <- 0
  odd[, 4] <- -2
  odd[, 5] <- 7.25
  list(both_signs, as_sparse(matrix(rpois(1440, 0.5), 120)), as_sparse(blobs(2, 60)$x + 9), as_sparse(odd))
}

scales <- c("range", "sd", "none")

expect_same_scaling <- function(a, b) {
  # sums of squares of zeros that are not stored come at once
  if (a$method == "sd") testthat::expect_equal(a, b) else testthat::expect_identical(a, b)
}

expect_same_fit <- function(a, b) {
  testthat::expect_identical(a$cluster, b$cluster)
  expect_same_scaling(a$scaling, b$scaling)
  if (a$scaling$method == "sd") {
    testthat::expect_equal(without_times(a), without_times(b), tolerance = 1e-6)
  } else {
    testthat::expect_identical(without_times(a), without_times(b))
  }
}

# `fit(x, scale)` of both, and each predicts for the rows of the other.
expect_same_for_both <- function(fit, x, scale, predicts = TRUE) {
  seeded <- function(x) {
    set.seed(2)
    suppressWarnings(fit(x, scale))
  }
  dense <- as.matrix(x)
  sparse_fit <- seeded(x)
  dense_fit <- seeded(dense)
  expect_same_fit(sparse_fit, dense_fit)
  if (predicts) {
    cases <- list(list(sparse_fit, dense), list(dense_fit, x), list(sparse_fit, x))
    for (case in cases) {
      testthat::expect_identical(suppressWarnings(predict(case[[1]], case[[2]])), dense_fit$cluster)
      place <- suppressWarnings(predict(case[[1]], case[[2]], "embedding"))
      testthat::expect_equal(place, dense_fit$embedding, tolerance = 1e-6)
    }
    # rows that are not those of the fit
    new <- dense[1:40, ] * 1.25
    new[, 1] <- 0
    testthat::expect_identical(suppressWarnings(predict(sparse_fit, as_sparse(new), "distance")),
                               suppressWarnings(predict(sparse_fit, new, "distance")))
  }
}

test_that("centre and scale of sparse columns are those of the dense ones", {
  for (x in sparse_kinds(1)) {
    dense <- as.matrix(x)
    for (scale in scales) {
      found <- scrb:::find_scaling(x, scale, 1L)
      expect_same_scaling(found, scrb:::find_scaling(dense, scale, 1L))
      expect_identical(found$center, unname(apply(dense, 2, min)))
    }
  }
})

test_that("features and distances are the same", {
  for (x in sparse_kinds(2)) {
    for (scale in scales) {
      features <- function(x) {
        set.seed(1)
        rb_features(x, 20, scale = scale)
      }
      expect_identical(features(x), features(as.matrix(x)))
    }
    scaling <- scrb:::find_scaling(x, "range", 1L)
    for (kernel in c("laplacian", "gaussian")) {
      expect_identical(scrb:::pair_distances(x, scaling, 1:9, 11:19, 1L, kernel),
                       scrb:::pair_distances(as.matrix(x), scaling, 1:9, 11:19, 1L, kernel))
    }
  }
})

test_that("sc_rb() gives the same fit, with every scale, and it predicts for both", {
  for (x in sparse_kinds(3)) {
    for (scale in scales) {
      expect_same_for_both(function(x, scale) sc_rb(x, 3, n_grids = 32, scale = scale), x, scale)
    }
  }
  x <- sparse_kinds(4)[[1]]
  expect_same_for_both(function(x, scale) {
    sc_rb(x, 3, n_grids = 32, sigma = 6, scale = scale, n_vectors = 5, consensus = 4, column_scaling = TRUE)
  }, x, "none")
})

test_that("sc_landmarks() gives the same fit, with every scale, and it predicts for both", {
  for (x in sparse_kinds(5)) {
    for (scale in scales) {
      expect_same_for_both(function(x, scale) sc_landmarks(x, 3, scale = scale, consensus = 4), x, scale)
    }
  }
  x <- sparse_kinds(6)[[1]]
  for (scale in scales) {
    expect_same_for_both(function(x, scale) {
      sc_landmarks(x, 3, n_landmarks = 80, weights = "binary", scale = scale, consensus = 0, pca = 4)
    }, x, scale)
  }
  wide <- Matrix::rsparsematrix(150, 80, 0.1)
  expect_same_for_both(function(x, scale) sc_landmarks(x, 3, scale = scale, consensus = 0), wide, "none")
})

test_that("the compared methods give the same fits", {
  for (x in sparse_kinds(7)[c(1, 4)]) {
    for (method in baseline_methods) {
      for (scale in scales) {
        expect_same_for_both(function(x, scale) sc_baseline(x, 3, method, rank = 40, scale = scale), x, scale,
                             predicts = FALSE)
      }
    }
  }
})

test_that("tune_scrb() and compare_methods() give the same tables", {
  x <- sparse_kinds(8)[[1]]
  tuned <- lapply(list(x, as.matrix(x)), function(x) {
    set.seed(1)
    suppressWarnings(tune_scrb(x, 2, features = "both", scale = "range", n_nearest = c(5, 8), sigma_times = c(0.5, 1)))
  })
  expect_identical(tuned[[1]][c("candidates", "labels", "rows")], tuned[[2]][c("candidates", "labels", "rows")])
  compared <- lapply(list(x, as.matrix(x)), function(x) {
    set.seed(1)
    compare_methods(x, 2, methods = c("sc_rb", "sc_landmarks", "kmeans"), rank = 16, repeats = 2)
  })
  expect_identical(attr(compared[[1]], "labels"), attr(compared[[2]], "labels"))
  expect_identical(compared[[1]]$silhouette, compared[[2]]$silhouette)
})

test_that("every class of package Matrix is the matrix that it shows", {
  set.seed(9)
  whole <- matrix(rpois(400, 0.7), 20)
  whole <- whole + t(whole)
  dense <- methods::as(methods::as(methods::as(whole, "dMatrix"), "generalMatrix"), "unpackedMatrix")
  sparse <- as_sparse(whole)
  symmetric <- Matrix::forceSymmetric(sparse)
  inputs <- list(
    dense, Matrix::forceSymmetric(dense), Matrix::pack(Matrix::forceSymmetric(dense)), sparse,
    methods::as(sparse, "TsparseMatrix"), methods::as(sparse, "RsparseMatrix"), symmetric,
    methods::as(symmetric, "TsparseMatrix"), Matrix::triu(sparse), Matrix::tril(sparse, -1),
    methods::as(sparse, "lMatrix"), methods::as(sparse, "nMatrix"), methods::as(dense, "lMatrix"),
    Matrix::Diagonal(20, rep(1:4, 5)), Matrix::sparseMatrix(i = c(1, 1, 2), j = c(2, 2, 3), x = 1:3, dims = c(20, 4))
  )
  for (x in inputs) {
    fit <- function(x) {
      set.seed(1)
      suppressWarnings(sc_rb(x, 2, n_grids = 16, sigma = 3))
    }
    expect_identical(without_times(fit(x)), without_times(fit(as.matrix(x))), info = class(x)[1])
  }
})

# Classes that extend a matrix or a vector, as packages such as kernlab have them.
setClass("scrbTestMatrix", contains = "matrix", where = environment())
setClass("scrbTestVector", contains = "numeric", where = environment())

test_that("S4 classes that extend a matrix are the matrix", {
  set.seed(21)
  x <- blobs(2, 20)$x
  dimnames(x) <- list(paste0("row", 1:40), c("a", "b"))
  as_s4 <- function(x) methods::new("scrbTestMatrix", x)
  whole <- matrix(rpois(80, 4), 40)
  functions <- list(
    function(x) sc_rb(x, 2, n_grids = 16),
    function(x) sc_landmarks(x, 2, consensus = 3),
    function(x) rb_features(x, 16),
    function(x) sc_baseline(x, 2, "lsc", rank = 10),
    function(x) tune_scrb(x, 2, n_nearest = 5, scale = "none")$candidates,
    function(x) attr(compare_methods(x, 2, methods = "kmeans", repeats = 1), "labels")
  )
  value <- function(f, x) {
    set.seed(22)
    result <- f(x)
    if (inherits(result, "scrb")) without_times(result) else result
  }
  for (f in functions) {
    for (data in list(x, unname(x), whole, whole > 3)) expect_identical(value(f, as_s4(data)), value(f, data))
  }
  fit <- sc_rb(x, 2, n_grids = 16)
  expect_identical(predict(fit, as_s4(x[1:5, ])), fit$cluster[1:5])
  holes <- replace(x, 3, NA)
  expect_identical(predict(fit, as_s4(holes), na.action = na.exclude), predict(fit, holes, na.action = na.exclude))
  line <- c(1:10, 31:40) + 0
  set.seed(23)
  expected <- sc_rb(line, 2, n_grids = 16)$cluster
  set.seed(23)
  expect_identical(sc_rb(methods::new("scrbTestVector", line), 2, n_grids = 16)$cluster, expected)
  expect_error(sc_rb(as_s4(matrix("a", 3, 3)), 2), "`x` must be a numeric matrix", class = "scrb_error")
})

test_that("numbers that are no doubles inside are refused", {
  x <- structure(matrix(runif(40), 20), class = "integer64")
  expect_error(sc_rb(x, 2), "`x` must be a numeric matrix.* not an object of class \"integer64\"", class = "scrb_error")
})
