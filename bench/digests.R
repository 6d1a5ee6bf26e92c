# Whether a change of the core changed results: digests of the labels and predictions of 60 fits, and their singular
# values, to compare before and after.
# Usage: Rscript bench/digests.R out=FILE                 (runs the fits and writes FILE; under three minutes)
#        Rscript bench/digests.R before=FILE after=FILE   (compares two such files)
# Names of fits start with sparse_ where x is sparse, and with tune_grids_ where tune_scrb() tries grids.

given <- strsplit(commandArgs(trailingOnly = TRUE), "=", fixed = TRUE)
arguments <- stats::setNames(lapply(given, function(part) paste(part[-1], collapse = "=")), vapply(given, `[`, "", 1))
known <- setequal(names(arguments), "out") || setequal(names(arguments), c("before", "after"))
if (!known || !all(nzchar(arguments))) stop("give out=FILE, or before=FILE after=FILE", call. = FALSE)

# ---- two files ------------------------------------------------------------------------------------------------------

# Whether singular values, of which there are as many, differ by more than rounding.
values_differ <- function(before, after) {
  if (any(is.na(before) != is.na(after))) return(TRUE)
  any(abs(before - after) > 1e-7, na.rm = TRUE)
}

# What of a fit differs, as text, empty where nothing does; both are rows of such a file, or have no row.
differences <- function(before, after) {
  if (nrow(before) == 0) return("only after")
  if (nrow(after) == 0) return("only before")
  differs <- function(column) !identical(before[[column]], after[[column]])
  old <- before$values[[1]]
  new <- after$values[[1]]
  errors <- grep("^error", c(before$labels, after$labels, before$predicted, after$predicted), value = TRUE)
  paste(c(
    if (differs("labels")) "labels",
    if (differs("predicted")) "predictions",
    if (differs("self")) sprintf("self (%s, then %s)", before$self, after$self),
    if (length(old) != length(new)) "number of values"
    else if (values_differ(old, new)) sprintf("values (by %.1e)", max(abs(old - new), na.rm = TRUE)),
    if (differs("labels") || differs("predicted")) unique(errors)
  ), collapse = ", ")
}

if (is.null(arguments$out)) {
  before <- readRDS(arguments$before)
  after <- readRDS(arguments$after)
  all_names <- union(before$name, after$name)
  found <- vapply(all_names, function(name) differences(before[before$name == name, ], after[after$name == name, ]), "")
  changed <- nzchar(found)
  cat(sprintf("%-32s %s\n", all_names[changed], found[changed]), sep = "")
  cat(sum(!changed), "of", length(all_names), "alike\n")
  quit(status = 0)
}

# ---- one fit --------------------------------------------------------------------------------------------------------

suppressPackageStartupMessages(library(scrb))
options(scrb.threads = 2)

digest <- function(labels) {
  file <- tempfile()
  on.exit(unlink(file))
  writeBin(as.integer(labels), file)
  unname(tools::md5sum(file))
}

error_text <- function(error) paste("error:", conditionMessage(error))

rows <- list()

# Runs and records a fit. `fit` is an expression, evaluated after set.seed(seed): a fit, a tuning (its labels are those
# of the fit and of all candidates) or a comparison (those of all runs). `x` is its data, `newdata` other rows to
# predict for; NULL where the fit cannot predict.
run <- function(name, fit, x = NULL, newdata = NULL, na.action = stats::na.fail, seed = length(rows) + 1) {
  start <- proc.time()[["elapsed"]]
  row <- data.frame(name = name, labels = NA_character_, values = I(list(NULL)), predicted = NA_character_, self = NA)
  quietly <- function(code) tryCatch(suppressWarnings(suppressMessages(code)), error = identity)
  set.seed(seed)
  result <- quietly(fit)
  if (inherits(result, "error")) {
    row$labels <- error_text(result)
  } else {
    model <- if (inherits(result, "scrb_tuning")) result$fit else result
    labels <- if (inherits(result, "scrb_comparison")) attr(result, "labels") else model$cluster
    row$labels <- digest(c(labels, if (inherits(result, "scrb_tuning")) result$labels))
    if (inherits(model, "scrb") && !is.null(model$singular_values)) {
      row$values <- I(list(round(model$singular_values, 8)))
    }
    predict_labels <- function(newdata) quietly(unname(predict(model, newdata, na.action = na.action)))
    if (!is.null(newdata)) {
      predicted <- predict_labels(newdata)
      row$predicted <- if (inherits(predicted, "error")) error_text(predicted) else digest(predicted)
    }
    if (!is.null(x)) row$self <- identical(predict_labels(x), unname(model$cluster))
  }
  seconds <- proc.time()[["elapsed"]] - start
  problem <- c(grep("^error", c(row$labels, row$predicted), value = TRUE), if (row$self %in% FALSE) "self: FALSE")
  cat(sprintf("%2d %-32s %5.1f s  %s\n", length(rows) + 1L, name, seconds, paste(problem, collapse = " ")))
  rows[[length(rows) + 1]] <<- row
}

# ---- data -----------------------------------------------------------------------------------------------------------

# Points on rings around the origin.
rings <- function(n, radii, sd = 0.1) {
  angle <- stats::runif(n, 0, 2 * pi)
  radius <- rep_len(radii, n) + stats::rnorm(n, sd = sd)
  cbind(radius * cos(angle), radius * sin(angle))
}

# Normal clouds around k random centres, which rows belong to in turn.
blobs <- function(n, d, k, sd = 0.15) {
  centers <- matrix(stats::runif(k * d), k)
  centers[rep_len(seq_len(k), n), , drop = FALSE] + matrix(stats::rnorm(n * d, sd = sd), n)
}

# Three groups of rows, each with more entries in columns of its own.
sparse_groups <- function(n, d) {
  parts <- lapply(1:3, function(group) {
    own <- Matrix::rsparsematrix(n / 3, d / 3, 0.2, rand.x = function(size) stats::runif(size, 0.5, 2))
    other <- Matrix::rsparsematrix(n / 3, 2 * d / 3, 0.03)
    columns <- c(which(seq_len(d) %% 3 == group - 1), which(seq_len(d) %% 3 != group - 1))
    cbind(own, other)[, order(columns)]
  })
  do.call(rbind, parts)
}

# Columns of all kinds; some values are missing where asked for.
mixed_frame <- function(n, missing = 0) {
  group <- rep_len(1:3, n)
  level <- function(levels) levels[ifelse(stats::runif(n) < 0.8, group, sample.int(3, n, replace = TRUE))]
  data <- data.frame(
    size = stats::rnorm(n, group), weight = stats::rexp(n, 1 / group), count = stats::rpois(n, 3 * group),
    old = stats::runif(n) < group / 4, color = factor(level(c("red", "green", "blue"))),
    grade = factor(level(c("low", "middle", "high")), levels = c("low", "middle", "high"), ordered = TRUE),
    place = level(c("north", "south", "west")),
    day = as.Date("2020-01-01") + 100 * group + sample.int(60, n, replace = TRUE),
    time = as.POSIXct("2020-01-01", tz = "UTC") + 3600 * stats::runif(n, 0, 24 * group)
  )
  data$size[sample.int(n, missing)] <- NA
  data$color[sample.int(n, missing)] <- NA
  data
}

# The first and the last rows of data, to fit and to predict for.
first <- function(x, share = 0.8) x[seq_len(round(share * nrow(x))), , drop = FALSE]
last <- function(x, share = 0.8) x[-seq_len(round(share * nrow(x))), , drop = FALSE]

set.seed(1)
digits <- as.matrix(pendigits[, -17])
digits <- digits[sample.int(nrow(digits)), ]
some <- digits[1:3000, ]
new <- digits[3001:4000, ]
two_rings <- rings(5000, c(1, 3))
three_rings <- rings(2500, c(1, 2, 3), sd = 0.05)
few <- blobs(40, 3, 3)
many <- blobs(12000, 5, 4)
apart <- blobs(1200, 4, 5, sd = 0.02)
whole <- round(100 * blobs(1500, 6, 5))
storage.mode(whole) <- "integer"
flags <- blobs(1200, 100, 3, sd = 0.6) > 0.7
wide <- blobs(11000, 200, 6, sd = 1.2)
columns_80 <- blobs(5000, 80, 5, sd = 0.7)
heavy <- matrix(stats::rt(12000, df = 1.5), 4000) + rep_len(c(-4, 0, 4), 4000)
twice <- blobs(300, 3, 4)[rep_len(1:300, 6000), ]
sparse <- sparse_groups(6000, 150)[sample.int(6000), ]
mixed <- mixed_frame(2500)
gaps <- mixed_frame(2500, missing = 40)
cars <- datasets::mtcars
cars$cyl <- factor(cars$cyl)

# ---- random binning -------------------------------------------------------------------------------------------------

run("rb_rings", sc_rb(first(two_rings), 2, n_grids = 512, sigma = 0.02), first(two_rings), last(two_rings))
run("rb_30_rows", sc_rb(few[1:30, ], 3, recheck = "always"), few[1:30, ], few[31:40, ])
run("rb_blobs_scale_none", sc_rb(first(many), 4, scale = "none", keep = "model"), first(many), last(many))
run("rb_apart_components", sc_rb(first(apart), 5, n_grids = 128, sigma = 0.05), first(apart), last(apart))
run("rb_pendigits_whole", sc_rb(digits, 10), digits, new + 0.01)
run("rb_pendigits_cauchy", sc_rb(some, 10, kernel = "cauchy", sigma = 0.5), some, new)
run("rb_pendigits_own_kernel", sc_rb(some, 8, sigma = 0.6, kernel = function(n, sigma) sigma * stats::rgamma(n, 2)),
    some, new)
run("rb_pendigits_column_scaling_sd", sc_rb(some, 10, n_grids = 128, scale = "sd", column_scaling = TRUE), some, new)
run("rb_pendigits_vectors_consensus", sc_rb(digits, 10, n_vectors = 20, consensus = 20), digits, new)
run("rb_pendigits_stray", sc_rb(some, 4, n_grids = 100, sigma = 0.2), some, new)
run("rb_pendigits_threads_1", sc_rb(digits[1:8000, ], 10, n_grids = 128, threads = 1), digits[1:8000, ], new, seed = 11)
run("rb_pendigits_threads_2", sc_rb(digits[1:8000, ], 10, n_grids = 128, threads = 2), digits[1:8000, ], new, seed = 11)
run("rb_several_k", sc_rb(first(many[1:2500, ]), 2:6, n_grids = 128), first(many[1:2500, ]), last(many[1:2500, ]))
run("rb_integer", sc_rb(first(whole), 5), first(whole), last(whole))
run("rb_logical_100_columns", sc_rb(first(flags), 3), first(flags), last(flags))
run("rb_mixed_na_exclude", sc_rb(first(gaps), 3, scale = "sd", na.action = na.exclude), first(gaps), last(gaps),
    na.action = stats::na.exclude)
run("rb_formula", sc_rb(~ log(mpg) + log(disp) + cyl + hp, cars, 3, subset = wt < 5), cars[cars$wt < 5, ], cars)
run("rb_wide_200", sc_rb(first(wide), 6), first(wide), last(wide))
run("rb_heavy_tails_keep_embedding", sc_rb(heavy, 3, keep = "embedding"))
run("rb_duplicates_keep_none", sc_rb(twice, 4, keep = NULL, ncv = 30, tol = 1e-6))

# ---- landmarks ------------------------------------------------------------------------------------------------------

run("landmarks_pendigits_whole", sc_landmarks(digits, 10), digits, new + 0.01)
run("landmarks_pendigits_binary", sc_landmarks(some, 10, weights = "binary"), some, new)
run("landmarks_iris_several_k", sc_landmarks(iris[, 1:4], 2:6), iris[, 1:4], iris[seq(1, 150, 7), 4:1])
run("landmarks_pendigits_pca", sc_landmarks(digits, 10, n_landmarks = 1000, pca = 8), digits, new)
run("landmarks_wide_200", sc_landmarks(first(wide), 6, n_landmarks = 2000), first(wide), last(wide))
run("landmarks_80_columns_no_pca", sc_landmarks(first(columns_80), 5, pca = FALSE), first(columns_80),
    last(columns_80))
run("landmarks_plain_threads_1", sc_landmarks(some, 10, n_landmarks = 800, n_vectors = 10, consensus = 0, threads = 1),
    some, new)
run("landmarks_mixed_range", sc_landmarks(first(mixed), 3, scale = "range"), first(mixed), last(mixed))
run("landmarks_formula_na_omit", sc_landmarks(~ ., first(gaps), 2:4, scale = "sd", na.action = na.omit), first(gaps),
    last(gaps), na.action = stats::na.omit)
run("landmarks_heavy_tails_sd", sc_landmarks(first(heavy), 3, n_nearest = 20, scale = "sd"), first(heavy), last(heavy))
run("landmarks_integer_keep_model", sc_landmarks(first(whole), 5, keep = "model"), first(whole), last(whole))
run("landmarks_rings_three", sc_landmarks(first(three_rings), 3, n_landmarks = 500, n_nearest = 5), first(three_rings),
    last(three_rings))

# ---- sparse x -------------------------------------------------------------------------------------------------------

for (scale in c("range", "sd", "none")) {
  run(paste0("sparse_rb_", scale), sc_rb(first(sparse), 3, n_grids = 128, scale = scale), first(sparse), last(sparse))
}
run("sparse_landmarks_none", sc_landmarks(first(sparse), 3), first(sparse), last(sparse))
run("sparse_landmarks_range_no_pca", sc_landmarks(first(sparse), 3, scale = "range", pca = FALSE), first(sparse),
    last(sparse))
run("sparse_landmarks_sd", sc_landmarks(first(sparse), 2:5, scale = "sd"), first(sparse), last(sparse))
run("sparse_baseline_lsc", sc_baseline(sparse, 3, "lsc", rank = 100))

# ---- baselines ------------------------------------------------------------------------------------------------------

run("baseline_kmeans", sc_baseline(digits, 10, "kmeans"))
run("baseline_exact_laplacian", sc_baseline(some[1:2000, ], 10, "exact"))
run("baseline_exact_gaussian", sc_baseline(first(three_rings), 3, "exact", sigma = 0.03, kernel = "gaussian"))
for (kernel in c("laplacian", "gaussian")) {
  for (method in c("kk_rs", "kk_rf", "sv_rf", "sc_rf", "nystrom", "lsc")) {
    run(paste0("baseline_", method, "_", kernel), sc_baseline(some, 10, method, rank = 400, kernel = kernel))
  }
}

# ---- tuning and comparisons -----------------------------------------------------------------------------------------

run("tune_landmarks_mixed", tune_scrb(first(mixed), 3, n_nearest = c(5, 8)), first(mixed), last(mixed))
run("tune_landmarks_halves", tune_scrb(some[1:1500, ], 10, scale = c("none", "sd"), n_nearest = c(5, 8), halves = TRUE),
    some[1:1500, ], new)
run("tune_grids_pendigits", tune_scrb(some, 10, "grids", sigma_times = c(0.5, 1, 2), max_rows = 1500, n_grids = 128),
    some, new)
run("tune_grids_both_halves", tune_scrb(first(many[1:2000, ]), 4, "both", scale = "range", n_nearest = 8,
                                        sigma_times = c(0.5, 1), halves = TRUE),
    first(many[1:2000, ]), last(many[1:2000, ]))
run("compare_laplacian", compare_methods(some[1:1000, ], 10, rank = 64, repeats = 2))
run("compare_gaussian", compare_methods(mixed, 3, rank = 64, repeats = 1, kernel = "gaussian", scale = "sd",
                                        methods = c("kmeans", "exact", "sc_landmarks", "nystrom")))

saveRDS(do.call(rbind, rows), arguments$out)
cat(length(rows), "fits\n")
