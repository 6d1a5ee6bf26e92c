test_that("warnings are notes, the first of those that differ in numbers only, with the number of runs", {
  noted <- scrb:::note_problems({
    warning("one")
    warning("two")
    warning("one")
    5
  })
  expect_identical(noted, list(value = 5, note = "one two"))
  expect_identical(scrb:::note_problems(stop("no")), list(value = NULL, note = "no"))
  expect_identical(scrb:::join_notes(c("", "", "")), "")
  expect_identical(scrb:::join_notes(c("3 of 9 rows", "12 of 9 rows", "1.5 of 9 rows")), "3 of 9 rows")
  expect_identical(scrb:::join_notes(c("", "7 rows", "5 rows")), "7 rows (2 of 3 runs)")
  expect_identical(scrb:::join_notes(c("a", "b", "a")), "a (2 of 3 runs) b (1 of 3 runs)")
})

test_that("an interrupt is no failure of a method: it stops the comparison", {
  plan <- data.frame(method = c("a", "b"), run = 1L, seed = 1:2)
  seen <- character()
  interrupted <- function(method) {
    seen <<- c(seen, method)
    signalCondition(structure(class = c("interrupt", "condition"), list(message = "", call = NULL)))
  }
  expect_identical(tryCatch(scrb:::run_all(plan, interrupted, FALSE), interrupt = function(c) "stopped"), "stopped")
  expect_identical(seen, "a")
})

test_that("a bar over all runs is shown when asked, and gone at the end", {
  skip_on_cran()
  script <- child_script(c(
    "options(cli.dynamic = TRUE)",
    "plan <- data.frame(method = c('sc_rb', 'kmeans'), run = 1L, seed = 1:2)",
    "show <- function(progress) {",
    "  runs <- function() invisible(scrb:::run_all(plan, function(method) Sys.sleep(0.3), progress))",
    "  text <- capture.output(runs(), type = 'message')",
    "  cat('shown:', gsub('\r', ' ', text), 'open:', cli::cli_progress_num(), '\\n')",
    "}",
    "show(TRUE)", "show(FALSE)"
  ))
  skip_if(is.null(script), "the package is not installed")
  lines <- system2(rscript(), c("--vanilla", shQuote(script)), stdout = TRUE)
  expect_match(lines[1], "^shown: .*sc_rb .* 0 of 2 runs, .*kmeans .* 1 of 2 runs, .* open: 0 $")
  expect_identical(lines[2], "shown:  open: 0 ")
})

test_that("the time of a method is the median of its runs, the quality their mean", {
  result <- made_up_comparison(TRUE, repeats = 3)
  expect_equal(result$seconds[1], 1.125) # of .375, 1.125, 3.375
  expect_equal(result$fm[1], 0.8) # of .85, .8, .75
  expect_equal(result$fm_sd[1], 0.05)
  expect_equal(result$silhouette[1], -0.375)
})

test_that("a run that failed does not count in its method", {
  result <- made_up_comparison(TRUE, repeats = 3)
  runs <- attr(result, "runs")
  labels <- attr(result, "labels")
  runs[7, 4:14] <- NA
  labels[, 7] <- NA
  runs$note[7] <- "no"
  part <- scrb:::summarize_runs(list(runs = runs, labels = labels), result$method, result$memory, list())
  expect_equal(part$nmi[3], mean(runs$nmi[8:9]))
  expect_equal(part$stability[3], agreement(labels[, 8], labels[, 9])[["ari"]])
  expect_identical(part$note[3], "no (1 of 3 runs)")
  expect_identical(part[1, ]$nmi, result[1, ]$nmi)
})

test_that("documents show no bar", {
  old <- options(knitr.in.progress = TRUE)
  on.exit(options(old))
  expect_silent(compare_methods(blobs(3, 20)$x, 3, methods = "kmeans", repeats = 1, progress = TRUE))
})
