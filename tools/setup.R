# Rscript tools/setup.R list|install demo|test
# The R packages that the package (demo), or also its tests and documents (test), need: those that DESCRIPTION names,
# and roxygen2 in the version that DESCRIPTION was documented with.

description <- read.dcf("DESCRIPTION")[1, ]
arguments <- commandArgs(trailingOnly = TRUE)

# A data frame of names and least versions in a field of DESCRIPTION.
read_field <- function(field, from = description) {
  entries <- trimws(strsplit(if (field %in% names(from)) from[[field]] else "", ",")[[1]])
  entries <- entries[nzchar(entries) & !grepl("^R\\b( |$)", entries)]
  data.frame(
    name = sub("[ (].*", "", entries),
    version = ifelse(grepl(">=", entries), gsub(".*>= *|\\).*", "", entries), "0")
  )
}

# Whether the first copy on the library path is new enough, or exactly the wanted version.
is_installed <- function(name, version, exact = FALSE) {
  found <- tryCatch(utils::packageVersion(name), error = function(e) NULL)
  !is.null(found) && (if (exact) found == version else found >= version)
}

missing_of <- function(needed) needed$name[!mapply(is_installed, needed$name, needed$version)]

use_some_mirror <- function() {
  repos <- getOption("repos")
  if (is.null(repos) || any(repos == "@CRAN@")) {
    utils::chooseCRANmirror(graphics = FALSE, ind = 1, local.only = TRUE)
  }
  options(timeout = max(600, getOption("timeout")))
}

install <- function(names, ...) {
  if (length(names)) {
    utils::install.packages(names, lib = "build/library", Ncpus = max(1L, parallel::detectCores(), na.rm = TRUE), ...)
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
  its <- read.dcf(file.path(tempdir(), inside))[1, ]
  install(missing_of(rbind(read_field("Imports", its), read_field("LinkingTo", its))))
  install(path, repos = NULL, type = "source")
}

needed <- rbind(read_field("Imports"), read_field("LinkingTo"), data.frame(name = "clue", version = "0"))
wants_roxygen <- arguments[2] == "test"
if (arguments[2] == "test") {
  needed <- rbind(needed, read_field("Suggests"))
}
needed <- needed[!duplicated(needed$name), ]
roxygen <- description[["RoxygenNote"]]
lacks_roxygen <- wants_roxygen && !is_installed("roxygen2", roxygen, exact = TRUE)

if (arguments[1] == "list") {
  writeLines(c(missing_of(needed), if (lacks_roxygen) "roxygen2"))
} else {
  use_some_mirror()
  install(missing_of(needed))
  if (lacks_roxygen) install_exactly("roxygen2", roxygen)
}
