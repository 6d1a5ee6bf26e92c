test_that("there is a row for each row of the data, with its label and embedding", {
  set.seed(1)
  x <- blobs(3, 30)$x
  fit <- sc_rb(x, 3, n_grids = 64, sigma = 0.1, n_vectors = 4)
  data <- as.data.frame(fit)
  expect_identical(names(data), c("cluster", "u1", "u2", "u3", "u4"))
  expect_identical(data$cluster, fit$cluster)
  expect_identical(unname(as.matrix(data[-1])), unname(fit$embedding))
  expect_identical(attr(data, "row.names"), seq_len(90))
  expect_identical(data.frame(fit), data)
})

test_that("row names are those of the data, unless two are the same or others are given", {
  set.seed(2)
  x <- blobs(2, 30)$x
  rownames(x) <- paste0("r", 1:60)
  fit <- sc_rb(x, 2, sigma = 0.1)
  expect_identical(rownames(as.data.frame(fit)), rownames(x))
  expect_identical(as.data.frame(fit)["r7", "cluster"], fit$cluster[["r7"]])
  expect_identical(rownames(as.data.frame(fit, row.names = 101:160)), as.character(101:160))
  rownames(x)[2] <- "r1"
  expect_identical(rownames(as.data.frame(sc_rb(x, 2, sigma = 0.1))), as.character(1:60))
})

test_that("rows put aside are NA, rows left out are not there", {
  set.seed(3)
  x <- blobs(2, 30)$x
  x[4, 2] <- NA
  data <- as.data.frame(sc_rb(x, 2, sigma = 0.1, na.action = na.exclude))
  expect_identical(nrow(data), 60L)
  expect_identical(which(is.na(data$cluster)), 4L)
  expect_identical(which(is.na(data$u2)), 4L)
  expect_identical(nrow(as.data.frame(sc_rb(x, 2, sigma = 0.1, na.action = na.omit))), 59L)
})

test_that("without the embedding the labels are left", {
  set.seed(4)
  fit <- sc_rb(blobs(2, 30)$x, 2, sigma = 0.1, keep = NULL)
  expect_identical(as.data.frame(fit), data.frame(cluster = fit$cluster))
})
