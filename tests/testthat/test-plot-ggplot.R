skip_if_not_installed("ggplot2")

auto_fit <- function(k = 3, ...) {
  set.seed(k)
  sc_rb(blobs(k, 40, sd = 1)$x, k, n_grids = 128, sigma = 0.2, ...)
}

layer <- function(plot, i) ggplot2::layer_data(plot, i)

expect_titles <- function(plot, picture) {
  for (label in c("title", "subtitle", "x", "y")) {
    testthat::expect_identical(plot$labels[[label]], picture[[label]], label = label)
  }
}

test_that("one number gives a ggplot, several a list with names, and the embedding is the default", {
  fit <- auto_fit()
  for (which in 1:4) expect_true(inherits(ggplot2::autoplot(fit, which), "ggplot"))
  several <- ggplot2::autoplot(fit, c(4, 1))
  expect_named(several, c("silhouette", "singular_values"))
  expect_identical(several[[2]]$labels$title, "Singular values")
  expect_identical(ggplot2::autoplot(fit)$labels$title, "Embedding, by cluster")
})

test_that("singular values and the gap are drawn", {
  fit <- auto_fit(n_vectors = 4)
  plot <- ggplot2::autoplot(fit, 1)
  expect_titles(plot, scrb:::picture_singular_values(fit))
  expect_equal(layer(plot, 2)$y, fit$singular_values)
  expect_identical(layer(plot, 2)$colour, rep(c(scrb:::cluster_colors(1), "grey60"), c(3, 2)))
  expect_identical(layer(plot, 3)$xintercept, 3.5)
  fit$singular_values <- fit$singular_values[1:3]
  expect_length(ggplot2::autoplot(fit, 1)$layers, 2)
})

test_that("the embedding is drawn, with colour and symbol by cluster, and the centres", {
  fit <- auto_fit(10)
  plot <- ggplot2::autoplot(fit, 2, max_points = 300)
  picture <- scrb:::picture_embedding(fit, 300)
  expect_titles(plot, picture)
  expect_equal(layer(plot, 1)[c("x", "y")], picture$data[c("x", "y")])
  expect_identical(layer(plot, 1)$colour, scrb:::cluster_colors(10)[picture$data$cluster])
  expect_equal(layer(plot, 1)$shape, scrb:::cluster_symbols(10)[picture$data$cluster])
  expect_equal(layer(plot, 3)[c("x", "y")], picture$centers[c("x", "y")])
  expect_identical(layer(plot, 3)$fill, scrb:::cluster_colors(10))
})

test_that("sizes are drawn and labelled", {
  fit <- auto_fit(4)
  plot <- ggplot2::autoplot(fit, 3)
  expect_titles(plot, scrb:::picture_sizes(fit))
  expect_equal(layer(plot, 1)$xmax, fit$size)
  expect_equal(-layer(plot, 1)$y, 1:4, ignore_attr = TRUE)
  expect_identical(layer(plot, 1)$fill, scrb:::cluster_colors(4))
  expect_identical(layer(plot, 2)$label, fit$size)
  expect_identical(plot$scales$get_scales("x")$labels(c(0, 1e5, 1e6)), c("0", "100000", "1000000"))
})

test_that("silhouettes are drawn, with the mean and the clusters' means", {
  fit <- auto_fit(4)
  plot <- ggplot2::autoplot(fit, 4, max_points = 100)
  picture <- scrb:::picture_silhouette(fit, 100)
  expect_titles(plot, picture)
  expect_equal(layer(plot, 1)$xmax, picture$data$width)
  expect_equal(layer(plot, 1)$ymin, picture$data$y - 0.5)
  expect_identical(layer(plot, 1)$fill, scrb:::cluster_colors(4)[picture$data$cluster])
  expect_identical(layer(plot, 2)$xintercept, picture$mean)
  expect_identical(layer(plot, 4)$label, picture$label$text)
})

test_that("they can be drawn for many clusters, without a word", {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  for (k in c(2, 26, 90)) {
    set.seed(k)
    fit <- fit_ids(blocks(k, 12, n_grids = 24)$ids, k)
    for (plot in ggplot2::autoplot(fit, 1:4)) expect_silent(print(plot))
  }
  expect_length(ggplot2::autoplot(fit, 3)$layers, 1) # 90 labels could not be read
})

test_that("no random number is drawn", {
  fit <- auto_fit()
  set.seed(1)
  before <- .Random.seed
  ggplot2::autoplot(fit, 1:4, max_points = 50)
  expect_identical(.Random.seed, before)
})

test_that("what cannot be done is an error", {
  fit <- auto_fit(keep = NULL)
  expect_error(ggplot2::autoplot(fit, 2), "needs the embedding of the fit", class = "scrb_error")
  expect_identical(ggplot2::autoplot(fit)$labels$title, "Singular values") # the first that can be drawn
  expect_error(ggplot2::autoplot(fit, 4), "needs the embedding of the fit", class = "scrb_error")
  expect_true(inherits(ggplot2::autoplot(fit, 3), "ggplot"))
  expect_error(ggplot2::autoplot(fit, 6), "`which` must be among", class = "scrb_error")
  expect_error(ggplot2::autoplot(fit, 1, colour = "red"), "unused argument: `colour`", class = "scrb_error")
})
