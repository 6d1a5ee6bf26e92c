# All tables and figures from the results alone, as one page RESULTS.md with a folder figures/, and summaries for the
# vignettes in the folder `summary`: how_good.csv, how_good_theory.csv and, where that is another folder than `out`,
# landmarks.csv, tune.csv and k_path.csv.
# Usage: Rscript bench/report.R [out=build/bench] [summary=build/bench] [options of the scripts]

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
  figure_theory = "The theory",
  other_runs = "Other settings"
)
with_summary <- c(
  landmarks = "Landmarks",
  tune = "Settings chosen without labels",
  k_path = "The number of clusters"
)
given <- grep("^(summary=|[^=]*$)", commandArgs(trailingOnly = TRUE), value = TRUE, invert = TRUE)
page <- c(
  "# Results of the benchmarks", "",
  "Written by `Rscript bench/report.R` from the CSVs beside it; `bench/README.md` explains.", ""
)
show <- function(script, title, more = NULL) {
  output <- system2(file.path(R.home("bin"), "Rscript"), c(sprintf("bench/%s.R", script), given, more), stdout = TRUE)
  c(paste("##", title), "", output, "")
}
for (script in names(scripts)) page <- c(page, show(script, scripts[script]))
for (table in c("table2", "table3")) {
  title <- paste0("Table ", sub("table", "", table), " at rank 256, one seed")
  page <- c(page, show(table, title, c("rank=256", "repeats=1")))
}
more <- if (nzchar(options$summary)) paste0("summary=", options$summary)
for (script in names(with_summary)) page <- c(page, show(script, with_summary[script], more))
writeLines(page, file.path(options$out, "RESULTS.md"))

folder <- if (nzchar(options$summary)) options$summary else options$out
write_summary <- function(summary, name) {
  numbers <- vapply(summary, is.double, TRUE)
  summary[numbers] <- lapply(summary[numbers], signif, 8)
  utils::write.csv(summary, file.path(folder, name), row.names = FALSE)
}
theory_file <- file.path(options$out, "theory.csv")
if (file.exists(theory_file)) {
  theory <- utils::read.csv(theory_file)
  errors <- stats::aggregate(list(error = theory$clustering_error), theory[c("features", "rank")], mean)
  write_summary(errors, "how_good_theory.csv")
}
results <- read_results(options)
if (is.null(results)) quit(status = 0)
plain <- results$method %in% paper_methods & results$kernel == "laplacian" & results$sigma_rule == "rule" &
  results$scale == "range"
summary <- summarise_runs(results[plain, ])
scored <- c("nmi", "ri", "fm", "acc")
summary <- summary[c("data", "n", "d", "k", "method", "rank", "runs", "status", scored, paste0(scored, "_sd"), "total",
                     "peak_mb")]
names(summary)[names(summary) == "total"] <- "seconds"
write_summary(summary, "how_good.csv")
cat("written: ", file.path(options$out, "RESULTS.md"), ", ", file.path(folder, "how_good.csv"), "\n", sep = "")
