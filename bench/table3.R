# The paper's Table 3: seconds of the nine methods per data set, and beside it the peak memory. The runs are those of
# table2.R.
# Usage: Rscript bench/table3.R [FOLDER] [data=...] [rank=1024] [repeats=3] [...]; without FOLDER from results alone.

source("bench/runner.R")
source("bench/summary.R")
options <- bench_options()
plan <- plan_runs(options, sets_at_hand(options))
run_missing(plan, options)
results <- results_of(plan, options)
summary <- with_rank(summarise_runs(results))

for (rank in unique(stats::na.omit(summary$rank))) {
  these <- summary[summary$rank %in% c(rank, NA), ]
  cat("Seconds of a fit, medians over seeds, rank ", rank, ". ", paper_note, "\n\n", sep = "")
  print_beside_paper(these, options$methods, function(one) {
    ifelse(one$status == "ok", as.character(signif(one$total, 3)), one$status)
  }, "table3_seconds.csv")
  cat("Peak memory in MB, of the whole R process, with R itself and the data.\n\n")
  print_beside_paper(these, options$methods, function(one) {
    ifelse(one$status == "ok", sprintf("%.0f", one$peak_mb), one$status)
  })
}

cat("Seconds by step, and memory: data_mb is what the process had before the fit.\n\n")
ok <- summary[summary$status == "ok", ]
numbers <- lapply(ok[steps], function(column) ifelse(is.na(column), NA, sprintf("%.3g", column)))
print_markdown(data.frame(ok[c("data", "method", "rank")], numbers, data_mb = round(ok$data_mb),
                          peak_mb = round(ok$peak_mb)))
print_settings(results)
