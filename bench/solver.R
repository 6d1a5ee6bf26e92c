# Products that the solver needs, the re-check included: easy spectra, and those whose values crowd near 1.
# Usage: Rscript bench/solver.R FOLDER [SEEDS]   (from the project's root, package installed)
# A block of b vectors counts b products. Columns are scaled to [0, 1]; "mark" is what is aimed at.

source("bench/common.R")
seeds <- as.integer(grep("^[0-9]+$", commandArgs(trailingOnly = TRUE), value = TRUE)[1])
if (is.na(seeds)) seeds <- 3L
options(scrb.threads = 2)

cases <- data.frame(
  data = c("pendigits", "pendigits", "pendigits", "letter", "letter", "ijcnn1", "cod_rna", "covtype"),
  n_grids = c(256, 256, 256, 256, 256, 64, 64, 64),
  sigma = c(1, 0.5, 0.2, 1, 0.2, 0.4, 0.1, 0.83),
  k = c(10, 10, 10, 26, 26, 2, 2, 7),
  mark = c(33, 85, 900, 65, 420, 40, 80, 50)
)

print_machine()
cat(sprintf("%-10s %6s %6s %3s %-5s %10s %-18s %6s %10s %9s\n", "data", "grids", "sigma", "k", "side", "products",
            "(by seed)", "mark", "residual", "seconds"))
for (i in seq_len(nrow(cases))) {
  case <- cases[i, ]
  x <- read_set(case$data)$x
  found <- lapply(seq_len(seeds), function(seed) {
    set.seed(seed)
    fit <- suppressWarnings(sc_rb(x, case$k, n_grids = case$n_grids, sigma = case$sigma, nstart = 1, keep = NULL))
    values <- fit$singular_values[seq_along(fit$solver$residuals)]^2
    list(side = fit$solver$side, products = fit$solver$products, residual = max(fit$solver$residuals / values),
         seconds = fit$time[["singular_vectors"]])
  })
  each <- function(field) vapply(found, function(one) one[[field]], 1)
  cat(sprintf("%-10s %6d %6.2f %3d %-5s %10.0f %-18s %6d %10.1e %9.2f\n", case$data, as.integer(case$n_grids),
              case$sigma, as.integer(case$k), found[[1]]$side, mean(each("products")),
              paste0("(", paste(each("products"), collapse = " "), ")"), as.integer(case$mark), max(each("residual")),
              stats::median(each("seconds"))))
}
