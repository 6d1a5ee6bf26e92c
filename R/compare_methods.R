#' Compare methods on your own data
#'
#' Runs [sc_rb()], [sc_landmarks()] and methods of [sc_baseline()] several times on the same data, with the same number
#' of clusters, and tells what each costs and how good its clusters are: is random binning better here than k-means,
#' Nystrom or landmarks?
#'
#' @details
#' All methods get the same scaled columns, the same kernel and, within a repeat, the same `sigma`. `rank` is what each
#' method spends its effort on: grids (`"sc_rb"`), Fourier features (`"kk_rf"`, `"sv_rf"`, `"sc_rf"`), sampled rows or
#' landmarks (`"kk_rs"`, `"nystrom"`, `"lsc"`). `"kmeans"` and `"exact"` have none; `"sc_landmarks"` has its own
#' settings and as many landmarks as it takes by default. `"exact"` takes memory for all pairs of rows and is left out
#' unless it is asked for.
#'
#' Random binning or landmarks? `stability` tells how far each agrees with itself from run to run, and
#' `attr(result, "between")` how far the two agree with each other.
#'
#' A method that fails, such as one that would take too much memory, costs its own row only: what it would have told is
#' NA, and `note` has the reason. Warnings of a method are in `note`, too. An interrupt stops the whole comparison.
#'
#' The silhouette compares the distances of a row to its own cluster and to the nearest other one, as in
#' [cluster::silhouette()]. Here they are L1 distances of scaled columns, plus the number of factors in which two rows
#' differ, and not distances in the embedding of some method: no method is judged by its own measure. All are judged on
#' the same random rows. Still, the index likes round clusters, as k-means does; winding ones have low silhouettes even
#' where they are right.
#'
#' @section Random numbers:
#' A seed for each repeat, and the rows of the silhouettes, are drawn from R's generator. Every run of a repeat starts
#' from `set.seed()` with the seed of that repeat; `attr(result, "runs")$seed` tells it, so that any run can be repeated
#' alone, see the example. The generator is then left as it was after those first draws: [set.seed()] before
#' `compare_methods()` makes all of it reproducible, for any number of threads, and what is drawn afterwards does not
#' depend on the methods.
#'
#' @inheritParams sc_rb
#' @param x A matrix, sparse matrix or data frame with a row per observation, as for [sc_rb()]; for `print()` and
#'   `plot()` a comparison.
#' @param truth The true classes, a label for each row of `x`, or `NULL` where nobody knows them.
#' @param methods Which methods to run: `"sc_rb"`, `"sc_landmarks"`, or any of [sc_baseline()].
#' @param rank The number of grids, features, sampled rows or landmarks; not of `"sc_landmarks"`.
#' @param repeats How often to run each method.
#' @param sigma The kernel's width; `NULL` to choose it by rule in each repeat, the same for all methods.
#' @param kernel `"laplacian"`, or `"gaussian"`, which `"sc_rb"` does not have.
#' @param na.action What to do about rows with missing values: [na.fail()] (an error that says where) or [na.omit()] to
#'   leave them out, and their labels in `truth`.
#' @param progress Whether to show a progress bar over all runs.
#'
#' @return A data frame of class `"scrb_comparison"` with a row for each method:
#' \item{method, rank}{The method and its rank, NA for those that have none.}
#' \item{seconds}{The median time of a run.}
#' \item{memory}{An estimate of the bytes that a run takes beyond `x`, see [sc_rb_memory()].}
#' \item{silhouette}{The mean silhouette width in the scaled data, on at most 1000 rows.}
#' \item{stability}{The mean adjusted Rand index between repeats; NA for a single one.}
#' \item{nmi, nmi_max, ari, ri, fm, fm_class, acc}{With `truth`: the means of [agreement()].}
#' \item{nmi_sd, ...}{With `truth`: their standard deviations over repeats.}
#' \item{average_rank}{With `truth`: the [average_rank()] of the method.}
#' \item{agreement}{Without `truth`: the mean adjusted Rand index with the runs of the other methods.}
#' \item{note}{Errors and warnings of the runs, or an empty string; of those that differ in numbers only, the first.}
#' Means are over the runs that did not fail. Attributes:
#' \item{runs}{A data frame with a row for each run: `method`, `run`, `seed`, `sigma`, `rank`, `seconds`, `silhouette`,
#'   the measures of [agreement()], `note`.}
#' \item{labels}{An integer matrix with a column for each row of `runs`: the clusters of the rows used.}
#' \item{between}{The matrix of mean adjusted Rand indices between runs of two methods; stability on the diagonal.}
#' \item{settings}{A list of what was asked for: `n` (rows used), `k`, `rank`, `repeats`, `kernel`, `scale`.}
#'
#' @seealso [sc_rb()], [sc_baseline()], [agreement()], [average_rank()]
#' @examples
#' set.seed(1)
#' some <- pendigits[sample(nrow(pendigits), 1000), ]
#' result <- compare_methods(some[, -17], k = 10, truth = some$digit, rank = 64, repeats = 2,
#'                           methods = c("sc_rb", "kmeans", "lsc"))
#' result
#' plot(result, which = 1)
#'
#' # the first run once more
#' runs <- attr(result, "runs")
#' set.seed(runs$seed[1])
#' fit <- sc_rb(some[, -17], k = 10, n_grids = 64)
#' identical(unname(fit$cluster), attr(result, "labels")[, 1])
#' @order 1
#' @export
compare_methods <- function(x, k, truth = NULL,
                            methods = c("sc_rb", "sc_landmarks", "kmeans", "kk_rs", "kk_rf", "sv_rf", "sc_rf",
                                        "nystrom", "lsc"),
                            rank = 256, repeats = 3, sigma = NULL, kernel = c("laplacian", "gaussian"),
                            scale = c("range", "sd", "none"), nstart = 10, iter.max = 100, na.action = na.fail,
                            threads = NULL, progress = interactive()) {
  check_given(missing(x), "x", "the data")
  check_given(missing(k), "k", "the number of clusters")
  kept <- drop_missing(check_data(x, "x")$x, na.action, "x")
  truth <- if (!is.null(truth)) check_truth(truth, NROW(x), kept$dropped)
  x <- kept$x
  settings <- list(n = nrow(x), k = check_whole(k, "k", 2, nrow(x), "nrow(x)"), rank = check_whole(rank, "rank", 1),
                   repeats = check_whole(repeats, "repeats", 1),
                   kernel = check_choice(kernel, "kernel", c("laplacian", "gaussian")),
                   scale = check_choice(scale, "scale", c("range", "sd", "none")))
  methods <- check_methods(methods)
  threads <- use_threads(threads)
  arguments <- list(sigma = if (!is.null(sigma)) check_positive(sigma, "sigma"), kernel = settings$kernel,
                    scale = settings$scale, nstart = check_whole(nstart, "nstart", 1),
                    iter.max = check_whole(iter.max, "iter.max", 1), threads = threads, keep = NULL, progress = FALSE)
  progress <- check_flag(progress, "progress")

  seeds <- sample.int(.Machine$integer.max, repeats)
  rows <- sort(sample.int(nrow(x), min(nrow(x), 1000)))
  stream <- get(".Random.seed", globalenv())
  on.exit(assign(".Random.seed", stream, globalenv()))
  distance <- row_distances(x, find_scaling(x, settings$scale, threads), rows, threads)
  one_run <- function(method) {
    fit <- run_method(method, x, settings, arguments)
    cluster <- unname(fit$cluster)
    scores <- c(sigma = or_na(fit$sigma), rank = or_na(rank_of(fit)),
                seconds = fit$time[["total"]], silhouette = mean_silhouette(distance, cluster[rows]),
                if (!is.null(truth)) agreement(cluster, truth))
    list(cluster = cluster, scores = scores)
  }
  plan <- expand.grid(method = methods, run = seq_len(repeats), stringsAsFactors = FALSE)
  plan$seed <- seeds[plan$run]
  done <- run_all(plan, one_run, progress)[order(match(plan$method, methods), plan$run)]
  memory <- vapply(methods, function(method) methods_table[[method]]$memory(x, settings, threads), 0)
  summarize_runs(join_runs(done, nrow(x), !is.null(truth)), methods, memory, settings)
}

measures <- c("nmi", "nmi_max", "ari", "ri", "fm", "fm_class", "acc")

run_method <- function(method, x, settings, arguments) {
  if (is.null(methods_table[[method]]$kernels)) {
    arguments <- arguments[setdiff(names(arguments), c("sigma", "kernel"))]
  } else {
    check_kernel_of(method, arguments$kernel)
  }
  own <- methods_table[[method]]$fit(settings)
  # quoted, so that calls do not hold the data
  do.call(own[[1]], c(list(quote(x), settings$k), own[-1], arguments))
}

# L1 distances of the given rows, with mismatches of factors.
row_distances <- function(x, scaling, rows, threads) {
  distance <- matrix(0, length(rows), length(rows))
  pair <- which(lower.tri(distance), arr.ind = TRUE)
  distance[pair] <- pair_distances(x, scaling, rows[pair[, 1]], rows[pair[, 2]], threads)
  distance + t(distance)
}

mean_silhouette <- function(distance, cluster) {
  if (length(unique(cluster)) < 2) NA_real_ else mean(widths_by_distance(distance, cluster)$width)
}
