test_that("exact asks for n x n numbers, and says so before it starts", {
  set.seed(1)
  x <- matrix(rnorm(2e4), 1e4)
  with_memory(1e6, {
    seed <- .Random.seed
    message <- conditionMessage(expect_error(sc_baseline(x, 2, "exact"), class = "scrb_error"))
    expect_identical(.Random.seed, seed)
    # 1e8 numbers of 4 or 8 bytes
    expect_match(message, "([4-9][0-9]{2} MB|[01](\\.[0-9]+)? GB)")
    expect_match(message, "1 MB are available", fixed = TRUE)
  })
  # without an option what the system has is the limit: these ask for 16 TB
  expect_error(sc_baseline(matrix(0, 2e6, 1), 2, "exact"), "[0-9] (TB|GB)", class = "scrb_error")
})

test_that("every method has a limit, and works within it", {
  set.seed(2)
  x <- matrix(rnorm(4000), 1000)
  for (method in baseline_methods) {
    need <- scrb:::baseline_memory(1000, 4, 2, method, 64)
    expect_gt(need, 8 * 1000)
    with_memory(0.5 * need,
                expect_error(sc_baseline(x, 2, method, rank = 64, sigma = 1), "memory", class = "scrb_error"))
    with_memory(1.5 * need, expect_s3_class(sc_baseline(x, 2, method, rank = 64, sigma = 1), "scrb"))
  }
})

test_that("levels of factors are counted before they are made into columns", {
  set.seed(3)
  # 500 levels: 80 MB as columns of doubles
  x <- data.frame(number = runif(2e4), f = factor(sample(500, 2e4, replace = TRUE)))
  before <- gc(reset = TRUE)[2, 6]
  with_memory(1e6, expect_error(sc_baseline(x, 3, "sv_rf", rank = 64, sigma = 1), "memory", class = "scrb_error"))
  expect_lt(gc()[2, 6] - before, 20)
})

test_that("memory grows as it must", {
  need <- function(n, method, rank = 64) scrb:::baseline_memory(n, 4, 2, method, rank)
  for (method in setdiff(baseline_methods, "exact")) {
    expect_lt(abs(need(2e6, method) / need(1e6, method) - 2), 0.05)
  }
  expect_lt(abs(need(2e5, "exact") / need(1e5, "exact") - 4), 0.05)
  for (method in setdiff(baseline_methods, c("kmeans", "exact", "lsc"))) {
    expect_gt(need(1e6, method, 1024) / need(1e6, method, 64), 5)
    # covtype at rank 1024 in 12 GB
    expect_lt(scrb:::baseline_memory(581012, 54, 7, method, 1024), 12e9)
  }
})

test_that("what a fit takes is what was told", {
  skip_on_cran()
  skip_if_not(file.exists("/proc/self/clear_refs"), "the system does not tell the peak of memory")
  output <- tempfile()
  script <- child_script(c(
    sprintf("output <- %s", deparse(output)),
    'status <- function(field) as.numeric(gsub("[^0-9]", "", grep(field, readLines("/proc/self/status"), value = TRUE)))
    measure <- function(method, n, rank) {
      x <- matrix(runif(8 * n), n)
      for (i in 1:2) gc(full = TRUE)
      writeLines("5", "/proc/self/clear_refs")
      before <- status("VmRSS")
      fit <- sc_baseline(x, 3, method, rank = rank, sigma = 1, nstart = 1, iter.max = 3, threads = 2)
      data.frame(method, took = 1024 * (status("VmHWM") - before), told = scrb:::baseline_memory(n, 8, 3, method, rank))
    }
    invisible(measure("kk_rf", 1000, 64))
    found <- Map(measure, c("exact", "kk_rs", "kk_rf", "sv_rf", "sc_rf", "nystrom", "lsc"), c(6000, rep(30000, 6)), 512)
    write.csv(do.call(rbind, found), output, row.names = FALSE)'
  ))
  skip_if(is.null(script), "the package is not installed")
  allocation <- c("MALLOC_MMAP_THRESHOLD_=65536", "MALLOC_TRIM_THRESHOLD_=65536", "MALLOC_ARENA_MAX=1")
  system2(rscript(), c("--vanilla", shQuote(script)), stdout = FALSE, stderr = FALSE, env = allocation, timeout = 120)
  found <- utils::read.csv(output)
  for (i in seq_len(nrow(found))) {
    # some MB of R's own come and go
    expect_lt(found$took[i], 1.15 * found$told[i] + 10e6, label = paste("memory of", found$method[i]))
    expect_gt(found$took[i], 0.5 * found$told[i] - 10e6, label = paste("memory of", found$method[i]))
  }
})
