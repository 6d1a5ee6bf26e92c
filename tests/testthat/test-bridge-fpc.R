set.seed(1)
b <- blobs(3, 40)

test_that("scrbCBI() says the same in each of its parts", {
  set.seed(2)
  got <- scrbCBI(b$x, 3, n_grids = 64)
  set.seed(2)
  fit <- sc_rb(b$x, 3, n_grids = 64)
  expect_identical(got$result$cluster, fit$cluster)
  expect_identical(got$nc, 3L)
  expect_identical(got$partition, fit$cluster)
  expect_identical(got$clustermethod, "sc_rb")
  expect_identical(got$clusterlist, list(fit$cluster == 1, fit$cluster == 2, fit$cluster == 3))
})

test_that("clusterboot() finds true clusters stable and made-up ones not", {
  skip_if_not_installed("fpc")
  boot <- function(k) {
    fpc::clusterboot(b$x, B = 8, bootmethod = c("boot", "subset"), clustermethod = scrbCBI, k = k, n_grids = 64,
                     count = FALSE, seed = 3)
  }
  three <- boot(3)
  expect_equal(three$bootmean, rep(1, 3))
  expect_equal(three$subsetmean, rep(1, 3))
  expect_lt(min(boot(5)$bootmean), 0.75)
  expect_output(print(three), "sc_rb")
})

test_that("clusterboot() takes a data frame with factors", {
  skip_if_not_installed("fpc")
  mixed <- data.frame(b$x, kind = factor(b$truth))
  boot <- fpc::clusterboot(mixed, B = 3, clustermethod = scrbCBI, k = 3, count = FALSE, datatomatrix = FALSE, seed = 7)
  expect_equal(boot$bootmean, rep(1, 3))
})

test_that("prediction.strength() finds the number of clusters", {
  skip_if_not_installed("fpc")
  set.seed(4)
  large <- blobs(3, 100)
  # two clusters of three groups without a link: a warning says so each time
  strength <- suppressWarnings(classes = "scrb_warning", fpc::prediction.strength(
    large$x, Gmax = 5, M = 4, clustermethod = scrbCBI, classification = "knn", n_grids = 64
  ))
  expect_identical(strength$optimalk, 3L)
  expect_equal(strength$mean.pred[3], 1)
})

test_that("prediction.strength() suits rings with neighbours, not with means", {
  skip_if_not_installed("fpc")
  set.seed(5)
  r <- rings(size = 400)
  strength <- function(classification) {
    fpc::prediction.strength(r$x, Gmax = 2, M = 3, clustermethod = scrbCBI, classification = classification,
                             sigma = 0.04)$mean.pred[2]
  }
  expect_equal(strength("knn"), 1)
  expect_lt(strength("centroid"), 0.8)
})

test_that("nselectboot() finds the number of clusters", {
  skip_if_not_installed("fpc")
  set.seed(6)
  selected <- suppressWarnings(classes = "scrb_warning", fpc::nselectboot(
    b$x, B = 4, clustermethod = scrbCBI, classification = "knn", krange = 2:5, n_grids = 64
  ))
  expect_identical(selected$kopt, 3L)
})

test_that("cluster.stats() takes the partition", {
  skip_if_not_installed("fpc")
  stats <- fpc::cluster.stats(stats::dist(b$x), scrbCBI(b$x, 3)$partition, b$truth)
  expect_identical(stats$cluster.number, 3L)
  expect_equal(stats$corrected.rand, 1)
})
