# The runs of compare_methods(), one after the other and put together.

# The rows of the plan as lists, with the value of `one_run` (NULL where it failed) and a note; a bar over all of them.
run_all <- function(plan, one_run, progress) {
  method <- ""
  progress <- progress && !isTRUE(getOption("knitr.in.progress"))
  if (progress) {
    # a first run may be long: the bar is shown from the start
    old <- options(cli.progress_show_after = 0)
    on.exit(options(old))
    bar <- cli::cli_progress_bar(
      format = paste("{method} {cli::pb_bar} {cli::pb_current} of {cli::pb_total} runs, {cli::pb_elapsed},",
                     "ETA {cli::pb_eta}"),
      total = nrow(plan), clear = TRUE
    )
  }
  done <- vector("list", nrow(plan))
  for (i in seq_len(nrow(plan))) {
    method <- plan$method[i]
    if (progress) {
      cli::cli_progress_update(set = i - 1, id = bar, force = TRUE)
    }
    set.seed(plan$seed[i])
    done[[i]] <- c(plan[i, ], note_problems(one_run(method)))
  }
  done
}

# The value of the code, NULL after an error, and what it warned of or failed with, which is then told nowhere else.
note_problems <- function(code) {
  notes <- character()
  note <- function(condition) notes <<- c(notes, conditionMessage(condition))
  value <- tryCatch(
    withCallingHandlers(code, warning = function(condition) {
      note(condition)
      invokeRestart("muffleWarning")
    }),
    error = function(condition) {
      note(condition)
      NULL
    }
  )
  list(value = value, note = paste(unique(notes), collapse = " "))
}

# A data frame of runs and a matrix of their labels, both NA where a run failed.
join_runs <- function(done, n, has_truth) {
  columns <- c("sigma", "rank", "seconds", "silhouette", if (has_truth) measures)
  part <- function(name, type) vapply(done, `[[`, type, name)
  scores <- t(vapply(done, function(run) {
    if (is.null(run$value)) rep(NA_real_, length(columns)) else run$value$scores[columns]
  }, numeric(length(columns))))
  labels <- vapply(done, function(run) {
    if (is.null(run$value)) rep(NA_integer_, n) else run$value$cluster
  }, integer(n))
  runs <- data.frame(method = part("method", ""), run = part("run", 1L), seed = part("seed", 1L), scores,
                     note = part("note", ""))
  names(runs)[seq_along(columns) + 3] <- columns
  list(runs = runs, labels = labels)
}

# A row for each method.
summarize_runs <- function(joined, methods, memory, settings) {
  runs <- joined$runs
  by_method <- function(column, summary) {
    as.vector(vapply(split(runs[[column]], factor(runs$method, methods)), summary, numeric(1)))
  }
  average <- function(values) if (all(is.na(values))) NA_real_ else mean(values, na.rm = TRUE)
  between <- method_agreement(joined$labels, runs$method, methods)
  result <- data.frame(method = methods, rank = by_method("rank", average),
                       seconds = by_method("seconds", function(seconds) stats::median(seconds, na.rm = TRUE)),
                       memory = unname(memory), silhouette = by_method("silhouette", average),
                       stability = unname(diag(between)))
  if ("nmi" %in% names(runs)) {
    result[measures] <- lapply(measures, by_method, average)
    result[paste0(measures, "_sd")] <- lapply(measures, by_method, function(values) stats::sd(values, na.rm = TRUE))
    result$average_rank <- unname(average_rank(result))
  } else {
    result$agreement <- vapply(seq_along(methods), function(i) average(between[i, -i]), 0)
  }
  result$note <- vapply(split(runs$note, factor(runs$method, methods)), join_notes, "")
  structure(result, class = c("scrb_comparison", "data.frame"), runs = runs, labels = joined$labels, between = between,
            settings = settings)
}

# The first of the notes that differ in numbers only, and of how many runs where it is not all of them.
join_notes <- function(notes) {
  kind <- gsub("[0-9.]+", "0", notes)
  first <- which(!duplicated(kind) & nzchar(notes))
  times <- vapply(first, function(i) sum(kind == kind[i]), 1L)
  share <- ifelse(times < length(notes), paste0(" (", times, " of ", length(notes), " runs)"), "")
  paste0(notes[first], share, collapse = " ")
}

# Mean adjusted Rand indices between different runs, of two methods or of one.
method_agreement <- function(labels, method, methods) {
  total <- counted <- matrix(0, length(methods), length(methods), dimnames = list(methods, methods))
  at <- match(method, methods)
  ran <- which(!is.na(labels[1, ]))
  for (i in ran) {
    for (j in ran[ran < i]) {
      cell <- cbind(c(at[i], at[j]), c(at[j], at[i]))
      total[cell] <- total[cell] + adjusted_rand(count_pairs(labels[, i], labels[, j]))
      counted[cell] <- counted[cell] + 1
    }
  }
  ifelse(counted > 0, total / counted, NA)
}
