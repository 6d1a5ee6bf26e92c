# Columns of data frames. The core takes numbers and factors; what else a data frame has becomes one of them:
# kind            as the core sees it
# number          itself: double, integer or logical
# factor          codes of levels; also character columns
# ordered         the codes as numbers
# Date, POSIXct   days, seconds
# difftime        seconds

column_kind <- function(values) {
  if (length(dim(values)) > 1) {
    NA_character_
  } else if (is.ordered(values)) {
    "ordered"
  } else if (is.factor(values) || is.character(values)) {
    "factor"
  } else if (inherits(values, "POSIXt")) {
    "POSIXct"
  } else if (inherits(values, c("Date", "difftime"))) {
    class(values)[class(values) %in% c("Date", "difftime")]
  } else if (is_plain(values)) {
    "number"
  } else {
    NA_character_
  }
}

column_kinds <- function(x) vapply(x, column_kind, "")

# Levels of the columns that have any, by name.
column_levels <- function(x) {
  levels <- lapply(x, function(values) if (is.character(values)) sort(unique(values)) else levels(values))
  levels[!vapply(levels, is.null, NA)]
}

# What the core takes of one column. Levels that are not among `levels` get the code after the last.
column_values <- function(values, kind, levels) {
  switch(kind,
    number = if (is.object(values)) as.vector(unclass(values)) else values,
    factor = factor_codes(values, levels),
    ordered = match(as.character(values), levels),
    Date = as.double(values),
    POSIXct = as.double(as.POSIXct(values)),
    difftime = as.double(values, units = "secs")
  )
}

factor_codes <- function(values, levels) {
  if (identical(levels(values), levels)) {
    return(values)
  }
  codes <- match(as.character(values), levels)
  codes[is.na(codes) & !is.na(values)] <- length(levels) + 1L
  structure(codes, levels = levels, class = "factor")
}

# Matrices and data frames among the columns, as `~ poly(a, 2)` makes them, side by side with the others.
flatten_columns <- function(x) {
  x <- name_columns(as.data.frame(x))
  is_wide <- vapply(x, function(values) is.matrix(values) || is.data.frame(values), NA)
  if (!any(is_wide)) {
    return(x)
  }
  columns <- do.call(c, unname(Map(side_by_side, x, names(x), is_wide)))
  structure(columns, row.names = .row_names_info(x, 0L), class = "data.frame")
}

# Columns without a name are V1, V2, ... by their place.
name_columns <- function(x) {
  names <- if (is.null(names(x))) rep("", length(x)) else names(x)
  nameless <- is.na(names) | !nzchar(names)
  if (any(nameless)) {
    names[nameless] <- paste0("V", seq_along(x))[nameless]
    names(x) <- names
  }
  x
}

# The columns of a matrix or data frame as a list, named after the whole.
side_by_side <- function(values, name, is_wide) {
  if (!is_wide) {
    return(stats::setNames(list(values), name))
  }
  columns <- as.list(if (is.data.frame(values)) flatten_columns(values) else matrix_columns(unclass(values)))
  if (length(columns) > 1) {
    name <- paste0(name, ".", names(columns))
  }
  stats::setNames(columns, rep_len(name, length(columns)))
}

matrix_columns <- function(x) {
  columns <- lapply(seq_len(ncol(x)), function(j) x[, j])
  stats::setNames(columns, if (is.null(colnames(x))) seq_along(columns) else colnames(x))
}

# A data frame of the columns as the core takes them.
convert_columns <- function(x, kinds, levels) {
  x[] <- Map(function(values, kind, name) column_values(values, kind, levels[[name]]), x, kinds, names(x))
  x
}

# Row names, NULL where nobody gave any.
row_names <- function(x) if (!is.data.frame(x)) rownames(x) else if (.row_names_info(x) > 0) row.names(x)

# Cluster centres for people: a matrix of means, or a data frame where a column's mean is no number.
present_centers <- function(centers, columns, levels) {
  dimnames(centers) <- list(seq_len(nrow(centers)), columns$names)
  if (!any(columns$kinds %in% c("factor", "Date", "POSIXct", "difftime"))) {
    return(centers)
  }
  present <- function(values, kind, name) {
    switch(kind,
      factor = factor(levels[[name]][values], levels[[name]]),
      Date = as.Date(values, origin = "1970-01-01"),
      POSIXct = structure(values, class = c("POSIXct", "POSIXt"), tzone = columns$zones[[name]]),
      difftime = as.difftime(values, units = "secs"),
      values
    )
  }
  centers <- as.data.frame(centers)
  centers[] <- Map(present, centers, columns$kinds, columns$names)
  centers
}
