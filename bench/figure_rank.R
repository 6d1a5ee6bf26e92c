# Accuracy and time against the rank, for methods with random features, on mnist (10,000 rows drawn from it, so that the
# exact method fits as well).
# Usage: Rscript bench/figure_rank.R [FOLDER] [data=mnist] [rows=10000] [rank=16,...] [repeats=3] [...]

source("bench/runner.R")
source("bench/summary.R")
source("bench/draw.R")
options <- bench_options(data = "mnist", rows = "10000", rank = 2^(4:12),
                         methods = c("sc_rb", "sc_rf", "sv_rf", "kk_rf", "exact"))
plan <- plan_runs(options)
# as in the paper, random binning stops at 1024: a grid has many features
plan <- plan[!(plan$method == "sc_rb" & as.numeric(plan$rank) > 1024), ]
run_missing(plan, options)
results <- results_of(plan, options)
summary <- summarise_runs(results)
summary$rank <- as.numeric(summary$rank)
ok <- summary[summary$status == "ok", ]
methods <- intersect(options$methods, ok$method)
style <- method_style[methods, ]

open_figure(options, "rank", 1, 2)
draw_lines <- function(column, ylab, log, sd = NULL) {
  y <- ok[[column]]
  draw_panel(options$rank, c(y, if (!is.null(sd)) c(y - ok[[sd]], y + ok[[sd]])), "rank", ylab, "", log,
             at = options$rank[c(TRUE, FALSE)])
  for (method in methods) {
    one <- ok[ok$method == method, ]
    if (method == "exact") {
      graphics::abline(h = one[[column]], lty = 2, lwd = 1.5)
    } else {
      draw_series(one$rank, one[[column]], method_style[method, "color"], method_style[method, "shape"],
                  if (!is.null(sd)) one[[sd]])
    }
  }
}
draw_lines("acc", "accuracy (mean and sd over seeds)", "x", "acc_sd")
draw_lines("total", "seconds (median)", "xy")
is_line <- methods %in% rankless
draw_legend(methods, style$color, ifelse(is_line, NA, style$shape), ifelse(is_line, 2, 1))
close_figure()

cat("Accuracy and seconds against the rank, ", unique(ok$data), ", ", unique(ok$n), " rows.\n\n", sep = "")
print_markdown(data.frame(method = ok$method, rank = ok$rank, acc = mean_sd(ok, "acc"),
                          nmi = mean_sd(ok, "nmi"), seconds = signif(ok$total, 3),
                          peak_mb = round(ok$peak_mb)))
print_settings(results)
