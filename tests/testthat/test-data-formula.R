fit_formula <- function(...) {
  set.seed(1)
  sc_rb(..., sigma = 1)
}

fields <- function(fit) fit[setdiff(names(fit), c("time", "call", "terms"))]

test_that("a formula gives the fit of its columns", {
  set.seed(2)
  data <- mixed()$x
  by_formula <- fit_formula(~ number + log(whole + 1) + f, data = data, k = 3)
  columns <- data.frame(data["number"], log = log(data$whole + 1), data["f"])
  names(columns)[2] <- "log(whole + 1)"
  expect_identical(fields(by_formula), fields(fit_formula(columns, k = 3)))
  expect_s3_class(by_formula$terms, "terms")
  expect_identical(by_formula$xlevels, list(f = letters[1:3]))
  # by place, as other modelling functions take them
  expect_identical(fields(fit_formula(~ number + log(whole + 1) + f, data, 3)), fields(by_formula))
})

test_that("all columns, without some, without data, with awkward names", {
  set.seed(3)
  data <- mixed()$x
  expect_identical(fields(fit_formula(~ ., data, 3)), fields(fit_formula(data, 3)))
  expect_identical(fields(fit_formula(~ . - s - whole, data, 3)), fields(fit_formula(data[c("number", "f", "o")], 3)))
  expect_identical(fields(fit_formula(~ 0 + number + f, data, 3)), fields(fit_formula(data[c("number", "f")], 3)))
  number <- data$number
  f <- data$f
  expect_identical(fit_formula(~ number + f, k = 3)$cluster, fit_formula(~ number + f, data, 3)$cluster)
  names(data)[1:2] <- c("a number", "if")
  awkward <- fit_formula(~ `a number` + sqrt(`if`), data, 3)
  expect_identical(awkward$columns$names, c("a number", "sqrt(`if`)"))
  expect_identical(predict(awkward, data), awkward$cluster)
})

test_that("subset takes rows, with their names", {
  set.seed(4)
  data <- mixed()$x
  set.seed(1)
  some <- sc_rb(~ number + f, data, 3, subset = whole > 15, sigma = 1)
  kept <- which(data$whole > 15)
  expect_identical(names(some$cluster), as.character(kept))
  expect_identical(unname(some$cluster), unname(fit_formula(data[kept, c("number", "f")], 3)$cluster))
})

test_that("predict evaluates the formula for new rows, with what it learned from the old ones", {
  set.seed(5)
  data <- mixed()
  train <- sample(300, 200)
  fit <- fit_formula(~ scale(number) + poly(whole, 2) + f, data$x[train, ], 3)
  expect_identical(predict(fit, data$x[train, ]), fit$cluster)
  # a single new row would scale to NaN by itself
  one_by_one <- vapply(seq_len(300)[-train], function(i) predict(fit, data$x[i, ]), 1L)
  expect_identical(unname(predict(fit, data$x[-train, ])), unname(one_by_one))
  expect_gt(agreement(one_by_one, data$truth[-train])[["ari"]], 0.75)
  expect_silent(predict(fit, transform(data$x[-train, ], f = factor(f, rev(levels(f))))))
})

test_that("variables from outside the data are found again", {
  set.seed(6)
  data <- mixed()$x
  shift <- 1
  fit <- fit_formula(~ log(whole + shift), data, 3)
  expect_identical(predict(fit, data), fit$cluster)
})

test_that("na.action works on the columns of the formula alone", {
  set.seed(7)
  data <- mixed()$x
  data$number[c(4, 9)] <- NA
  data$s[1:50] <- NA
  expect_error(fit_formula(~ number + f, data, 3), "2 of them are NA or NaN, the first in row 4, column `number`",
               class = "scrb_error")
  excluded <- fit_formula(~ number + f, data, 3, na.action = na.exclude)
  expect_identical(unname(which(is.na(excluded$cluster))), c(4L, 9L))
  expect_message(omitted <- fit_formula(~ number + f, data, 3, na.action = na.omit), "left out 2 of 300 rows")
  expect_identical(omitted$cluster, excluded$cluster[-c(4, 9)])
})

test_that("update changes formula, data and arguments", {
  set.seed(8)
  data <- mixed()$x
  fit <- sc_rb(~ number + f, data = data, k = 3, sigma = 1)
  expect_identical(update(fit, k = 2)$k, 2L)
  expect_identical(update(fit, ~ . + s)$columns$names, c("number", "f", "s"))
  half <- data[1:200, ]
  expect_identical(nobs(update(fit, data = half, k = 2)), 200L)
})

test_that("columns taken away are not asked for again, and rows must come from the new data", {
  set.seed(9)
  data <- mixed()$x
  fit <- fit_formula(~ . - s - whole, data, 3)
  expect_identical(unname(predict(fit, data[c("o", "f", "number")])), unname(fit$cluster))
  outside <- data$number
  fit <- fit_formula(~ outside, k = 3)
  expect_silent(outcome <- tryCatch(predict(fit, data[1:3, ]), error = identity))
  expect_s3_class(outcome, "scrb_error")
  expect_match(conditionMessage(outcome), "has 3 rows where the formula gives 300")
})
