# Labels that keep pairs of rows together, pair by pair.
reference_kept <- function(a, b) {
  one_way <- function(a, b) {
    mean(vapply(unique(a), function(cluster) {
      rows <- which(a == cluster)
      if (length(rows) < 2) {
        return(0)
      }
      pair <- utils::combn(rows, 2)
      mean(b[pair[1, ]] == b[pair[2, ]])
    }, 1))
  }
  (one_way(a, b) + one_way(b, a)) / 2
}

path_of <- function(seed, x, k, ..., method = sc_landmarks) {
  set.seed(seed)
  method(x, k = k, ...)
}

test_that("agreement is the share of a cluster's pairs that the other labels keep together", {
  for (seed in 1:5) {
    set.seed(seed)
    a <- sample(rep_len(1:4, 30))
    b <- ifelse(runif(30) < 0.6, a, sample(5L, 30, replace = TRUE))
    b[1] <- 6L # alone
    expect_equal(scrb:::kept_together(a, b, 6L), reference_kept(a, b))
    expect_equal(scrb:::kept_together(b, a, 6L), reference_kept(a, b))
    expect_equal(scrb:::kept_together(a, c(3L, 1L, 4L, 2L)[a], 4L), 1)
  }
})

test_that("well separated groups are counted right, by landmarks and by grids", {
  for (k in c(3, 4, 6)) {
    for (seed in 1:3) {
      set.seed(seed)
      data <- blobs(k, 80, d = 3, sd = 0.8)
      for (method in c(sc_landmarks, sc_rb)) {
        fit <- path_of(seed, data$x, 2:8, method = method)
        expect_equal(fit$k, k)
        expect_gt(agreement(fit, data$truth)[["ari"]], 0.95)
      }
    }
  }
})

test_that("the path has a row per k, and the largest of the most stable is chosen", {
  set.seed(3)
  x <- overlapping()
  for (method in c(sc_landmarks, sc_rb)) {
    fit <- path_of(2, x, c(7, 2, 3, 5), method = method)
    path <- fit$path
    expect_named(path, c("k", "gap", "silhouette", "restart", "halves", "stability", "smallest", "largest", "chosen"))
    expect_identical(path$k, c(2L, 3L, 5L, 7L))
    expect_equal(path$gap, fit$singular_values[path$k] - fit$singular_values[path$k + 1])
    for (name in c("restart", "halves", "stability")) expect_true(all(path[[name]] >= 0 & path[[name]] <= 1))
    expect_true(all(abs(path$silhouette) <= 1))
    expect_equal(path$stability, (path$restart + path$halves) / 2)
    expect_true(all(path$smallest >= 1 & path$smallest * path$k <= nrow(x) & path$largest * path$k >= nrow(x)))
    near <- path$k[path$stability >= max(path$stability) - 0.02]
    expect_identical(path$k[path$chosen], max(near))
    expect_identical(fit$k, max(near))
    expect_true("path" %in% names(fit$time))
    expect_identical(path_of(2, x, c(2, 3, 5, 7), method = method)$path, path)
  }
})

test_that("what is judged is the embedding that a fit of that k has, and single starts on it", {
  set.seed(4)
  x <- overlapping()
  fit <- path_of(5, x, 2:4, consensus = 0, n_landmarks = nrow(x))
  # all rows are landmarks and all are sampled: nothing but k-means starts differs
  one <- path_of(6, x, fit$k, consensus = 0, n_landmarks = nrow(x))
  expect_lt(gram_distance(fit$embedding, one$embedding), 1e-2)
  expect_equal(fit$path$silhouette[fit$path$chosen], summary(fit)$silhouette, tolerance = 0.02)

  set.seed(5)
  drawn <- scrb:::draw_path(nrow(x), 4L)
  expect_identical(drawn$rows, seq_len(nrow(x)))
  k <- fit$k
  embedding <- unname(fit$embedding)
  got <- scrb:::judge_k(k, rbind(embedding, 0), drawn, 1L) # a row without a place is left out
  runs <- scrb:::kmeans_each_cpp(embedding, k, 30L, 50L, drawn$restart[1:(30 * k)], 2L)
  best <- which.min(runs$tot.withinss)
  expect_equal(got$restart, mean(apply(runs$cluster[, -best], 2, reference_kept, runs$cluster[, best])))
  expect_equal(c(got$smallest, got$largest), range(table(runs$cluster[, best])))
})

test_that("short runs of k-means are the runs they say they are", {
  set.seed(6)
  x <- blobs(3, 40, sd = 2)$x
  runs <- scrb:::kmeans_each_cpp(x, 4L, 6L, 50L, runif(24), 1L)
  expect_identical(dim(runs$cluster), c(120L, 6L))
  expect_gt(length(unique(runs$tot.withinss)), 1)
  for (run in 1:6) {
    # they end a little before nothing changes
    expect_equal(runs$tot.withinss[run], within_squares(x, runs$cluster[, run]), tolerance = 0.02)
  }
  repeated <- scrb:::kmeans_each_cpp(x[rep(1:3, 10), ], 5L, 2L, 50L, runif(10), 1L)
  expect_identical(apply(repeated$cluster, 2, max), c(3L, 3L))
})

test_that("halves share no feature, and the two splits differ", {
  for (count in c(1, 2, 7, 64)) {
    for (split in c(0, 2)) {
      expect_identical(scrb:::in_half(count, split), !scrb:::in_half(count, split + 1))
      expect_lte(abs(sum(scrb:::in_half(count, split)) - count / 2), 1)
    }
    expect_true(all(scrb:::in_half(count, NULL)))
  }
  expect_equal(sum(scrb:::in_half(64, 0) & scrb:::in_half(64, 2)), 16)
})

test_that("with half of the landmarks a row has half of the links, with half of the grids nothing changes", {
  asked <- function(...) {
    options <- list(k = 2:3, n_vectors = c(6L, 9L), keep_model = TRUE, ...)
    scrb:::embed_half(list(embed = function(options, half) c(options, half = half)), options, 3)
  }
  expect_identical(asked(n_nearest = 9L), list(k = 3L, n_vectors = 9L, keep_model = FALSE, n_nearest = 4L, half = 3))
  expect_identical(asked(n_nearest = 1L)$n_nearest, 1L)
  expect_identical(asked(), list(k = 3L, n_vectors = 9L, keep_model = FALSE, half = 3))
})

test_that("the same seed gives the same path and fit, whatever the number of threads", {
  set.seed(7)
  x <- overlapping(400)
  for (method in c(sc_landmarks, sc_rb)) {
    one <- path_of(8, x, 2:6, threads = 1, method = method)
    expect_identical(without_times(path_of(8, x, 2:6, threads = 2, method = method)), without_times(one))
    expect_identical(without_times(path_of(8, x, 2:6, threads = 1, method = method)), without_times(one))
  }
})

test_that("the fit is one of the chosen k, also with consensus", {
  set.seed(9)
  data <- blobs(4, 100, d = 3, sd = 0.8)
  for (consensus in c(0, 10)) {
    fit <- path_of(1, data$x, 2:7, consensus = consensus)
    one <- path_of(1, data$x, 4, consensus = consensus)
    expect_identical(setdiff(names(fit), "path"), names(one))
    expect_null(one$path)
    expect_identical(fit$n_vectors, 12L)
    expect_identical(dim(fit$embedding), dim(one$embedding))
    expect_identical(dim(fit$embedding_centers), dim(one$embedding_centers))
    expect_identical(lapply(fit$model, dim), lapply(one$model, dim))
    expect_identical(nrow(fit$model$weights), 12L)
    expect_same_partition(fit$cluster, one$cluster)
    expect_identical(predict(fit, data$x), fit$cluster)
    expect_identical(predict(fit, data$x, "embedding"), fit$embedding)
  }
  grids <- path_of(1, data$x, 2:7, method = sc_rb)
  expect_identical(grids$n_vectors, 4L)
  expect_identical(nrow(grids$model$weights), 4L)
  expect_identical(predict(grids, data$x), grids$cluster)
  wide <- path_of(1, data$x, 2:7, method = sc_rb, n_vectors = 10)
  expect_identical(wide$n_vectors, 10L)
  expect_identical(predict(wide, data$x), wide$cluster)
})

test_that("where half of the features are too few, restarts alone decide", {
  set.seed(10)
  x <- overlapping()
  fit <- path_of(1, x, 2:6, n_landmarks = 9)
  expect_true(all(is.na(fit$path$halves)))
  expect_identical(fit$path$stability, fit$path$restart)
  expect_output(print(fit), "by stability")
  # one half has no grid
  expect_warning(grids <- path_of(1, x, 2:4, n_grids = 1, sigma = 0.3, method = sc_rb), class = "scrb_warning")
  expect_true(all(is.na(grids$path$halves)))
})

test_that("a sample of the rows serves for many", {
  set.seed(11)
  data <- blobs(3, 1000, sd = 0.8)
  fit <- path_of(1, data$x, 2:5)
  expect_identical(fit$k, 3L)
  expect_equal(fit$path$smallest[fit$path$chosen], 1000, tolerance = 0.1)
  expect_equal(fit$path$largest[fit$path$chosen], 1000, tolerance = 0.1)
})

test_that("halves are split once where rows are many", {
  expect_length(scrb:::draw_path(20000, 5L)$halves, 4)
  expect_length(scrb:::draw_path(20001, 5L)$halves, 2)
  set.seed(14)
  data <- blobs(3, 7000, sd = 0.8)
  fit <- path_of(1, data$x, 2:4, n_landmarks = 300)
  expect_identical(fit$k, 3L)
  expect_false(anyNA(fit$path$halves))
})

test_that("k that cannot be tried are errors", {
  set.seed(12)
  x <- overlapping(20)
  for (method in c(sc_landmarks, sc_rb)) {
    for (k in list(c(2, 2), c(1, 3), 2:1e6, c(2, NA), c(2, 2.5), c("2", "3"), 2:(nrow(x) + 1))) {
      expect_error(method(x, k = k), "`k` must be a whole number, or several different ones", class = "scrb_error")
    }
    expect_error(method(x[rep(1:3, 10), ], k = 2:5), "distinct rows", class = "scrb_error")
  }
})

test_that("print, summary and pictures show the path", {
  set.seed(13)
  data <- blobs(4, 60, sd = 0.8)
  fit <- path_of(1, data$x, 2:7)
  expect_output(print(fit), sprintf("k: +4 of 2 to 7, by stability \\(next: %d\\)", scrb:::next_k(fit$path)))
  others <- fit$path[fit$path$k != 4, ]
  expect_identical(scrb:::next_k(fit$path), others$k[which.max(others$stability)])
  expect_output(print(path_of(1, data$x, c(2, 4, 8))), "4 of 2 4 8, by")
  expect_identical(summary(fit)$path, fit$path)
  expect_output(print(summary(fit)), "restart halves stability smallest largest chosen")

  picture <- scrb:::picture_path(fit)
  expect_true(4 %in% picture$top$k)
  expect_true(all(picture$top$stability >= max(fit$path$stability) - 0.02))
  expect_equal(max(picture$bars$height), 1)
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  before <- graphics::par("mar")
  expect_identical(plot(fit, which = 5), fit)
  expect_identical(graphics::par("mar"), before)
  expect_silent(plot(path_of(1, data$x, 2:3, n_landmarks = 6), which = 5, main = "without halves"))

  one <- path_of(1, data$x, 4)
  expect_error(plot(one, which = 5), "`which` = 5 needs a fit of several `k`", class = "scrb_error")
  skip_if_not_installed("ggplot2")
  expect_silent(print(ggplot2::autoplot(fit, which = 5)))
  all_k <- suppressWarnings(path_of(1, data$x[1:10, ], 2:10)) # no value comes after the last
  expect_true(is.na(all_k$path$gap[9]))
  expect_silent(print(ggplot2::autoplot(all_k, which = 5)))
  expect_named(ggplot2::autoplot(fit, which = c(1, 5)), c("singular_values", "path"))
  expect_error(ggplot2::autoplot(one, which = 5), "`which` = 5 needs", class = "scrb_error")
})
