# Rscript tools/document.R dir: writes man/ and NAMESPACE of the package in dir. Objects come from the installed
# package, so that nothing is compiled into dir.

path <- commandArgs(trailingOnly = TRUE)[1]
version <- as.character(utils::packageVersion("roxygen2"))
wanted <- read.dcf(file.path(path, "DESCRIPTION"), "RoxygenNote")[[1]]
if (version != wanted) {
  stop("the help pages are made by roxygen2 ", wanted, ", but ", version, " is installed; see `make setup`")
}
roxygen2::roxygenise(path, load_code = function(path) asNamespace("scrb"))
