test_that("clusGap() finds the number of clusters", {
  skip_if_not_installed("cluster")
  set.seed(1)
  b <- blobs(3, 60)
  # two clusters of three groups without a link: a warning says so
  gap <- suppressWarnings(cluster::clusGap(b$x, sc_rb, K.max = 8, B = 8), classes = "scrb_warning")
  expect_identical(dim(gap$Tab), c(8L, 4L))
  expect_false(anyNA(gap$Tab))
  expect_equal(cluster::maxSE(gap$Tab[, "gap"], gap$Tab[, "SE.sim"]), 3)
  given <- cluster::clusGap(b$x, sc_rb, K.max = 2, B = 2, n_grids = 16, sigma = 1, scale = "sd")
  expect_identical(dim(given$Tab), c(2L, 4L))
})

test_that("fviz_cluster() draws the clusters of a fit", {
  skip_if_not_installed("factoextra")
  set.seed(2)
  fit <- sc_rb(iris[1:4], 3)
  picture <- factoextra::fviz_cluster(list(data = iris[1:4], cluster = fit$cluster))
  expect_s3_class(picture, "ggplot")
  expect_identical(as.integer(as.character(picture$data$cluster)), unname(fit$cluster))
  file <- tempfile(fileext = ".pdf")
  on.exit(unlink(file))
  grDevices::pdf(file)
  print(picture)
  grDevices::dev.off()
  expect_gt(file.size(file), 5000)
})

test_that("fviz_nbclust() takes sc_rb()", {
  skip_if_not_installed("factoextra")
  set.seed(3)
  b <- blobs(3, 40)
  picture <- suppressWarnings(factoextra::fviz_nbclust(b$x, sc_rb, method = "silhouette", k.max = 5),
                              classes = "scrb_warning")
  expect_identical(which.max(picture$data$y), 3L)
  gap <- suppressWarnings(classes = "scrb_warning", factoextra::fviz_nbclust(
    b$x, sc_rb, method = "gap_stat", k.max = 4, nboot = 5, verbose = FALSE
  ))
  expect_identical(which.max(gap$data$gap), 3L)
})

# A library with scrb and what it imports, and nothing else.
test_that("nothing but the package's own needs is needed", {
  path <- getNamespaceInfo("scrb", "path")
  skip_if_not(file.exists(file.path(path, "Meta", "package.rds")), "scrb is not installed")
  frameworks <- c("clue", "factoextra", "fpc", "generics", "mlr3", "mlr3cluster", "R6", "tibble", "tidyclust")
  skip_if(any(file.exists(file.path(.Library, frameworks))), "a framework is in R's own library")
  library <- tempfile()
  dir.create(library)
  on.exit(unlink(library, recursive = TRUE))
  here <- utils::installed.packages()
  needs <- unlist(tools::package_dependencies("scrb", here, c("Depends", "Imports"), recursive = TRUE))
  needs <- setdiff(needs, rownames(here)[here[, "Priority"] %in% "base"])
  file.symlink(c(path, find.package(needs)), library)
  code <- c(
    sprintf(".libPaths(%s, include.site = FALSE)", deparse(library)),
    sprintf("stopifnot(!vapply(%s, requireNamespace, NA, quietly = TRUE))", paste(deparse(frameworks), collapse = "")),
    "library(scrb)", "set.seed(1)", "fit <- sc_rb(iris[1:4], k = 3)",
    "stopifnot(identical(predict(fit, iris[1:4]), fit$cluster))",
    "tables <- list(scrb:::tidy.scrb(fit), scrb:::glance.scrb(fit), scrb:::augment.scrb(fit, iris))",
    "stopifnot(vapply(tables, function(table) identical(class(table), 'data.frame'), NA))",
    "cat(vapply(tables, nrow, 1L), scrbCBI(iris[1:4], 3)$nc)", "unloadNamespace('scrb')"
  )
  script <- tempfile(fileext = ".R")
  writeLines(code, script)
  no_library <- c("R_LIBS=", "R_LIBS_SITE=", "R_LIBS_USER=")
  printed <- system2(rscript(), c("--vanilla", script), stdout = TRUE, stderr = TRUE, env = no_library)
  expect_identical(printed, "3 1 150 3")
})
