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
    "set.seed(1)", "x <- matrix(rnorm(1e6), ncol = 8)",
    "fit <- function(...) sc_rb(x, 10, n_grids = 256, sigma = 0.3, nstart = 40, iter.max = 1000, ...)",
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

test_that("progress does not change the fit", {
  x <- blobs(2)$x
  fit <- function(progress) {
    set.seed(2)
    without_times(sc_rb(x, 2, sigma = 0.1, progress = progress))
  }
  expect_identical(fit(TRUE), fit(FALSE))
})

run_core <- function(x, n_grids, report) {
  options <- list(k = 2L, n_vectors = 2L, nstart = 2L, iter.max = 10L, tol = 1e-4, recheck = "auto", ncv = 12L,
                  keep_model = FALSE, column_scaling = FALSE)
  scaling <- scrb:::find_scaling(x, "range", 1L)
  grids <- scrb:::draw_grids(2, n_grids, 1, "laplacian")
  embedded <- scrb:::embed_grids_cpp(x, scaling, grids, options, 1L, report)
  scrb:::cluster_cpp(embedded$spectrum, x, scaling, options, list(uniforms = runif(4)), 1L, report)
}

test_that("steps are reported in their order, from beginning to end", {
  set.seed(3)
  seen <- list()
  report <- function(step, done, total) seen[[length(seen) + 1]] <<- list(step = step, done = done, total = total)
  expect_null(run_core(matrix(rnorm(16), 8), 4, report)$failure)
  steps <- vapply(seen, `[[`, "", "step")
  expect_identical(unique(steps), c("bins", "degrees", "singular_vectors", "embedding", "kmeans", "labels"))
  expect_identical(steps, steps[order(match(steps, unique(steps)))])
  for (report in seen) expect_true(report$done >= 0 && report$done <= report$total)
})

test_that("an error while reporting ends the fit as an error", {
  expect_error(run_core(blobs(2)$x, 64, function(...) stop("no more")), "no more")
})
