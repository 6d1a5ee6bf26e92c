# Time of all nine methods against the rank. In place of acoustic, where the folder does not have it, a simulated set of
# its size.
# Usage: Rscript bench/figure_methods.R [FOLDER] [data=...] [rank=16,...] [repeats=1] [...]

source("bench/runner.R")
source("bench/summary.R")
source("bench/draw.R")
options <- bench_options(rank = 2^(4:10), repeats = 1)
sets <- sets_at_hand(options, c("pendigits", "letter", "ijcnn1", "acoustic", "acoustic_simulated"))
if ("acoustic" %in% sets) sets <- setdiff(sets, "acoustic_simulated")
plan <- plan_runs(options, sets)
run_missing(plan, options)
results <- results_of(plan, options)
summary <- summarise_runs(results)
summary$rank <- as.numeric(summary$rank)
ok <- summary[summary$status == "ok", ]
sets <- intersect(sets, ok$data)
methods <- intersect(options$methods, ok$method)
style <- method_style[methods, ]

open_figure(options, "methods", ceiling(length(sets) / 2), min(2, length(sets)))
for (name in sets) {
  one <- ok[ok$data == name, ]
  draw_panel(options$rank, one$total, "rank", "seconds", sprintf("%s, %s rows", sub("_", ", ", name), whole(one$n[1])),
             at = options$rank[c(TRUE, FALSE)])
  for (method in unique(one$method)) {
    runs <- one[one$method == method, ]
    if (method %in% rankless) {
      graphics::abline(h = runs$total, col = method_style[method, "color"], lty = 2, lwd = 1.5)
    } else {
      draw_series(runs$rank, runs$total, method_style[method, "color"], method_style[method, "shape"])
    }
  }
}
is_line <- methods %in% rankless
draw_legend(methods, style$color, ifelse(is_line, NA, style$shape), ifelse(is_line, 2, 1))
close_figure()

cat("Seconds against the rank.", if ("acoustic_simulated" %in% sets) "Acoustic is simulated: its size, not its values.",
    "\n\n")
wide <- expand.grid(method = methods, data = sets, stringsAsFactors = FALSE)[2:1]
for (rank in options$rank) {
  at <- summary[summary$rank %in% c(rank, NA), ]
  found <- match(paste(wide$data, wide$method), paste(at$data, at$method))
  wide[[whole(rank)]] <- ifelse(at$status == "ok", as.character(signif(at$total, 3)), at$status)[found]
}
print_markdown(wide)
print_settings(results)
