# Step 1: random grids. Widths (d x n_grids) follow the kernel's law, offsets are uniform on [0, width).
# A product kernel prod_l k(|x_l - y_l|) has such grids when the widths' density is proportional to w k''(w):
# for the Laplacian kernel exp(-|x - y|_1 / sigma) that is the Gamma law with shape 2 and scale sigma.
draw_grids <- function(n_cols, n_grids, sigma, kernel) {
  draw <- if (is.function(kernel)) {
    function() check_widths(try_user(kernel(n_cols, sigma), "kernel"), n_cols)
  } else {
    switch(kernel,
      laplacian = function() stats::rgamma(n_cols, shape = 2, scale = sigma),
      # the law of the paper's published code: |N(0, 1)| sigma / |b|, one b ~ N(0, 1) per grid
      cauchy = function() abs(stats::rnorm(n_cols)) * sigma / abs(stats::rnorm(1))
    )
  }
  widths <- matrix(0, n_cols, n_grids)
  for (g in seq_len(n_grids)) {
    widths[, g] <- draw()
  }
  list(widths = widths, offsets = widths * stats::runif(n_cols * n_grids))
}

# What the core needs before it can bin rows, in the order in which random numbers are drawn: how columns are scaled,
# sigma if none was given, the grids.
prepare_features <- function(x, n_grids, sigma, kernel, scale, threads) {
  scaling <- find_scaling(x, scale, threads)
  if (is.null(sigma)) {
    sigma <- choose_sigma(x, scaling, threads)
  }
  list(scaling = scaling, sigma = sigma, grids = draw_grids(ncol(x), n_grids, sigma, kernel))
}
