# What the scripts on landmarks share: data sets with labels, their scores, and CSVs that are added to row by row.

source("bench/runner.R")
source("bench/summary.R")
source("bench/made_up.R")

# A set as list(x, y, k, scored): one of the folder, at most `rows` of it; "NAME:m", m of its classes, drawn by the
# seed; or one of made_up.R. Columns are as the folder has them, mnist's divided by 255. Rows of t4_8k labelled 0 are
# noise: they are clustered, and left out of the score.
labelled_set <- function(name, folder, rows = "all", seed = 1) {
  stem <- sub(":.*", "", name)
  if (name %in% names(made_up)) {
    set.seed(seed)
    set <- made_up[[name]]()
  } else {
    set <- make_set(stem, folder, "all")
    set.seed(seed)
    if (stem != name) set <- take_rows(set, set$y %in% sample(unique(set$y), as.integer(sub(".*:", "", name))))
    set.seed(1)
    if (rows != "all" && nrow(set$x) > as.numeric(rows)) {
      set <- take_rows(set, sample.int(nrow(set$x), as.numeric(rows)))
    }
  }
  if (stem == "mnist") set$x <- set$x / 255
  set$scored <- if (stem == "t4_8k") set$y != 0 else rep(TRUE, length(set$y))
  set$k <- length(unique(set$y[set$scored]))
  set
}

take_rows <- function(set, rows) list(x = set$x[rows, , drop = FALSE], y = set$y[rows])

# Whether a set can be had, here: in the folder, or made of a package that is installed.
at_hand <- function(name, folder) {
  if (!name %in% names(made_up)) return(has_set(sub(":.*", "", name), folder))
  !name %in% names(made_up_packages) || requireNamespace(made_up_packages[[name]], quietly = TRUE)
}

# NMI by the larger entropy, by the root of the product of both, and accuracy. `rows` are those that have a label.
score_labels <- function(cluster, set, rows = seq_along(set$y)) {
  keep <- set$scored[rows]
  score <- agreement(cluster[keep], set$y[rows][keep])
  # the smaller entropy as a part of the larger, from the two means that agreement() divides by
  part <- 2 * score[["nmi_max"]] / score[["nmi"]] - 1
  c(nmi_max = score[["nmi_max"]], nmi_sqrt = if (score[["nmi"]] > 0) score[["nmi_max"]] / sqrt(part) else 0,
    acc = score[["acc"]])
}

read_stored <- function(file) if (file.exists(file)) utils::read.csv(file)

# Whether the rows of a CSV have these values in these columns.
is_stored <- function(stored, ...) {
  found <- rep(TRUE, NROW(stored))
  values <- list(...)
  for (column in names(values)) found <- found & stored[[column]] == values[[column]]
  any(found)
}

# The rows of the chosen sets, in their order, or the end of the script where there are none yet.
stored_or_quit <- function(file, data) {
  stored <- read_stored(file)
  stored <- stored[stored$data %in% data, ]
  if (NROW(stored) == 0) {
    cat("No results yet in ", file, ".\n", sep = "")
    quit(status = 0)
  }
  stored[order(match(stored$data, data)), ]
}

made_with <- function(threads) {
  data.frame(threads = threads, scrb_version = as.character(utils::packageVersion("scrb")),
             date = format(Sys.time(), "%Y-%m-%d %H:%M"), cpu = cpu_name())
}

print_made_with <- function(stored) {
  all_of <- function(column) paste(unique(stored[[column]]), collapse = ", ")
  cat("Seeds ", all_of("seed"), "; ", all_of("threads"), " threads of ", all_of("cpu"), "; scrb ",
      all_of("scrb_version"), "; ", paste(unique(substr(range(stored$date), 1, 10)), collapse = " to "), ".\n\n",
      sep = "")
}

# A summary for the vignettes, in the folder of the option `summary`, where it is given. It has the name of the rows'
# own file and must not replace that.
write_summary <- function(summary, options, name) {
  if (!nzchar(options$summary)) return(invisible())
  if (normalizePath(options$summary) == normalizePath(options$out)) stop("`summary` must not be `out`", call. = FALSE)
  numbers <- vapply(summary, is.double, TRUE)
  summary[numbers] <- lapply(summary[numbers], signif, 6)
  utils::write.csv(summary, file.path(options$summary, name), row.names = FALSE)
}

number <- function(x, digits = 3) ifelse(is.na(x), NA, sprintf("%.*f", digits, x))
