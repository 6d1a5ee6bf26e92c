# k-means with centres from a sample of 100,000 rows against k-means on all rows: seconds, sums of squares, labels.
# Usage: Rscript bench/kmeans_sample.R FOLDER [SEEDS]   (from the project's root, package installed)
# The embeddings are those of sc_rb() with 32 grids. Both ways have the same random numbers, ten starts, two threads,
# and take turns. `other seed` is k-means on all rows beside itself with other random numbers: how far chance goes.

source("bench/common.R")
folder <- data_folder()
seeds <- as.integer(grep("^[0-9]+$", commandArgs(trailingOnly = TRUE), value = TRUE)[1])
if (is.na(seeds)) seeds <- 5L
options(scrb.threads = 2)

# The class of a hand, from nothing to a royal flush, as the UCI data have it.
name_hands <- function(x) {
  suits <- x[, c(1, 3, 5, 7, 9)]
  ranks <- x[, c(2, 4, 6, 8, 10)]
  count <- sapply(1:13, function(rank) rowSums(ranks == rank))
  most <- do.call(pmax, as.data.frame(count))
  pairs <- rowSums(count == 2)
  flush <- rowSums(suits != suits[, 1]) == 0
  low <- do.call(pmin, as.data.frame(ranks))
  high <- do.call(pmax, as.data.frame(ranks))
  royal <- most == 1 & rowSums(count[, c(1, 10:13)] == 1) == 5
  straight <- royal | (most == 1 & high - low == 4)
  hand <- ifelse(most == 4, 7, ifelse(most == 3, ifelse(pairs == 1, 6, 3), pmin(pairs, 2)))
  ifelse(straight, ifelse(flush, ifelse(royal, 9, 8), 4), ifelse(flush, 5, hand))
}

sets <- list(
  list(name = "covtype", rows = "all", k = 7),
  list(name = "poker_dealt", rows = 500000, k = 10),
  list(name = "susy_resampled", rows = 1000000, k = 2),
  list(name = "susy_resampled", rows = 1000000, k = 10)
)

cluster_rows <- function(rows, k, seed, sampled) {
  set.seed(seed)
  uniforms <- stats::runif(10 * k)
  sample <- if (sampled) scrb:::draw_kmeans_rows(nrow(rows), k) else integer()
  seconds <- system.time({
    fit <- scrb:::kmeans_cpp(rows, as.integer(k), 10L, 100L, uniforms, sample, 2L)
  })[["elapsed"]]
  c(fit, seconds = seconds)
}

nmi <- function(a, b) agreement(a, b)[["nmi"]]

compare_seed <- function(rows, k, y, seed) {
  full <- sampled <- NULL
  for (way in if (seed %% 2) c(FALSE, TRUE) else c(TRUE, FALSE)) {
    if (way) sampled <- cluster_rows(rows, k, seed, TRUE) else full <- cluster_rows(rows, k, seed, FALSE)
  }
  other <- cluster_rows(rows, k, 1000 + seed, FALSE)
  data.frame(seconds = full$seconds, ratio = sampled$seconds / full$seconds,
             squares = sampled$tot.withinss / full$tot.withinss - 1,
             squares_other = other$tot.withinss / full$tot.withinss - 1, nmi = nmi(sampled$cluster, full$cluster),
             nmi_other = nmi(other$cluster, full$cluster), classes = nmi(full$cluster, y),
             classes_sampled = nmi(sampled$cluster, y), smallest = min(full$size), smallest_sampled = min(sampled$size))
}

print_machine()
cat("Means over", seeds, "seeds (ratio: median; of squares also the largest):\n",
    "squares: tot.withinss by the sample / of all rows - 1, and of another seed / of this one - 1\n",
    "labels: NMI of sample and all rows, and of two seeds; classes: NMI with the classes, all rows and sample\n\n")
cat(sprintf("%-15s %8s %3s %8s %6s %10s %10s %10s %7s %7s %8s %8s %9s %9s\n", "data", "rows", "k", "s, all", "ratio",
            "squares", "largest", "other seed", "labels", "other", "classes", "sampled", "smallest", "sampled"))
for (set in sets) {
  data <- make_set(set$name, folder, set$rows)
  if (is.null(data$y)) data$y <- name_hands(data$x)
  set.seed(1)
  fit <- suppressWarnings(sc_rb(data$x, set$k, n_grids = 32, nstart = 1, keep = "embedding"))
  rows <- unname(fit$embedding)
  runs <- do.call(rbind, lapply(seq_len(seeds), function(seed) compare_seed(rows, set$k, data$y, seed)))
  mean_of <- colMeans(runs)
  cat(sprintf("%-15s %8d %3d %8.2f %6.2f %10.1e %10.1e %10.1e %7.3f %7.3f %8.4f %8.4f %9.0f %9.0f\n", set$name,
              nrow(rows), set$k, mean_of[["seconds"]], stats::median(runs$ratio), mean_of[["squares"]],
              max(runs$squares), mean_of[["squares_other"]], mean_of[["nmi"]], mean_of[["nmi_other"]],
              mean_of[["classes"]], mean_of[["classes_sampled"]], mean_of[["smallest"]],
              mean_of[["smallest_sampled"]]))
}
