blobs_fit <- function(...) {
  set.seed(1)
  sc_rb(blobs(3, 50)$x, 3, n_grids = 64, sigma = 0.1, ...)
}

test_that("print() shows what was done and what came out, in few lines", {
  fit <- blobs_fit()
  shown <- capture.output(print(fit))
  expect_lte(length(shown), 8)
  expect_match(shown, "150 rows in 3 clusters", all = FALSE)
  expect_match(shown, "sc_rb\\(x = blobs\\(3, 50\\)\\$x, k = 3", all = FALSE)
  expect_match(shown, "Sizes: +50 50 50", all = FALSE)
  expect_match(shown, "laplacian kernel, sigma 0.1, 64 grids", all = FALSE)
  expect_match(shown, "Singular values: 1", all = FALSE)
  expect_false(any(grepl("Stray|Left out|Dropped", shown)))
  capture.output(returned <- withVisible(print(fit)))
  expect_identical(returned, list(value = fit, visible = FALSE))
})

test_that("print() mentions stray rows, dropped parts and own kernels", {
  set.seed(2)
  x <- rbind(blobs(2, 150, sd = 0.05)$x, c(50, 50))
  expect_output(print(sc_rb(x, 2, sigma = 0.3, scale = "none")), "Stray: +1 rows")
  expect_output(print(blobs_fit(keep = NULL)), "Dropped: +embedding, model")
  expect_output(print(blobs_fit(keep = "model")), "Dropped: +embedding\n")
  expect_output(print(blobs_fit(kernel = function(n, sigma) rgamma(n, 2, scale = sigma))), "own kernel")
})

test_that("long calls and many clusters are cut short", {
  set.seed(3)
  x <- blobs(20, 20)$x
  fit <- sc_rb(x, 20, n_grids = 128, sigma = 0.02, recheck = "auto", nstart = 10, iter.max = 100, tol = 1e-4,
               n_vectors = 20)
  shown <- capture.output(print(fit))
  expect_true(all(nchar(shown) <= 130))
  expect_match(shown, "\\.\\.\\.$", all = FALSE)
})

test_that("summary() holds numbers and prints them", {
  fit <- blobs_fit()
  result <- summary(fit)
  expect_s3_class(result, "summary.scrb")
  expect_identical(result$nobs, 150L)
  expect_identical(result$clusters$size, fit$size)
  expect_equal(result$clusters$withinss, fit$withinss)
  expect_equal(result$gap, fit$singular_values[3] - fit$singular_values[4])
  expect_null(result$embedding)
  expect_null(result$model)
  shown <- capture.output(print(result))
  for (what in c("between / total sum of squares", "kappa", "single-row bins", "components", "largest residual",
                 "k-means: ", "Seconds: ")) {
    expect_match(shown, what, all = FALSE, fixed = TRUE)
  }
})

test_that("summary() says when something did not converge", {
  set.seed(4)
  x <- matrix(rnorm(600), 300)
  fit <- suppressWarnings(sc_rb(x, 6, n_grids = 64, sigma = 0.2, tol = 1e-300, iter.max = 1, nstart = 1))
  shown <- capture.output(print(summary(fit)))
  expect_match(shown, "largest residual.*NOT converged", all = FALSE)
  expect_match(shown, "k-means: 1 iterations, NOT converged", all = FALSE)
})

test_that("print() and summary() leave the generator of random numbers alone", {
  fit <- blobs_fit()
  set.seed(5)
  before <- .Random.seed
  capture.output(print(fit), print(summary(fit)))
  predict(fit, matrix(0, 2, 2))
  expect_identical(.Random.seed, before)
})
