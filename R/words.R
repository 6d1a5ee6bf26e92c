# What came, in a few words.
describe <- function(value) {
  if (is.null(value)) {
    return("NULL")
  }
  if (is.atomic(value) && length(value) == 1 && !is.object(value) && is.null(dim(value))) {
    return(if (is.character(value)) dQuote(value, FALSE) else format(value, digits = 15))
  }
  size <- if (is.null(dim(value))) paste("of length", length(value)) else paste(dim(value), collapse = " x ")
  if (is.function(value)) "a function" else paste0("an object of class \"", class(value)[1], "\" (", size, ")")
}

# "3 of them are"
are <- function(n) paste(n, "of them", if (n == 1) "is" else "are")

quoted <- function(words, by = "\"") paste0(by, words, by, collapse = ", ")

# The first few, and how many more there are.
some_quoted <- function(words, by = "\"", most = 5) {
  more <- length(words) - most
  paste0(quoted(utils::head(words, most), by), if (more > 0) paste(" and", more, "more"))
}

# A number of bytes for people.
bytes <- function(n) {
  units <- c("bytes", "kB", "MB", "GB", "TB", "PB")
  power <- if (n < 1) 0 else min(floor(log10(n) / 3), length(units) - 1)
  paste(format(signif(n / 1000^power, 3)), units[power + 1])
}

# Numbers in full: 100000, not 1e+05.
in_full <- function(n) format(n, scientific = FALSE, trim = TRUE)

# A number of things: "1 row", "100000 rows".
count <- function(n, thing) paste0(in_full(n), " ", thing, if (n != 1) "s")
