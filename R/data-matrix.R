is_plain <- function(values) is.numeric(values) || is.logical(values)

# What can be a matrix as one that the core takes (dense, or dgCMatrix); the rest as it is.
as_matrix <- function(x) {
  if (is(x, "sparseMatrix")) {
    return(as(as(as(x, "dMatrix"), "generalMatrix"), "CsparseMatrix"))
  }
  if (is(x, "Matrix")) {
    return(as.matrix(x))
  }
  if (is.null(dim(x)) && is_plain(x) && !inherits(x, "dist")) {
    return(matrix(x, ncol = 1, dimnames = if (!is.null(names(x))) list(names(x), NULL)))
  }
  x
}
