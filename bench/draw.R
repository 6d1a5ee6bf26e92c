# What the figures share. Colours can be told apart by the colour-blind (Okabe and Ito); points differ in shape as well.

method_style <- data.frame(
  row.names = c("kmeans", "exact", "kk_rs", "kk_rf", "sv_rf", "lsc", "nystrom", "sc_rf", "sc_rb"),
  color = c("#999999", "#000000", "#C8B400", "#E69F00", "#56B4E9", "#009E73", "#CC79A7", "#0072B2", "#D55E00"),
  shape = c(4, 8, 0, 2, 5, 6, 3, 1, 19)
)
other_colors <- c("#D55E00", "#0072B2", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#999999")

# Opens a PNG of `rows` x `columns` panels with room below for a legend, and says in markdown where it is.
open_figure <- function(options, name, rows, columns) {
  file <- file.path("figures", paste0(name, ".png"))
  grDevices::png(file.path(options$out, file), width = 640 * columns + 100, height = 560 * rows + 180, res = 130)
  graphics::par(mfrow = c(rows, columns), mar = c(3.6, 5.2, 2.2, 1), oma = c(4.5, 0, 0, 0), mgp = c(2.4, 0.7, 0),
                las = 1, cex = 0.8)
  cat("![", name, "](", file, ")\n\n", sep = "")
}

# An empty panel; ticks of log axes at powers of ten, or at the ranks themselves.
draw_panel <- function(x, y, xlab, ylab, main, log = "xy", at = NULL) {
  y <- y[is.finite(y) & (y > 0 | !grepl("y", log))]
  graphics::plot(range(x, na.rm = TRUE), range(y), type = "n", log = log, xlab = xlab, ylab = "", axes = FALSE)
  graphics::title(ylab = ylab, line = 3.8)
  graphics::title(main, font.main = 1, cex.main = 1.05)
  label_axis(1, grepl("x", log), at)
  label_axis(2, grepl("y", log), NULL)
  graphics::box(col = "grey60")
}

label_axis <- function(side, is_log, at) {
  if (is.null(at)) at <- graphics::axTicks(side)
  if (is_log && length(at) > 7) at <- at[log10(at) == round(log10(at))]
  graphics::abline(v = if (side == 1) at, h = if (side == 2) at, col = "grey92")
  labels <- vapply(at, function(value) {
    format(value, scientific = value != 0 && (value >= 1e7 || value < 1e-3), big.mark = ",")
  }, "")
  graphics::axis(side, at, labels, col = NA, col.ticks = "grey60", gap.axis = 0.1)
}

# One line of a panel, with points and, where given, the sd over seeds.
draw_series <- function(x, y, color, shape, sd = NULL, type = "b", lty = 1) {
  order <- order(x)
  if (!is.null(sd)) {
    graphics::segments(x, y - sd, x, y + sd, col = color)
  }
  graphics::lines(x[order], y[order], type = type, col = color, pch = shape, lty = lty, lwd = 1.5)
}

# A legend below all panels.
draw_legend <- function(labels, color, shape = NA, lty = 1, columns = 5) {
  graphics::par(fig = c(0, 1, 0, 1), oma = c(0.3, 0, 0, 0), mar = c(0, 0, 0, 0), new = TRUE)
  graphics::plot.new()
  graphics::legend("bottom", labels, col = color, pch = shape, lty = lty, lwd = 1.5, bty = "n", cex = 0.9,
                   ncol = min(length(labels), columns), text.width = 1.1 * max(graphics::strwidth(labels)))
}

close_figure <- function() invisible(grDevices::dev.off())

# The slope of a line through log y against log x.
log_slope <- function(x, y) unname(stats::coef(stats::lm(log(y) ~ log(x)))[2])
