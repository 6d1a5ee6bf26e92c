# More than 2^31 row-grid pairs in one fit: sizes are 64 bits throughout.
# Usage: Rscript bench/large.R [ROWS] [N_GRIDS]   (4.5 GB of bins by default)

suppressPackageStartupMessages(library(scrb))
arguments <- as.numeric(commandArgs(trailingOnly = TRUE))
n <- if (is.na(arguments[1])) 2.2e6 else arguments[1]
n_grids <- if (is.na(arguments[2])) 1000 else arguments[2]
set.seed(1)
truth <- sample.int(5, n, replace = TRUE)
x <- cbind(cos(truth), sin(truth)) + matrix(stats::rnorm(2 * n, sd = 0.1), n)
cat(sprintf("%.0f rows x %.0f grids = %.3g pairs, 2^31 = %.3g\n", n, n_grids, n * n_grids, 2^31))
fit <- sc_rb(x, k = 5, n_grids = n_grids, sigma = 0.1, nstart = 3, keep = "model")
print(fit)
print(round(fit$time, 1))
cat("NMI with the truth:", round(agreement(fit$cluster, truth)[["nmi"]], 4), "\n")
some <- sample.int(n, 1e5)
cat("predict() agrees on 100,000 of the rows:", identical(unname(predict(fit, x[some, ])), unname(fit$cluster[some])), "\n")
