# All tables and figures from the results alone, as one page RESULTS.md with a folder figures/, and how_good.csv, the
# summary that the vignette shows.
# Usage: Rscript bench/report.R [out=build/bench] [summary=build/bench/how_good.csv] [options of the scripts]

source("bench/runner.R")
source("bench/summary.R")
options <- bench_options(summary = "")
scripts <- c(
  table2 = "Table 2: average ranks, and the scores behind them",
  table3 = "Table 3: seconds, and peak memory",
  figure_rank = "Accuracy and time against the rank",
  figure_solver = "Solvers",
  figure_scaling = "Time against rows and grids",
  figure_methods = "Time of all methods against the rank",
  figure_theory = "The theory"
)
given <- grep("^(summary=|[^=]*$)", commandArgs(trailingOnly = TRUE), value = TRUE, invert = TRUE)
page <- c(
  "# Results of the benchmarks", "",
  "Written by `Rscript bench/report.R` from `results.csv` and `theory.csv`; `bench/README.md` explains.", ""
)
for (script in names(scripts)) {
  output <- system2(file.path(R.home("bin"), "Rscript"), c(sprintf("bench/%s.R", script), given), stdout = TRUE)
  page <- c(page, paste("##", scripts[script]), "", output, "")
}
writeLines(page, file.path(options$out, "RESULTS.md"))

file <- if (nzchar(options$summary)) options$summary else file.path(options$out, "how_good.csv")
results <- read_results(options)
if (is.null(results)) quit(status = 0)
plain <- results$method %in% paper_methods & results$kernel == "laplacian" & results$sigma_rule == "rule" &
  results$scale == "range"
summary <- summarise_runs(results[plain, ])
scored <- c("nmi", "ri", "fm", "acc")
summary <- summary[c("data", "n", "d", "k", "method", "rank", "runs", "status", scored, paste0(scored, "_sd"), "total",
                     "peak_mb")]
names(summary)[names(summary) == "total"] <- "seconds"
numbers <- vapply(summary, is.double, TRUE)
summary[numbers] <- lapply(summary[numbers], signif, 4)
utils::write.csv(summary, file, row.names = FALSE)
cat("written: ", file.path(options$out, "RESULTS.md"), ", ", file, "\n", sep = "")
