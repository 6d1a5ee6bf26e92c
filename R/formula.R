#' @rdname sc_rb
#' @order 3
#' @param formula A one-sided formula of columns, or functions of columns, such as `~ a + log(b) + g`. `.` stands for
#'   all columns of `data`. Factors are clustered as they are, without contrasts.
#' @param data A data frame.
#' @param subset Rows of `data` to use, as in [stats::lm()].
#' @export
sc_rb.formula <- function(formula, data = NULL, k, ..., subset, na.action = na.fail) {
  check_formula(formula, data)
  call <- match.call()
  call[[1]] <- quote(sc_rb)
  frame_call <- call[c(1L, match(c("formula", "data", "subset"), names(call), 0L))]
  frame_call[[1]] <- quote(stats::model.frame)
  frame_call$na.action <- quote(stats::na.pass)
  frame <- try_columns(eval(frame_call, parent.frame()), "formula")
  terms <- attr(frame, "terms")
  check_terms(terms)
  attr(terms, "from_data") <- intersect(all.vars(terms), names(data))
  fit <- sc_rb.default(used_columns(frame, terms), k, ..., na.action = na.action)
  fit$call <- call
  fit$terms <- terms
  fit
}

# The columns of a model frame to cluster by: `~ . - a` has `a` among its variables, but not among its terms. Row
# numbers, which model.frame() gives as names, are no names.
used_columns <- function(frame, terms) {
  if (identical(row.names(frame), as.character(seq_len(nrow(frame))))) {
    row.names(frame) <- NULL
  }
  frame[rowSums(attr(terms, "factors")) > 0]
}

# The columns of a fit's formula for new rows.
formula_columns <- function(newdata, terms) {
  check_variables(newdata, terms)
  used_columns(try_columns(stats::model.frame(terms, newdata, na.action = stats::na.pass), "newdata"), terms)
}

# An error in the user's own expressions, as one of the package's.
try_columns <- function(code, name) {
  tryCatch(code, error = function(condition) stop_scrb("`", name, "` cannot be read: ", conditionMessage(condition)))
}
