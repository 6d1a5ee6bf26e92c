#' Plot a fit
#'
#' Five pictures of a fit, by base graphics or, by [ggplot2::autoplot()], as ggplots.
#'
#' Colours are the same in all pictures and can be told apart by colour-blind readers. With more than eight clusters
#' they repeat, with another symbol in the picture of the embedding. Of more than 60 clusters it has no legend.
#'
#' Pictures 2 and 4 need the embedding. They show at most `max_points` rows, the same sample that
#' [silhouette()][silhouette.scrb] uses: evenly spaced in each cluster, and some of every cluster. Stray rows, which
#' have no place in the embedding, are left out. Picture 2 shows the two of the first ten singular vectors in which the
#' most rows are nearest to their own cluster's centre (a diamond): clusters that overlap there may well differ in
#' others.
#'
#' Picture 5 is for fits of several `k` (see *Choosing k* in [sc_rb()]): stability against k, with its two parts. A
#' point is filled where k is as stable as the best, up to .02; the largest of these (dashed) is the k of the fit. For
#' comparison the mean silhouette, and as bars the gap after the k-th singular value, the largest drawn as 1.
#'
#' @param x,object A fit by [sc_rb()], [sc_landmarks()], [sc_graph()] or [sc_baseline()].
#' @param which What to draw: 1 for the singular values with the gap after the k-th, 2 for the embedding, 3 for
#'   the sizes of the clusters, 4 for the silhouette widths in the embedding with their mean (dashed) and those of the
#'   clusters, 5 for the criteria by which k was chosen of several. `NULL` for the first two that the fit has what is
#'   needed for; in `autoplot()` for 2, or the first where there is no embedding.
#' @param max_points The most rows to show in pictures 2 and 4.
#' @param ask Whether to wait before each next plot; by default when several would replace each other on screen.
#' @param ... For `plot()` passed to [graphics::plot()] or [graphics::barplot()]; for `autoplot()` an error.
#' @return `plot()` returns the fit, invisibly. `autoplot()` returns a ggplot, or a named list of them where `which` has
#'   several numbers.
#' @examples
#' set.seed(1)
#' fit <- sc_rb(as.matrix(iris[, 1:4]), k = 3)
#' old <- par(mfrow = c(2, 2))
#' plot(fit, which = 1:4)
#' par(old)
#'
#' # of several k
#' plot(sc_landmarks(as.matrix(iris[, 1:4]), k = 2:8), which = 5)
#'
#' if (requireNamespace("ggplot2", quietly = TRUE)) {
#'   ggplot2::autoplot(fit)
#' }
#' @export
plot.scrb <- function(x, which = NULL, max_points = 5000, ask = NULL, ...) {
  check_fit(x)
  which <- if (is.null(which)) first_pictures(x) else check_which(which, 5)
  max_points <- check_whole(max_points, "max_points", 1)
  if (must_ask(ask, length(which))) {
    old <- grDevices::devAskNewPage(TRUE)
    on.exit(grDevices::devAskNewPage(old))
  }
  for (one in which) {
    switch(one,
      plot_singular_values(picture_singular_values(x), ...),
      plot_embedding(picture_embedding(x, max_points), x$k, ...),
      plot_sizes(picture_sizes(x), ...),
      plot_silhouette(picture_silhouette(x, max_points), ...),
      plot_path(picture_path(x), ...)
    )
  }
  invisible(x)
}

must_ask <- function(ask, pictures) {
  if (is.null(ask)) pictures > prod(graphics::par("mfcol")) && grDevices::dev.interactive() else check_flag(ask, "ask")
}

plot_singular_values <- function(picture, ...) {
  data <- picture$data
  color <- ifelse(data$kept, cluster_colors(1), "grey60")
  draw(graphics::plot, picture, list(data$index, data$value),
       list(type = "h", lwd = 3, col = color, ylim = range(0, 1, data$value), lend = "butt", xaxt = "n"), ...)
  graphics::axis(1, picture$breaks)
  graphics::points(data$index, data$value, pch = 19, col = color)
  if (!is.null(picture$mark)) {
    graphics::abline(v = picture$mark, lty = 2, col = "grey40")
  }
}

plot_embedding <- function(picture, k, ...) {
  columns <- if (k <= most_in_legend) ceiling(k / 20) else 0
  old <- graphics::par(mar = graphics::par("mar") + c(0, 0, 0, 1 + 2 * columns), xpd = FALSE)
  on.exit(graphics::par(old))
  color <- cluster_colors(k)
  symbol <- cluster_symbols(k)
  data <- picture$data
  draw(graphics::plot, picture, list(data$x, data$y),
       list(col = grDevices::adjustcolor(color, 0.6)[data$cluster], pch = symbol[data$cluster], cex = 0.7), ...)
  # on white, to stand out from points of the same colour
  graphics::points(picture$centers$x, picture$centers$y, pch = 18, cex = 2.4, col = "white")
  graphics::points(picture$centers$x, picture$centers$y, pch = 23, cex = 1.1, bg = color)
  if (columns > 0) {
    edge <- graphics::par("usr")
    graphics::legend(edge[2], edge[4], seq_len(k), col = color, pch = symbol, bty = "n", xpd = NA, cex = 0.8,
                     ncol = columns, title = "Cluster")
  }
}

plot_sizes <- function(picture, ...) {
  data <- picture$data
  k <- nrow(data)
  size <- text_size(k, graphics::par("pin")[2])
  # cluster 1 at the top; room for the labels at the bars' ends
  middle <- draw(graphics::barplot, picture, list(rev(data$size)),
                 list(horiz = TRUE, names.arg = k:1, col = rev(cluster_colors(k)), border = NA, las = 1, axes = FALSE,
                      xlim = c(0, 1.15 * max(data$size)), cex.names = max(0.4, size)), ...)
  at <- graphics::axTicks(1)
  graphics::axis(1, at, in_full(at))
  if (size > 0) {
    graphics::text(rev(data$size), middle, rev(data$size), adj = c(-0.15, 0.5), cex = size)
  }
}

plot_silhouette <- function(picture, ...) {
  data <- picture$data
  color <- cluster_colors(max(data$cluster))[data$cluster]
  draw(graphics::plot, picture, list(NULL),
       list(xlim = c(min(0, data$width), 1.15), ylim = range(data$y), yaxt = "n", xaxt = "n", bty = "n"), ...)
  graphics::axis(1, seq(-1, 1, 0.25))
  graphics::rect(0, data$y - 0.5, data$width, data$y + 0.5, col = color, border = color)
  graphics::abline(v = picture$mean, lty = 2)
  size <- text_size(nrow(picture$label), graphics::par("pin")[2])
  if (size > 0) {
    label <- picture$label
    graphics::segments(1, label$middle, 1.03, label$y, col = "grey60")
    graphics::text(1.04, label$y, label$text, adj = c(0, 0.5), cex = size, xpd = NA)
  }
}

plot_path <- function(picture, ...) {
  old <- graphics::par(mar = graphics::par("mar") + c(0, 0, 0, 5), xpd = FALSE)
  on.exit(graphics::par(old))
  data <- picture$data
  lines <- picture$lines
  draw(graphics::plot, picture, list(picture$bars$k, picture$bars$height),
       list(type = "h", lwd = 6, lend = "butt", col = picture$bars_color, ylim = c(picture$low, 1), xaxt = "n",
            xlim = range(data$k)), ...)
  graphics::axis(1, picture$breaks)
  graphics::abline(v = picture$k, lty = 2, col = "grey40")
  graphics::matlines(data$k, data[lines$name], col = lines$color, lwd = lines$width, lty = lines$type)
  graphics::points(data$k, data$stability, pch = 21, bg = "white", col = lines$color[1])
  graphics::points(picture$top$k, picture$top$stability, pch = 19, cex = 1.1, col = lines$color[1])
  edge <- graphics::par("usr")
  graphics::legend(edge[2], edge[4], c(lines$name, picture$bars_are), col = c(lines$color, picture$bars_color),
                   lwd = c(lines$width, 6), lty = c(lines$type, 1), seg.len = 1.5, bty = "n", xpd = NA, cex = 0.75)
}

# A plotting function with a picture's data, titles and settings, which `...` overrides.
draw <- function(plot, picture, data, settings, ...) {
  titles <- list(main = picture$title, xlab = picture$x, ylab = picture$y)
  result <- do.call(plot, c(data, utils::modifyList(c(titles, settings), list(...))))
  if (!is.null(picture$subtitle)) {
    graphics::mtext(picture$subtitle, side = 3, line = 0.3, cex = 0.8 * graphics::par("cex"))
  }
  invisible(result)
}
