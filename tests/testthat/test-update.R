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

test_that("fits whose model this version cannot read are printed, updated and tabled all the same", {
  set.seed(1)
  x <- blobs(2, 30)$x
  w <- exp(-as.matrix(dist(x)))
  fits <- list(sc_rb(x, 2, n_grids = 16, sigma = 1), sc_landmarks(x, 2, consensus = 3), sc_graph(w, 2),
               sc_rb(x, 2:3, n_grids = 16, sigma = 1))
  for (fit in fits) {
    older <- fit
    older$model <- list(bins = 1:3)
    older$embedding_centers <- older$solver <- NULL
    expect_identical(capture.output(print(older)), capture.output(print(fit)))
    expect_identical(nobs(older), nobs(fit))
    expect_identical(update(older, nstart = 2)$method, fit$method)
    older <- fit
    older$model <- list(bins = 1:3)
    expect_identical(predict(older), fit$cluster)
    expect_identical(fitted(older, "classes"), fit$cluster)
    expect_identical(as.data.frame(older), as.data.frame(fit))
    if (requireNamespace("generics", quietly = TRUE)) expect_identical(generics::tidy(older), generics::tidy(fit))
    for (call in expression(predict(older, if (fit$method == "sc_graph") w else x), summary(older), plot(older))) {
      expect_error(eval(call), "damaged, or of another version of scrb: its `model`", class = "scrb_error")
    }
    # what is read must be there
    older$size <- "many"
    expect_error(print(older), "its `size`", class = "scrb_error")
    older$call <- NULL
    expect_error(update(older, nstart = 2), "its `call`", class = "scrb_error")
  }
})
