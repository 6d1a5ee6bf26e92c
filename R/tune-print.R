#' @rdname tune_scrb
#' @param n The number of candidates to show, the best first.
#' @param digits The number of digits to show.
#' @export
print.scrb_tuning <- function(x, n = 8, digits = 3, ...) {
  table <- x$candidates
  by_score <- order(table$score, decreasing = TRUE, na.last = TRUE)
  cat("Tuning of k = ", x$k, " clusters: ", count(nrow(table), "candidate"), " on ", count(length(x$rows), "row"), "\n",
      sep = "")
  shown <- table[utils::head(by_score, n), ]
  shown <- shown[vapply(shown, function(values) !all(is.na(values)), NA)]
  shown$chosen <- ifelse(shown$chosen, "*", "")
  print(shown, digits = digits, row.names = FALSE)
  if (nrow(table) > n) {
    cat("... and ", count(nrow(table) - n, "more candidate"), "\n", sep = "")
  }
  if (length(unique(table$features)) == 2) {
    best <- vapply(c("landmarks", "grids"), function(kind) best_of(table, kind), 0L)
    ari <- agreement(x$labels[, best[1]], x$labels[, best[2]])[["ari"]]
    cat("Best landmarks and best grids agree by ", format(ari, digits = digits), " (adjusted Rand index)\n", sep = "")
  }
  cat("\nThe fit that was chosen:\n")
  print(x$fit, digits = digits)
  invisible(x)
}

# The best candidate of a kind: among grids that of least conductance.
best_of <- function(table, kind) {
  value <- if (kind == "grids") -table$conductance else table$score
  value[table$features != kind] <- NA
  which.max(value)
}

#' @rdname tune_scrb
#' @details `plot()` shows the score of every candidate, with its two parts: how far its conductance is below that of
#'   shuffled data, and its agreement with neighbouring candidates. The chosen one is filled.
#' @export
plot.scrb_tuning <- function(x, ...) {
  check_no_dots(...)
  table <- x$candidates[order(x$candidates$score, na.last = FALSE), ]
  table <- table[!is.na(table$score), ]
  label <- ifelse(table$features == "grids", paste("sigma", format(table$sigma, digits = 2)),
                  paste(table$scale, table$weights, table$n_nearest))
  old <- graphics::par(mar = c(4, 1 + 0.45 * max(nchar(label)), 3, 1), las = 1)
  on.exit(graphics::par(old))
  y <- seq_len(nrow(table))
  parts <- cbind(table$score - table$agreement, table$agreement)
  graphics::plot(table$score, y, xlim = range(0, table$score, parts), yaxt = "n", ylab = "", xlab = "score", bty = "n",
                 main = paste("Candidates for k =", x$k), pch = ifelse(table$chosen, 19, 1), cex = 1.3)
  graphics::axis(2, y, label, tick = FALSE, cex.axis = 0.8)
  graphics::abline(h = y, col = "grey92")
  graphics::segments(0, y, parts[, 1], y, col = cluster_colors(2)[1], lwd = 3, lend = "butt")
  graphics::segments(0, y - 0.25, parts[, 2], y - 0.25, col = cluster_colors(2)[2], lwd = 3, lend = "butt")
  graphics::points(table$score, y, pch = ifelse(table$chosen, 19, 21), bg = "white", cex = 1.3)
  graphics::legend("bottomright", c("score (filled: chosen)", "below shuffled data, log ratio", "agreement"), bty = "n",
                   pch = c(21, NA, NA), lty = c(NA, 1, 1), lwd = 3, col = c("black", cluster_colors(2)), cex = 0.8)
  invisible(x)
}
