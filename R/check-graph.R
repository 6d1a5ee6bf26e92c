# Checks of graphs: of x, and of the links of new nodes.

# A symmetric matrix as the core takes it: of doubles, or a dgCMatrix.
check_graph <- function(x) {
  x <- check_similarities(x, "x")
  if (nrow(x) != ncol(x)) {
    stop_scrb("`x` must be square, with a row and a column for each node, not ", nrow(x), " x ", ncol(x), ".")
  }
  if (!is.null(rownames(x)) && !is.null(colnames(x)) && !identical(rownames(x), colnames(x))) {
    stop_scrb("`x` must have the same names for rows and columns, which are the same nodes.")
  }
  x <- make_symmetric(x)
  names <- if (is.null(rownames(x))) colnames(x) else rownames(x)
  if (!is.null(names)) {
    dimnames(x) <- list(names, names)
  }
  x
}

# Numbers that are finite and not negative.
check_similarities <- function(x, name) {
  if (is.data.frame(x)) {
    x <- as.matrix(x)
  }
  if (inherits(x, "dist")) {
    stop_scrb("`", name, "` must hold similarities, not distances: exp(-as.matrix(x) / sigma) makes some of them.")
  }
  x <- check_matrix(x, name)
  if (length(x) == 0 || nrow(x) < 1) {
    stop_scrb("`", name, "` must have at least one row and one column, not ", nrow(x), " x ", ncol(x), ".")
  }
  values <- if (is(x, "sparseMatrix")) x@x else x
  missing <- sum(is.na(values))
  if (missing > 0) {
    stop_scrb("`", name, "` must have no missing values, but ", are(missing), " NA or NaN.")
  }
  wrong <- which(values < 0 | is.infinite(values))
  if (length(wrong)) {
    stop_scrb("`", name, "` must have finite values of at least 0, but ", are(length(wrong)),
              " negative or infinite, the first of them ", format(values[wrong[1]]), ".")
  }
  if (any(values > largest_similarity)) {
    stop_scrb("`", name, "` must have values of at most ", largest_similarity, ", whose sums are numbers.")
  }
  if (!is(x, "sparseMatrix")) {
    storage.mode(x) <- "double"
  }
  x
}

largest_similarity <- 1e150

# Differences beyond rounding, relative to the largest entry, are an error; smaller ones are evened out.
make_symmetric <- function(x) {
  other <- Matrix::t(x)
  names <- dimnames(x)
  dimnames(x) <- dimnames(other) <- list(NULL, NULL)
  off <- max(0, if (is(x, "sparseMatrix")) abs((x - other)@x) else abs(x - other))
  if (off > 1e-8 * max(0, if (is(x, "sparseMatrix")) x@x else x)) {
    stop_scrb("`x` must be symmetric, but some entries differ from those across the diagonal, by ",
              format(off, digits = 3), " at most; (x + t(x)) / 2 is symmetric.")
  }
  if (off > 0) {
    x <- as_matrix((x + other) / 2)
  }
  dimnames(x) <- names
  x
}

# Links of new nodes, a column for each node of the fit.
check_new_links <- function(newdata, fit) {
  if (is.null(dim(newdata)) && is_plain(newdata)) {
    newdata <- matrix(newdata, 1, dimnames = list(NULL, names(newdata)))
  }
  match_columns(check_similarities(newdata, "newdata"), fit)
}
