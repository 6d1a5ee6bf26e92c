test_that("a fit that asks for more memory than there is does not start", {
  set.seed(1)
  x <- blobs(2)$x
  with_memory(1e4, {
    expect_error(sc_rb(x, 2, n_grids = 200, sigma = 1), "`n_grids` \\(= 200\\) with 100 rows asks for about .* [kM]B",
                 class = "scrb_error")
  })
  with_memory(Inf, expect_s3_class(sc_rb(x, 2, n_grids = 200, sigma = 1), "scrb"))
  with_memory(NULL, expect_s3_class(sc_rb(x, 2, n_grids = 200, sigma = 1), "scrb"))
})

# Every row has a bin to itself in some grids: the model is large.
spread_out <- function(n = 2000, d = 4) {
  set.seed(3)
  matrix(runif(n * d), n)
}

test_that("the error names arguments that then fit", {
  x <- spread_out()
  fit <- function(...) sc_rb(x, 2, sigma = 0.3, n_vectors = 12, ...)
  need <- function(...) {
    bins <- fit(n_grids = 64, keep = NULL)$diagnostics[c("bins_per_grid", "singleton_share")]
    do.call(sc_rb_memory, c(list(nrow(x), ncol(x), k = 2, n_vectors = 12, ...), bins))
  }
  said <- function(memory, ...) {
    with_memory(memory, conditionMessage(expect_error(fit(...), class = "scrb_error")))
  }
  # enough without the model only
  memory <- sqrt(need(n_grids = 64) * need(n_grids = 64, keep = NULL))
  message <- said(memory, n_grids = 64)
  expect_match(message, "what would fit: keep = \"embedding\", or n_grids = [0-9]+; options", fixed = FALSE)
  expect_match(said(memory, n_grids = 64, keep = "model"), "fit: keep = NULL, or n_grids", fixed = TRUE)
  with_memory(memory, {
    expect_s3_class(fit(n_grids = 64, keep = "embedding"), "scrb")
    n_grids <- as.numeric(sub(".*n_grids = ([0-9]+);.*", "\\1", message))
    expect_gt(n_grids, 1)
    expect_lt(n_grids, 64)
    set.seed(4)
    expect_s3_class(fit(n_grids = floor(0.8 * n_grids)), "scrb")
  })
  expect_lt(abs(log(need(n_grids = n_grids) / memory)), 0.3)
  # no number of grids is small enough
  expect_match(said(2e5, n_grids = 64, keep = NULL), "a sample of [0-9]+ rows, with predict\\(\\) for the others")
  expect_no_match(said(1e3, n_grids = 64), "what would fit")
})

test_that("the numbers of bins decide where they can", {
  x <- spread_out()
  few <- matrix(rep(0:1, each = 1000), 2000, 4) + runif(8000) / 1e6
  memory <- sc_rb_memory(2000, 4, 64, 2, bins_per_grid = 200)
  with_memory(memory, {
    expect_error(sc_rb(x, 2, n_grids = 64, sigma = 0.1), class = "scrb_error")
    expect_s3_class(sc_rb(few, 2, n_grids = 64, sigma = 0.1), "scrb")
  })
  features <- scrb:::prepare_features(x, 24, 0.3, "laplacian", "range", 1L)
  counted <- scrb:::count_bins(x, features, 1L, most = 8L)
  z <- scrb:::rb_features_cpp(x, features$scaling, lapply(features$grids, function(g) g[, 1:8]), 1L)
  expect_equal(counted$bins_per_grid, mean(z$bins_per_grid))
  expect_equal(counted$singleton_share, mean(diff(z$p) == 1))
})

test_that("the estimate grows with every part of the problem", {
  base <- list(n = 1e5, d = 100, n_grids = 64, k = 5, ncv = 40, bins_per_grid = 4000)
  need <- function(...) do.call(sc_rb_memory, utils::modifyList(base, list(...), keep.null = TRUE))
  for (part in names(base)) expect_gt(do.call(need, stats::setNames(list(2 * base[[part]]), part)), need())
  expect_gt(need(n_vectors = 10), need())
  expect_lt(need(keep = "embedding"), need())
  expect_identical(need(keep = NULL), need(keep = "embedding"))
  # where most of it is for binning: a block of rows, and hash tables
  binning <- function(...) need(d = 1000, k = 2, ncv = 7, keep = NULL, ...)
  expect_gt(binning(threads = 2), binning(threads = 1))
  expect_lt(binning(nonzero = 1e6), binning())
  # 2 bytes per row and grid, the solver's vectors
  expect_gte(need(), 1e5 * (2 * 64 + 8 * 40))
  expect_identical(sc_rb_memory(1e5, 100, 64, 5), sc_rb_memory(1e5, 100, 64, 5, n_vectors = 5, ncv = 18))
  expect_identical(sc_rb_memory(1e3, 10, k = 5, bins_per_grid = 1e9), sc_rb_memory(1e3, 10, k = 5, bins_per_grid = 1e3))
  # beyond 65,535 shared bins ids take 4 bytes
  expect_gt(need(n = 1e7, keep = NULL, bins_per_grid = 65600, singleton_share = 0),
            1e7 * 2 * 64 + need(n = 1e7, keep = NULL, bins_per_grid = 65500, singleton_share = 0))
})

test_that("what fits take is what was told", {
  skip_on_cran()
  skip_if_not(file.exists("/proc/self/clear_refs"), "the system does not tell the peak")
  result <- tempfile()
  script <- child_script(c(
    "status <- function(field) {",
    "  line <- grep(field, readLines('/proc/self/status'), value = TRUE)",
    "  1024 * as.numeric(gsub('[^0-9]', '', line))",
    "}",
    "few <- sc_rb(matrix(rnorm(2000), 1000), 2, n_grids = 8)", # what R loads and compiles at the first call
    "n <- 5e5",
    "x <- matrix(0, n, 4)",
    "for (l in 1:4) x[, l] <- 4 * (seq_len(n) %% 5) + rnorm(n)",
    "invisible(gc(full = TRUE))",
    "writeLines('5', '/proc/self/clear_refs')",
    "before <- status('VmRSS')",
    "fit <- sc_rb(x, 10, n_grids = 128, sigma = 0.2, threads = 2, nstart = 1)",
    "taken <- status('VmHWM') - before",
    "bins <- fit$diagnostics[c('bins_per_grid', 'singleton_share')]",
    "told <- do.call(sc_rb_memory, c(list(n, 4, 128, 10, threads = 2), bins))",
    sprintf("writeLines(format(c(taken, told), digits = 15), %s)", deparse(result))
  ))
  skip_if(is.null(script), "the package is not installed")
  system2(rscript(), c("--vanilla", shQuote(script)), stdout = FALSE, stderr = FALSE)
  expect_true(file.exists(result))
  memory <- as.numeric(readLines(result))
  expect_gt(memory[2] / memory[1], 0.8)
  expect_lt(memory[2] / memory[1], 1.25)
})

test_that("sparse rows are not taken for dense ones", {
  # 20 GB as dense floats, 2 MB as they are
  set.seed(2)
  x <- Matrix::sparseMatrix(rep(1:50000, 5), sample(1e5, 250000, replace = TRUE), x = 1, dims = c(50000, 1e5))
  with_memory(4e9, {
    expect_error(sc_rb(x, 1, n_grids = 2, sigma = 20), "`k` must be", class = "scrb_error")
    expect_s3_class(suppressWarnings(sc_rb(x, 2, n_grids = 2, sigma = 5e4, nstart = 1)), "scrb")
  })
})

test_that("the memory that is left is a number, or NA where the system does not tell", {
  available <- scrb:::available_memory()
  expect_length(available, 1)
  expect_true(is.na(available) || available > 1e6)
})

# A folder in place of the system's: names are files, values their lines.
fake_system <- function(files) {
  root <- tempfile("root")
  for (name in names(files)) {
    file <- file.path(root, name)
    dir.create(dirname(file), recursive = TRUE, showWarnings = FALSE)
    writeLines(files[[name]], file)
  }
  root
}
meminfo <- c("MemTotal:       8000000 kB", "MemFree:         100000 kB", "MemAvailable:    4000000 kB")

test_that("available memory is what the kernel says", {
  left <- function(...) scrb:::available_memory(fake_system(list(...)))
  expect_identical(left("proc/meminfo" = meminfo), 4000000 * 1024)
  expect_identical(left("proc/meminfo" = meminfo[1:2]), NA_real_)
  expect_identical(left("proc/meminfo" = meminfo, "proc/self/cgroup" = "0::/"), 4000000 * 1024)
})

test_that("no more is available than control groups leave (version 2)", {
  base <- list("proc/meminfo" = meminfo, "proc/self/cgroup" = "0::/job/step")
  left <- function(...) scrb:::available_memory(fake_system(c(base, list(...))))
  group <- "sys/fs/cgroup/job/step/"
  limit <- function(max, current, folder = group) {
    stats::setNames(list(max, current), paste0(folder, c("memory.max", "memory.current")))
  }
  expect_identical(do.call(left, limit("max", "500")), 4000000 * 1024)
  expect_identical(do.call(left, limit("1000000", "300000")), 700000)
  # what was read from files can be had back
  stat <- stats::setNames(list(c("anon 1", "inactive_file 50000", "active_file 70000")), paste0(group, "memory.stat"))
  expect_identical(do.call(left, c(limit("1000000", "300000"), stat)), 750000)
  # the group above is nearer its limit; the group itself has none
  above <- limit("900000", "800000", "sys/fs/cgroup/job/")
  expect_identical(do.call(left, c(limit("1000000", "300000"), above)), 100000)
  expect_identical(do.call(left, c(limit("max", "300000"), above)), 100000)
  # a container sees its own group at the top
  expect_identical(do.call(left, limit("600000", "100000", "sys/fs/cgroup/")), 500000)
  expect_identical(do.call(left, limit("1000", "3000")), 0)
})

test_that("no more is available than control groups leave (version 1)", {
  base <- list("proc/meminfo" = meminfo, "proc/self/cgroup" = c("5:cpu,cpuacct:/x", "4:memory:/job:1", "0::/"))
  left <- function(max, current, inactive, folder) {
    files <- stats::setNames(
      list(max, current, c("inactive_file 9", paste("total_inactive_file", inactive))),
      paste0("sys/fs/cgroup/memory/", folder,
             c("memory.limit_in_bytes", "memory.usage_in_bytes", "memory.stat"))
    )
    scrb:::available_memory(fake_system(c(base, files)))
  }
  expect_identical(left("1000000", "300000", 40000, "job:1/"), 740000)
  expect_identical(left("1000000", "300000", 40000, ""), 740000)
  expect_identical(left("9223372036854771712", "300000", 0, "job:1/"), 4000000 * 1024)
  expect_identical(left("1000000", "300000", 0, "other/"), 4000000 * 1024)
})

test_that("elsewhere package ps tells", {
  nowhere <- tempfile()
  skip_if_not_installed("ps")
  expect_gt(scrb:::available_memory(nowhere), 1e6)
})

test_that("an option that is no number of bytes is an error that names it", {
  x <- blobs(2)$x
  for (limit in list("1e9", list(1e9), c(1e9, 1e9), -5, mean, TRUE)) {
    with_memory(limit, expect_error(sc_rb(x, 2), "option `scrb.memory` must be", class = "scrb_error"))
  }
})
