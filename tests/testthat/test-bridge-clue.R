skip_if_not_installed("clue")

set.seed(1)
b <- blobs(3, 40)
rownames(b$x) <- paste0("row", 1:120)
fit <- sc_rb(b$x, 3)
truth <- clue::as.cl_hard_partition(b$truth)

test_that("clue takes a fit for a hard partition", {
  expect_true(clue::is.cl_partition(fit))
  expect_true(clue::is.cl_hard_partition(fit))
  ids <- clue::cl_class_ids(fit)
  expect_s3_class(ids, "cl_class_ids")
  expect_identical(unclass(ids), fit$cluster)
  expect_identical(clue::n_of_classes(fit), 3L)
  expect_identical(clue::n_of_objects(fit), 120L)
  expect_identical(clue::cl_object_names(fit), rownames(b$x))
  expect_identical(clue::cl_prototypes(fit), fit$centers)
  member <- clue::cl_membership(fit)
  expect_identical(max.col(unclass(member)[, ]), unname(fit$cluster))
})

test_that("rows without a label are no class of their own", {
  b$x[7, 2] <- NA
  with_na <- sc_rb(b$x, 3, na.action = na.exclude)
  expect_identical(clue::n_of_classes(with_na), 3L)
  expect_identical(clue::n_of_objects(with_na), 120L)
})

test_that("agreements are those of the labels", {
  x <- pendigits_x()[1:600, ]
  one <- sc_rb(x, 5, n_grids = 32)
  two <- stats::kmeans(x, 5)
  ours <- agreement(one$cluster, two$cluster)
  theirs <- function(method) clue::cl_agreement(one, two, method = method)[1]
  expect_equal(theirs("Rand"), ours[["ri"]])
  expect_equal(theirs("cRand"), ours[["ari"]])
  expect_gt(ours[["ari"]], 0)
  expect_equal(clue::cl_dissimilarity(one, one)[1], 0)
})

test_that("new rows are predicted", {
  new <- b$x[c(100, 1, 50), ]
  expect_identical(unclass(clue::cl_predict(fit, new)), predict(fit, new))
  expect_identical(unclass(clue::cl_predict(fit)), fit$cluster)
  member <- clue::cl_predict(fit, new, "memberships")
  expect_equal(unclass(member)[, ], diag(3)[predict(fit, new), ], ignore_attr = TRUE)
})

test_that("ensembles of fits find their consensus", {
  several <- clue::cl_boot(b$x, 4, k = 3, algorithm = sc_rb, parameters = list(n_grids = 64))
  expect_s3_class(several, "cl_partition_ensemble")
  expect_length(several, 4)
  mixed <- c(several, clue::cl_ensemble(stats::kmeans(b$x, 3, nstart = 5)))
  consensus <- clue::cl_consensus(mixed)
  expect_equal(clue::cl_agreement(consensus, truth, method = "cRand")[1], 1)
})

test_that("bagging resamples, fits and predicts", {
  bagged <- clue::cl_bag(b$x, 4, k = 3, algorithm = "sc_rb", parameters = list(sigma = 0.3))
  expect_identical(clue::n_of_objects(bagged), 120L)
  expect_equal(clue::cl_agreement(bagged, truth, method = "cRand")[1], 1)
})
