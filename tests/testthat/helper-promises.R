# What every sibling promises (sc_rb(), sc_landmarks(), sc_graph()): expect_promises() checks all of it.

# `x`: rows with names, some of which may be stray, of groups that overlap. `...`: further arguments of the fit.
# `lacks`: "columns" where x is a graph, whose nodes have no columns: no centres, no missing values to leave out.
# `formula`: columns of x, where they are told by one. `fresh`: also in a new process, which takes a second or two.
expect_promises <- function(fit_function, x, k, ..., lacks = character(), formula = NULL, fresh = TRUE) {
  force(x)
  data_is <- if (is.null(formula)) "x" else "data"
  arguments <- c(list(formula = formula)[!is.null(formula)], stats::setNames(list(quote(x)), data_is), list(k = k, ...))
  make <- function(seed = 1, ...) {
    if (!is.null(seed)) set.seed(seed)
    do.call(fit_function, utils::modifyList(arguments, list(...), keep.null = TRUE))
  }
  has_columns <- !"columns" %in% lacks
  fit <- testthat::expect_silent(make())
  expect_seeded(make, fit)
  expect_proper_partition(fit, nrow(x))
  expect_row_names(make, fit, x, data_is)
  expect_predicted(fit, x)
  if (fresh) expect_predicts_in_fresh_process(fit, x)
  expect_kept(make, fit, x)
  expect_printed(fit)
  expect_draws_nothing(fit, x)
  expect_updated(make, arguments, x)
  expect_known_to_others(fit, x, has_columns)
  expect_argument_errors(make, fit, x, data_is)
  if (has_columns) {
    expect_centers(fit, x)
    expect_missing_told(make, x, data_is)
  } else {
    testthat::expect_null(fit$centers)
    testthat::expect_error(fitted(fit), "a graph has no columns", class = "scrb_error")
  }
}

# The fields that the siblings' fits of three groups of 40 rows have; the fit and x are for more to be checked of them.
expect_fields <- function(fit_function, n_columns, ...) {
  set.seed(1)
  data <- blobs(3, 40, d = 4)
  x <- data$x
  dimnames(x) <- list(paste0("r", 1:120), letters[1:4])
  fit <- fit_function(x, k = 3, ...)
  testthat::expect_s3_class(fit, "scrb", exact = TRUE)
  testthat::expect_type(fit$cluster, "integer")
  testthat::expect_identical(names(fit$cluster), rownames(x))
  expect_same_partition(fit$cluster, data$truth)
  testthat::expect_identical(fit$k, 3L)
  testthat::expect_identical(fit$size, tabulate(fit$cluster, 3))
  testthat::expect_identical(dimnames(fit$centers), list(c("1", "2", "3"), letters[1:4]))
  testthat::expect_equal(fit$centers, rowsum(x, fit$cluster) / 40, ignore_attr = TRUE)
  testthat::expect_identical(dim(fit$embedding), c(120L, n_columns))
  testthat::expect_identical(rownames(fit$embedding), rownames(x))
  testthat::expect_identical(dim(fit$embedding_centers), c(3L, n_columns))
  testthat::expect_length(fit$singular_values, n_columns + 1)
  testthat::expect_named(fit$solver, c("name", "side", "products", "iterations", "residuals", "converged", "recovered"))
  testthat::expect_named(fit$kmeans, c("iterations", "converged"))
  testthat::expect_true(all(fit$time >= 0))
  testthat::expect_null(fit$na.action)
  invisible(list(fit = fit, x = x))
}

random_state <- function() get(".Random.seed", globalenv())

# The same seed gives the same fit, and leaves the generator in the same state, whatever does not matter.
expect_seeded <- function(make, fit) {
  make(1)
  state <- random_state()
  for (threads in 1:3) {
    testthat::expect_identical(without_times(make(1, threads = threads)), without_times(fit))
    testthat::expect_identical(random_state(), state)
  }
  shown <- utils::capture.output(with_bar <- make(1, progress = TRUE), type = "message")
  testthat::expect_identical(without_times(with_bar), without_times(fit))
  testthat::expect_identical(random_state(), state)
  # starts of k-means are drawn at least
  many <- max(fit$k) + 4
  others <- lapply(1:6, function(seed) without_times(make(seed, k = many, n_vectors = many, nstart = 1)))
  testthat::expect_gt(length(unique(others)), 1)
}

expect_proper_partition <- function(fit, n) {
  u <- fit$embedding
  k <- fit$k
  cluster <- unname(fit$cluster)
  placed <- rowSums(u^2) > 0
  testthat::expect_s3_class(fit, "scrb", exact = TRUE)
  testthat::expect_type(fit$cluster, "integer")
  testthat::expect_identical(nobs(fit), n)
  testthat::expect_identical(unique(cluster[placed]), seq_len(k))
  testthat::expect_identical(fit$size, tabulate(cluster, k))
  testthat::expect_equal(sum(!placed), fit$diagnostics$stray)
  testthat::expect_equal(rowSums(u[placed, ]^2), rep(1, sum(placed)), ignore_attr = TRUE)
  rows <- u[placed, , drop = FALSE]
  own <- cluster[placed]
  testthat::expect_equal(unname(fit$embedding_centers), unname(rowsum(rows, own) / tabulate(own, k)))
  testthat::expect_equal(fit$withinss, vapply(seq_len(k), function(g) {
    sum(scale(rows[own == g, , drop = FALSE], scale = FALSE)^2)
  }, 0))
  testthat::expect_equal(fit$tot.withinss, sum(fit$withinss))
  testthat::expect_equal(fit$totss, within_squares(rows, rep(1, nrow(rows))))
  testthat::expect_equal(fit$betweenss, fit$totss - fit$tot.withinss)
  testthat::expect_lt(fixed_point_excess(rows, own), 1e-9)
  testthat::expect_false(is.unsorted(rev(fit$singular_values)))
  testthat::expect_equal(fit$singular_values[1], 1)
  testthat::expect_true(fit$solver$converged)
  testthat::expect_true(all(fit$time >= 0))
  testthat::expect_lte(sum(fit$time[names(fit$time) != "total"]), fit$time[["total"]] + 0.1)
}

expect_row_names <- function(make, fit, x, data_is) {
  names <- rownames(x)
  testthat::expect_identical(names(fit$cluster), names)
  testthat::expect_identical(rownames(fit$embedding), names)
  testthat::expect_identical(names(fitted(fit, "classes")), names)
  testthat::expect_identical(rownames(as.data.frame(fit)), names)
  some <- 5:2
  for (type in c("embedding", "distance")) {
    testthat::expect_identical(rownames(predict(fit, x[some, , drop = FALSE], type)), names[some])
  }
  testthat::expect_identical(names(predict(fit, x[some, , drop = FALSE])), names[some])
  bare <- do.call(make, stats::setNames(list(1, without_row_names(x)), c("seed", data_is)))
  testthat::expect_null(names(bare$cluster))
  testthat::expect_null(rownames(bare$embedding))
  testthat::expect_identical(unname(bare$cluster), unname(fit$cluster))
}

without_row_names <- function(x) {
  if (is.data.frame(x)) {
    row.names(x) <- NULL
    return(x)
  }
  # the nodes of a graph have the same names twice
  dimnames(x) <- list(NULL, if (nrow(x) != ncol(x)) colnames(x))
  x
}

# Rows of the fit get what they have in it, bit for bit; distances are those to the centres.
expect_predicted <- function(fit, x) {
  expect_predicts_itself(fit, x)
  testthat::expect_identical(predict(fit, x, threads = 2), fit$cluster)
  testthat::expect_identical(predict(fit), fit$cluster)
  testthat::expect_identical(predict(fit, type = "embedding"), fit$embedding)
  distance <- predict(fit, x, "distance")
  testthat::expect_identical(predict(fit, type = "distance"), distance)
  expected <- reference_distances(fit$embedding, fit$embedding_centers)
  expected[rowSums(fit$embedding^2) == 0, ] <- NA
  testthat::expect_equal(distance, expected, tolerance = 1e-6, ignore_attr = TRUE)
  testthat::expect_identical(dimnames(distance), list(rownames(x), as.character(seq_len(fit$k))))
}

expect_predicts_in_fresh_process <- function(fit, x) {
  files <- tempfile(c("case", "out"), fileext = ".rds")
  on.exit(unlink(files))
  saveRDS(list(fit = fit, x = x), files[1])
  script <- child_script(c(
    sprintf("case <- readRDS(%s)", deparse(files[1])),
    "found <- lapply(c('class', 'embedding'), function(type) predict(case$fit, case$x, type))",
    sprintf("saveRDS(c(list(case$fit), found), %s)", deparse(files[2]))
  ))
  testthat::skip_if(is.null(script), "the package is not installed")
  system2(rscript(), c("--vanilla", shQuote(script)), stdout = FALSE, stderr = FALSE)
  found <- readRDS(files[2])
  testthat::expect_identical(found[-1], list(fit$cluster, fit$embedding))
  testthat::expect_identical(without_times(found[[1]])$model, fit$model)
}

# What is not kept is missed with an error that says so, and the rest is the same.
expect_kept <- function(make, fit, x) {
  rest <- function(fit) without_times(fit)[setdiff(names(fit), c("time", "call", "embedding", "model"))]
  kept <- list(embedding = fit$embedding, model = fit$model)
  for (keep in list(NULL, "model", "embedding")) {
    some <- make(1, keep = keep)
    testthat::expect_identical(rest(some), rest(fit))
    for (part in names(kept)) testthat::expect_identical(some[[part]], if (part %in% keep) kept[[part]])
    testthat::expect_identical(predict(some), fit$cluster)
    if ("model" %in% keep) {
      testthat::expect_identical(predict(some, x, "embedding"), fit$embedding)
    } else {
      testthat::expect_error(predict(some, x), "predict() for new rows needs the model of the fit", fixed = TRUE,
                             class = "scrb_error")
    }
    if (!"embedding" %in% keep) {
      needs <- "needs the embedding of the fit, which was dropped: fit with `keep` including \"embedding\""
      testthat::expect_error(predict(some, type = "embedding"), needs, class = "scrb_error")
      testthat::expect_error(plot(some, which = 4), needs, class = "scrb_error")
      testthat::expect_identical(names(as.data.frame(some)), "cluster")
    }
  }
}

expect_printed <- function(fit) {
  shown <- utils::capture.output(returned <- withVisible(print(fit)))
  testthat::expect_identical(returned, list(value = fit, visible = FALSE))
  testthat::expect_lte(length(shown), 12)
  testthat::expect_match(shown[1], sprintf(": %d (row|node)s in %d clusters$", nobs(fit), fit$k))
  detail <- utils::capture.output(returned <- withVisible(print(summary(fit))))
  testthat::expect_false(returned$visible)
  testthat::expect_lte(max(nchar(c(shown, detail))), 80)
  testthat::expect_no_match(c(shown, detail), "NULL|NaN|Inf|numeric\\(0\\)|character\\(0\\)")
}

expect_draws_nothing <- function(fit, x) {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  set.seed(99)
  state <- random_state()
  utils::capture.output(print(fit), print(summary(fit)))
  testthat::expect_silent(plot(fit, which = 1:4))
  testthat::expect_silent(predict(fit, x))
  testthat::expect_identical(random_state(), state)
}

# The call is stored with the function's own name, and works again, with arguments changed.
expect_updated <- function(make, arguments, x) {
  fit <- make()
  testthat::expect_identical(fit$call[[1]], as.name(fit$method))
  testthat::expect_identical(as.list(fit$call)[names(arguments)], arguments)
  testthat::expect_identical(getCall(fit)[[1]], call("::", quote(scrb), as.name(fit$method)))
  expected <- make(5, nstart = 2)
  set.seed(5)
  again <- update(fit, nstart = 2)
  testthat::expect_identical(without_times(again), without_times(expected))
  testthat::expect_identical(again$call$nstart, 2)
}

# Methods of other packages' functions.
expect_known_to_others <- function(fit, x, has_columns) {
  placed <- rowSums(fit$embedding^2) > 0
  table <- as.data.frame(fit)
  testthat::expect_identical(table$cluster, unname(fit$cluster))
  testthat::expect_identical(as.matrix(table[-1]), fit$embedding)
  testthat::expect_identical(fitted(fit, "classes"), fit$cluster)
  testthat::expect_identical(agreement(fit, fit$cluster)[["ari"]], 1)
  if (requireNamespace("cluster", quietly = TRUE)) {
    widths <- cluster::silhouette(fit)
    testthat::expect_identical(unname(widths[, "cluster"]), as.numeric(fit$cluster[placed]))
    testthat::expect_equal(summary(fit)$silhouette, mean(widths[, "sil_width"]))
  }
  if (requireNamespace("generics", quietly = TRUE)) {
    testthat::expect_identical(generics::tidy(fit)$size, fit$size)
    augmented <- generics::augment(fit, x)
    testthat::expect_identical(unname(augmented$.cluster), factor(unname(fit$cluster), seq_len(fit$k)))
    testthat::expect_identical(augmented$.rownames, rownames(x))
    testthat::expect_identical(generics::augment(fit, newdata = x)$.cluster, augmented$.cluster)
    glance <- generics::glance(fit)
    testthat::expect_identical(c(nrow(glance), glance$nobs, glance$k), c(1L, nrow(x), fit$k))
    testthat::expect_true(glance$converged)
  }
  if (requireNamespace("clue", quietly = TRUE)) {
    testthat::expect_true(clue::is.cl_hard_partition(fit))
    testthat::expect_identical(unclass(clue::cl_class_ids(fit)), fit$cluster)
    testthat::expect_identical(clue::n_of_classes(fit), fit$k)
    testthat::expect_equal(clue::cl_agreement(fit, fit, method = "cRand")[1], 1)
    testthat::expect_identical(unclass(clue::cl_predict(fit, x)), fit$cluster)
    if (has_columns) {
      testthat::expect_identical(clue::cl_prototypes(fit), fit$centers)
    } else {
      testthat::expect_error(clue::cl_prototypes(fit), "a graph has no columns", class = "scrb_error")
    }
  }
}

# Means of columns by cluster, and of every row that of its cluster.
expect_centers <- function(fit, x) {
  testthat::expect_identical(rownames(fit$centers), as.character(seq_len(fit$k)))
  testthat::expect_identical(colnames(fit$centers), fit$columns$names)
  if (!is.data.frame(x)) {
    testthat::expect_equal(fit$centers, rowsum(as.matrix(x), fit$cluster) / fit$size)
  }
  by_row <- fitted(fit)
  testthat::expect_identical(rownames(by_row), rownames(x))
  for (j in seq_len(ncol(by_row))) {
    testthat::expect_identical(unname(as.data.frame(by_row)[[j]]), unname(as.data.frame(fit$centers)[[j]][fit$cluster]))
  }
}

# Rows with missing values are an error that says where, left out, or labelled NA.
expect_missing_told <- function(make, x, data_is) {
  fit <- function(x, ...) do.call(make, c(stats::setNames(list(1, x), c("seed", data_is)), list(...)))
  holes <- c(3L, nrow(x) - 4L)
  with_holes <- x
  with_holes[holes, 1] <- NA
  expected <- fit(x[-holes, , drop = FALSE])
  testthat::expect_error(fit(with_holes), "2 of them are NA or NaN, the first in row", class = "scrb_error")
  testthat::expect_message(omitted <- fit(with_holes, na.action = na.omit), "na.omit left out 2 of ",
                           class = "scrb_message")
  excluded <- testthat::expect_silent(fit(with_holes, na.action = na.exclude))
  testthat::expect_identical(omitted$cluster, expected$cluster)
  testthat::expect_identical(excluded$cluster[-holes], expected$cluster)
  testthat::expect_identical(excluded$embedding[-holes, ], expected$embedding)
  testthat::expect_identical(unname(which(is.na(excluded$cluster))), holes)
  testthat::expect_true(all(is.na(excluded$embedding[holes, ])))
  for (one in list(omitted, excluded)) {
    testthat::expect_identical(nobs(one), nrow(x) - 2L)
    testthat::expect_equal(as.vector(one$na.action), holes)
    testthat::expect_output(print(one), "Left out: 2 rows with missing values")
  }
  testthat::expect_identical(predict(excluded, with_holes, na.action = na.exclude), excluded$cluster)
  testthat::expect_error(predict(excluded, with_holes), "`newdata` must have no missing values", class = "scrb_error")
}

expect_told <- function(code, message, info = NULL) {
  said <- tryCatch(code, error = identity)
  testthat::expect_s3_class(said, "scrb_error")
  if (inherits(said, "error")) testthat::expect_match(conditionMessage(said), message, info = info)
}

# Wrong values of the arguments that all siblings have: an error that names the argument, before anything is drawn.
expect_argument_errors <- function(make, fit, x, data_is) {
  n <- nrow(x)
  no_count <- list(0, -1, 1.5, "3", NA, c(2, 3), NULL)
  wrong <- list(
    k = list(1, n + 1, 2.5, "2", NA, NULL, c(2, 2), c(1, 3), 2:(n + 1), c(2, NA), c("2", "3")),
    n_vectors = list(fit$k - 1, n + 1, 3.5, "9", NA, list(9)),
    consensus = list(-1, 1.5, "30", NA, c(1, 2), NULL),
    nstart = c(no_count, 2^31 - 1), iter.max = no_count,
    tol = list(0, -1, "a", Inf, NA, c(1, 2), NULL),
    ncv = list(2, n + 1, "a", NA, 20.5),
    recheck = list("sometimes", TRUE, NA_character_, NULL),
    keep = list("everything", mean, NA, 1),
    threads = list(0, 1.5, "2", NA, c(1, 2), 5000),
    progress = list(NA, "yes", 1, NULL)
  )
  make_with <- function(name, value) do.call(make, stats::setNames(list(NULL, value), c("seed", name)))
  state <- random_state()
  for (name in names(wrong)) {
    for (value in wrong[[name]]) {
      expect_told(make_with(name, value), paste0("^`", name, "` must"), paste(name, "=", deparse(value)[1]))
    }
  }
  for (value in list(letters, NULL, list(1, 2), mean, array(1, c(2, 2, 2)), dist(1:3))) {
    expect_told(make_with(data_is, value), sprintf("^`(%s|x)` must|^`formula` failed", data_is), class(value)[1])
  }
  expect_told(make_with("n_girds", 3), "unused argument: `n_girds`")
  testthat::expect_identical(random_state(), state)
  fails <- function(code, message) testthat::expect_error(code, message, class = "scrb_error")
  fails(predict(fit, x, type = "prob"), "^`type` must be one of")
  fails(predict(fit, x, probability = TRUE), "unused argument: `probability`")
  fails(predict(fit, x, threads = 0), "^`threads` must be")
  fails(predict(fit, letters), "`newdata` must")
  fails(predict(fit, unname(as.matrix(x))[, 1, drop = FALSE]), "`newdata` must")
  fails(predict(fit, x[0, , drop = FALSE]), "^`newdata` must have at least one row")
  fails(fitted(fit, "means"), "^`method` must be one of")
  fails(plot(fit, which = 9), "^`which` must be among")
  fails(plot(fit, max_points = 0), "^`max_points` must be")
}
