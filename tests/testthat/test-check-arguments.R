# Every error and warning of the package, word by word: _snaps/check-arguments.md is the one place that has them.

x <- matrix(c(1:20, 51:70, (1:20)^2, 401:420), 40, 2)

test_that("data that cannot be clustered", {
  expect_snapshot(error = TRUE, {
    sc_rb(letters, 2)
    sc_rb(matrix("a", 3, 2), 2)
    sc_rb(matrix(1i, 3, 2), 2)
    sc_rb(list(1, 2), 2)
    sc_rb(NULL, 2)
    sc_rb(array(1, c(2, 2, 2)), 2)
    sc_rb(dist(x), 2)
    sc_rb(data.frame(a = I(list(1, 2)), b = 1, c = 1i), 2)
    sc_rb(replace(data.frame(a = 1:2), "a", list(structure(c(1, 2), class = "integer64"))), 2)
    sc_rb(data.frame(a = 1, a = 2, check.names = FALSE), 2)
    sc_rb(x[0, ], 2)
    sc_rb(x[, 0], 2)
    sc_rb(data.frame(), 2)
    sc_rb(replace(x, c(3, 45), NA), 2)
    sc_rb(replace(x, 45, NaN), 2)
    sc_rb(replace(x, c(7, 8, 80), Inf), 2)
    sc_rb(x * 1e29, 2, scale = "none")
    sc_rb(replace(x, 1:2, c(-1, 1) * 1.7e308), 2)
    rb_features("a", 10, 1)
  })
})

test_that("numbers out of range", {
  expect_snapshot(error = TRUE, {
    sc_rb(x, 1)
    sc_rb(x, 41)
    sc_rb(x, 2.5)
    sc_rb(x, NA)
    sc_rb(x, "2")
    sc_rb(x, c(2, 2))
    sc_rb(x, NULL)
    sc_rb(x, 2, n_grids = 0)
    sc_rb(x, 2, n_grids = 1.5)
    sc_rb(x, 2, sigma = 0)
    sc_rb(x, 2, sigma = -1)
    sc_rb(x, 2, sigma = Inf)
    sc_rb(x, 2, sigma = "a")
    sc_rb(x, 2, sigma = c(1, 2))
    sc_rb(x, 3, n_vectors = 2)
    sc_rb(x, 3, n_vectors = 41)
    sc_rb(x, 2, nstart = 0)
    sc_rb(x, 2, nstart = 2^31 - 1)
    sc_rb(x, factor(2))
    sc_rb(x, 2, n_grids = "a")
    sc_rb(x, 2, iter.max = 0)
    sc_rb(x, 2, tol = 0)
    sc_rb(x, 2, ncv = 3)
    sc_rb(x, 2, threads = 0)
    rb_features(x, -1, 1)
  })
})

test_that("choices that do not exist", {
  expect_snapshot(error = TRUE, {
    sc_rb(x, 2, kernel = "gauss")
    sc_rb(x, 2, kernel = 3)
    sc_rb(x, 2, kernel = "cauchy")
    sc_rb(x, 2, kernel = function() 1, sigma = 1)
    sc_rb(x, 2, keep = mean)
    sc_rb(x, 2, kernel = function(n, sigma) 1, sigma = 1)
    sc_rb(x, 2, kernel = function(n, sigma) c(1, 0), sigma = 1)
    sc_rb(x, 2, kernel = function(n, sigma) letters[1:n], sigma = 1)
    sc_rb(x, 2, scale = "max")
    sc_rb(x, 2, scale = TRUE)
    sc_rb(x, 2, recheck = "often")
    sc_rb(x, 2, keep = c("model", "rows"))
    sc_rb(x, 2, progress = NA)
    sc_rb(x, 2, grids = 10)
    sc_rb(x, 2, grids = 10, colour = "red")
  })
})

test_that("memory that is not there", {
  old <- options(scrb.memory = 1e9)
  on.exit(options(old))
  expect_snapshot(error = TRUE, {
    sc_rb(x, 2, n_grids = 1e9)
    rb_features(x, 1e8, 1)
  })
})

test_that("data that are not given", {
  calls <- expression(sc_rb(k = 2), sc_landmarks(k = 2), tune_scrb(k = 2), compare_methods(k = 2), rb_features(),
                      sc_baseline(k = 2, method = "kmeans"))
  for (call in calls) expect_error(eval(call), "^`x`, the data, must be given\\.$", class = "scrb_error")
})

test_that("sizes in words", {
  expect_identical(scrb:::bytes(0), "0 bytes")
  expect_identical(scrb:::bytes(999), "999 bytes")
  expect_identical(scrb:::bytes(1234), "1.23 kB")
  expect_identical(scrb:::bytes(5e9), "5 GB")
  expect_identical(scrb:::bytes(2.5e19), "25000 PB")
})

test_that("fits that cannot be made", {
  expect_snapshot(error = TRUE, {
    sc_rb(x[rep(1:3, 10), ], 4, sigma = 1)
    set.seed(1)
    sc_rb(x, 2, n_grids = 10, sigma = 1e6)
    sc_rb(x, 2, n_grids = 10, sigma = 1e-7)
    sc_rb(x[c(1, 1, 2, 3), ], 3, n_grids = 10, sigma = 1e-7)
    # k independent vectors have k different rows: no data are known that lead here
    words <- scrb:::grid_words(0.5, FALSE)
    scrb:::ask_core(list(failure = "few_distinct_embedded", found = 2, bins_per_grid = 3.25), 4, words)
  })
})

test_that("fits that deserve a warning", {
  groups <- rbind(1, 2, 50, 51, 90, 91)[rep(1:6, 20), , drop = FALSE]
  alone <- rbind(groups[groups < 60, , drop = FALSE], matrix(1000 * 1:15))
  many <- matrix(sin(seq_len(iterated_rows)^2))
  expect_snapshot({
    set.seed(1)
    fit <- sc_rb(groups, 2, n_grids = 10, sigma = 2, scale = "none")
    fit <- sc_rb(alone, 2, n_grids = 20, sigma = 3, scale = "none")
    fit <- sc_rb(cbind(many, rev(many)), 4, n_grids = 50, sigma = 0.05, tol = 1e-300)
    set.seed(2)
    fit <- sc_rb(matrix(rnorm(600), 300), 8, n_grids = 50, sigma = 0.2, iter.max = 1, nstart = 1)
  })
})

test_that("predictions that cannot be made, or deserve a warning", {
  set.seed(1)
  colnames(x) <- c("a", "b")
  fit <- sc_rb(x, 2, n_grids = 20, sigma = 0.5)
  bare <- sc_rb(x, 2, n_grids = 20, sigma = 0.5, keep = NULL)
  expect_snapshot(error = TRUE, {
    predict(fit, x[, 1])
    predict(fit, unname(x)[, c(1, 2, 2)])
    predict(fit, x[, "a", drop = FALSE])
    predict(fit, letters)
    predict(fit, x[0, ])
    predict(fit, replace(x, 41, NA))
    predict(fit, replace(x, 42, Inf))
    predict(fit, x, type = "prob")
    predict(fit, x, probability = TRUE)
    predict(bare, x)
    predict(bare, type = "distance")
    fitted(fit, "means")
    labels <- predict(fit, rbind(c(1e6, 0), x[1:3, ], c(-1e6, 0)))
  })
})

test_that("plots and agreements that cannot be made", {
  set.seed(1)
  fit <- sc_rb(x, 2, n_grids = 20, sigma = 0.5, keep = "model")
  expect_snapshot(error = TRUE, {
    plot(fit, which = 6)
    plot(fit, max_points = 0)
    plot(fit, ask = NA)
    plot(fit, which = 2, ask = FALSE)
    agreement(1:3, 1:2)
    agreement(integer(), integer())
    agreement(c(1, NA, NA), 1:3)
    agreement(1:3, c("a", NA, "b"))
  })
})

test_that("errors and warnings have classes of their own and no call", {
  error <- tryCatch(sc_rb(x, 1), error = identity)
  expect_s3_class(error, c("scrb_error", "error", "condition"), exact = TRUE)
  expect_null(conditionCall(error))
  set.seed(1)
  groups <- matrix(rep(c(1, 50, 90), 20) + runif(60))
  warning <- tryCatch(sc_rb(groups, 2, n_grids = 10, sigma = 2, scale = "none"), warning = identity)
  expect_s3_class(warning, c("scrb_warning", "warning", "condition"), exact = TRUE)
  expect_null(conditionCall(warning))
})

test_that("an error leaves the generator of random numbers alone", {
  set.seed(1)
  before <- .Random.seed
  for (bad in list(quote(sc_rb(x, 1)), quote(sc_rb(x, 2, sigma = 0)), quote(sc_rb(replace(x, 3, NA), 2)),
                   quote(sc_rb(x, 2, foo = 1)), quote(sc_rb(x * 1e29, 2, scale = "none")))) {
    expect_error(eval(bad), class = "scrb_error")
    expect_identical(.Random.seed, before)
  }
})

test_that("formulas that name no columns", {
  data <- data.frame(a = 1:40, b = x[, 2])
  expect_snapshot(error = TRUE, {
    sc_rb(a ~ b, data, 2)
    sc_rb(~ a * b, data, 2)
    sc_rb(~ 1, data, 2)
    sc_rb(~ a + offset(b), data, 2)
    sc_rb(~ a + other, data, 2)
    sc_rb(~ ., k = 2)
    sc_rb(~ a, as.matrix(data), 2)
    sc_rb(~ log(a - 5), data, 2)
    sc_rb(~ log(a - 1), data, 2)
    sc_rb(~ a, data)
  })
})

test_that("new data of another kind", {
  set.seed(1)
  data <- mixed()$x
  data$day <- as.Date("2026-01-01") + data$whole
  fit <- sc_rb(data, 3, sigma = 1)
  by_formula <- sc_rb(~ number + log(whole + 1) + f, data, 3, sigma = 1)
  expect_snapshot(error = TRUE, {
    predict(fit, as.matrix(data[1:2]))
    predict(fit, data[-2])
    predict(fit, transform(data, f = 1))
    predict(fit, transform(data, number = factor(1)))
    predict(fit, transform(data, day = as.POSIXct(day)))
    predict(fit, transform(data, o = "level9"))
    predict(fit, replace(data, "whole", NA))
    predict(fit, data[0, ])
    predict(by_formula, data["number"])
    predict(by_formula, as.matrix(data[1:2]))
    predict(by_formula, transform(data, whole = -1))
  })
})
