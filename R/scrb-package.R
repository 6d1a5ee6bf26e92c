#' scrb: spectral clustering of large data by random binning features
#'
#' [sc_rb()] clusters the rows of a matrix or data frame by the leading singular vectors of a normalised similarity
#' matrix that is never formed. Time and memory grow linearly with the number of rows.
#'
#' The steps, each in files of the same name in `src/core/`:
#'
#' 1. draw `n_grids` random grids (`features/grids`);
#' 2. every row falls into one bin of each grid (`features/bins`);
#' 3. degrees, and products with the normalised similarity (`spectrum/normalized_operator`);
#' 4. its leading singular vectors (`spectrum/singular_vectors`);
#' 5. rows scaled to unit length (`cluster/row_normalize`);
#' 6. k-means on the rows (`cluster/kmeans`).
#'
#' [sc_landmarks()] does the same with another kind of features: each row's nearest of some thousand rows drawn at
#' random. [sc_graph()] takes a graph that you have. [tune_scrb()] chooses settings without labels.
#'
#' Begin with `vignette("scrb")`; `vignette("landmarks")` is about which features to take, `vignette("choosing")` about
#' the parameters, `vignette("how-it-works")` about the method and its code.
#'
#' @section Options:
#' \describe{
#'   \item{`scrb.threads`}{the number of threads when `threads = NULL`; by default all cores, as far as the environment
#'     variables `OMP_THREAD_LIMIT` and `OMP_NUM_THREADS` allow.}
#'   \item{`scrb.memory`}{the bytes that a fit may take before it refuses to start; by default what the
#'     system says is available. `Inf` switches the check off.}
#' }
#' @references
#' Wu, L., Chen, P.-Y., Yen, I. E.-H., Xu, F., Xia, Y. and Aggarwal, C. (2018). Scalable spectral
#' clustering using random binning features. *Proceedings of the 24th ACM SIGKDD International
#' Conference on Knowledge Discovery & Data Mining*, 2506-2515. \doi{10.1145/3219819.3220090}
#' @keywords internal
#' @useDynLib scrb, .registration = TRUE
#' @importFrom Rcpp sourceCpp
#' @importFrom methods as is new
#' @importClassesFrom Matrix dgCMatrix
#' @importFrom stats na.fail predict fitted nobs
"_PACKAGE"
