# Numbers that the core can read as they are; those of integer64 are something else in the memory of doubles.
is_plain <- function(values) (is.numeric(values) || is.logical(values)) && !inherits(values, "integer64")

# What can be a matrix as one that the core takes (dense, or dgCMatrix); the rest as it is.
as_matrix <- function(x) {
  if (is(x, "sparseMatrix")) {
    return(as(as(as(x, "dMatrix"), "generalMatrix"), "CsparseMatrix"))
  }
  if (is(x, "Matrix")) {
    return(as.matrix(x))
  }
  if (isS4(x) && is_plain(x)) {
    x <- without_class(x)
  }
  if (is.null(dim(x)) && is_plain(x) && !inherits(x, "dist")) {
    return(matrix(x, ncol = 1, dimnames = if (!is.null(names(x))) list(names(x), NULL)))
  }
  x
}

# The matrix or vector that an object of a class such as kernlab's "kernelMatrix" extends.
without_class <- function(x) {
  attributes(x) <- if (is.null(dim(x))) list(names = names(x)) else list(dim = dim(x), dimnames = dimnames(x))
  asS4(x, FALSE)
}
