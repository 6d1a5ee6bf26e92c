use_threads <- function(threads) {
  if (!is.null(threads)) {
    return(check_threads(threads))
  }
  option <- getOption("scrb.threads")
  if (!is.null(option)) check_threads(option) else default_threads()
}

# All cores, but no more than OpenMP's own limits say (a cluster sets them for its jobs), and two under R CMD check.
default_threads <- function() {
  limits <- suppressWarnings(as.integer(Sys.getenv(c("OMP_THREAD_LIMIT", "OMP_NUM_THREADS"))))
  checking <- any(nzchar(Sys.getenv(c("_R_CHECK_LIMIT_CORES_", "_R_CHECK_PACKAGE_NAME_"))))
  max(1L, min(available_threads_cpp(), limits, if (checking) 2L, na.rm = TRUE))
}
