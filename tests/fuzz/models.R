# Whether damaged fits are told from whole ones. Fits are damaged at random; whatever is then asked of them must give a
# result, or an error of the package's own that names what is wrong, in a second and with little memory.
# Usage: Rscript tests/fuzz/models.R [cases=5000] [first=1] [out=FILE]   (FILE: a CSV of the defects)
#        Rscript tests/fuzz/models.R case=1234   (one case again: what was damaged, and what every call answered)
#   memory=2000   MB of address space for a process that runs cases; none: no limit, and memory is not looked at
#   seconds=1     the most of a processor's time that a call may take
#   jobs=2        processes at a time
# A case's number seeds all of it. Cases run in processes of their own, some hundred in each: one that crashes or hangs
# is found by its log, and the cases after it go on in another. The last lines count; status 1 where there were defects.

suppressPackageStartupMessages(library(scrb))

settings <- list(cases = "5000", first = "1", out = "", case = "", memory = "2000", seconds = "1", jobs = "2",
                 child = "", bases = "")
given <- strsplit(commandArgs(trailingOnly = TRUE), "=", fixed = TRUE)
if (!all(lengths(given) == 2) || !all(vapply(given, `[`, "", 1) %in% names(settings))) {
  stop("arguments: ", paste0(names(settings)[1:7], "=", collapse = " "), call. = FALSE)
}
settings[vapply(given, `[`, "", 1)] <- lapply(given, `[`, 2)
seconds <- as.numeric(settings$seconds)
looks_at_memory <- settings$memory != "none"
most_mb <- 500
script <- sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE))
source(file.path(dirname(script), "damage.R"))
has <- function(package) requireNamespace(package, quietly = TRUE)

# ---- what is asked --------------------------------------------------------------------------------------------------

exclude <- stats::na.exclude

labels <- function(b, ...) {
  labels <- predict(b$fit, ..., na.action = exclude)
  stopifnot("not a label" = is.integer(labels) && all(labels %in% c(NA, seq_len(b$fit$k))))
}

calls <- list(
  class = function(b) labels(b, b$new),
  class_x = function(b) labels(b, b$x),
  class_fit = function(b) labels(b),
  embedding = function(b) predict(b$fit, b$new, "embedding", na.action = exclude),
  distance = function(b) predict(b$fit, b$new, "distance", na.action = exclude),
  distance_fit = function(b) predict(b$fit, type = "distance"),
  print = function(b) print(b$fit),
  summary = function(b) print(summary(b$fit)),
  plot = function(b) plot(b$fit),
  pictures = function(b) plot(b$fit, b$pictures, max_points = 50),
  fitted = function(b) fitted(b$fit),
  classes = function(b) fitted(b$fit, "classes"),
  nobs = function(b) stats::nobs(b$fit),
  as.data.frame = function(b) as.data.frame(b$fit),
  getCall = function(b) stats::getCall(b$fit),
  silhouette = if (has("cluster")) function(b) cluster::silhouette(b$fit),
  tidy = if (has("generics")) function(b) generics::tidy(b$fit),
  glance = if (has("generics")) function(b) generics::glance(b$fit),
  augment = if (has("generics")) function(b) generics::augment(b$fit, b$x),
  augment_new = if (has("generics")) function(b) generics::augment(b$fit, newdata = b$new),
  autoplot = if (has("ggplot2")) function(b) ggplot2::autoplot(b$fit, b$pictures, max_points = 50),
  clue = if (has("clue")) {
    function(b) list(clue::cl_class_ids(b$fit), clue::n_of_classes(b$fit), clue::cl_prototypes(b$fit))
  }
)
calls <- Filter(Negate(is.null), calls)

# MB that the process has, and the most that it has had; NA where the system does not tell.
memory_used <- function() {
  if (!looks_at_memory || !file.exists("/proc/self/status")) return(c(NA, NA))
  lines <- grep("^Vm(HWM|RSS)", readLines("/proc/self/status"), value = TRUE)
  rev(as.numeric(gsub("[^0-9]", "", lines))) / 1024
}

# How a call ended: its kind, of which "result" and "scrb_error" are fine, and its words.
judge <- function(ask, case, again = TRUE) {
  foreign <- NULL
  before <- memory_used()
  start <- sum(proc.time()[1:2])
  setTimeLimit(elapsed = 30 * seconds, transient = TRUE)
  answer <- withCallingHandlers(
    tryCatch(ask(case), error = identity),
    warning = function(condition) {
      if (!inherits(condition, "scrb_warning")) foreign <<- condition
      invokeRestart("muffleWarning")
    },
    message = function(condition) invokeRestart("muffleMessage")
  )
  setTimeLimit()
  took <- sum(proc.time()[1:2]) - start
  after <- memory_used()
  words <- if (inherits(answer, "error")) conditionMessage(answer) else ""
  if (took > seconds && again) return(judge(ask, case, FALSE))
  if (took > seconds) return(c("slow", sprintf("%.1f s", took)))
  more <- if (isTRUE(after[2] > before[2])) after[2] - before[1] else 0
  if (more > most_mb) return(c("memory", sprintf("%.0f MB more", more)))
  if (grepl("memory ran out|cannot allocate", words)) return(c("memory", words))
  if (!is.null(foreign)) return(c("warning", conditionMessage(foreign)))
  if (!inherits(answer, "error")) return(c("result", ""))
  if (!inherits(answer, "scrb_error")) return(c("error", words))
  # a message names what it is about: in backticks, or a call of a function
  c(if (grepl("`[^`]+`|[a-zA-Z_]\\(", words)) "scrb_error" else "no_name", words)
}

# All calls of one case; tell(call, kind, words) before each (kind "begins") and after.
run_case <- function(case, tell) {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  for (name in names(calls)) {
    tell(name, "begins", "")
    found <- judge(calls[[name]], case)
    tell(name, found[1], found[2])
  }
}

# ---- processes ------------------------------------------------------------------------------------------------------

# One that runs cases writes its log to a file: case, call, kind, words.
run_child <- function(numbers, log, bases) {
  out <- file(log, "w")
  for (number in numbers) {
    case <- make_case(number, bases)
    run_case(case, function(call, kind, words) {
      words <- gsub("[\t\r\n]", " ", substr(iconv(words, "", "ASCII", "?"), 1, 300))
      writeLines(paste(number, call, kind, words, sep = "\t"), out)
      flush(out)
    })
  }
  writeLines("end", out)
  close(out)
}

# Runs some cases in a process. A data frame of the calls that ended and the one that did not, if any.
start_child <- function(numbers, bases_file) {
  log <- tempfile()
  errors <- tempfile()
  on.exit(unlink(c(log, errors)))
  limit <- if (looks_at_memory) sprintf("ulimit -v %.0f; ", 1024 * as.numeric(settings$memory))
  command <- paste0(limit, "exec Rscript ", shQuote(script), " child=", log, " bases=", bases_file, " first=",
                    numbers[1], " cases=", length(numbers), " memory=", settings$memory, " seconds=", seconds)
  status <- suppressWarnings(system2("sh", c("-c", shQuote(command)), stdout = FALSE, stderr = errors,
                                     timeout = (60 + length(numbers)) * (1 + seconds)))
  lines <- if (file.exists(log)) readLines(log, warn = FALSE) else character()
  fields <- strsplit(setdiff(lines, "end"), "\t")
  if (!length(fields)) stop("no case could be run: ", paste(readLines(errors), collapse = "\n"))
  rows <- as.data.frame(do.call(rbind, lapply(fields, function(one) c(one, "", "")[1:4])))
  names(rows) <- c("case", "call", "kind", "words")
  rows$case <- as.numeric(rows$case)
  ended <- rows[rows$kind != "begins", ]
  if ("end" %in% lines) return(ended)
  last <- rows[nrow(rows), ]
  report <- grep("ERROR|runtime error|caught|terminate|what\\(\\)| in scrb::", readLines(errors), value = TRUE)
  last$kind <- if (status %in% c(124, 143)) "hang" else "crash"
  last$words <- paste(c(paste("status", status), utils::head(report, 8)), collapse = " | ")
  rbind(ended, last)
}

# A process that was stopped may have been slow as a whole: its last case is begun again, once.
run_batch <- function(numbers, bases_file) {
  rows <- NULL
  again <- NA
  while (length(numbers)) {
    found <- start_child(numbers, bases_file)
    last <- found[nrow(found), ]
    if (last$kind == "hang" && !last$case %in% again) {
      again <- last$case
      found <- found[found$case != last$case, ]
      numbers <- numbers[numbers >= last$case]
    } else {
      numbers <- numbers[numbers > last$case]
    }
    rows <- rbind(rows, found)
  }
  rows
}

if (nzchar(settings$child)) {
  options(scrb.threads = 1)
  numbers <- as.numeric(settings$first) + seq_len(as.numeric(settings$cases)) - 1
  run_child(numbers, settings$child, readRDS(settings$bases))
  quit(status = 0)
}

bases <- make_bases()
tell <- function(call, kind, words) if (kind != "begins") cat(sprintf("%-14s %-10s %s\n", call, kind, words))
if (nzchar(settings$case)) {
  case <- make_case(as.numeric(settings$case), bases)
  for (step in case$steps) {
    cat("damaged: ", step$what, "\n", sep = "")
    # not all that was damaged can be shown
    for (part in step[c("before", "after")]) try(utils::str(part, max.level = 1, give.attr = FALSE, vec.len = 6))
  }
  run_case(case, tell)
  quit(status = 0)
}

# what is whole must pass before anything is damaged
for (name in names(bases)) {
  found <- list()
  sink(nullfile())
  run_case(bases[[name]], function(call, kind, words) found[[call]] <<- c(kind, words))
  sink()
  wrong <- Filter(function(one) !one[1] %in% c("result", "scrb_error"), found)
  if (length(wrong)) stop(name, ": ", names(wrong)[1], ": ", paste(wrong[[1]], collapse = " "), call. = FALSE)
}
bases_file <- tempfile()
saveRDS(bases, bases_file)
numbers <- as.numeric(settings$first) + seq_len(as.numeric(settings$cases)) - 1
batches <- split(numbers, (seq_along(numbers) - 1) %/% 250)
rows <- parallel::mclapply(batches, run_batch, bases_file, mc.cores = as.numeric(settings$jobs), mc.preschedule = FALSE)
if (!all(vapply(rows, is.data.frame, NA))) stop("a batch failed: ", Filter(is.character, rows)[[1]])
rows <- do.call(rbind, unname(rows))
defects <- rows[!rows$kind %in% c("result", "scrb_error"), ]
if (nzchar(settings$out)) utils::write.csv(defects, settings$out, row.names = FALSE)
cat(sprintf("%d %s of %s: %s\n", defects$case, defects$kind, defects$call, defects$words), sep = "")
counts <- table(rows$kind)
cat(length(numbers), " cases, ", nrow(rows), " calls: ", paste(counts, names(counts), collapse = ", "), "\n", sep = "")
quit(status = nrow(defects) > 0)
