# Bytes that a fit of x takes beyond x, and what is told, in a process that has read x from a file.
measured_memory <- function(x, uneven = FALSE) {
  files <- tempfile(c("x", "result"))
  on.exit(unlink(files))
  saveRDS(x, files[1], compress = FALSE)
  script <- child_script(c(
    "status <- function(field) {",
    "  line <- grep(field, readLines('/proc/self/status'), value = TRUE)",
    "  1024 * as.numeric(gsub('[^0-9]', '', line))",
    "}",
    sprintf("x <- readRDS(%s)", deparse(files[1])),
    "try(sc_graph(x[1:40, 1:40], 2, threads = 2), silent = TRUE)", # what R loads and compiles at the first call
    "invisible(gc(full = TRUE))",
    "writeLines('5', '/proc/self/clear_refs')",
    "before <- status('VmRSS')",
    "fit <- sc_graph(x, 4, threads = 2, nstart = 2)",
    "taken <- status('VmHWM') - before",
    "told <- scrb:::graph_memory(nrow(x), 4, 4, scrb:::default_ncv(4), 0) + scrb:::copied_bytes(x) +",
    sprintf("  %d * scrb:::evened_bytes(x)", uneven),
    sprintf("writeLines(format(c(taken, told), digits = 15), %s)", deparse(files[2]))
  ))
  testthat::skip_if(is.null(script), "the package is not installed")
  system2(rscript(), c("--vanilla", shQuote(script)), stdout = FALSE, stderr = FALSE)
  testthat::expect_true(file.exists(files[2]))
  as.numeric(readLines(files[2]))
}

test_that("graphs are copied only where they must be, and what fits take is what was told", {
  skip_on_cran()
  skip_if_not(file.exists("/proc/self/clear_refs"), "the system does not tell the peak")
  set.seed(1)
  group <- 1:2000 %% 4
  dense <- exp(-abs(outer(group, group, "-"))) * (1.5 + outer(sin(1:2000), sin(1:2000))) # 32 MB
  off <- dense
  off[2, 1] <- off[2, 1] * (1 + 1e-12)
  n <- 1e5
  from <- sample.int(n, 3e5, replace = TRUE)
  to <- (from + 4 * sample.int(n / 4 - 1, 3e5, replace = TRUE) - 1) %% n + 1
  sparse <- Matrix::sparseMatrix(c(from, seq_len(n)), c(to, seq_len(n) %% n + 1), x = 1, dims = c(n, n))
  sparse <- sparse + Matrix::t(sparse) # 10 MB
  sparse_off <- sparse
  sparse_off@x[1:100] <- sparse_off@x[1:100] * (1 + 1e-12)

  expect_lt(max(measured_memory(dense)), 8e6)
  cases <- list(off = list(off, TRUE), logical = list(dense > 0.2, FALSE), sparse = list(sparse, FALSE),
                half = list(Matrix::forceSymmetric(sparse), FALSE), sparse_off = list(sparse_off, TRUE))
  for (case in names(cases)) {
    memory <- measured_memory(cases[[case]][[1]], cases[[case]][[2]])
    expect_gt(memory[2] / memory[1], 0.8, label = case)
    expect_lt(memory[2] / memory[1], 1.25, label = case)
  }
})

test_that("copies count where memory is short", {
  set.seed(1)
  w <- exp(-as.matrix(dist(blobs(2, 100)$x)))
  off <- w
  off[2, 1] <- off[2, 1] * (1 + 1e-12)
  with_memory(2e5, {
    expect_s3_class(sc_graph(w, 2), "scrb")
    expect_error(sc_graph(off, 2), "200 nodes asks for about 3.* kB", class = "scrb_error")
    expect_error(sc_graph(w > 0.2, 2), "200 nodes asks for about 3.* kB .*a sample of [0-9]+ nodes",
                 class = "scrb_error")
  })
})
