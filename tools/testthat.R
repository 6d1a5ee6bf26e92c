# Rscript tools/testthat.R tests counts: runs the tests in a folder against the installed package, prints failures,
# warnings and skips with their reasons, and writes the numbers of passed and failed expectations to a file.

arguments <- commandArgs(trailingOnly = TRUE)
library(testthat)
options(testthat.progress.max_fails = Inf)

counts <- ListReporter$new()
shown <- ProgressReporter$new(show_praise = FALSE, update_interval = Inf)
test_dir(arguments[1], package = "scrb", load_package = "installed", stop_on_failure = FALSE,
         reporter = MultiReporter$new(reporters = list(shown, counts)))

results <- as.data.frame(counts$get_results())
if (nrow(results) == 0) stop("no tests were found in ", arguments[1])
writeLines(paste(sum(results$passed), sum(results$failed) + sum(results$error)), arguments[2])
