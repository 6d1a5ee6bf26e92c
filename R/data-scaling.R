# How columns are scaled: (x - center) / scale. The center is the column's minimum, which moves no two rows
# relative to each other and keeps digits when values are far from 0. Factors stay as they are: two levels are at
# distance 1, as the ends of a column scaled to [0, 1] are.
find_scaling <- function(x, scale, threads) {
  summary <- ask_core(summarize_columns_cpp(x, scale == "sd", threads))
  check_finite(summary, "x", x)
  spread <- summary$max - summary$min
  check_spread(spread, scale)
  by <- switch(scale, range = spread, sd = summary$sd, none = rep(1, ncol(x)))
  by[by == 0] <- 1
  center <- summary$min
  if (is.data.frame(x)) {
    is_factor <- vapply(x, is.factor, NA)
    center[is_factor] <- 0
    by[is_factor] <- 1
  }
  list(method = scale, center = center, scale = by, unit = unit_of(spread / by))
}

# Squares of distances must be numbers for floats: where columns are very long or very short, distances are taken in a
# power of two.
unit_of <- function(spread) {
  longest <- max(spread)
  if (longest > 0 && abs(log2(longest)) > 20) 2^round(log2(longest)) else 1
}
