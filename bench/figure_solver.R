# Solvers of the singular vectors: the one of sc_rb(), with and without its re-check, against those of packages irlba
# and RSpectra on the same sparse matrix D^-1/2 Z from rb_features(), on covtype, at tolerance 1e-5.
# Usage: Rscript bench/figure_solver.R [FOLDER] [data=covtype] [rows=all] [rank=16,32,64,128] [repeats=3] [...]

source("bench/runner.R")
source("bench/summary.R")
source("bench/draw.R")
options <- bench_options(data = "covtype", rank = c(16, 32, 64, 128), methods = solver_methods)
plan <- plan_runs(options)
run_missing(plan, options)
results <- results_of(plan, options)
summary <- summarise_runs(results)
summary$rank <- as.numeric(summary$rank)
ok <- summary[summary$status == "ok", ]
methods <- intersect(options$methods, ok$method)
color <- stats::setNames(other_colors[c(1, 5, 2, 3)], solver_methods)
shape <- stats::setNames(c(19, 17, 1, 6), solver_methods)
labels <- c(spectra_never = "sc_rb, recheck = \"never\"", spectra_always = "sc_rb, recheck = \"always\"",
            irlba = "irlba::irlba", svds = "RSpectra::svds")

open_figure(options, "solver", 1, 3)
panels <- list(acc = c("accuracy", "x"), singular_vectors = c("seconds of the singular vectors alone", "xy"),
               products = c("products with the matrix", "xy"))
for (column in names(panels)) {
  draw_panel(ok$rank, ok[[column]], "n_grids", panels[[column]][1], "", panels[[column]][2], at = options$rank)
  for (method in methods) {
    one <- ok[ok$method == method, ]
    draw_series(one$rank, one[[column]], color[method], shape[method])
  }
}
draw_legend(labels[methods], color[methods], shape[methods])
close_figure()

cat("Means over seeds (times: medians), ", unique(ok$data), ", ", unique(ok$n), " rows. A product is one with ",
    "D^-1/2 Z and one with its transpose. The residual is the largest, relative to its eigenvalue. Irlba and RSpectra ",
    "use one thread. sc_rb() puts rows aside that share no bin with others, and knows the vectors of parts that share ",
    "none; the others see the matrix as it is. PRIMME, the solver of the paper, is not among the CRAN packages that ",
    "could be installed here.\n\n", sep = "")
print_markdown(data.frame(
  solver = labels[summary$method], n_grids = summary$rank, status = summary$status,
  acc = mean_sd(summary, "acc"), nmi = mean_sd(summary, "nmi"),
  seconds = signif(summary$singular_vectors, 3), products = round(summary$products),
  residual = signif(summary$residual, 2),
  converged = sprintf("%.0f of %d", summary$runs * summary$converged, summary$runs),
  peak_mb = round(summary$peak_mb)
))
print_settings(results)
