# What can be done with the fits of compared methods, and how good they are.

fit_some <- function(method, x, ..., seed = 1) {
  set.seed(seed)
  sc_baseline(x, 3, method, rank = 64, sigma = 1.5, ...)
}

fits <- function() {
  set.seed(1)
  x <- blobs(3, 40, d = 4, sd = 1)$x
  lapply(stats::setNames(nm = baseline_methods), fit_some, x)
}

test_that("fits print, with what they have and nothing of what they have not", {
  for (fit in fits()) {
    shown <- utils::capture.output(expect_identical(print(fit), fit))
    expect_lte(length(shown), 12)
    expect_match(shown[1], "120 rows in 3 clusters")
    expect_no_match(shown, "random binning")
    expect_no_match(shown, "grid|bins each|NULL|NA|numeric\\(0\\)")
    expect_match(shown, paste(fit$size, collapse = " "), all = FALSE)
    detail <- utils::capture.output(print(summary(fit)))
    expect_match(detail, "120 rows in 3 clusters", all = FALSE)
    expect_no_match(detail, "random binning|grid|occupied|kappa|NULL|numeric\\(0\\)|-Inf")
    if (fit$method != "kmeans") expect_match(c(shown, detail), "laplacian.*1\\.5", all = FALSE)
    if (!fit$method %in% c("kmeans", "exact")) expect_match(shown, "64", all = FALSE)
  }
  titles <- vapply(fits(), function(fit) utils::capture.output(print(fit))[1], "")
  expect_identical(anyDuplicated(titles), 0L)
})

test_that("pictures show what fits have, and say what they lack", {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  for (fit in fits()) {
    has_values <- !is.null(fit[["singular_values"]])
    has_embedding <- !is.null(fit$embedding)
    expect_no_error(plot(fit, which = 3))
    for (which in c(2, 4)) {
      if (has_embedding) {
        expect_no_error(plot(fit, which = which))
      } else {
        expect_error(plot(fit, which = which), class = "scrb_error")
      }
    }
    if (has_values) expect_no_error(plot(fit, which = 1)) else expect_error(plot(fit, which = 1), class = "scrb_error")
  }
})

test_that("plot() of a fit works without further arguments", {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  for (fit in fits()) expect_no_error(plot(fit))
})

test_that("fits have labels for their own rows and none for new ones", {
  for (fit in fits()) {
    expect_identical(predict(fit), fit$cluster)
    expect_error(predict(fit, matrix(0, 2, 4)), fit$method, class = "scrb_error")
    expect_error(predict(fit, matrix(0, 2, 4)), "new rows", class = "scrb_error")
    # nothing that could be kept would help
    message <- tryCatch(predict(fit, matrix(0, 2, 4)), error = conditionMessage)
    expect_no_match(message, "keep")
    expect_identical(fitted(fit, "classes"), fit$cluster)
    expect_identical(nobs(fit), 120L)
    expect_equal(agreement(fit$cluster, fit$cluster)[["nmi"]], 1)
  }
})

test_that("fits survive saveRDS()", {
  for (fit in fits()) {
    file <- tempfile(fileext = ".rds")
    saveRDS(fit, file)
    again <- readRDS(file)
    expect_identical(again, fit)
    expect_identical(utils::capture.output(print(again)), utils::capture.output(print(fit)))
    # nothing large stays behind: 120 rows
    expect_lt(file.size(file), 50000)
  }
})

test_that("update() fits again by the call", {
  set.seed(2)
  x <- blobs(4, 30)$x
  for (method in baseline_methods) {
    fit <- sc_baseline(x, 4, method, rank = 64, sigma = 0.5)
    set.seed(3)
    again <- update(fit, k = 3)
    set.seed(3)
    expect_identical(without_times(again), without_times(sc_baseline(x, 3, method, rank = 64, sigma = 0.5)))
  }
  expect_identical(update(fit, method = "kmeans")$method, "kmeans")
})

test_that("fits know what a fit should: silhouettes and tidiers of other packages", {
  for (fit in fits()) {
    frame <- as.data.frame(fit)
    expect_identical(nrow(frame), 120L)
    if (is.null(fit$embedding)) next
    expect_true(is.finite(summary(fit)$silhouette))
  }
})

# The fit, or NULL where the method cannot have one and says so in words that can be true.
fit_or_told <- function(x, k, method, ...) {
  tryCatch(suppressWarnings(sc_baseline(x, k, method, rank = 64, sigma = 0.5, ...)), scrb_error = function(error) {
    expect_no_match(conditionMessage(error), "only -|only ([0-9]+) of \\1 ")
    NULL
  })
}

test_that("edges: one column, a constant column, few distinct rows, as many clusters as rows", {
  two <- rep(1:2, each = 30)
  for (method in baseline_methods) {
    set.seed(4)
    column <- c(runif(30), 5 + runif(30))
    expect_same_partition(fit_or_told(matrix(column), 2, method)$cluster, two)
    expect_same_partition(fit_or_told(cbind(column, 7), 2, method)$cluster, two)
    expect_error(sc_baseline(matrix(1, 20, 2), 2, method, sigma = 0.5), "distinct rows", class = "scrb_error")
    # landmarks must be more than clusters
    few <- fit_or_told(matrix(two, 60, 2), 2, method)
    every <- fit_or_told(matrix(c(0, 1, 3, 7, 0, 2, 1, 5), 4), 4, method)
    if (method == "lsc") next
    expect_same_partition(few$cluster, two)
    expect_identical(unname(every$cluster), 1:4)
  }
})

test_that("a sigma that is too small for numbers is not called too large", {
  set.seed(5)
  x <- blobs(3, 20)$x
  for (method in setdiff(baseline_methods, "kmeans")) {
    for (kernel in c("laplacian", "gaussian")) {
      outcome <- tryCatch(suppressWarnings(sc_baseline(x, 3, method, 64, 1e-30, kernel)), error = identity)
      if (inherits(outcome, "error")) {
        expect_s3_class(outcome, "scrb_error")
        expect_no_match(conditionMessage(outcome), "too large")
      } else {
        expect_true(is.finite(outcome$tot.withinss))
      }
    }
  }
})

test_that("rings are told apart by the spectral methods", {
  for (seed in 1:3) {
    set.seed(seed)
    two <- rings()
    for (method in c("exact", "nystrom", "lsc")) {
      set.seed(seed)
      fit <- sc_baseline(two$x, 2, method, rank = 256, sigma = 0.05)
      expect_gte(agreement(fit$cluster, two$truth)[["nmi"]], 0.95)
    }
  }
})

mean_nmi <- function(method, seeds, ...) {
  mean(vapply(seeds, function(seed) {
    set.seed(seed)
    agreement(sc_baseline(pendigits_x(), 10, method, ...)$cluster, pendigits$digit)[["nmi"]]
  }, 1))
}

test_that("handwritten digits are told apart as well as the methods are known to", {
  expect_lt(abs(mean_nmi("kmeans", 1:3) - 0.68), 0.02)
  skip_on_cran()
  # k-means ends in one of several optima: the mean of twenty clusterings of the same embedding, of every third row
  some <- seq(1, nrow(pendigits), 3)
  set.seed(1)
  exact <- sc_baseline(pendigits_x()[some, ], 10, "exact", sigma = 0.39, scale = "none", nstart = 1)$embedding
  nmi <- replicate(20, agreement(sc_baseline(exact, 10, "kmeans", scale = "none"), pendigits$digit[some])[["nmi"]])
  expect_lt(abs(mean(nmi) - 0.71), 0.01)
  expect_gte(mean_nmi("lsc", 1:3, rank = 1000), 0.78)
})

test_that("singular values above 1 are in the picture", {
  skip_if_not_installed("ggplot2")
  set.seed(1)
  fit <- suppressWarnings(sc_baseline(as.matrix(iris[, 1:4]), 3, "sc_rf", rank = 40))
  expect_gt(max(fit$singular_values), 1)
  picture <- ggplot2::autoplot(fit, which = 1)
  expect_gte(ggplot2::layer_scales(picture)$y$get_limits()[2], max(fit$singular_values))
  grDevices::pdf(NULL)
  plot(fit, which = 1)
  expect_gte(graphics::par("usr")[4], max(fit$singular_values))
  grDevices::dev.off()
})

test_that("columns of levels are named after them", {
  fit <- sc_baseline(iris, 3, "kmeans")
  expect_identical(colnames(fit$embedding), c(names(iris)[1:4], paste0("Species", levels(iris$Species))))
})

test_that("a sigma at which no row is similar to another is warned of", {
  expect_warning(sc_baseline(as.matrix(unique(iris[, 1:4])), 3, "exact", sigma = 1e-12),
                 "no row is similar to the others", class = "scrb_warning")
})
