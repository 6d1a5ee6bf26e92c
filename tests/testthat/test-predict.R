test_that("rows of the fit get their own labels and embedding, bit for bit", {
  for (seed in 1:3) {
    set.seed(seed)
    x <- blobs(3, 70, sd = 1)$x
    rownames(x) <- paste0("row", seq_len(nrow(x)))
    for (scale in c("range", "sd", "none")) {
      # from a few large bins to mostly bins of one row and some stray rows
      for (sigma in c(2, 0.3, 0.05)) {
        for (n_vectors in c(3, 10)) {
          fit <- suppressWarnings(sc_rb(x, 3, n_grids = 37, sigma = sigma, scale = scale, n_vectors = n_vectors))
          expect_predicts_itself(fit, x)
        }
      }
    }
    expect_gt(fit$diagnostics$singleton_share, 0.2)
  }
})

test_that("the same holds for sparse, integer and logical rows", {
  for (seed in 1:3) {
    set.seed(seed)
    sparse <- Matrix::rsparsematrix(150, 20, 0.2)
    fit <- suppressWarnings(sc_rb(sparse, 3, n_grids = 40, sigma = 4))
    expect_predicts_itself(fit, sparse)
    expect_identical(predict(fit, as.matrix(sparse)), fit$cluster)
    whole <- matrix(sample(0:4, 600, replace = TRUE), 150)
    fit <- sc_rb(whole, 3, n_grids = 40, sigma = 1)
    expect_predicts_itself(fit, whole)
    expect_identical(predict(fit, whole + 0), fit$cluster)
    on <- whole > 2
    fit <- sc_rb(on, 3, n_grids = 40, sigma = 1)
    expect_predicts_itself(fit, on)
  }
})

test_that("the same holds on the handwritten digits, with the default sigma", {
  set.seed(1)
  x <- pendigits_x()
  fit <- sc_rb(x, 10, n_grids = 64)
  expect_predicts_itself(fit, x)
})

test_that("new rows join the group they come from", {
  for (seed in 1:3) {
    set.seed(seed)
    data <- rings(size = 600)
    train <- sample(1200, 800)
    fit <- sc_rb(data$x[train, ], 2, sigma = 0.05)
    new <- predict(fit, data$x[-train, ])
    expect_equal(agreement(c(fit$cluster, new), data$truth[c(train, setdiff(1:1200, train))])[["ari"]], 1)
  }
})

test_that("values below and above those of the fit are binned like any other", {
  # one column, width 1: rows at 0 and 2, offset in [0, 1)
  set.seed(3)
  x <- matrix(rep(c(0, 2), each = 10))
  fit <- sc_rb(x, 2, n_grids = 64, sigma = 1, kernel = function(n, sigma) rep(1, n), scale = "none")
  # at distance d below the row at 0, a share of 1 - d of the grids still knows the row
  place <- predict(fit, matrix(c(0, -0.5, -0.9, 2.5, 2.9)), "embedding")
  expect_equal(place, fit$embedding[c(1, 1, 1, 20, 20), ], ignore_attr = TRUE)
  expect_warning(far <- predict(fit, matrix(c(-1.01, 3.01, -50, 50))), "4 of 4 rows of `newdata` meet no bin")
  expect_identical(far, fit$cluster[c(1, 20, 1, 20)])
})

test_that("rows that meet no bin are counted in a warning and join the nearest centre", {
  set.seed(4)
  x <- blobs(2, 60, sd = 0.1)$x
  fit <- sc_rb(x, 2, sigma = 0.05, scale = "none")
  new <- rbind(x[1:5, ], c(100, 1), c(-100, 1), c(90, 0))
  expect_warning(got <- predict(fit, new), "^3 of 8 rows of `newdata` meet no bin of the fit", class = "scrb_warning")
  expect_identical(got[1:5], fit$cluster[1:5])
  expect_identical(got[6:8], unname(nearest_l1(new[6:8, ], fit$centers)))
  expect_identical(suppressWarnings(predict(fit, new, "embedding"))[6:8, ], matrix(0, 3, 2), ignore_attr = TRUE)
  expect_true(all(is.na(suppressWarnings(predict(fit, new, "distance"))[6:8, ])))
})

test_that("fitted centres have the names of the rows, which a data frame's must differ", {
  set.seed(6)
  x <- blobs(2)$x
  expect_identical(rownames(fitted(sc_rb(x, 2, sigma = 0.1)))[1:3], rep("1", 3))
  x[2, 1] <- NA
  data <- data.frame(a = x[, 1], b = factor(rep(c("low", "high"), each = 50)), row.names = paste0("r", 1:100))
  fit <- sc_rb(data, 2, sigma = 0.3, na.action = na.exclude)
  expect_identical(fitted(fit), data.frame(fit$centers[fit$cluster, ], row.names = rownames(data)))
  expect_identical(as.character(fitted(fit)$b[-2]), as.character(data$b[-2]))
  expect_true(all(is.na(fitted(fit)[2, ])))
  names(fit$cluster)[1:2] <- "r1"
  expect_identical(rownames(fitted(fit)), as.character(1:100))
  fit$cluster <- unname(fit$cluster)
  expect_identical(rownames(fitted(fit)), as.character(1:100))
})

test_that("columns are matched by name where both have names", {
  set.seed(7)
  x <- blobs(2, d = 3)$x
  colnames(x) <- c("a", "b", "c")
  fit <- sc_rb(x, 2, sigma = 0.1)
  expect_identical(predict(fit, x[, c("c", "a", "b")]), fit$cluster)
  expect_identical(predict(fit, cbind(x, d = 1)), fit$cluster)
  expect_identical(predict(fit, as.data.frame(x)), fit$cluster, ignore_attr = TRUE)
  expect_identical(predict(fit, unname(x)), fit$cluster)
  sparse <- sc_rb(as_sparse(x), 2, sigma = 0.1)
  expect_identical(predict(sparse, as_sparse(x)[, 3:1]), sparse$cluster)
  expect_error(predict(fit, x[, 1:2]), "lacks `c`", class = "scrb_error")
  expect_error(predict(fit, unname(x)[, 1:2]), "must have 3 columns", class = "scrb_error")
  expect_error(predict(fit, x[1, ]), class = "scrb_error")
})
