#' Random binning features as a sparse matrix
#'
#' The feature matrix Z of [sc_rb()], for any other use: `Z %*% t(Z)` estimates the matrix of kernel values without
#' bias.
#'
#' @inheritParams sc_rb
#' @param sigma The kernel's width, on scaled columns; `NULL` to choose it as [sc_rb()] does.
#' @return A sparse matrix (class `dgCMatrix`) with the rows of `x` and a column per occupied bin, grid after grid.
#'   Each row has `n_grids` entries, all equal to `1 / sqrt(n_grids)`. The attribute `"bins_per_grid"` counts the
#'   columns of each grid.
#' @examples
#' set.seed(1)
#' x <- as.matrix(iris[, 1:4])
#' z <- rb_features(x, n_grids = 500, sigma = 1)
#' dim(z)
#'
#' # inner products estimate the Laplacian kernel on scaled columns
#' scaled <- apply(x, 2, function(column) (column - min(column)) / diff(range(column)))
#' exact <- exp(-as.matrix(dist(scaled, "manhattan")))
#' summary(as.vector(as.matrix(Matrix::tcrossprod(z)) - exact))
#' @export
rb_features <- function(x, n_grids = 256, sigma = NULL, kernel = "laplacian", scale = c("range", "sd", "none"),
                        threads = NULL) {
  check_given(missing(x), "x", "the data")
  x <- check_data(x, "x")$x
  n_grids <- check_whole(n_grids, "n_grids", 1)
  check_entries(nrow(x), n_grids)
  kernel <- check_kernel(kernel)
  sigma <- check_sigma(sigma, kernel)
  scale <- check_choice(scale, "scale", c("range", "sd", "none"))
  threads <- use_threads(threads)
  features <- prepare_features(x, n_grids, sigma, kernel, scale, threads)
  columns <- ask_core(rb_features_cpp(x, features$scaling, features$grids, threads))
  z <- new("dgCMatrix", i = columns$i, p = columns$p, x = rep(1 / sqrt(n_grids), length(columns$i)),
           Dim = c(nrow(x), length(columns$p) - 1L), Dimnames = list(row_names(x), NULL))
  attr(z, "bins_per_grid") <- columns$bins_per_grid
  z
}
