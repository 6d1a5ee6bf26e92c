# The theory: how fast random binning comes near the exact kernel and the exact spectral clustering as grids are added,
# beside random Fourier features at equal rank, on 2,000 rows of pendigits.
#   kernel error      |Z Z' - K| / |K|, in Frobenius norm
#   clustering error  tr(U' L U) - tr(U*' L U*), with L the exact Laplacian I - D^-1/2 K D^-1/2, U* its k lowest
#                     eigenvectors and U the top k left singular vectors of D^-1/2 Z; it is never negative
# Usage: Rscript bench/figure_theory.R [FOLDER] [data=pendigits] [rows=2000] [rank=1,2,...] [repeats=5] [...]

source("bench/runner.R")
source("bench/summary.R")
source("bench/draw.R")
options <- bench_options(data = "pendigits", rows = "2000", rank = 2^(0:10), repeats = 5)
options$data <- options$data[1]
file <- file.path(options$out, "theory.csv")

# Top k left singular vectors of D^-1/2 Z, from the similarities Z Z', with degrees of at least `least`.
top_vectors <- function(similarity, k, least) {
  degree <- pmax(rowSums(similarity), least)
  eigen(similarity / sqrt(outer(degree, degree)), symmetric = TRUE)$vectors[, seq_len(k)]
}

# Pairs of a cosine and a sine, of Cauchy frequencies: their products estimate exp(-|x - y|_1 / sigma) without bias.
fourier_features <- function(x, rank, sigma) {
  angles <- x %*% matrix(stats::rcauchy(ncol(x) * rank / 2, scale = 1 / sigma), ncol(x))
  cbind(cos(angles), sin(angles)) * sqrt(2 / rank)
}

# What sc_baseline(method = "sc_rf") raises degrees to: their standard error, the root of its mean square over rows.
least_degree <- function(z) {
  parts <- z * rep(colSums(z), each = nrow(z))
  frequencies <- seq_len(ncol(z) / 2)
  parts <- parts[, frequencies] + parts[, -frequencies]
  max(1, sqrt(mean(rowSums((parts - rowMeans(parts))^2))))
}

measure_theory <- function(set, done) {
  x <- to_unit_range(set$x)
  for (seed in seq_len(options$repeats)) {
    set.seed(seed)
    sigma <- sc_rb(x, set$k, n_grids = 16, scale = "none")$sigma
    kernel <- exp(-as.matrix(stats::dist(x, "manhattan")) / sigma)
    exact <- kernel / sqrt(outer(rowSums(kernel), rowSums(kernel)))
    # tr(U' L U) = k - tr(U' S U), with S = 1 - L
    trace <- function(u) sum(u * (exact %*% u))
    best <- trace(top_vectors(kernel, set$k, 0))
    measure <- function(features, z, rank, kappa) {
      similarity <- as.matrix(Matrix::tcrossprod(z))
      least <- if (features == "fourier") least_degree(z) else 0
      append_row(data.frame(
        data = options$data, n = nrow(x), seed = seed, features = features, rank = rank, sigma = sigma, kappa = kappa,
        kernel_error = sqrt(sum((similarity - kernel)^2) / sum(kernel^2)),
        clustering_error = best - trace(top_vectors(similarity, set$k, least)), date = format(Sys.Date())
      ), file)
    }
    for (rank in options$rank) {
      if (paste(options$data, nrow(x), seed, rank) %in% done) next
      set.seed(seed)
      z <- rb_features(x, n_grids = rank, sigma = sigma, scale = "none")
      grid <- rep(seq_len(rank), attr(z, "bins_per_grid"))
      fullest <- tapply(diff(z@p), grid, max)
      # fewer Fourier features than clusters have no k singular vectors
      if (rank >= set$k && rank %% 2 == 0) measure("fourier", fourier_features(x, rank, sigma), rank, NA)
      measure("binning", z, rank, mean(nrow(x) / fullest))
      message("theory: seed ", seed, ", rank ", rank)
    }
  }
}

if (!is.null(options$folder) && has_set(options$data, options$folder)) {
  done <- if (file.exists(file)) utils::read.csv(file)
  done <- done[done$features == "binning", ]
  measure_theory(make_set(options$data, options$folder, options$rows), paste(done$data, done$n, done$seed, done$rank))
}
results <- if (file.exists(file)) utils::read.csv(file)
results <- results[results$data == options$data & results$rank %in% options$rank & results$seed <= options$repeats, ]
results <- results[results$n == (if (options$rows == "all") max(0, results$n) else as.numeric(options$rows)), ]
if (NROW(results) == 0) {
  cat("No results yet in ", file, ".\n", sep = "")
  quit(status = 0)
}
summary <- stats::aggregate(results[c("kernel_error", "clustering_error")], results[c("features", "rank")], mean)
kappa <- mean(results$kappa, na.rm = TRUE)
binning <- summary[summary$features == "binning", ]
fourier <- summary[summary$features == "fourier", ]

open_figure(options, "theory", 1, 2)
titles <- c(kernel_error = "kernel error, relative", clustering_error = "clustering error, tr(U'LU) - tr(U*'LU*)")
for (column in names(titles)) {
  # the rate, through the last point of the Fourier features: they have kappa = 1
  last <- nrow(fourier)
  power <- if (column == "kernel_error") 0.5 else 1
  rate <- function(rank, kappa) fourier[last, column] * (fourier$rank[last] / (kappa * rank))^power
  draw_panel(options$rank, summary[[column]], "rank (grids, or Fourier features)", titles[column], "",
             at = options$rank[c(TRUE, FALSE)])
  graphics::lines(options$rank, rate(options$rank, 1), lty = 2, col = "grey40")
  graphics::lines(options$rank, rate(options$rank, kappa), lty = 3, col = "grey40")
  draw_series(fourier$rank, fourier[[column]], other_colors[2], 1)
  draw_series(binning$rank, binning[[column]], other_colors[1], 19)
}
draw_legend(c("random binning", "random Fourier", "rate, Fourier (1 / R)", "rate, binning (1 / (kappa R))"),
            c(other_colors[1:2], "grey40", "grey40"), c(19, 1, NA, NA), c(1, 1, 2, 3), 4)
close_figure()

high <- function(table) table[table$rank >= 32, ]
slope <- function(table, column) sprintf("%.2f", log_slope(high(table)$rank, high(table)[[column]]))
cat("Means over ", max(results$seed), " seeds, ", options$data, ", ", results$n[1], " rows, sigma ",
    signif(mean(results$sigma), 3), ", kappa ", signif(kappa, 3), " (rows over rows in the fullest bin, mean over ",
    "grids). The theory bounds the clustering error by a multiple of 1 / (kappa R) for binning and of 1 / R for ",
    "Fourier features; the dashed line goes through the last point of the latter, the dotted one is lower by kappa ",
    "(kernel error: by its square root, and falls as 1 / sqrt(R)). Slopes of log error against log rank, from rank 32 ",
    "on: clustering ", slope(binning, "clustering_error"), " (binning), ", slope(fourier, "clustering_error"),
    " (Fourier); kernel ", slope(binning, "kernel_error"), ", ", slope(fourier, "kernel_error"), ". With one or two grids ",
    "bins are hardly linked, and which of the many vectors of value 1 come first is chance.\n\n", sep = "")
both <- merge(binning[-1], fourier[-1], by = "rank", all = TRUE, suffixes = c("_binning", "_fourier"))
both$clustering_ratio <- both$clustering_error_fourier / both$clustering_error_binning
both[-1] <- lapply(both[-1], signif, 3)
print_markdown(both)
