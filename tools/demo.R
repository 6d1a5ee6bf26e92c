# Rscript tools/demo.R file.png: clusters the pendigits data, says how well that went and draws it.

file <- commandArgs(trailingOnly = TRUE)[1]
library(scrb)

set.seed(1)
x <- as.matrix(pendigits[, -17])
fit <- sc_rb(x, k = 10)
print(fit)
cat("\nAgreement of the clusters with the digits that were written:\n")
print(round(agreement(fit$cluster, pendigits$digit), 3))
digits <- table(cluster = fit$cluster, digit = pendigits$digit)
cat("\nRows by cluster and digit:\n")
print(digits)

# the pen's path from point to point, in the colours of the Okabe-Ito palette
color <- c("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#B8A800", "#8C564B", "#5E4FA2")
path <- function(row) matrix(row, ncol = 2, byrow = TRUE)

draw_singular_values <- function() {
  par(mar = c(5, 4.5, 5.5, 1.5))
  values <- fit$singular_values
  kept <- seq_along(values) <= fit$k
  plot(values, type = "h", lwd = 6, lend = "butt", col = ifelse(kept, "#0072B2", "grey75"), ylim = c(0, 1.02),
       yaxs = "i", xaxt = "n", las = 1, bty = "l", xlab = "Index", ylab = "Singular value", cex.lab = 1.2)
  axis(1, seq_along(values))
  text(seq_along(values), values, sprintf("%.2f", values), pos = 3, cex = 0.85, offset = 0.25, xpd = NA)
  abline(v = fit$k + 0.5, lty = 2, col = "grey40")
  mtext("Singular values", line = 2.6, font = 2, cex = 1.1, adj = 0)
  mtext(sprintf("%d kept, and the next", fit$k), line = 1.2, cex = 0.85, adj = 0, col = "grey30")
}

draw_cluster <- function(cluster) {
  par(mar = c(0.6, 0.6, 3.6, 0.6))
  plot(NULL, xlim = c(0, 1), ylim = c(0, 1), asp = 1, axes = FALSE, xlab = "", ylab = "")
  box(col = "grey80")
  rows <- which(fit$cluster == cluster)
  for (row in rows[round(seq(1, length(rows), length.out = 60))]) {
    lines(path(x[row, ]), col = adjustcolor(color[cluster], 0.13))
  }
  mean_path <- path(fit$centers[cluster, ])
  lines(mean_path, lwd = 5, col = color[cluster])
  points(mean_path[1, , drop = FALSE], pch = 21, cex = 1.8, lwd = 2, bg = "white", col = color[cluster])
  most <- which.max(digits[cluster, ])
  title(colnames(digits)[most], line = 1.5, cex.main = 1.6, col.main = color[cluster])
  mtext(sprintf("%.0f %% of %s rows", 100 * digits[cluster, most] / fit$size[cluster],
                format(fit$size[cluster], big.mark = ",")), line = 0.35, cex = 0.72, col = "grey30")
}

png(file, width = 1800, height = 740, res = 120)
left <- c(1, 1)
layout(rbind(c(left, 2:6), c(left, 7:11)), widths = c(1.1, 1.1, 1, 1, 1, 1, 1))
par(oma = c(0.3, 0.5, 4, 0.5))
draw_singular_values()
for (cluster in order(apply(digits, 1, which.max))) draw_cluster(cluster)
mtext(sprintf("%s handwritten digits in %d clusters (NMI with the truth %.2f)", format(nrow(x), big.mark = ","), fit$k,
              agreement(fit$cluster, pendigits$digit)[["nmi"]]), outer = TRUE, line = 1.8, font = 2, cex = 1.25)
mtext("Right: mean pen path of each cluster (circle: start), some of its rows, its most frequent digit", outer = TRUE,
      line = 0.3, cex = 0.85, col = "grey30")
invisible(dev.off())
cat("\nThe picture of it is in ", file, "\n", sep = "")
