# Whole fits, and damage to them: for models.R.

# ---- fits -----------------------------------------------------------------------------------------------------------

blobs <- function(n, d, k, sd = 0.15) {
  centers <- matrix(stats::runif(k * d), k, dimnames = list(NULL, paste0("v", seq_len(d))))
  centers[rep_len(seq_len(k), n), , drop = FALSE] + stats::rnorm(n * d, sd = sd)
}

# Columns of all kinds; some values are missing where asked for.
mixed_frame <- function(n, missing = 0) {
  group <- rep_len(1:3, n)
  level <- function(levels) levels[ifelse(stats::runif(n) < 0.8, group, sample.int(3, n, replace = TRUE))]
  data <- data.frame(
    size = stats::rnorm(n, group), count = stats::rpois(n, 3 * group), old = stats::runif(n) < group / 4,
    color = factor(level(c("red", "green", "blue"))), grade = factor(level(c("a", "b", "c")), ordered = TRUE),
    place = level(c("north", "south", "west")), day = as.Date("2020-01-01") + 100 * group + sample.int(60, n, TRUE),
    time = as.POSIXct("2020-01-01", tz = "UTC") + 3600 * stats::runif(n, 0, 24 * group)
  )
  data$size[sample.int(n, missing)] <- NA
  data
}

# Whole fits, each with its data, new rows, and the pictures that can be drawn of it.
make_bases <- function() {
  set.seed(1)
  bases <- list()
  add <- function(name, fit, x, new = x[1:7, , drop = FALSE]) {
    fit <- suppressWarnings(fit)
    pictures <- if (is.null(fit$embedding)) c(1, 3) else 1:4
    pictures <- c(setdiff(pictures, if (is.null(fit$singular_values)) 1), if (!is.null(fit$path)) 5)
    bases[[name]] <<- list(fit = fit, x = x, new = new, pictures = pictures)
  }
  points <- blobs(120, 3, 3)
  mixed <- mixed_frame(150)
  gaps <- mixed_frame(100, missing = 6)
  wide <- blobs(80, 72, 3, sd = 0.5)
  sparse <- Matrix::rsparsematrix(100, 12, 0.3)
  near <- exp(-as.matrix(stats::dist(points)) / 0.1)
  cars <- datasets::mtcars
  named <- matrix(near[1:60, 1:60], 60, dimnames = rep(list(paste0("node", 1:60)), 2))
  add("rb_matrix", sc_rb(points, 3, n_grids = 24), points, points[1:9, ] + 0.01)
  add("rb_frame", sc_rb(mixed, 3, n_grids = 24), mixed)
  add("rb_consensus", sc_rb(points, 3, n_grids = 16, consensus = 4), points)
  add("rb_column_scaling", sc_rb(unname(points), 3, n_grids = 16, column_scaling = TRUE), unname(points))
  add("rb_vectors", sc_rb(points, 3, n_grids = 16, n_vectors = 6), points)
  add("rb_several_k", sc_rb(points, 2:5, n_grids = 24), points)
  add("rb_stray", sc_rb(points, 3, n_grids = 16, sigma = 0.03), points, points[1:9, ] + 5)
  add("rb_sparse", sc_rb(sparse, 3, n_grids = 16, scale = "sd"), sparse)
  add("rb_model", sc_rb(points, 4, n_grids = 16, keep = "model", kernel = "cauchy", sigma = 0.2), points)
  add("rb_formula", sc_rb(~ log(mpg) + poly(disp, 2) + factor(cyl), cars, 2, n_grids = 16), cars)
  add("rb_na_exclude", sc_rb(gaps, 3, n_grids = 16, na.action = stats::na.exclude), gaps)
  add("landmarks_matrix", sc_landmarks(points, 3, consensus = 10), points, points[1:9, ] + 0.01)
  add("landmarks_frame", sc_landmarks(mixed, 3, scale = "range", consensus = 0), mixed)
  add("landmarks_pca", sc_landmarks(wide, 3, consensus = 10), wide)
  add("landmarks_binary", sc_landmarks(points, 4, weights = "binary", n_landmarks = 40, consensus = 0), points)
  add("landmarks_several_k", sc_landmarks(points, 2:4, n_landmarks = 60, consensus = 5), points)
  add("graph_dense", sc_graph(named, 3), named, named[1:5, ])
  add("graph_sparse", sc_graph(Matrix::drop0(near, 0.05), 3, n_vectors = 5, consensus = 3), near)
  add("baseline_kmeans", sc_baseline(mixed, 3, "kmeans"), mixed)
  add("baseline_sc_rf", sc_baseline(points, 3, "sc_rf", rank = 32), points)
  add("baseline_lsc", sc_baseline(points, 3, "lsc", rank = 20), points)
  bases
}

# ---- damage ---------------------------------------------------------------------------------------------------------

# A part of a fit is a path to it: places in lists, names of attributes. The fit's own class stays.
parts_of <- function(value, path = list()) {
  attributes <- setdiff(names(attributes(value)), if (!length(path)) "class")
  steps <- c(if (is.list(value)) as.list(seq_along(value)), as.list(attributes))
  below <- lapply(steps, function(step) parts_of(get_part(value, list(step)), c(path, step)))
  c(if (length(path)) list(path), unlist(below, recursive = FALSE))
}

get_part <- function(value, path) {
  for (step in path) {
    value <- if (is.character(step)) attr(value, step, exact = TRUE) else unclass(value)[[step]]
  }
  value
}

gone <- structure(list(), class = "gone")

set_part <- function(value, path, new) {
  if (!length(path)) return(new)
  step <- path[[1]]
  part <- set_part(get_part(value, path[1]), path[-1], new)
  if (is.character(step)) {
    attr(value, step) <- if (!identical(part, gone)) part
    return(value)
  }
  plain <- unclass(value)
  if (identical(part, gone)) plain[[step]] <- NULL else plain[step] <- list(part)
  structure(plain, class = oldClass(value))
}

part_name <- function(value, path) {
  words <- vapply(seq_along(path), function(i) {
    step <- path[[i]]
    if (is.character(step)) return(paste0("@", step))
    paste0("$", c(names(get_part(value, path[seq_len(i - 1)]))[step], step)[1])
  }, "")
  sub("^\\$", "", paste(words, collapse = ""))
}

entries <- list(NA, NaN, Inf, -Inf, 0, 0L, -1, -1L, 0.5, 2, 1e9, 1e15, 1e38, 1e300, -1e300, 1e-320, 2^31,
                .Machine$integer.max, -.Machine$integer.max, "", "a", NA_character_, "\xff", TRUE)
objects <- list(NULL, NA, list(), list(NULL), character(), "a", "sc_landmarks", 1, 1L, 1i, raw(2), TRUE, 0, -1, 1e300,
                1e9, .Machine$integer.max, Inf, NaN, function(x) x, globalenv(), quote(a), quote(f(x)), ~ a + b,
                expression(a), data.frame(), data.frame(a = 1:3), Sys.Date(), factor("a"), matrix(0, 0, 0),
                matrix(1, 1, 1), array(1:8, c(2, 2, 2)), methods::getClass("numeric"), NA_character_,
                strrep("long ", 1e5))

some_of <- function(values) values[[sample.int(length(values), 1)]]
entry_of <- function(value) sample.int(length(value), 1)

# Each makes a damaged part of a part.
damages <- list(
  dropped = function(value) gone,
  emptied = function(value) value[0],
  halved = function(value) value[seq_len(length(value) %/% 2)],
  shorter = function(value) value[-entry_of(value)],
  longer = function(value) c(value, value[entry_of(value)]),
  doubled = function(value) c(value, value),
  first = function(value) value[[1]],
  fewer_rows = function(value) value[-sample.int(nrow(value), 1), , drop = FALSE],
  fewer_columns = function(value) value[, -sample.int(ncol(value), 1), drop = FALSE],
  more_rows = function(value) rbind(value, value[1, ]),
  more_columns = function(value) cbind(value, value[, 1]),
  one_entry = function(value) replace(value, entry_of(value), some_of(entries)),
  two_entries = function(value) replace(value, c(entry_of(value), entry_of(value)), some_of(entries)),
  all_entries = function(value) replace(value, seq_along(value), some_of(entries)),
  same_type = function(value) {
    value[entry_of(value)] <- suppressWarnings(as.vector(some_of(entries), typeof(value)))
    value
  },
  one_times = function(value) {
    i <- entry_of(value)
    value[i] <- as.vector(value[i] * some_of(c(-1, 0.5, 2, 1e-9, 1e9, 1e200)), typeof(value))
    value
  },
  all_times = function(value) value * some_of(list(-1L, -1, 2L, 0.5, 1e-9, 1e9, 1e200)),
  one_plus = function(value) {
    i <- entry_of(value)
    value[i] <- value[i] + some_of(list(1L, -1L, 0.5, 1e-6))
    value
  },
  all_plus = function(value) value + some_of(list(1L, -1L, 0.5, 1000L)),
  shuffled = function(value) value[sample.int(length(value))],
  constant = function(value) replace(value, seq_along(value), value[[1]]),
  transposed = function(value) t(value),
  dims_swapped = function(value) array(value, rev(dim(value))),
  dims_dropped = function(value) `dim<-`(value, NULL),
  dims_added = function(value) `dim<-`(value, some_of(list(length(value), c(1, length(value)), c(length(value), 1)))),
  names_dropped = function(value) if (is.list(value)) `names<-`(value, NULL) else unname(value),
  names_doubled = function(value) `names<-`(value, rep_len(c(names(value)[1], "a"), length(value))),
  names_odd = function(value) `names<-`(value, rep_len(c("", NA, "\xff"), length(value))),
  one_name = function(value) {
    names(value)[entry_of(value)] <- some_of(c("", NA, "a", names(value)))
    value
  },
  other_type = function(value) {
    suppressWarnings(some_of(list(as.character, as.list, as.logical, as.integer, as.double, as.factor, as.complex,
                                  as.data.frame, as.matrix, as.vector, as.numeric, function(v) as.raw(as.integer(v)),
                                  as.name, list, function(v) I(v)))(value))
  },
  other_storage = function(value) {
    suppressWarnings(storage.mode(value) <- some_of(c("integer", "double", "character", "logical", "complex", "list")))
    value
  },
  other_class = function(value) {
    `class<-`(value, some_of(c("factor", "data.frame", "other", "Date", "POSIXct", "table")))
  },
  other_object = function(value) some_of(objects)
)

# The part of another fit at the same place, or any part of a fit.
foreign_part <- function(name, bases) {
  fit <- some_of(bases)$fit
  parts <- parts_of(fit)
  alike <- Filter(function(path) part_name(fit, path) == name, parts)
  get_part(fit, if (length(alike)) alike[[1]] else some_of(parts))
}

core_parts <- c("model", "scaling", "xlevels", "columns", "embedding_centers")

# One part of a fit in another state: one that R can make, and that differs.
damage <- function(fit, bases) {
  paths <- parts_of(fit)
  core <- stats::runif(1) < 0.4
  in_core <- Filter(function(path) core && names(fit)[path[[1]]] %in% core_parts, paths)
  if (length(in_core)) paths <- in_core # damage may have left no core part its name
  is_attribute <- vapply(paths, function(path) is.character(path[[length(path)]]), NA)
  some <- if (stats::runif(1) < 0.8) !is_attribute else is_attribute
  path <- some_of(if (any(some)) paths[some] else paths)
  name <- part_name(fit, path)
  value <- get_part(fit, path)
  for (attempt in 1:50) {
    how <- if (stats::runif(1) < 0.15) "foreign" else some_of(names(damages))
    make <- if (how == "foreign") function(value) foreign_part(name, bases) else damages[[how]]
    new <- tryCatch(make(value), error = function(e) value)
    changed <- tryCatch(set_part(fit, path, new), error = function(e) fit)
    if (!identical(changed, fit)) break
  }
  list(fit = changed, what = paste(name, how), before = value, after = new)
}

# The case's base, the damaged fit, and what was done to it.
make_case <- function(case, bases) {
  set.seed(case)
  base <- some_of(bases)
  steps <- list()
  for (i in seq_len(sample.int(3, 1, prob = c(0.65, 0.25, 0.1)))) {
    steps[[i]] <- damage(base$fit, bases)
    # without its names a fit has no more parts to choose
    base$fit <- steps[[i]]$fit
    if (!length(base$fit) || is.null(names(base$fit))) break
  }
  c(base, list(steps = steps))
}
