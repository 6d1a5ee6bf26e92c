# A bar for each step, for the core to call while it works; without arguments it closes the last. Nothing is shown in
# the first second of a fit, and nothing at all in documents that knitr makes.
progress_reporter <- function() {
  if (isTRUE(getOption("knitr.in.progress"))) {
    return(NULL)
  }
  start <- proc.time()[["elapsed"]]
  shown <- name <- products <- ""
  bar <- NULL
  frame <- environment()
  close_bar <- function() {
    if (!is.null(bar)) {
      cli::cli_progress_done(bar, .envir = frame)
    }
    bar <<- NULL
  }
  open_bar <- function() {
    # the clock starts here, though the bar may be shown later
    old <- options(cli.progress_show_after = 0)
    on.exit(options(old))
    bar <<- cli::cli_progress_bar(
      format = "{name} {cli::pb_bar} {cli::pb_percent} {cli::pb_elapsed}, ETA {cli::pb_eta}{products}",
      total = 1, clear = TRUE, current = FALSE, auto_terminate = FALSE, .auto_close = FALSE, .envir = frame
    )
  }
  tell <- function(step, done, total) {
    if (!identical(step, shown)) {
      close_bar()
      shown <<- step
      name <<- sub("_", " ", step)
      if (!is.null(step)) open_bar()
    }
    if (!is.null(step) && proc.time()[["elapsed"]] - start >= 1) {
      products <<- if (step == "singular_vectors") sprintf(", %.0f products", done) else ""
      cli::cli_progress_update(set = done, total = total, id = bar, .envir = frame)
    }
  }
  # the core itself asks about interrupts, and its threads stop in good order
  function(step = NULL, done = 0, total = 0) suspendInterrupts(tell(step, done, total))
}
