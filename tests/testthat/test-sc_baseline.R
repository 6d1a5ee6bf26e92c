# What all compared methods have in common. Their arithmetic is in test-dense_features.R and test-landmarks.R.

# Degrees that are not positive are told of in test-dense_features.R.
fit_method <- function(method, x, k, ..., seed = 1) {
  set.seed(seed)
  withCallingHandlers(sc_baseline(x, k, method, ...), scrb_warning = function(warning) {
    if (grepl("not positive", conditionMessage(warning))) tryInvokeRestart("muffleWarning")
  })
}

fourier_methods <- c("kk_rf", "sv_rf", "sc_rf")
landmark_methods <- c("kk_rs", "nystrom", "lsc")

test_that("fits of every method have the fields that are promised", {
  set.seed(1)
  data <- blobs(3, 40, d = 4)
  x <- data$x
  dimnames(x) <- list(paste0("r", 1:120), letters[1:4])
  for (method in baseline_methods) {
    fit <- fit_method(method, x, 3, rank = 50, sigma = 1.5)
    expect_s3_class(fit, "scrb", exact = TRUE)
    expect_identical(fit$method, method)
    expect_type(fit$cluster, "integer")
    expect_identical(names(fit$cluster), rownames(x))
    expect_same_partition(fit$cluster, data$truth)
    expect_identical(fit$k, 3L)
    expect_identical(fit$size, rep(40L, 3))
    expect_identical(dimnames(fit$centers), list(c("1", "2", "3"), letters[1:4]))
    expect_equal(fit$centers, rowsum(x, fit$cluster) / 40, tolerance = 1e-6, ignore_attr = TRUE)
    expect_length(fit$withinss, 3)
    expect_equal(fit$tot.withinss, sum(fit$withinss))
    expect_equal(fit$betweenss, fit$totss - fit$tot.withinss)
    expect_identical(fit$rank, if (!method %in% c("kmeans", "exact")) 50L)
    if (method != "kmeans") expect_identical(fit[c("sigma", "kernel")], list(sigma = 1.5, kernel = "laplacian"))
    expect_type(fit$diagnostics, "list")
    expect_named(fit$kmeans, c("iterations", "converged"))
    expect_true(fit$kmeans$converged)
    expect_true(all(c("prepare", "kmeans", "total") %in% names(fit$time)))
    expect_true(all(names(fit$time) %in% c("prepare", "features", "degrees", "singular_vectors", "embedding", "kmeans",
                                           "labels", "total")))
    expect_true(all(fit$time >= 0))
    expect_lte(sum(fit$time[names(fit$time) != "total"]), fit$time[["total"]] + 0.1)
    expect_named(fit$scaling, c("method", "center", "scale", "unit"))
    expect_identical(fit$columns$names, letters[1:4])
    expect_null(fit$na.action)
    expect_identical(as.list(fit$call)$method, quote(method))
    expect_identical(dim(fit$landmarks), if (method == "lsc") c(50L, 4L))
  }
})

test_that("embeddings have a row per row, and sums of squares are theirs", {
  set.seed(2)
  x <- blobs(3, 40, d = 4, sd = 1.5)$x
  rownames(x) <- paste0("r", 1:120)
  for (method in c("kmeans", embedding_methods)) {
    fit <- fit_method(method, x, 3, rank = 50, sigma = 0.8)
    expect_identical(dim(fit$embedding), c(120L, if (method == "kmeans") 4L else 3L))
    expect_identical(rownames(fit$embedding), rownames(x))
    expect_identical(dim(fit$embedding_centers), c(3L, ncol(fit$embedding)))
    means <- rowsum(fit$embedding, fit$cluster) / fit$size
    expect_equal(fit$embedding_centers, means, tolerance = 1e-5, ignore_attr = TRUE)
    squares <- rowSums((fit$embedding - means[fit$cluster, ])^2)
    expect_equal(fit$withinss, as.vector(tapply(squares, fit$cluster, sum)), tolerance = 1e-5)
    expect_equal(fit$totss, sum(scale(fit$embedding, scale = FALSE)^2), tolerance = 1e-5)
    expect_lt(fixed_point_excess(fit$embedding, fit$cluster), 1e-6)
    expect_null(fit_method(method, x, 3, rank = 50, sigma = 0.8, keep = NULL)$embedding)
    if (method != "kmeans") {
      expect_named(fit$solver, c("name", "side", "products", "iterations", "residuals", "converged", "recovered"))
      expect_true(fit$solver$converged)
      expect_gte(length(fit$singular_values), 3)
      expect_false(is.unsorted(rev(fit$singular_values)))
    }
  }
  for (method in c("kk_rs", "kk_rf")) {
    fit <- fit_method(method, x, 3, rank = 50, sigma = 0.8)
    expect_null(fit$embedding)
  }
  for (method in c("kmeans", "kk_rs", "kk_rf")) {
    expect_null(fit_method(method, x, 3, rank = 50, sigma = 0.8)[["singular_values"]])
    expect_null(fit_method(method, x, 3, rank = 50, sigma = 0.8)[["solver"]])
  }
})

test_that("the same seed gives the same fit for any number of threads, another seed another", {
  set.seed(3)
  x <- matrix(rnorm(1500 * 6), 1500)
  for (method in baseline_methods) {
    one <- fit_method(method, x, 5, rank = 64, nstart = 2, threads = 1)
    expect_identical(without_times(fit_method(method, x, 5, rank = 64, nstart = 2, threads = 1)), without_times(one))
    expect_identical(without_times(fit_method(method, x, 5, rank = 64, nstart = 2, threads = 2)), without_times(one))
    another <- fit_method(method, x, 5, rank = 64, nstart = 2, threads = 1, seed = 2)
    expect_false(identical(without_times(another), without_times(one)))
  }
})

test_that("clusters are numbered in order of first appearance", {
  set.seed(4)
  data <- blobs(4, 30)
  order <- sample(120)
  for (method in baseline_methods) {
    fit <- fit_method(method, data$x[order, ], 4, rank = 100, sigma = 0.3)
    expect_identical(unname(fit$cluster), by_appearance(data$truth[order]))
  }
})

test_that("one rule gives sigma for every method and kernel, and draws before the method does", {
  set.seed(5)
  for (n in c(40, 600)) {
    x <- matrix(rnorm(n * 3), n)
    target <- min(0.5, max(0.02, 5 / n))
    for (kernel in c("laplacian", "gaussian")) {
      fits <- lapply(setdiff(baseline_methods, "kmeans"), fit_method, x, 2, rank = 20, kernel = kernel)
      expect_length(unique(vapply(fits, function(fit) fit$sigma, 1)), 1)
      w <- reference_kernel(to_range(x), to_range(x), fits[[1]]$sigma, kernel)
      # 4000 pairs were drawn: the mean of their kernel values is off by a standard error of at most this
      expect_lt(abs(mean(w[upper.tri(w)]) - target), 4 * stats::sd(w[upper.tri(w)]) / sqrt(4000))
    }
  }
  set.seed(1)
  sigma <- scrb:::choose_sigma(x, list(method = "range", center = apply(x, 2, min),
                                       scale = apply(x, 2, function(x) diff(range(x)))), 1L)
  frequencies <- scrb:::draw_frequencies(3, 20, sigma, "laplacian")
  fit <- fit_method("sv_rf", x, 2, rank = 20)
  expect_equal(fit$sigma, sigma)
  reference <- svd(reference_fourier(to_range(x), frequencies))$u[, 1:2]
  expect_lt(subspace_distance(fit$embedding, reference), 1e-3)
})

# Numbers and factors as the kernels see them: squares or absolute differences of numbers, 1 for factors that differ.
mixed_kernel <- function(numbers, factors, sigma, kernel) {
  power <- if (kernel == "laplacian") 1 else 2
  total <- 0
  for (j in seq_len(ncol(numbers))) total <- total + abs(outer(numbers[, j], numbers[, j], "-"))^power
  for (f in factors) total <- total + outer(as.character(f), as.character(f), "!=")
  exp(-total / if (kernel == "laplacian") sigma else 2 * sigma^2)
}

test_that("rows that differ in a level are at distance 1", {
  for (seed in 1:2) {
    set.seed(seed)
    data <- mixed(3, 40)$x[c("number", "f", "s")]
    for (kernel in c("laplacian", "gaussian")) {
      w <- mixed_kernel(to_range(as.matrix(data["number"])), data[c("f", "s")], 0.7, kernel)
      reference <- reference_spectral(w, 3)
      expect_gt(reference$values[3] - reference$values[4], 0.02)
      for (method in c("exact", "nystrom")) {
        fit <- fit_method(method, data, 3, sigma = 0.7, kernel = kernel)
        expect_lt(gram_distance(fit$embedding, reference$embedding), 2e-3)
      }
      many <- fit_method("sc_rf", data, 3, rank = 2048, sigma = 0.7, kernel = kernel)
      expect_lt(procrustes_distance(reference$embedding, many$embedding), 0.15)
    }
  }
  only <- data.frame(f = c("a", "a", "b", "b"))
  value <- function(kernel) {
    # of D^-1/2 K D^-1/2 = [1 1 v v; ...] / (2 + 2 v) the second eigenvalue is (1 - v) / (1 + v)
    second <- sc_baseline(only, 2, "exact", sigma = 0.7, kernel = kernel)$singular_values[2]^2
    (1 - second) / (1 + second)
  }
  expect_equal(value("laplacian"), exp(-1 / 0.7), tolerance = 1e-5)
  expect_equal(value("gaussian"), exp(-1 / (2 * 0.7^2)), tolerance = 1e-5)
})

test_that("data frames of mixed columns can be clustered by every method, and centres show their levels", {
  set.seed(6)
  data <- mixed(3, 60)
  for (method in baseline_methods) {
    fit <- fit_method(method, data$x, 3, rank = 100, sigma = 1)
    expect_gt(agreement(fit$cluster, data$truth)[["nmi"]], 0.8)
    expect_s3_class(fit$centers, "data.frame")
    expect_identical(names(fit$centers), names(data$x))
    expect_s3_class(fit$centers$f, "factor")
    expect_identical(fit$xlevels$f, c("a", "b", "c"))
    expect_equal(fit$centers$number, as.vector(tapply(data$x$number, fit$cluster, mean)), tolerance = 1e-5)
  }
})

test_that("scaling is that of sc_rb()", {
  set.seed(8)
  x <- blobs(3, 40, d = 3, sd = 2)$x %*% diag(c(1, 100, 0.01))
  for (method in baseline_methods) {
    ranged <- fit_method(method, x, 3, rank = 60, sigma = 0.5)
    expect_identical(ranged$cluster, fit_method(method, to_range(x), 3, rank = 60, sigma = 0.5, scale = "none")$cluster)
    by_sd <- fit_method(method, x, 3, rank = 60, sigma = 3, scale = "sd")
    divided <- sweep(x, 2, apply(x, 2, stats::sd), "/")
    expect_identical(by_sd$cluster, fit_method(method, divided, 3, rank = 60, sigma = 3, scale = "none")$cluster)
  }
})

test_that("rows with missing values are left out, or labelled NA", {
  set.seed(9)
  whole <- blobs(2, 39)$x
  x <- rbind(whole[1:10, ], NA, whole[11:78, ], c(1, NA))
  for (method in baseline_methods) {
    fit <- function(x, ...) fit_method(method, x, 2, rank = 30, sigma = 0.3, ...)
    expected <- fit(whole)
    expect_error(fit(x), "are NA or NaN, the first in row 11", class = "scrb_error")
    expect_message(omitted <- fit(x, na.action = na.omit), "na.omit left out 2 of 80 rows", class = "scrb_message")
    expect_identical(unname(omitted$cluster), unname(expected$cluster))
    excluded <- fit(x, na.action = na.exclude)
    expect_identical(unname(which(is.na(excluded$cluster))), c(11L, 80L))
    expect_identical(unname(excluded$cluster[-c(11, 80)]), unname(expected$cluster))
    expect_identical(unname(excluded$embedding[-c(11, 80), ]), unname(expected$embedding))
    expect_identical(nobs(excluded), 78L)
    expect_output(print(excluded), "Left out: 2 rows")
  }
})

test_that("rank is a number of landmarks at most that of rows, or an even number of features", {
  set.seed(10)
  data <- blobs(3, 20)
  fit <- function(method, rank) fit_method(method, data$x, 3, rank = rank, sigma = 0.3)
  for (method in landmark_methods) {
    expect_identical(fit(method, 1000)$rank, 60L)
    expect_same_partition(fit(method, 1000)$cluster, data$truth)
  }
  for (method in fourier_methods) {
    expect_identical(fit(method, 1000)$rank, 1000L)
    expect_error(fit(method, 7), "`rank` must .*even.*7", class = "scrb_error")
  }
  for (method in c(landmark_methods, fourier_methods)) {
    expect_error(fit(method, 2), "`rank` must", class = "scrb_error")
    expect_error(fit(method, 0), "`rank` must", class = "scrb_error")
    expect_error(fit(method, 20.5), "`rank` must", class = "scrb_error")
    expect_error(fit(method, "20"), "`rank` must", class = "scrb_error")
  }
  for (method in c("kmeans", "exact")) expect_same_partition(fit(method, 7)$cluster, data$truth)
})

test_that("wrong arguments are told in the package's way", {
  x <- blobs(2, 20)$x
  expect_error(sc_baseline(x, 2), "`method`.*must be given", class = "scrb_error")
  expect_error(sc_baseline(x, method = "kmeans"), "`k`, the number of clusters, must be given.", class = "scrb_error")
  message <- conditionMessage(expect_error(sc_baseline(x, 2, "spectral"), "`method` must be", class = "scrb_error"))
  for (method in baseline_methods) {
    expect_match(message, paste0("\"", method, "\""), fixed = TRUE)
    expect_error(sc_baseline(x, 1, method), "`k` must be a single whole number between 2 and nrow\\(x\\) \\(= 40\\)",
                 class = "scrb_error")
    expect_error(sc_baseline(x, 41, method), "`k` must be", class = "scrb_error")
    expect_error(sc_baseline(replace(x, 5, Inf), 2, method), "infinite", class = "scrb_error")
    expect_error(sc_baseline(x, 2, method, n_grids = 3), "unused argument: `n_grids`", class = "scrb_error")
    expect_error(sc_baseline(letters, 2, method), "`x` must be", class = "scrb_error")
  }
  expect_error(sc_baseline(x, 2, "exact", sigma = -1), "`sigma` must", class = "scrb_error")
  expect_error(sc_baseline(x, 2, "exact", kernel = "cauchy"), "`kernel` must", class = "scrb_error")
  expect_error(sc_baseline(x, 2, "exact", scale = "max"), "`scale` must", class = "scrb_error")
  expect_error(sc_baseline(x, 2, "kmeans", nstart = 0), "`nstart` must", class = "scrb_error")
})
