# What landmarks reach, step by step, beside stats::kmeans and grids: agreement with known classes over seeds, and time
# as a multiple of that of stats::kmeans, measured in the same round. landmarks.csv has a row per data set, method and
# seed; those that are there are not run again.
# Usage: Rscript bench/landmarks.R [FOLDER] [data=...] [methods=...] [repeats=5] [out=build/bench] [summary=vignettes]

source("bench/labelled.R")
# what each step adds; the names are those of the option and of landmarks.csv, the texts those of the tables
step_texts <- c(
  kmeans = "kmeans", kmeans_range = "kmeans, columns in [0, 1]", grids = "grids",
  grids_consensus = "grids + consensus", landmarks_k = "landmarks, k vectors",
  landmarks_3k = "landmarks, 3k weighted", landmarks = "landmarks", tuned = "tuned"
)
options <- bench_options(
  data = c("pendigits", "letter", "mnist", "covtype", "jain", "spiral", "flame", "aggregation", "t4_8k"),
  methods = names(step_texts), repeats = 5, threads = 2, summary = ""
)
file <- file.path(options$out, "landmarks.csv")

# Larger sets have at most three seeds, and one start of stats::kmeans.
is_large <- function(set) nrow(set$x) > 50000

plain_kmeans <- function(x, set) {
  suppressWarnings(stats::kmeans(x, set$k, nstart = if (is_large(set)) 1 else 10))
}
fits <- list(
  kmeans = function(set, threads) plain_kmeans(set$x, set),
  kmeans_range = function(set, threads) plain_kmeans(to_unit_range(set$x), set),
  grids = function(set, threads) sc_rb(set$x, set$k, threads = threads),
  grids_consensus = function(set, threads) sc_rb(set$x, set$k, consensus = 50, threads = threads),
  landmarks_k = function(set, threads) {
    sc_landmarks(set$x, set$k, n_vectors = set$k, consensus = 0, threads = threads)
  },
  landmarks_3k = function(set, threads) sc_landmarks(set$x, set$k, consensus = 0, threads = threads),
  landmarks = function(set, threads) sc_landmarks(set$x, set$k, threads = threads),
  tuned = function(set, threads) tune_scrb(set$x, set$k, threads = threads)$fit
)

# ---- runs -----------------------------------------------------------------------------------------------------------

# A row of the CSV; `reference` are the seconds of stats::kmeans in this round, NA for that run itself.
measure <- function(name, set, method, seed, reference) {
  set.seed(seed)
  seconds <- system.time(fit <- fits[[method]](set, options$threads))[["elapsed"]]
  data.frame(data = name, n = nrow(set$x), d = ncol(set$x), k = set$k, method = method, seed = seed,
             t(score_labels(fit$cluster, set)), seconds = seconds,
             reference = if (is.na(reference)) seconds else reference, made_with(options$threads))
}

# The methods that a set has not been fitted by with a seed. stats::kmeans comes first: it is the clock of the round,
# and is run again where others are missing.
run_round <- function(name, set, seed) {
  stored <- read_stored(file)
  missing <- Filter(function(method) !is_stored(stored, data = name, method = method, seed = seed), options$methods)
  # columns in [0, 1] are another matter where units differ; the other sets have the same for all columns
  if (name != "covtype") missing <- setdiff(missing, "kmeans_range")
  if (length(missing) == 0) return(invisible())
  clock <- measure(name, set, "kmeans", seed, NA)
  if ("kmeans" %in% missing) append_row(clock, file)
  for (method in setdiff(missing, "kmeans")) {
    row <- tryCatch(measure(name, set, method, seed, clock$seconds), error = function(e) {
      message(name, ", ", method, ", seed ", seed, ": ", conditionMessage(e))
    })
    if (is.null(row)) next
    append_row(row, file)
    message(sprintf("%s, %s, seed %d: NMI %.3f, acc %.3f, %.2f s (stats::kmeans %.2f s)", name, method, seed,
                    row$nmi_max, row$acc, row$seconds, row$reference))
  }
}

for (name in if (!is.null(options$folder)) options$data) {
  if (!at_hand(name, options$folder)) {
    message("not in ", options$folder, ": ", name)
    next
  }
  set <- labelled_set(name, options$folder)
  for (seed in seq_len(min(options$repeats, if (is_large(set)) 3 else Inf))) run_round(name, set, seed)
}

# ---- tables ---------------------------------------------------------------------------------------------------------

summarise_method <- function(runs) {
  scores <- c("nmi_max", "nmi_sqrt", "acc")
  sds <- stats::setNames(lapply(runs[scores], stats::sd), paste0(scores, "_sd"))
  data.frame(runs[1, c("data", "n", "d", "k")], method = step_texts[[runs$method[1]]], runs = nrow(runs),
             lapply(runs[scores], mean), sds, seconds = stats::median(runs$seconds),
             ratio = stats::median(runs$seconds / runs$reference))
}
stored <- stored_or_quit(file, options$data)
stored <- stored[stored$method %in% options$methods, ]
stored <- stored[order(match(stored$data, options$data), match(stored$method, names(step_texts))), ]
cells <- paste(stored$data, stored$method)
summary <- do.call(rbind, lapply(split(stored, factor(cells, unique(cells))), summarise_method))
row.names(summary) <- NULL
write_summary(summary, options, "landmarks.csv")

cat("Columns as the data have them, k the number of classes. NMI is I / max(H, H') and I / sqrt(H H'); mean (sd over",
    "seeds). Seconds are medians, ratios those to stats::kmeans (ten starts, one beyond 50,000 rows; its ten",
    "iterations of Hartigan and Wong) in the same round.\n\n")
print_made_with(stored)
shown <- data.frame(summary[c("data", "method", "runs")], `NMI (max)` = mean_sd(summary, "nmi_max"),
                    `NMI (sqrt)` = mean_sd(summary, "nmi_sqrt"), ACC = mean_sd(summary, "acc"),
                    seconds = number(summary$seconds, 2), ratio = number(summary$ratio, 2), check.names = FALSE)
print_markdown(shown)

# ---- marks ----------------------------------------------------------------------------------------------------------

# At least these NMI (max) and accuracy; at most this sd of the accuracy and this ratio of times.
marks <- utils::read.csv(header = TRUE, strip.white = TRUE, text = "
  data,        nmi,   acc,   acc_sd, ratio
  pendigits,   0.860, 0.890, NA,     1.5
  letter,      0.490, 0.385, NA,     2
  mnist,       0.835, 0.880, 0.03,   1
  covtype,     0.150, NA,    NA,     10
  jain,        0.95,  NA,    NA,     NA
  spiral,      0.95,  NA,    NA,     NA
  flame,       0.88,  NA,    NA,     NA
  aggregation, 0.90,  NA,    NA,     NA
  t4_8k,       0.85,  NA,    NA,     NA")

# "value (mark) met or MISSED", NA where one of the two is.
against_mark <- function(value, mark, digits, at_least = TRUE) {
  met <- if (at_least) value >= mark else value <= mark
  ifelse(is.na(met), NA, sprintf("%.*f (%s) %s", digits, value, mark, ifelse(met, "met", "MISSED")))
}
judged <- merge(summary[summary$method %in% c("landmarks", "tuned"), ], marks, "data", suffixes = c("", "_mark"))
if (nrow(judged) == 0) quit(status = 0)
judged <- judged[order(match(judged$data, marks$data), judged$method), ]
table <- data.frame(
  judged[c("data", "method")],
  NMI = against_mark(judged$nmi_max, judged$nmi, 3), ACC = against_mark(judged$acc, judged$acc_mark, 3),
  `sd of ACC` = against_mark(judged$acc_sd, judged$acc_sd_mark, 3, FALSE),
  time = against_mark(judged$ratio, judged$ratio_mark, 2, FALSE), check.names = FALSE
)
cat("Against the marks (in brackets), by the defaults of sc_landmarks() and as tune_scrb() chooses:\n\n")
print_markdown(table)
missed <- apply(table, 1, function(cells) any(grepl("MISSED", cells)))
met <- function(method) table$data[!missed & table$method == method]
cat("All marks met: by the defaults on", length(met("landmarks")), "and as chosen on", length(met("tuned")), "of",
    length(unique(table$data)), "data sets.\n")
neither <- setdiff(table$data, c(met("landmarks"), met("tuned")))
if (length(neither)) cat("By neither on ", paste(neither, collapse = ", "), ".\n", sep = "")
