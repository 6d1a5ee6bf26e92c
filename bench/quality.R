# Agreement with known classes, mean and sd over five seeds (120 of the law of the paper's published code, which
# varies much), against the marks it has to reach.
# Usage: Rscript bench/quality.R FOLDER

source("bench/common.R")
print_machine()

# sigma as a fraction of the median L1 distance between rows, on columns in [0, 1]
of_median <- function(fraction) function(x) fraction * stats::median(stats::dist(to_unit_range(x), "manhattan"))
cases <- list(
  list(data = "pendigits", k = 10, n_grids = 256, sigma = 1, mark = 0.70),
  list(data = "pendigits", k = 10, n_grids = 256, sigma = NULL, mark = 0.68),
  list(data = "letter", k = 26, n_grids = 256, sigma = 1.3, mark = 0.39),
  list(data = "mnist", k = 10, n_grids = 256, sigma = NULL, mark = NA),
  list(data = "ijcnn1", k = 2, n_grids = 256, sigma = NULL, mark = NA),
  list(data = "cod_rna", k = 2, n_grids = 256, sigma = NULL, mark = NA),
  list(data = "covtype", k = 7, n_grids = 64, sigma = 1, mark = 0.12),
  list(data = "spiral", k = 3, n_grids = 512, sigma = of_median(0.02), mark = 1),
  list(data = "jain", k = 2, n_grids = 512, sigma = of_median(0.045), mark = 1),
  list(data = "flame", k = 2, n_grids = 512, sigma = of_median(0.1), mark = 0.87),
  list(data = "aggregation", k = 7, n_grids = 512, sigma = of_median(0.07), mark = 0.95),
  list(data = "pendigits", k = 10, n_grids = 256, sigma = 1 / 0.39, mark = 0.67, kernel = "cauchy", scale = "none", seeds = 120),
  list(data = "pendigits", k = 10, n_grids = 1024, sigma = 1 / 0.39, mark = 0.67, kernel = "cauchy", scale = "none", seeds = 120)
)

rings <- function() {
  set.seed(1)
  angle <- stats::runif(1000, 0, 2 * pi)
  radius <- rep(c(1, 3), each = 500) + stats::rnorm(1000, sd = 0.1)
  list(x = cbind(radius * cos(angle), radius * sin(angle)), y = rep(1:2, each = 500))
}

run <- function(case, set) {
  kernel <- if (is.null(case$kernel)) "laplacian" else case$kernel
  scale <- if (is.null(case$scale)) "range" else case$scale
  sigma <- if (is.function(case$sigma)) case$sigma(set$x) else case$sigma
  seeds <- if (is.null(case$seeds)) 5 else case$seeds
  scores <- vapply(seq_len(seeds), function(seed) {
    set.seed(seed)
    fit <- sc_rb(set$x, case$k, n_grids = case$n_grids, sigma = sigma, kernel = kernel, scale = scale)
    c(agreement(fit$cluster, set$y), sigma = fit$sigma, stats::setNames(fit$singular_values[1:10], paste0("s", 1:10))) # NA beyond k + 1
  }, numeric(18))
  cat(sprintf("%-12s %-9s %5d %8.4g %5d   nmi %.3f (sd %.3f)  acc %.3f  ri %.3f  fm %.3f   mark %.2f  %s\n", case$data, kernel,
              case$n_grids, mean(scores["sigma", ]), seeds, mean(scores["nmi", ]), stats::sd(scores["nmi", ]), mean(scores["acc", ]),
              mean(scores["ri", ]), mean(scores["fm", ]), case$mark, if (is.na(case$mark)) "" else if (mean(scores["nmi", ]) >= case$mark) "yes" else "NO"))
  if (kernel == "cauchy") cat("    singular values:", sprintf("%.2f", rowMeans(scores[paste0("s", 1:10), ])), "\n")
}
cat("data         kernel    grids    sigma seeds   mean over seeds\n")
run(list(data = "rings", k = 2, n_grids = 512, sigma = 0.02, mark = 1), rings())
for (case in cases) run(case, read_set(case$data))
