# The most memory in bytes that sc_graph() uses at any one time, beyond x itself and copies of it.
graph_memory <- function(n, k, n_vectors, ncv, consensus) {
  n <- as.double(n)
  max(8 * n * (ncv + 8 + n_vectors) + 40 * n, 24 * n * n_vectors + 200 * n,
      consensus_memory(n, k, n_vectors, consensus))
}

# Bytes of the copy that makes x what the core takes: none of a plain matrix of doubles, or a dgCMatrix.
copied_bytes <- function(x) {
  if (is(x, "dgCMatrix") || (is.matrix(x) && is.double(x) && !isS4(x))) {
    return(0)
  }
  if (is(x, "sparseMatrix")) {
    (if (is(x, "CsparseMatrix")) 12 else 28) * Matrix::nnzero(x)
  } else {
    8 * as.double(nrow(x))^2
  }
}

# Bytes of evening out what is symmetric up to rounding.
evened_bytes <- function(x) if (is(x, "sparseMatrix")) 20 * length(x@x) else 8 * as.double(nrow(x))^2
