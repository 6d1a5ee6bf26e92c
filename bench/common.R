# Shared by the scripts in this folder: where the data are, how a run is measured.

suppressPackageStartupMessages(library(scrb))

data_folder <- function() {
  folder <- commandArgs(trailingOnly = TRUE)[1]
  if (is.na(folder) || !dir.exists(folder)) {
    stop("name the folder of the data sets (.rds files with x and y): Rscript bench/<script>.R FOLDER", call. = FALSE)
  }
  folder
}

read_set <- function(name, folder = data_folder()) readRDS(file.path(folder, paste0(name, ".rds")))

to_unit_range <- function(x) {
  apply(x, 2, function(column) {
    spread <- diff(range(column))
    if (spread > 0) (column - min(column)) / spread else 0 * column
  })
}

median_seconds <- function(repeats, run) stats::median(replicate(repeats, system.time(run())[["elapsed"]]))

# Runs code in its own R process, with the arguments in place of name_; gives back what `result` holds at the end.
# Inside, peak_mb() tells the highest memory use since reset_peak().
in_child <- function(code, ...) {
  script <- tempfile(fileext = ".R")
  output <- tempfile(fileext = ".rds")
  arguments <- list(...)
  input <- tempfile(fileext = ".rds")
  saveRDS(arguments, input)
  writeLines(c(
    "suppressPackageStartupMessages(library(scrb))",
    sprintf("invisible(list2env(readRDS(%s), environment()))", deparse(input)),
    "reset_peak <- function() { gc(full = TRUE); writeLines(\"5\", \"/proc/self/clear_refs\") }",
    "status <- function(field) {",
    "  line <- grep(field, readLines(\"/proc/self/status\"), value = TRUE)",
    "  as.numeric(gsub(\"[^0-9]\", \"\", line)) / 1024",
    "}",
    "peak_mb <- function() status(\"VmHWM\")",
    "now_mb <- function() status(\"VmRSS\")",
    code,
    sprintf("saveRDS(result, %s)", deparse(output))
  ), script)
  on.exit(unlink(c(script, output, input)))
  status <- system2(file.path(R.home("bin"), "Rscript"), script)
  if (status != 0) NULL else readRDS(output)
}

print_machine <- function() {
  cpu <- grep("model name", readLines("/proc/cpuinfo"), value = TRUE)[1]
  info <- utils::sessionInfo()
  cat("CPU: ", sub(".*: ", "", cpu), ", ", parallel::detectCores(), " cores; ", R.version.string, "; BLAS ", basename(info$BLAS),
      "; scrb ", as.character(utils::packageVersion("scrb")), "; ", format(Sys.Date()), "\n\n", sep = "")
}
