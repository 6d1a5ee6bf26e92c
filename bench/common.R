# Shared by the scripts in this folder: where the data are, how a run is measured.

suppressPackageStartupMessages(library(scrb))
source("bench/data.R")

# The folder of the data sets, the first argument; NULL where none is given and none is needed.
data_folder <- function(needed = TRUE) {
  folder <- grep("=", commandArgs(trailingOnly = TRUE), value = TRUE, invert = TRUE)[1]
  if (is.na(folder) && !needed) return(NULL)
  if (is.na(folder) || !dir.exists(folder)) {
    stop("name the folder of the data sets: Rscript bench/<script>.R FOLDER", call. = FALSE)
  }
  folder
}

to_unit_range <- function(x) {
  apply(x, 2, function(column) {
    spread <- diff(range(column))
    if (spread > 0) (column - min(column)) / spread else 0 * column
  })
}

median_seconds <- function(repeats, run) stats::median(replicate(repeats, system.time(run())[["elapsed"]]))

# Runs code in its own R process, with the arguments as variables; gives back what `result` holds at the end, NULL
# where the process failed. Inside, peak_mb() tells the highest memory use since reset_peak().
in_child <- function(code, ...) run_child(code, list(...))$result

# The same with the process's exit status, 124 where it took longer than `limit` seconds, and what it wrote to `errors`.
run_child <- function(code, arguments, limit = 0, errors = "") {
  script <- tempfile(fileext = ".R")
  output <- tempfile(fileext = ".rds")
  input <- tempfile(fileext = ".rds")
  saveRDS(arguments, input)
  writeLines(c(
    "suppressPackageStartupMessages(library(scrb))",
    sprintf("invisible(list2env(readRDS(%s), environment()))", deparse(input)),
    "reset_peak <- function() { gc(full = TRUE); writeLines(\"5\", \"/proc/self/clear_refs\") }",
    "status <- function(field) {",
    "  if (!file.exists(\"/proc/self/status\")) return(NA_real_)",
    "  line <- grep(field, readLines(\"/proc/self/status\"), value = TRUE)",
    "  as.numeric(gsub(\"[^0-9]\", \"\", line)) / 1024",
    "}",
    "peak_mb <- function() status(\"VmHWM\")",
    "now_mb <- function() status(\"VmRSS\")",
    code,
    sprintf("saveRDS(result, %s)", deparse(output))
  ), script)
  on.exit(unlink(c(script, output, input)))
  exit <- suppressWarnings(system2(file.path(R.home("bin"), "Rscript"), script, stderr = errors, timeout = limit))
  list(exit = exit, result = if (exit == 0) readRDS(output))
}

cpu_name <- function() {
  if (!file.exists("/proc/cpuinfo")) return(NA_character_)
  sub(".*: ", "", grep("model name", readLines("/proc/cpuinfo"), value = TRUE)[1])
}

print_machine <- function() {
  info <- utils::sessionInfo()
  cat("CPU: ", cpu_name(), ", ", parallel::detectCores(), " cores; ", R.version.string, "; BLAS ", basename(info$BLAS),
      "; scrb ", as.character(utils::packageVersion("scrb")), "; ", format(Sys.Date()), "\n\n", sep = "")
}
