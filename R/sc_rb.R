#' Spectral clustering of large data by random binning features
#'
#' Clusters the rows of a matrix or data frame by normalised spectral clustering. The similarity of two rows at L1
#' distance d is `exp(-d / sigma)`, the Laplacian kernel. It is approximated by random binning features, so that time
#' and memory are linear in the number of rows.
#'
#' @details
#' The method (Wu et al. 2018), step by step:
#'
#' 1. Draw `n_grids` random grids: a width and an offset for each column.
#' 2. Every row falls into one bin of each grid. The share of grids in which two rows fall into the same bin
#'    estimates their similarity, without bias.
#' 3. The similarity matrix is divided by the square roots of its row sums (degrees) on both sides. It is
#'    never formed: only its products with vectors are computed, from the bins.
#' 4. The leading `n_vectors` singular vectors. Groups of rows that share no bin with the rest (connected
#'    components) have singular value 1 exactly; they are found first, without iterating, and the other
#'    vectors by restarted Lanczos iterations, re-checked where values crowd.
#' 5. Rows of the matrix of singular vectors are scaled to unit length: the embedding. Where there are more than k
#'    vectors they are weighted before, see `n_vectors`.
#' 6. k-means on the rows of the embedding, the best of `nstart` starts by greedy k-means++: of `2 + log(k)` rows drawn
#'    for each next centre, farther ones more likely, the one that lowers the sum of squares most is taken. Starts are
#'    compared when an iteration lowers the sum by less than 1e-4 of it; the best then goes on until no label changes.
#'    Where rows are more than 100,000 (or `1000 * k`, if that is more) this is done on so many rows drawn at random.
#'    The centers then move to the means of all rows that are nearest to them, until that lowers the sum by less than
#'    1e-4 of it, and every row gets the label of the nearest. With `consensus`, k-means is run on a second embedding.
#'
#' Rows in components with fewer than `max(2, n / (100 k))` rows are *stray*: too few to be a cluster. They
#' take no part in steps 4 to 6 and get the label of the nearest cluster mean in the (scaled) data. Their
#' number is in `diagnostics$stray`.
#'
#' @section Data frames:
#' Columns of a data frame may be numbers (logical ones are 0 and 1), factors or strings, ordered factors (their codes
#' are taken for numbers), dates and times. Factors are not turned into dummy columns. Two different levels are at
#' distance 1, as far apart as the ends of a column scaled to \[0, 1\]; the distance of two rows is the L1 distance of
#' their numbers plus the number of factors in which they differ. So factors weigh much: `scale = "sd"` gives numbers
#' more weight.
#'
#' In each grid a factor's levels either all have cells of their own or all share one. The latter has the probability
#' with which two numbers at distance 1 share a cell.
#'
#' @section Random numbers:
#' All random numbers come from R's generator before the computation starts: the same [set.seed()] gives the
#' same fit, whatever the number of threads.
#'
#' @section Choosing the parameters:
#' `sigma` is the distance (L1, on scaled columns) over which similarity falls by a factor e. By default
#' it is the value at which two random rows have a mean similarity of .02, so that every row is similar to about
#' 2 % of the data (of fewer than 250 rows, to five rows). That is a fair start and not an oracle: thin, winding shapes
#' want less (on two-dimensional shapes 2 to 10 % of the median distance), many overlapping clusters may want more. Too
#' small a sigma breaks the data into unconnected pieces (a warning says so), too large a one leaves nothing but blobs.
#'
#' `n_grids` sets the accuracy of the similarities: their error falls like `1 / sqrt(n_grids)`, time and
#' memory (2 bytes per row and grid) grow in proportion. Small data of delicate shape deserve 512; where rows are many
#' and memory is short, 64 may do.
#'
#' [tune_scrb()] tries several `sigma` and compares them without labels. `vignette("choosing")` has pictures of what
#' goes wrong, `vignette("landmarks")` says when landmarks do better than grids.
#'
#' @section Choosing k:
#' k is a judgement: it says how fine a division is wanted. With several `k`, such as `k = 2:15`, the vectors are found
#' once, for the largest; every k is tried, and the fit is that of the most stable. The stability of k is the mean of
#' two numbers between 0 and 1, both on at most 2,000 rows and without consensus:
#'
#' * `restart`: how well 30 k-means runs of one start each agree with the best of them;
#' * `halves`: how well clusters from two halves of the features (the grids or landmarks) agree that share none, mean of
#'   two such splits (of one, where rows are more than 20,000).
#'
#' Labels agree by the share of a cluster's pairs of rows that the other labels keep together, mean over clusters. Of
#' all k that are as stable as the best, up to .02, the largest is taken. `path` has the numbers,
#' `plot(fit, which = 5)` draws them. All this takes two to eight times as long as one fit of the largest k.
#'
#' How far to trust it: with [sc_landmarks()], on 30 data sets whose classes are known (`bench/k_path.R` in the
#' sources), the number of classes was the first or second choice in .75: in .92 of the made-up sets, but only in .62 of
#' the measured ones, where the mean silhouette did as well. The gap after the k-th singular value did it in .27. It
#' fails where
#'
#' * there are many overlapping classes: of the 26 letters nothing is found;
#' * clusters are nested: of iris and penguins, k = 2 is perfectly stable and the three species come later;
#' * classes differ in shape or overlap a little: of handwritten digits 2 to 14 are found, as chance has it;
#' * there is no structure at all: k = 1 is not among the candidates, and a uniform square has stable corners. Where no
#'   k reaches about .8, there are likely no clusters.
#'
#' So look at the plot: where several k are stable, each may be right.
#'
#' @param x A numeric (double, integer or logical) matrix with a row per observation, a sparse matrix of package
#'   Matrix, or a data frame (see *Data frames*).
#' @param k The number of clusters, at least 2: one number, or several to choose from (see *Choosing k*).
#' @param n_grids The number of random grids.
#' @param sigma The kernel's width: the distance, on scaled columns, at which similarity has fallen to 1/e. `NULL` to
#'   choose it by rule (see *Choosing the parameters*); kernels other than `"laplacian"` need a number.
#' @param kernel The law of the grids' widths: `"laplacian"`; `"cauchy"` for that of the paper's published code,
#'   `|N(0, 1)| * sigma / |b|` with one normal `b` per grid; or a `function(n, sigma)` that returns n
#'   positive widths, one per column, and is called once for each grid.
#' @param scale How numeric columns are scaled first: `"range"` to \[0, 1\], `"sd"` to unit standard deviation, or
#'   `"none"`. The same scaling serves in [predict()].
#' @param n_vectors The number of singular vectors to embed rows by, at least `k`. Where there are more than `k`,
#'   vector j is multiplied by `1 / sqrt((1 - l_j) + (1 - l_k))`, l the squared singular values (the sum is at least
#'   1e-4): those beyond the k-th fade instead of being cut. With `k` vectors, as in the paper, none is weighted.
#' @param consensus The number of base clusterings that a second embedding is made of, as [sc_landmarks()] describes; 0
#'   for none. With grids it changes little.
#' @param column_scaling Whether to divide each bin by the number of its rows as well, so that a bin with many rows
#'   counts for no more than one with few. Not part of the paper's method.
#' @param nstart,iter.max The number of k-means starts, and the most iterations of each.
#' @param tol The largest residual of a singular vector, relative to its squared singular value. Where values crowd near
#'   1, as they do with a small `sigma`, vectors are found more exactly, so that they can be told apart. The solver stops
#'   after `100 * (n_vectors + 10)` products with the best vectors so far; a warning then says so.
#' @param ncv The number of Lanczos vectors; more use more memory and fewer products.
#'   `NULL` is `max(12, 3 * (n_vectors + 1))`.
#' @param recheck Whether to look again for copies of singular values that one start vector can miss:
#'   `"auto"` where values crowd near 1 or one another, `"always"` or `"never"`.
#' @param na.action What to do about rows with missing values: [na.fail()] (an error that says where),
#'   [na.omit()] to leave them out (a message says how many), [na.exclude()] to give them the label NA, so that labels
#'   line up with the data. A function of your own may also fill them in, where `x` is not sparse. Infinite values are
#'   always an error.
#' @param keep What to keep of the two large parts of the result: `"embedding"` (n x n_vectors), `"model"` (what
#'   [predict()] needs for new rows: a number per bin and vector). `NULL` keeps neither.
#' @param threads The number of threads; `NULL` is `getOption("scrb.threads")`, else all cores that the environment
#'   variables `OMP_THREAD_LIMIT` and `OMP_NUM_THREADS` allow (two under R CMD check).
#' @param progress Whether to show a progress bar for each step, with the time it has taken and the time that is
#'   left, once a fit has run for a second. How many products the singular vectors will need is an estimate, from how
#'   residuals have fallen so far. In a script bars are lines, a few seconds apart; knitr shows none.
#' @param ... In the formula method, arguments of the default method such as `n_grids`. Names that no method knows are
#'   an error.
#'
#' @return A list of class `"scrb"`:
#' \item{method}{`"sc_rb"`.}
#' \item{cluster}{Integer labels 1 to k in order of first appearance (stray rows aside), named by the row names of `x`.}
#' \item{k, size}{The number of clusters and their sizes.}
#' \item{centers}{k x d matrix of column means by cluster, in the units of `x`. A data frame where `x` is one with
#'   factors, which have the commonest level, or dates.}
#' \item{embedding, embedding_centers}{Rows of unit length (stray rows are zero), and the centers of k-means among
#'   them: their means by cluster, or close to these where k-means did not end or was run on a sample (step 6). With
#'   `consensus` those of the second embedding, which has k columns.}
#' \item{singular_values}{The leading `n_vectors` and one more, so that the gap shows; the last may be a rough
#'   estimate.}
#' \item{totss, withinss, tot.withinss, betweenss}{Sums of squares as in [stats::kmeans()], but in the embedding, of all
#'   rows that are not stray.}
#' \item{sigma, kernel, n_grids, n_vectors, consensus, column_scaling}{As used.}
#' \item{diagnostics}{What the bins look like: `bins_per_grid` (mean number of occupied bins), `kappa` (mean of n over
#'   the rows in the fullest bin, the paper's measure of how fast the approximation converges), `singleton_share`
#'   (share of occupied bins with one row), `degree_range`, `components`, `stray`.}
#' \item{solver}{`name`, `products`, `iterations`, `residuals`, `converged`, `recovered` (vectors that only the
#'   re-check found), `side` (what vectors were found on: `"rows"`, `"bins"`, or `"graph"`, the bins' or landmarks' own
#'   graph).}
#' \item{kmeans}{`iterations`, `converged` of the best start, on the sample if there is one.}
#' \item{path}{Only where `k` were several: a data frame with a row for each. `gap` (how far the k-th singular value is
#'   above the next), `silhouette` (mean width in the embedding), `restart`, `halves`, `stability`, `smallest` and
#'   `largest` (sizes of clusters), `chosen`. All but `gap` are estimates from at most 2,000 rows; `halves` is NA where
#'   half of the features are too few.}
#' \item{time}{Seconds per step, by name, and in total.}
#' \item{scaling, model}{What [predict()] needs, in plain vectors that [saveRDS()] keeps.}
#' \item{columns, xlevels, terms}{Names and, of data frames, kinds of the columns; the levels of factors, by column; the
#'   terms of a formula.}
#' \item{na.action, call}{The rows left out, if any, and the call.}
#'
#' @references
#' Wu, L., Chen, P.-Y., Yen, I. E.-H., Xu, F., Xia, Y. and Aggarwal, C. (2018). Scalable spectral
#' clustering using random binning features. *Proceedings of the 24th ACM SIGKDD International
#' Conference on Knowledge Discovery & Data Mining*, 2506-2515. \doi{10.1145/3219819.3220090}
#'
#' @seealso [sc_landmarks()] for other features, [tune_scrb()] to choose settings, [predict.scrb()], [plot.scrb()],
#'   [agreement()], [rb_features()]; `vignette("scrb")`.
#' @examples
#' # two rings, which k-means on x cannot tell apart
#' set.seed(1)
#' angle <- runif(1000, 0, 2 * pi)
#' radius <- rep(c(1, 3), each = 500) + rnorm(1000, sd = 0.1)
#' x <- cbind(radius * cos(angle), radius * sin(angle))
#' fit <- sc_rb(x, k = 2, sigma = 0.02)
#' fit
#' table(fit$cluster, rep(1:2, each = 500))
#' plot(x, col = fit$cluster, asp = 1)
#'
#' # the cluster of new points
#' predict(fit, rbind(c(1, 0), c(0, 3)))
#'
#' # numbers and factors together, by a formula
#' cars <- sc_rb(~ log(mpg) + log(disp) + factor(cyl), data = mtcars, k = 3)
#' cars$centers
#' @order 1
#' @export
sc_rb <- function(x, ...) UseMethod("sc_rb")

#' @rdname sc_rb
#' @order 2
#' @export
sc_rb.default <- function(x, k, n_grids = 256, sigma = NULL, kernel = "laplacian",
                          scale = c("range", "sd", "none"), n_vectors = k, consensus = 0, column_scaling = FALSE,
                          nstart = 10, iter.max = 100, tol = 1e-4, ncv = NULL,
                          recheck = c("auto", "always", "never"), na.action = na.fail,
                          keep = c("embedding", "model"), threads = NULL, progress = interactive(), ...) {
  begun <- begin_fit("sc_rb", match.call(), missing(x), missing(k), "the data", ...)
  data <- read_data(x, na.action)
  n <- nrow(data$x)
  options <- check_options(n, k, n_vectors, consensus, nstart, iter.max, tol, ncv, recheck, keep)
  options$column_scaling <- check_flag(column_scaling, "column_scaling")
  n_grids <- check_whole(n_grids, "n_grids", 1)
  kernel <- check_kernel(kernel)
  sigma <- check_sigma(sigma, kernel)
  scale <- check_choice(scale, "scale", c("range", "sd", "none"))
  threads <- use_threads(threads)
  report <- if (check_flag(progress, "progress")) progress_reporter()
  size <- list(n = n, d = ncol(data$x), n_grids = n_grids, k = max(options$k), n_vectors = max(options$n_vectors),
               ncv = options$ncv, consensus = options$consensus, keep = options$keep, threads = threads,
               nonzero = if (is(data$x, "sparseMatrix")) length(data$x@x))
  check_memory(size)
  features <- prepare_features(data$x, n_grids, sigma, kernel, scale, threads)
  check_memory(size, function(most) count_bins(data$x, features, threads, most))
  draws <- draw_fit(n, options)
  start <- c(begun$start, proc.time()[["elapsed"]])

  if (!is.null(report)) {
    on.exit(report())
  }
  words <- grid_words(features$sigma, is.null(sigma))
  answer <- ask_core(fit_grids_cpp(data$x, features$scaling, features$grids, options, draws, threads, report),
                     max(options$k), words)
  found <- answer$features
  fit <- new_fit("sc_rb", answer, data, options, words, features$scaling, start = start, call = begun$call,
                 given = list(sigma = features$sigma, kernel = kernel, n_grids = n_grids,
                              column_scaling = options$column_scaling), model = features$grids)
  fit$diagnostics <- c(list(
    bins_per_grid = mean(found$occupied),
    kappa = mean(n / found$fullest),
    singleton_share = sum(found$singles) / sum(found$occupied)
  ), fit$diagnostics)
  fit
}

# A default that other functions have, too.
default_of <- function(name) formals(sc_rb.default)[[name]]
