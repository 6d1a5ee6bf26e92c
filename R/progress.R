# A line on the console that says which step is under way, for the core to call while it works; without arguments
# it clears the line. Nothing is shown in the first second.
progress_reporter <- function() {
  start <- proc.time()[["elapsed"]]
  shown <- 0
  show <- function(text) {
    cat("\r", formatC(text, width = -shown), sep = "", file = stderr())
    shown <<- nchar(text)
  }
  function(step = NULL, done = 0, total = 0) {
    seconds <- proc.time()[["elapsed"]] - start
    if (is.null(step)) {
      if (shown > 0) {
        show("")
        cat("\r", file = stderr())
      }
    } else if (seconds > 1) {
      amount <- if (total > 0) sprintf("%3.0f %%", 100 * done / total) else sprintf("%.0f products", done)
      show(sprintf("%s: %s, %.0f s", sub("_", " ", step), amount, seconds))
    }
  }
}
