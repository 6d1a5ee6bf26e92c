# Data, arguments and fits that once broke something: a right result, or an error that names the cause.

fails <- function(code, message) expect_error(code, message, class = "scrb_error")

seeded <- function(code, seed = 1) {
  set.seed(seed)
  code
}

test_that("new rows beyond what single precision holds join the nearest centre", {
  set.seed(1)
  x <- matrix(rnorm(4800), 60)
  for (fit in list(sc_landmarks(x, 2), sc_rb(x, 2, sigma = 30))) {
    for (factor in c(1e20, 1e39, 1e200, -1e39)) {
      label <- suppressWarnings(predict(fit, x * factor))
      expect_true(all(label %in% 1:2))
    }
  }
  expect_warning(predict(sc_landmarks(x, 2), x * 1e39), "60 of 60 rows of `newdata` are too far from every landmark",
                 class = "scrb_warning")
})

test_that("a column of one huge value makes no difference", {
  set.seed(2)
  other <- c(rnorm(30), rnorm(30, 9))
  for (form in list(identity, as_sparse)) {
    x <- form(cbind(rep(1e300, 60), other))
    for (scale in c("none", "range", "sd")) {
      fit <- seeded(sc_landmarks(x, 2, scale = scale))
      expect_identical(fit$cluster, seeded(sc_landmarks(form(cbind(0, other)), 2, scale = scale))$cluster)
      expect_identical(predict(fit, x), fit$cluster)
    }
    expect_same_partition(seeded(sc_rb(x, 2, sigma = 0.3))$cluster, rep(1:2, each = 30))
    expect_same_partition(seeded(tune_scrb(x, 2))$fit$cluster, rep(1:2, each = 30))
  }
})

test_that("tiny values beside a factor of one level are clustered as larger ones are", {
  set.seed(3)
  v <- runif(60)
  for (power in c(-133, -140)) {
    x <- data.frame(g = factor("a"), v = v * 2^power)
    fit <- seeded(sc_landmarks(x, 2))
    expect_identical(fit$cluster, seeded(sc_landmarks(data.frame(g = factor("a"), v), 2))$cluster)
    expect_identical(predict(fit, x), fit$cluster)
  }
  # as in the report
  expect_s3_class(sc_landmarks(data.frame(g = factor("a"), v = v * 1e-40), 2), "scrb")
})

test_that("means of the largest numbers do not overflow", {
  x <- matrix(c(1.5e308, 1.6e308, 1.7e308, 1e307, 2e307, 3e307))
  for (fit in list(sc_rb(x, 2), sc_landmarks(x, 2, scale = "range", consensus = 0), sc_baseline(x, 2, "kmeans"))) {
    expect_identical(unname(fit$cluster), rep(1:2, each = 3))
    expect_equal(as.vector(fit$centers), c(1.6e308, 2e307))
  }
})

test_that("landmarks of a compared method may be far from all rows but one group", {
  set.seed(4)
  fit <- sc_baseline(cbind(1:40, rep(c(0, 1e9), 20)), 3, "lsc", scale = "none")
  expect_identical(sort(unique(fit$cluster)), 1:3)
  # no cluster has rows of both sides
  expect_true(all(tapply(rep(1:2, 20), fit$cluster, function(side) length(unique(side))) == 1))
})

test_that("columns without a name are V1, V2, ... and count like others", {
  set.seed(5)
  x <- data.frame(a = rnorm(40), g = factor(rep(c("u", "v"), 20)), s = rep(c("p", "q"), each = 20),
                  o = factor(rep(1:4, 10), ordered = TRUE))
  for (names in list(c("a", "", "", ""), c("a", NA, NA, NA), rep("", 4), NULL)) {
    nameless <- stats::setNames(x, names)
    given <- if (is.null(names)) rep("", 4) else names
    expected <- stats::setNames(x, ifelse(given %in% "a", "a", paste0("V", 1:4)))
    for (fit in list(function(x) sc_rb(x, 2, sigma = 1), function(x) sc_landmarks(x, 2))) {
      found <- seeded(fit(nameless))
      expect_identical(found$columns$names, base::names(expected))
      expect_identical(found$embedding, seeded(fit(expected))$embedding)
      expect_identical(predict(found, nameless), found$cluster)
    }
  }
  # the factor tells the clusters
  x <- stats::setNames(data.frame(rnorm(40, sd = 0.01), factor(rep(c("u", "v"), 20))), c("a", ""))
  expect_same_partition(sc_rb(x, 2, scale = "none", sigma = 0.2)$cluster, rep(1:2, 20))
})

test_that("codes beyond the levels of a factor are an error", {
  code <- function(codes, levels = "a") {
    data.frame(a = seq_along(codes) / 7, g = structure(codes, levels = levels, class = "factor"))
  }
  for (bad in list(code(rep(c(3L, 1L), 25)), code(rep(c(0L, 1L), 25)), code(rep(c(-5L, 1L), 25)),
                   code(rep(1:2, 25), c("a", "a")), code(rep(1L, 50), 1))) {
    for (fit in list(sc_rb, sc_landmarks, tune_scrb, function(x, k) sc_baseline(x, k, "kmeans"), compare_methods)) {
      fails(fit(bad, 2), "`x` must have proper factors, but `g` has codes that are not among its levels")
    }
    fails(rb_features(bad), "`x` must have proper factors")
  }
  good <- code(rep(1:2, 25), c("u", "v"))
  fails(predict(sc_rb(good, 2, sigma = 1), code(rep(c(3L, 1L), 25), c("u", "v"))), "`newdata` must have proper factors")
})

test_that("columns of different lengths are an error", {
  x <- structure(list(a = 1:5, b = 1:3), class = "data.frame", row.names = 1:5)
  for (fit in list(sc_rb, sc_landmarks, tune_scrb, function(x, k) sc_baseline(x, k, "kmeans"), compare_methods)) {
    fails(fit(x, 2), "`x` must have columns of the same length, but column 2 has 3 rows where the data frame has 5")
  }
  good <- data.frame(a = 1:5, b = 5:1)
  fails(predict(sc_rb(good, 2, sigma = 2), x), "`newdata` must have columns of the same length")
})

test_that("na.action that returns columns of different lengths is an error", {
  x <- data.frame(a = c(NA, rnorm(4999)), b = rnorm(5000))
  cut <- function(x) structure(list(a = rnorm(5000), b = 1), class = "data.frame", row.names = 1:5000)
  for (fit in list(sc_rb, sc_landmarks)) fails(fit(x, 2, na.action = cut), "`na.action` must leave `x` rows")
})

test_that("na.action that is no function is an error", {
  x <- matrix(c(NA, rnorm(19)))
  for (fit in list(sc_rb, sc_landmarks)) {
    for (na.action in list("", NA_character_, "no such function", 3, c("na.omit", "na.fail"))) {
      fails(fit(x, 2, na.action = na.action), "`na.action` must be a function such as na.fail, na.omit or na.exclude")
    }
    expect_length(suppressMessages(fit(x, 2, na.action = "na.omit"))$cluster, 19)
  }
})

test_that("a thousand missing columns are not listed", {
  set.seed(6)
  x <- matrix(rnorm(4000), 4, dimnames = list(NULL, paste0("c", 1:1000)))
  for (fit in list(sc_rb(x, 2, sigma = 300), sc_landmarks(x, 2))) {
    other <- `colnames<-`(x, paste0("d", 1:1000))
    fails(predict(fit, other), "but lacks `c1`, `c2`, `c3`, `c4`, `c5` and 995 more\\.$")
  }
})

test_that("scores with a matrix for a column are an error", {
  scores <- data.frame(method = c("a", "b"), nmi = I(matrix(1:4, 2)), ri = 1:2, fm = 1:2, acc = 1:2)
  fails(average_rank(scores), "`scores` must have numbers in `nmi`")
})

test_that("a sparse matrix with broken parts is an error", {
  set.seed(7)
  x <- Matrix::rsparsematrix(100, 5, 0.3)
  broken <- rep(list(x), 4)
  broken[[1]]@Dim <- c(10L, 5L)
  broken[[2]]@p[3] <- 10000L
  broken[[3]]@i[2] <- 100L
  broken[[4]]@x <- x@x[-1]
  known <- sc_rb(x, 2, sigma = 1)
  for (bad in broken) {
    for (fit in list(sc_rb, sc_landmarks, tune_scrb, function(x, k) sc_baseline(x, k, "kmeans"), sc_graph)) {
      fails(fit(bad, 2), "`x` must be a valid object of class \"dgCMatrix\"")
    }
    fails(rb_features(bad), "`x` must be a valid object")
    fails(predict(known, bad), "`newdata` must be a valid object")
  }
})

test_that("zeros of a sparse matrix lie where those of the dense one do", {
  set.seed(8)
  x <- Matrix::rsparsematrix(500, 50, 0.05)
  sparse <- seeded(sc_rb(x, 4, sigma = 5, scale = "none"))
  dense <- seeded(sc_rb(as.matrix(x), 4, sigma = 5, scale = "none"))
  expect_identical(sparse$cluster, dense$cluster)
  expect_identical(sparse$scaling, dense$scaling)
})

test_that("a formula can be given as x, or as formula, or by place", {
  for (fit in list(sc_rb, sc_landmarks)) {
    calls <- list(seeded(fit(x = ~ mpg + hp, data = mtcars, k = 2)), seeded(fit(~ mpg + hp, mtcars, 2)),
                  seeded(fit(formula = ~ mpg + hp, data = mtcars, k = 2)))
    for (one in calls) {
      expect_identical(one$columns$names, c("mpg", "hp"))
      expect_identical(one$cluster, calls[[1]]$cluster)
      expect_identical(predict(one, mtcars), one$cluster)
    }
  }
})

test_that("more neighbours than rows are as many as there are", {
  set.seed(9)
  x <- matrix(rnorm(100), 50)
  expected <- seeded(sc_landmarks(x, 2, n_nearest = 50))
  for (n_nearest in c(51, 1e6, 2147483647)) {
    fit <- seeded(sc_landmarks(x, 2, n_nearest = n_nearest))
    expect_identical(fit$n_nearest, 50L)
    expect_identical(without_times(fit), without_times(expected))
  }
})

test_that("one row apart from many alike is a cluster", {
  x <- rbind(matrix(1, 49, 2), c(1, 2))
  for (consensus in c(0, 50)) {
    fit <- seeded(sc_landmarks(x, 2, consensus = consensus))
    expect_identical(unname(fit$cluster), rep(1:2, c(49, 1)))
    expect_identical(predict(fit, x), fit$cluster)
  }
})

test_that("few distinct rows are tuned, or an error says that they are too few", {
  tuned <- seeded(tune_scrb(matrix(rep(1:6, 10)), k = 6, halves = TRUE))
  expect_identical(unname(tuned$fit$cluster), rep(1:6, 10))
  for (seed in 1:3) {
    for (features in c("landmarks", "grids", "both")) {
      set.seed(seed)
      tuned <- tryCatch(suppressWarnings(tune_scrb(matrix(rnorm(18)), k = 18, features = features)),
                        scrb_error = identity)
      if (inherits(tuned, "scrb_error")) {
        expect_match(conditionMessage(tuned), "no candidate has a fit|distinct rows")
      } else {
        expect_identical(unname(tuned$fit$cluster), 1:18)
      }
    }
  }
  fails(tune_scrb(matrix(rep(1:6, 10)), k = 7), "distinct rows")
})

test_that("hundreds of clusters can be drawn", {
  set.seed(11)
  fit <- sc_rb(matrix(rnorm(600), 300), 270)
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  for (which in 1:4) expect_silent(plot(fit, which = which))
})

test_that("a dense solution counts as converged, also where values are next to nothing", {
  # relative to such a value rounding is large
  fit <- expect_silent(sc_landmarks(matrix(c(0, 0.01, 5, 5.01)), 4, n_nearest = 3, n_vectors = 4, consensus = 0))
  values <- fit$singular_values[1:4]^2
  expect_lt(values[4], 1e-7)
  expect_gt(max(fit$solver$residuals / values), 1e-3)
  expect_true(fit$solver$converged)
  expect_identical(unname(fit$cluster), 1:4)
})

test_that("warnings count one row as one", {
  set.seed(13)
  fit <- sc_rb(blobs(2, 40, sd = 0.1)$x, 2, sigma = 0.05, scale = "none")
  expect_warning(predict(fit, cbind(99, 99)), "^1 of 1 rows of `newdata` meets no bin", class = "scrb_warning")
  expect_warning(predict(fit, rbind(c(99, 99), c(98, 0))), "^2 of 2 rows of `newdata` meet no bin")
})

# Each field of a model, or of what belongs to it, changed in some ways.
changed <- function(value) {
  negative <- suppressWarnings(-abs(as.numeric(value)))
  huge <- if (is.numeric(value)) replace(value, seq_along(value), 1e9)
  whole <- if (is.integer(value)) replace(value, seq_along(value), 1000000000L)
  Filter(Negate(is.null), list(huge, whole, negative, value[0], rep(value, 2), value[-1],
                               replace(value, 1, NA), as.character(value), list(value)))
}

# A prediction, or an error that names what was changed or what no longer fits it.
expect_told_or_right <- function(fit, newdata, what) {
  outcome <- tryCatch(suppressWarnings(predict(fit, newdata)), error = identity)
  if (inherits(outcome, "error")) {
    testthat::expect_s3_class(outcome, "scrb_error")
    testthat::expect_match(conditionMessage(outcome), "^this fit is damaged|^`newdata` must", info = what)
  } else {
    testthat::expect_true(all(outcome %in% seq_len(fit$k)), info = what)
  }
}

test_that("a model that was changed is an error that names the field", {
  set.seed(14)
  x <- matrix(rnorm(600), 200)
  data <- mixed(2, 40)$x
  w <- exp(-as.matrix(dist(x)))
  cases <- list(
    list(sc_rb(x, 2, n_grids = 16), x[1:2, ]), list(sc_rb(x, 2, n_grids = 16, consensus = 4), x[1:2, ]),
    list(sc_landmarks(x, 2, pca = 2, consensus = 4), x[1:2, ]), list(sc_landmarks(data, 2), data[1:2, ]),
    list(sc_graph(w, 2, consensus = 4), w[1:2, ])
  )
  for (case in cases) {
    fit <- case[[1]]
    for (part in names(fit$model)) {
      value <- fit$model[[part]]
      for (new in if (is.list(value)) list(list(), value[-1], NULL, 7) else changed(value)) {
        broken <- fit
        broken$model[part] <- list(new)
        expect_told_or_right(broken, case[[2]], paste(fit$method, part))
      }
      dropped <- fit
      dropped$model[[part]] <- NULL
      expect_told_or_right(dropped, case[[2]], paste(fit$method, part, "dropped"))
    }
    for (part in c("scaling", "columns", "embedding_centers", "xlevels", "k")) {
      broken <- fit
      broken[[part]] <- NULL
      expect_told_or_right(broken, case[[2]], paste(fit$method, part, "dropped"))
    }
  }
  fit <- cases[[1]][[1]]
  fit$model$single_owner[] <- 1e9
  fails(predict(fit, matrix(rnorm(6), 2)), "this fit is damaged.* its `single_owner`")
  fit <- cases[[1]][[1]]
  fit$model$widths <- fit$model$widths[-1, ]
  fails(predict(fit, matrix(rnorm(6), 2)), "this fit is damaged.* its `(widths|offsets)`")
})

# What can be done with a fit, each a call that may fail in the package's own way only.
uses_of_fit <- list(
  print = function(fit, x) utils::capture.output(print(fit)),
  summary = function(fit, x) utils::capture.output(print(summary(fit))),
  plot = function(fit, x) plot(fit, which = 1:4),
  silhouette = function(fit, x) if (requireNamespace("cluster", quietly = TRUE)) cluster::silhouette(fit),
  predict = function(fit, x) predict(fit, x),
  fitted = function(fit, x) fitted(fit),
  data_frame = function(fit, x) as.data.frame(fit),
  tidy = function(fit, x) if (requireNamespace("generics", quietly = TRUE)) generics::tidy(fit),
  glance = function(fit, x) if (requireNamespace("generics", quietly = TRUE)) generics::glance(fit),
  clue = function(fit, x) if (requireNamespace("clue", quietly = TRUE)) clue::cl_class_ids(fit)
)

test_that("a fit that lacks a field, or has that of another fit, is of use or told as damaged", {
  set.seed(16)
  x <- matrix(rnorm(240), 80)
  w <- exp(-as.matrix(dist(x)))
  cases <- list(
    list(sc_rb(x, 2:4, n_grids = 16, sigma = 1), sc_rb(x[1:60, 1:2], 5, n_grids = 8, sigma = 2), x),
    list(sc_landmarks(x, 3, consensus = 4), sc_landmarks(x[1:60, 1:2], 5, n_landmarks = 40), x),
    list(sc_graph(w, 3), sc_graph(w[1:60, 1:60], 5), w)
  )
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  damaged <- 0
  for (case in cases) {
    for (field in names(case[[1]])) {
      for (value in list(NULL, case[[2]][[field]])) {
        fit <- case[[1]]
        fit[field] <- list(value)
        for (use in names(uses_of_fit)) {
          outcome <- tryCatch({
            suppressWarnings(uses_of_fit[[use]](fit, case[[3]]))
            "done"
          }, error = identity)
          what <- paste(fit$method, field, class(value)[1], use)
          if (inherits(outcome, "error")) {
            expect_s3_class(outcome, "scrb_error")
            expect_match(conditionMessage(outcome), "damaged|dropped|must|needs", info = what)
            damaged <- damaged + grepl("damaged", conditionMessage(outcome))
          }
        }
      }
    }
  }
  expect_gt(damaged, 300)
})

test_that("errors leave no thread behind", {
  skip_if_not(dir.exists("/proc/self/task"), "the system does not tell the threads")
  set.seed(15)
  threads <- function() length(dir("/proc/self/task"))
  before <- threads()
  nameless <- stats::setNames(data.frame(rep(letters[1:4], 9)), "")
  for (i in 1:10) {
    sc_rb(nameless, 2, sigma = 1, threads = 8)
    try(sc_rb(matrix(runif(40), 20), 2, sigma = 1e-9, threads = 8), silent = TRUE)
    try(sc_landmarks(matrix(1, 20, 2), 2, threads = 8), silent = TRUE)
    try(predict(sc_rb(matrix(1:20), 2, threads = 8), matrix(NA_real_, 1, 1), threads = 8), silent = TRUE)
  }
  expect_lte(threads(), before)
})

test_that("memory and threads that run out are an error, and R goes on", {
  skip_on_cran()
  skip_on_os(c("windows", "mac", "solaris"))
  script <- child_script(c(
    "options(scrb.memory = Inf)",
    "x <- matrix(runif(4e5), ncol = 4)",
    "told <- function(code) {",
    "  cat(tryCatch({code; 'done'}, error = function(e) paste(class(e)[1], conditionMessage(e))), '\n')",
    "}",
    "told(sc_landmarks(x, 3, n_landmarks = 4000, n_nearest = 2000, threads = 1))",
    "told(sc_baseline(x, 3, 'exact', sigma = 1, threads = 1))",
    "told(sc_rb(x[1:500, ], 3, n_grids = 16, sigma = 1, threads = 1))",
    "told(sc_rb(x[1:500, ], 3, n_grids = 16, sigma = 1, threads = 1000))"
  ))
  skip_if(is.null(script), "the package is not installed")
  command <- paste("ulimit -v 1000000;", shQuote(rscript()), "--vanilla", shQuote(script), "2>&1")
  lines <- trimws(system(command, intern = TRUE))
  expect_length(lines, 4)
  expect_match(lines[1:2], "^scrb_error memory ran out")
  expect_identical(lines[3], "done")
  # fewer threads do as well
  expect_match(lines[4], "^done$|^scrb_error .*threads")
})
