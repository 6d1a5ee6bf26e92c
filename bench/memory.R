# What sc_rb_memory() tells against what fits then take, each in a process of its own.
# Usage: Rscript bench/memory.R [FOLDER]   (from the project's root, package installed; Linux)

source("bench/common.R")
options(scrb.threads = 2)
folder <- commandArgs(trailingOnly = TRUE)[1]

# The data come from a file, so that the process that is measured has nothing left over that a fit could use again.
make_data <- function(kind, n, d) {
  file <- file.path(tempdir(), sprintf("%s_%.0f_%d.rds", kind, n, as.integer(d)))
  if (!file.exists(file)) {
    in_child("
      set.seed(2)
      if (kind == 'sparse') {
        x <- Matrix::rsparsematrix(n, d, nnz = 20 * n)
      } else {
        center <- matrix(rnorm(10 * d, sd = 4), 10)
        x <- center[sample.int(10, n, replace = TRUE), ] + rnorm(n * d)
      }
      result <- saveRDS(list(x = x), file, compress = FALSE)
    ", kind = kind, n = n, d = d, file = file)
  }
  file
}

measure <- function(case) {
  in_child("
    options(scrb.memory = Inf)
    few <- sc_rb(matrix(rnorm(2000), 1000), 2, n_grids = 8) # what R loads and compiles at the first call
    x <- readRDS(file)$x
    reset_peak()
    before <- now_mb()
    set.seed(1)
    fit <- suppressWarnings(sc_rb(x, k, n_grids = n_grids, keep = keep, threads = 2, nstart = 2))
    measured <- peak_mb() - before
    size <- list(n = nrow(x), d = ncol(x), n_grids = n_grids, k = k, keep = keep, threads = 2,
                 nonzero = if (is(x, 'sparseMatrix')) length(x@x))
    set.seed(1)
    features <- scrb:::prepare_features(x, n_grids, NULL, 'laplacian', 'range', 2L)
    counted <- scrb:::count_bins(x, features, 2L)
    result <- list(measured = measured, n = nrow(x), d = ncol(x), bins = fit$diagnostics$bins_per_grid,
                   told = do.call(sc_rb_memory, c(size, counted)) / 2^20, default = do.call(sc_rb_memory, size) / 2^20)
  ", file = case$file, n_grids = case$n_grids, k = case$k, keep = case$keep)
}

both <- c("embedding", "model")
cases <- list()
add <- function(file, n_grids, k, keep) {
  cases[[length(cases) + 1]] <<- list(file = file, n_grids = n_grids, k = k, keep = keep)
}
turn <- 0
for (n in c(1e5, 5e5, 1e6, 2e6)) {
  for (d in c(5, 16, 54)) {
    for (n_grids in c(64, 256)) {
      turn <- turn + 1
      add(make_data("blobs", n, d), n_grids, k = c(2, 10, 26, 10, 26, 2, 26)[turn %% 7 + 1], keep = if (turn %% 3) both)
    }
  }
}
for (keep in list(both, NULL)) {
  add(make_data("sparse", 1e5, 100), 64, 10, keep)
  add(make_data("sparse", 5e5, 1000), 256, 2, keep)
}
if (!is.na(folder)) {
  for (set in list(c("covtype", 7), c("cod_rna", 2), c("mnist", 10), c("ijcnn1", 2))) {
    for (keep in list(both, NULL)) {
      add(file.path(folder, paste0(set[1], ".rds")), 256, as.numeric(set[2]), keep)
    }
  }
}

print_machine()
cat("MB beyond x; told: with the numbers of bins counted in 32 grids, as sc_rb() does; default: with those of ",
    "sc_rb_memory()\n\n", sep = "")
cat(sprintf("%-10s %8s %5s %6s %3s %-16s %9s %9s %7s %6s %8s %6s\n", "data", "n", "d", "grids", "k", "keep",
            "bins/grid", "measured", "told", "ratio", "default", "ratio"))
ratio <- default <- numeric()
for (case in cases) {
  m <- measure(case)
  ratio <- c(ratio, m$told / m$measured)
  default <- c(default, m$default / m$measured)
  cat(sprintf("%-10s %8d %5d %6d %3d %-16s %9.0f %9.0f %7.0f %6.2f %8.0f %6.2f\n",
              sub("(_[0-9]+)*[.]rds$", "", basename(case$file)),
              as.integer(m$n), as.integer(m$d), as.integer(case$n_grids), as.integer(case$k),
              if (is.null(case$keep)) "NULL" else paste(case$keep, collapse = ", "), m$bins, m$measured, m$told,
              tail(ratio, 1), m$default, tail(default, 1)))
}
within <- function(ratio) abs(ratio - 1) <= 0.15
cat(sprintf("\nwithin 15 %%: told %d of %d, default %d of %d\n", sum(within(ratio)), length(ratio),
            sum(within(default)), length(default)))
if (!all(within(ratio))) quit(status = 1)
