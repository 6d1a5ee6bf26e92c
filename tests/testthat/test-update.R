test_that("update() works inside functions, in loops, with changed data and passed-on arguments", {
  set.seed(1)
  data <- blobs(4, 40)$x
  inside <- function(rows, ...) {
    fit <- sc_rb(rows, 4, ...)
    vapply(2:3, function(k) update(fit, k = k)$k, 0L)
  }
  expect_identical(inside(data, n_grids = 64, sigma = 0.3), 2:3)
  fit <- sc_rb(data, 4, n_grids = 64, sigma = 0.3)
  expect_identical(nobs(update(fit, x = data[1:120, ], k = 3)), 120L)
  smaller <- update(fit, keep = NULL)
  expect_null(smaller$embedding)
  expect_identical(smaller$n_grids, 64L)
  data <- data[1:80, ]
  expect_identical(nobs(update(fit, k = 2)), 80L)
})

test_that("update() works where the package is not attached, and the call prints without its name", {
  script <- child_script(c(
    "detach('package:scrb')",
    "x <- as.matrix(iris[, 1:4])",
    "fit <- update(scrb::sc_rb(x, 3, n_grids = 32), k = 2)",
    "cat(fit$k, deparse(fit$call))"
  ))
  skip_if(is.null(script), "the package is not installed")
  shown <- system2(rscript(), c("--vanilla", shQuote(script)), stdout = TRUE, stderr = FALSE)
  expect_identical(shown, "2 sc_rb(x = x, k = 2, n_grids = 32)")
})
