test_that("progress is quiet in quick fits and in the first second", {
  set.seed(1)
  x <- blobs(2)$x
  expect_silent(sc_rb(x, 2, sigma = 0.1, progress = TRUE))
  expect_silent(sc_rb(x, 2, sigma = 0.1, progress = FALSE))
  report <- scrb:::progress_reporter()
  expect_silent(report("bins", 0, 10))
})

test_that("after the first second a line tells the step, and is cleared in the end", {
  shown <- function(...) paste(capture.output(report(...), type = "message"), collapse = "\n")
  report <- scrb:::progress_reporter()
  environment(report)$start <- proc.time()[["elapsed"]] - 2
  expect_match(shown("bins", 5, 10), "\rbins:  50 %, 2 s", fixed = TRUE)
  expect_match(shown("singular_vectors", 17, 0), "\rsingular vectors: 17 products, 2 s", fixed = TRUE)
  shorter <- shown("kmeans", 0, 10)
  # what was longer is written over
  expect_gte(nchar(shorter), nchar("\rsingular vectors: 17 products, 2 s"))
  expect_match(shown(), "^\r +\r$")
  expect_identical(shown(), "")
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
                  keep_model = FALSE)
  scrb:::sc_rb_cpp(x, scrb:::column_scaling(x, "range", 1L), scrb:::draw_grids(2, n_grids, 1, "laplacian"), options,
                   runif(4), 1L, report)
}

test_that("steps are reported in their order, from beginning to end", {
  set.seed(3)
  seen <- list()
  report <- function(step, done, total) {
    seen[[length(seen) + 1]] <<- list(step = step, done = done, total = total)
    Sys.sleep(0.11) # reports come every tenth of a second at most
  }
  expect_null(run_core(matrix(rnorm(16), 8), 4, report)$failure)
  steps <- vapply(seen, `[[`, "", "step")
  expect_identical(unique(steps), c("bins", "singular_vectors", "embedding", "kmeans"))
  expect_identical(steps, steps[order(match(steps, unique(steps)))])
  for (report in seen) expect_true(report$total == 0 || (report$done >= 0 && report$done <= report$total))
})

test_that("an error while reporting ends the fit as an error", {
  expect_error(run_core(blobs(2)$x, 64, function(...) stop("no more")), "no more")
})
