# The runner: options on the command line, the list of runs, and one CSV of results that is added to run by run.
# A run is a data set, the rows drawn from it, a method, a rank, a seed and the settings.

source("bench/common.R")
source("bench/methods.R")

# Options are given as name=value, several values with commas between them. A script names its own defaults.
bench_options <- function(...) {
  defaults <- utils::modifyList(list(
    data = character(), rows = "all", rank = 1024, repeats = 3, methods = paper_methods, limit = 1800,
    kernel = "laplacian", sigma = "rule", scale = "range", nstart = 10, threads = NA_real_,
    out = "build/bench"
  ), list(...))
  given <- grep("=", commandArgs(trailingOnly = TRUE), value = TRUE)
  for (text in given) {
    name <- sub("=.*", "", text)
    if (!name %in% names(defaults)) {
      stop("no option ", name, "; there are ", paste(names(defaults), collapse = ", "), call. = FALSE)
    }
    values <- strsplit(sub("^[^=]*=", "", text), ",")[[1]]
    defaults[[name]] <- if (is.numeric(defaults[[name]])) as.numeric(values) else values
  }
  if (!all(defaults$rows == "all")) defaults$rows <- whole(as.numeric(defaults$rows))
  defaults$folder <- data_folder(needed = FALSE)
  if (is.na(defaults$threads)) {
    # without a folder nothing is run: the threads are those of the results
    defaults$threads <- if (is.null(defaults$folder)) utils::tail(c(1, read_results(defaults)$threads), 1)
                        else parallel::detectCores()
  }
  dir.create(file.path(defaults$out, "figures"), recursive = TRUE, showWarnings = FALSE)
  defaults
}

whole <- function(number) format(number, scientific = FALSE, trim = TRUE)

# ---- the list of runs -----------------------------------------------------------------------------------------------

key_columns <- c("data", "rows", "method", "rank", "seed", "kernel", "sigma_rule", "scale", "nstart", "threads")

# A data frame of runs, in the order in which they are done: set by set, rank by rank, seed by seed.
plan_runs <- function(options, data = options$data, rows = options$rows, methods = options$methods,
                      rank = options$rank) {
  plan <- expand.grid(
    method = methods, seed = seq_len(options$repeats), rank = whole(rank), rows = rows, data = data,
    stringsAsFactors = FALSE
  )
  plan$rank[plan$method %in% rankless] <- NA
  settings <- data.frame(kernel = options$kernel, sigma_rule = options$sigma, scale = options$scale,
                         nstart = options$nstart, threads = options$threads)
  plan <- cbind(plan, settings[rep(1, nrow(plan)), ])
  unique(plan[key_columns])
}

key <- function(runs) do.call(paste, c(unname(lapply(runs[key_columns], as.character)), sep = ";"))
# Runs that differ in their seeds only.
cell <- function(runs) do.call(paste, c(unname(lapply(runs[setdiff(key_columns, "seed")], as.character)), sep = ";"))

# ---- the results ----------------------------------------------------------------------------------------------------

result_columns <- c(
  "data", "rows", "n", "d", "k", "method", "rank", "seed", "status", steps, "peak_mb", "data_mb", metrics, "sigma",
  "kernel", "sigma_rule", "scale", "nstart", "threads", "products", "converged", "residual", "kappa", "stray",
  "r_version", "scrb_version", "date", "cpu", "message"
)

results_file <- function(options) file.path(options$out, "results.csv")

append_row <- function(row, file) {
  new <- !file.exists(file)
  utils::write.table(row, file, append = !new, sep = ",", col.names = new, row.names = FALSE, qmethod = "double")
}

read_results <- function(options) {
  if (!file.exists(results_file(options))) return(NULL)
  utils::read.csv(results_file(options), colClasses = c(rows = "character", rank = "character",
                                                        sigma_rule = "character", message = "character"))
}

# The results of the runs of a plan, or the end of the script where there are none yet.
results_of <- function(plan, options) {
  results <- read_results(options)
  results <- results[key(results) %in% key(plan), ]
  if (!any(results$status == "ok")) {
    cat("No results yet in ", results_file(options), ".\n", sep = "")
    quit(status = 0)
  }
  results
}

# ---- running --------------------------------------------------------------------------------------------------------

# Does the runs of a plan that have no result yet, where a folder of data sets is given. A method that failed with one
# seed is not tried with the others.
run_missing <- function(plan, options) {
  if (is.null(options$folder)) return(invisible())
  absent <- !vapply(plan$data, has_set, TRUE, options$folder)
  if (any(absent)) message("not in ", options$folder, ": ", paste(unique(plan$data[absent]), collapse = ", "))
  plan <- plan[!absent, ]
  done <- read_results(options)
  plan <- plan[!key(plan) %in% key(done), ]
  failed <- cell(done)[done$status != "ok"]
  set_file <- tempfile(fileext = ".rds")
  on.exit(unlink(set_file))
  in_file <- ""
  for (i in seq_len(nrow(plan))) {
    run <- plan[i, ]
    if (cell(run) %in% failed) next
    this_set <- paste(run$data, run$rows)
    if (this_set != in_file) {
      size <- prepare_file(run, options, set_file)
      in_file <- this_set
    }
    row <- do_run(run, size, set_file, options$limit)
    append_row(row, results_file(options))
    if (row$status != "ok") failed <- c(failed, cell(run))
    message(sprintf("[%d/%d] %s (%d rows) %s, rank %s, seed %d: %s %s", i, nrow(plan), row$data, row$n, row$method,
                    row$rank, row$seed, row$status,
                    if (row$status == "ok") sprintf("%.2f s, %.0f MB, NMI %.3f", row$total, row$peak_mb, row$nmi)
                    else substr(row$message, 1, 150)))
  }
}

# The set in a file that runs can read fast, made in a process of its own; gives back its size.
prepare_file <- function(run, options, set_file) {
  size <- in_child("
    source('bench/data.R')
    set <- make_set(name, folder, rows)
    saveRDS(set, file, compress = FALSE)
    result <- list(n = nrow(set$x), d = ncol(set$x), k = set$k)
  ", name = run$data, rows = run$rows, folder = options$folder, file = set_file)
  if (is.null(size)) stop("data set ", run$data, " could not be read or made", call. = FALSE)
  size
}

do_run <- function(run, size, set_file, limit) {
  errors <- tempfile()
  on.exit(unlink(errors))
  child <- run_child("
    source('bench/methods.R')
    result <- measure_run(file, run)
  ", list(file = set_file, run = run), limit, errors)
  row <- child$result
  if (is.null(row)) {
    said <- utils::tail(readLines(errors), 3)
    row <- if (child$exit == 124) {
      list(status = "time-out", message = sprintf("more than %g seconds", limit))
    } else {
      list(status = "crash", message = paste(c(sprintf("exit status %d", child$exit), said), collapse = " "))
    }
  }
  row$message <- gsub("[[:space:]]+", " ", row$message)
  row <- c(as.list(run), size, row, r_version = as.character(getRversion()),
           scrb_version = as.character(utils::packageVersion("scrb")), date = format(Sys.time(), "%Y-%m-%d %H:%M"),
           cpu = cpu_name())
  row[setdiff(result_columns, names(row))] <- NA
  as.data.frame(row[result_columns])
}
