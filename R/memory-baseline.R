# The most memory in bytes that a method of sc_baseline() uses at any one time, beyond x itself.
baseline_memory <- function(n, d, k, method, rank) {
  n <- as.double(n)
  d <- as.double(d)
  rank <- as.double(if (is.null(rank)) 0 else rank)
  columns <- 4 * n * d
  block <- min(columns, block_bytes())
  vectors <- 8 * n * k
  features <- 4 * n * rank
  square <- 8 * rank^2
  clustering <- 2 * vectors + 40 * n
  switch(method,
    # the data as doubles, in the core and in R
    kmeans = 16 * n * d + 40 * n,
    exact = 4 * n^2 + max(2 * columns, 8 * n * (default_ncv(k) + 4) + vectors),
    kk_rs = max(block + features + 3 * square, 3 * features) + 60 * n,
    kk_rf = max(block + features, 3 * features) + 60 * n,
    # the parts of a Gram matrix and their sum
    sv_rf = ,
    sc_rf = ,
    nystrom = features + max(block, 6 * square, clustering) + 8 * n,
    lsc = max(block, clustering) + 60 * n + 24 * n + 16 * pmin(n, 32 * rank) * d
  )
}
