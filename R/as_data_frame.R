#' A fit as a data frame
#'
#' @param x A fit by [sc_rb()], [sc_landmarks()], [sc_graph()] or [sc_baseline()].
#' @param row.names Names of the rows; by default those of the data, where it has any and no two are the same.
#' @param optional,... Ignored; arguments of the generic.
#' @return A data frame with a row per row of the data: `cluster`, the integer label, and a column per singular vector
#'   (`u1`, `u2`, ...) with the embedding, where the fit kept it. Rows that `na.action = na.exclude` put aside are NA,
#'   stray rows are 0 in the embedding.
#' @examples
#' set.seed(1)
#' fit <- sc_rb(as.matrix(iris[, 1:4]), k = 3)
#' head(as.data.frame(fit))
#' aggregate(cbind(u1, u2, u3) ~ cluster, as.data.frame(fit), mean)
#' @export
as.data.frame.scrb <- function(x, row.names = NULL, optional = FALSE, ...) {
  check_fields(x)
  if (is.null(row.names) && !anyDuplicated(names(x$cluster)) && !anyNA(names(x$cluster))) {
    row.names <- names(x$cluster)
  }
  cluster <- unname(x$cluster)
  embedding <- x[["embedding"]]
  if (is.null(embedding)) {
    data.frame(cluster, row.names = row.names)
  } else {
    data.frame(cluster, embedding, row.names = row.names)
  }
}
