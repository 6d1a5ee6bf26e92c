# Columns of data frames: what the core is told of each kind.

test_that("factors in grids: the mean over grids is the product kernel of numbers and mismatches", {
  set.seed(1)
  data <- data.frame(a = runif(12), f = factor(rep(c("u", "v", "w"), 4)), b = runif(12), g = rep(c("p", "q"), 6))
  scaled <- apply(data[c("a", "b")], 2, function(values) (values - min(values)) / diff(range(values)))
  distance <- as.matrix(dist(scaled, "manhattan")) + outer(data$f, data$f, "!=") + outer(data$g, data$g, "!=")
  n_grids <- 20000
  for (sigma in c(0.5, 1, 3)) {
    for (seed in 1:3) {
      set.seed(seed)
      share <- as.matrix(Matrix::tcrossprod(rb_features(data, n_grids, sigma)))
      exact <- exp(-distance / sigma)
      # six standard deviations of a share of n_grids independent grids
      expect_true(all(abs(share - exact) <= 6 * sqrt(exact * (1 - exact) / n_grids) + 1e-9))
    }
  }
})

test_that("levels are apart in a grid, or not, as numbers at distance 1 would be in the mean, for any widths", {
  set.seed(2)
  # widths 1/2 always tell levels apart, widths 4 in a quarter of the grids
  for (width in c(0.5, 4)) {
    z <- rb_features(data.frame(f = factor(1:5)), 8000, sigma = 1, kernel = function(n, sigma) rep(width, n))
    apart <- attr(z, "bins_per_grid") == 5
    expect_true(all(attr(z, "bins_per_grid")[!apart] == 1))
    expect_equal(mean(apart), min(1, 1 / width), tolerance = 0.05)
  }
})

test_that("bins of mixed data are those of pasted cells", {
  set.seed(3)
  data <- mixed(3, 30)$x
  seen <- scrb:::check_data(data, "x")$x
  scaling <- scrb:::find_scaling(seen, "range", 1L)
  grids <- scrb:::draw_grids(5, 200, 1, "laplacian")
  columns <- scrb:::rb_features_cpp(seen, scaling, grids, 1L)
  z <- Matrix::sparseMatrix(i = columns$i + 1, p = columns$p, x = 1, dims = c(90, length(columns$p) - 1))
  attr(z, "bins_per_grid") <- columns$bins_per_grid
  # a factor's reference: its codes in cells of width 1, or all in one cell
  is_factor <- vapply(seen, is.factor, NA)
  apart <- grids$offsets < 1
  grids$widths[is_factor, ] <- ifelse(apart, 1, 1e6)[is_factor, ]
  grids$offsets[is_factor, ] <- ifelse(apart, 0.5, -5e5)[is_factor, ]
  ids <- reference_bins(data.matrix(seen), scaling, grids)
  sure <- attr(ids, "sure")
  expect_gt(sum(sure), 150)
  expect_equal(bins_of(z)[, sure], ids[, sure], ignore_attr = TRUE)
})

test_that("strings are factors, ordered factors their codes, dates and times numbers", {
  set.seed(4)
  data <- mixed()
  x <- data$x
  x$day <- as.Date("2026-01-01") + 10 * data$truth
  x$time <- as.POSIXct("2026-01-01", tz = "UTC") + x$whole
  x$wait <- as.difftime(x$whole, units = "mins")
  plain <- transform(x, s = factor(s), o = as.integer(o), day = as.numeric(day), time = as.numeric(time),
                     wait = 60 * as.numeric(wait))
  fit <- function(x) {
    set.seed(5)
    sc_rb(x, 3, sigma = 1)
  }
  first <- fit(x)
  second <- fit(plain)
  expect_identical(first$cluster, second$cluster)
  expect_identical(first$embedding, second$embedding)
  expect_identical(first$columns$kinds,
                   c("number", "number", "factor", "factor", "ordered", "Date", "POSIXct", "difftime"))
  expect_identical(first$xlevels, list(f = letters[1:3], s = LETTERS[1:3], o = levels(x$o)))
  expect_gt(agreement(first$cluster, data$truth)[["ari"]], 0.95)
  expect_identical(predict(first, x), first$cluster)
})

test_that("tibbles, lists of columns that inherit from data frames, and matrices among columns are understood", {
  skip_if_not_installed("tibble")
  set.seed(6)
  x <- mixed()$x
  fit <- function(x) {
    set.seed(7)
    without_times(sc_rb(x, 3, sigma = 1))
  }
  expect_identical(fit(tibble::as_tibble(x)), fit(x))
  x$pair <- cbind(u = x$number, v = x$whole)
  wide <- fit(x)
  expect_identical(wide$columns$names, c("number", "whole", "f", "s", "o", "pair.u", "pair.v"))
  expect_identical(wide$embedding, fit(cbind(x[1:5], pair.u = x$number, pair.v = x$whole))$embedding)
})

test_that("numbers in a data frame are clustered as in a matrix", {
  set.seed(8)
  x <- blobs(3, 40, d = 4)$x
  fit <- function(x, ...) {
    set.seed(9)
    sc_rb(x, 3, ...)
  }
  for (scale in c("range", "sd", "none")) {
    from_matrix <- fit(x, scale = scale)
    from_frame <- fit(as.data.frame(x), scale = scale)
    expect_identical(from_frame$embedding, from_matrix$embedding)
    expect_identical(unname(from_frame$centers), unname(from_matrix$centers))
    expect_identical(from_frame$scaling, from_matrix$scaling)
    expect_identical(predict(from_frame, x), predict(from_matrix, as.data.frame(x)))
  }
})

test_that("centres have means of numbers and the commonest level of factors, the first of equals", {
  set.seed(10)
  data <- mixed()
  data$x$day <- as.Date("2026-01-01") + data$truth
  fit <- sc_rb(data$x, 3, sigma = 1)
  of <- function(values, summary) unname(sapply(split(values, fit$cluster), summary))
  commonest <- function(values) names(which.max(table(values)))
  expect_s3_class(fit$centers, "data.frame")
  expect_equal(fit$centers$number, of(data$x$number, mean))
  expect_equal(fit$centers$o, of(as.integer(data$x$o), mean))
  expect_identical(as.character(fit$centers$f), of(data$x$f, commonest))
  expect_identical(levels(fit$centers$f), levels(data$x$f))
  expect_equal(as.numeric(fit$centers$day), of(as.numeric(data$x$day), mean))
  tie <- scrb:::sc_rb(data.frame(f = factor(rep(c("b", "a", "z", "y"), 25), c("b", "a", "z", "y")),
                                 v = rep(c(0, 0, 9, 9), 25)), 2, sigma = 0.5)
  expect_setequal(as.character(tie$centers$f), c("b", "z"))
})

test_that("a level the fit did not know meets no bin in grids that tell levels apart, and matters in no other", {
  set.seed(11)
  data <- mixed()
  # in widths of 4 a quarter of the grids tell f's levels apart, in widths of 1/2 all do
  fit_with <- function(width) {
    set.seed(12)
    sc_rb(data$x[c("number", "f")], 3, n_grids = 64, sigma = 1, kernel = function(n, sigma) c(0.5, width))
  }
  unknown <- transform(data$x, f = "never seen")
  loose <- fit_with(4)
  known_bins <- loose$model$offsets[2, ] >= 1
  expect_gt(sum(known_bins), 30)
  expect_lt(sum(known_bins), 64)
  expect_silent(cluster <- predict(loose, unknown))
  expect_gt(agreement(cluster, data$truth)[["ari"]], 0.8)
  # the same as if only the other grids existed: any unknown level gives the same place
  expect_identical(predict(loose, unknown, type = "embedding"),
                   predict(loose, transform(data$x, f = factor("another")), type = "embedding"))
  strict <- fit_with(0.5)
  expect_warning(cluster <- predict(strict, unknown), "300 of 300 rows of `newdata` meet no bin")
  expect_gt(agreement(cluster, data$truth)[["ari"]], 0.8)
})

test_that("unused levels, other orders of levels and strings for factors predict the same", {
  set.seed(13)
  data <- mixed()$x
  data$f <- factor(data$f, c("unused", "c", "a", "b"))
  fit <- sc_rb(data, 3, sigma = 1)
  expect_identical(fit$xlevels$f, c("unused", "c", "a", "b"))
  expect_identical(predict(fit, transform(data, f = as.character(f), s = factor(s), o = as.character(o))), fit$cluster)
  expect_identical(predict(fit, transform(data, f = factor(f, c("b", "more", "a", "c")))), fit$cluster)
  expect_identical(predict(fit, cbind(extra = I(as.list(1:300)), data[5:1])), fit$cluster)
})

test_that("rows that meet no bin go to the nearest centre by numbers and mismatches", {
  set.seed(14)
  data <- mixed(2, 50, noise = 0)
  fit <- sc_rb(data$x[c("number", "f")], 2, sigma = 0.05)
  # far from both in number, nearer by its level
  far <- data.frame(number = 1e3 * c(1, 1), f = c("a", "b"))
  expect_warning(cluster <- predict(fit, far), "meet no bin")
  expect_identical(unname(cluster), unname(fit$cluster[match(far$f, data$x$f)]))
})

test_that("factors alone can be clustered, and sigma is chosen by mismatches", {
  set.seed(15)
  truth <- rep(1:2, each = 200)
  answer <- function() factor(ifelse(runif(400) < 0.15, sample(4, 400, replace = TRUE), truth))
  data <- as.data.frame(replicate(10, answer(), simplify = FALSE), col.names = paste0("q", 1:10))
  fit <- sc_rb(data, 2)
  expect_gt(agreement(fit$cluster, truth)[["ari"]], 0.95)
  pairs <- combn(sample(400, 60), 2)
  codes <- data.matrix(data)
  mismatches <- rowSums(codes[pairs[1, ], ] != codes[pairs[2, ], ])
  expect_equal(mean(exp(-mismatches[mismatches > 0] / fit$sigma)) / 0.02, 1, tolerance = 0.35)
})

test_that("data frames and matrices among columns, and columns without names", {
  set.seed(16)
  x <- mixed(2, 40)$x
  fit <- function(x) {
    set.seed(17)
    sc_rb(x, 2, sigma = 1)
  }
  flat <- data.frame(number = x$number, part.whole = x$whole, part.f = x$f, one = x$number, none = x$whole)
  nested <- x["number"]
  nested$part <- x[c("whole", "f")]
  nested$one <- data.frame(inner = x$number)
  nested$empty <- matrix(0, 80, 0)
  nested$none <- matrix(x$whole)
  wide <- fit(nested)
  expect_identical(wide$columns$names, names(flat))
  expect_identical(wide$embedding, fit(flat)$embedding)
  expect_identical(predict(wide, nested), wide$cluster)
  bare <- x[1:2]
  names(bare) <- NULL
  expect_identical(fit(bare)$columns$names, c("V1", "V2"))
  expect_error(predict(wide, bare), "lacks `number`", class = "scrb_error")
  x$cube <- array(0, c(80, 2, 2))
  expect_error(fit(x), "`cube` is of class \"array\"", class = "scrb_error")
})

test_that("centres of times keep zone and units", {
  set.seed(18)
  x <- data.frame(at = as.POSIXct("2026-01-01", tz = "UTC") + 3600 * rep(1:2, each = 20),
                  took = as.difftime(rep(c(1, 20), each = 20), units = "hours"), y = rnorm(40))
  centers <- sc_rb(x, 2, sigma = 0.5)$centers
  expect_identical(attr(centers$at, "tzone"), "UTC")
  expect_setequal(format(centers$at), c("2026-01-01 01:00:00", "2026-01-01 02:00:00"))
  expect_setequal(as.numeric(centers$took, units = "hours"), c(1, 20))
})
