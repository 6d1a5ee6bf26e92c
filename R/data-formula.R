#' @rdname sc_rb
#' @order 3
#' @param formula A one-sided formula of columns, or functions of columns, such as `~ a + log(b) + g`. `.` stands for
#'   all columns of `data`. Factors are clustered as they are, without contrasts. [predict()] evaluates it again for
#'   new rows: [scale()], [poly()] and the like remember the old ones, others such as [cut()] look at the new rows
#'   alone.
#' @param data A data frame.
#' @param subset Rows of `data` to use, as in [stats::lm()].
#' @export
sc_rb.formula <- function(formula, data = NULL, k, ..., subset, na.action = na.fail) { # nolint: object_name_linter.
  if (missing(formula)) {
    return(eval(name_formula(match.call(), sc_rb.formula), parent.frame()))
  }
  fit_formula("sc_rb", sc_rb.default, match.call(), formula, data, parent.frame(), k, ..., na.action = na.action)
}

# A fit of the columns of a formula, by `fit_columns(columns, ...)`.
fit_formula <- function(method, fit_columns, call, formula, data, where, ...) {
  call[[1]] <- as.name(method)
  columns <- evaluate_formula(call, formula, data, where)
  fit <- fit_columns(columns, ...)
  fit$call <- call
  fit$terms <- attr(columns, "terms")
  fit
}

# A call that gives the formula as `x`, the generic's name for it, as one of a method.
name_formula <- function(call, method) {
  call[[1]] <- method
  names(call)[names(call) == "x"] <- "formula"
  call
}

# The columns of a formula, with `terms`, for a call with arguments `formula`, `data` and perhaps `subset`.
evaluate_formula <- function(call, formula, data, where) {
  check_formula(formula, data)
  terms <- try_user(stats::terms(formula, data = if (is.list(data)) as.data.frame(data)), "formula")
  check_terms(terms)
  # `.` written out, and without what was taken away
  columns <- stats::reformulate(attr(terms, "term.labels"), env = environment(formula))
  frame_call <- call[c(1L, match(c("formula", "data", "subset"), names(call), 0L))]
  frame_call[[1]] <- quote(stats::model.frame)
  frame_call$formula <- columns
  frame_call$na.action <- quote(stats::na.pass)
  frame <- try_user(eval(frame_call, where), if (is.null(call$subset)) "formula" else "formula` or `subset")
  terms <- attr(frame, "terms")
  attr(terms, "from_data") <- intersect(all.vars(terms), names(data))
  frame <- plain_columns(frame)
  attr(frame, "terms") <- terms
  frame
}

# Of a model frame: row numbers, which model.frame() gives as names, are no names.
plain_columns <- function(frame) {
  if (identical(row.names(frame), as.character(seq_len(nrow(frame))))) {
    row.names(frame) <- NULL
  }
  frame
}

# The columns of a fit's formula for new rows.
formula_columns <- function(newdata, terms) {
  check_variables(newdata, terms)
  # a warning that numbers of rows differ comes as an error next
  frame <- suppressWarnings(try_user(stats::model.frame(terms, newdata, na.action = stats::na.pass), "newdata"))
  check_frame_rows(nrow(frame), nrow(newdata))
  plain_columns(frame)
}
