# Made-up data with a known answer.

# k round groups of `size` rows, far apart against their spread.
blobs <- function(k = 3, size = 50, d = 2, sd = 0.3, apart = 5) {
  truth <- rep(seq_len(k), each = size)
  angle <- 2 * pi * seq_len(k) / k
  centers <- apart * cbind(cos(angle), sin(angle), matrix(0, k, max(0, d - 2)))[, seq_len(d), drop = FALSE]
  list(x = centers[truth, , drop = FALSE] + rnorm(k * size * d, sd = sd), truth = truth)
}

# Rings around one another, which no straight line tells apart.
rings <- function(radius = c(1, 3), size = 400, sd = 0.1) {
  truth <- rep(seq_along(radius), rep_len(size, length(radius)))
  angle <- runif(length(truth), 0, 2 * pi)
  r <- radius[truth] + rnorm(length(truth), sd = sd)
  list(x = cbind(r * cos(angle), r * sin(angle)), truth = truth)
}

# k groups told by a number and, but for a share of `noise` rows each, by three columns that are none.
mixed <- function(k = 3, size = 100, noise = 0.1) {
  truth <- rep(seq_len(k), each = size)
  n <- k * size
  tells <- function() ifelse(runif(n) < noise, sample(k, n, replace = TRUE), truth)
  data <- data.frame(
    number = rnorm(n, 4 * truth), whole = rpois(n, 20 * truth), f = factor(letters[tells()]), s = LETTERS[tells()],
    o = factor(tells(), seq_len(k), labels = paste0("level", seq_len(k)), ordered = TRUE)
  )
  list(x = data, truth = truth)
}

# Bin ids (rows x n_grids) of k groups: in each grid a row is in one of its group's n_bins bins or, with
# probability `link`, in a bin of another group.
blocks <- function(k, size, n_grids = 48, n_bins = 3, link = 0) {
  truth <- rep(seq_len(k), each = size)
  n <- k * size
  group <- matrix(truth, n, n_grids)
  moved <- matrix(runif(n * n_grids) < link, n)
  group[moved] <- (group[moved] + sample(k - 1L, sum(moved), replace = TRUE) - 1L) %% k + 1L
  list(ids = (group - 1) * n_bins + matrix(sample(n_bins, n * n_grids, replace = TRUE), n), truth = truth)
}

# Widths that turn a matrix of whole numbers, a column per grid, into these very bins: in its g-th call column g
# has width 1, and every other column is one cell.
id_kernel <- function() {
  g <- 0
  function(n, sigma) {
    g <<- g + 1
    replace(rep(1e20, n), g, 1)
  }
}

fit_ids <- function(ids, k, ...) {
  sc_rb(ids, k, n_grids = ncol(ids), sigma = 1, kernel = id_kernel(), scale = "none", ...)
}

# The same bins for functions of the core that take scaling and grids.
id_grids <- function(ids) {
  widths <- matrix(1e20, ncol(ids), ncol(ids))
  diag(widths) <- 1
  list(widths = widths, offsets = 0.25 * widths)
}

no_scaling <- function(d) list(method = "none", center = numeric(d), scale = rep(1, d))

as_sparse <- function(x) methods::as(methods::as(methods::as(x, "dMatrix"), "generalMatrix"), "CsparseMatrix")

pendigits_x <- function() as.matrix(scrb::pendigits[, 1:16])

# Above this many rows of data the solver iterates; fewer are solved densely.
iterated_rows <- 640

# Runs code in a fresh R that finds the same scrb; NULL where the package is not installed but loaded from source.
child_script <- function(code) {
  path <- getNamespaceInfo("scrb", "path")
  if (!file.exists(file.path(path, "Meta", "package.rds"))) {
    return(NULL)
  }
  script <- tempfile(fileext = ".R")
  writeLines(c(sprintf(".libPaths(c(%s, .libPaths()))", deparse(dirname(path))), "library(scrb)", code), script)
  script
}

rscript <- function() file.path(R.home("bin"), "Rscript")

# Code that runs where so many bytes of memory are left.
with_memory <- function(bytes, code) {
  old <- options(scrb.memory = bytes)
  on.exit(options(old))
  code
}
