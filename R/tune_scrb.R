#' Settings chosen without labels
#'
#' Clusters a sample of the rows with many settings, compares the clusterings without labels, and fits all rows with the
#' settings that come out best.
#'
#' @details
#' Candidates for landmarks are all combinations of `scale`, `weights` and `n_nearest`; for grids the `sigma` that
#' [sc_rb()] takes by rule, times each of `sigma_times`. They share their work: nearest landmarks are found once for
#' each scaling, and the scaled sample is made once. All are fitted to the same sample, without consensus.
#'
#' A candidate has the score `log((reference + .02) / (conductance + .02)) + agreement`:
#'
#' * `conductance` is how much of a cluster leaves it: links that end in another cluster as a share of all links of the
#'   cluster, mean over clusters, in the graph of the 10 nearest neighbours of up to 4,000 rows, on the columns as the
#'   candidate scales them.
#' * `reference` is the same for data of which every column has been shuffled on its own, clustered in the same way. It
#'   makes scalings comparable: clusters that are slices of a single long column, or corners made by a few binary ones,
#'   are as easy to find in shuffled data and earn nothing.
#' * `agreement` is the mean adjusted Rand index with the neighbouring candidates: the same scaling with the next larger
#'   or smaller `n_nearest` (or `sigma`), or with the other weights. Clusterings that hang on a setting have little.
#'
#' The fit of all rows has as many landmarks as the candidates had, so that neighbours reach as far as in the sample.
#'
#' The candidate with the highest score is chosen; among grids alone that with the least conductance, because coarse
#' grids agree with each other on anything. The least conductance also decides where shuffled data cannot be clustered.
#'
#' @section How well it chooses:
#' `vignette("choosing")` has the losses, in normalised mutual information with the known classes, of this score and of
#' others (the gap after the k-th singular value, silhouettes, agreement of clusterings from disjoint halves of the
#' landmarks) on a few dozen data sets. No rule is always right: look at the table. Where the best candidates disagree,
#' the data can be seen in more than one way.
#'
#' @section Which features:
#' With `features = "both"` the table has both kinds, [print()] tells how far the best of each agree, and the score
#' chooses among all. That chooses a little worse than among landmarks alone.
#'
#' @param x A numeric matrix, a sparse matrix of package Matrix, or a data frame, as for [sc_landmarks()].
#' @param k The number of clusters.
#' @param features The features to try: `"landmarks"` ([sc_landmarks()]), `"grids"` ([sc_rb()]) or `"both"`.
#' @param scale,weights,n_nearest Settings of [sc_landmarks()] to try. Of `n_nearest`, values above `n / (2 k)` are left
#'   out, but for the smallest. A given `scale` is also tried for grids, which otherwise have `"range"` alone.
#' @param sigma_times What to multiply the `sigma` that [sc_rb()] takes by rule with.
#' @param max_rows The most rows to try candidates on; the fit has all.
#' @param halves Whether to compute the agreement of two clusterings from disjoint halves of the landmarks or grids as
#'   well (column `halves`). It takes twice the time and is not part of the score.
#' @param ... Arguments of the fit: of [sc_landmarks()] or [sc_rb()], such as `consensus`. Candidates have them too
#'   where they are about features: `n_landmarks`, `pca`, `n_vectors`, `n_grids`, `kernel` (not a function) and
#'   `column_scaling`.
#' @inheritParams sc_landmarks
#'
#' @return A list of class `"scrb_tuning"` with [print()], [plot()] and [as.data.frame()] methods:
#' \item{candidates}{A data frame with a row per candidate: `features`, `scale`, `weights`, `n_nearest`, `sigma`; the
#'   criteria `gap` (after the k-th singular value), `silhouette` (mean, in the embedding), `conductance`, `reference`,
#'   `agreement`, `halves` (if asked for) and `score`; `chosen`. Criteria are NA where a candidate has no fit.}
#' \item{fit}{The fit of all rows with the settings that were chosen, of class `"scrb"`.}
#' \item{labels, rows}{The candidates' labels, a column for each, and the rows that they are of.}
#' \item{k, call}{As given.}
#' @seealso [sc_landmarks()], [sc_rb()], [compare_methods()].
#' @examples
#' x <- as.matrix(pendigits[1:2000, -17])
#' set.seed(1)
#' tuned <- tune_scrb(x, k = 10, scale = "none", n_nearest = c(5, 8))
#' tuned
#' plot(tuned)
#' agreement(tuned$fit, pendigits$digit[1:2000])
#' @export
tune_scrb <- function(x, k, features = c("landmarks", "grids", "both"), scale = c("none", "range", "sd"),
                      weights = c("gaussian", "binary"), n_nearest = c(5, 8, 12), sigma_times = 2^(-3:2),
                      max_rows = 20000, halves = FALSE, na.action = na.fail, threads = NULL, ...) {
  check_given(missing(x), "x", "the data")
  check_given(missing(k), "k", "the number of clusters")
  call <- match.call()
  features <- check_choice(features, "features", c("landmarks", "grids", "both"))
  check_known_dots(tuned_arguments(features), ...)
  data <- read_data(x, na.action)
  n <- nrow(data$x)
  k <- check_whole(k, "k", 2, n, "nrow(x)")
  grid_scale <- if (missing(scale)) "range" else check_subset(scale, "scale", c("none", "range", "sd"))
  scale <- check_subset(scale, "scale", c("none", "range", "sd"))
  weights <- check_subset(weights, "weights", c("gaussian", "binary"))
  n_nearest <- sensible_nearest(check_whole_numbers(n_nearest, "n_nearest", 1), n, k)
  sigma_times <- check_positive_numbers(sigma_times, "sigma_times")
  halves <- check_flag(halves, "halves")
  threads <- use_threads(threads)
  settings <- shared_settings(features, n, k, data$x, list(...))
  rows <- draw_rows(n, check_whole(max_rows, "max_rows", k))
  draws <- list(rows = rows, graph_rows = draw_rows(length(rows), 4000L),
                uniforms = stats::runif(default_of("nstart") * k))
  n_landmarks <- if (is.null(settings$n_landmarks)) default_landmarks(length(rows)) else settings$n_landmarks
  task <- list(x = data$x, rows = rows, k = k, halves = halves, threads = threads, settings = settings, draws = draws,
               n_landmarks = n_landmarks)

  tried <- c(
    if (features != "grids") unlist(lapply(scale, try_landmarks, weights, n_nearest, task), recursive = FALSE),
    if (features != "landmarks") unlist(lapply(grid_scale, try_grids, sigma_times, task), recursive = FALSE)
  )
  check_any_tried(tried)
  candidates <- score_candidates(tried)
  candidates$chosen <- seq_len(nrow(candidates)) == best_candidate(candidates, features)
  how <- fit_call(candidates[candidates$chosen, ], k, n_landmarks, ...)
  fit <- eval(as.call(c(as.list(how), list(na.action = quote(na.action), threads = threads))))
  fit$call <- how
  fit$call$x <- call$x
  structure(class = "scrb_tuning", list(
    candidates = candidates,
    fit = fit,
    labels = vapply(tried, `[[`, integer(length(rows)), "cluster"),
    rows = rows,
    k = k,
    call = call
  ))
}

# The highest score, among grids alone the least conductance; that also where nothing is known of shuffled data.
best_candidate <- function(candidates, features) {
  by_score <- features != "grids" && !all(is.na(candidates$score))
  which.max(if (by_score) candidates$score else -candidates$conductance)
}

# The arguments of the fit that can be given, which are not among those that are tuned.
tuned_arguments <- function(features) {
  known <- c(if (features != "grids") names(formals(sc_landmarks.default)),
             if (features != "landmarks") names(formals(sc_rb.default)))
  setdiff(known, "sigma")
}

# Neighbours that are most of a cluster tell nothing.
sensible_nearest <- function(n_nearest, n, k) {
  n_nearest <- sort(unique(n_nearest))
  n_nearest[n_nearest <= max(n_nearest[1], n / (2 * k))]
}

# The call of the fit by a candidate: with as many landmarks as the candidate had, so that its neighbours reach as far
# among all rows as among those of the sample.
fit_call <- function(candidate, k, n_landmarks, ...) {
  settings <- if (candidate$features == "grids") {
    list(as.name("sc_rb"), x = quote(x), k = k, sigma = candidate$sigma, scale = candidate$scale)
  } else {
    # of rows that are no more than k all are landmarks, which is the default
    list(as.name("sc_landmarks"), x = quote(x), k = k, n_landmarks = if (n_landmarks > k) n_landmarks,
         n_nearest = candidate$n_nearest, weights = candidate$weights, scale = candidate$scale)
  }
  known <- names(formals(if (candidate$features == "grids") sc_rb.default else sc_landmarks.default))
  given <- list(...)
  as.call(c(settings, given[names(given) %in% setdiff(known, names(settings))]))
}

#' @rdname tune_scrb
#' @param row.names,optional Ignored.
#' @export
as.data.frame.scrb_tuning <- function(x, row.names = NULL, optional = FALSE, ...) x$candidates
