# What a choice without labels costs: tune_scrb() on every set, the NMI of each candidate, and how far the choice of
# each criterion is from the best candidate. tune.csv has a row per data set, seed and candidate; sets that are there
# are not run again.
# Usage: Rscript bench/tune.R [FOLDER] [features=landmarks] [data=...] [rows=20000] [repeats=1] [out=build/bench]
#        [summary=vignettes]; with features=grids or both the files are called tune_grids.csv or tune_both.csv.

source("bench/labelled.R")
options <- bench_options(features = "landmarks", rows = 20000, repeats = 1, threads = 2, summary = "")
file_name <- paste0("tune", if (options$features != "landmarks") paste0("_", options$features), ".csv")
file <- file.path(options$out, file_name)
if (length(options$data) == 0) {
  options$data <- if (is.null(options$folder)) unique(read_stored(file)$data)
                  else c(sub("[.]rds$", "", list.files(options$folder, "[.]rds$")), names(made_up))
}
settings <- c("features", "scale", "weights", "n_nearest", "sigma")
# Columns that say how good a candidate is; of the conductance less is better.
criteria <- c("score", "conductance", "agreement", "halves", "silhouette", "gap")

# The candidate that has the defaults of sc_landmarks(), or of sc_rb() where all are grids: sigma times 1 of 2^(-3:2).
is_default <- function(candidates) {
  if (all(candidates$features == "grids")) return(rank(candidates$sigma) == 4)
  candidates$scale == "none" & candidates$weights %in% "gaussian" & candidates$n_nearest %in% 8
}

run_tuning <- function(name, seed) {
  set <- labelled_set(name, options$folder, options$rows, seed)
  set.seed(seed)
  tuning <- tune_scrb(set$x, set$k, features = options$features, halves = TRUE, threads = options$threads)
  nmi <- apply(tuning$labels, 2, function(cluster) {
    if (anyNA(cluster)) NA else score_labels(cluster, set, tuning$rows)[["nmi_max"]]
  })
  data.frame(data = name, n = nrow(set$x), d = ncol(set$x), k = set$k, seed = seed, made_with(options$threads),
             nmi = nmi, nmi_fit = score_labels(tuning$fit$cluster, set)[["nmi_max"]],
             default = is_default(tuning$candidates), tuning$candidates)
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
    message(sprintf("%s, seed %d: best NMI %.3f, chosen %.3f, default %.3f, fit %.3f", name, seed,
                    max(rows$nmi, na.rm = TRUE), rows$nmi[rows$chosen], rows$nmi[rows$default][1], rows$nmi_fit[1]))
  }
}

stored <- stored_or_quit(file, options$data)
# One line per set and seed: NMI of the best candidate, of the chosen one and of the default, and what the candidate
# that a criterion puts first loses against the best.
summarise_tuning <- function(rows) {
  best <- max(rows$nmi, na.rm = TRUE)
  rows$conductance <- -rows$conductance
  loss <- vapply(criteria, function(criterion) best - rows$nmi[which.max(rows[[criterion]])][1], 0)
  pick <- rows[rows$chosen, ]
  default <- rows$nmi[rows$default][1]
  data.frame(rows[1, c("data", "n", "d", "k", "seed")], candidates = nrow(rows), best = best, chosen = pick$nmi,
             default = default, fit = pick$nmi_fit, pick[settings], loss = best - pick$nmi,
             loss_default = best - default, t(stats::setNames(loss, paste0("loss_", criteria))))
}
cells <- paste(stored$data, stored$seed)
summary <- do.call(rbind, lapply(split(stored, factor(cells, unique(cells))), summarise_tuning))
row.names(summary) <- NULL
write_summary(summary, options, file_name)

cat("NMI (max) of the best candidate, of the one that tune_scrb() chooses, of the one with the defaults, and of the",
    "final fit with the settings that were chosen; at most", options$rows, "rows of a set.\n\n")
print_made_with(stored)
numbers <- c("best", "chosen", "default", "loss", "fit")
varied <- Filter(function(column) length(unique(summary[[column]])) > 1, settings)
shown <- summary[c("data", "n", "k", numbers, varied)]
shown[numbers] <- lapply(shown[numbers], number)
if ("sigma" %in% varied) shown$sigma <- signif(shown$sigma, 3)
print_markdown(shown)

losses <- grep("^loss", names(summary), value = TRUE)
table <- data.frame(
  by = c("tune_scrb()", "no choice: defaults", criteria),
  mean = number(vapply(summary[losses], mean, 0, na.rm = TRUE)),
  largest = number(vapply(summary[losses], max, 0, na.rm = TRUE)),
  `largest on` = vapply(summary[losses], function(loss) summary$data[which.max(loss)][1], ""), check.names = FALSE
)
cat("What a choice loses against the best candidate, over ", nrow(summary), " runs:\n\n", sep = "")
print_markdown(table)
met <- c(mean(summary$loss) <= 0.03, max(summary$loss) <= 0.15)
cat("Marks: mean loss at most .03 ", if (met[1]) "met" else "MISSED", ", no set losing more than .15 ",
    if (met[2]) "met" else "MISSED", ".\n", sep = "")
