# The process that loaded the package: OpenMP's threads do not survive a fork, so forked children use one.
loaded_in <- new.env(parent = emptyenv())

.onLoad <- function(libname, pkgname) {
  loaded_in$pid <- Sys.getpid()
}

use_threads <- function(threads) {
  threads <- if (!is.null(threads)) check_threads(threads) else default_threads()
  if (identical(Sys.getpid(), loaded_in$pid)) threads else 1L
}

default_threads <- function() {
  option <- getOption("scrb.threads")
  if (!is.null(option)) {
    return(check_threads(option))
  }
  checking <- any(nzchar(Sys.getenv(c("_R_CHECK_LIMIT_CORES_", "_R_CHECK_PACKAGE_NAME_"))))
  min(available_threads_cpp(), if (checking) 2L)
}

# Bytes that can still be had, NA where the system does not say.
available_memory <- function() {
  if (!file.exists("/proc/meminfo")) {
    return(NA_real_)
  }
  line <- grep("^MemAvailable:", readLines("/proc/meminfo", warn = FALSE), value = TRUE)
  if (length(line) == 0) NA_real_ else 1024 * as.numeric(gsub("[^0-9]", "", line[1]))
}

# Peak above x: bins, one float copy of x, the solver's vectors.
needed_memory <- function(n, d, n_grids, n_vectors, ncv) {
  2.5 * n * n_grids + 4 * n * d + 8 * n * (ncv + 2 * n_vectors)
}
