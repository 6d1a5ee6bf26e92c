#' Fit again
#'
#' [update()] fits again by the call of a fit, with some arguments changed. The call is evaluated where `update()` is
#' called: the data must be there under the name that it had, or be given anew.
#'
#' @param x A fit by [sc_rb()], [sc_landmarks()], [sc_graph()] or [sc_baseline()].
#' @param ... Ignored.
#' @return `getCall()` returns the fit's call with the package's name, so that `update()` works where the package is
#'   not attached.
#' @examples
#' set.seed(1)
#' x <- as.matrix(iris[, 1:4])
#' fit <- sc_rb(x, k = 3)
#' update(fit, k = 4)
#' update(fit, x = x[1:100, ], k = 2)
#' @importFrom stats getCall
#' @export
getCall.scrb <- function(x, ...) { # nolint: object_name_linter. The generic's name.
  check_fields(x, "call")
  call <- x$call
  call[[1]] <- call("::", quote(scrb), call[[1]])
  call
}
