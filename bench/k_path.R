# How well k is found: the rank of the number of classes among k = 2:15 by each criterion of the path, on sets whose
# classes are clusters. k_path.csv has a row per data set and seed; those that are there are not run again.
# Usage: Rscript bench/k_path.R [FOLDER] [data=...] [rows=20000] [repeats=2] [out=build/bench] [summary=vignettes]

source("bench/labelled.R")
# "NAME:m" is m of the classes of NAME, drawn by the seed; the other made-up sets are made anew with every seed as well
measured <- c(
  "pendigits", "pendigits:4", "pendigits:7", "mnist", "mnist:3", "mnist:5", "jain", "spiral", "flame", "aggregation",
  "t4_8k", "iris", "penguins", "satellite", "banknote", "thyroid", "wdbc"
)
simulated <- c(
  "groups5", "groups12", "unequal", "anisotropic", "rings", "moons", "heavy_tails", "noise_columns", "smiley",
  "cassini", "shapes", "cube", "spirals"
)
options <- bench_options(data = c(measured, simulated), rows = 20000, repeats = 2, threads = 2, summary = "")
file <- file.path(options$out, "k_path.csv")
tried <- 2:15
criteria <- c("stability", "silhouette", "gap")

# The rank of k by a criterion, the largest value first. By stability the chosen k is the first, as it may be a larger
# k of nearly the same value.
rank_of <- function(k, path, criterion) {
  value <- path[[criterion]]
  if (criterion == "stability") value[path$chosen] <- Inf
  rank(-value, na.last = TRUE)[path$k == k]
}

run_path <- function(name, seed) {
  set <- labelled_set(name, options$folder, options$rows, seed)
  set.seed(seed)
  fit <- sc_landmarks(set$x, k = tried, scale = if (name %in% different_units) "sd" else "none",
                      threads = options$threads)
  path <- fit$path
  ranks <- vapply(criteria, function(criterion) rank_of(set$k, path, criterion), 0)
  data.frame(data = name, n = nrow(set$x), d = ncol(set$x), k = set$k, seed = seed, chosen = path$k[path$chosen],
             t(ranks), nmi_max = score_labels(fit$cluster, set)[["nmi_max"]], seconds = fit$time[["total"]],
             made_with(options$threads))
}

for (name in if (!is.null(options$folder)) options$data) {
  if (!at_hand(name, options$folder)) {
    message("not at hand: ", name)
    next
  }
  for (seed in seq_len(options$repeats)) {
    if (is_stored(read_stored(file), data = name, seed = seed)) next
    row <- run_path(name, seed)
    append_row(row, file)
    message(sprintf("%s, seed %d: %d classes, chosen %d, rank by stability %g, silhouette %g, gap %g", name, seed,
                    row$k, row$chosen, row$stability, row$silhouette, row$gap))
  }
}

stored <- stored_or_quit(file, options$data)
summary <- stats::aggregate(stored[c("k", "chosen", criteria, "nmi_max")], list(data = stored$data), mean)
summary <- summary[order(match(summary$data, options$data)), ]
summary$kind <- ifelse(summary$data %in% simulated, "simulated", "measured")
write_summary(summary, options, "k_path.csv")

cat("Rank of the number of classes among k = 2:15, mean over seeds; NMI (max) at the k that was chosen.\n\n")
print_made_with(stored)
shown <- summary[c("kind", "data", "k", "chosen", criteria, "nmi_max")]
shown$nmi_max <- number(shown$nmi_max)
print_markdown(shown)

# The share of runs, a set counting for one, with the number of classes among the first one or two.
share <- function(runs, criterion, first) {
  mean(tapply(runs[[criterion]] <= first, runs$data, mean))
}
kinds <- list(all = stored, measured = stored[!stored$data %in% simulated, ],
              simulated = stored[stored$data %in% simulated, ])
kinds <- Filter(nrow, kinds)
table <- do.call(rbind, lapply(criteria, function(criterion) {
  data.frame(criterion = criterion, lapply(kinds, function(runs) {
    sprintf("%.2f / %.2f", share(runs, criterion, 1), share(runs, criterion, 2))
  }))
}))
cat("Share of the sets, first / among the first two (", paste(names(kinds), vapply(kinds, function(runs) {
  length(unique(runs$data))
}, 1L), collapse = ", "), " sets):\n\n", sep = "")
print_markdown(table)
cat("Mark: by stability among the first two in .80 of the sets:",
    if (share(stored, "stability", 2) >= 0.8) "met.\n" else "MISSED.\n")
