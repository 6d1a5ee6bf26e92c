#' @rdname compare_methods
#' @order 3
#' @details
#' `plot()` draws two pictures: 1 the time of a run (on a logarithmic axis) against the quality of its clusters, the
#' `nmi` with `truth` or the silhouette without, where lines show the range over repeats; 2 the agreement between
#' methods, the attribute `between`, as a heat map. Methods that failed are left out of picture 1 and grey in 2, as is
#' the diagonal where there is one repeat only. A
#' method has the same colour in every comparison.
#' @param which What to draw: 1 for time and quality, 2 for the agreement between methods.
#' @param ask Whether to wait before each next plot; by default when several would replace each other on screen.
#' @param ... For `plot()` titles, limits and the like for [graphics::plot()] or [graphics::image()], for `print()`
#'   ignored.
#' @export
plot.scrb_comparison <- function(x, which = 1:2, ask = NULL, ...) {
  which <- check_which(which, 2)
  check_comparison(x)
  if (must_ask(ask, length(which))) {
    old <- grDevices::devAskNewPage(TRUE)
    on.exit(grDevices::devAskNewPage(old))
  }
  for (one in which) {
    switch(one, plot_quality(x, ...), plot_between(x, ...))
  }
  invisible(x)
}

plot_quality <- function(x, ...) {
  picture <- picture_quality(x)
  data <- picture$data
  color <- method_colors(data$method)
  seconds <- log10(range(data$fastest, data$slowest))
  draw(graphics::plot, picture, list(NULL),
       list(xlim = 10^(seconds + c(-1, 1) * max(0.15, 0.12 * diff(seconds))), log = "x", las = 1, xaxt = "n",
            ylim = quality_range(c(data$lowest, data$highest))), ...)
  at <- graphics::axTicks(1)
  graphics::axis(1, at, vapply(at, in_full, ""))
  graphics::segments(data$fastest, data$quality, data$slowest, data$quality, col = color, lwd = 1.5)
  graphics::segments(data$seconds, data$lowest, data$seconds, data$highest, col = color, lwd = 1.5)
  label_points(data, color)
}

# A little more than the range, and not nothing where all are equal.
quality_range <- function(values) range(values) + c(-1, 1) * max(0.02, 0.1 * diff(range(values)))

picture_quality <- function(x) {
  measure <- if (is_judged(x)) "nmi" else "silhouette"
  ran <- which(!is.na(x[[measure]]))
  check_any_ran(ran)
  runs <- attr(x, "runs")
  ends <- function(column, end) {
    vapply(x$method[ran], function(method) end(runs[runs$method == method, column], na.rm = TRUE), 0)
  }
  # the clock tells milliseconds, and the axis has no 0
  seconds <- function(values) unname(pmax(values, 1e-3))
  settings <- attr(x, "settings")
  list(
    data = data.frame(
      method = x$method[ran], seconds = seconds(x$seconds[ran]), fastest = seconds(ends("seconds", min)),
      slowest = seconds(ends("seconds", max)), quality = x[[measure]][ran], lowest = ends(measure, min),
      highest = ends(measure, max), row.names = NULL
    ),
    title = "Time and quality",
    subtitle = paste0("rank ", settings$rank, if (settings$repeats > 1) ", lines: range over repeats"),
    x = "Seconds", y = if (measure == "nmi") "NMI with the truth" else "Silhouette in the scaled data"
  )
}

# Colours by method, whatever the others.
method_colors <- function(method) c(cluster_colors(8), "grey40", "grey70")[match(method, all_methods())]

# Points with a name beside each; a line leads to names that are far.
label_points <- function(data, color) {
  inches <- function(x, y) cbind(graphics::grconvertX(x, to = "inches"), graphics::grconvertY(y, to = "inches"))
  point <- inches(data$seconds, data$quality)
  half <- cbind(graphics::strwidth(data$method, "inches", cex = 0.9) / 2,
                graphics::strheight("lg", "inches", cex = 0.9) / 2)
  lines <- rbind(cbind(inches(data$fastest, data$quality), inches(data$slowest, data$quality)),
                 cbind(inches(data$seconds, data$lowest), inches(data$seconds, data$highest)))
  edge <- graphics::par("usr")
  frame <- c(inches(10^edge[1], edge[3]), inches(10^edge[2], edge[4]))
  place <- place_labels(point, half + 0.03, lines, frame)
  x <- function(inches) graphics::grconvertX(inches, "inches")
  y <- function(inches) graphics::grconvertY(inches, "inches")
  far <- place$away > 0.15
  graphics::segments(x(point[far, 1]), y(point[far, 2]), x(place$end[far, 1]), y(place$end[far, 2]), col = "grey60")
  graphics::points(data$seconds, data$quality, pch = 19, cex = 1.2, col = color)
  graphics::rect(x(place$center[, 1] - half[, 1]), y(place$center[, 2] - half[, 2]),
                 x(place$center[, 1] + half[, 1]), y(place$center[, 2] + half[, 2]),
                 col = grDevices::adjustcolor("white", 0.7), border = NA)
  # darker than the points: pale letters are hard to read
  graphics::text(x(place$center[, 1]), y(place$center[, 2]), data$method, cex = 0.9,
                 col = grDevices::adjustcolor(color, 1, 0.75, 0.75, 0.75))
}

# Centres of labels of the given half widths and heights, one by one at the nearest place around its point that is in
# the frame and covers no label or point and, where that can be had, no line. `away`: how far, `end`: where the label
# begins. Boxes, lines and the frame have rows of left, bottom, right, top.
place_labels <- function(point, half, lines, frame) {
  around <- expand.grid(angle = pi * seq(0, 15) / 8, away = c(0.1, 0.2, 0.35, 0.5, 0.7, 0.9, 1.2))
  direction <- cbind(cos(around$angle), sin(around$angle))
  taken <- cbind(point - 0.06, point + 0.06)
  center <- end <- point
  away <- numeric(nrow(point))
  for (i in seq_len(nrow(point))) {
    size <- rep(half[i, ], each = nrow(around))
    ends <- rep(point[i, ], each = nrow(around)) + direction * around$away
    # the side, not the centre, is at the end
    centers <- ends + direction * size
    box <- cbind(centers - size, centers + size)
    outside <- box[, 1] < frame[1] | box[, 2] < frame[2] | box[, 3] > frame[3] | box[, 4] > frame[4]
    best <- which.min(1000 * outside + 100 * meetings(box, taken) + 3 * meetings(box, lines) + 5 * around$away)
    taken <- rbind(taken, box[best, ])
    center[i, ] <- centers[best, ]
    end[i, ] <- ends[best, ]
    away[i] <- around$away[best]
  }
  list(center = center, end = end, away = away)
}

# How many of the boxes in `others` each box meets.
meetings <- function(boxes, others) {
  vapply(seq_len(nrow(boxes)), function(i) {
    box <- boxes[i, ]
    sum(others[, 1] < box[3] & others[, 3] > box[1] & others[, 2] < box[4] & others[, 4] > box[2])
  }, 1L)
}

# The first method is at the top and at the left.
plot_between <- function(x, ...) {
  between <- attr(x, "between")[x$method, x$method, drop = FALSE]
  n <- nrow(between)
  shades <- grDevices::hcl.colors(101, "Blues 3", rev = TRUE)
  picture <- list(title = "Agreement between methods", x = "", y = "",
                  subtitle = paste0("mean adjusted Rand index",
                                    if (attr(x, "settings")$repeats > 1) "; diagonal: between repeats"))
  old <- graphics::par(mar = pmax(graphics::par("mar"), c(4, 5, 4, 1)))
  on.exit(graphics::par(old))
  shown <- t(pmin(pmax(between, 0), 1)[n:1, , drop = FALSE])
  draw(graphics::image, picture, list(seq_len(n), seq_len(n), shown),
       list(zlim = c(0, 1), col = shades, axes = FALSE), ...)
  failed <- is.na(shown)
  graphics::rect(row(shown)[failed] - 0.5, col(shown)[failed] - 0.5, row(shown)[failed] + 0.5, col(shown)[failed] + 0.5,
                 col = "grey85", border = NA)
  graphics::axis(1, seq_len(n), rownames(between), las = 2, tick = FALSE)
  graphics::axis(2, rev(seq_len(n)), rownames(between), las = 1, tick = FALSE)
  value <- t(between[n:1, , drop = FALSE])
  graphics::text(row(value), col(value), ifelse(is.na(value), "", fixed(value)),
                 col = ifelse(shown > 0.55, "white", "black"), cex = text_size(n, graphics::par("pin")[2] / 2))
}
