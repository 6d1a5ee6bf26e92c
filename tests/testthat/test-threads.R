with_options <- function(new, code) {
  old <- options(new)
  on.exit(options(old))
  code
}
with_variable <- function(name, value, code) {
  old <- Sys.getenv(name, NA)
  do.call(Sys.setenv, setNames(list(value), name))
  on.exit(if (is.na(old)) Sys.unsetenv(name) else do.call(Sys.setenv, setNames(list(old), name)))
  code
}

test_that("the number of threads does not change a bit of a fit", {
  cases <- list(
    list(x = matrix(rnorm(3000), 1500), k = 4, sigma = 0.1),
    list(x = Matrix::rsparsematrix(800, 30, 0.2), k = 3, sigma = 8),
    list(x = matrix(rnorm(140000), 70000), k = 3, sigma = 0.5) # every loop over rows is shared
  )
  for (case in cases) {
    fits <- lapply(c(1, 2, 3), function(threads) {
      set.seed(1)
      without_times(suppressWarnings(sc_rb(case$x, case$k, n_grids = 21, sigma = case$sigma, nstart = 3, threads = threads)))
    })
    expect_identical(fits[[2]], fits[[1]])
    expect_identical(fits[[3]], fits[[1]])
  }
})

test_that("threads = NULL asks the option, then what OpenMP allows", {
  with_options(list(scrb.threads = 3L), expect_identical(scrb:::use_threads(NULL), 3L))
  with_options(list(scrb.threads = 3L), expect_identical(scrb:::use_threads(2), 2L))
  with_options(list(scrb.threads = 0), expect_error(scrb:::use_threads(NULL), "`threads` must be", class = "scrb_error"))
  with_options(list(scrb.threads = NULL), {
    with_variable("_R_CHECK_LIMIT_CORES_", "", with_variable("_R_CHECK_PACKAGE_NAME_", "", {
      expect_identical(scrb:::use_threads(NULL), scrb:::available_threads_cpp())
    }))
  })
  expect_gte(scrb:::available_threads_cpp(), 1L)
})

test_that("R CMD check never sees more than two", {
  with_options(list(scrb.threads = NULL), {
    for (name in c("_R_CHECK_LIMIT_CORES_", "_R_CHECK_PACKAGE_NAME_")) {
      with_variable(name, "true", expect_lte(scrb:::use_threads(NULL), 2L))
    }
  })
})

test_that("OMP_THREAD_LIMIT and OMP_NUM_THREADS are kept", {
  skip_on_cran()
  script <- child_script("cat(scrb:::available_threads_cpp())")
  skip_if(is.null(script), "the package is not installed")
  allowed <- function(variable) {
    as.integer(system2(rscript(), c("--vanilla", shQuote(script)), stdout = TRUE, env = variable))
  }
  expect_identical(allowed("OMP_THREAD_LIMIT=1"), 1L)
  expect_identical(allowed("OMP_NUM_THREADS=1"), 1L)
})

test_that("a forked child, where OpenMP's threads are gone, uses one and gives the same fit", {
  skip_on_os("windows")
  set.seed(2)
  x <- matrix(rnorm(2000), 1000)
  fit <- function() {
    set.seed(3)
    without_times(sc_rb(x, 3, n_grids = 40, sigma = 0.3, threads = 2))
  }
  here <- fit() # starts the threads that a fork would lose
  jobs <- lapply(1:2, function(i) parallel::mcparallel(list(scrb:::use_threads(2), fit())))
  there <- list()
  until <- Sys.time() + 60
  for (job in jobs) {
    while (is.null(result <- parallel::mccollect(job, wait = FALSE, timeout = 1)) && Sys.time() < until) next
    there <- c(there, result)
  }
  expect_length(there, 2)
  for (result in there) {
    expect_identical(result[[1]], 1L)
    expect_identical(result[[2]], here)
  }
})

test_that("memory is estimated before it is taken", {
  set.seed(4)
  x <- blobs(2)$x
  with_options(list(scrb.memory = 1e4), {
    expect_error(sc_rb(x, 2, n_grids = 200, sigma = 1), "`n_grids` \\(= 200\\) with 100 rows asks for about .* kB", class = "scrb_error")
  })
  with_options(list(scrb.memory = Inf), expect_s3_class(sc_rb(x, 2, n_grids = 200, sigma = 1), "scrb"))
  available <- scrb:::available_memory()
  expect_true(is.na(available) || available > 1e6)
  # grows with every part of the problem
  base <- c(n = 1e4, d = 10, n_grids = 64, n_vectors = 5, ncv = 20)
  need <- function(...) do.call(scrb:::needed_memory, as.list(replace(base, ...)))
  for (part in names(base)) expect_gt(need(part, 2 * base[[part]]), need(part, base[[part]]))
  expect_gte(need("n", 1e4), 1e4 * (2 * 64 + 4 * 10 + 8 * 20))
})
