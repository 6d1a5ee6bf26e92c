#' The cluster of new rows
#'
#' New rows fall into the bins of the fit's grids, or are linked to the nearest of its landmarks; what is known of those
#' bins or landmarks gives their place in the embedding, and the nearest centre there their label. On the rows of the
#' fit itself this gives the fit's labels exactly.
#'
#' Bins that no row of the fit was in say nothing. Levels that the fit did not know meet no bin in the grids that tell
#' levels apart, and make no difference in the others. Rows that meet no bin of the fit at all, and rows all of whose
#' known bins belong to stray rows, have no place in the embedding: they get the label of the nearest
#' cluster mean in the (scaled) data, as stray rows of the fit do, and a warning says how many met no bin.
#'
#' Landmarks are found for any row. But rows so far from all of them that their weights vanish have no place either, and
#' are labelled in the same way. With `consensus` a row first takes the nearest centre in each base clustering, and
#' these give its place.
#'
#' @param object A fit by [sc_rb()], [sc_landmarks()] or [sc_graph()].
#' @param newdata Rows to predict for, with the columns of the data of the fit, matched by name where both have
#'   names; other columns do not matter. Columns must be of the kind they were, factors are matched by the names of
#'   their levels. Of a graph, links of new nodes: a column for each node of the fit. `NULL` for the rows of the fit.
#' @param type `"class"` for labels, `"embedding"` for rows of unit length in the space of singular
#'   vectors, `"distance"` for distances to the k centres there.
#' @param na.action What to do about rows of `newdata` with missing values, as in [sc_rb()]: an error, or with
#'   [na.exclude()] NA in place.
#' @param threads The number of threads, as in [sc_rb()].
#' @param ... Nothing; an error if used.
#' @return For `"class"` an integer vector named by the row names of `newdata`. For `"embedding"` a
#'   matrix with a column per vector, for `"distance"` one with a column per cluster; rows without a
#'   place in the embedding are zero in the first and NA in the second.
#' @examples
#' set.seed(1)
#' train <- sample(nrow(pendigits), 3000)
#' x <- as.matrix(pendigits[, -17])
#' fit <- sc_rb(x[train, ], k = 10, n_grids = 128)
#' new <- predict(fit, x[-train, ])
#' agreement(new, pendigits$digit[-train])
#' @export
predict.scrb <- function(object, newdata = NULL, type = c("class", "embedding", "distance"), na.action = na.fail,
                         threads = NULL, ...) {
  check_no_dots(...)
  check_fields(object)
  type <- check_choice(type, "type", c("class", "embedding", "distance"))
  if (is.null(newdata)) {
    if (type == "class") {
      return(object$cluster)
    }
    check_kept(object, "embedding", paste0("predict(type = \"", type, "\") for the rows of the fit"))
    embedding <- object$embedding
  } else {
    check_kept(object, "model", "predict() for new rows")
    check_fields(object, "model")
    threads <- use_threads(threads)
    kept <- drop_missing(check_newdata(newdata, object), na.action, "newdata")
    newdata <- kept$x
    found <- predict_rows(object, newdata, threads)
    warn_unknown_rows(found$unknown, length(found$cluster), object)
    if (type == "class") {
      return(stats::naresid(kept$dropped, stats::setNames(found$cluster, row_names(newdata))))
    }
    embedding <- matrix(found$embedding, length(found$cluster),
                        dimnames = list(row_names(newdata), colnames(object$embedding_centers)))
    embedding <- stats::naresid(kept$dropped, embedding)
  }
  if (type == "embedding") embedding else center_distances(embedding, object$embedding_centers)
}

# Labels, places, and how many rows met nothing of the fit.
predict_rows <- function(fit, newdata, threads) {
  if (!has_columns(fit)) {
    # the core reads rows of similarities, which are columns in the memory of R
    newdata <- check_similarities(newdata, "newdata")
    return(ask_core(predict_cpp(model_fields(fit), as_matrix(Matrix::t(newdata)), TRUE, threads)))
  }
  check_finite(ask_core(summarize_columns_cpp(newdata, FALSE, threads)), "newdata", newdata)
  ask_core(predict_cpp(model_fields(fit), newdata, FALSE, threads))
}

# All that the core needs of a fit to place new rows, and checks.
model_fields <- function(fit) {
  kinds <- kinds_of(fit)
  n_levels <- integer(length(kinds))
  with_levels <- which(kinds == "factor")
  n_levels[with_levels] <- lengths(fit$xlevels[fit$columns$names[with_levels]])
  c(list(embedding_centers = fit$embedding_centers, scaling = fit$scaling[c("center", "scale", "unit")],
         xlevels = n_levels), fit$model)
}

center_distances <- function(embedding, centers) {
  distance <- apply(centers, 1, function(center) sqrt(rowSums(sweep(embedding, 2, center)^2)))
  distance <- matrix(distance, nrow(embedding), dimnames = list(rownames(embedding), rownames(centers)))
  distance[which(rowSums(embedding != 0) == 0), ] <- NA
  distance
}

#' @rdname predict.scrb
#' @param method `"classes"` for the labels, `"centers"` for each row's cluster mean.
#' @details `fitted()` gives, like that of [stats::kmeans()], a row's cluster mean or its label; `nobs()` the
#'   number of rows that were clustered.
#' @export
fitted.scrb <- function(object, method = c("centers", "classes"), ...) {
  check_no_dots(...)
  check_fields(object)
  method <- check_choice(method, "method", c("centers", "classes"))
  if (method == "classes") {
    return(object$cluster)
  }
  check_centers(object, "fitted(method = \"centers\")")
  labels <- names(object$cluster)
  centers <- object$centers[object$cluster, , drop = FALSE]
  if (!is.data.frame(centers)) {
    rownames(centers) <- if (is.null(labels)) object$cluster else labels
  } else {
    # a data frame's row names must be unique; NULL numbers the rows
    rownames(centers) <- if (!anyDuplicated(labels)) labels
  }
  centers
}

#' @rdname predict.scrb
#' @export
nobs.scrb <- function(object, ...) {
  check_fields(object, c("k", "size"))
  sum(object$size)
}
