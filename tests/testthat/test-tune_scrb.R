tuned_on <- function(x, k, ..., seed = 1, threads = 1) {
  set.seed(seed)
  suppressWarnings(tune_scrb(x, k, ..., threads = threads))
}

test_that("conductance is what a loop over all links finds", {
  set.seed(1)
  for (k in c(2, 5)) {
    x <- matrix(rnorm(400), 100)
    graph <- scrb:::neighbour_graph(x, 1L)
    expect_identical(dim(graph), c(10L, 100L))
    distance <- as.matrix(dist(x))
    for (i in sample(100, 10)) expect_setequal(graph[, i], order(distance[, i])[2:11])
    cluster <- sample(0:k, 100, replace = TRUE) # 0: stray
    leaving <- total <- numeric(k)
    for (i in 1:100) {
      for (j in graph[, i]) {
        for (end in list(c(i, j), c(j, i))) {
          own <- cluster[end[1]]
          if (own > 0) {
            total[own] <- total[own] + 1
            leaving[own] <- leaving[own] + (cluster[end[2]] != own)
          }
        }
      }
    }
    expect_equal(scrb:::conductance(graph, cluster, k), mean(leaving / total))
  }
  expect_equal(scrb:::conductance(matrix(c(2, 1, 4, 3), 1), c(1, 1, 2, 2), 2), 0)
  expect_equal(scrb:::conductance(matrix(c(2, 1, 4, 3), 1), c(1, 1, 2, 2), 3), 1 / 3) # an empty cluster counts 1
  expect_equal(scrb:::conductance(matrix(c(3, 4, 1, 2), 1), c(1, 1, 2, 2), 2), 1)
})

test_that("a candidate's labels are those of a fit with its settings", {
  set.seed(2)
  data <- blobs(4, 100)
  tuned <- tuned_on(data$x, 4)
  expect_s3_class(tuned, "scrb_tuning")
  table <- tuned$candidates
  expect_identical(nrow(table), 18L)
  expect_identical(as.data.frame(tuned), table)
  expect_identical(sum(table$chosen), 1L)
  expect_identical(dim(tuned$labels), c(400L, 18L))
  expect_identical(tuned$rows, 1:400)
  for (i in seq_len(nrow(table))) {
    # well separated: every candidate finds the blobs
    expect_equal(agreement(tuned$labels[, i], data$truth)[["ari"]], 1)
    expect_equal(table$agreement[i], 1)
    expect_lt(table$conductance[i], 0.01)
  }
  expect_equal(table$score, log((table$reference + 0.02) / (table$conductance + 0.02)) + table$agreement)
  expect_s3_class(tuned$fit, "scrb")
  chosen <- table[table$chosen, ]
  expect_identical(tuned$fit$n_nearest, chosen$n_nearest)
  expect_identical(tuned$fit$weights, chosen$weights)
  expect_identical(tuned$fit$scaling$method, chosen$scale)
  expect_identical(table$score[table$chosen], max(table$score))
  expect_identical(predict(tuned$fit, data$x), tuned$fit$cluster)
  expect_identical(as.list(tuned$fit$call)[c("k", "n_nearest")], list(k = 4L, n_nearest = chosen$n_nearest))
  expect_identical(tuned$fit$call[[1]], quote(sc_landmarks))
})

test_that("neighbouring candidates are those one step away", {
  table <- expand.grid(n_nearest = c(5L, 8L, 12L), weights = c("gaussian", "binary"), scale = c("none", "sd"),
                       stringsAsFactors = FALSE)
  table$features <- "landmarks"
  table$sigma <- NA_real_
  set.seed(3)
  labels <- lapply(1:12, function(i) sample(3, 60, replace = TRUE))
  ari <- function(i, j) agreement(labels[[i]], labels[[j]])[["ari"]]
  got <- scrb:::neighbour_agreement(table, labels)
  expect_equal(got[1], mean(c(ari(1, 2), ari(1, 4))))
  expect_equal(got[2], mean(c(ari(2, 1), ari(2, 3), ari(2, 5))))
  expect_equal(got[6], mean(c(ari(6, 5), ari(6, 3))))
  expect_equal(got[7], mean(c(ari(7, 8), ari(7, 10))))
  labels[[2]] <- rep(NA_integer_, 60) # without a fit
  got <- scrb:::neighbour_agreement(table, labels)
  expect_equal(got[1], ari(1, 4))
  expect_true(is.na(got[2]))
  expect_identical(scrb:::neighbour_agreement(table[1, ], labels[1]), 0)
  grids <- data.frame(features = "grids", scale = "range", weights = NA, n_nearest = NA, sigma = c(4, 1, 2))
  expect_equal(scrb:::neighbour_agreement(grids, labels[4:6])[1], ari(4, 6))
})

test_that("the score tells a scaling that hides the clusters from one that shows them", {
  hits <- vapply(1:5, function(seed) {
    set.seed(seed)
    truth <- rep(1:3, each = 150)
    x <- cbind(matrix(c(0, 0, 5, 0, 2.5, 4), 3, byrow = TRUE)[truth, ] + rnorm(900), runif(450, 0, 1000))
    tuned <- tuned_on(x, 3, seed = seed)
    expect_gt(max(apply(tuned$labels, 2, function(labels) agreement(labels, truth)[["nmi"]])), 0.8)
    tuned$candidates$scale[tuned$candidates$chosen] != "none"
  }, NA)
  expect_gte(sum(hits), 4)
})

test_that("winding shapes take few neighbours and gaussian weights or as good", {
  for (seed in 1:3) {
    set.seed(seed)
    angle <- runif(900, 0, 2 * pi)
    ring <- rep(1:3, each = 300)
    x <- cbind(cos(angle), sin(angle)) * (ring + rnorm(900, sd = 0.05))
    tuned <- tuned_on(x, 3, seed = seed)
    expect_gt(agreement(tuned$fit, ring)[["nmi"]], 0.95)
  }
})

test_that("seeds and threads: the same table and fit", {
  set.seed(5)
  x <- blobs(3, 200, d = 4, sd = 2)$x
  for (features in c("landmarks", "both")) {
    plain <- function(tuned) {
      tuned$fit <- without_times(tuned$fit)
      tuned$call <- NULL
      tuned
    }
    one <- plain(tuned_on(x, 3, features = features, n_nearest = c(5, 8), sigma_times = c(0.5, 1)))
    two <- plain(tuned_on(x, 3, features = features, n_nearest = c(5, 8), sigma_times = c(0.5, 1), threads = 2))
    one$fit$call <- two$fit$call <- NULL
    expect_identical(one, two)
  }
})

test_that("grids: candidates of sigma, chosen by conductance alone", {
  set.seed(6)
  x <- blobs(3, 150, d = 2, sd = 1.5)$x
  tuned <- tuned_on(x, 3, features = "grids", sigma_times = c(1, 0.25, 4))
  table <- tuned$candidates
  expect_identical(table$features, rep("grids", 3))
  expect_equal(table$sigma / table$sigma[2], c(0.25, 1, 4))
  expect_identical(which(table$chosen), which.min(table$conductance))
  expect_identical(tuned$fit$method, "sc_rb")
  expect_equal(tuned$fit$sigma, table$sigma[table$chosen])
  both <- tuned_on(x, 3, features = "both", halves = TRUE)
  expect_identical(nrow(both$candidates), 24L)
  expect_true(all(both$candidates$halves <= 1 & both$candidates$halves > -0.5))
  expect_output(print(both), "Best landmarks and best grids agree by")
})

test_that("large data are tried by a sample and fitted whole, with the candidates' number of landmarks", {
  set.seed(7)
  data <- blobs(3, 3000, d = 2)
  tuned <- tuned_on(data$x, 3, max_rows = 1000, scale = "none", weights = "gaussian", n_nearest = 8)
  expect_length(tuned$rows, 1000)
  expect_identical(nrow(tuned$labels), 1000L)
  expect_length(tuned$fit$cluster, 9000)
  expect_identical(tuned$fit$diagnostics$pool, scrb:::default_landmarks(1000))
  expect_equal(agreement(tuned$fit, data$truth)[["ari"]], 1)
  expect_identical(tuned$candidates$agreement, 0) # alone
})

test_that("factors, sparse data, many columns and missing values are taken", {
  set.seed(8)
  cars <- tuned_on(iris, 3, n_nearest = 8)
  expect_equal(nrow(cars$candidates), 6)
  sparse <- Matrix::rsparsematrix(300, 10, 0.3)
  expect_s3_class(tuned_on(sparse, 2, n_nearest = 5, weights = "gaussian")$fit, "scrb")
  wide <- blobs(2, 100, d = 80)
  expect_equal(agreement(tuned_on(wide$x, 2, scale = "none", n_nearest = 5)$fit, wide$truth)[["ari"]], 1)
  x <- blobs(2, 100)$x
  x[3, 1] <- NA
  expect_error(tune_scrb(x, 2), class = "scrb_error", "NA")
  tuned <- tuned_on(x, 2, na.action = na.exclude, n_nearest = 5)
  expect_true(is.na(tuned$fit$cluster[3]))
  expect_length(tuned$rows, 199)
})

test_that("few rows: neighbours that are most of a cluster are no candidates", {
  expect_identical(scrb:::sensible_nearest(c(12L, 5L, 8L), 32, 3), 5L)
  expect_identical(scrb:::sensible_nearest(c(5L, 8L, 12L), 150, 3), c(5L, 8L, 12L))
  set.seed(9)
  tuned <- tuned_on(as.matrix(mtcars[, 1:4]), 3)
  expect_identical(unique(tuned$candidates$n_nearest), 5L)
})

test_that("print and plot", {
  set.seed(10)
  tuned <- tuned_on(blobs(3, 80)$x, 3)
  expect_output(print(tuned, n = 3), "15 more candidates")
  expect_output(print(tuned), "The fit that was chosen")
  file <- tempfile(fileext = ".png")
  on.exit(unlink(file))
  grDevices::png(file)
  expect_identical(plot(tuned), tuned)
  grDevices::dev.off()
  expect_gt(file.size(file), 5000)
  expect_error(plot(tuned, col = 2), class = "scrb_error")
})

test_that("wrong arguments", {
  x <- blobs(2, 50)$x
  expect_error(tune_scrb(x), class = "scrb_error", "`k`")
  expect_error(tune_scrb(x, 1), class = "scrb_error", "`k`")
  expect_error(tune_scrb(x, 2:4), class = "scrb_error", "`k`")
  expect_error(tune_scrb(x, 2, features = "trees"), class = "scrb_error", "`features`")
  expect_error(tune_scrb(x, 2, scale = "log"), class = "scrb_error", "`scale`")
  expect_error(tune_scrb(x, 2, weights = character()), class = "scrb_error", "`weights`")
  expect_error(tune_scrb(x, 2, n_nearest = 0), class = "scrb_error", "`n_nearest`")
  expect_error(tune_scrb(x, 2, n_nearest = NULL), class = "scrb_error", "`n_nearest`")
  expect_error(tune_scrb(x, 2, sigma_times = -1, features = "grids"), class = "scrb_error", "`sigma_times`")
  expect_error(tune_scrb(x, 2, max_rows = 1), class = "scrb_error", "`max_rows`")
  expect_error(tune_scrb(x, 2, halves = NA), class = "scrb_error", "`halves`")
  expect_error(tune_scrb(x, 2, nonsense = 3), class = "scrb_error", "nonsense")
  expect_error(tune_scrb(x, 2, n_grids = 3), class = "scrb_error", "n_grids")
  expect_error(tune_scrb(x, 2, "landmarks", "none", "binary", 5, 1, 100, FALSE, na.fail, 1, 7), class = "scrb_error")
  expect_error(tune_scrb(matrix(1, 10, 2), 2), class = "scrb_error")
})
