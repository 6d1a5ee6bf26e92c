# The compared methods once more, dense and slow, each as its source has it. x: rows whose columns are scaled.

baseline_methods <- c("kmeans", "exact", "kk_rs", "kk_rf", "sv_rf", "sc_rf", "nystrom", "lsc")
embedding_methods <- c("exact", "sv_rf", "sc_rf", "nystrom", "lsc")

# Columns to [0, 1].
to_range <- function(x) apply(x, 2, function(column) (column - min(column)) / (max(column) - min(column)))

# Kernel values of the rows of x and those of y.
reference_kernel <- function(x, y, sigma, kernel) {
  values <- matrix(0, nrow(x), nrow(y))
  for (i in seq_len(nrow(x))) {
    difference <- t(y) - x[i, ]
    values[i, ] <- switch(kernel,
      laplacian = exp(-colSums(abs(difference)) / sigma),
      gaussian = exp(-colSums(difference^2) / (2 * sigma^2))
    )
  }
  values
}

# A cosine and a sine for each column of frequencies, so that the product of two rows is the mean of
# cos(frequency'(x - y)).
reference_fourier <- function(x, frequencies) {
  angles <- x %*% frequencies
  cbind(cos(angles), sin(angles)) / sqrt(ncol(frequencies))
}

# A row's degree is the mean over frequencies of sum_j cos(frequency'(x_i - x_j)); its standard error, from how these
# scatter, as the root mean square over rows. sc_rf takes no degree for smaller than this, nor than 1.
reference_least_degree <- function(x, frequencies) {
  each <- vapply(seq_len(ncol(frequencies)), function(f) {
    angle <- as.vector(x %*% frequencies[, f])
    colSums(cos(outer(angle, angle, "-")))
  }, numeric(nrow(x)))
  squares <- rowMeans((each - rowMeans(each))^2) / ncol(frequencies)
  max(1, sqrt(mean(squares)))
}

# Pseudo-inverse (power = -1) or its square root (-1/2) of a positive semi-definite matrix; eigenvalues below `cut` of
# the largest count as zero, as the help page says.
psd_power <- function(a, power, cut = 1e-6) {
  pairs <- eigen(a, symmetric = TRUE)
  keep <- pairs$values > cut * pairs$values[1]
  vectors <- pairs$vectors[, keep, drop = FALSE]
  vectors %*% (pairs$values[keep]^power * t(vectors))
}

# Ng, Jordan and Weiss 2002 on similarities w (here with ones on the diagonal); smaller degrees count as `least`.
reference_spectral <- function(w, k, least = 1) {
  degrees <- rowSums(w)
  root <- sqrt(pmax(degrees, least))
  pairs <- eigen(w / outer(root, root), symmetric = TRUE)
  vectors <- pairs$vectors[, seq_len(k), drop = FALSE]
  list(values = pairs$values, vectors = vectors, embedding = unit_rows(vectors), raised = sum(degrees < least),
       nonpositive = sum(degrees <= 0))
}

# Fowlkes et al. 2004, the one-shot method: landmarks first, blocks A (landmarks) and B (landmarks x other rows),
# row sums of [A B; B' B'A^-1 B], the blocks normalised, then Q = A + A^-1/2 B B' A^-1/2 = U L U' and
# V = [A; B'] A^-1/2 U L^-1/2.
reference_fowlkes <- function(x, landmarks, k, sigma, kernel) {
  others <- setdiff(seq_len(nrow(x)), landmarks)
  first <- seq_along(landmarks)
  a <- reference_kernel(x[landmarks, ], x[landmarks, ], sigma, kernel)
  b <- reference_kernel(x[landmarks, ], x[others, ], sigma, kernel)
  sums <- c(rowSums(a) + rowSums(b), colSums(b) + as.vector(t(b) %*% psd_power(a, -1) %*% rowSums(b)))
  root <- sqrt(sums)
  a <- a / outer(root[first], root[first])
  b <- b / outer(root[first], root[-first])
  half <- psd_power(a, -1 / 2)
  pairs <- eigen(a + half %*% b %*% t(b) %*% half, symmetric = TRUE)
  top <- seq_len(k)
  v <- rbind(a, t(b)) %*% half %*% pairs$vectors[, top] %*% diag(1 / sqrt(pairs$values[top]))
  vectors <- v
  vectors[c(landmarks, others), ] <- v
  list(values = pairs$values, vectors = vectors, embedding = unit_rows(vectors), least = min(sums))
}

# C A^+ C' in full: what the one-shot method approximates the kernel by.
reference_nystrom_kernel <- function(x, landmarks, sigma, kernel) {
  c <- reference_kernel(x, x[landmarks, ], sigma, kernel)
  c %*% psd_power(c[landmarks, ], -1) %*% t(c)
}

# Chen and Cai 2011: weights of the nearest landmarks, rows summing to 1. They are relative to the nearest one's: no
# row's are all too small.
reference_lsc_weights <- function(x, landmarks, sigma, kernel, links = 5) {
  z <- matrix(0, nrow(x), nrow(landmarks))
  for (i in seq_len(nrow(x))) {
    difference <- t(landmarks) - x[i, ]
    exponent <- if (kernel == "laplacian") colSums(abs(difference)) / sigma else colSums(difference^2) / (2 * sigma^2)
    near <- order(exponent)[seq_len(min(links, nrow(landmarks)))]
    weights <- exp(min(exponent) - exponent[near])
    z[i, near] <- weights / sum(weights)
  }
  z
}

# Columns are divided by the roots of their sums, and of k + 1 singular vectors the first is left out. That is the
# constant one, of value 1: taken out as such, because where the graph falls apart others have the value 1 too.
reference_lsc <- function(x, landmarks, k, sigma, kernel) {
  z <- reference_lsc_weights(x, landmarks, sigma, kernel)
  z <- z[, colSums(z) > 0, drop = FALSE]
  s <- tcrossprod(sweep(z, 2, sqrt(colSums(z)), "/"))
  pairs <- eigen(s - 1 / nrow(x), symmetric = TRUE)
  vectors <- pairs$vectors[, seq_len(k), drop = FALSE]
  list(sums = rowSums(s), values = pairs$values, vectors = vectors, embedding = unit_rows(vectors))
}

# Chitta et al. 2011: centre g is sum_j alpha[g, j] phi(landmark j). The best alpha for given labels, and the squared
# distances of all rows to such centres, from kernel values c (rows x landmarks) and a (landmarks) alone.
chitta_alpha <- function(labels, k, c, a) {
  means <- t(vapply(seq_len(k), function(g) colMeans(c[labels == g, , drop = FALSE]), numeric(ncol(c))))
  means %*% psd_power(a, -1)
}

chitta_distances <- function(alpha, c, a) {
  own <- rowSums((alpha %*% a) * alpha)
  1 - 2 * c %*% t(alpha) + rep(own, each = nrow(c))
}

chitta_kernel_kmeans <- function(labels, k, c, a) {
  repeat {
    distances <- chitta_distances(chitta_alpha(labels, k, c, a), c, a)
    next_labels <- max.col(-distances, ties.method = "first")
    if (all(next_labels == labels)) {
      return(list(cluster = labels, objective = sum(distances[cbind(seq_along(labels), labels)])))
    }
    labels <- next_labels
  }
}

# What tests compare. Rows of unit length: their inner products do not depend on the basis of the span.
gram_distance <- function(a, b) max(abs(tcrossprod(a) - tcrossprod(b)))

# The largest difference when columns may differ in sign.
column_distance <- function(a, b) max(abs(a - b %*% diag(sign(colSums(a * b)), ncol(b))))

# Squared distances of rows to the means of clusters: how much nearer the nearest is than the own one, at most.
fixed_point_excess <- function(x, labels) {
  centers <- rowsum(x, labels) / tabulate(labels)
  distances <- vapply(seq_len(nrow(centers)), function(g) colSums((t(x) - centers[g, ])^2), numeric(nrow(x)))
  max(distances[cbind(seq_along(labels), labels)] - apply(distances, 1, min))
}

within_squares <- function(x, labels) {
  sum(vapply(unique(labels), function(g) sum(scale(x[labels == g, , drop = FALSE], scale = FALSE)^2), 1))
}

# The best of the starts that the uniforms hold, k for each.
best_lloyd <- function(x, k, uniforms) {
  fits <- lapply(split(uniforms, rep(seq_len(length(uniforms) / k), each = k)), reference_lloyd, x = x, k = k)
  fits[[which.min(vapply(fits, function(fit) fit$tot.withinss, 1))]]
}
