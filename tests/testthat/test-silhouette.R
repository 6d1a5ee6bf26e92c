overlapping <- function(n = 240, k = 4, ...) {
  set.seed(k)
  x <- blobs(k, n / k, sd = 2)$x
  sc_rb(x, k, n_grids = 64, sigma = 0.2, ...)
}

# A fit whose clusters have these sizes: one by k-means, which embeds rows by the data, with other labels.
made_up_fit <- function(size) {
  k <- length(size)
  cluster <- rep(seq_len(k), size)
  x <- matrix(rnorm(length(cluster) * 3), ncol = 3) + 2 * cbind(cos(cluster), sin(cluster), cos(2 * cluster))
  fit <- sc_baseline(unit_rows(x), 2, "kmeans", scale = "none", nstart = 1)
  centers <- rowsum(fit$embedding, cluster) / size
  fit$cluster <- cluster
  fit$k <- k
  fit$size <- as.integer(size)
  fit$centers <- rowsum(unit_rows(x), cluster) / size
  fit$embedding_centers <- centers
  fit$withinss <- as.vector(rowsum(rowSums((fit$embedding - centers[cluster, ])^2), cluster))
  fit$tot.withinss <- sum(fit$withinss)
  fit$betweenss <- fit$totss - fit$tot.withinss
  fit
}

reference <- function(x, cluster, rows = seq_along(cluster)) {
  distance <- as.matrix(dist(x))
  t(vapply(rows, function(i) {
    others <- setdiff(which(cluster == cluster[i]), i)
    other <- tapply(distance[i, cluster != cluster[i]], cluster[cluster != cluster[i]], mean)
    nearest <- as.integer(names(which.min(other)))
    if (!length(others)) {
      return(c(cluster[i], nearest, 0))
    }
    within <- mean(distance[i, others])
    c(cluster[i], nearest, (min(other) - within) / max(min(other), within))
  }, numeric(3)))
}

test_that("widths are those of package cluster", {
  skip_if_not_installed("cluster")
  for (k in c(2, 4, 8)) {
    fit <- overlapping(k = k)
    got <- cluster::silhouette(fit)
    expected <- cluster::silhouette(fit$cluster, dist(fit$embedding))
    expect_s3_class(got, "silhouette", exact = TRUE)
    expect_equal(unclass(got)[, ], unclass(expected)[, ], ignore_attr = TRUE, tolerance = 1e-6)
    expect_gt(diff(range(got[, "sil_width"])), 0.5)
  }
})

test_that("widths are right in blocks of rows, with a cluster of one row and labels that do not follow each other", {
  set.seed(1)
  fit <- made_up_fit(c(700, 1, 500))
  cluster <- c(2L, 7L, 9L)[fit$cluster]
  got <- scrb:::silhouette_widths(fit$embedding, cluster) # 1201 rows are two blocks
  rows <- c(1:20, 690:710, 820:840, 1195:1201) # the first block ends at 832
  expect_equal(unname(as.matrix(got))[rows, ], reference(fit$embedding, cluster, rows), tolerance = 1e-6)
  expect_identical(got$width[701], 0)
})

test_that("of two clusters at the same distance the first is the neighbour", {
  x <- matrix(c(-1, -1, 0, 0, 1, 1))
  expect_identical(scrb:::silhouette_widths(x, c(2L, 2L, 1L, 1L, 3L, 3L))$neighbor, c(1L, 1L, 2L, 2L, 1L, 1L))
})

test_that("rows at one place have width 0", {
  expect_identical(scrb:::silhouette_widths(matrix(1, 4, 2), c(1L, 1L, 2L, 2L))$width, numeric(4))
})

test_that("package cluster and factoextra can use the result", {
  skip_if_not_installed("cluster")
  fit <- overlapping()
  widths <- cluster::silhouette(fit)
  expect_identical(as.vector(summary(widths)$clus.sizes), fit$size)
  expect_equal(summary(widths)$avg.width, mean(widths[, "sil_width"]))
  sorted <- cluster::sortSilhouette(widths)
  expect_false(is.unsorted(sorted[, "cluster"]))
  expect_identical(rownames(sorted), as.character(attr(sorted, "iOrd")))
  expect_output(print(summary(widths)), "silhouette.*sc_rb|Silhouette of 240 units in 4 clusters")
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_silent(plot(widths))
  skip_if_not_installed("factoextra")
  picture <- suppressWarnings(factoextra::fviz_silhouette(widths, print.summary = FALSE))
  expect_identical(nrow(picture$data), 240L)
})

test_that("stray rows and rows with missing values are left out, and the others keep their names", {
  skip_if_not_installed("cluster")
  set.seed(2)
  x <- rbind(blobs(2, 150, sd = 0.5)$x, c(50, 50))
  x[3, 1] <- NA
  fit <- sc_rb(x, 2, sigma = 0.3, scale = "none", na.action = na.exclude)
  expect_identical(fit$diagnostics$stray > 0, TRUE)
  stray <- which(rowSums(fit$embedding != 0) == 0)
  kept <- setdiff(seq_len(301), c(3, stray))
  widths <- cluster::silhouette(fit)
  expect_identical(rownames(widths), as.character(kept))
  expected <- cluster::silhouette(fit$cluster[kept], dist(fit$embedding[kept, ]))
  expect_equal(widths[, "sil_width"], expected[, "sil_width"], tolerance = 1e-6, ignore_attr = TRUE)
  rownames(x) <- paste0("r", 1:301)
  fit <- sc_rb(x, 2, sigma = 0.3, scale = "none", na.action = na.omit)
  expect_true(all(rownames(cluster::silhouette(fit)) %in% rownames(x)[-3]))
})

test_that("a sample has as many rows as asked for, in proportion, evenly spaced, and some of every cluster", {
  set.seed(3)
  for (size in list(c(5000, 3000, 12, 1), rep(40, 250), c(9990, 4, 3, 2, 1), c(3333, 3334, 3335))) {
    fit <- made_up_fit(size)
    for (most in c(1000, 5000)) {
      row <- scrb:::sample_rows(fit, most)
      expect_length(row, min(most, sum(size)))
      expect_false(is.unsorted(row, strictly = TRUE))
      taken <- tabulate(fit$cluster[row], length(size))
      expect_true(all(taken >= pmin(size, 10, most %/% length(size))))
      large <- which.max(size)
      expect_equal(taken[large] / most, size[large] / sum(size), tolerance = 0.05)
      of_large <- row[fit$cluster[row] == large]
      expect_lte(diff(range(diff(of_large))), 1)
      expect_identical(range(of_large), range(which(fit$cluster == large)))
    }
  }
  expect_identical(scrb:::sample_rows(fit, 1e5), seq_len(sum(size)))
  expect_length(scrb:::sample_rows(fit, 1), 1)
})

test_that("clusters without a row in the sample, which takes more clusters than rows, have no mean", {
  set.seed(4)
  fit <- made_up_fit(rep(3, 40))
  widths <- scrb:::row_silhouettes(fit, 30)
  expect_identical(nrow(widths), 30L)
  means <- scrb:::silhouette_means(widths, fit)
  expect_identical(sum(is.na(means$by_cluster)), 40L - length(unique(widths$cluster)))
  expect_false(is.na(means$overall))
})

test_that("a sample's widths are near those of all rows, also where a small cluster is over-represented", {
  skip_if_not_installed("cluster")
  set.seed(5)
  fit <- made_up_fit(c(4000, 3000, 40))
  widths <- scrb:::row_silhouettes(fit, 1e5)
  all <- scrb:::silhouette_means(widths, fit)
  expect_equal(all$overall, mean(widths$width))
  some <- scrb:::silhouette_means(scrb:::row_silhouettes(fit, 500), fit)
  # standard errors are .02 over all and .05 in the smallest cluster
  expect_lt(abs(some$overall - all$overall), 0.06)
  expect_lt(max(abs(some$by_cluster - all$by_cluster)), 0.15)
  expect_identical(nrow(cluster::silhouette(fit, max_points = 500)), 500L)
  expect_identical(nrow(cluster::silhouette(fit)), 5000L)
})

test_that("clusters count by size in the mean over all", {
  fit <- made_up_fit(c(900, 100))
  widths <- data.frame(cluster = rep(1:2, c(9, 5)), width = rep(c(0.5, 1), c(9, 5)))
  expect_equal(scrb:::silhouette_means(widths, fit), list(by_cluster = c(0.5, 1), overall = 0.55))
})

test_that("no random number is drawn, and a second call gives the same", {
  skip_if_not_installed("cluster")
  set.seed(6)
  fit <- made_up_fit(c(600, 500))
  before <- .Random.seed
  first <- cluster::silhouette(fit, max_points = 200)
  expect_identical(.Random.seed, before)
  expect_identical(cluster::silhouette(fit, max_points = 200), first)
})

test_that("what cannot be done is an error", {
  skip_if_not_installed("cluster")
  expect_error(cluster::silhouette(overlapping(keep = "model")),
               "silhouette() needs the embedding of the fit, which was dropped", fixed = TRUE, class = "scrb_error")
  fit <- overlapping()
  expect_error(cluster::silhouette(fit, max_points = 1), "`max_points` must be", class = "scrb_error")
  expect_error(cluster::silhouette(fit, dist = 1), "unused argument: `dist`", class = "scrb_error")
})

test_that("row names that are missing or come twice do no harm", {
  set.seed(9)
  x <- rbind(blobs(2, 30)$x, c(90, 90)) # with a stray row
  for (names in list(c(NA, paste0("r", 2:61)), rep("same", 61))) {
    rownames(x) <- names
    fit <- sc_rb(x, 2, sigma = 0.1)
    expect_identical(summary(fit)$silhouette_rows, 60L)
    expect_identical(nrow(as.data.frame(fit)), 61L)
    grDevices::pdf(NULL)
    expect_silent(plot(fit, which = 1:4))
    grDevices::dev.off()
  }
})
