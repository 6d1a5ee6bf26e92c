skip_if_not_installed("generics")

set.seed(1)
b <- blobs(3, 40)
colnames(b$x) <- c("east", "north")
fit <- sc_rb(b$x, 3)

test_that("columns without a name are named by their place", {
  skip_if_not_installed("generics")
  set.seed(32)
  x <- blobs(2, 20)$x
  colnames(x) <- c("a", NA)
  fit <- sc_rb(x, 2, n_grids = 16)
  expect_identical(names(generics::tidy(fit))[4:5], c("a", "V2"))
  expect_identical(names(generics::augment(fit, x)), c("a", "V2", ".cluster"))
  frame <- stats::setNames(as.data.frame(x), c("", "b"))
  expect_identical(names(generics::augment(sc_rb(frame, 2, n_grids = 16), frame)), c("V1", "b", ".cluster"))
})

test_that("augment() takes matrices of every class, and tells what it does not take", {
  skip_if_not_installed("generics")
  set.seed(31)
  w <- exp(-as.matrix(dist(blobs(2, 20)$x)))
  fit <- sc_graph(w, 2)
  expected <- generics::augment(fit, w)
  expect_identical(generics::augment(fit, as_sparse(w)), expected)
  for (x in list(mean, list(1), fit)) {
    expect_error(generics::augment(fit, x), "`data` must be a data frame or a matrix, not", class = "scrb_error")
    expect_error(generics::augment(fit, newdata = x), "`newdata` must be a data frame or a matrix, not",
                 class = "scrb_error")
  }
})

test_that("tidy() has a row per cluster", {
  table <- generics::tidy(fit)
  expect_named(table, c("cluster", "size", "withinss", "east", "north"))
  expect_identical(table$cluster, factor(1:3))
  expect_identical(table$size, as.integer(table(fit$cluster)))
  expect_equal(table$withinss, fit$withinss)
  for (label in 1:3) {
    expect_equal(c(table$east[label], table$north[label]), unname(colMeans(b$x[fit$cluster == label, ])))
  }
})

test_that("tidy() takes columns without names, and with its own", {
  expect_named(generics::tidy(sc_rb(unname(b$x), 3)), c("cluster", "size", "withinss", "V1", "V2"))
  own <- b$x
  colnames(own) <- c("size", "cluster")
  table <- generics::tidy(sc_rb(own, 3))
  expect_named(table, c("cluster", "size", "withinss", "size.1", "cluster.1"))
  expect_identical(table$cluster, factor(1:3))
})

test_that("glance() has one row", {
  table <- generics::glance(fit)
  expect_identical(nrow(table), 1L)
  expect_identical(c(table$nobs, table$k), c(120L, 3L))
  expect_equal(table$tot.withinss + table$betweenss, table$totss)
  expect_equal(table$gap, fit$singular_values[3] - fit$singular_values[4])
  expect_true(table$converged)
  expect_identical(table$sigma, fit$sigma)
  short <- suppressWarnings(sc_rb(pendigits_x()[1:1000, ], 10, iter.max = 1))
  expect_false(generics::glance(short)$converged)
})

test_that("augment() adds labels to the data", {
  data <- data.frame(b$x, other = letters[1:3])
  table <- generics::augment(fit, data)
  expect_identical(as.list(table), c(as.list(data), list(.cluster = factor(fit$cluster))))
  expect_identical(generics::augment(fit, table), table) # once is enough
  expect_identical(generics::augment(fit, b$x)$.cluster, factor(fit$cluster))
  expect_identical(generics::augment(fit, data = as_sparse(b$x))$.cluster, factor(fit$cluster))
})

test_that("augment() labels new rows as predict() does", {
  new <- rbind(c(5, 0), b$x[c(1, 41, 41), ])
  table <- generics::augment(fit, newdata = new)
  expect_named(table, c("east", "north", ".cluster"))
  expect_identical(as.integer(table$.cluster), unname(predict(fit, new)))
  expect_identical(levels(table$.cluster), c("1", "2", "3"))
  only <- generics::augment(fit, b$x, newdata = b$x[1, , drop = FALSE])
  expect_identical(only$.cluster, factor(fit$cluster[1], 1:3))
})

test_that("augment() keeps row names as a column", {
  rownames(b$x) <- paste0("row", 1:120)
  expect_identical(generics::augment(fit, b$x)$.rownames, rownames(b$x))
  expect_false(".rownames" %in% names(generics::augment(fit, data.frame(b$x, row.names = NULL))))
  some <- data.frame(b$x, row.names = NULL)
  expect_identical(generics::augment(fit, newdata = some[3:4, ])$.rownames, c("3", "4"))
  expect_false(".rownames" %in% names(generics::augment(fit, newdata = some[1:2, ])))
})

test_that("augment() gives rows that were left out no label", {
  x <- b$x
  x[c(3, 50), 1] <- NA
  omitted <- generics::augment(suppressMessages(sc_rb(x, 3, na.action = na.omit)), x)
  excluded <- generics::augment(sc_rb(x, 3, na.action = na.exclude), x)
  new <- generics::augment(fit, newdata = x)
  for (table in list(omitted, excluded, new)) {
    expect_identical(nrow(table), 120L)
    expect_identical(which(is.na(table$.cluster)), c(3L, 50L))
    expect_equal(agreement(table$.cluster[-c(3, 50)], b$truth[-c(3, 50)])[["ari"]], 1)
  }
})

test_that("augment() says what it needs", {
  expect_error(generics::augment(fit), "`data`", class = "scrb_error")
  expect_error(generics::augment(fit, b$x[-1, ]), "120 rows of the fit, not 119", class = "scrb_error")
})

test_that("tables are tibbles where there are tibbles", {
  skip_if_not_installed("tibble")
  expect_s3_class(generics::tidy(fit), "tbl_df")
  expect_s3_class(generics::glance(fit), "tbl_df")
  expect_s3_class(generics::augment(fit, b$x), "tbl_df")
})
