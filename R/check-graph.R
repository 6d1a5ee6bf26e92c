# Checks of graphs: of x, and of the links of new nodes.

# The number of nodes of what may be a graph; nothing is copied yet.
check_nodes <- function(x) {
  check_no_distances(x, "x")
  if (!is.data.frame(x) && !is.matrix(x) && !is(x, "Matrix")) {
    stop_scrb("`x` must be ", graph_kinds, ", not ", describe(x), ".")
  }
  check_valid(x, "x")
  check_any_entries(x, "x")
  if (nrow(x) != ncol(x)) {
    stop_scrb("`x` must be square, with a row and a column for each node, not ", nrow(x), " x ", ncol(x), ".")
  }
  nrow(x)
}

graph_kinds <- "a symmetric matrix of numbers, a sparse matrix of package Matrix or an igraph object"

# A matrix as the core takes it (of doubles, or a dgCMatrix), how far it is from a symmetric one, and the nodes' names.
# Differences beyond rounding, relative to the largest entry, are an error.
check_graph <- function(x, threads) {
  x <- check_similarities(as_similarities(x, "x", graph_kinds), "x")
  if (!is.null(rownames(x)) && !is.null(colnames(x)) && !identical(rownames(x), colnames(x))) {
    stop_scrb("`x` must have the same names for rows and columns, which are the same nodes.")
  }
  off <- ask_core(asymmetry_cpp(x, threads))
  if (off > 1e-8 * max(0, entries_of(x))) {
    stop_scrb("`x` must be symmetric, but some entries differ from those across the diagonal, by ",
              format(off, digits = 3), " at most; (x + t(x)) / 2 is symmetric.")
  }
  check_degrees(Matrix::colSums(x))
  list(x = x, off = off, names = if (is.null(rownames(x))) colnames(x) else rownames(x))
}

# Weights of nodes are divided by the roots of their degrees, and must stay numbers.
check_degrees <- function(degrees) {
  tiny <- which(degrees > 0 & degrees < least_degree)
  if (length(tiny)) {
    stop_scrb("`x` must have links that sum to at least ", least_degree, " for each node that has any, but those of ",
              "node ", tiny[1], " sum to ", format(degrees[[tiny[1]]], digits = 3), "; multiplying all of `x` changes ",
              "no cluster.")
  }
}

least_degree <- 1e-280
largest_similarity <- 1e150

check_no_distances <- function(x, name) {
  if (inherits(x, "dist")) {
    stop_scrb("`", name, "` must hold similarities, not distances: exp(-as.matrix(x) / sigma) makes some of them.")
  }
}

check_any_entries <- function(x, name) {
  if (nrow(x) < 1 || ncol(x) < 1) {
    stop_scrb("`", name, "` must have at least one row and one column, not ", nrow(x), " x ", ncol(x), ".")
  }
}

# A matrix that may hold similarities, as the core takes matrices.
as_similarities <- function(x, name, wanted = matrix_kinds) {
  check_no_distances(x, name)
  x <- check_matrix(if (is.data.frame(x)) as.matrix(x) else x, name, wanted)
  check_any_entries(x, name)
  x
}

# Numbers that are finite and not negative. Where all is well nothing is copied.
check_similarities <- function(x, name) {
  values <- entries_of(x)
  if (anyNA(values)) {
    stop_scrb("`", name, "` must have no missing values, but ", are(sum(is.na(values))), " NA or NaN.")
  }
  largest <- max(0, values)
  if (min(0, values) < 0 || is.infinite(largest)) {
    wrong <- which(values < 0 | is.infinite(values))
    stop_scrb("`", name, "` must have finite values of at least 0, but ", are(length(wrong)),
              " negative or infinite, the first of them ", format(values[wrong[1]]), ".")
  }
  if (largest > largest_similarity) {
    stop_scrb("`", name, "` must have values of at most ", largest_similarity, ", whose sums are numbers.")
  }
  if (!is(x, "sparseMatrix") && !is.double(x)) {
    storage.mode(x) <- "double"
  }
  x
}

# The entries of a matrix, or those of them that it stores.
entries_of <- function(x) if (is(x, "sparseMatrix")) x@x else x

# Links of new nodes, a column for each node of the fit; values are checked once `na.action` has left rows out.
check_new_links <- function(newdata, fit) {
  if (is.null(dim(newdata)) && is_plain(newdata) && !inherits(newdata, "dist")) {
    newdata <- matrix(newdata, 1, dimnames = list(NULL, names(newdata)))
  }
  match_columns(as_similarities(newdata, "newdata"), fit)
}

# Of an igraph object: the attribute that counts.
check_weight <- function(weight) {
  if (!is.null(weight) && !is_plain(weight)) {
    stop_scrb("`x` must have numbers as edge attribute `weight`, not ", describe(weight), ".")
  }
}
