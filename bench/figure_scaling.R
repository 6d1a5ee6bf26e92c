# Time of sc_rb() against the number of rows, per step and in total, with 256 grids, and against the number of grids.
# Rows are poker hands, dealt, up to 2 million, and SUSY up to 4 million: rows of SUSY itself where the folder has it,
# else made by drawing rows of susy_30k again with noise.
# Usage: Rscript bench/figure_scaling.R [FOLDER] [rows=10000,...] [rank=16,...] [repeats=3] [...]

source("bench/runner.R")
source("bench/summary.R")
source("bench/draw.R")
options <- bench_options(rows = c("10000", "30000", "100000", "300000", "1000000", "2000000", "4000000"),
                         rank = 2^(4:10), methods = "sc_rb")
sets <- c("poker_dealt", utils::head(sets_at_hand(options, c("SUSY", "susy_resampled")), 1))
at_256 <- plan_runs(options, sets, rank = 256)
at_256 <- at_256[!(at_256$data == "poker_dealt" & as.numeric(at_256$rows) > 2e6), ]
# the same number of rows for every number of grids
middle <- if ("100000" %in% options$rows) "100000" else options$rows[length(options$rows)]
by_grids <- plan_runs(options, sets, rows = middle)
plan <- unique(rbind(at_256, by_grids))
run_missing(plan, options)
results <- results_of(plan, options)

titles <- c(poker_dealt = "poker hands (dealt)", susy_resampled = "SUSY-sized (resampled, with noise)", SUSY = "SUSY")
shown <- c("total", "bins", "singular_vectors", "kmeans", "embedding")
color <- stats::setNames(other_colors[c(7, 1, 2, 3, 4)], shown)
shape <- stats::setNames(c(19, 1, 2, 0, 5), shown)

# One panel per set: the steps against `x`; where asked, lines of slope 1 and 2 through the first total.
draw_steps <- function(plan, x, xlab, lines, note) {
  summary <- summarise_runs(results[key(results) %in% key(plan) & results$status == "ok", ])
  summary$rank <- as.numeric(summary$rank)
  slopes <- list()
  for (name in intersect(sets, summary$data)) {
    one <- summary[summary$data == name, ]
    one <- one[order(one[[x]]), ]
    draw_panel(one[[x]], unlist(one[shown]), xlab, "seconds (median)", paste0(titles[name], ", ", note),
               at = if (x == "rank") one$rank)
    for (slope in lines) {
      graphics::lines(one[[x]], one$total[1] * (one[[x]] / one[[x]][1])^slope, lty = 1 + slope, col = "grey40")
    }
    for (step in shown) draw_series(one[[x]], one[[step]], color[step], shape[step])
    slopes[[name]] <- data.frame(
      data = name, against = xlab, from = whole(min(one[[x]])), to = whole(max(one[[x]])),
      lapply(one[shown], function(y) if (nrow(one) > 1) sprintf("%.2f", log_slope(one[[x]], y)) else NA),
      largest_seconds = signif(one$total[nrow(one)], 3), largest_peak_mb = round(one$peak_mb[nrow(one)])
    )
  }
  do.call(rbind, slopes)
}

open_figure(options, "scaling", 2, 2)
slopes <- rbind(
  draw_steps(at_256, "n", "rows", c(1, 2), "n_grids 256"),
  draw_steps(by_grids, "rank", "n_grids", 1, paste("n", middle))
)
draw_legend(c(shown, "linear", "quadratic"), c(color, "grey40", "grey40"), c(shape, NA, NA), c(rep(1, 5), 2, 3), 4)
close_figure()

cat("Slopes of log seconds against log rows (n_grids 256) and against log n_grids (", middle, " rows): 1 is linear. ",
    "The poker hands are dealt (the data set is random hands)",
    if ("susy_resampled" %in% sets) ", the SUSY-sized rows are 30,000 rows of SUSY drawn again with noise", ".\n\n",
    sep = "")
print_markdown(slopes)
print_settings(results)
