#' @rdname compare_methods
#' @order 2
#' @details
#' `print()` shows the main columns, the best of each marked by a star, then the notes. Without `truth` the agreement
#' between methods follows. `as.data.frame(result)` shows all columns, `result[order(result$average_rank), ]` is sorted.
#' @export
print.scrb_comparison <- function(x, ...) {
  settings <- attr(x, "settings")
  # some of the columns, or no rows, are just a data frame
  shown <- c("method", "seconds", "memory", "silhouette", "stability", "note",
             if (is_judged(x)) measures else "agreement")
  if (is.null(settings) || !all(shown %in% names(x)) || nrow(x) == 0) {
    return(NextMethod())
  }
  cat(count(nrow(x), "method"), ": ", count(settings$n, "row"), " in ", settings$k, " clusters, rank ", settings$rank,
      ", ", count(settings$repeats, "repeat"), "\n\n", sep = "")
  write_columns(comparison_columns(x))
  short <- short_names()[intersect(x$method, names(short_names()))]
  key <- c("* best", if (length(short)) paste0(short, ": ", names(short)), "silh.: silhouette", "stab.: stability",
           if (is_judged(x)) "rank: mean over nmi, ri, fm and acc")
  cat("\n")
  writeLines(strwrap(paste(key, collapse = ", "), 81))
  for (note in unique(x$note[nzchar(x$note)])) {
    writeLines(strwrap(paste0(paste(x$method[x$note == note], collapse = ", "), ": ", note), 79, exdent = 2))
  }
  if (!is_judged(x) && nrow(x) > 1) {
    cat("\nAgreement between methods (mean adjusted Rand index; diagonal: between repeats)\n")
    between <- attr(x, "between")[x$method, x$method]
    cells <- lapply(as.data.frame(between), function(values) or_dash(values, fixed(values)))
    names(cells) <- short_method(names(cells))
    write_columns(c(list(short_method(rownames(between))), cells))
  }
  invisible(x)
}

# So that all methods fit into 80 columns.
short_method <- function(method) {
  short <- short_names()[method]
  unname(ifelse(is.na(short), method, short))
}

# Of the methods that have one.
short_names <- function() unlist(lapply(methods_table, `[[`, "short"))

# What print() shows, as text.
comparison_columns <- function(x) {
  # a method that failed is best in nothing
  column <- function(values, text, sign) {
    of_those <- ifelse(is.na(x$seconds), NA, values)
    best <- !is.na(of_those) & rank(-sign * of_those, ties.method = "min") == 1
    paste0(or_dash(values, text), ifelse(best, "*", " "))
  }
  decimals <- function(values, digits = 2) column(values, fixed(values, digits), 1)
  columns <- list(
    method = short_method(x$method),
    time = column(x$seconds, vapply(x$seconds, duration, ""), -1),
    memory = column(x$memory, vapply(signif(x$memory, 2), bytes, ""), -1),
    silh. = decimals(x$silhouette),
    stab. = decimals(x$stability)
  )
  if (is_judged(x)) {
    judged <- c("nmi", "ari", "ri", "fm", "acc")
    columns[judged] <- lapply(x[judged], decimals, 3)
    columns$rank <- column(x$average_rank, fixed(x$average_rank), -1)
  } else {
    columns$agreement <- decimals(x$agreement)
  }
  columns
}

# Whether there was a truth.
is_judged <- function(x) "average_rank" %in% names(x)

or_dash <- function(values, text) ifelse(is.na(values), "-", text)

# Without "-0.00".
fixed <- function(values, digits = 2) sprintf("%.*f", digits, round(values, digits) + 0)

# Columns of text side by side under their names; the first is to the left.
write_columns <- function(columns) {
  name <- names(columns)
  lines <- vapply(seq_along(columns), function(j) {
    text <- columns[[j]]
    # a column's name ends where its numbers do
    header <- paste0(name[j], if (any(endsWith(text, " ") | endsWith(text, "*"))) " ")
    format(c(header, text), justify = if (j == 1) "left" else "right")
  }, character(length(columns[[1]]) + 1))
  writeLines(sub(" +$", "", apply(lines, 1, paste, collapse = " ")))
}

# A number of seconds for people.
duration <- function(seconds) {
  if (is.na(seconds)) {
    NA_character_
  } else if (seconds < 10) {
    sprintf("%.2f s", seconds)
  } else if (seconds < 100) {
    sprintf("%.1f s", seconds)
  } else if (seconds < 600) {
    sprintf("%.1f min", seconds / 60)
  } else if (seconds < 6000) {
    sprintf("%.0f min", seconds / 60)
  } else {
    sprintf("%.1f h", seconds / 3600)
  }
}
