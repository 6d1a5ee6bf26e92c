# Tables from the results: one line per data set, method and rank, over the seeds.

# The paper's data sets, smallest first, with their names there; those that are not at hand in full have a stand-in.
paper_sets <- c(pendigits = "pendigits", letter = "letter", poker_43k = "poker", mnist = "mnist", acoustic = "acoustic",
                ijcnn1 = "ijcnn1", cod_rna = "cod_rna", covtype = "covtype", poker = "poker")
paper_note <- "The paper: 16 cores, rank 1024, sigma by cross-validation."

# The sets of the paper that the folder has, or, without a folder, that the results have.
sets_at_hand <- function(options, sets = names(paper_sets)) {
  if (length(options$data)) return(options$data)
  if (is.null(options$folder)) return(intersect(sets, read_results(options)$data))
  found <- Filter(function(name) has_set(name, options$folder), sets)
  if (length(found) == 0) {
    message("none of ", paste(sets, collapse = ", "), " in ", options$folder, "; name sets by data=")
  }
  found
}

# Means (and the like) over seeds. The status is "ok" where a run was.
summarise_runs <- function(results) {
  groups <- split(results, factor(cell(results), unique(cell(results))))
  lines <- lapply(groups, function(runs) {
    ok <- runs[runs$status == "ok", ]
    status <- if (nrow(ok)) "ok" else runs$status[1]
    # means of nothing are NA, not NaN
    over <- function(columns, by) {
      vapply(ok[columns], function(values) if (all(is.na(values))) NA_real_ else by(values, na.rm = TRUE), 0)
    }
    sds <- over(metrics, stats::sd)
    data.frame(
      runs[1, c("data", "rows", "n", "d", "k", "method", "rank", "kernel", "sigma_rule", "scale")], runs = nrow(ok), status = status,
      t(over(metrics, mean)), t(stats::setNames(sds, paste0(names(sds), "_sd"))),
      t(over(steps, stats::median)), t(over(c("peak_mb", "data_mb"), max)),
      t(over(c("sigma", "products", "converged", "residual", "kappa"), mean))
    )
  })
  summary <- do.call(rbind, lines)
  row.names(summary) <- NULL
  summary
}

# The sets for which methods with a rank were run, too.
with_rank <- function(summary) summary[summary$data %in% summary$data[!is.na(summary$rank)], ]

# "mean (sd)" of a metric, NA where there is none.
mean_sd <- function(summary, metric) {
  sd <- summary[[paste0(metric, "_sd")]]
  text <- paste0(sprintf("%.3f", summary[[metric]]), ifelse(is.na(sd), "", sprintf(" (%.3f)", sd)))
  ifelse(is.na(summary[[metric]]), NA, text)
}

# A data frame as a table in markdown; what is NA is left empty.
print_markdown <- function(table) {
  text <- vapply(table, function(column) ifelse(is.na(column), "", as.character(column)), character(nrow(table)))
  text <- matrix(text, nrow(table))
  line <- function(cells) cat("| ", paste(cells, collapse = " | "), " |\n", sep = "")
  line(names(table))
  cat(strrep("|---", ncol(table)), "|\n", sep = "")
  for (i in seq_len(nrow(table))) line(text[i, ])
  cat("\n")
}

# One row per data set, one column per method, of the text that `show` makes of the runs' summary; below each the
# paper's row, from a CSV of bench/paper.
print_beside_paper <- function(summary, methods, show, paper_file = NULL) {
  paper <- if (!is.null(paper_file)) utils::read.csv(file.path("bench/paper", paper_file), colClasses = "character")
  rows <- list()
  for (name in unique(summary$data)) {
    one <- summary[summary$data == name, ]
    texts <- show(one)[match(methods, one$method)]
    rows[[length(rows) + 1]] <- c(sprintf("%s (n %s)", name, whole(one$n[1])), texts)
    in_paper <- match(paper_sets[name], paper$data)
    if (!is.na(in_paper)) {
      numbers <- unlist(paper[in_paper, methods])
      rows[[length(rows) + 1]] <- c(paste0("&nbsp;&nbsp;paper, ", paper_sets[name]),
                                    ifelse(nzchar(numbers), numbers, "-"))
    }
  }
  table <- as.data.frame(do.call(rbind, rows))
  names(table) <- c("data", methods)
  print_markdown(table)
}

# What the runs were made with, from the results themselves.
print_settings <- function(results) {
  all_of <- function(column) paste(unique(stats::na.omit(results[[column]])), collapse = ", ")
  cat("Kernel ", all_of("kernel"), ", sigma by ", all_of("sigma_rule"), ", columns scaled by ", all_of("scale"),
      ", nstart ", all_of("nstart"), "; seeds ", all_of("seed"), "; ", all_of("threads"), " threads of ",
      all_of("cpu"), "; R ", all_of("r_version"), ", scrb ", all_of("scrb_version"), "; ",
      paste(unique(substr(range(results$date), 1, 10)), collapse = " to "), ".\n\n", sep = "")
}
