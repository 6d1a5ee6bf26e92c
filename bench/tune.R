# What a choice without labels costs: tune_scrb() on every set, the NMI of each candidate, and how far the choice of
# each criterion is from the best candidate. tune.csv has a row per data set, seed and candidate; sets that are there
# are not run again.
# Usage: Rscript bench/tune.R [FOLDER] [data=...] [rows=20000] [repeats=1] [out=build/bench] [summary=vignettes]

source("bench/labelled.R")
options <- bench_options(rows = 20000, repeats = 1, threads = 2, summary = "")
file <- file.path(options$out, "tune.csv")
if (length(options$data) == 0) {
  options$data <- if (is.null(options$folder)) unique(read_stored(file)$data)
                  else c(sub("[.]rds$", "", list.files(options$folder, "[.]rds$")), names(made_up))
}
settings <- c("scale", "weights", "n_nearest")
# The other columns of numbers are criteria; of these, less is better:
less_is_better <- "conductance"

run_tuning <- function(name, seed) {
  set <- labelled_set(name, options$folder, options$rows, seed)
  set.seed(seed)
  seconds <- system.time(tuning <- tune_scrb(set$x, set$k, threads = options$threads))[["elapsed"]]
  rows <- attr(tuning, "rows")
  nmi <- apply(attr(tuning, "labels"), 2, function(cluster) score_labels(cluster, set, rows)[["nmi_max"]])
  fitted <- score_labels(attr(tuning, "fit")$cluster, set)[["nmi_max"]]
  class(tuning) <- "data.frame"
  default <- tuning$scale == "none" & tuning$weights == "gaussian" & tuning$n_nearest == 8
  data.frame(data = name, n = nrow(set$x), d = ncol(set$x), k = set$k, seed = seed, seconds = seconds,
             made_with(options$threads), nmi = nmi, nmi_fit = fitted, default = default, tuning)
}

for (name in if (!is.null(options$folder)) options$data) {
  if (!at_hand(name, options$folder)) {
    message("not at hand: ", name)
    next
  }
  for (seed in seq_len(options$repeats)) {
    if (is_stored(read_stored(file), data = name, seed = seed)) next
    rows <- tryCatch(run_tuning(name, seed), error = function(e) message(name, ": ", conditionMessage(e)))
    if (is.null(rows)) next
    append_row(rows, file)
    message(sprintf("%s, seed %d: best NMI %.3f, chosen %.3f, default %.3f, %.1f s", name, seed, max(rows$nmi),
                    rows$nmi[rows$chosen], rows$nmi[rows$default][1], rows$seconds[1]))
  }
}

stored <- stored_or_quit(file, options$data)
own <- c("data", "n", "d", "k", "seed", "seconds", "threads", "scrb_version", "date", "cpu", "nmi", "nmi_fit",
         "default", "chosen", settings)
criteria <- Filter(function(column) is.numeric(stored[[column]]), setdiff(names(stored), own))

# One line per set and seed: NMI of the best candidate, of the chosen one and of the default, and what the candidate
# that a criterion puts first loses against the best.
summarise_tuning <- function(rows) {
  best <- max(rows$nmi)
  loss <- vapply(criteria, function(criterion) {
    value <- if (criterion %in% less_is_better) -rows[[criterion]] else rows[[criterion]]
    if (all(is.na(value))) NA_real_ else best - rows$nmi[which.max(value)]
  }, 0)
  pick <- rows[rows$chosen, ]
  data.frame(rows[1, c("data", "n", "d", "k", "seed")], candidates = nrow(rows), best = best, chosen = pick$nmi,
             default = rows$nmi[rows$default][1], pick[settings], loss = best - pick$nmi,
             loss_default = best - rows$nmi[rows$default][1],
             t(stats::setNames(loss, paste0("loss_", criteria))), seconds = rows$seconds[1])
}
cells <- paste(stored$data, stored$seed)
summary <- do.call(rbind, lapply(split(stored, factor(cells, unique(cells))), summarise_tuning))
row.names(summary) <- NULL
write_summary(summary, options, "tune.csv")

cat("NMI (max) of the best candidate, of the one that tune_scrb() chooses, and of the defaults of sc_landmarks(); at",
    "most", options$rows, "rows of a set.\n\n")
print_made_with(stored)
shown <- summary[c("data", "n", "k", "best", "chosen", "default", "loss", settings)]
for (column in c("best", "chosen", "default", "loss")) shown[[column]] <- number(shown[[column]])
print_markdown(shown)

losses <- grep("^loss", names(summary), value = TRUE)
table <- data.frame(
  by = sub("^loss$", "tune_scrb()", sub("^loss_default$", "no choice: defaults", sub("^loss_(?!default)", "", losses, perl = TRUE))),
  mean = vapply(summary[losses], mean, 0, na.rm = TRUE), largest = vapply(summary[losses], max, 0, na.rm = TRUE),
  `largest on` = vapply(summary[losses], function(loss) summary$data[which.max(loss)], ""), check.names = FALSE
)
numbers <- c("mean", "largest")
table[numbers] <- lapply(table[numbers], number)
cat("What a choice loses against the best candidate, over ", nrow(summary), " runs:\n\n", sep = "")
print_markdown(table)
met <- c(mean(summary$loss) <= 0.03, max(summary$loss) <= 0.15)
cat("Marks: mean loss at most .03 ", if (met[1]) "met" else "MISSED", ", no set losing more than .15 ",
    if (met[2]) "met" else "MISSED", ".\n", sep = "")
