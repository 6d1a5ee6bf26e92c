# As in test-interrupt.R: in another process every method is sent SIGINT when its core first reports a step.
interrupt_each_method <- function(output) {
  c(
    sprintf("output <- %s", deparse(output)),
    'set.seed(1)
    x <- matrix(runif(8 * 60000), 60000)
    at_step <- "none"
    sent <- NULL
    utils::assignInNamespace("progress_reporter", ns = "scrb", value = function() {
      function(step = "", done = 0, total = 0) suspendInterrupts(if (step == at_step && is.null(sent)) {
        sent <<- as.numeric(Sys.time())
        tools::pskill(Sys.getpid(), tools::SIGINT)
      })
    })
    try_step <- function(method, step) {
      at_step <<- step
      sent <<- NULL
      rows <- if (method == "exact") 1:8000 else 1:60000
      outcome <- tryCatch({
        suppressWarnings(sc_baseline(x[rows, ], 10, method, rank = 512, sigma = 1, nstart = 50, progress = TRUE))
        "finished"
      }, interrupt = function(condition) "interrupted", error = conditionMessage)
      seconds <- if (is.null(sent)) NA else as.numeric(Sys.time()) - sent
      write.table(data.frame(method, step, outcome, seconds), output, append = TRUE, row.names = FALSE,
                  col.names = FALSE)
    }
    for (method in c("exact", "kk_rs", "kk_rf", "sv_rf", "sc_rf", "nystrom", "lsc")) {
      try_step(method, if (method == "lsc") "landmarks" else "features")
      if (!method %in% c("kk_rs", "kk_rf")) try_step(method, "singular_vectors")
    }
    for (method in c("kmeans", "kk_rs", "kk_rf")) try_step(method, "kmeans")'
  )
}

test_that("an interrupt stops every method soon", {
  skip_on_cran()
  skip_on_os(c("windows", "mac", "solaris"))
  output <- tempfile()
  script <- child_script(interrupt_each_method(output))
  skip_if(is.null(script), "the package is not installed")
  system2(rscript(), c("--vanilla", shQuote(script)), stdout = FALSE, stderr = FALSE, timeout = 120)
  found <- utils::read.table(output, col.names = c("method", "step", "outcome", "seconds"))
  expect_identical(nrow(found), 15L)
  for (i in seq_len(nrow(found))) {
    expect_identical(found$outcome[i], "interrupted", info = paste(found$method[i], found$step[i]))
    # a second is promised; the rest is for machines with other things to do
    expect_lt(found$seconds[i], 5, label = paste("seconds that", found$method[i], "takes to stop in", found$step[i]))
  }
})
