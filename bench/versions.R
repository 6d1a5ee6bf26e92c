# Two installed versions of the package side by side: seconds by step and peak memory of the same fits, as ratios.
# Usage: Rscript bench/versions.R FOLDER old=LIBRARY new=LIBRARY [repeats=5]   (from the project's root)
# Every fit is a process of its own; the two versions take turns, and medians are compared.

arguments <- commandArgs(trailingOnly = TRUE)
named <- grep("=", arguments, value = TRUE)
given <- stats::setNames(sub("^[^=]*=", "", named), sub("=.*", "", named))
folder <- setdiff(arguments, named)[1]
if (is.na(folder) || !all(c("old", "new") %in% names(given))) stop("give FOLDER old=LIBRARY new=LIBRARY", call. = FALSE)
repeats <- if ("repeats" %in% names(given)) as.integer(given[["repeats"]]) else 5L

# What is fitted, to x (and y, the classes, of which there are k).
cases <- list(
  pendigits = "sc_rb(x, k)",
  letter = "sc_rb(x, k)",
  mnist = "sc_rb(x, k, n_grids = 64)",
  ijcnn1 = "sc_rb(x, k)",
  cod_rna = "sc_rb(x, k, n_grids = 64)",
  covtype = "sc_rb(x, k, n_grids = 64)",
  pendigits = "sc_landmarks(x, k)",
  letter = "sc_landmarks(x, k)",
  mnist = "sc_landmarks(x, k)",
  covtype = "sc_landmarks(x, k)",
  pendigits = "sc_rb(x, 2:12)",
  pendigits = "sc_baseline(x, k, 'lsc', rank = 500)",
  pendigits = "predict(sc_rb(x, k), x)"
)

# Seconds of the steps and in all, and the peak in MB above x, of one fit in a fresh process.
run_one <- function(library, data, code) {
  script <- tempfile(fileext = ".R")
  output <- tempfile(fileext = ".rds")
  writeLines(c(
    sprintf(".libPaths(c(%s, .libPaths()))", deparse(normalizePath(library))),
    "suppressPackageStartupMessages(library(scrb))",
    "options(scrb.threads = 2)",
    sprintf("set <- readRDS(%s)", deparse(file.path(folder, paste0(data, ".rds")))),
    "x <- set$x",
    "storage.mode(x) <- 'double'",
    "k <- length(unique(set$y))",
    "memory <- function(field) {",
    "  line <- grep(field, readLines('/proc/self/status'), value = TRUE)",
    "  as.numeric(gsub('[^0-9]', '', line)) / 1024",
    "}",
    "few <- sc_rb(matrix(rnorm(2000), 1000), 2, n_grids = 8)", # what R loads and compiles at the first call
    "gc(full = TRUE)",
    "writeLines('5', '/proc/self/clear_refs')",
    "before <- memory('VmRSS')",
    "set.seed(1)",
    sprintf("seconds <- system.time(fit <- suppressWarnings(%s))[['elapsed']]", code),
    "steps <- if (is.list(fit)) fit$time[setdiff(names(fit$time), 'total')]",
    sprintf("saveRDS(c(steps, total = seconds, MB = memory('VmHWM') - before), %s)", deparse(output))
  ), script)
  on.exit(unlink(c(script, output)))
  if (system2(file.path(R.home("bin"), "Rscript"), script) != 0) stop("failed: ", data, ", ", code, call. = FALSE)
  readRDS(output)
}

info <- utils::sessionInfo()
cpu <- if (file.exists("/proc/cpuinfo")) sub(".*: ", "", grep("model name", readLines("/proc/cpuinfo"), value = TRUE)[1])
cat("CPU: ", cpu, ", ", parallel::detectCores(), " cores, 2 threads; ", R.version.string, "; BLAS ", basename(info$BLAS),
    "; medians of ", repeats, "\n\n", sep = "")
cat(sprintf("%-11s %-38s %-17s %9s %9s %7s\n", "data", "fit", "step", "old", "new", "new/old"))
for (i in seq_along(cases)) {
  data <- names(cases)[i]
  runs <- list(old = list(), new = list())
  for (turn in seq_len(repeats)) {
    for (version in if (turn %% 2) c("old", "new") else c("new", "old")) {
      runs[[version]][[turn]] <- run_one(given[[version]], data, cases[[i]])
    }
  }
  # a step that one version does not tell of takes no time there
  steps <- unique(unlist(lapply(c(runs$new, runs$old), names)))
  medians <- vapply(runs, function(some) {
    values <- vapply(some, function(one) ifelse(steps %in% names(one), one[steps], 0), numeric(length(steps)))
    apply(values, 1, stats::median)
  }, numeric(length(steps)))
  shown <- medians[, "old"] >= 0.05 | steps %in% c("total", "MB")
  cat(sprintf("%-11s %-38s %-17s %9.2f %9.2f %7.2f\n", data, cases[[i]], steps, medians[, "old"], medians[, "new"],
              medians[, "new"] / medians[, "old"])[shown], sep = "")
}
