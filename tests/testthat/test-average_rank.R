metrics <- c("nmi", "ri", "fm", "acc")
score_table <- function(...) {
  rows <- rbind(...)
  colnames(rows) <- metrics
  rows
}

test_that("a table worked by hand", {
  scores <- score_table(
    a = c(0.9, 0.5, 0.3, 0.8), # ranks 1 2 3 1
    b = c(0.7, 0.6, 0.3, 0.7), # ranks 2 1 3 2
    c = c(0.1, 0.4, 0.5, 0.7), # ranks 4 3 1 2
    d = c(0.6, 0.3, 0.4, 0.2)  # ranks 3 4 2 4
  )
  expected <- c(a = 7 / 4, b = 2, c = 10 / 4, d = 13 / 4)
  expect_identical(average_rank(scores), expected)
  by_column <- data.frame(extra = letters[1:4], scores[, 4:1], method = factor(rownames(scores)), row.names = NULL)
  expect_identical(average_rank(by_column), expected)
  expect_identical(average_rank(as.data.frame(scores)), expected)
  # the order of rows is that of the result, and changes nothing else
  expect_identical(average_rank(scores[c(3, 1, 4, 2), ]), expected[c(3, 1, 4, 2)])
})

test_that("means over seeds are ranked, not the seeds", {
  # a has the best seed of all in nmi, b the better mean; acc is the same in another order
  long <- data.frame(
    method = c("b", "a", "a", "b", "a", "b"),
    nmi = c(0.6, 0.9, 0.1, 0.7, 0.2, 0.5),
    ri = 0.5, fm = c(1, 2, 3, 4, 5, 6) / 10, acc = c(0.1, 0.3, 0.2, 0.2, 0.1, 0.3)
  )
  # fm: a (2 + 3 + 5) / 30, b (1 + 4 + 6) / 30
  expect_identical(average_rank(long), c(b = 1, a = (2 + 1 + 2 + 1) / 4))
  scores <- as.matrix(long[metrics])
  rownames(scores) <- long$method
  expect_identical(average_rank(scores), average_rank(long))
  # a seed without a score does not count
  expect_identical(average_rank(rbind(long, data.frame(method = "a", nmi = NA, ri = NA, fm = NA, acc = NA))),
                   average_rank(long))
})

test_that("methods that could not run rank nowhere, and the others as if they were not there", {
  scores <- score_table(a = rep(0.9, 4), failed = NA, b = rep(0.5, 4), partly = c(0.95, 0.95, 0.95, NA))
  expect_identical(average_rank(scores), c(a = 1, failed = NA, b = 2, partly = NA))
  expect_identical(average_rank(scores[c("a", "b"), ]), c(a = 1, b = 2))
  expect_identical(average_rank(scores["failed", , drop = FALSE]), c(failed = NA_real_))
  expect_identical(average_rank(scores["b", , drop = FALSE]), c(b = 1))
})

test_that("a metric that nobody has is left out of the mean", {
  scores <- score_table(a = c(0.9, 0.2, 0.3, NA), b = c(0.1, 0.8, 0.7, NA), failed = NA)
  expect_identical(average_rank(scores), c(a = 5 / 3, b = 4 / 3, failed = NA))
})

test_that("what differs only by rounding is a tie", {
  scores <- score_table(a = rep(0.3, 4), b = rep(0.1 + 0.2, 4))
  expect_false(scores["a", "nmi"] == scores["b", "nmi"])
  expect_identical(average_rank(scores), c(a = 1, b = 1))
})

test_that("without ties ranks sum to those of 1 to m, and ties only make the sum smaller", {
  # so do the paper's: of nine methods 45 on letter and mnist, but 44 on pendigits; of eight 36
  for (seed in 1:5) {
    set.seed(seed)
    scores <- matrix(runif(9 * 4), 9, dimnames = list(letters[1:9], metrics))
    expect_equal(sum(average_rank(scores)), 45)
    scores[2, "nmi"] <- scores[7, "nmi"]
    expect_equal(sum(average_rank(scores)), 45 - 1 / 4)
    expect_lt(sum(average_rank(round(scores, 1))), 45 - 1 / 4)
  }
})

test_that("scores that are none are errors", {
  good <- data.frame(method = c("a", "b"), nmi = 1, ri = 1, fm = 1, acc = 1)
  fails <- function(scores, message) expect_error(average_rank(scores), message, fixed = TRUE, class = "scrb_error")
  fails(1:4, "`scores` must be a data frame or a numeric matrix, not an object of class \"integer\" (of length 4)")
  fails(as.matrix(good), "`scores` must be a data frame or a numeric matrix")
  fails(good[c("method", "nmi", "fm")],
        "`scores` must have columns `nmi`, `ri`, `fm`, `acc`, but lacks `ri`, `acc`.")
  fails(good[-1], "`scores` must tell the method of each row, in a column `method` or as row names.")
  fails(transform(good, method = c("a", NA)), "`scores` must tell the method of each row")
  fails(transform(good, fm = "high"), "`scores` must have numbers in `fm`.")
  fails(good[0, ], "`scores` must have at least one row.")
})
