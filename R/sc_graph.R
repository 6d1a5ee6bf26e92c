#' Spectral clustering of a graph
#'
#' Clusters the nodes of a graph that you have: a matrix of similarities, a sparse matrix of links, or an igraph object.
#' It is [sc_rb()] without its first two steps, for similarities that come from elsewhere: a neighbour graph, a kernel
#' matrix, a network.
#'
#' @details
#' The steps:
#'
#' 1. `x` is the similarity W. Its entries are not negative, and it is symmetric. Links of a node to itself count as
#'    they are given.
#' 2. Degrees are the row sums of W. The normalised graph is `D^-1/2 W D^-1/2`, D the degrees.
#' 3. Its leading `n_vectors` eigenvectors. Connected components are found first, without iterating.
#' 4. Rows of the matrix of eigenvectors are scaled to unit length, and clustered by k-means, as in [sc_rb()].
#'
#' The values of a graph lie between -1 and 1, unlike those of features, which are not negative. Only positive ones can
#' embed nodes.
#'
#' Nodes in components with fewer than `max(2, n / (100 k))` nodes are *stray*, also those without any link. A graph
#' has no columns to tell which cluster is near: they get the label of the largest cluster, and a warning counts them.
#'
#' For the same reason a fit has no `centers`. What needs them, such as [fitted()] with `method = "centers"`, is an
#' error.
#'
#' @section New nodes:
#' [predict()] takes the links of new nodes to those of the fit: a matrix or sparse matrix with a row per new node and a
#' column per node of the fit. A new node without links gets the label of the largest cluster.
#'
#' @param x A symmetric matrix without negative or missing values: dense, a sparse matrix of package Matrix, or an
#'   igraph object, whose edges count by their attribute `weight` if they have one. Matrices that are symmetric up to
#'   rounding are made symmetric.
#' @param ... Nothing; an error if used.
#' @inheritParams sc_rb
#' @inheritSection sc_rb Random numbers
#' @inheritSection sc_rb Choosing k
#'
#' @return A list of class `"scrb"`, with the fields that [sc_rb()] describes and the same methods. Fields that differ:
#' \item{centers, sigma, kernel, scaling}{There are none.}
#' \item{singular_values}{The leading eigenvalues of the normalised graph, and one more. The last may be negative.}
#' \item{n_links}{The number of links, those of nodes to themselves included.}
#' \item{diagnostics}{`degree_range`, `components`, `stray`.}
#' \item{path}{With several `k`: `halves` is NA, since a graph has no features to split.}
#' @references
#' Ng, A. Y., Jordan, M. I. and Weiss, Y. (2002). On spectral clustering: analysis and an algorithm. *NIPS*.
#' @seealso [sc_rb()] and [sc_landmarks()] for data with columns.
#' @examples
#' # two groups of nodes, with more links inside than between them
#' set.seed(1)
#' group <- rep(1:2, each = 100)
#' linked <- matrix(runif(200^2), 200) < ifelse(outer(group, group, "=="), 0.2, 0.02)
#' x <- 1 * (linked & upper.tri(linked))
#' x <- x + t(x)
#' fit <- sc_graph(x, k = 2)
#' fit
#' table(fit$cluster, group)
#'
#' # new nodes, by their links
#' predict(fit, x[c(1, 200), ])
#' @order 1
#' @export
sc_graph <- function(x, ...) UseMethod("sc_graph")

#' @rdname sc_graph
#' @order 2
#' @export
sc_graph.default <- function(x, k, n_vectors = k, consensus = 0, nstart = 10, iter.max = 100, tol = 1e-4, ncv = NULL,
                             recheck = c("auto", "always", "never"), keep = c("embedding", "model"), threads = NULL,
                             progress = interactive(), ...) {
  start <- proc.time()[["elapsed"]]
  check_no_dots(...)
  check_given(missing(k), "k", "the number of clusters")
  call <- match.call()
  call[[1]] <- quote(sc_graph)
  x <- check_graph(x)
  n <- nrow(x)
  options <- check_options(n, k, n_vectors, consensus, nstart, iter.max, tol, ncv, recheck, keep)
  threads <- use_threads(threads)
  report <- if (check_flag(progress, "progress")) progress_reporter()
  check_size_memory(n, max(options$k), NULL, "", function(n, size) {
    graph_memory(n, max(options$k), max(options$n_vectors), options$ncv, options$consensus)
  }, "sc_graph()")
  draws <- draw_fit(n, options)
  start <- c(start, proc.time()[["elapsed"]])

  if (!is.null(report)) {
    on.exit(report())
  }
  answer <- ask_core(fit_graph_cpp(x, options, draws, threads, report), max(options$k), graph_words)
  data <- list(x = x, dropped = NULL, columns = list(names = colnames(x), kinds = NULL, zones = NULL), levels = list())
  new_fit("sc_graph", answer, data, options, graph_words, start = start, call = call,
          given = list(n_links = count_links(x)))
}

#' @rdname sc_graph
#' @order 3
#' @export
sc_graph.igraph <- function(x, k, ...) {
  call <- match.call()
  call[[1]] <- quote(sc_graph)
  weight <- if ("weight" %in% igraph::edge_attr_names(x)) "weight"
  fit <- sc_graph.default(igraph::as_adjacency_matrix(x, attr = weight, sparse = TRUE), k, ...)
  fit$call <- call
  fit
}

# Pairs of linked nodes; a node that is linked to itself is one.
count_links <- function(x) {
  entries <- if (is(x, "sparseMatrix")) sum(x@x > 0) else sum(x > 0)
  (entries + sum(Matrix::diag(x) > 0)) / 2
}

# The most memory in bytes that sc_graph() uses at any one time, beyond x itself.
graph_memory <- function(n, k, n_vectors, ncv, consensus) {
  n <- as.double(n)
  max(8 * n * (ncv + 8 + n_vectors) + 40 * n, 24 * n * n_vectors + 200 * n,
      consensus_memory(n, k, n_vectors, consensus))
}
