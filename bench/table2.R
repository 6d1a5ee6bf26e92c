# The paper's Table 2: the average rank of nine methods per data set, and the scores behind it.
# Usage: Rscript bench/table2.R [FOLDER] [data=...] [rank=1024] [repeats=3] [...]; without FOLDER from results alone.

source("bench/runner.R")
source("bench/summary.R")
options <- bench_options()
plan <- plan_runs(options, sets_at_hand(options))
run_missing(plan, options)
results <- results_of(plan, options)
summary <- with_rank(summarise_runs(results))

for (rank in unique(stats::na.omit(summary$rank))) {
  these <- summary[summary$rank %in% c(rank, NA), ]
  cat("Average rank, over NMI, RI, FM and Acc, of the means over seeds (1 is best), rank ", rank, ". ", paper_note,
      "\n\n", sep = "")
  print_beside_paper(these, options$methods, function(one) {
    scores <- one[c("nmi", "ri", "fm", "acc")]
    row.names(scores) <- one$method
    ranks <- average_rank(scores)[one$method]
    ifelse(one$status == "ok", sprintf("%.2f", ranks), one$status)
  }, "table2_average_rank.csv")
}

cat("The scores behind it, mean (sd over seeds).\n\n")
scores <- data.frame(summary[c("data", "method", "rank", "runs", "status")], sigma = signif(summary$sigma, 3))
for (metric in metrics) scores[[metric]] <- mean_sd(summary, metric)
print_markdown(scores)
failed <- results[results$status != "ok", ]
for (i in seq_len(nrow(failed))) {
  cat("- ", failed$data[i], ", ", failed$method[i], ": ", failed$status[i], ", ", failed$message[i], "\n", sep = "")
}
cat("\n")
print_settings(results)
