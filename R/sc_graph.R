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
#' @param x A symmetric matrix without negative or missing values: dense (also of a class that extends matrices, such as
#'   kernlab's kernelMatrix), a sparse matrix of package Matrix, or an igraph object, whose edges count by their
#'   attribute `weight` if they have one. Matrices that are symmetric up to rounding are made symmetric; matrices of
#'   doubles that are symmetric, and those of class dgCMatrix, are not copied.
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
  begun <- begin_fit("sc_graph", match.call(), missing(x), missing(k), "the graph", ...)
  n <- check_nodes(x)
  options <- check_options(n, k, n_vectors, consensus, nstart, iter.max, tol, ncv, recheck, keep)
  threads <- use_threads(threads)
  report <- if (check_flag(progress, "progress")) progress_reporter()
  limit <- memory_limit()
  check_copies <- function(copies) {
    check_size_memory(n, max(options$k), NULL, "", function(some, size) {
      graph_memory(some, max(options$k), max(options$n_vectors), options$ncv, options$consensus) + copies * (some / n)^2
    }, "sc_graph()", "node", limit)
  }
  copies <- copied_bytes(x)
  check_copies(copies)
  graph <- check_graph(x, threads)
  if (graph$off > 0) {
    check_copies(copies + evened_bytes(graph$x))
    graph$x <- even_out(graph$x, threads)
  }
  draws <- draw_fit(n, options)
  start <- c(begun$start, proc.time()[["elapsed"]])

  if (!is.null(report)) {
    on.exit(report())
  }
  answer <- ask_core(fit_graph_cpp(graph$x, options, draws, threads, report), max(options$k), graph_words)
  # of the data only names are left: rows without columns
  nodes <- matrix(0, n, 0, dimnames = if (!is.null(graph$names)) list(graph$names, NULL))
  data <- list(x = nodes, dropped = NULL, columns = list(names = graph$names, kinds = NULL, zones = NULL),
               levels = list())
  new_fit("sc_graph", answer, data, options, graph_words, start = start, call = begun$call,
          given = list(n_links = answer$features$n_links))
}

#' @rdname sc_graph
#' @order 3
#' @export
sc_graph.igraph <- function(x, k, ...) {
  call <- match.call()
  call[[1]] <- quote(sc_graph)
  weight <- if ("weight" %in% igraph::edge_attr_names(x)) "weight"
  check_weight(if (!is.null(weight)) igraph::edge_attr(x, weight))
  fit <- sc_graph.default(igraph::as_adjacency_matrix(x, attr = weight, sparse = TRUE), k, ...)
  fit$call <- call
  fit
}

# A matrix that is symmetric up to rounding, made so.
even_out <- function(x, threads) {
  if (!is(x, "sparseMatrix")) {
    return(ask_core(even_out_cpp(x, threads)))
  }
  x@Dimnames <- list(NULL, NULL)
  across <- Matrix::t(x)
  if (!identical(across@p, x@p) || !identical(across@i, x@i)) {
    return(as_matrix((x + across) / 2))
  }
  x@x <- (x@x + across@x) / 2
  x
}
