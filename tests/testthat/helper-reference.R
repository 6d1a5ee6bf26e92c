# Every step once more, slow and obvious.

# Labels by first appearance, so that partitions can be compared.
by_appearance <- function(labels) match(labels, unique(labels))

# Steps 1 and 2: cells by floor, bins by pasting cells. TRUE in attribute "sure" for grids in which no value is so
# near the edge of a cell that single precision could put it on the other side.
reference_bins <- function(x, scaling, grids) {
  scaled <- sweep(sweep(as.matrix(x), 2, scaling$center), 2, scaling$scale, "/")
  n_grids <- ncol(grids$widths)
  sure <- logical(n_grids)
  ids <- vapply(seq_len(n_grids), function(g) {
    position <- sweep(sweep(scaled, 2, grids$offsets[, g]), 2, grids$widths[, g], "/")
    sure[g] <<- all(abs(position - round(position)) > 1e-6 * (1 + abs(position)))
    by_appearance(do.call(paste, as.data.frame(floor(position))))
  }, numeric(nrow(x)))
  structure(matrix(ids, nrow(x)), sure = sure)
}

# The same ids from a sparse Z of the package.
bins_of <- function(z) {
  columns <- attr(z, "bins_per_grid")
  grid_of_column <- rep(seq_along(columns), columns)
  column <- rep(seq_len(ncol(z)), diff(z@p))
  ids <- matrix(0L, nrow(z), length(columns))
  ids[cbind(z@i + 1L, grid_of_column[column])] <- column
  apply(ids, 2, by_appearance)
}

# Z with a column per bin of ids, values 1 / sqrt(n_grids).
reference_z <- function(ids) {
  each <- lapply(seq_len(ncol(ids)), function(g) outer(ids[, g], unique(ids[, g]), "=="))
  do.call(cbind, each) / sqrt(ncol(ids))
}

# Z Z' for bin ids: the share of grids in which two rows meet.
reference_similarity <- function(ids) {
  total <- matrix(0, nrow(ids), nrow(ids))
  for (g in seq_len(ncol(ids))) total <- total + outer(ids[, g], ids[, g], "==")
  total / ncol(ids)
}

# Step 3: D^-1/2 W D^-1/2 for similarities W.
normalize_similarity <- function(w) {
  root <- sqrt(rowSums(w))
  w / outer(root, root)
}

# Step 4: leading eigenpairs.
reference_vectors <- function(s, m) {
  pairs <- eigen(s, symmetric = TRUE)
  list(values = pairs$values, vectors = pairs$vectors[, seq_len(m), drop = FALSE])
}

# Step 5.
unit_rows <- function(u) u / sqrt(rowSums(u^2))

# Components of the graph of positive similarities, row by row; a component's name is its first row.
reference_components <- function(w) {
  component <- seq_len(nrow(w))
  repeat {
    next_component <- vapply(seq_len(nrow(w)), function(i) min(component[w[i, ] > 0]), 1)
    if (identical(as.numeric(next_component), as.numeric(component))) {
      return(component)
    }
    component <- next_component
  }
}

# Step 6: greedy k-means++ centres from k uniforms, then Lloyd's iterations. A uniform gives several candidates, by
# steps of the golden ratio; the one that leaves the smallest sum of squares is taken.
reference_plus_plus <- function(x, k, uniforms) {
  n <- nrow(x)
  squares <- function(row) colSums((t(x) - x[row, ])^2)
  chosen <- min(n, floor(uniforms[1] * n) + 1)
  nearest <- squares(chosen)
  for (c in seq_len(k - 1)) {
    turns <- (uniforms[c + 1] + (sqrt(5) - 1) / 2 * 0:(1 + floor(log(k)))) %% 1
    candidates <- vapply(turns, function(u) which(cumsum(nearest) > u * sum(nearest) & nearest > 0)[1], 1)
    left <- vapply(candidates, function(row) sum(pmin(nearest, squares(row))), 1)
    chosen[c + 1] <- candidates[which.min(left)]
    nearest <- pmin(nearest, squares(chosen[c + 1]))
  }
  x[chosen, , drop = FALSE]
}

reference_lloyd <- function(x, k, uniforms, iter.max = 1000) {
  fit <- stats::kmeans(x, reference_plus_plus(x, k, uniforms), iter.max = iter.max, algorithm = "Lloyd")
  order <- unique(fit$cluster)
  fit$cluster <- match(fit$cluster, order)
  fit$centers <- fit$centers[order, , drop = FALSE]
  rownames(fit$centers) <- NULL
  fit$withinss <- fit$withinss[order]
  fit$size <- fit$size[order]
  fit
}

# Labels of the nearest rows of `centers`, by L1 or by squared distance.
nearest_l1 <- function(x, centers) {
  apply(x, 1, function(row) which.min(colSums(abs(t(centers) - row))))
}
nearest_l2 <- function(x, centers) {
  apply(x, 1, function(row) which.min(colSums((t(centers) - row)^2)))
}

# The sine of the largest angle between the spaces that orthonormal columns span.
subspace_distance <- function(u, v) {
  svd(u - v %*% crossprod(v, u), nu = 0, nv = 0)$d[1]
}

# Root mean square distance of rows after the best rotation of b onto a.
procrustes_distance <- function(a, b) {
  parts <- svd(crossprod(b, a))
  sqrt(mean(rowSums((a - b %*% tcrossprod(parts$u, parts$v))^2)))
}

# Agreement measures pair of rows by pair of rows.
reference_pairs <- function(a, b) {
  pair <- utils::combn(length(a), 2)
  same_a <- a[pair[1, ]] == a[pair[2, ]]
  same_b <- b[pair[1, ]] == b[pair[2, ]]
  precision <- sum(same_a & same_b) / sum(same_a)
  recall <- sum(same_a & same_b) / sum(same_b)
  c(ri = mean(same_a == same_b), fm = 2 * precision * recall / (precision + recall))
}

# The vectors were found by iterations: a product for each of them that no component gives, and fewer than the most.
expect_iterated <- function(fit) {
  testthat::expect_identical(fit$solver$name, "Spectra")
  testthat::expect_gte(fit$solver$products, fit$n_vectors - fit$diagnostics$components)
  testthat::expect_lt(fit$solver$products, scrb:::most_products(fit$n_vectors))
  testthat::expect_true(fit$solver$converged)
}

expect_same_partition <- function(a, b) {
  testthat::expect_identical(by_appearance(as.vector(a)), by_appearance(as.vector(b)))
}

# What a fit holds beside times and the call.
without_times <- function(fit) fit[setdiff(names(fit), c("time", "call"))]
