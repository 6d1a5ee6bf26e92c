three <- c("sc_rb", "kmeans", "nystrom")
overlapping_blobs <- function(size = 60, k = 3) blobs(k, size, d = 3, sd = 2)

compare <- function(data, seed = 1, k = 3, truth = NULL, methods = three, rank = 32, repeats = 2, ...) {
  set.seed(seed)
  compare_methods(data$x, k, truth, methods, rank = rank, repeats = repeats, ...)
}

without_seconds <- function(result) {
  result$seconds <- NULL
  attr(result, "runs")$seconds <- NULL
  result
}

test_that("the columns and attributes are as promised", {
  skip_if_not_installed("clue") # which finds `acc`
  set.seed(1)
  data <- overlapping_blobs()
  measures <- names(agreement(1:2, 1:2))
  first <- c("method", "rank", "seconds", "memory", "silhouette", "stability")
  with <- compare(data, truth = data$truth)
  expect_s3_class(with, c("scrb_comparison", "data.frame"), exact = TRUE)
  expect_named(with, c(first, measures, paste0(measures, "_sd"), "average_rank", "note"))
  expect_identical(with$method, three)
  expect_identical(with$rank, c(32, NA, 32))
  expect_identical(with$note, rep("", 3))
  without <- compare(data)
  expect_named(without, c(first, "agreement", "note"))
  # the truth changes nothing else
  expect_identical(without[c("rank", "memory", "silhouette", "stability")],
                   with[c("rank", "memory", "silhouette", "stability")])
  runs <- attr(with, "runs")
  expect_named(runs, c("method", "run", "seed", "sigma", "rank", "seconds", "silhouette", measures, "note"))
  expect_identical(runs$method, rep(three, each = 2))
  expect_identical(runs$run, rep(1:2, 3))
  expect_identical(dim(attr(with, "labels")), c(180L, 6L))
  expect_identical(attr(with, "settings"),
                   list(n = 180L, k = 3L, rank = 32L, repeats = 2L, kernel = "laplacian", scale = "range"))
  expect_identical(with$seconds, as.vector(tapply(runs$seconds, factor(runs$method, three), median)))
})

test_that("every run is what its method gives after its seed", {
  set.seed(2)
  data <- overlapping_blobs()
  methods <- scrb:::all_methods()
  expect_setequal(methods, c("sc_rb", "sc_landmarks", baseline_methods))
  result <- compare(data, methods = methods, scale = "sd", nstart = 3, iter.max = 50)
  # degrees of sc_rf are told of, nothing failed
  expect_identical(nzchar(result$note), methods == "sc_rf")
  expect_false(anyNA(result$silhouette))
  runs <- attr(result, "runs")
  expect_identical(nrow(runs), 20L)
  for (i in seq_len(nrow(runs))) {
    set.seed(runs$seed[i])
    fit <- suppressWarnings(switch(
      runs$method[i],
      sc_rb = sc_rb(data$x, 3, n_grids = 32, scale = "sd", nstart = 3, iter.max = 50),
      sc_landmarks = sc_landmarks(data$x, 3, scale = "sd", nstart = 3, iter.max = 50),
      sc_baseline(data$x, 3, runs$method[i], rank = 32, scale = "sd", nstart = 3, iter.max = 50)
    ))
    expect_identical(attr(result, "labels")[, i], fit$cluster)
    expect_identical(runs$sigma[i], if (runs$method[i] == "kmeans") NA_real_ else fit$sigma)
    expect_identical(runs$rank[i], switch(runs$method[i], kmeans = , exact = NA_real_, sc_landmarks = 180, 32))
  }
  # one sigma for all methods of a repeat that share a kernel, one seed for all its runs
  by_run <- split(runs[!runs$method %in% c("kmeans", "sc_landmarks"), ], ~run)
  expect_identical(unname(vapply(by_run, function(run) length(unique(run$sigma)), 1L)), c(1L, 1L))
  expect_identical(unname(vapply(by_run, function(run) length(unique(run$seed)), 1L)), c(1L, 1L))
  expect_length(unique(runs$seed), 2)
  given <- attr(compare(data, sigma = 0.7), "runs")$sigma
  expect_identical(given, c(0.7, 0.7, NA, NA, 0.7, 0.7))
})

test_that("scores are those of the labels, worked out once more", {
  skip_if_not_installed("clue") # which finds `acc`
  for (seed in 3:4) {
    set.seed(seed)
    data <- overlapping_blobs()
    result <- compare(data, seed, truth = data$truth, repeats = 3)
    labels <- attr(result, "labels")
    runs <- attr(result, "runs")
    measures <- names(agreement(1:2, 1:2))
    scores <- t(apply(labels, 2, agreement, data$truth))
    expect_equal(as.matrix(runs[measures]), scores, ignore_attr = TRUE)
    for (method in three) {
      of_method <- scores[runs$method == method, ]
      row <- result[result$method == method, ]
      expect_equal(unlist(row[measures]), colMeans(of_method))
      expect_equal(unlist(row[paste0(measures, "_sd")]), apply(of_method, 2, sd), ignore_attr = TRUE)
    }
    expect_identical(result$average_rank, unname(average_rank(runs)))
    ari <- apply(labels, 2, function(a) apply(labels, 2, function(b) agreement(a, b)[["ari"]]))
    diag(ari) <- NA
    between <- sapply(three, function(a) {
      sapply(three, function(b) mean(ari[runs$method == a, runs$method == b], na.rm = TRUE))
    })
    expect_equal(attr(result, "between"), between)
    expect_equal(result$stability, unname(diag(between)))
    diag(between) <- NA
    expect_equal(compare(data, seed, repeats = 3)$agreement, unname(rowMeans(between, na.rm = TRUE)))
    expect_gt(diff(range(result$stability, between, na.rm = TRUE)), 0.01)
  }
})

test_that("silhouettes are those of package cluster, in the scaled data", {
  skip_if_not_installed("cluster")
  set.seed(5)
  data <- overlapping_blobs()
  data$x[, 2] <- 1000 * data$x[, 2] # a column that would rule without scaling
  result <- compare(data)
  runs <- attr(result, "runs")
  distance <- dist(apply(data$x, 2, function(v) (v - min(v)) / diff(range(v))), "manhattan")
  expected <- apply(attr(result, "labels"), 2, function(cluster) {
    mean(cluster::silhouette(cluster, distance)[, "sil_width"])
  })
  expect_equal(runs$silhouette, expected, tolerance = 1e-5) # scaled columns are floats
  expect_equal(result$silhouette, as.vector(tapply(expected, factor(runs$method, three), mean)), tolerance = 1e-5)
})

test_that("factors count by mismatches in silhouettes, and baselines run on them", {
  skip_if_not_installed("cluster")
  set.seed(6)
  data <- mixed(3, 50, noise = 0.3)
  data$x$whole <- data$x$o <- NULL
  result <- compare(data, methods = c("sc_rb", "kmeans", "lsc"), sigma = 1)
  expect_identical(result$note, rep("", 3))
  number <- (data$x$number - min(data$x$number)) / diff(range(data$x$number))
  distance <- outer(number, number, function(a, b) abs(a - b)) + outer(data$x$f, data$x$f, "!=") +
    outer(data$x$s, data$x$s, "!=")
  expected <- apply(attr(result, "labels"), 2, function(cluster) {
    mean(cluster::silhouette(cluster, as.dist(distance))[, "sil_width"])
  })
  expect_equal(attr(result, "runs")$silhouette, expected, tolerance = 1e-5)
  # a column for each of the three levels of two factors, beside the number
  expect_identical(result$memory[3], scrb:::baseline_memory(150, 7, 3, "lsc", 32))
})

test_that("of many rows a sample has silhouettes, the same for all runs", {
  skip_if_not_installed("cluster")
  set.seed(7)
  data <- overlapping_blobs(400)
  result <- compare(data, 8, methods = three[1:2], rank = 8, nstart = 1)
  set.seed(8)
  expect_identical(attr(result, "runs")$seed, rep(sample.int(.Machine$integer.max, 2), 2))
  rows <- sort(sample.int(1200, 1000))
  distance <- dist(apply(data$x, 2, function(v) (v - min(v)) / diff(range(v)))[rows, ], "manhattan")
  expected <- apply(attr(result, "labels")[rows, ], 2, function(cluster) {
    mean(cluster::silhouette(cluster, distance)[, "sil_width"])
  })
  expect_equal(attr(result, "runs")$silhouette, expected, tolerance = 1e-5)
  # no silhouette where the sample meets one cluster only
  expect_identical(scrb:::mean_silhouette(matrix(0, 2, 2), c(1L, 1L)), NA_real_)
})

test_that("the same seed gives the same comparison, whatever the threads, and another seed another", {
  set.seed(9)
  data <- overlapping_blobs()
  result <- without_seconds(compare(data, threads = 1, truth = data$truth))
  # the estimate for sc_rb depends on threads
  same_but_memory <- function(a, b) expect_identical(replace(a, "memory", NULL), replace(b, "memory", NULL))
  same_but_memory(without_seconds(compare(data, threads = 2, truth = data$truth)), result)
  expect_identical(without_seconds(compare(data, threads = 1, truth = data$truth)), result)
  expect_false(identical(attr(compare(data, seed = 2), "labels"), attr(result, "labels")))
})

test_that("what is drawn afterwards depends on the seed and the repeats, not on the methods", {
  set.seed(10)
  data <- overlapping_blobs()
  after <- function(...) {
    compare(data, 11, ...)
    runif(1)
  }
  set.seed(11)
  sample.int(.Machine$integer.max, 2)
  sample.int(180, 180)
  expected <- runif(1)
  expect_identical(after(), expected)
  expect_identical(after(methods = "kmeans"), expected)
  expect_identical(after(methods = "sc_rf", rank = 31), expected) # which fails
})

test_that("names and order of classes do not matter", {
  skip_if_not_installed("clue") # which finds `acc`
  set.seed(12)
  data <- overlapping_blobs()
  result <- without_seconds(compare(data, truth = data$truth))
  expect_equal(without_seconds(compare(data, truth = letters[c(3, 1, 2)][data$truth])), result)
  expect_equal(without_seconds(compare(data, truth = factor(-data$truth))), result)
})

test_that("a method that fails costs its own row", {
  skip_if_not_installed("clue") # which finds `acc`
  set.seed(13)
  data <- overlapping_blobs()
  good <- compare(data, truth = data$truth)
  methods <- c("sc_rb", "kk_rf", "kmeans", "nystrom")
  result <- expect_silent(compare(data, truth = data$truth, methods = methods, rank = 33))
  expect_identical(result$note[-2], rep("", 3))
  expect_match(result$note[2], "^`rank` must be even for .* not 33.$")
  expect_true(all(is.na(result[2, setdiff(names(result), c("method", "memory", "note"))])))
  expect_identical(average_rank(attr(result, "runs"))[["kk_rf"]], NA_real_)
  expect_false(anyNA(result[-2, setdiff(names(result), "rank")]))
  expect_equal(result[3, "nmi"], good[2, "nmi"]) # k-means knows no rank
  expect_true(all(is.na(attr(result, "between")["kk_rf", ])))
  expect_true(all(is.na(attr(result, "labels")[, attr(result, "runs")$method == "kk_rf"])))
  nothing <- compare(data, methods = c("kk_rf", "sc_rf"), rank = 33)
  expect_true(all(is.na(nothing[c("seconds", "silhouette", "stability", "agreement")])))
})

test_that("so does one that would take too much memory", {
  set.seed(14)
  data <- overlapping_blobs(300)
  methods <- c("kmeans", "nystrom", "exact")
  memory <- compare_methods(data$x[1:900, ], 3, methods = methods, rank = 8, repeats = 1)$memory
  old <- options(scrb.memory = sum(sort(memory)[2:3]) / 2)
  on.exit(options(old))
  result <- compare(data, methods = methods, rank = 8)
  expect_identical(is.na(result$seconds), c(FALSE, FALSE, TRUE))
  expect_match(result$note[3], "MB")
  expect_identical(result$memory, memory)
  expect_identical(memory[3], scrb:::baseline_memory(900, 3, 3, "exact", NULL))
})

test_that("the estimates of memory are those of the methods as they are run", {
  set.seed(15)
  data <- overlapping_blobs()
  result <- compare(data, methods = c("sc_rb", "kk_rs", "kk_rf"), rank = 200, repeats = 1, threads = 1)
  expect_identical(result$rank, c(200, 180, 200)) # no more rows than there are
  expect_identical(result$memory, c(sc_rb_memory(180, 3, 200, 3, keep = NULL, threads = 1),
                                    scrb:::baseline_memory(180, 3, 3, "kk_rs", 180),
                                    scrb:::baseline_memory(180, 3, 3, "kk_rf", 200)))
})

test_that("sc_rb has no Gaussian kernel, and the others do", {
  set.seed(16)
  result <- compare(overlapping_blobs(), kernel = "gaussian")
  expect_match(result$note[1], "`kernel` must be \"laplacian\" for \"sc_rb\", which has no gaussian kernel")
  expect_identical(is.na(result$silhouette), c(TRUE, FALSE, FALSE))
})

test_that("rows with missing values are left out, and their classes", {
  set.seed(17)
  data <- overlapping_blobs()
  truth <- replace(data$truth, 5, NA)
  holes <- data
  holes$x[5, 2] <- NA
  expect_error(compare(holes), "`x` must have no missing values", class = "scrb_error")
  expect_message(result <- compare(holes, truth = truth, na.action = na.omit), "left out 1 of 180 rows")
  whole <- compare(list(x = data$x[-5, ]), truth = truth[-5])
  expect_identical(without_seconds(result), without_seconds(whole))
})

test_that("a single run and a single method have no stability and no agreement", {
  set.seed(19)
  data <- overlapping_blobs()
  result <- compare(data, repeats = 1, truth = data$truth)
  expect_true(all(is.na(result[c("stability", "nmi_sd", "acc_sd")])))
  expect_false(anyNA(result$nmi))
  alone <- compare(data, methods = "kmeans")
  expect_identical(alone$agreement, NA_real_)
  expect_identical(dim(attr(alone, "between")), c(1L, 1L))
})

test_that("sc_landmarks stands beside the others, with settings of its own", {
  skip_if_not_installed("clue") # which finds `acc`
  set.seed(20)
  data <- overlapping_blobs()
  result <- compare(data, truth = data$truth, methods = c("sc_rb", "sc_landmarks"), sigma = 3, scale = "none")
  expect_identical(result$note, c("", ""))
  expect_false(anyNA(result[2, ]))
  runs <- attr(result, "runs")
  set.seed(runs$seed[3])
  fit <- sc_landmarks(data$x, 3)
  expect_identical(attr(result, "labels")[, 3], fit$cluster)
  # sigma is that of its own weights; neither it nor the kernel is told to it
  expect_identical(runs$sigma[3], fit$sigma)
  expect_false(runs$sigma[3] == 3)
  expect_identical(compare(data, methods = "sc_landmarks", kernel = "gaussian")$note, "")
  expect_identical(result$memory[2], scrb:::landmarks_memory(180, 3, 3, 180, 8, 9, 0, 50))
  expect_gt(attr(result, "between")["sc_rb", "sc_landmarks"], 0.5)
  printed <- capture.output(print(result))
  expect_match(printed, "^landm\\. ", all = FALSE)
})

test_that("arguments are checked before anything runs", {
  x <- overlapping_blobs()$x
  fails <- function(message, ...) expect_error(compare_methods(...), message, fixed = TRUE, class = "scrb_error")
  known <- paste0("\"sc_rb\", \"sc_landmarks\", \"kmeans\", \"exact\", \"kk_rs\", \"kk_rf\", \"sv_rf\", \"sc_rf\", ",
                  "\"nystrom\", \"lsc\"")
  fails("`k`, the number of clusters, must be given", x)
  fails("`k` must be a single whole number between 2 and nrow(x) (= 180), not 200", x, 200)
  fails(paste0("`methods` must be any of ", known, ", not \"pam\", \"clara\"."), x, 3,
        methods = c("pam", "sc_rb", "clara"))
  fails("`methods` must be any of", x, 3, methods = character())
  fails("`methods` must be any of", x, 3, methods = NULL)
  fails("`methods` must name a method once, but \"lsc\" comes twice", x, 3, methods = c("lsc", "kmeans", "lsc"))
  fails("`truth` must have a label for each row of `x` (= 180), not 3", x, 3, truth = 1:3)
  fails("`truth` must have no missing labels, but 2 of 180 are NA", x, 3, truth = c(NA, NA, rep(1, 178)))
  fails("`truth` must be a vector of labels, or a fit", x, 3, truth = x)
  fails("`rank` must be", x, 3, rank = 0)
  fails("`repeats` must be", x, 3, repeats = 1.5)
  fails("`sigma` must be", x, 3, sigma = -1)
  fails("`kernel` must be one of \"laplacian\", \"gaussian\", not \"cauchy\"", x, 3, kernel = "cauchy")
  fails("`scale` must be", x, 3, scale = "z")
  fails("`nstart` must be", x, 3, nstart = 0)
  fails("`iter.max` must be", x, 3, iter.max = 0)
  fails("`threads` must be", x, 3, threads = 0)
  fails("`progress` must be", x, 3, progress = NA)
  fails("`x` must have finite values only", replace(x, 7, Inf), 3)
})
