# Speed and memory of the core against the marks it has to reach, as one table.
# Usage: Rscript bench/core.R FOLDER [REPEATS]   (from the project's root, package installed; needs g++ and kernlab)

source("bench/common.R")
folder <- data_folder()
repeats <- as.integer(grep("^[0-9]+$", commandArgs(trailingOnly = TRUE), value = TRUE)[1])
if (is.na(repeats)) repeats <- 5L
options(scrb.threads = 2)

results <- list()
add <- function(what, value, mark, unit, at_most = TRUE, note = "") {
  met <- if (is.na(mark)) "" else if ((value <= mark) == at_most) "yes" else "NO"
  row <- data.frame(what = what, result = value, mark = mark, unit = unit, met = met, note = note)
  results[[length(results) + 1]] <<- row
  cat(sprintf("%-62s %10.4g %10.4g %-14s %-4s %s\n", what, value, mark, unit, met, note))
}
print_machine()
cat(sprintf("%-62s %10s %10s %-14s %-4s\n", "what", "result", "mark", "unit", "met"))

# ---- loops, in one C++ process each -----------------------------------------------------------------------------------
build_loops <- function() {
  program <- tempfile("core_bench")
  include <- function(package) paste0("-isystem ", system.file("include", package = package))
  sources <- c("features/bins", "features/bin_graph", "features/bin_keys", "features/bins_graph", "features/bins_products",
               "features/similarity", "data/block", "data/rows")
  status <- system(paste(
    "g++ -std=c++17 -O2 -pthread -DNDEBUG -Isrc/core", include("RcppEigen"), "bench/core_bench.cpp",
    paste0("src/core/", sources, ".cpp", collapse = " "), "-o", program
  ))
  stopifnot(status == 0)
  program
}

time_loops <- function(program, x, n_grids, sigma, threads) {
  file <- tempfile()
  on.exit(unlink(file))
  writeBin(as.vector(x), file)
  lines <- system2(program, c(file, dim(x), n_grids, sigma, threads, 2 * repeats + 1), stdout = TRUE)
  values <- as.numeric(sub(".*=", "", lines))
  stats::setNames(values, sub("=.*", "", lines))
}

program <- build_loops()
sets <- list(
  list(name = "pendigits", rows = NULL, n_grids = 256, sigma = 1, mark = 28),
  list(name = "covtype", rows = 100000, n_grids = 64, sigma = 1, mark = 46),
  list(name = "mnist", rows = 20000, n_grids = 32, sigma = 20, mark = 590)
)
for (set in sets) {
  x <- read_set(set$name)$x
  set.seed(1)
  if (!is.null(set$rows)) x <- x[sample(nrow(x), set$rows), ]
  x <- to_unit_range(x)
  one <- time_loops(program, x, set$n_grids, set$sigma, 1)
  two <- time_loops(program, x, set$n_grids, set$sigma, 2)
  unit <- "ns/row/grid"
  add(paste0(set$name, ": binning, one thread"), one[["binning"]], set$mark, unit)
  add(paste0(set$name, ": binning, speed-up by a second thread"), one[["binning"]] / two[["binning"]], 1.7, "x", FALSE)
  add(paste0(set$name, ": naive product"), one[["naive"]], NA, unit)
  add(paste0(set$name, ": product, one thread"), one[["product"]], 1, unit, note = sprintf("%.2f of naive", one[["product"]] / one[["naive"]]))
  add(paste0(set$name, ": block of 8, one thread, per vector"), one[["block"]], 0.35, unit,
      note = sprintf("%.2f of naive", one[["block"]] / one[["naive"]]))
}

# ---- memory, each fit in a process of its own -------------------------------------------------------------------------
for (case in list(c("covtype", 256, 7), c("cod_rna", 256, 2), c("mnist", 1024, 10))) {
  memory <- in_child("
    x <- readRDS(file)$x
    storage.mode(x) <- 'double'
    set.seed(1)
    reset_peak()
    before <- now_mb()
    fit <- sc_rb(x, k, n_grids = n_grids, keep = NULL, threads = 2)
    result <- list(peak = peak_mb() - before, n = nrow(x), d = ncol(x))
  ", file = file.path(folder, paste0(case[1], ".rds")), n_grids = as.numeric(case[2]), k = as.numeric(case[3]))
  n_grids <- as.numeric(case[2])
  k <- as.numeric(case[3])
  limit <- memory$n * (2.5 * n_grids + 8 * (max(12, 3 * (k + 1)) + 2 * k)) / 2^20 + 32
  add(sprintf("%s, n_grids %g: peak above the input", case[1], n_grids), memory$peak, limit, "MB")
}

# ---- k-means' share, and whole fits beside stats::kmeans ---------------------------------------------------------------
classes <- c(pendigits = 10, letter = 26, mnist = 10, ijcnn1 = 2, cod_rna = 2, covtype = 7)
for (name in names(classes)) {
  x <- read_set(name)$x
  times <- replicate(3, sc_rb(x, classes[[name]], n_grids = 256)$time[c("kmeans", "total")])
  add(paste0(name, ": fit, n_grids 256"), stats::median(times["total", ]), NA, "s")
  add(paste0(name, ": share of k-means in it"), stats::median(times["kmeans", ] / times["total", ]), 0.5, "")
}
x <- read_set("letter")$x
ours <- median_seconds(repeats, function() sc_rb(x, 26))
theirs <- median_seconds(repeats, function() suppressWarnings(stats::kmeans(x, 26, nstart = 10, iter.max = 100)))
add("letter: fit", ours, theirs, "s", note = "mark: stats::kmeans(nstart = 10), side by side")

# ---- the paper's table (16 cores, n_grids 1024) ------------------------------------------------------------------------
paper <- c(pendigits = 1.8, letter = 7.7, mnist = 25.9, ijcnn1 = 34.7, cod_rna = 24.2, covtype = 1593)
for (name in names(paper)) {
  x <- read_set(name)$x
  seconds <- median_seconds(if (nrow(x) > 50000) 1 else repeats, function() sc_rb(x, classes[[name]], n_grids = 1024, keep = NULL))
  add(paste0(name, ": fit, n_grids 1024"), seconds, paper[[name]], "s", note = "mark: the paper's time on 16 cores")
}

# ---- kernlab::specc ----------------------------------------------------------------------------------------------------
if (requireNamespace("kernlab", quietly = TRUE)) {
  measure <- function(call) {
    in_child(paste("
      set.seed(1)
      x <- as.matrix(pendigits[sample(nrow(pendigits), 4000), -17])
      invisible(loadNamespace('kernlab'))
      reset_peak()
      before <- now_mb()
      seconds <- system.time(", call, ")[['elapsed']]
      result <- list(seconds = seconds, mb = peak_mb() - before)
    "))
  }
  # specc may fail on a draw of its own; that is its result
  specc <- measure("try(kernlab::specc(x, 10, kernel = 'rbfdot', kpar = list(sigma = 1)))")
  ours <- measure("sc_rb(x, 10, threads = 2)")
  blas <- basename(utils::sessionInfo()$BLAS)
  add("pendigits, 4,000 rows: times faster than kernlab::specc", specc$seconds / ours$seconds, 100, "x", FALSE,
      note = sprintf("%.3g s against %.3g s, BLAS %s", ours$seconds, specc$seconds, blas))
  add("pendigits, 4,000 rows: memory as a share of kernlab::specc's", ours$mb / specc$mb, 0.1, "",
      note = sprintf("%.0f MB against %.0f MB", ours$mb, specc$mb))
}

table <- do.call(rbind, results)
cat("\n", sum(table$met == "yes"), " marks met, ", sum(table$met == "NO"), " not met\n", sep = "")
