# Checks of data: of x, of newdata.

# x as the core takes it: a matrix of numbers, a dgCMatrix, or a data frame of numbers and factors. With the
# columns' names, in data frames their kinds, and the levels of those that have any.
check_data <- function(x, name) {
  levels <- list()
  kinds <- zones <- NULL
  if (is.data.frame(x)) {
    x <- flatten_columns(check_frame(x, name))
    check_codes(x, name)
    levels <- column_levels(x)
    kinds <- unname(column_kinds(x))
    check_columns(x, kinds, levels, name)
    zones <- lapply(x[kinds == "POSIXct"], attr, "tzone")
    x <- convert_columns(x, kinds, levels)
  } else {
    x <- check_matrix(x, name)
  }
  if (nrow(x) < 1 || ncol(x) < 1) {
    stop_scrb("`", name, "` must have at least one row and one column, not ", nrow(x), " x ", ncol(x), ".")
  }
  list(x = x, columns = list(names = colnames(x), kinds = kinds, zones = zones), levels = levels)
}

check_valid <- function(x, name) {
  if (is(x, "Matrix")) {
    problem <- tryCatch(methods::validObject(x, test = TRUE), error = conditionMessage)
    if (!isTRUE(problem)) {
      stop_scrb("`", name, "` must be a valid object of class \"", class(x)[1], "\", but is not: ", problem[1], ".")
    }
  }
}

matrix_kinds <- "a numeric matrix, a sparse matrix of package Matrix or a data frame"

check_matrix <- function(x, name, wanted = matrix_kinds) {
  check_valid(x, name)
  x <- try_user(as_matrix(x), name)
  if (is(x, "dgCMatrix") || (is.matrix(x) && is_plain(x))) {
    return(x)
  }
  stop_scrb("`", name, "` must be ", wanted, ", not ",
            if (is.matrix(x) && !is.object(x)) paste("a matrix of type", typeof(x)) else describe(x), ".")
}

# A data frame whose columns have as many rows as it says.
check_frame <- function(x, name) {
  n <- .row_names_info(x, 2L)
  wrong <- which(vapply(unclass(x), NROW, 1) != n)
  if (length(wrong)) {
    stop_scrb("`", name, "` must have columns of the same length, but column ", wrong[1], " has ",
              count(NROW(x[[wrong[1]]]), "row"), " where the data frame has ", n, ".")
  }
  x
}

# Factors whose codes are among their levels.
check_codes <- function(x, name) {
  for (column in names(x)[vapply(x, is.factor, NA)]) {
    values <- x[[column]]
    codes <- unclass(values)
    if (!is.integer(codes) || !is.character(levels(values)) || anyDuplicated(levels(values)) ||
          any(codes < 1L | codes > length(levels(values)), na.rm = TRUE)) {
      stop_scrb("`", name, "` must have proper factors, but `", column, "` has codes that are not among its levels, ",
                "or levels that are not distinct strings.")
    }
  }
}

# Codes of levels travel as floats.
max_levels <- 2^24

check_columns <- function(x, kinds, levels, name) {
  check_distinct(names(x), name)
  other <- is.na(kinds)
  if (any(other)) {
    stop_scrb("`", name, "` must have columns of numbers, factors, strings, dates or times, but ",
              named_classes(x[other]), ".")
  }
  many <- lengths(levels) > max_levels
  if (any(many)) {
    stop_scrb("`", name, "` must have factors of at most ", max_levels, " levels, but ",
              quoted(names(many)[many], "`"), " has more.")
  }
}

check_distinct <- function(columns, name) {
  again <- columns[duplicated(columns)]
  if (length(again)) {
    stop_scrb("`", name, "` must have columns of different names, but ", quoted(again[1], "`"), " comes twice.")
  }
}

named_classes <- function(x) {
  paste0("`", names(x), "` is of class \"", vapply(x, function(values) class(values)[1], ""), "\"", collapse = ", ")
}

# Where the first bad entry is, in the words of whoever gave the data: rows by their number before any were left
# out, or by name; columns by name.
first_at <- function(bad, x) {
  row <- bad[["row"]]
  dropped <- attr(x, "na.action")
  if (is.data.frame(x)) {
    row <- row.names(x)[row]
  } else if (length(dropped)) {
    row <- seq_len(nrow(x) + length(dropped))[-dropped][row]
  }
  column <- if (is.null(colnames(x))) bad[["column"]] else quoted(colnames(x)[bad[["column"]]], "`")
  paste0("the first in row ", row, ", column ", column)
}

check_finite <- function(summary, name, x, hint = "") {
  if (summary$missing[["count"]] > 0) {
    stop_scrb("`", name, "` must have no missing values, but ", are(summary$missing[["count"]]), " NA or NaN, ",
              first_at(summary$missing, x), hint, ".")
  }
  if (summary$infinite[["count"]] > 0) {
    stop_scrb("`", name, "` must have finite values only, but ", are(summary$infinite[["count"]]), " infinite, ",
              first_at(summary$infinite, x), ".")
  }
}

# Scaled columns travel as floats.
check_spread <- function(spread, scale) {
  largest <- which.max(ifelse(is.finite(spread), spread, Inf))
  if (is.finite(spread[largest]) && (scale != "none" || spread[largest] < 1e30)) {
    return(invisible())
  }
  stop_scrb("`x` must span less than ", if (scale == "none") "1e30 when `scale` = \"none\"" else "the largest number",
            ", but column ", largest, " spans ", format(spread[largest]), ".")
}

# New rows as the core takes them, with the columns of the fit.
check_newdata <- function(newdata, fit) {
  if (!is.null(fit$terms)) {
    newdata <- formula_columns(newdata, fit$terms)
  }
  if (!has_columns(fit)) {
    return(check_new_links(newdata, fit))
  }
  if (is.data.frame(newdata)) {
    newdata <- match_columns(flatten_columns(check_frame(newdata, "newdata")), fit)
    check_codes(newdata, "newdata")
    check_kinds(newdata, fit)
    newdata <- convert_columns(newdata, kinds_of(fit), fit$xlevels)
  } else {
    if (any(kinds_of(fit) != "number")) {
      stop_scrb("`newdata` must be a data frame, as the data of the fit, not ", describe(newdata), ".")
    }
    newdata <- match_columns(check_matrix(newdata, "newdata"), fit)
  }
  if (nrow(newdata) < 1) {
    stop_scrb("`newdata` must have at least one row.")
  }
  newdata
}

# The number of columns that new rows must have: of a graph a column for each node.
n_columns <- function(fit) if (has_columns(fit)) length(fit$scaling$scale) else length(fit$cluster)

kinds_of <- function(fit) {
  if (is.null(fit$columns$kinds)) rep("number", length(fit$scaling$scale)) else fit$columns$kinds
}

# By name where both have names, else by place.
match_columns <- function(newdata, fit) {
  columns <- fit$columns$names
  given <- colnames(newdata)
  if (!tell_apart(columns) || is.null(given)) {
    if (ncol(newdata) != n_columns(fit)) {
      stop_scrb("`newdata` must have ", count(n_columns(fit), "column"), ", as the data of the fit, not ",
                ncol(newdata), ".")
    }
    return(newdata)
  }
  absent <- setdiff(columns, given)
  if (length(absent)) {
    stop_scrb("`newdata` must have the columns of the fit, but lacks ", some_quoted(absent, "`"), ".")
  }
  if (identical(columns, given)) {
    return(newdata)
  }
  check_distinct(given[given %in% columns], "newdata")
  if (is.data.frame(newdata)) newdata[columns] else newdata[, columns, drop = FALSE]
}

# Whether names are there and all different.
tell_apart <- function(names) !is.null(names) && !anyNA(names) && all(nzchar(names)) && !anyDuplicated(names)

# Levels are matched by name, so strings and factors of either sort can stand for one another.
check_kinds <- function(newdata, fit) {
  wanted <- kinds_of(fit)
  kinds <- unname(column_kinds(newdata))
  with_levels <- c("factor", "ordered")
  wrong <- which(is.na(kinds) | (kinds != wanted & !(kinds %in% with_levels & wanted %in% with_levels)))
  if (length(wrong)) {
    words <- c(number = "numbers", factor = "a factor or strings", ordered = "an ordered factor", Date = "dates",
               POSIXct = "times", difftime = "time differences")
    stop_scrb("`", names(newdata)[wrong[1]], "` in `newdata` must be ", words[[wanted[wrong[1]]]],
              ", as in the data of the fit, but ", named_classes(newdata[wrong[1]]), ".")
  }
  for (name in names(newdata)[wanted == "ordered"]) {
    unknown <- setdiff(as.character(unique(newdata[[name]])), c(fit$xlevels[[name]], NA))
    if (length(unknown)) {
      stop_scrb("`newdata` must have levels of the fit in ordered factors, but `", name, "` has ",
                some_quoted(unknown), ".")
    }
  }
}

# What `na.action` made of x: rows may be fewer, columns must be the same.
check_left <- function(left, x, name) {
  same <- is.data.frame(left) == is.data.frame(x) && identical(dim(left)[2], dim(x)[2]) &&
    identical(colnames(left), colnames(x)) &&
    (if (is.data.frame(x)) same_columns(left, x) else is(left, "sparseMatrix") || is_plain(left))
  if (same && nrow(left) > 0) {
    return(left)
  }
  stop_scrb("`na.action` must leave `", name, "` rows, and its columns as they are, but gives ", describe(left), ".")
}

# Columns of the same kinds and levels, all as long as there are rows.
same_columns <- function(left, x) {
  identical(column_kinds(left), column_kinds(x)) && identical(lapply(left, levels), lapply(x, levels)) &&
    all(vapply(unclass(left), NROW, 1) == .row_names_info(left, 2L))
}

check_entries <- function(n, n_grids) {
  n <- as.double(n)
  if (n * n_grids >= 2^31) {
    entries <- format(n * n_grids, big.mark = ",", scientific = FALSE)
    stop_scrb("`n_grids` (= ", n_grids, ") with ", n, " rows makes ", entries, " entries, but a sparse matrix of ",
              "package Matrix holds fewer than 2^31.")
  }
}

check_na_action <- function(na.action) {
  if (is.null(na.action)) {
    return(na.fail)
  }
  if (is.character(na.action) && length(na.action) == 1 && !is.na(na.action) && nzchar(na.action) &&
        exists(na.action, mode = "function")) {
    na.action <- get(na.action, mode = "function")
  }
  if (is.function(na.action)) {
    return(na.action)
  }
  stop_scrb("`na.action` must be a function such as na.fail, na.omit or na.exclude, not ", describe(na.action), ".")
}

# Any rows and columns, as a data frame.
check_table <- function(rows, name) {
  if (!is.data.frame(rows) && !is.atomic(rows) && !is(rows, "Matrix")) {
    stop_scrb("`", name, "` must be a data frame or a matrix, not ", describe(rows), ".")
  }
  name_columns(if (is.data.frame(rows)) rows else as.data.frame(as.matrix(as_matrix(rows))))
}

check_rows <- function(n, fitted) {
  if (n != fitted) {
    stop_scrb("`data` must have the ", fitted, " rows of the fit, not ", n, "; `newdata` takes any others.")
  }
}

check_frame_rows <- function(found, n) {
  if (found != n) {
    stop_scrb("`newdata` must have all columns of the formula, but has ", n, " rows where the formula gives ", found,
              ".")
  }
}

check_formula <- function(formula, data) {
  if (length(formula) == 3) {
    stop_scrb("`formula` must have no left-hand side, as clusters are not known in advance: ~ a + b, not y ~ a + b.")
  }
  if (!is.null(data) && !is.list(data) && !is.environment(data)) {
    stop_scrb("`data` must be a data frame, not ", describe(data), ".")
  }
}

check_terms <- function(terms) {
  if (length(attr(terms, "term.labels")) == 0 || any(attr(terms, "order") > 1) || !is.null(attr(terms, "offset"))) {
    stop_scrb("`formula` must name columns, or functions of them, joined by +, not ",
              quoted(paste(deparse(stats::formula(terms)), collapse = " "), "`"), ".")
  }
}

check_variables <- function(newdata, terms) {
  if (!is.data.frame(newdata)) {
    stop_scrb("`newdata` must be a data frame, as the fit was made by a formula, not ", describe(newdata), ".")
  }
  absent <- setdiff(attr(terms, "from_data"), names(newdata))
  if (length(absent)) {
    stop_scrb("`newdata` must have the columns of the formula, but lacks ", some_quoted(absent, "`"), ".")
  }
}
