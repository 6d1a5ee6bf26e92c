test_that("Z has a column per occupied bin and an entry per row and grid", {
  set.seed(1)
  x <- matrix(rnorm(80 * 3), 80, dimnames = list(paste0("r", 1:80), NULL))
  z <- rb_features(x, 25, 0.5)
  expect_s4_class(z, "dgCMatrix")
  expect_true(methods::validObject(z))
  expect_identical(nrow(z), 80L)
  expect_identical(rownames(z), rownames(x))
  expect_identical(unique(z@x), 1 / sqrt(25))
  expect_length(attr(z, "bins_per_grid"), 25)
  expect_equal(sum(attr(z, "bins_per_grid")), ncol(z))
  expect_true(all(Matrix::colSums(z) > 0))
  # one entry in the columns of each grid
  grid <- rep(1:25, attr(z, "bins_per_grid"))
  per_grid <- vapply(1:25, function(g) Matrix::rowSums(z[, grid == g, drop = FALSE]) * 5, numeric(80))
  expect_equal(unname(per_grid), matrix(1, 80, 25))
})

test_that("inner products estimate the kernel on scaled columns", {
  # standard error at most .5 / sqrt(4000) = .008 for each of 435 pairs: 5 of them
  set.seed(2)
  x <- cbind(rnorm(30, sd = 40), runif(30), rexp(30, 100))
  scaled <- list(
    range = apply(x, 2, function(column) (column - min(column)) / diff(range(column))), sd = scale(x), none = x
  )
  for (scale in names(scaled)) {
    sigma <- 1.5
    z <- rb_features(x, 4000, sigma, scale = scale)
    exact <- exp(-as.matrix(dist(scaled[[scale]], "manhattan")) / sigma)
    expect_lt(max(abs(as.matrix(Matrix::tcrossprod(z)) - exact)), 5 * 0.5 / sqrt(4000))
  }
})

test_that("it draws the grids that a fit draws", {
  set.seed(3)
  x <- blobs(2)$x
  set.seed(4)
  fit <- sc_rb(x, 2, n_grids = 40, sigma = 0.3)
  set.seed(4)
  z <- rb_features(x, 40, 0.3)
  degrees <- Matrix::rowSums(Matrix::tcrossprod(z))
  expect_equal(fit$diagnostics$degree_range, range(degrees))
  expect_equal(fit$diagnostics$bins_per_grid, mean(attr(z, "bins_per_grid")))
})

test_that("all sparse classes of package Matrix give the features of the dense matrix", {
  set.seed(5)
  half <- matrix(sample(c(0, 0, 0, 1, 2), 30 * 30, replace = TRUE), 30)
  half[1, ] <- half[, 1] <- 0 # every column holds a zero, so nothing is shifted
  symmetric <- half + t(half)
  features <- function(x) {
    set.seed(6)
    rb_features(x, 30, 3)
  }
  general <- as_sparse(half)
  for (class in c("TsparseMatrix", "RsparseMatrix", "CsparseMatrix", "unpackedMatrix")) {
    expect_identical(features(methods::as(general, class)), features(half))
  }
  packed <- Matrix::Matrix(symmetric, sparse = TRUE)
  expect_s4_class(packed, "dsCMatrix")
  expect_identical(features(packed), features(symmetric))
  for (kind in c("lMatrix", "nMatrix")) {
    expect_identical(features(methods::as(general, kind)), features((half > 0) + 0))
  }
  # explicit zeros and repeated triplets
  triplets <- methods::new("dgTMatrix", i = c(0L, 0L, 1L, 2L), j = c(0L, 0L, 1L, 0L), x = c(1, 2, 0, 5),
                           Dim = c(4L, 2L))
  expect_identical(features(triplets), features(as.matrix(triplets)))
})

test_that("sigma is chosen as in a fit when none is given", {
  set.seed(7)
  x <- blobs(2)$x
  set.seed(8)
  fit <- sc_rb(x, 2, n_grids = 64)
  set.seed(8)
  z <- rb_features(x, 64)
  expect_equal(mean(attr(z, "bins_per_grid")), fit$diagnostics$bins_per_grid)
})

test_that("a single row and a single column are enough", {
  z <- rb_features(matrix(3, 1, 1), 7, 1)
  expect_identical(dim(z), c(1L, 7L))
  expect_error(rb_features(matrix(0, 0, 2), 7, 1), class = "scrb_error")
})

test_that("threads change nothing", {
  set.seed(9)
  x <- matrix(rnorm(3000 * 4), 3000)
  features <- function(threads) {
    set.seed(10)
    rb_features(x, 37, 0.5, threads = threads)
  }
  expect_identical(features(2), features(1))
  expect_identical(features(5), features(1))
})
