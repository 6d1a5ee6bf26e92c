#' Other clusterings of large data, to compare with
#'
#' Eight methods that [sc_rb()] is compared with in its paper (Wu et al. 2018). They share its columns' scaling, its
#' rule for `sigma`, its k-means and its solver, so that differences are those of the methods.
#' [compare_methods()] runs several of them at once.
#'
#' @details
#' Similarities are those of a kernel on scaled columns: `exp(-d / sigma)` for rows at L1 distance d (`"laplacian"`),
#' or `exp(-d^2 / (2 sigma^2))` for rows at Euclidean distance d (`"gaussian"`). K is the n x n matrix of them.
#' \describe{
#' \item{`"kmeans"`}{k-means on the scaled data.}
#' \item{`"exact"`}{Spectral clustering on all of K, ones on its diagonal: the leading k eigenvectors of
#'   `D^-1/2 K D^-1/2`, D the row sums, rows scaled to unit length, k-means (Ng, Jordan and Weiss 2002). It takes
#'   `4 n^2` bytes.}
#' \item{`"kk_rs"`}{Kernel k-means with centres in the span of `rank` sampled rows (Chitta et al. 2011). With C the
#'   similarities of all rows to the sampled ones and A those of the sampled ones among themselves, that is k-means on
#'   the rows of `C A^-1/2`, and is computed so.}
#' \item{`"kk_rf"`}{k-means on `rank` random Fourier features: cosines and sines of `rank / 2` random projections,
#'   which follow the Cauchy law for the Laplacian kernel and the normal law for the Gaussian (Chitta et al. 2012).}
#' \item{`"sv_rf"`}{k-means on the leading k left singular vectors of the matrix of these features (Chitta et al. 2012):
#'   of the similarity, not of the Laplacian.}
#' \item{`"sc_rf"`}{The same made into spectral clustering: the matrix of features is divided by the square roots of its
#'   degrees first, and rows of the vectors are scaled to unit length.}
#' \item{`"nystrom"`}{Spectral clustering on `C A^-1 C'` in place of K (Fowlkes et al. 2004), `rank` rows sampled at
#'   random.}
#' \item{`"lsc"`}{Landmark-based spectral clustering (Chen and Cai 2011): `rank` landmarks are the centres of a short
#'   k-means (5 iterations on at most 32 rows per landmark); a row is linked to its 5 nearest landmarks, with its
#'   similarities to them divided by their sum; columns are divided by the square roots of their sums; of the leading
#'   k + 1 left singular vectors the first, which is constant, is dropped, and rows are scaled to unit length.}
#' }
#' Inverses of A are pseudo-inverses: eigenvalues below 1e-6 of the largest are taken for zero.
#'
#' Degrees of K are at least 1, the similarity of a row with itself. Those of `"nystrom"` and `"sc_rf"` are
#' approximations that can be smaller, even negative. `"nystrom"` raises them to 1. Degrees from Fourier features are
#' sums over independent frequencies and have a standard error, the root mean square of which over rows is known:
#' `"sc_rf"` raises smaller ones to it. (Raised to 1 only, such rows would outweigh all others, at a great loss.)
#' `diagnostics` has this bound as `least_degree`, the number of degrees below it as `raised`, and that of degrees that
#' were not positive as `nonpositive`; a warning tells of the latter.
#'
#' Methods with singular vectors end with the k-means of [sc_rb()], from a sample where rows are more than 100,000.
#' Those that are k-means themselves (`"kmeans"`, `"kk_rs"`, `"kk_rf"`) take all rows.
#'
#' Features are kept as 4-byte numbers, 4 bytes per row and rank. `"kk_rs"` and `"kk_rf"` take three times as much. A
#' fit that would take more memory than there is is an error, as in [sc_rb()] (see [sc_rb_memory()]).
#'
#' @section Which sigma:
#' If `sigma` is `NULL` it is the value at which two random rows have a mean similarity of .02 (of fewer than 250 rows,
#' to five rows), as in [sc_rb()], for either kernel. After the same [set.seed()] all methods, [sc_rb()] included,
#' choose the same.
#'
#' @param method The method, see *Details*.
#' @param rank The number of sampled rows or landmarks (`"kk_rs"`, `"nystrom"`, `"lsc"`; where `x` has fewer rows, or
#'   for `"lsc"` fewer distinct ones, all of these) or of random Fourier features (`"kk_rf"`, `"sv_rf"`, `"sc_rf"`; an
#'   even number). At least `k`, for `"lsc"` more than `k`. The other two methods have none.
#' @param sigma,kernel The kernel's width and shape. `NULL` to choose `sigma` by rule. `"kmeans"` has none.
#' @param keep `"embedding"` to keep what k-means was run on: the rows of singular vectors, or for `"kmeans"` the scaled
#'   data. (That of `"kk_rs"` and `"kk_rf"`, n x rank, is never kept.) `NULL` to drop it.
#' @param progress Whether to show a progress bar for each step, as in [sc_rb()].
#' @param ... Nothing; an error if used.
#' @inheritParams sc_rb
#'
#' @return A list of class `"scrb"`, like that of [sc_rb()], with `method` saying which. [print()], [summary()],
#'   [plot()], [fitted()], [agreement()], [silhouette()][silhouette.scrb] and tidiers work as for [sc_rb()], where there
#'   is an embedding; there is no [predict()] of new rows. Fields that differ:
#' \item{rank}{The number of landmarks or features that were used.}
#' \item{sigma, kernel}{As used; `NULL` for `"kmeans"`.}
#' \item{embedding_centers}{Means by cluster of what k-means was run on.}
#' \item{singular_values, solver}{`NULL` for methods without singular vectors. Those of `"sv_rf"` are divided by
#'   `sqrt(n)`; those of `"sc_rf"` may be larger than 1; of `"lsc"` the first, which is 1, is left out.}
#' \item{diagnostics}{`stray`, which is 0; of methods that have degrees also `degree_range`, `least_degree`, `raised`
#'   and `nonpositive`.}
#' \item{landmarks}{Of `"lsc"`: rank x d, in scaled columns.}
#'
#' @references
#' Chen, X. and Cai, D. (2011). Large scale spectral clustering with landmark-based representation. *AAAI*.
#'
#' Chitta, R., Jin, R., Havens, T. C. and Jain, A. K. (2011). Approximate kernel k-means: solution to large scale kernel
#' clustering. *KDD*. \doi{10.1145/2020408.2020558}
#'
#' Chitta, R., Jin, R. and Jain, A. K. (2012). Efficient kernel clustering using random Fourier features. *ICDM*.
#' \doi{10.1109/ICDM.2012.61}
#'
#' Fowlkes, C., Belongie, S., Chung, F. and Malik, J. (2004). Spectral grouping using the Nystrom method. *IEEE
#' Transactions on Pattern Analysis and Machine Intelligence* 26(2). \doi{10.1109/TPAMI.2004.1262185}
#'
#' Ng, A. Y., Jordan, M. I. and Weiss, Y. (2002). On spectral clustering: analysis and an algorithm. *NIPS*.
#'
#' Wu, L., Chen, P.-Y., Yen, I. E.-H., Xu, F., Xia, Y. and Aggarwal, C. (2018). Scalable spectral clustering using
#' random binning features. *KDD*. \doi{10.1145/3219819.3220090}
#'
#' @seealso [compare_methods()], [average_rank()], [agreement()].
#' @examples
#' x <- as.matrix(pendigits[1:3000, -17])
#' set.seed(1)
#' lsc <- sc_baseline(x, k = 10, method = "lsc", rank = 300)
#' lsc
#' agreement(lsc, pendigits$digit[1:3000])
#'
#' set.seed(1)
#' plain <- sc_baseline(x, k = 10, method = "kmeans")
#' agreement(plain, pendigits$digit[1:3000])
#' @export
sc_baseline <- function(x, k, method, rank = 1024, sigma = NULL, kernel = c("laplacian", "gaussian"), nstart = 10,
                        threads = NULL, scale = c("range", "sd", "none"), iter.max = 100, na.action = na.fail,
                        keep = "embedding", progress = interactive(), ...) {
  start <- proc.time()[["elapsed"]]
  check_no_dots(...)
  check_given(missing(x), "x", "the data")
  check_given(missing(k), "k", "the number of clusters")
  check_given(missing(method), "method", paste("one of", quoted(baseline_methods)))
  method <- check_choice(method, "method", baseline_methods)
  data <- read_data(x, na.action)
  x <- data$x
  n <- nrow(x)
  k <- check_whole(k, "k", 2, n, "nrow(x)")
  keep <- check_keep(keep, "embedding")
  options <- check_options(n, k, k, consensus = 0, nstart, iter.max, tol = default_of("tol"), ncv = NULL,
                           recheck = "auto", keep)
  options$method <- method
  options$kernel <- check_choice(kernel, "kernel", c("laplacian", "gaussian"))
  options$rank <- check_rank(rank, method, n, options$k)
  options$n_nearest <- 5L
  options$landmark_iterations <- 5L
  sigma <- if (!is.null(sigma)) check_positive(sigma, "sigma")
  scale <- check_choice(scale, "scale", c("range", "sd", "none"))
  threads <- use_threads(threads)
  report <- if (check_flag(progress, "progress")) progress_reporter()
  check_size_memory(n, options$k, options$rank, "rank",
                    function(n, rank) baseline_memory(n, count_wide(x), options$k, method, rank),
                    paste0("`method` = \"", method, "\""))
  scaling <- find_scaling(x, scale, threads)
  options$sigma <- if (is.null(sigma)) choose_sigma(x, scaling, threads, options$kernel) else sigma
  draws <- draw_baseline(n, count_wide(x), options)
  start <- c(start, proc.time()[["elapsed"]])

  if (!is.null(report)) {
    on.exit(report())
  }
  answer <- ask_core(fit_baseline_cpp(x, scaling, options, draws, threads, report), options$k,
                     baseline_words(method, options$sigma, is.null(sigma)))
  answer$converged <- has_converged(answer, options$tol)
  warn_about_baseline(answer, options, n)
  answer$column_names <- if (method == "kmeans") wide_names(x)
  result <- new_scrb(method, answer, data, keep)
  if (method != "kmeans") {
    result[c("sigma", "kernel")] <- options[c("sigma", "kernel")]
  }
  result$rank <- if (method == "lsc") nrow(answer$landmarks) else options$rank
  if (method == "lsc") {
    result$landmarks <- answer$landmarks
  }
  result$diagnostics <- c(list(stray = 0), if (method %in% c("exact", "sc_rf", "nystrom")) {
    answer[c("degree_range", "least_degree", "raised", "nonpositive")]
  })
  result$scaling <- scaling
  finish_fit(result, answer$seconds, start, match.call())
}

# Random numbers and rows that a method needs, in this order.
draw_baseline <- function(n, n_cols, options) {
  draws <- list(frequencies = matrix(0, 0, 0), rows = integer(), landmark_uniforms = numeric())
  if (options$method %in% fourier_methods) {
    draws$frequencies <- draw_frequencies(n_cols, options$rank, options$sigma, options$kernel)
  } else if (options$method == "lsc") {
    draws$rows <- draw_rows(n, 32L * options$rank)
    draws$landmark_uniforms <- stats::runif(options$rank)
  } else if (options$method %in% sample_methods) {
    draws$rows <- draw_rows(n, options$rank)
  }
  draws$uniforms <- stats::runif(options$nstart * options$k)
  # methods that are k-means themselves stay what they are
  is_kmeans <- options$method %in% c("kmeans", "kk_rs", "kk_rf")
  draws$kmeans_rows <- if (is_kmeans) integer() else draw_kmeans_rows(n, options$k)
  draws
}

# Frequencies (d x rank / 2) whose cosines have the kernel for their mean: the kernel's Fourier transform.
draw_frequencies <- function(n_cols, rank, sigma, kernel) {
  count <- n_cols * rank / 2
  draws <- if (kernel == "gaussian") stats::rnorm(count) else stats::rcauchy(count)
  matrix(draws / sigma, n_cols)
}

# How many columns x has once its factors have one for each level.
count_wide <- function(x) if (is.data.frame(x)) sum(vapply(x, function(v) max(1L, nlevels(v)), 1L)) else ncol(x)

# The names of these columns, NULL where there are none.
wide_names <- function(x) {
  if (!is.data.frame(x)) {
    return(colnames(x))
  }
  of_levels <- Map(function(values, name) paste0(name, if (is.factor(values)) levels(values)), x, names(x))
  make.unique(unlist(of_levels, use.names = FALSE))
}
