# How much the result depends on sigma, on the seed, on the number of grids and on the axes: the figures of the
# README's section "When not to" and of its table of 2-D shapes.
# Usage: Rscript bench/sensitivity.R FOLDER

source("bench/common.R")
print_machine()
nmi <- function(set, k, seeds, ...) {
  vapply(seeds, function(seed) {
    set.seed(seed)
    agreement(suppressWarnings(sc_rb(set$x, k, ...))$cluster, set$y)[["nmi"]]
  }, 0)
}
kmeans_nmi <- function(set, k, seeds = 1:10) {
  x <- to_unit_range(set$x)
  mean(vapply(seeds, function(seed) {
    set.seed(seed)
    agreement(stats::kmeans(x, k, nstart = 10, iter.max = 100)$cluster, set$y)[["nmi"]]
  }, 0))
}
show <- function(what, values) cat(sprintf("%-58s mean %.2f, from %.2f to %.2f\n", what, mean(values), min(values), max(values)))

cat("2-D shapes, n_grids 512, ten seeds\n")
fraction <- c(spiral = 0.02, jain = 0.045, flame = 0.1, aggregation = 0.07)
k <- c(spiral = 3, jain = 2, flame = 2, aggregation = 7)
for (name in names(fraction)) {
  set <- read_set(name)
  sigma <- fraction[[name]] * stats::median(stats::dist(to_unit_range(set$x), "manhattan"))
  cat(sprintf("  %-12s sigma %.3f: NMI %.2f; default sigma: %.2f; k-means: %.2f\n", name, sigma,
              mean(nmi(set, k[[name]], 1:10, n_grids = 512, sigma = sigma)), mean(nmi(set, k[[name]], 1:10, n_grids = 512)),
              kmeans_nmi(set, k[[name]])))
}

digits <- list(x = as.matrix(pendigits[, -17]), y = pendigits$digit)
cat("\npendigits\n")
show("default sigma, 20 seeds", nmi(digits, 10, 1:20))
cat(sprintf("k-means: %.2f\n", kmeans_nmi(digits, 10)))
by_sigma <- vapply(c(0.2, 0.5, 1, 2, 5), function(sigma) mean(nmi(digits, 10, 1:5, sigma = sigma)), 0)
show("sigma .2, .5, 1, 2, 5, means of five seeds", by_sigma)
set.seed(1)
rotation <- qr.Q(qr(matrix(stats::rnorm(256), 16)))
show("not rotated, scale \"none\", ten seeds", nmi(digits, 10, 1:10, scale = "none"))
show("rotated, scale \"none\", ten seeds", nmi(list(x = digits$x %*% rotation, y = digits$y), 10, 1:10, scale = "none"))
for (n_grids in c(64, 256, 1024)) {
  fits <- lapply(1:6, function(seed) {
    set.seed(seed)
    sc_rb(digits$x, 10, n_grids = n_grids, keep = NULL)$cluster
  })
  pairs <- utils::combn(6, 2, function(at) agreement(fits[[at[1]]], fits[[at[2]]])[["nmi"]])
  show(sprintf("between fits of different seeds, %d grids", n_grids), pairs)
}

cat("\nsmall sigma, seed 1: values crowd near 1 and take more products\n")
for (sigma in c(1, 0.5, 0.2)) {
  set.seed(1)
  fit <- suppressWarnings(sc_rb(digits$x, 10, sigma = sigma))
  cat(sprintf("  sigma %.1f: %.2f s, %d products, 10th value %.6f\n", sigma, fit$time[["total"]], fit$solver$products,
              fit$singular_values[10]))
}

cat("\nclasses that are no clusters, k = 2, seed 1, sigma by default and .05, .2, 1, 5\n")
for (name in c("ijcnn1", "cod_rna")) {
  set <- read_set(name)
  values <- c(nmi(set, 2, 1, n_grids = 64), vapply(c(0.05, 0.2, 1, 5), function(sigma) nmi(set, 2, 1, n_grids = 64, sigma = sigma), 0))
  cat(sprintf("  %-12s %s\n", name, paste(sprintf("%.3f", values), collapse = " ")))
}
