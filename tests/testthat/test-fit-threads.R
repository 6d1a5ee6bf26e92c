with_options <- function(new, code) {
  old <- options(new)
  on.exit(options(old))
  code
}
with_variables <- function(values, code) {
  old <- Sys.getenv(names(values), NA, names = TRUE)
  do.call(Sys.setenv, as.list(values))
  on.exit({
    Sys.unsetenv(names(old)[is.na(old)])
    if (!all(is.na(old))) do.call(Sys.setenv, as.list(old[!is.na(old)]))
  })
  code
}
no_limits <- c(OMP_THREAD_LIMIT = "", OMP_NUM_THREADS = "")
no_check <- c("_R_CHECK_LIMIT_CORES_" = "", "_R_CHECK_PACKAGE_NAME_" = "")

test_that("the number of threads does not change a bit where every loop over rows is shared", {
  set.seed(1)
  x <- matrix(rnorm(140000), 70000)
  sparse <- Matrix::rsparsematrix(70000, 4, 0.5)
  near <- seq_len(70000)
  w <- Matrix::sparseMatrix(rep(near, 5), (rep(near, 5) + 2 * rep(1:5, each = 70000) - 1) %% 70000 + 1, x = 1)
  ways <- list(
    function(...) sc_rb(x, 3, n_grids = 21, sigma = 0.5, nstart = 3, ...),
    function(...) sc_rb(sparse, 3, n_grids = 9, sigma = 1, nstart = 2, consensus = 3, ...),
    function(...) sc_landmarks(x, 3, n_landmarks = 200, nstart = 2, consensus = 3, ...),
    function(...) sc_graph(w + Matrix::t(w), 2, nstart = 2, ...)
  )
  for (way in ways) {
    fits <- lapply(1:3, function(threads) {
      set.seed(1)
      without_times(suppressWarnings(way(threads = threads)))
    })
    expect_identical(fits[[2]], fits[[1]])
    expect_identical(fits[[3]], fits[[1]])
  }
})

test_that("threads = NULL asks the option, then takes all cores", {
  with_options(list(scrb.threads = 3L), expect_identical(scrb:::use_threads(NULL), 3L))
  with_options(list(scrb.threads = 3L), expect_identical(scrb:::use_threads(2), 2L))
  with_options(list(scrb.threads = 0), {
    expect_error(scrb:::use_threads(NULL), "`threads` must be", class = "scrb_error")
  })
  with_variables(c(no_limits, no_check), {
    with_options(list(scrb.threads = NULL), {
      expect_identical(scrb:::use_threads(NULL), max(1L, scrb:::available_threads_cpp()))
    })
  })
})

test_that("limits that are set for OpenMP are kept", {
  with_options(list(scrb.threads = NULL), {
    for (name in names(no_limits)) {
      with_variables(c(replace(no_limits, name, "1"), no_check), expect_identical(scrb:::use_threads(NULL), 1L))
      for (odd in c("0", "many", "4,2", "-3")) {
        with_variables(c(replace(no_limits, name, odd), no_check), expect_gte(scrb:::use_threads(NULL), 1L))
      }
    }
    # but what the user says stands
    with_variables(c(OMP_THREAD_LIMIT = "1"), expect_identical(scrb:::use_threads(3), 3L))
  })
})

test_that("R CMD check never sees more than two", {
  with_options(list(scrb.threads = NULL), {
    for (name in names(no_check)) {
      with_variables(c(no_limits, replace(no_check, name, "true")), {
        expect_identical(scrb:::use_threads(NULL), max(1L, min(2L, scrb:::available_threads_cpp())))
      })
    }
  })
})

test_that("a forked child gives the same fit as its parent, with threads of its own", {
  skip_on_os("windows")
  set.seed(2)
  x <- matrix(rnorm(2000), 1000)
  fit <- function() {
    set.seed(3)
    without_times(sc_rb(x, 3, n_grids = 40, sigma = 0.3, threads = 2))
  }
  here <- fit() # threads that outlived this call would be lost in a fork, and waited for in vain
  jobs <- lapply(1:2, function(i) parallel::mcparallel(fit()))
  there <- list()
  until <- Sys.time() + 60
  for (job in jobs) {
    while (is.null(result <- parallel::mccollect(job, wait = FALSE, timeout = 1)) && Sys.time() < until) next
    there <- c(there, result)
  }
  expect_length(there, 2)
  for (result in there) expect_identical(result, here)
})
