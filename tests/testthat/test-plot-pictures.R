picture_fit <- function(k = 3, ...) {
  set.seed(k)
  sc_rb(blobs(k, 40)$x, k, n_grids = 128, sigma = 0.05, ...)
}

test_that("singular values: all of them, the first k marked, the gap between k and k + 1", {
  fit <- picture_fit(n_vectors = 5)
  picture <- scrb:::picture_singular_values(fit)
  expect_identical(picture$data$value, fit$singular_values)
  expect_identical(picture$data$kept, rep(c(TRUE, FALSE), c(3, 3)))
  expect_identical(picture$mark, 3.5)
  expect_identical(picture$subtitle, sprintf("gap after k = 3: %.3f", fit$singular_values[3] - fit$singular_values[4]))
  expect_equal(picture$breaks, 1:6)
  fit$singular_values <- fit$singular_values[1:3]
  picture <- scrb:::picture_singular_values(fit)
  expect_null(picture$mark)
  expect_null(picture$subtitle)
})

test_that("ticks are whole numbers within the range", {
  for (n in c(2, 3, 4, 9, 27, 51, 300)) {
    at <- scrb:::whole_breaks(n)
    expect_identical(at, round(at))
    expect_true(length(at) >= 2 && min(at) >= 1 && max(at) <= n)
  }
})

test_that("embedding: the rows that have a place there, in two of its columns", {
  fit <- picture_fit()
  picture <- scrb:::picture_embedding(fit, 5000)
  pair <- as.integer(sub("Singular vector ", "", c(picture$x, picture$y)))
  expect_equal(as.matrix(picture$data[c("x", "y")]), fit$embedding[, pair], ignore_attr = TRUE)
  expect_identical(picture$data$cluster, fit$cluster)
  expect_equal(as.matrix(picture$centers[c("x", "y")]), fit$embedding_centers[, pair], ignore_attr = TRUE)
  expect_null(picture$subtitle)
  expect_identical(scrb:::picture_embedding(fit, 50)$subtitle, "50 of 120 rows")
  expect_identical(as.vector(table(scrb:::picture_embedding(fit, 60)$data$cluster)), c(20L, 20L, 20L))
})

test_that("stray rows and rows with missing values are not in the pictures of the embedding", {
  set.seed(1)
  x <- rbind(blobs(2, 150, sd = 0.05)$x, c(50, 50), NA)
  fit <- sc_rb(x, 2, sigma = 0.3, scale = "none", na.action = na.exclude)
  for (picture in list(scrb:::picture_embedding(fit, 5000), scrb:::picture_silhouette(fit, 5000))) {
    expect_identical(nrow(picture$data), 300L)
    expect_false(anyNA(picture$data))
    expect_match(picture$subtitle, "300 of 301 rows, 1 stray row left out")
  }
})

test_that("the two coordinates shown are the first in which the most rows are nearest to their own centre", {
  told <- function(points, cluster, centers, pair) {
    distance <- as.matrix(dist(rbind(points[, pair], centers[, pair])))[seq_len(nrow(points)), -seq_len(nrow(points))]
    sum(apply(distance, 1, which.min) == cluster)
  }
  for (k in c(2, 3, 7)) {
    set.seed(k)
    fit <- sc_rb(blobs(k, 40, sd = 1)$x, k, n_grids = 64, sigma = 0.2)
    pair <- scrb:::best_pair(fit$embedding, fit$cluster, fit$embedding_centers)
    pairs <- utils::combn(k, 2)
    by_hand <- apply(pairs, 2, function(pair) told(fit$embedding, fit$cluster, fit$embedding_centers, pair))
    expect_identical(pair, pairs[, which.max(by_hand)])
  }
  centers <- matrix(0, 3, 12)
  centers[, 4] <- c(0, 1, 0)
  centers[, 6] <- c(0, 0, 1)
  centers[, 12] <- 1:3
  expect_identical(scrb:::best_pair(centers, 1:3, centers), c(4L, 6L))
})

test_that("sizes: one bar for each cluster", {
  fit <- picture_fit(4)
  picture <- scrb:::picture_sizes(fit)
  expect_identical(picture$data, data.frame(cluster = 1:4, size = fit$size))
  expect_identical(picture$subtitle, "160 rows in 4 clusters")
  fit$size <- rep(100000L, 4)
  expect_identical(scrb:::picture_sizes(fit)$subtitle, "400000 rows in 4 clusters")
})

test_that("silhouettes: sorted within clusters, which lie below each other", {
  set.seed(4)
  fit <- sc_rb(blobs(4, 40, sd = 2)$x, 4, n_grids = 64, sigma = 0.3)
  picture <- scrb:::picture_silhouette(fit, 5000)
  widths <- scrb:::silhouette_widths(fit$embedding, fit$cluster)
  expect_equal(picture$mean, mean(widths$width))
  expect_identical(sort(picture$data$width), sort(widths$width))
  expect_false(is.unsorted(picture$data$cluster))
  expect_true(all(diff(picture$data$y) <= -1))
  for (cluster in 1:4) {
    expect_false(is.unsorted(-picture$data$width[picture$data$cluster == cluster]))
    expect_identical(picture$label$text[cluster],
                     sprintf("%d: %.2f", cluster, mean(widths$width[fit$cluster == cluster])))
  }
  expect_identical(scrb:::picture_silhouette(fit, 100)$subtitle,
                   sprintf("mean %.2f, 100 of 160 rows", scrb:::picture_silhouette(fit, 100)$mean))
})

test_that("labels are spread out, in order and within the range", {
  set.seed(5)
  for (y in list(c(9, 8.9, 8.8, 1), c(10, 0), c(5, 5, 5, 5), c(1, 0.5, 0), sort(runif(30, 0, 10), decreasing = TRUE))) {
    apart <- 1 / max(30, length(y))
    got <- scrb:::spread_out(y, c(0, 10), apart)
    expect_true(all(diff(got) <= -10 * apart + 1e-9))
    expect_true(all(got >= -1e-9 & got <= 10 + 1e-9))
  }
  expect_equal(scrb:::spread_out(c(9, 5, 1), c(0, 10), 0.1), c(9, 5, 1))
  expect_equal(scrb:::spread_out(c(5, 5, 5), c(0, 10), 0.1), c(6, 5, 4))
})

test_that("text is as large as fits, or not there", {
  expect_identical(scrb:::text_size(3, 5), 0.8)
  expect_equal(scrb:::text_size(50, 5), 5 / 0.17 / 50)
  expect_identical(scrb:::text_size(200, 5), 0)
})

test_that("clusters differ by colour or symbol", {
  expect_identical(anyDuplicated(data.frame(scrb:::cluster_colors(72), scrb:::cluster_symbols(72))), 0L)
})

test_that("colours differ for colour-blind readers, and from white", {
  # linear maps of linear RGB for a complete lack of one kind of cone (Machado, Oliveira and Fernandes 2009)
  vision <- list(
    usual = diag(3),
    no_red = c(0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998),
    no_green = c(0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881),
    no_blue = c(1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900)
  )
  rgb <- grDevices::col2rgb(c("white", scrb:::cluster_colors(8))) / 255
  linear <- ifelse(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055)^2.4)
  for (map in vision) {
    seen <- pmin(pmax(matrix(map, 3, byrow = TRUE) %*% linear, 0), 1)
    seen <- ifelse(seen <= 0.0031308, 12.92 * seen, 1.055 * seen^(1 / 2.4) - 0.055)
    lab <- grDevices::convertColor(t(seen), "sRGB", "Lab")
    expect_gt(min(dist(lab)), 15) # about seven times what can just be told apart
  }
})
