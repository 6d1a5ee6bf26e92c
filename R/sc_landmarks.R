#' Spectral clustering of large data by landmarks
#'
#' Clusters the rows of a matrix or data frame by normalised spectral clustering, like [sc_rb()], with other features: a
#' row is described by the nearest of some thousand rows drawn at random, the landmarks. Where clusters are groups of
#' near neighbours in several dimensions (digits, letters, images) this is more accurate than random binning.
#'
#' @details
#' The steps are those of [sc_rb()], with other features:
#'
#' 1. Draw `n_landmarks` rows at random, and drop what is there twice. With more than 64 columns rows are first
#'    projected on 50 principal components, found from 8,192 rows.
#' 2. Every row is linked to its `n_nearest` nearest landmarks, in Euclidean distance on scaled columns. The search is
#'    exact. The weight of a link is `exp(-distance^2 / (2 sigma^2))`, with sigma the mean distance to the farthest of
#'    the `n_nearest`; or 1. Landmarks to which no row is linked are dropped.
#' 3. With Z the matrix of weights, the similarity of rows is `Z L^-1 Z'`, L the column sums of Z: a landmark counts for
#'    one, however many rows are near it. It is divided by the square roots of its row sums on both sides.
#' 4. Its leading `n_vectors` singular vectors are found on the side of the landmarks, in vectors of the length
#'    `n_landmarks`, and lifted to rows. Where landmarks share rows with few others, as they do where rows are many, the
#'    graph of the landmarks is made first, and the time for vectors does not depend on n. Components are found before,
#'    as in [sc_rb()].
#' 5. Vectors are weighted: column j by `1 / sqrt((1 - l_j) + (1 - l_k))`, l the squared singular values (the sum is at
#'    least 1e-4), so that those beyond the k-th fade instead of being cut. Rows are scaled to unit length.
#' 6. k-means, of `nstart` starts as in [sc_rb()], from a sample where rows are more than 100,000; with
#'    `consensus`, on a second embedding (see *Consensus*).
#'
#' Rows in components with fewer than `max(2, n / (100 k))` rows, and rows so far from all landmarks that their weights
#' vanish, are *stray*: they get the label of the nearest cluster mean.
#'
#' @section Consensus:
#' `consensus` short k-means runs (one start, at most 20 iterations, from at most 6,144 rows) cut the embedding into k
#' to 2k clusters each. Every such cluster is a feature, of the rows that are in it; the leading k vectors of
#' these features, normalised as in step 3, are a second embedding, on which k-means is run. Rows that most runs put
#' together come to lie together, and labels depend less on chance. It costs a few k-means runs.
#' `vignette("landmarks")` has measurements.
#'
#' @section Choosing the parameters:
#' `scale = "none"` takes columns as they are: right where they have the same units, as pixels or coordinates have.
#' Otherwise `"range"` or `"sd"`. `n_nearest` is what `sigma` is to [sc_rb()]: few neighbours follow thin shapes, many
#' smooth over gaps. [tune_scrb()] tries several settings and compares them without labels.
#'
#' @param n_landmarks The number of landmarks; `NULL` for every other row, but at least 4,096 and at most 32,768.
#' @param n_nearest The number of landmarks that a row is linked to.
#' @param weights The weights of these links, see *Details*.
#' @param scale How numeric columns are scaled first: `"none"`, `"range"` to \[0, 1\], or `"sd"` to unit standard
#'   deviation. Levels of a factor are at distance 1.
#' @param n_vectors The number of singular vectors to embed rows by, at least `k`; `NULL` for `3 * k`, or as many as
#'   there are.
#' @param consensus The number of base clusterings (see *Consensus*), 0 for none.
#' @param pca The number of principal components to project rows on first, `FALSE` for none. `NULL` is 50 where there
#'   are more than 64 columns (a factor has one for each level), else none.
#' @param ncv The number of Lanczos vectors; `NULL` is three times `n_vectors` or 40 more, whichever is less.
#' @param ... In the formula method, arguments of the default method such as `n_nearest`. Names that no method knows are
#'   an error.
#' @inheritParams sc_rb
#' @inheritSection sc_rb Choosing k
#'
#' @return A list of class `"scrb"`, with the fields that [sc_rb()] describes and the same methods. Fields that differ:
#' \item{n_landmarks, n_nearest, weights}{As used; landmarks are those that are linked to a row.}
#' \item{sigma}{The width of the weights, in units of the scaled columns; `NULL` where all are 1.}
#' \item{n_vectors, consensus, pca}{As used; `pca` is 0 where rows were not projected.}
#' \item{embedding}{With `consensus` that of the base clusterings, with k columns.}
#' \item{diagnostics}{`pool` (landmarks drawn), `degree_range`, `components`, `stray`.}
#'
#' @references
#' Chen, X. and Cai, D. (2011). Large scale spectral clustering with landmark-based representation. *AAAI*.
#'
#' Huang, D., Wang, C.-D., Wu, J.-S., Lai, J.-H. and Kwoh, C.-K. (2020). Ultra-scalable spectral clustering and ensemble
#' clustering. *IEEE Transactions on Knowledge and Data Engineering* 32(6). \doi{10.1109/TKDE.2019.2903410}
#'
#' @seealso [sc_rb()], [tune_scrb()], [predict.scrb()], [plot.scrb()]; `vignette("landmarks")` on which to take.
#' @examples
#' x <- as.matrix(pendigits[, -17])
#' set.seed(1)
#' fit <- sc_landmarks(x, k = 10, n_landmarks = 2000)
#' fit
#' agreement(fit, pendigits$digit)
#'
#' # k chosen of several
#' species <- sc_landmarks(as.matrix(iris[, 1:4]), k = 2:6)
#' species$path
#'
#' # the cluster of new rows
#' table(predict(fit, x[1:5, ] + 0.01), fit$cluster[1:5])
#' @order 1
#' @export
sc_landmarks <- function(x, ...) UseMethod("sc_landmarks")

#' @rdname sc_landmarks
#' @order 2
#' @export
sc_landmarks.default <- function(x, k, n_landmarks = NULL, n_nearest = 8, weights = c("gaussian", "binary"),
                                 scale = c("none", "range", "sd"), n_vectors = NULL, consensus = 50, pca = NULL,
                                 nstart = 10, iter.max = 100, tol = 1e-4, ncv = NULL,
                                 recheck = c("auto", "always", "never"), na.action = na.fail,
                                 keep = c("embedding", "model"), threads = NULL, progress = interactive(), ...) {
  begun <- begin_fit("sc_landmarks", match.call(), missing(x), missing(k), "the data", ...)
  data <- read_data(x, na.action)
  n <- nrow(data$x)
  k <- check_k(k, n)
  if (is.null(n_vectors)) {
    n_vectors <- default_landmark_vectors(k, n)
  }
  options <- check_options(n, k, n_vectors, consensus, nstart, iter.max, tol, ncv, recheck, keep)
  if (is.null(ncv)) {
    options$ncv <- min(options$ncv, max(options$n_vectors) + 40L)
  }
  options$weights <- check_choice(weights, "weights", c("gaussian", "binary"))
  n_landmarks <- if (is.null(n_landmarks)) default_landmarks(n) else check_landmarks(n_landmarks, max(k), n)
  options$n_nearest <- min(check_whole(n_nearest, "n_nearest", 1), n_landmarks)
  scale <- check_choice(scale, "scale", c("none", "range", "sd"))
  threads <- use_threads(threads)
  report <- if (check_flag(progress, "progress")) progress_reporter()
  options$pca <- check_pca(pca, count_wide(data$x))
  check_size_memory(n, max(k), n_landmarks, "n_landmarks", function(n, n_landmarks) {
    landmarks_memory(n, count_wide(data$x), max(k), n_landmarks, options$n_nearest, max(n_vectors), options$pca,
                     options$consensus)
  }, "sc_landmarks()")
  scaling <- find_scaling(data$x, scale, threads)
  pool <- draw_rows(n, n_landmarks)
  draws <- c(list(pool = pool, principal_rows = draw_principal(n, options$pca)), draw_fit(n, options))
  start <- c(begun$start, proc.time()[["elapsed"]])

  if (!is.null(report)) {
    on.exit(report())
  }
  words <- landmark_words(options$n_nearest, n_landmarks)
  answer <- ask_core(fit_landmarks_cpp(data$x, scaling, options, draws, threads, report), max(options$k), words)
  found <- answer$features
  fit <- new_fit("sc_landmarks", answer, data, options, words, scaling, start = start, call = begun$call,
                 given = list(n_landmarks = length(found$landmark_rows), n_nearest = found$n_nearest,
                              weights = options$weights,
                              sigma = if (options$weights == "gaussian") found$sigma * scaling$unit,
                              pca = found$n_components),
                 model = list(landmark_rows = found$landmark_rows))
  fit$diagnostics <- c(list(pool = n_landmarks), fit$diagnostics)
  fit
}

#' @rdname sc_landmarks
#' @order 3
#' @export
sc_landmarks.formula <- function(formula, data = NULL, k, ..., subset, # nolint: object_name_linter.
                                 na.action = na.fail) {
  if (missing(formula)) {
    return(eval(name_formula(match.call(), sc_landmarks.formula), parent.frame()))
  }
  fit_formula("sc_landmarks", sc_landmarks.default, match.call(), formula, data, parent.frame(), k, ...,
              na.action = na.action)
}

default_landmark_vectors <- function(k, n) pmin(3L * k, n)

# The eight nearest of every other row reach as far as a row's 16 nearest rows.
default_landmarks <- function(n) as.integer(min(n, 32768, max(4096, n / 2)))

# The most rows that principal components are found from.
most_principal <- 8192L

draw_principal <- function(n, pca) if (pca > 0) draw_rows(n, most_principal) else integer()
