# The data sets: files of a folder, samples of them, and sets that are made by a recipe.

# The files of a set in a folder: NAME.rds, or LIBSVM text NAME, NAME.txt, NAME.svm or NAME.libsvm, plain or compressed.
# NAME.t, as LIBSVM calls test sets, has more rows of the same set. Case does not matter, nor "-" for "_".
set_files <- function(name, folder) {
  plain <- function(text) chartr("-", "_", tolower(text))
  files <- list.files(folder)
  stems <- sub("[.](gz|bz2|xz)$", "", files)
  stems <- plain(sub("[.](txt|svm|libsvm)$", "", stems))
  found <- match(paste0(plain(name), c(".rds", "", ".t")), stems)
  if (!is.na(found[1])) found <- found[1]
  file.path(folder, files[found[!is.na(found)]])
}

# list(x, y); x is dense where more than a tenth of it is not zero.
read_set <- function(name, folder = data_folder()) {
  files <- set_files(name, folder)
  if (length(files) == 0) stop("no data set ", name, " in ", folder, call. = FALSE)
  if (grepl("[.]rds$", files[1])) return(readRDS(files[1]))
  parts <- lapply(files, read_text)
  d <- max(vapply(parts, function(part) ncol(part$x), 1L))
  x <- do.call(rbind, lapply(parts, function(part) {
    part$x@Dim[2] <- d
    part$x@p <- c(part$x@p, rep(part$x@p[length(part$x@p)], d + 1L - length(part$x@p)))
    part$x
  }))
  if (Matrix::nnzero(x) > 0.1 * nrow(x) * as.double(d)) x <- as.matrix(x)
  list(x = x, y = unlist(lapply(parts, `[[`, "y")))
}

# sparsio reads plain files alone, and takes neither comments nor tabs nor rows without a blank at their end: it gets a
# copy in which there are none. Columns are numbered from 1, or from 0 where there is a column 0.
read_text <- function(file) {
  copy <- tempfile()
  from <- file(file, "r") # opens compressed files as well
  to <- file(copy, "w")
  on.exit(unlink(copy))
  from_zero <- FALSE
  while (length(lines <- readLines(from, 1e5L))) {
    lines <- trimws(gsub("[[:space:]]+", " ", sub("#.*", "", lines)))
    lines <- lines[nzchar(lines)]
    from_zero <- from_zero || any(grepl(" 0:", lines, fixed = TRUE))
    writeLines(paste0(lines, " "), to)
  }
  close(from)
  close(to)
  sparsio::read_svmlight(copy, zero_based = from_zero)
}

# ---- sets made by a recipe ------------------------------------------------------------------------------------------

# Poker hands as in the UCI data, whose rows are random hands: suit (1 to 4) and rank (1 to 13) of five cards dealt from
# 52. Hands that have a card twice are dealt again, which leaves every hand equally likely. Ten classes of hands.
deal_poker <- function(n, folder = NULL) {
  cards <- matrix(sample.int(52L, 5 * n, replace = TRUE), n)
  pairs <- utils::combn(5, 2)
  again <- seq_len(n)
  repeat {
    twice <- logical(length(again))
    for (pair in seq_len(ncol(pairs))) {
      twice <- twice | cards[again, pairs[1, pair]] == cards[again, pairs[2, pair]]
    }
    again <- again[twice]
    if (length(again) == 0) break
    cards[again, ] <- sample.int(52L, 5 * length(again), replace = TRUE)
  }
  x <- matrix(0, n, 10)
  x[, c(1, 3, 5, 7, 9)] <- (cards - 1) %/% 13 + 1
  x[, c(2, 4, 6, 8, 10)] <- (cards - 1) %% 13 + 1
  list(x = x, k = 10)
}

# Rows of susy_30k drawn again and again, with normal noise of a tenth of each column's standard deviation.
resample_susy <- function(n, folder) {
  few <- read_set("susy_30k", folder)
  drawn <- sample.int(nrow(few$x), n, replace = TRUE)
  x <- few$x[drawn, ]
  for (column in seq_len(ncol(x))) {
    x[, column] <- x[, column] + stats::rnorm(n, sd = stats::sd(few$x[, column]) / 10)
  }
  list(x = x, y = few$y[drawn])
}

# As large as acoustic: 98,528 rows, 50 columns, 3 classes. Each class is four normal groups in ten dimensions, laid
# into the fifty with noise. Only its size is that of acoustic.
simulate_acoustic <- function(n = 98528, folder = NULL) {
  y <- sample.int(3, n, replace = TRUE, prob = c(0.23, 0.27, 0.5))
  group <- 4 * (y - 1) + sample.int(4, n, replace = TRUE)
  center <- matrix(stats::rnorm(12 * 10, sd = 2), 12)
  latent <- center[group, ] + stats::rnorm(n * 10)
  list(x = latent %*% matrix(stats::rnorm(500), 10) + stats::rnorm(n * 50), y = y)
}

recipes <- list(poker_dealt = deal_poker, susy_resampled = resample_susy, acoustic_simulated = simulate_acoustic)

has_set <- function(name, folder) {
  if (name %in% c("poker_dealt", "acoustic_simulated")) return(TRUE)
  length(set_files(if (name == "susy_resampled") "susy_30k" else name, folder)) > 0
}

# A set as list(x, y, k): `rows` of it ("all", or the most to draw at random), or made in that size. The draw is the
# same for every run.
make_set <- function(name, folder, rows) {
  set.seed(1)
  if (name %in% names(recipes)) {
    size <- if (rows != "all") list(as.numeric(rows))
    set <- do.call(recipes[[name]], c(size, list(folder = folder)))
  } else {
    set <- read_set(name, folder)
    if (rows != "all" && as.numeric(rows) < nrow(set$x)) {
      drawn <- sample.int(nrow(set$x), as.numeric(rows))
      set <- list(x = set$x[drawn, ], y = set$y[drawn])
    }
  }
  if (is.null(set$k)) set$k <- length(unique(set$y))
  set
}
