test_that("pendigits has the digits that its page describes", {
  expect_s3_class(pendigits, "data.frame", exact = TRUE)
  expect_identical(dim(pendigits), c(10992L, 17L))
  expect_identical(names(pendigits), c(as.vector(rbind(paste0("x", 1:8), paste0("y", 1:8))), "digit"))
  expect_identical(levels(pendigits$digit), as.character(0:9))
  # the counts of the training and the test set at UCI, added up
  counts <- c(1143L, 1143L, 1144L, 1055L, 1144L, 1055L, 1056L, 1142L, 1055L, 1055L)
  expect_identical(as.vector(table(pendigits$digit)), counts)
  x <- pendigits_x()
  expect_false(anyNA(pendigits))
  expect_true(all(apply(x, 2, min) == 0 & apply(x, 2, max) == 1))
  # whole hundredths
  expect_equal(x * 100, round(x * 100))
})

test_that("the digits need no further scaling", {
  x <- pendigits_x()
  scaling <- scrb:::find_scaling(x, "range", 1L)
  expect_identical(scaling$scale, rep(1, 16))
  expect_identical(scaling$center, numeric(16))
})
