# Rscript tools/site.R folder: the help pages and vignettes as a web site, by pkgdown and without the network.

folder <- commandArgs(trailingOnly = TRUE)[1]
if (!requireNamespace("pkgdown", quietly = TRUE)) stop("make site needs the package pkgdown", call. = FALSE)
options(pkgdown.internet = FALSE)
pkgdown::build_site(".", override = list(destination = folder), devel = FALSE, preview = FALSE, install = FALSE,
                    new_process = FALSE)
