# A text progress bar per step, for the core to call. Nothing is drawn in the first second.
progress_reporter <- function() {
  start <- proc.time()[["elapsed"]]
  current <- NULL
  function(step, done, total) {
    if (proc.time()[["elapsed"]] - start < 1) {
      return(invisible())
    }
    if (!identical(step, current)) {
      current <<- step
      message(step, " ...")
    }
    invisible()
  }
}
