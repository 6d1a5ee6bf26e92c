with_device <- function(code) {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  code
}

test_fit <- function(k = 3, ...) {
  set.seed(k)
  sc_rb(blobs(k, 40)$x, k, n_grids = 128, sigma = 0.05, ...)
}

test_that("plots are drawn without a word and give the fit back, invisibly", {
  fit <- test_fit()
  with_device({
    for (which in list(1, 2, 1:2)) expect_silent(plot(fit, which))
    expect_identical(withVisible(plot(fit)), list(value = fit, visible = FALSE))
  })
})

test_that("something is drawn", {
  file <- tempfile(fileext = ".pdf")
  on.exit(unlink(file))
  drawn <- function(which) {
    grDevices::pdf(file, compress = FALSE, useKerning = FALSE)
    plot(test_fit(), which)
    grDevices::dev.off()
    paste(readLines(file, warn = FALSE), collapse = "\n")
  }
  expect_match(drawn(1), "Singular")
  expect_match(drawn(2), "Embedding")
})

test_that("few and many clusters, more vectors than clusters, dropped parts and stray rows can be plotted", {
  with_device({
    for (k in c(2, 9, 26, 60)) {
      set.seed(k)
      data <- blocks(k, 12, n_grids = 24)
      expect_silent(plot(fit_ids(data$ids, k)))
    }
    expect_silent(plot(test_fit(n_vectors = 6)))
    expect_silent(plot(test_fit(keep = "embedding")))
    expect_silent(plot(test_fit(keep = NULL), 1))
    expect_error(plot(test_fit(keep = NULL), 2), "needs the embedding of the fit", class = "scrb_error")
    set.seed(1)
    expect_silent(plot(sc_rb(rbind(blobs(2, 150, sd = 0.05)$x, c(50, 50)), 2, sigma = 0.3, scale = "none")))
  })
})

test_that("tiny fits, with as many clusters as rows, can be plotted", {
  set.seed(1)
  fit <- sc_rb(matrix(rnorm(6), 3), 3, n_grids = 200, sigma = 1)
  with_device(expect_silent(plot(fit)))
})

test_that("rows with missing values are left out", {
  set.seed(2)
  x <- blobs(2)$x
  x[3, 1] <- NA
  fit <- sc_rb(x, 2, sigma = 0.1, na.action = na.exclude)
  with_device(expect_silent(plot(fit)))
})

test_that("graphical parameters are as before, and so is the generator of random numbers", {
  fit <- test_fit()
  with_device({
    graphics::par(mfrow = c(1, 2), mar = c(3, 3, 2, 1))
    plot(fit, 1) # what plot() itself leaves behind
    before <- graphics::par(no.readonly = TRUE)[c("mar", "mfrow", "xpd", "oma", "col", "pch", "cex", "ask")]
    set.seed(3)
    seed <- .Random.seed
    plot(fit, 2, max_points = 20)
    plot(fit)
    expect_identical(graphics::par(names(before)), before)
    expect_identical(.Random.seed, seed)
  })
})

test_that("arguments reach plot()", {
  fit <- test_fit()
  with_device({
    expect_silent(plot(fit, 1, log = "x"))
    expect_silent(plot(fit, 1, main = "Own title"))
    expect_silent(plot(fit, 2, main = "Own title", xlab = "first", cex = 2))
  })
})

test_that("wrong arguments are errors", {
  fit <- test_fit()
  with_device({
    expect_error(plot(fit, 3), "`which` must be among 1, 2, not 3", class = "scrb_error")
    expect_error(plot(fit, "embedding"), "`which` must be among", class = "scrb_error")
    expect_error(plot(fit, max_points = 0), "`max_points` must be", class = "scrb_error")
    expect_error(plot(fit, ask = NA), "`ask` must be TRUE or FALSE", class = "scrb_error")
  })
})

test_that("the two coordinates shown are those that tell the clusters apart", {
  fit <- list(
    embedding_centers = rbind(c(1, 0, 0, 0), c(1, 0, 0.9, 0.4), c(1, 0.1, -0.9, -0.4)), size = c(10, 10, 10)
  )
  expect_identical(scrb:::best_coordinates(fit), 3:4)
})
