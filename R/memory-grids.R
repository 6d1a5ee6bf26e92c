#' The memory that a fit will take
#'
#' The most memory that [sc_rb()] will use at any one time, beyond `x` itself.
#'
#' Most of it is known before any data are seen: 2 bytes per row and grid for the bins, and `8 * n` bytes per vector of
#' the solver. `x` itself is read a block of rows at a time, and never copied. How many bins are occupied depends on the
#' data, on `sigma` and on `n`. It matters where `keep` has `"model"` (a number per bin and vector) or where there are
#' nearly as many bins as rows.
#' The defaults are typical of dense data and the default `sigma`: in data that were tried, grids had from 200 to
#' 13,000 bins, and far more in sparse data. A fit with few grids tells more, see the example.
#'
#' `sc_rb()` reckons in the same way before it starts, with the bins that it counts in a few of its grids. A fit that
#' would take more than is left (on Linux what the kernel says is available and the process's control groups allow,
#' elsewhere what package ps says) is an error that names what would fit. `options(scrb.memory = bytes)` sets the
#' limit, `options(scrb.memory = Inf)` switches the check off.
#'
#' Fits of more than about 100 MB have been measured to stay within 15 % of what is told, given their numbers of bins.
#'
#' @param n,d The numbers of rows and columns of `x`.
#' @inheritParams sc_rb
#' @param nonzero The number of entries that are stored, where `x` is a sparse matrix; `NULL` for a dense one.
#' @param bins_per_grid,singleton_share The mean number of occupied bins in a grid and the share of them that have one
#'   row only, as in `fit$diagnostics`.
#' @return The number of bytes.
#' @seealso [sc_rb()]
#' @examples
#' # a million rows: in GB
#' sc_rb_memory(n = 1e6, d = 20, n_grids = 256, k = 10) / 1e9
#' sc_rb_memory(n = 1e6, d = 20, n_grids = 64, k = 10, keep = NULL) / 1e9
#'
#' # with the numbers of bins that a few grids have
#' x <- as.matrix(pendigits[, -17])
#' few <- sc_rb(x, k = 10, n_grids = 16, keep = NULL)$diagnostics
#' sc_rb_memory(nrow(x), ncol(x), n_grids = 256, k = 10, bins_per_grid = few$bins_per_grid,
#'              singleton_share = few$singleton_share) / 1e6
#' @export
sc_rb_memory <- function(n, d, n_grids = 256, k, n_vectors = k, consensus = 0, ncv = NULL,
                         keep = c("embedding", "model"), threads = NULL, nonzero = NULL,
                         bins_per_grid = 26 * n^(1 / 3), singleton_share = 0.3) {
  check_given(missing(n), "n", "the number of rows")
  check_given(missing(d), "d", "the number of columns")
  check_given(missing(k), "k", "the number of clusters")
  for (size in c("n", "d", "n_grids", "k", "n_vectors")) {
    check_whole(get(size), size, 1)
  }
  n <- as.double(n)
  ncv <- if (is.null(ncv)) default_ncv(n_vectors) else check_whole(ncv, "ncv", n_vectors + 2)
  keep_model <- "model" %in% check_keep(keep)
  threads <- use_threads(threads)
  entries <- if (is.null(nonzero)) 4 * n * d else 8 * check_count(nonzero, "nonzero") + 8 * n
  block <- min(entries, block_bytes())
  bins <- min(n, check_count(bins_per_grid, "bins_per_grid"))
  single <- bins * check_share(singleton_share, "singleton_share")
  grids <- 16 * as.double(d) * n_grids
  steps <- memory_by_step(n, d, n_grids, n_vectors, ncv, keep_model, threads, block, bins - single, single)
  grids + max(steps, consensus_memory(n, k, n_vectors, check_whole(consensus, "consensus", 0)))
}

# The rows that the core reads at a time take about so much.
block_bytes <- function() core_sizes_cpp(1L)[["block"]]

# Bins of a grid whose ids take 2 bytes; of shared bins one fewer, as an id stands for all bins of one row.
narrow_bins <- 65536

# What is there at the same time, in bytes, step by step. `shared` and `single`: bins per grid.
memory_by_step <- function(n, d, n_grids, m, ncv, keep_model, threads, block, shared, single) {
  ids <- n * n_grids * (if (shared >= narrow_bins) 4 else 2) + 4 * n
  open <- grids_in_work_cpp(n, d, max(1, shared + single), threads)
  in_work <- min(n_grids, open[["count"]])
  # ids of all bins, those of one row included, before they become ids of shared ones
  wider <- if (shared < narrow_bins && shared + single > narrow_bins) 2 * n * in_work else 0
  # a row's own bins have one sum
  columns <- n_grids * (shared + 1) + n * (1 - exp(-n_grids * single / n))
  sums <- 8 * columns
  panel <- core_sizes_cpp(m)[["panel"]]
  # keys are kept by grid, then joined; the first memory stays with the threads that had it
  keys <- if (keep_model) 2 * n_grids * (8 * shared + 12 * single) else 0
  model <- if (keep_model) keys / 2 + m * sums else 0
  vectors <- 8 * n * m
  # basis, blocks and residual, operator
  solver <- if (columns <= n) 8 * columns * (ncv + 10) + 24 * n else 8 * n * (ncv + 2) + 28 * n + sums +
    if (n >= 1e5 && m > 3) 40 * n + sums else 0
  c(
    # a block, and the grids in work
    bins = block + ids + max(wider + open[["bytes"]] * in_work + keys / 2, keys),
    singular_vectors = ids + keys + solver + if (columns <= n) 0 else vectors,
    # vectors, their panels, the embedding, weights of bins
    embedding = ids + keys + 12 * n + vectors + (if (columns <= n) 8 * columns * m + panel * (8 * n + sums) else
      vectors + panel * (16 * n + sums)) + if (keep_model) m * sums else 0,
    # the core's result and R's, part by part; what rows had of the weights may stay with the allocator
    result = 8 * n + keys / 2 + vectors + max(2 * model, vectors + model) + if (keep_model) vectors else 0
  )
}

# Of a consensus: the rows' first places, base clusters, operator and second places.
# The ids of base clusters, with the first embedding or, once this is let go, with what finds the second.
consensus_memory <- function(n, k, m, consensus) {
  if (consensus > 0) n * (2 * consensus + max(8 * m + 24, 8 * k + 100)) else 0
}

default_ncv <- function(n_vectors) max(12L, 3L * (n_vectors + 1L))

# Where the solver stops, with the best pairs it has.
most_products <- function(n_vectors) 100L * (n_vectors + 10L)

# sc_rb_memory() of a list of its arguments, some of them replaced.
size_memory <- function(size, ...) {
  do.call(sc_rb_memory, utils::modifyList(size, list(...), keep.null = TRUE))
}

# In words, the arguments with which a fit that is too large would fit.
smaller_sizes <- function(size, limit) {
  fits <- function(...) size_memory(size, ...) <= limit
  n_grids <- largest(size$n_grids, function(n_grids) fits(n_grids = n_grids))
  rows <- largest(size$n, function(n) fits(n = n))
  without_model <- setdiff(size$keep, "model")
  c(
    if ("model" %in% size$keep && fits(keep = without_model)) {
      paste("keep =", if (length(without_model)) "\"embedding\"" else "NULL")
    },
    if (n_grids > 0) paste("n_grids =", n_grids),
    if (n_grids == 0 && rows > size$k) paste("a sample of", rows, "rows, with predict() for the others")
  )
}

# The largest whole number below `end` for which a condition holds that holds for all smaller ones; 0 for none.
largest <- function(end, holds) {
  low <- 0
  while (end - low > 1) {
    middle <- floor((low + end) / 2)
    if (holds(middle)) low <- middle else end <- middle
  }
  low
}

# The numbers of bins in some of the grids, as sc_rb_memory() takes them.
count_bins <- function(x, features, threads, most) {
  some <- lapply(features$grids, function(grids) grids[, seq_len(min(most, ncol(grids))), drop = FALSE])
  found <- ask_core(count_bins_cpp(x, features$scaling, some, threads))
  list(bins_per_grid = mean(found$occupied), singleton_share = sum(found$singles) / sum(found$occupied))
}

# Bytes that can still be had, NA where nobody says. `root` is where the system's files are.
available_memory <- function(root = "") {
  meminfo <- file.path(root, "proc", "meminfo")
  if (!file.exists(meminfo)) {
    return(memory_by_ps())
  }
  available <- 1024 * read_number(meminfo, "^MemAvailable:")
  if (all(is.na(available))) NA_real_ else min(available, group_memory(root), na.rm = TRUE)
}

memory_by_ps <- function() {
  if (!requireNamespace("ps", quietly = TRUE)) {
    return(NA_real_)
  }
  tryCatch(as.double(ps::ps_system_memory()$avail), error = function(condition) NA_real_)
}

# What the process's control groups (of containers and batch jobs) leave, Inf without any. Limits hold for all groups
# below; files that were read count as used, but go when memory is short.
group_memory <- function(root) {
  lines <- strsplit(read_lines(file.path(root, "proc", "self", "cgroup")), ":", fixed = TRUE)
  left <- Inf
  for (line in lines) {
    version <- if (identical(line[2], "")) 2 else if ("memory" %in% strsplit(line[2], ",")[[1]]) 1 else next
    names <- if (version == 2) c("memory.max", "memory.current", "^inactive_file ") else
      c("memory.limit_in_bytes", "memory.usage_in_bytes", "^total_inactive_file ")
    folder <- file.path(root, "sys/fs/cgroup", if (version == 1) "memory" else "")
    parts <- strsplit(paste(line[-(1:2)], collapse = ":"), "/", fixed = TRUE)[[1]]
    for (part in c("", parts[nzchar(parts)])) {
      folder <- file.path(folder, part)
      number <- function(name, pattern = "") read_number(file.path(folder, name), pattern)
      here <- number(names[1]) - number(names[2]) + max(0, number("memory.stat", names[3]), na.rm = TRUE)
      left <- min(left, max(0, here), na.rm = TRUE)
    }
  }
  left
}

read_lines <- function(file) {
  suppressWarnings(tryCatch(readLines(file), error = function(condition) character()))
}

# The first number in the first line that fits; NA where there is no such line or number ("max").
read_number <- function(file, pattern = "") {
  line <- grep(pattern, read_lines(file), value = TRUE)[1]
  suppressWarnings(as.double(sub("^[^0-9]*([0-9]+).*", "\\1", line)))
}
