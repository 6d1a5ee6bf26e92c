test_that("progress is quiet in quick fits and in the first second", {
  set.seed(1)
  x <- blobs(2)$x
  expect_silent(sc_rb(x, 2, sigma = 0.1, progress = TRUE))
  expect_silent(sc_rb(x, 2, sigma = 0.1, progress = FALSE))
  report <- scrb:::progress_reporter()
  expect_silent(report("bins", 0, 10))
})

test_that("knitr shows nothing", {
  old <- options(knitr.in.progress = TRUE)
  on.exit(options(old))
  expect_null(scrb:::progress_reporter())
  expect_silent(sc_rb(blobs(2)$x, 2, sigma = 0.1, progress = TRUE))
})

test_that("after the first second a bar tells the step, how far it is, and the time", {
  skip_on_cran()
  # in a process of its own: testthat draws by cli as well
  script <- child_script(c(
    "options(cli.dynamic = TRUE)",
    "report <- scrb:::progress_reporter()",
    "shown <- function(...) {",
    "  Sys.sleep(0.3) # cli draws five times a second at most",
    "  text <- paste(capture.output(report(...), type = 'message'), collapse = '')",
    "  cat(cli::cli_progress_num(), gsub('\r', '', text), '\\n')",
    "}",
    "shown('bins', 1, 10)",
    "environment(report)$start <- proc.time()[['elapsed']] - 2",
    "shown('bins', 5, 10)",
    "shown('singular_vectors', 1, 100)",
    "shown('singular_vectors', 17, 100)",
    "shown('singular_vectors', 20, 40)", # the number of products that is expected can change
    "shown()"
  ))
  skip_if(is.null(script), "the package is not installed")
  lines <- system2(rscript(), c("--vanilla", shQuote(script)), stdout = TRUE)
  time <- "[0-9.]+m?s, ETA +[0-9]+m?s"
  expect_match(lines[1], "^1 +$")
  expect_match(lines[2], paste("^1 +bins .* 50%", time))
  expect_match(lines[4], paste0("^1 +singular vectors .* 17% ", time, ", 17 prod"))
  expect_match(lines[5], paste0("^1 +singular vectors .* 50% ", time, ", 20 prod"))
  expect_match(lines[6], "^0 +$")
})

test_that("an error closes the bar", {
  others <- cli::cli_progress_num()
  x <- matrix(runif(400), 100)
  expect_error(sc_rb(x, 2, sigma = 1e-9, progress = TRUE), class = "scrb_error")
  expect_identical(cli::cli_progress_num(), others)
})

# What a script of a few seconds writes to the terminal, or to a file in place of it: a fit that does not ask for bars,
# and one that does.
output_of_script <- function(terminal) {
  script <- child_script(c(
    "set.seed(1)", "x <- matrix(rnorm(96000), ncol = 8)",
    "fit <- function(...) sc_rb(x, 10, n_grids = 64, sigma = 0.3, nstart = 200, iter.max = 1000, ...)",
    if (!terminal) "invisible(fit())",
    "start <- proc.time()[[3]]",
    "cat('begin\\n')",
    "invisible(fit(progress = TRUE))",
    "cat('end after', proc.time()[[3]] - start, 'seconds')"
  ))
  skip_if(is.null(script), "the package is not installed")
  command <- paste(shQuote(rscript()), "--vanilla", shQuote(script), "2>&1")
  if (terminal) {
    command <- paste("script -qec", shQuote(command), "/dev/null")
  }
  paste(system(command, intern = TRUE), collapse = "\n")
}

test_that("scripts show bars only when asked, as a few lines", {
  skip_on_cran()
  skip_on_os("windows")
  output <- output_of_script(terminal = FALSE)
  expect_match(output, "^begin\n.*end after [0-9.]+ seconds$")
  seconds <- as.numeric(sub(".*end after ([0-9.]+) .*", "\\1", output))
  expect_match(output, "kmeans .*ETA")
  expect_lt(length(gregexpr("\n", output)[[1]]), 10 + 5 * seconds)
})

test_that("bars on a terminal leave nothing behind", {
  skip_on_cran()
  skip_on_os(c("windows", "mac", "solaris"))
  no_terminal <- suppressWarnings(system("script -qec true /dev/null", ignore.stdout = TRUE, ignore.stderr = TRUE)) != 0
  skip_if(no_terminal, "there is no terminal to be had")
  output <- output_of_script(terminal = TRUE)
  expect_match(output, "kmeans [^\r]* ETA ")
  # a bar is written over in place, and the last one cleared
  drawn <- strsplit(sub("end after.*", "", output), "\r", fixed = TRUE)[[1]]
  expect_gt(length(drawn), 5)
  expect_no_match(drawn[length(drawn)], "[a-z]{3}")
})

# What a fit tells of its steps.
told_by <- function(fit, told = function(...) NULL) {
  namespace <- asNamespace("scrb")
  own <- namespace$progress_reporter
  replace_by <- function(reporter) {
    unlockBinding("progress_reporter", namespace)
    assign("progress_reporter", reporter, namespace)
    lockBinding("progress_reporter", namespace)
  }
  on.exit(replace_by(own))
  seen <- list()
  replace_by(function() {
    function(step = "end", done = 0, total = 0) {
      seen[[length(seen) + 1]] <<- list(step = step, done = done, total = total)
      told(step)
    }
  })
  fit(progress = TRUE, threads = 1) # of several threads others may have done a short step before the first is asked
  seen
}

test_that("steps are told in their order, and an end", {
  set.seed(3)
  x <- overlapping(40)
  w <- exp(-as.matrix(dist(x)))
  last <- c("singular_vectors", "kmeans")
  cases <- list(
    list(function(...) sc_rb(x, 3, n_grids = 8, sigma = 0.5, ...),
         c("bins", "degrees", "singular_vectors", "embedding", "kmeans", "labels")),
    list(function(...) sc_rb(x, 2:4, n_grids = 8, sigma = 0.5, ...),
         c("bins", "degrees", "singular_vectors", "embedding", "path", "kmeans", "labels")),
    list(function(...) sc_landmarks(x, 3, consensus = 0, ...),
         c("landmarks", "singular_vectors", "embedding", "kmeans", "labels")),
    list(function(...) sc_landmarks(x, 3, consensus = 0, pca = 2, ...),
         c("projection", "landmarks", "singular_vectors", "embedding", "kmeans", "labels")),
    list(function(...) sc_graph(w, 3, ...), c("singular_vectors", "embedding", "kmeans")),
    list(function(...) sc_baseline(x, 3, "kmeans", ...), "kmeans"),
    list(function(...) sc_baseline(x, 3, "exact", ...), c("features", last)),
    list(function(...) sc_baseline(x, 3, "kk_rs", rank = 20, ...), c("features", "kmeans")),
    list(function(...) sc_baseline(x, 3, "nystrom", rank = 20, ...), c("features", last)),
    # landmarks are the centres of a k-means
    list(function(...) sc_baseline(x, 3, "lsc", rank = 20, ...), c("kmeans", "landmarks", "singular_vectors", "embedding"))
  )
  for (case in cases) {
    seen <- told_by(case[[1]])
    steps <- vapply(seen, `[[`, "", "step")
    expect_identical(unique(steps), c(case[[2]], "end"))
    expect_identical(which(steps == "end"), length(steps))
    for (report in seen) expect_true(report$done >= 0 && report$done <= report$total)
  }
})

test_that("with consensus the solver and k-means are told of twice", {
  set.seed(4)
  x <- overlapping(40)
  steps <- vapply(told_by(function(...) sc_landmarks(x, 3, consensus = 5, ...)), `[[`, "", "step")
  expect_identical(rle(steps)$values, c("landmarks", "singular_vectors", "embedding", "kmeans", "degrees",
                                        "singular_vectors", "embedding", "kmeans", "labels", "end"))
})

test_that("an error while telling ends the fit as an error", {
  x <- blobs(2)$x
  for (step in c("bins", "singular_vectors", "kmeans", "labels")) {
    told <- function(now) if (now == step) stop("no more of ", step)
    expect_error(told_by(function(...) sc_rb(x, 2, n_grids = 64, sigma = 0.1, ...), told), paste("no more of", step))
  }
  expect_s3_class(sc_rb(x, 2, n_grids = 64, sigma = 0.1), "scrb")
})
