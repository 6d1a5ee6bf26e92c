# Rscript tools/setup.R list|tree|install demo|test|bench
# The R packages that the package (demo), or also its tests and documents (test), need: those that DESCRIPTION names,
# and roxygen2 in the version that DESCRIPTION was documented with. Benchmarks (bench) need two more than the package.
#   list     which of them, or of what they depend on, are missing or too old
#   tree     also what those that are missing depend on in turn (asks the repository)
#   install  installs these into build/library

description <- read.dcf("DESCRIPTION")[1, ]
arguments <- commandArgs(trailingOnly = TRUE)

# A data frame of the names and least versions in some fields of a package's description.
read_fields <- function(from, fields = c("Depends", "Imports", "LinkingTo")) {
  entries <- trimws(gsub("[[:space:]]+", " ", unlist(strsplit(from[intersect(fields, names(from))], ","))))
  entries <- entries[!is.na(entries) & nzchar(entries) & !grepl("^R\\b( |$|\\()", entries)]
  data.frame(
    name = sub("[ (].*", "", entries),
    version = ifelse(grepl(">=", entries), gsub(".*>= *|\\).*", "", entries), "0.0")
  )
}

# The first copy of each package on the library path.
installed <- function() {
  found <- utils::installed.packages(noCache = TRUE)
  found[!duplicated(found[, "Package"]), , drop = FALSE]
}

# What is missing or too old, of the needed packages and of all that they depend on. What a package that is to be
# installed depends on is known where `available` is given.
missing_of <- function(needed, available = NULL) {
  have <- installed()
  base <- rownames(have)[have[, "Priority"] %in% "base"]
  wanted <- list()
  lacking <- character()
  while (nrow(needed)) {
    name <- needed$name[1]
    version <- package_version(needed$version[1])
    needed <- needed[-1, ]
    if (name %in% base || (!is.null(wanted[[name]]) && wanted[[name]] >= version)) next
    wanted[[name]] <- version
    fits <- name %in% rownames(have) && have[name, "Version"] >= version
    if (!fits) lacking <- union(lacking, name)
    from <- if (fits) have[name, ] else if (name %in% rownames(available)) available[name, ]
    if (!is.null(from)) needed <- rbind(needed, read_fields(from))
  }
  lacking
}

use_some_mirror <- function() {
  repos <- getOption("repos")
  if (is.null(repos) || any(repos == "@CRAN@")) {
    utils::chooseCRANmirror(graphics = FALSE, ind = 1, local.only = TRUE)
  }
  options(timeout = max(600, getOption("timeout")))
}

install <- function(needed) {
  available <- utils::available.packages()
  install_newest <- function(needed, also = NULL) {
    names <- c(missing_of(needed, available), also)
    if (length(names) == 0) return(invisible())
    utils::install.packages(names, lib = "build/library", available = available, dependencies = FALSE,
                            Ncpus = max(1L, parallel::detectCores(), na.rm = TRUE))
  }
  install_newest(needed)
  failed <- missing_of(needed, available)
  if (length(failed)) {
    # some need newer versions than they say: once more, with the newest of what the first to fail depend on
    uses <- lapply(tools::package_dependencies(failed, available), intersect, rownames(available))
    first <- Filter(function(names) !any(names %in% failed), uses)
    newest <- unique(unlist(first))
    install_newest(data.frame(name = newest, version = available[newest, "Version"]), failed)
  }
}

# One given version, from among the earlier ones if it is not the present one.
install_exactly <- function(name, version) {
  repos <- utils::contrib.url(getOption("repos"), type = "source")
  file <- sprintf("%s_%s.tar.gz", name, version)
  path <- file.path(tempdir(), file)
  for (from in c(file.path(repos, file), file.path(repos, "Archive", name, file))) {
    done <- tryCatch(utils::download.file(from, path, quiet = TRUE, mode = "wb") == 0,
                     error = function(e) FALSE, warning = function(w) FALSE)
    if (done) break
  }
  if (!done) stop(name, " ", version, " was not found.")
  inside <- file.path(name, "DESCRIPTION")
  utils::untar(path, inside, exdir = tempdir())
  install(read_fields(read.dcf(file.path(tempdir(), inside))[1, ]))
  utils::install.packages(path, lib = "build/library", repos = NULL, type = "source")
}

for_test <- arguments[2] == "test"
fields <- c("Imports", "LinkingTo", if (for_test) "Suggests")
others <- c("clue", if (arguments[2] == "bench") c("irlba", "sparsio"))
needed <- rbind(read_fields(description, fields), data.frame(name = others, version = "0.0"))
roxygen <- description[["RoxygenNote"]]
have_roxygen <- tryCatch(utils::packageVersion("roxygen2"), error = function(e) "0")
lacks_roxygen <- for_test && have_roxygen != roxygen

if (arguments[1] != "list") use_some_mirror()
if (arguments[1] == "install") {
  install(needed)
  if (lacks_roxygen) install_exactly("roxygen2", roxygen)
} else {
  available <- if (arguments[1] == "tree") utils::available.packages()
  writeLines(c(missing_of(needed, available), if (lacks_roxygen) "roxygen2"))
}
