# What the pictures of a fit show, for plot() and autoplot() alike: each function returns a list with the data, the
# title, the subtitle (or NULL) and the names of the axes.

picture_names <- c("singular_values", "embedding", "sizes", "silhouette", "path")

# The numbers of the first two pictures, of those that can be made of a fit.
first_pictures <- function(fit) {
  has_embedding <- !is.null(fit[["embedding"]])
  can <- c(!is.null(fit$singular_values), has_embedding && ncol(fit$embedding) > 1, TRUE, has_embedding)
  utils::head(which(can), 2)
}

picture_singular_values <- function(fit) {
  check_singular_values(fit)
  values <- fit$singular_values
  shows_gap <- length(values) > fit$k
  list(
    data = data.frame(index = seq_along(values), value = values, kept = seq_along(values) <= fit$k),
    mark = if (shows_gap) fit$k + 0.5,
    breaks = whole_breaks(length(values)),
    title = paste0(method_of(fit)$values, "s"),
    subtitle = if (shows_gap) sprintf("gap after k = %d: %.3f", fit$k, gap(fit)),
    x = "Index", y = method_of(fit)$values
  )
}

picture_embedding <- function(fit, max_points) {
  check_kept(fit, "embedding", "`which` = 2")
  check_two_columns(fit$embedding)
  row <- sample_rows(fit, max_points)
  points <- fit$embedding[row, , drop = FALSE]
  cluster <- unname(fit$cluster[row])
  pair <- best_pair(points, cluster, fit$embedding_centers)
  in_pair <- function(x, cluster) data.frame(x = x[, pair[1]], y = x[, pair[2]], cluster = cluster, row.names = NULL)
  list(
    data = in_pair(points, cluster),
    centers = in_pair(fit$embedding_centers, seq_len(fit$k)),
    title = "Embedding, by cluster",
    subtitle = rows_shown(fit, length(row)),
    x = column_title(fit, pair[1]), y = column_title(fit, pair[2])
  )
}

column_title <- function(fit, column) {
  if (!is.null(fit$singular_values)) {
    return(paste(sub("value", "vector", method_of(fit)$values), column))
  }
  name <- colnames(fit$embedding)[column]
  if (is.null(name)) paste("Column", column) else name
}

picture_sizes <- function(fit) {
  list(
    data = data.frame(cluster = seq_len(fit$k), size = fit$size),
    breaks = if (fit$k <= 60) seq_len(fit$k) else whole_breaks(fit$k),
    title = "Cluster sizes",
    subtitle = paste(count(nobs(fit), method_of(fit)$row), "in", fit$k, "clusters"),
    x = rows_title(fit), y = "Cluster"
  )
}

picture_silhouette <- function(fit, max_points) {
  check_kept(fit, "embedding", "`which` = 4")
  data <- row_silhouettes(fit, max_points)
  data <- data[order(data$cluster, -data$width), c("cluster", "width")]
  # from the top, with some space between clusters
  data$y <- -seq_len(nrow(data)) - (data$cluster - 1) * nrow(data) / (10 * fit$k)
  rownames(data) <- NULL
  means <- silhouette_means(data, fit)
  list(
    data = data, mean = means$overall, label = silhouette_labels(data, means$by_cluster),
    title = "Silhouette widths in the embedding",
    subtitle = paste(c(sprintf("mean %.2f", means$overall), rows_shown(fit, nrow(data))), collapse = ", "),
    x = "Silhouette width (at the right: mean by cluster)", y = paste0(rows_title(fit), ", by cluster and width")
  )
}

# The criteria of each k as lines, which have names, a colour, a width and a type each, and gaps as bars.
picture_path <- function(fit) {
  check_path(fit)
  path <- fit$path
  colors <- cluster_colors(3)
  lines <- data.frame(name = c("stability", "restart", "halves", "silhouette"), color = colors[c(1, 1, 1, 2)],
                      width = c(2.5, 1, 1, 1), type = c(1, 2, 3, 1))
  gaps <- path[!is.na(path$gap), ]
  largest <- max(gaps$gap)
  list(
    data = path, lines = lines, top = path[which(is_top(path)), ], k = fit$k,
    bars = data.frame(k = gaps$k, height = if (largest > 0) pmax(0, gaps$gap / largest) else 0),
    bars_are = sprintf("gap / %.2g", largest), bars_color = "grey80",
    low = min(0, path$silhouette, na.rm = TRUE), breaks = if (nrow(path) <= 20) path$k else pretty(path$k),
    title = "Stability of each k",
    subtitle = sprintf("k = %d; filled: within %.2f of the most stable; next: %d", fit$k, path_tie, next_k(path)),
    x = "k", y = "Stability and other criteria"
  )
}

# Mean widths by cluster and over all, where each cluster counts by its size, however many of its rows were sampled.
silhouette_means <- function(widths, fit) {
  by_cluster <- as.vector(tapply(widths$width, factor(widths$cluster, seq_len(fit$k)), mean))
  placed <- tabulate(fit$cluster[placed_rows(fit)], fit$k)
  list(by_cluster = by_cluster, overall = stats::weighted.mean(by_cluster, placed, na.rm = TRUE))
}

# A label for each cluster: its text, the middle of its rows, and a height near it at which labels do not overlap.
silhouette_labels <- function(data, means) {
  shown <- unique(data$cluster)
  middle <- as.vector(tapply(data$y, data$cluster, mean))
  data.frame(cluster = shown, middle, y = spread_out(middle, range(data$y), 1 / max(30, length(shown))),
             text = sprintf("%d: %.2f", shown, means[shown]))
}

# Moves falling heights so that they are `apart` (as a share of the range) from each other and stay in the range: the
# mean of pushing down and of pushing up.
spread_out <- function(y, range, apart) {
  step <- apart * diff(range) * (seq_along(y) - 1)
  push_down <- function(y, lowest) pmax(cummin(y + step) - step, lowest + rev(step))
  (push_down(y, range[1]) - rev(push_down(-rev(y), -range[2]))) / 2
}

# "Rows" or "Nodes".
rows_title <- function(fit) {
  row <- method_of(fit)$row
  paste0(toupper(substr(row, 1, 1)), substring(row, 2), "s")
}

# How many rows a picture shows where not all, and NULL where all.
rows_shown <- function(fit, shown) {
  stray <- fit$diagnostics$stray
  row <- method_of(fit)$row
  text <- c(
    if (shown < nobs(fit)) sprintf("%d of %d %ss", shown, nobs(fit), row),
    if (stray > 0) paste(count(stray, paste("stray", row)), "left out")
  )
  if (length(text)) paste(text, collapse = ", ")
}

# The first pair of the first ten vectors in which the most points are nearest to their own cluster's centre.
best_pair <- function(points, cluster, centers) {
  pairs <- utils::combn(min(10, ncol(centers)), 2)
  told <- apply(pairs, 2, function(pair) {
    place <- centers[, pair]
    nearness <- tcrossprod(points[, pair, drop = FALSE], place) - rep(rowSums(place^2) / 2, each = nrow(points))
    sum(max.col(nearness, "first") == cluster)
  })
  pairs[, which.max(told)]
}

# Of more clusters there is no legend: it would leave no room for the picture.
most_in_legend <- 60

# Ticks at whole numbers up to n.
whole_breaks <- function(n) {
  at <- pretty(c(1, n))
  at[at == round(at) & at >= 1 & at <= n]
}

# How large a text may be (1 for 12 points) so that `lines` of it fit into a height in inches; 0 where nobody could read
# it.
text_size <- function(lines, height) {
  size <- min(0.8, height / (0.17 * lines))
  if (size < 0.4) 0 else size
}

# Okabe and Ito's colours with violet for their yellow, which is pale on white: also readers with any of the three kinds
# of colour blindness can tell them apart. More than eight clusters differ by symbol, too.
cluster_colors <- function(k) {
  rep_len(c("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#8700F0"), k)
}

cluster_symbols <- function(k) rep(c(19, 17, 15, 18, 4, 8, 1, 2, 0), each = 8, length.out = k)
