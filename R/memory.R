# Bytes that can still be had, NA where the system does not say.
available_memory <- function() {
  if (!file.exists("/proc/meminfo")) {
    return(NA_real_)
  }
  line <- grep("^MemAvailable:", readLines("/proc/meminfo", warn = FALSE), value = TRUE)
  if (length(line) == 0) NA_real_ else 1024 * as.numeric(gsub("[^0-9]", "", line[1]))
}

# Peak above x: bins, one float copy of x (for sparse x with the column and row indices), the solver's vectors, the
# grids.
needed_memory <- function(x, n_grids, n_vectors, ncv) {
  n <- as.double(nrow(x))
  copy <- if (is(x, "sparseMatrix")) 8 * length(x@x) + 16 * n else 4 * n * ncol(x)
  2.5 * n * n_grids + copy + 8 * n * (ncv + 2 * n_vectors) + 16 * as.double(ncol(x)) * n_grids
}
