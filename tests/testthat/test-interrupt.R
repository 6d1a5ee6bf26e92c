# In another process, which knows from the reports of the core at which step it is: every case sends the process SIGINT
# in the middle of one step and notes what came of it, how long that took and how much memory was left over.
interrupt_each_step <- function(n, output) {
  c(
    sprintf("n <- %d", as.integer(n)), sprintf("output <- %s", deparse(output)),
    'set.seed(1)
    x <- matrix(rnorm(8 * n), n)
    x[seq_len(n / 1000), ] <- runif(8 * n / 1000, 1e3, 1e6) # rows that share no bin: all grids are looked at
    fit <- function(data = x, n_grids = 128, tol = 1e-2, nstart = 1, progress = TRUE) {
      suppressWarnings(sc_rb(data, 10, n_grids = n_grids, sigma = 5, scale = "none", tol = tol, nstart = nstart,
                             recheck = "never", progress = progress))
    }
    small <- fit(x[n - 0:4999, ], progress = FALSE)

    status <- function(field) {
      line <- grep(field, readLines("/proc/self/status"), value = TRUE)
      as.numeric(gsub("[^0-9]", "", line)) / 1024
    }
    sent <- NULL
    interrupt_after <- function(seconds) {
      sent <<- as.numeric(Sys.time()) + seconds
      system(sprintf("(sleep %g; kill -INT %d)", seconds, Sys.getpid()), wait = FALSE)
    }
    at_step <- "none"
    delay <- 0
    utils::assignInNamespace("progress_reporter", ns = "scrb", value = function() {
      function(step = "", done = 0, total = 0) suspendInterrupts(if (step == at_step && is.null(sent)) {
        if (delay > 0) {
          interrupt_after(delay)
        } else {
          sent <<- as.numeric(Sys.time())
          tools::pskill(Sys.getpid(), tools::SIGINT)
        }
      })
    })

    # R gives its own memory back little by little
    settle <- function() for (i in 1:2) gc(full = TRUE)
    try_step <- function(step, wait, code, told = step) {
      at_step <<- told
      delay <<- wait
      sent <<- NULL
      settle()
      writeLines("5", "/proc/self/clear_refs")
      before <- status("VmRSS")
      outcome <- tryCatch({
        code
        "finished"
      }, interrupt = function(condition) "interrupted", error = conditionMessage)
      seconds <- as.numeric(Sys.time()) - sent
      peak <- status("VmHWM") - before
      settle()
      line <- data.frame(step, outcome, seconds, peak, left = status("VmRSS") - before)
      write.table(line, output, append = TRUE, row.names = FALSE, col.names = FALSE)
    }
    again <- function(wait, call) {
      interrupt_after(wait)
      repeat call()
    }

    try_step("bins", 0.3, fit(n_grids = 2000))
    try_step("degrees", 0, fit())
    try_step("singular_vectors", 0.5, fit(tol = 1e-300))
    try_step("embedding", 0, fit())
    try_step("kmeans", 0.3, fit(nstart = 10000))
    try_step("labels", 0, fit())
    try_step("predict", 0.3, again(0.3, function() predict(small, x)))
    try_step("prepare", 0.3, again(0.3, function() scrb:::prepare_features(x, 64, NULL, "laplacian", "sd", 2L)))
    try_step("rb_features", 0.3, again(0.3, function() rb_features(x, 32, sigma = 5, scale = "none")))

    by_landmarks <- function() {
      suppressWarnings(sc_landmarks(x, 10, n_landmarks = 4096, n_nearest = 32, nstart = 1000, progress = TRUE))
    }
    try_step("landmarks", 0.3, by_landmarks())
    try_step("consensus", 0.3, by_landmarks(), "kmeans")
    links <- Matrix::sparseMatrix(rep(seq_len(n), 8), sample.int(n, 8 * n, replace = TRUE), x = 1, dims = c(n, n))
    links <- links + Matrix::t(links)
    try_step("graph", 0.3, sc_graph(links, 10, tol = 1e-12, progress = TRUE), "singular_vectors")'
  )
}

test_that("an interrupt stops every step soon, and leaves no memory behind", {
  skip_on_cran()
  skip_on_os(c("windows", "mac", "solaris"))
  skip_if_not(file.exists("/proc/self/clear_refs"), "the system does not tell the peak of memory")
  output <- tempfile()
  script <- child_script(interrupt_each_step(n = 6e4, output))
  skip_if(is.null(script), "the package is not installed")
  # what is freed goes back to the system at once
  allocation <- c("MALLOC_MMAP_THRESHOLD_=65536", "MALLOC_TRIM_THRESHOLD_=65536", "MALLOC_ARENA_MAX=1")
  system2(rscript(), c("--vanilla", shQuote(script)), stdout = FALSE, stderr = FALSE, env = allocation, timeout = 400)
  found <- utils::read.table(output, col.names = c("step", "outcome", "seconds", "peak", "left"))
  expect_identical(found$step, c("bins", "degrees", "singular_vectors", "embedding", "kmeans", "labels", "predict",
                                 "prepare", "rb_features", "landmarks", "consensus", "graph"))
  for (i in seq_len(nrow(found))) {
    expect_identical(found$outcome[i], "interrupted", info = found$step[i])
    # a second is promised; the rest is for machines with other things to do
    expect_lt(found$seconds[i], 5)
    # it was well under way; in MB
    if (found$step[i] != "prepare") expect_gt(found$peak[i], 10)
    # R itself keeps some for later, and of the many small draws of the preparation more
    allowed <- if (found$step[i] == "prepare") 64 else max(8, 0.2 * found$peak[i])
    expect_lt(found$left[i], allowed, label = paste("what", found$step[i], "leaves"))
  }
})
