# Any runs, added to the results: what the tables and figures do not ask for.
# Usage: Rscript bench/run.R FOLDER data=NAME,... [methods= rank= rows= repeats= limit= kernel= sigma= scale= nstart=
#        threads= out=]

source("bench/runner.R")
options <- bench_options()
plan <- plan_runs(options)
run_missing(plan, options)
results <- results_of(plan, options)
print(results[c("data", "n", "method", "rank", "seed", "status", "sigma", metrics, "total", "peak_mb")],
      row.names = FALSE, digits = 3)
