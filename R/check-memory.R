# Whether a fit has the memory that it needs, and what would fit if not.

# `size`: arguments of sc_rb_memory(). `count` tells the numbers of bins; before there are grids a fit passes if it
# could do without any. They are counted only where they make a difference: none take more than bins of two rows each.
# `count(most)` counts those of so many grids; four are enough where eight times as many bins would fit.
check_memory <- function(size, count = NULL) {
  limit <- memory_limit()
  if (is.na(limit) || size_memory(size, bins_per_grid = size$n / 2, singleton_share = 0) <= limit) {
    return(invisible())
  }
  if (!is.null(count)) {
    few <- count(4L)
    if (size_memory(size, bins_per_grid = min(size$n, 8 * few$bins_per_grid), singleton_share = few$singleton_share) <=
          limit) {
      return(invisible())
    }
    size <- c(size, count(32L))
  }
  least <- if (is.null(count)) size_memory(size, bins_per_grid = 0) else size_memory(size)
  if (least <= limit) {
    return(invisible())
  }
  fits <- smaller_sizes(size, limit)
  stop_scrb("`n_grids` (= ", size$n_grids, ") with ", size$n, " rows asks for about ", bytes(size_memory(size)),
            " of memory, but only ", bytes(limit), " are available; ",
            if (length(fits)) paste0("what would fit: ", paste(fits, collapse = ", or "), "; "),
            "options(scrb.memory = Inf) tries all the same.")
}

# `needed(n, size)` is what n rows (or nodes) take with landmarks or features of that number; `size_is` is its name.
check_size_memory <- function(n, k, size, size_is, needed, what, row = "row", limit = memory_limit()) {
  if (is.na(limit) || needed(n, size) <= limit) {
    return(invisible())
  }
  smaller <- if (is.null(size)) 0 else largest(size, function(size) needed(n, size) <= limit)
  rows <- largest(n, function(n) needed(n, size) <= limit)
  fits <- if (smaller > k) paste(size_is, "=", smaller) else if (rows > k) paste("a sample of", count(rows, row))
  stop_scrb(what, " with ", count(n, row), " asks for about ", bytes(needed(n, size)), " of memory, but only ",
            bytes(limit), " are available; ", if (length(fits)) paste0("what would fit: ", fits, "; "),
            "options(scrb.memory = Inf) tries all the same.")
}

memory_limit <- function() check_limit(getOption("scrb.memory", available_memory()))

check_limit <- function(limit) {
  if (is.numeric(limit) && length(limit) == 1 && (is.na(limit) || limit > 0)) {
    return(limit)
  }
  stop_scrb("option `scrb.memory` must be a single positive number of bytes, not ", describe(limit), ".")
}
