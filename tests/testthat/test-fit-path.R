# Labels that keep pairs of rows together, pair by pair.
reference_kept <- function(a, b) {
  one_way <- function(a, b) {
    together <- outer(b, b, "==")
    mean(vapply(unique(a), function(cluster) {
      rows <- which(a == cluster)
      pairs <- together[rows, rows][upper.tri(diag(length(rows)))]
      if (length(pairs)) mean(pairs) else 0
    }, 1))
  }
  (one_way(a, b) + one_way(b, a)) / 2
}

path_of <- function(seed, x, k, ..., method = sc_landmarks) {
  set.seed(seed)
  method(x, k = k, ...)
}

test_that("well separated groups are counted right, by landmarks and by grids", {
  for (k in c(3, 4, 6)) {
    for (seed in 1:2) {
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

# The mean silhouette width, row by row.
reference_silhouette <- function(rows, labels) {
  distance <- as.matrix(dist(rows))
  mean(vapply(seq_along(labels), function(i) {
    to <- tapply(distance[i, ], labels, sum)
    own <- as.character(labels[i])
    size <- table(labels)
    if (size[[own]] == 1) {
      return(0)
    }
    within <- to[[own]] / (size[[own]] - 1)
    between <- min((to / size)[names(to) != own])
    (between - within) / max(between, within)
  }, 0))
}

# The best of single starts by these uniforms, k each.
best_start <- function(rows, k, uniforms, count) {
  runs <- scrb:::kmeans_each_cpp(unname(rows), k, count, 50L, uniforms[seq_len(count * k)], 1L)
  c(runs, best = which.min(runs$tot.withinss))
}

# What a path must say of one k, by the embedding that a fit of that k has.
expect_path_row <- function(row, rows, draws) {
  runs <- best_start(rows, row$k, draws$restart_uniforms, 30L)
  labels <- runs$cluster[, runs$best]
  expect_equal(row$restart, mean(apply(runs$cluster[, -runs$best], 2, reference_kept, labels)))
  expect_equal(row$silhouette, reference_silhouette(rows, labels))
  expect_equal(c(row$smallest, row$largest), range(table(labels)))
}

test_that("what is told of each k is what single starts on the embedding of a fit of that k say", {
  for (seed in 1:2) {
    set.seed(seed)
    x <- overlapping(40, sd = 2)
    ways <- list(
      # what is drawn before the numbers for the path: grids, or landmarks; starts of k-means; base clusterings
      list(function(k, ...) path_of(seed, x, k, n_grids = 40, sigma = 1, method = sc_rb, ...), function() {
        scrb:::draw_grids(3, 40, 1, "laplacian")
        runif(10 * 5)
      }),
      list(function(k, ...) path_of(seed, x, k, ..., consensus = 0), function() {
        scrb:::draw_rows(120, 120)
        runif(10 * 5)
      }),
      list(function(k, consensus = 4) path_of(seed, x, k, consensus = consensus), function() {
        scrb:::draw_rows(120, 120)
        runif(10 * 5 + 4 + 2 * 5 * 4)
      })
    )
    for (way in ways) {
      fit <- way[[1]](2:5)
      set.seed(seed)
      way[[2]]()
      draws <- scrb:::draw_path(120, 5L)
      expect_identical(draws$rows, 1:120)
      for (i in 1:4) {
        # the embedding that is judged is the first, without consensus
        one <- if (is.null(fit$model$consensus)) way[[1]](i + 1L) else way[[1]](i + 1L, consensus = 0)
        expect_equal(one$diagnostics$stray, 0)
        expect_path_row(fit$path[i, ], one$embedding, draws)
      }
    }
  }
})

test_that("halves are compared by clusters from grids that none of the other half is among", {
  for (seed in 1:2) {
    set.seed(seed)
    x <- overlapping(40, sd = 2)
    fit <- path_of(seed, x, 2:4, n_grids = 30, sigma = 2, method = sc_rb)
    set.seed(seed)
    grids <- scrb:::draw_grids(3, 30, 2, "laplacian")
    expect_identical(grids$widths, fit$model$widths)
    runif(10 * 4)
    draws <- scrb:::draw_path(120, 4L)
    # odd and even ones; then by twos
    number <- 1:30
    halves <- list(number %% 2 == 0, number %% 2 == 1, number %/% 2 %% 2 == 0, number %/% 2 %% 2 == 1)
    labels <- function(half, k) {
      ids <- reference_bins(x, fit$scaling, lapply(grids, function(part) part[, halves[[half]]]))
      expect_true(all(attr(ids, "sure")))
      rows <- unit_rows(reference_vectors(normalize_similarity(reference_similarity(ids)), k)$vectors)
      runs <- best_start(rows, k, draws$halves[[half]], 5L)
      runs$cluster[, runs$best]
    }
    for (i in 1:3) {
      k <- i + 1L
      kept <- c(reference_kept(labels(1, k), labels(2, k)), reference_kept(labels(3, k), labels(4, k)))
      expect_equal(fit$path$halves[i], mean(kept))
    }
    expect_lt(min(fit$path$halves), 0.99)
  }
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
