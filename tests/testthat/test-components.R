components_of <- function(ids, k = 2) {
  scrb:::operator_cpp(ids, no_scaling(ncol(ids)), id_grids(ids), matrix(0, nrow(ids), 1), as.integer(k), 1L)$components
}

test_that("components are those found by brute force", {
  for (seed in 1:12) {
    set.seed(seed)
    # few rows per bin: from many small components to one large
    ids <- matrix(as.numeric(sample(c(60, 30, 15)[seed %% 3 + 1], 40 * 2, replace = TRUE)), 40)
    by_hand <- reference_components(reference_similarity(ids))
    size <- tabulate(by_hand, 40)
    expected <- ifelse(size[by_hand] < 2, 0, by_hand)
    k <- sum(size > 1) # so that none is put aside for being one too many
    got <- components_of(ids, max(k, 2))
    expect_identical(got == 0, expected == 0)
    expect_same_partition(got, expected)
    # largest first, and of equals the one whose first row comes first
    roots <- which(size > 1)
    roots <- roots[order(-size[roots])]
    expect_identical(got[expected > 0], match(expected[expected > 0], roots))
  }
})

test_that("rows that meet only through others are one component", {
  ids <- cbind(c(1, 1, 2, 2, 3, 3, 4), c(1, 2, 2, 3, 3, 4, 4)) # a chain of seven rows
  expect_identical(components_of(ids), rep(1L, 7))
})

test_that("components smaller than max(2, n / (100 k)) are stray, and of the others the k largest are kept", {
  # 1000 rows, k = 2: fewer than 5 rows are too few
  size <- c(480, 300, 211, 5, 4)
  ids <- cbind(rep(seq_along(size), size), 1 + rep(seq_along(size), size))
  expect_identical(tabulate(components_of(ids, 2) + 1L), c(220L, 480L, 300L))
  expect_identical(tabulate(components_of(ids, 3) + 1L), c(9L, 480L, 300L, 211L))
  # k = 4: the bound is 2.5, so that 4 rows are enough, but one component is too many
  expect_identical(tabulate(components_of(ids, 4) + 1L), c(4L, 480L, 300L, 211L, 5L))
  expect_identical(tabulate(components_of(ids, 5) + 1L), c(0L, 480L, 300L, 211L, 5L, 4L))
})

test_that("more large components than k give a warning that counts them", {
  set.seed(1)
  data <- blocks(5, 60, n_grids = 16)
  expect_warning(fit <- fit_ids(data$ids, 3), "is too small: rows fall apart into 5 groups", class = "scrb_warning")
  expect_identical(fit$k, 3L)
  expect_equal(fit$diagnostics$components, 5)
  expect_equal(fit$diagnostics$stray, 120)
  expect_identical(sum(fit$size), 300L)
  # three whole groups are clusters; the others' rows join them
  kept <- rowSums(fit$embedding^2) > 0
  expect_identical(sum(kept), 180L)
  expect_same_partition(fit$cluster[kept], data$truth[kept])
  expect_true(all(fit$size >= 60))
})

test_that("as many components as k need no iteration, and the k values are exactly 1", {
  set.seed(2)
  data <- blocks(3, iterated_rows / 2, n_grids = 16)
  fit <- expect_silent(fit_ids(data$ids, 3))
  expect_identical(fit$singular_values[1:3], rep(1, 3))
  expect_same_partition(fit$cluster, data$truth)
  expect_lt(fit$singular_values[4], 0.99)
  # rows of a component are the same point, a corner of the cube
  expect_equal(fit$tot.withinss, 0)
  expect_equal(sort(unique(as.vector(fit$embedding))), c(0, 1))
})

# Stray rows: single ones, and a pair, around two groups that hold together.
with_strays <- function() {
  near <- matrix(rnorm(1200, sd = 0.1), 600)
  near[301:600, 1] <- near[301:600, 1] + 4
  far <- rbind(c(-3, 7), c(9, 9), c(9, 9.001), c(5, -8), c(1.7, 12), c(2.4, -11))
  list(x = rbind(near, far)[c(601:603, 1:600, 604:606), ], stray = c(1:3, 604:606))
}

test_that("stray rows are counted, have no embedding and join the nearest centre by L1 distance", {
  for (seed in 1:3) {
    set.seed(seed)
    data <- with_strays()
    fit <- sc_rb(data$x, 2, sigma = 0.2, scale = "none")
    zero <- which(rowSums(fit$embedding^2) == 0)
    expect_true(all(data$stray %in% zero))
    expect_equal(fit$diagnostics$stray, length(zero))
    kept <- setdiff(1:606, zero)
    centers <- rowsum(data$x[kept, ], fit$cluster[kept]) / as.vector(table(fit$cluster[kept]))
    expect_identical(unname(fit$cluster[zero]), unname(nearest_l1(data$x[zero, ], centers)))
    # sums of squares skip them
    expect_equal(fit$totss, sum(scale(fit$embedding[kept, ], scale = FALSE)^2))
    # means of clusters do not
    expect_equal(unname(fit$centers), unname(rowsum(data$x, fit$cluster) / fit$size))
    expect_identical(predict(fit, data$x), fit$cluster)
    expect_identical(predict(fit, data$x, "embedding"), fit$embedding)
  }
})

test_that("L1 and L2 would disagree about a stray row, and L1 is what counts", {
  # (5, 0) is at L1 distances 5 and 5.5 of (0, 0) and (3, 3.5), at L2 distances 5 and 4.03
  rows <- rbind(c(3, 3.5), c(0, 0), c(5, 0))[c(rep(1:2, each = 60), 3), ]
  set.seed(4)
  fit <- sc_rb(rows, 2, n_grids = 64, sigma = 0.2, scale = "none")
  expect_equal(fit$diagnostics$stray, 1)
  expect_identical(nearest_l2(rows[121, , drop = FALSE], rows[c(1, 61), ]), 1L)
  expect_identical(nearest_l1(rows[121, , drop = FALSE], rows[c(1, 61), ]), 2L)
  expect_identical(fit$cluster[121], fit$cluster[61])
})

test_that("a stray row midway between two centres gets one label in fit and prediction", {
  x <- c(0, 0, 0, 10, 10, 10, 5)
  for (seed in 1:8) {
    set.seed(seed)
    fit <- suppressWarnings(sc_rb(x, 2, n_grids = 32, sigma = 0.05, scale = "none"))
    expect_equal(fit$diagnostics$stray, 1)
    expect_identical(predict(fit, x), fit$cluster)
  }
})

test_that("so does a stray row where two clusters have the same centre", {
  # (1, 3) and (1, 5) share a bin of the first grid, (0, 4) and (2, 4) one of the second; both means are (1, 4)
  ids <- rbind(c(1, 3), c(1, 5), c(0, 4), c(2, 4))[rep(1:4, 10), ]
  ids <- rbind(ids, c(9, 9))
  for (seed in 1:30) {
    set.seed(seed)
    fit <- fit_ids(ids, 2)
    expect_same_partition(fit$cluster[1:40], rep(c(1, 1, 2, 2), 10))
    expect_equal(fit$diagnostics$stray, 1)
    expect_identical(predict(fit, ids), fit$cluster)
  }
})

test_that("many stray rows give a warning", {
  set.seed(5)
  x <- rbind(matrix(rnorm(120, sd = 0.05), 60), matrix(runif(80, 5, 1000), 40))
  x[31:60, ] <- x[31:60, ] + 2
  expect_warning(fit <- sc_rb(x, 2, sigma = 0.2, scale = "none"), "may be too small: 4[0-9] of 100 rows",
                 class = "scrb_warning")
  expect_gte(fit$diagnostics$stray, 35)
})
