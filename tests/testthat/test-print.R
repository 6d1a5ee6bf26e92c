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
  expect_output(print(sc_rb(x, 2, sigma = 0.3, scale = "none")), "Stray: +1 row,")
  expect_output(print(blobs_fit(keep = NULL)), "Dropped: +the embedding .*Dropped: +the model")
  shown <- capture.output(print(blobs_fit(keep = "model")))
  expect_identical(grep("Dropped", shown, value = TRUE), "Dropped:  the embedding (for its plots and silhouettes)")
  shown <- capture.output(print(blobs_fit(keep = "embedding")))
  expect_identical(grep("Dropped", shown, value = TRUE), "Dropped:  the model (for predict() of new rows)")
  expect_output(print(blobs_fit(kernel = function(n, sigma) rgamma(n, 2, scale = sigma))), "own kernel")
})

test_that("long calls and many clusters are cut short", {
  set.seed(3)
  x <- blobs(20, 20)$x
  fit <- sc_rb(x, 20, n_grids = 128, sigma = 0.02, recheck = "auto", nstart = 10, iter.max = 100, tol = 1e-4,
               n_vectors = 20)
  shown <- capture.output(print(fit))
  expect_true(all(nchar(shown) <= 80))
  expect_match(shown, "^Call: .*\\.\\.\\.$", all = FALSE)
  expect_match(shown, "^Sizes: .* \\.\\.\\. \\(19 to 21\\)$", all = FALSE)
})

test_that("all that print() can say takes at most 12 lines of 80 characters", {
  set.seed(50)
  x <- rbind(blobs(50, 30, sd = 0.02, apart = 30)$x, c(900, 900), NA)
  rownames(x) <- paste0("a row with a name ", seq_len(nrow(x)))
  # the call holds the data
  fit <- do.call(sc_rb, list(x, 50, n_grids = 64, sigma = 1, scale = "none", keep = NULL, na.action = na.exclude))
  shown <- capture.output(print(fit))
  expect_match(shown, "^Stray: ", all = FALSE)
  expect_match(shown, "^Left out: 1 row with", all = FALSE)
  expect_length(grep("^Dropped: ", shown), 2)
  expect_lte(length(shown), 12)
  expect_lte(max(nchar(shown)), 80)
  # labels that are larger clusters
  fit$cluster <- rep(1:50, each = 1e5)
  fit$size <- rep(100000L, 50)
  fit$singular_values <- seq(1, 0.1, length.out = 51)^2
  expect_lte(max(nchar(capture.output(print(fit)))), 80)
})

test_that("as many numbers are shown as there is room for", {
  expect_identical(scrb:::some_numbers(c(1, 10, 100), 9), "1 10 100")
  expect_identical(scrb:::some_numbers(c(1, 10, 100), 8), "1 10 ...")
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

test_that("summary() gives mean silhouettes, also of a sample", {
  set.seed(6)
  fit <- sc_rb(blobs(3, 60, sd = 2)$x, 3, n_grids = 64, sigma = 0.3)
  widths <- scrb:::silhouette_widths(fit$embedding, fit$cluster)$width
  result <- summary(fit)
  expect_equal(result$clusters$silhouette, as.vector(tapply(widths, fit$cluster, mean)))
  expect_equal(result$silhouette, mean(widths))
  expect_identical(result$silhouette_rows, 180L)
  expect_output(print(result), "mean silhouette: 0\\.[0-9]+, from 180 rows")
  set.seed(7)
  many <- summary(sc_rb(blobs(3, 1000)$x, 3, n_grids = 64, sigma = 0.3))
  expect_identical(many$silhouette_rows, 2000L)
  expect_output(print(many), "3000 rows in 3 clusters.*from 2000 rows")
})

test_that("summary() says what it cannot know", {
  result <- summary(blobs_fit(keep = NULL))
  expect_identical(result$clusters$silhouette, rep(NA_real_, 3))
  expect_identical(result$silhouette, NA_real_)
  expect_output(print(result), "mean silhouette: not known, as the fit did not keep its embedding")
  set.seed(8)
  x <- blobs(2)$x
  x[1:2, 1] <- NA
  expect_output(print(summary(sc_rb(x, 2, sigma = 0.1, na.action = na.omit))), "98 rows .*2 rows with missing values")
})

test_that("numbers of rows are written in full", {
  expect_identical(scrb:::count(1, "row"), "1 row")
  expect_identical(scrb:::count(1e5, "row"), "100000 rows")
  expect_identical(scrb:::count(0, "row"), "0 rows")
})

test_that("a fit that keeps nothing is small", {
  set.seed(9)
  x <- blobs(3, 2000)$x
  size <- function(...) as.numeric(object.size(sc_rb(x, 3, n_grids = 64, sigma = 0.1, ...)))
  bare <- size(keep = NULL)
  # labels, 4 bytes each, and a few kilobytes
  expect_lt(bare, 4 * nrow(x) + 20000)
  expect_gt(size(keep = "embedding"), bare + 3 * 8 * nrow(x))
  expect_gt(size(keep = "model"), bare + 10000)
})

test_that("summary() says when something did not converge", {
  set.seed(4)
  x <- matrix(rnorm(2 * iterated_rows), iterated_rows)
  fit <- suppressWarnings(sc_rb(x, 6, n_grids = 64, sigma = 0.2, tol = 1e-300, iter.max = 1, nstart = 1))
  shown <- capture.output(print(summary(fit)))
  expect_match(shown, "largest residual.*NOT converged", all = FALSE)
  expect_match(shown, "k-means: 1 iteration, NOT converged", all = FALSE)
})
