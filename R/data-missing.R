# Rows with missing values, as `na.action` would have it: what is left of x, and what na.action left out.
drop_missing <- function(x, na.action, name) {
  act <- check_na_action(na.action)
  if (!has_missing(x)) {
    return(list(x = x, dropped = NULL))
  }
  if (identical(act, na.fail)) {
    check_finite(ask_core(summarize_columns_cpp(x, FALSE, 1L)), name, x, "; `na.action` can leave such rows out")
  }
  if (is(x, "sparseMatrix")) {
    # a function that leaves rows out is shown which have missing values
    marked <- stats::setNames(numeric(nrow(x)), rownames(x))
    marked[unique(x@i[is.na(x@x)]) + 1L] <- NA
    dropped <- attr(try_user(act(marked), "na.action"), "na.action")
    left <- if (length(dropped)) x[-as.vector(dropped), , drop = FALSE] else x
    attr(left, "na.action") <- dropped
  } else {
    left <- try_user(act(x), "na.action")
    dropped <- attr(left, "na.action")
  }
  left <- check_left(left, x, name)
  if (inherits(dropped, "omit")) {
    tell_scrb("na.omit left out ", length(dropped), " of ", nrow(x), " rows of `", name,
              "`, which have missing values.")
  }
  list(x = left, dropped = dropped)
}

has_missing <- function(x) {
  if (is(x, "sparseMatrix")) anyNA(x@x) else if (is.data.frame(x)) any(vapply(x, anyNA, NA)) else anyNA(x)
}
