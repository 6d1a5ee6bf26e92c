# A comparison as compare_methods() would return it, of made-up runs of 8 rows in 2 clusters. The second method failed.
made_up_comparison <- function(has_truth, methods = c("sc_rb", "exact", "kmeans"), repeats = 2) {
  n <- length(methods) * repeats
  failed <- rep(seq_along(methods) == 2, each = repeats)
  run <- seq_len(n)
  runs <- data.frame(method = rep(methods, each = repeats), run = rep(seq_len(repeats), length(methods)), seed = run,
                     sigma = 0.5, rank = 64, seconds = 0.125 * 3^run, silhouette = -0.5 + 0.0625 * run,
                     nmi = 0.5 + 0.03 * run, nmi_max = 0.5, ari = 0.4 + 0.05 * run, ri = 0.75, fm = 0.9 - 0.05 * run,
                     fm_class = 0.5, acc = 0.5, note = ifelse(failed, "there was no memory for it", ""))
  runs[failed, 4:14] <- NA
  if (!has_truth) {
    runs[8:14] <- NULL
  }
  # the first method finds the same twice, the others do not
  split_at <- 2 + pmax(0, run - repeats) %% 6
  labels <- vapply(run, function(i) if (failed[i]) rep(NA, 8) else rep(1:2, c(split_at[i], 8 - split_at[i])), 1:8)
  memory <- c(2.5e6, 3.21e9, 45e3, rep(1e6, 9))[seq_along(methods)]
  scrb:::summarize_runs(list(runs = runs, labels = labels), methods, memory,
                        list(n = 8L, k = 2L, rank = 64L, repeats = repeats, kernel = "laplacian", scale = "range"))
}
