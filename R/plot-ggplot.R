#' @rdname plot.scrb
#' @exportS3Method ggplot2::autoplot
autoplot.scrb <- function(object, which = NULL, max_points = 5000, ...) {
  check_no_dots(...)
  check_fit(object)
  if (is.null(which)) {
    which <- if (2 %in% first_pictures(object)) 2 else first_pictures(object)[1]
  }
  which <- check_which(which, 5)
  max_points <- check_whole(max_points, "max_points", 1)
  plots <- lapply(which, function(one) {
    switch(one,
      ggplot_singular_values(picture_singular_values(object)),
      ggplot_embedding(picture_embedding(object, max_points), object$k),
      ggplot_sizes(picture_sizes(object)),
      ggplot_silhouette(picture_silhouette(object, max_points), object$k),
      ggplot_path(picture_path(object))
    )
  })
  if (length(plots) == 1) plots[[1]] else stats::setNames(plots, picture_names[which])
}

# ggplot2's name for the data of a layer
utils::globalVariables(".data")

ggplot_picture <- function(picture, mapping) {
  ggplot2::ggplot(picture$data, mapping) +
    ggplot2::labs(title = picture$title, subtitle = picture$subtitle, x = picture$x, y = picture$y) +
    ggplot2::theme_bw() +
    ggplot2::theme(panel.grid.minor = ggplot2::element_blank())
}

# Labels of clusters, as large as a device of usual height allows.
ggplot_text <- function(mapping, data, hjust) {
  size <- text_size(nrow(data), 5)
  if (size > 0) ggplot2::geom_text(mapping, data, hjust = hjust, size = 4 * size)
}

ggplot_singular_values <- function(picture) {
  ggplot_picture(picture, ggplot2::aes(.data$index, .data$value, colour = .data$kept)) +
    ggplot2::geom_segment(ggplot2::aes(xend = .data$index, yend = 0), linewidth = 1) +
    ggplot2::geom_point(size = 2) +
    (if (!is.null(picture$mark)) ggplot2::geom_vline(xintercept = picture$mark, linetype = 2, colour = "grey40")) +
    ggplot2::scale_colour_manual(values = c(`TRUE` = cluster_colors(1), `FALSE` = "grey60"), guide = "none") +
    ggplot2::scale_x_continuous(breaks = picture$breaks) +
    ggplot2::scale_y_continuous(limits = range(0, 1, picture$data$value))
}

ggplot_embedding <- function(picture, k) {
  cluster <- seq_len(k)
  picture$data$cluster <- factor(picture$data$cluster, cluster)
  columns <- ceiling(k / 20)
  legend <- if (k <= most_in_legend) ggplot2::guide_legend else function(...) "none"
  ggplot_picture(picture, ggplot2::aes(.data$x, .data$y)) +
    ggplot2::geom_point(ggplot2::aes(colour = .data$cluster, shape = .data$cluster), alpha = 0.6, size = 1.2) +
    ggplot2::geom_point(data = picture$centers, shape = 18, colour = "white", size = 5) +
    ggplot2::geom_point(data = picture$centers, shape = 23, fill = cluster_colors(k), size = 2.5) +
    ggplot2::scale_colour_manual("Cluster", values = cluster_colors(k), drop = FALSE) +
    ggplot2::scale_shape_manual("Cluster", values = cluster_symbols(k), drop = FALSE) +
    ggplot2::guides(
      colour = legend(ncol = columns, override.aes = list(alpha = 1, size = 2)),
      shape = legend(ncol = columns)
    )
}

ggplot_sizes <- function(picture) {
  k <- nrow(picture$data)
  ggplot_picture(picture, ggplot2::aes(.data$size, .data$cluster)) +
    ggplot2::geom_col(fill = cluster_colors(k), orientation = "y", width = 0.8) +
    ggplot_text(ggplot2::aes(label = .data$size), picture$data, -0.1) +
    ggplot2::scale_x_continuous(limits = c(0, 1.15 * max(picture$data$size)), expand = c(0.01, 0), labels = in_full) +
    ggplot2::scale_y_reverse(breaks = picture$breaks, expand = c(0.01, 0)) +
    ggplot2::theme(axis.text.y = ggplot2::element_text(size = 11 * max(0.4, text_size(k, 5))))
}

ggplot_silhouette <- function(picture, k) {
  ggplot_picture(picture, ggplot2::aes(y = .data$y)) +
    ggplot2::geom_rect(
      ggplot2::aes(xmin = 0, xmax = .data$width, ymin = .data$y - 0.5, ymax = .data$y + 0.5,
                   fill = factor(.data$cluster), colour = factor(.data$cluster)), linewidth = 0.1
    ) +
    ggplot2::geom_vline(xintercept = picture$mean, linetype = 2) +
    ggplot2::geom_segment(ggplot2::aes(x = 1, xend = 1.03, y = .data$middle, yend = .data$y), picture$label,
                          colour = "grey60") +
    ggplot_text(ggplot2::aes(x = 1.04, label = .data$text), picture$label, 0) +
    ggplot2::scale_fill_manual(values = cluster_colors(k), guide = "none", aesthetics = c("fill", "colour")) +
    ggplot2::scale_x_continuous(limits = c(min(0, picture$data$width), 1.15), breaks = seq(-1, 1, 0.25)) +
    ggplot2::scale_y_continuous(breaks = NULL)
}

ggplot_path <- function(picture) {
  lines <- picture$lines
  long <- data.frame(k = picture$data$k, name = factor(rep(lines$name, each = nrow(picture$data)), lines$name),
                     value = unlist(picture$data[lines$name], use.names = FALSE))
  bars <- data.frame(picture$bars, name = picture$bars_are)
  ggplot_picture(picture, ggplot2::aes(.data$k)) +
    ggplot2::geom_col(ggplot2::aes(y = .data$height, fill = .data$name), bars, width = 0.3) +
    ggplot2::geom_vline(xintercept = picture$k, linetype = 2, colour = "grey40") +
    ggplot2::geom_line(ggplot2::aes(y = .data$value, colour = .data$name, linetype = .data$name,
                                    linewidth = .data$name), long, na.rm = TRUE) +
    ggplot2::geom_point(ggplot2::aes(y = .data$stability), shape = 21, fill = "white", colour = lines$color[1],
                        size = 2, na.rm = TRUE) +
    ggplot2::geom_point(ggplot2::aes(y = .data$stability), picture$top, colour = lines$color[1], size = 2.2) +
    ggplot2::scale_colour_manual(NULL, values = lines$color) +
    ggplot2::scale_linetype_manual(NULL, values = lines$type) +
    ggplot2::scale_linewidth_manual(NULL, values = lines$width / 2) +
    ggplot2::scale_fill_manual(NULL, values = picture$bars_color) +
    ggplot2::scale_x_continuous(breaks = picture$breaks) +
    ggplot2::scale_y_continuous(limits = c(picture$low, 1))
}
