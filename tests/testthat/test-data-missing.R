fit_two <- function(x, ...) {
  set.seed(7)
  sc_rb(x, 2, sigma = 0.1, ...)
}

holes <- function(x) {
  x[3, 1] <- NA
  x[50, 2] <- NaN
  x
}

test_that("rows with missing values are left out, or labelled NA, in every kind of data", {
  set.seed(6)
  x <- blobs(2, 40)$x
  expected <- fit_two(x[-c(3, 50), ])
  for (input in list(holes(x), as.data.frame(holes(x)), as_sparse(holes(x)))) {
    expect_error(fit_two(input), "2 of them are NA or NaN, the first in row 3", class = "scrb_error")
    expect_message(omitted <- fit_two(input, na.action = na.omit),
                   "na.omit left out 2 of 80 rows of `x`, which have missing values.", class = "scrb_message")
    expect_identical(unname(omitted$cluster), unname(expected$cluster))
    expect_equal(as.vector(omitted$na.action), c(3, 50))
    expect_identical(nobs(omitted), 78L)
    expect_silent(excluded <- fit_two(input, na.action = na.exclude))
    expect_length(excluded$cluster, 80)
    expect_identical(unname(which(is.na(excluded$cluster))), c(3L, 50L))
    expect_identical(unname(excluded$cluster[-c(3, 50)]), unname(expected$cluster))
    expect_identical(unname(excluded$embedding[-c(3, 50), ]), unname(expected$embedding))
    expect_true(all(is.na(excluded$embedding[c(3, 50), ])))
    expect_identical(dim(fitted(excluded)), c(80L, 2L))
    expect_output(print(excluded), "Left out: 2 rows")
  }
  expect_error(fit_two(holes(x), na.action = "na.fail"), "2 of them are NA or NaN", class = "scrb_error")
})

test_that("strings, factors and dates can be missing too", {
  set.seed(8)
  data <- mixed(2, 40)$x
  data$s[5] <- NA
  data$f[6] <- NA
  data$day <- replace(as.Date("2026-01-01") + 1:80, 7, NA)
  fit <- sc_rb(data, 2, sigma = 1, na.action = na.exclude)
  expect_identical(unname(which(is.na(fit$cluster))), 5:7)
  expect_identical(names(fit$cluster), as.character(1:80))
  expect_error(fit_two(data), "3 of them are NA or NaN, the first in row 6, column `f`", class = "scrb_error")
})

test_that("infinite values are an error whatever na.action, in rows as the user counts them", {
  set.seed(9)
  x <- holes(blobs(2, 40)$x)
  x[5, 1] <- Inf
  for (input in list(identity, as.data.frame)) {
    for (na.action in list(na.omit, na.exclude)) {
      expect_error(suppressMessages(fit_two(input(x), na.action = na.action)),
                   "1 of them is infinite, the first in row 5", class = "scrb_error")
    }
  }
})

test_that("row names travel to labels, embedding and predictions, past rows that are left out", {
  set.seed(10)
  x <- holes(blobs(2, 40)$x)
  rownames(x) <- paste0("r", 1:80)
  for (input in list(identity, as.data.frame, function(x) as_sparse(x))) {
    fit <- fit_two(input(x), na.action = na.exclude)
    expect_identical(names(fit$cluster), rownames(x))
    expect_identical(rownames(fit$embedding), rownames(x))
    expect_message(omitted <- fit_two(input(x), na.action = na.omit), "left out 2")
    expect_identical(names(omitted$cluster), rownames(x)[-c(3, 50)])
    expect_identical(names(predict(fit, input(x)[11:20, ])), rownames(x)[11:20])
    expect_identical(rownames(predict(fit, input(x)[11:20, ], type = "embedding")), rownames(x)[11:20])
  }
})

test_that("predictions for rows with missing values are an error, left out, or NA in place", {
  set.seed(11)
  x <- blobs(2, 40)$x
  fit <- fit_two(x)
  for (input in list(identity, as.data.frame)) {
    expect_error(predict(fit, input(holes(x))), "`newdata` must have no missing values, but 2", class = "scrb_error")
    cluster <- predict(fit, input(holes(x)), na.action = na.exclude)
    expect_identical(unname(cluster), replace(fit$cluster, c(3, 50), NA))
    distance <- predict(fit, input(holes(x)), type = "distance", na.action = na.exclude)
    expect_true(all(is.na(distance[c(3, 50), ])))
    expect_identical(unname(apply(distance[-c(3, 50), ], 1, which.min)), fit$cluster[-c(3, 50)])
    expect_message(cluster <- predict(fit, input(holes(x)), na.action = na.omit), "left out 2 of 80 rows of `newdata`")
    expect_identical(unname(cluster), fit$cluster[-c(3, 50)])
  }
})

test_that("what a function of the user's own gives is checked", {
  set.seed(12)
  x <- holes(blobs(2, 40)$x)
  fill <- function(x) {
    x[is.na(x)] <- 0
    x
  }
  expect_length(fit_two(x, na.action = fill)$cluster, 80)
  fit <- fit_two(fill(x))
  expect_identical(predict(fit, x, na.action = fill), fit$cluster)
  wrong <- list(function(x) x[, 1, drop = FALSE], function(x) x[, 2:1] > 1e9 & NULL, function(x) NULL, mean,
                function(x) x[0, ], function(x) stop("no"), function() 1)
  for (na.action in wrong) {
    for (input in list(identity, as.data.frame)) {
      expect_error(suppressWarnings(fit_two(input(x), na.action = na.action)), "`na.action`", class = "scrb_error")
      expect_error(suppressWarnings(predict(fit, input(x), na.action = na.action)), "`na.action`",
                   class = "scrb_error")
    }
  }
  swap <- function(x) fill(x)[2:1]
  expect_error(fit_two(as.data.frame(x), na.action = swap), "`na.action` must leave `x` rows", class = "scrb_error")
})

test_that("an infinite value in sparse data is named by its row before others were left out", {
  x <- as_sparse(holes(blobs(2, 40)$x))
  x[5, 1] <- Inf
  expect_error(suppressMessages(fit_two(x, na.action = na.omit)), "the first in row 5", class = "scrb_error")
})
