#' Plot a fit
#'
#' @param x A fit by [sc_rb()].
#' @param which What to draw: 1 for the singular values with the gap after the k-th, 2 for the embedding, coloured by
#'   cluster, in the two coordinates that tell the clusters apart best.
#' @param max_points Rows shown of a larger embedding, evenly spaced.
#' @param ask Whether to wait before each next plot; by default when several would replace each other on screen.
#' @param ... Passed to [graphics::plot()].
#' @return The fit, invisibly.
#' @examples
#' set.seed(1)
#' fit <- sc_rb(as.matrix(iris[, 1:4]), k = 3)
#' old <- par(mfrow = c(1, 2))
#' plot(fit)
#' par(old)
#' @export
plot.scrb <- function(x, which = 1:2, max_points = 5000, ask = NULL, ...) {
  which <- check_which(which, 2)
  max_points <- check_whole(max_points, "max_points", 1)
  if (is.null(ask)) {
    ask <- length(which) > prod(graphics::par("mfcol")) && grDevices::dev.interactive()
  }
  if (check_flag(ask, "ask")) {
    old <- grDevices::devAskNewPage(TRUE)
    on.exit(grDevices::devAskNewPage(old))
  }
  if (1 %in% which) plot_singular_values(x, ...)
  if (2 %in% which) plot_embedding(x, max_points, ...)
  invisible(x)
}

plot_singular_values <- function(fit, ...) {
  values <- fit$singular_values
  kept <- seq_along(values) <= fit$k
  draw(
    seq_along(values), values,
    list(type = "h", lwd = 3, col = ifelse(kept, cluster_colors(1), "grey70"), ylim = c(0, 1), xlab = "Index",
         ylab = "Singular value", main = "Singular values", lend = "butt"), ...
  )
  graphics::points(seq_along(values), values, pch = 19, col = ifelse(kept, cluster_colors(1), "grey70"))
  if (length(values) > fit$k) {
    graphics::abline(v = fit$k + 0.5, lty = 2, col = "grey40")
    graphics::mtext(sprintf("gap after k = %d: %.3f", fit$k, gap(fit)), side = 3, line = 0.3, cex = 0.8)
  }
}

plot_embedding <- function(fit, max_points, ...) {
  check_kept(fit, "embedding", "plot(which = 2)")
  shown <- which(!is.na(fit$cluster))
  if (length(shown) > max_points) {
    shown <- shown[round(seq(1, length(shown), length.out = max_points))]
  }
  pair <- best_coordinates(fit)
  points <- fit$embedding[shown, pair, drop = FALSE]
  color <- cluster_colors(fit$k)
  old <- graphics::par(mar = graphics::par("mar") + c(0, 0, 0, 4), xpd = FALSE)
  on.exit(graphics::par(old))
  draw(
    points[, 1], points[, 2],
    list(col = grDevices::adjustcolor(color[fit$cluster[shown]], 0.6), pch = cluster_symbols(fit$k)[fit$cluster[shown]],
         cex = 0.7, xlab = paste("Singular vector", pair[1]), ylab = paste("Singular vector", pair[2]),
         main = "Embedding, by cluster"), ...
  )
  if (length(shown) < nobs(fit)) {
    graphics::mtext(sprintf("%d of %d rows", length(shown), nobs(fit)), side = 3, line = 0.3, cex = 0.8)
  }
  graphics::points(fit$embedding_centers[, pair], pch = 3, lwd = 2)
  edge <- graphics::par("usr")
  graphics::legend(edge[2], edge[4], seq_len(fit$k), col = color, pch = cluster_symbols(fit$k), bty = "n", xpd = NA,
                   cex = 0.8, ncol = 1 + (fit$k > 20), title = "Cluster")
}

# plot() with settings that `...` overrides.
draw <- function(x, y, settings, ...) do.call(graphics::plot, c(list(x, y), utils::modifyList(settings, list(...))))

# The two coordinates in which the clusters' centres differ most, by size of cluster, in order.
best_coordinates <- function(fit) {
  centers <- fit$embedding_centers
  weight <- fit$size / sum(fit$size)
  spread <- colSums(weight * sweep(centers, 2, colSums(weight * centers))^2)
  sort(order(spread, decreasing = TRUE)[1:2])
}

# Okabe and Ito's colours, which colour-blind readers can tell apart; more than eight clusters also
# differ by symbol.
cluster_colors <- function(k) {
  rep_len(c("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#B8A800"), k)
}

cluster_symbols <- function(k) rep(c(19, 17, 15, 18, 4, 8), each = 8, length.out = k)
