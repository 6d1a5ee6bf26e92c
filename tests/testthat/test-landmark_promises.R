# What fits by landmarks promise: prediction, seeds, threads, saved fits, missing values, methods.

test_that("rows of the fit get their own labels and embedding, bit for bit", {
  set.seed(9)
  for (d in c(1, 2, 7, 17)) {
    x <- matrix(rnorm(211 * d), 211)
    x <- x[sample(211, 300, replace = TRUE), , drop = FALSE] # with rows that come again
    rownames(x) <- paste0("row", 1:300)
    for (weights in c("gaussian", "binary")) {
      for (n_landmarks in list(NULL, 37)) {
        expect_predicts_itself(fit_landmarks(d, x, 3, n_landmarks = n_landmarks, weights = weights, scale = "sd"), x)
      }
    }
  }
})

test_that("so do rows at many equal distances", {
  for (seed in 1:3) {
    set.seed(seed)
    x <- as.matrix(expand.grid(1:9, 1:9, 0:1))[sample(162), ]
    colnames(x) <- NULL
    for (weights in c("gaussian", "binary")) {
      for (n_landmarks in c(162, 50)) {
        fit <- fit_landmarks(seed, x, 3, n_landmarks = n_landmarks, weights = weights)
        expect_predicts_itself(fit, x)
      }
    }
    whole <- matrix(sample(0:2, 900, replace = TRUE), 300)
    expect_predicts_itself(fit_landmarks(seed, whole, 2), whole)
    expect_identical(predict(fit_landmarks(seed, whole, 2), whole + 0), unname(fit_landmarks(seed, whole, 2)$cluster))
    on <- matrix(runif(1500) < 0.4, 300)
    expect_predicts_itself(fit_landmarks(seed, on, 2), on)
  }
})

test_that("of equally near landmarks the first count", {
  for (seed in 1:3) {
    set.seed(seed)
    x <- unname(as.matrix(expand.grid(0:11, 0:11, 0:1))[sample(288), ]) + 0 # squares of distances are whole numbers
    for (n_nearest in c(5, 8)) {
      fit <- fit_landmarks(seed, x, 3, n_landmarks = 200, n_nearest = n_nearest, weights = "binary", n_vectors = 3)
      reference <- reference_landmarks(fit, x)
      expect_false(reference$sure)
      expect_gt(reference$gap, 1e-4)
      expect_lt(gram_distance(fit$embedding, reference$embedding), 1e-5)
    }
  }
})

test_that("the same seed gives the same fit for any number of threads", {
  for (n in c(200, 1500)) {
    set.seed(10)
    x <- matrix(rnorm(n * 5), n)
    one <- fit_landmarks(11, x, 3, threads = 1, tol = 1e-4, consensus = 5)
    expect_identical(without_times(fit_landmarks(11, x, 3, threads = 1, tol = 1e-4, consensus = 5)), without_times(one))
    two <- fit_landmarks(11, x, 3, threads = 2, tol = 1e-4, consensus = 5)
    expect_identical(two[setdiff(names(two), c("time", "call"))], without_times(one))
    new <- x[1:50, ] + 0.01
    expect_identical(predict(one, new, "embedding", threads = 2), predict(one, new, "embedding", threads = 1))
    other <- fit_landmarks(12, x, 3, n_landmarks = n / 2, threads = 1, consensus = 5)
    expect_false(identical(other$cluster, one$cluster))
  }
})

test_that("saved fits predict the same in a fresh process", {
  skip_on_cran()
  set.seed(13)
  x <- rbind(blobs(3, 70, sd = 1)$x, c(600, 600)) # with a stray row
  wide <- cbind(overlapping(50), matrix(rnorm(150 * 70, sd = 0.3), 150))
  data <- mixed(3, 40)$x
  cases <- list(
    list(sc_landmarks(x, 3, consensus = 0), x),
    list(sc_landmarks(x, 3, consensus = 4, weights = "binary"), x),
    list(sc_landmarks(wide, 3, n_landmarks = 60), wide),
    list(sc_landmarks(data, 3, scale = "range"), data),
    list(sc_landmarks(~ scale(number) + f, data, 3), data)
  )
  files <- tempfile(c("cases", "out"), fileext = ".rds")
  on.exit(unlink(files))
  saveRDS(cases, files[1])
  script <- child_script(c(
    "again <- function(case) list(predict(case[[1]], case[[2]]), predict(case[[1]], case[[2]], 'embedding'))",
    sprintf("saveRDS(lapply(readRDS(%s), again), %s)", deparse(files[1]), deparse(files[2]))
  ))
  skip_if(is.null(script), "the package is not installed")
  system2(rscript(), c("--vanilla", shQuote(script)), stdout = FALSE, stderr = FALSE)
  expect_identical(readRDS(files[2]), lapply(cases, function(case) list(case[[1]]$cluster, case[[1]]$embedding)))
})

test_that("rows with missing values are left out, or labelled NA", {
  set.seed(35)
  whole <- blobs(2, 39)$x
  x <- rbind(whole[1:10, ], NA, whole[11:78, ], c(1, NA))
  expected <- fit_landmarks(36, whole, 2)
  expect_error(fit_landmarks(36, x, 2), "the first in row 11", class = "scrb_error")
  expect_message(omitted <- fit_landmarks(36, x, 2, na.action = na.omit), "left out 2 of 80", class = "scrb_message")
  expect_identical(unname(omitted$cluster), unname(expected$cluster))
  excluded <- fit_landmarks(36, x, 2, na.action = na.exclude)
  expect_identical(unname(which(is.na(excluded$cluster))), c(11L, 80L))
  expect_identical(unname(excluded$embedding[-c(11, 80), ]), unname(expected$embedding))
  expect_identical(predict(excluded, x, na.action = na.exclude), excluded$cluster)
  expect_error(sc_landmarks(replace(x[-c(11, 80), ], 3, Inf), 2), "infinite", class = "scrb_error")
})

test_that("what is not kept is missed with a clear error, and the rest is the same", {
  set.seed(37)
  x <- overlapping(40)
  full <- fit_landmarks(38, x, 3)
  bare <- fit_landmarks(38, x, 3, keep = NULL)
  expect_null(bare$model)
  expect_null(bare$embedding)
  expect_identical(bare$cluster, full$cluster)
  expect_error(predict(bare, x), "needs the model of the fit", class = "scrb_error")
  expect_identical(predict(fit_landmarks(38, x, 3, keep = "model"), x, "embedding"), full$embedding)
})

test_that("methods of other fits serve for these", {
  set.seed(39)
  x <- overlapping(40)
  fit <- sc_landmarks(x, 3)
  expect_identical(nobs(fit), 120L)
  expect_identical(unname(fitted(fit)), unname(fit$centers[fit$cluster, ]))
  expect_output(print(fit), "landmarks")
  expect_no_error(capture.output(print(summary(fit))))
  set.seed(40)
  again <- update(fit, n_landmarks = 50)
  set.seed(40)
  expect_identical(without_times(again), without_times(sc_landmarks(x, 3, n_landmarks = 50)))
  distance <- predict(fit, x, "distance")
  expect_equal(distance, reference_distances(fit$embedding, fit$embedding_centers), ignore_attr = TRUE,
               tolerance = 1e-6)
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_no_error(plot(fit))
})
