# Whether a fit is what it was when it was made. It may have been saved, cut, edited or mixed up with another since.

# The whole of it: the fields and what stands in them, here; the model, in the core.
check_fit <- function(fit) {
  check_fields(fit, names(field_rules))
  check_rules(fit, value_rules)
  if (!is.null(fit$model)) {
    ask_core(check_model_cpp(model_fields(fit)))
  }
}

# That all that R reads is there, of its type and as long as it must be. `fields`: those that are read, in the order of
# field_rules, and those that their rules ask. The model, which another version may write otherwise, is for new rows.
check_fields <- function(fit, fields = setdiff(names(field_rules), "model")) {
  parts <- unclass(fit)
  if (anyNA(names(parts)) || anyDuplicated(names(parts))) {
    stop_bad_model("names", "must all be different")
  }
  check_rules(fit, field_rules[fields])
}

# What is printed also of a fit by another version.
shown_fields <- c("method", "k", "cluster", "size", "singular_values", "na.action", "diagnostics", "time", "call",
                  "path", "sigma", "kernel", "weights", "n_grids", "n_landmarks", "n_nearest", "pca", "n_links", "rank",
                  "consensus")

check_rules <- function(fit, rules) {
  parts <- unclass(fit)
  for (field in names(rules)) {
    rule <- rules[[field]]
    value <- field_of(parts, field)
    if (!(rule$optional && is.null(value)) && !passes(rule$holds, value, parts)) {
      stop_bad_model(field, rule$must)
    }
  }
}

# A test that cannot be made is not passed.
passes <- function(holds, value, fit) {
  isTRUE(tryCatch(holds(value, fit), error = function(condition) FALSE, warning = function(condition) FALSE))
}

# "list$part", by their full names; NULL where there is none.
field_of <- function(fit, field) {
  for (name in strsplit(field, "$", fixed = TRUE)[[1]]) {
    fit <- if (is.list(fit)) fit[[name]]
  }
  fit
}

# Plain values: without attributes, but for names where that is said.
is_bare <- function(value) is.null(attributes(value))
is_text <- function(value) is.character(value) && length(value) == 1 && is_bare(value) && !is.na(value)
is_flag <- function(value) is.logical(value) && length(value) == 1 && is_bare(value) && !is.na(value)
is_single <- function(value) is_bare(value) && is_number(value)
is_count <- function(value, least = 0) is_single(value) && value >= least && value == round(value)
is_plain_list <- function(value) is.list(value) && is.vector(value)

are_numbers <- function(values, length) {
  is.numeric(values) && is_bare(values) && length(values) == length && all(is.finite(values))
}

is_matrix_of <- function(values, n_rows, n_cols = ncol(values)) {
  is.matrix(values) && is.numeric(values) && !is.object(values) && is_bare(dim(values)) &&
    (is.null(dimnames(values)) || are_names(dimnames(values))) &&
    nrow(values) == n_rows && ncol(values) == n_cols
}

are_names <- function(dimnames) {
  is_plain_list(dimnames) && all(vapply(dimnames, function(one) is.null(one) || is.character(one), NA))
}

# What a field must be: in words, and as a test of its value and the fit, whose fields further up have passed theirs.
rule <- function(must, holds, optional = FALSE) list(must = must, holds = holds, optional = optional)

sum_rule <- rule("must be a sum of squares", function(value, fit) is_single(value))

# Fits of methods that have the setting must have it.
setting_rule <- function(field) {
  force(field)
  rule("must be a single number", function(value, fit) {
    if (is.null(value)) !field %in% method_of(fit)$settings else is_single(value)
  })
}

field_rules <- list(
  method = rule("must be the name of a method", function(value, fit) {
    is_text(value) && value %in% names(methods_table)
  }),
  k = rule("must be a number of clusters", function(value, fit) is_count(value, 1)),
  cluster = rule("must have labels from 1 to k", function(value, fit) {
    is.integer(value) && is.vector(value) && min(value, na.rm = TRUE) >= 1 && max(value, na.rm = TRUE) <= fit$k
  }),
  size = rule("must have a number of rows for each cluster", function(value, fit) {
    are_numbers(value, fit$k) && all(value >= 1) && all(value == round(value)) && sum(value) <= .Machine$integer.max
  }),
  withinss = rule("must have a sum of squares for each cluster", function(value, fit) are_numbers(value, fit$k)),
  totss = sum_rule,
  tot.withinss = sum_rule,
  betweenss = sum_rule,
  embedding_centers = rule("must be a matrix of numbers with a row for each cluster", function(value, fit) {
    is_matrix_of(value, fit$k) && ncol(value) > 0 && all(is.finite(value))
  }),
  embedding = rule("must be a matrix with a row for each label", function(value, fit) {
    is_matrix_of(value, length(fit$cluster), ncol(fit$embedding_centers))
  }, optional = TRUE),
  singular_values = rule("must be numbers", function(value, fit) {
    length(value) > 0 && are_numbers(value, length(value))
  }, optional = TRUE),

  # columns: how they were scaled, and what they are; nodes of a graph have none
  scaling = rule("must tell how columns were scaled, and not be there of a graph", function(value, fit) {
    if (has_columns(fit)) is_plain_list(value) else is.null(value)
  }),
  `scaling$scale` = rule("must have a positive number for each column", function(value, fit) {
    !has_columns(fit) || (length(value) > 0 && are_numbers(value, length(value)) && all(value > 0))
  }),
  `scaling$center` = rule("must have a number for each column", function(value, fit) {
    !has_columns(fit) || are_numbers(value, n_columns(fit))
  }),
  `scaling$unit` = rule("must be a positive number", function(value, fit) {
    !has_columns(fit) || (is_single(value) && value > 0)
  }),
  columns = rule("must be a list", function(value, fit) is_plain_list(value)),
  `columns$names` = rule("must name each column", function(value, fit) {
    is.character(value) && is_bare(value) && length(value) == n_columns(fit)
  }, optional = TRUE),
  `columns$kinds` = rule("must tell the kind of each column", function(value, fit) {
    is.character(value) && is_bare(value) && has_columns(fit) && length(value) == n_columns(fit) &&
      all(value %in% c("number", "factor", "ordered", "Date", "POSIXct", "difftime"))
  }, optional = TRUE),
  xlevels = rule("must have the levels of each factor", function(value, fit) {
    with_levels <- fit$columns$kinds %in% c("factor", "ordered")
    is_plain_list(value) && length(value) == sum(with_levels) &&
      (!any(with_levels) || tell_apart(fit$columns$names)) &&
      setequal(names(value), fit$columns$names[with_levels]) &&
      all(vapply(value, function(one) is.character(one) && is_bare(one) && !anyDuplicated(one), NA))
  }),
  centers = rule("must have a row for each cluster and all columns, and not be there of a graph", function(value, fit) {
    if (has_columns(fit)) are_centers(value, fit) else is.null(value)
  }),
  terms = rule("must be the terms of a formula", function(value, fit) {
    inherits(value, "terms") && inherits(value, "formula") && is.call(value) &&
      (is.null(attr(value, "from_data")) || is.character(attr(value, "from_data")))
  }, optional = TRUE),
  na.action = rule("must be numbers of rows", function(value, fit) {
    is.numeric(value) && !anyNA(value) && !anyDuplicated(value) && all(value >= 1) &&
      all(value <= sum(fit$size) + length(value))
  }, optional = TRUE),

  # how the fit was found
  solver = rule("must tell how the vectors were found, where there are any", function(value, fit) {
    if (is.null(value)) return(is.null(fit$singular_values))
    is_plain_list(value) && is_text(value$name) && is_flag(value$converged) && length(value$residuals) > 0 &&
      are_numbers(value$residuals, length(value$residuals)) &&
      all(vapply(value[c("products", "iterations", "recovered")], is_single, NA))
  }),
  kmeans = rule("must tell how k-means ended", function(value, fit) {
    is_plain_list(value) && is_count(value$iterations) && is_flag(value$converged)
  }),
  diagnostics = rule("must be numbers, with that of the stray rows", function(value, fit) {
    is_plain_list(value) && is_count(value$stray) && value$stray <= length(fit$cluster) &&
      all(vapply(value, function(one) is.numeric(one) && is_bare(one), NA)) &&
      all(lengths(value) == ifelse(names(value) == "degree_range", 2, 1))
  }),
  time = rule("must be seconds by step, and in total", function(value, fit) {
    is.vector(value) && are_numbers(unname(value), length(value)) && "total" %in% names(value)
  }),
  call = rule("must be a call", function(value, fit) {
    is.call(value) && !is.object(value) && is.character(deparse(value, nlines = 4))
  }),
  path = rule("must be a data frame with a row for each k, one of which was chosen", function(value, fit) {
    is_path(value)
  }, optional = TRUE),

  # settings
  sigma = setting_rule("sigma"),
  kernel = rule("must be a kernel's name, or a function", function(value, fit) is.function(value) || is_text(value),
                optional = TRUE),
  weights = rule("must be the name of some weights", function(value, fit) is_text(value), optional = TRUE),
  n_grids = setting_rule("n_grids"),
  n_landmarks = setting_rule("n_landmarks"),
  n_nearest = setting_rule("n_nearest"),
  pca = setting_rule("pca"),
  n_links = setting_rule("n_links"),
  rank = setting_rule("rank"),
  n_vectors = setting_rule("n_vectors"),
  consensus = setting_rule("consensus"),
  model = rule("must be a list, of the kind and with the base clusterings of the fit", function(value, fit) {
    is_plain_list(value) && identical(value[["kind"]], method_of(fit)$model) &&
      (fit$consensus > 0) == !is.null(value[["consensus"]])
  }, optional = TRUE)
)

# What takes a while for many rows, and matters to what looks at all of them.
value_rules <- list(
  embedding = rule("must have numbers, not all 0, for rows that have a label", function(value, fit) {
    unlabelled <- is.na(fit$cluster)
    labelled <- if (any(unlabelled)) value[!unlabelled, , drop = FALSE] else value
    most <- max(labelled, -min(labelled))
    most > 0 && most < 1e100
  }, optional = TRUE)
)

# Centres as present_centers() makes them.
are_centers <- function(centers, fit) {
  if (is.matrix(centers)) {
    return(is_matrix_of(centers, fit$k, n_columns(fit)))
  }
  columns <- unclass(centers)
  is.data.frame(centers) && length(columns) == n_columns(fit) && .row_names_info(centers, 2L) == fit$k &&
    tell_apart(names(columns)) && is_bare(names(columns)) && !anyNA(vapply(columns, column_kind, "")) &&
    all(vapply(columns, function(one) is.numeric(unclass(one)) && length(one) == fit$k, NA))
}

is_path <- function(path) {
  numbers <- c("k", "gap", "silhouette", "restart", "halves", "stability", "smallest", "largest")
  columns <- unclass(path)
  is.data.frame(path) && all(c(numbers, "chosen") %in% names(columns)) && nrow(path) > 1 &&
    all(lengths(columns) == nrow(path)) && all(vapply(columns, is_bare, NA)) &&
    all(vapply(columns[numbers], function(one) is.numeric(one) && !any(is.infinite(one)), NA)) &&
    all(columns$k == round(columns$k)) && all(abs(columns$k) <= .Machine$integer.max) &&
    !all(is.na(columns$gap)) && !all(is.na(columns$stability)) &&
    is.logical(columns$chosen) && sum(columns$chosen) == 1
}
