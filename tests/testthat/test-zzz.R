# In an R of its own: which package is loaded first matters.
run_fresh <- function(code) {
  script <- child_script(code)
  skip_if(is.null(script), "scrb is not installed")
  system2(rscript(), script, stdout = TRUE, stderr = FALSE)
}

learner_there <- 'cat("clust.sc_rb" %in% mlr3::mlr_learners$keys(), "\\n")'
hooks_left <- function(package) {
  sprintf('cat(any(vapply(getHook(packageEvent("%s", "onLoad")), function(hook) {
    environmentName(environment(hook)) == "scrb"
  }, NA)), "\\n")', package)
}
engine_there <- 'cat("scrb" %in% modelenv::get_from_env("k_means")$engine, "\\n")'

test_that("the learner comes with mlr3, whichever is loaded first, and goes with scrb", {
  skip_if_not_installed("mlr3cluster")
  code <- c(
    'stopifnot(!any(c("mlr3", "R6", "tidyclust", "clue", "tibble") %in% loadedNamespaces()))',
    'invisible(loadNamespace("mlr3"))', learner_there,
    'unloadNamespace("scrb")', learner_there, hooks_left("mlr3"),
    "library(scrb)", learner_there,
    'set.seed(1); cat(mlr3::lrn("clust.sc_rb", k = 3)$train(mlr3cluster::as_task_clust(iris[1:4]))$model$k, "\\n")',
    'loaded <- function() is.loaded("_scrb_predict_cpp")',
    'cat(loaded(), "\\n"); unloadNamespace("scrb"); cat(loaded(), "\\n")'
  )
  expect_identical(trimws(run_fresh(code)), c("TRUE", "FALSE", "FALSE", "TRUE", "3", "TRUE", "FALSE"))
})

test_that("the engine comes with tidyclust, whichever is loaded first, and goes with scrb", {
  skip_if_not_installed("tidyclust")
  code <- c(
    'invisible(loadNamespace("tidyclust"))', engine_there,
    'unloadNamespace("scrb")', engine_there, hooks_left("tidyclust"),
    "library(scrb)", engine_there, "scrb:::add_engine()", # a second time does no harm
    'spec <- tidyclust::set_engine(tidyclust::k_means(num_clusters = 3), "scrb")',
    'set.seed(1); cat(tidyclust::extract_fit_engine(tidyclust::fit(spec, ~ ., iris[1:4]))$k, "\\n")'
  )
  expect_identical(trimws(run_fresh(code)), c("TRUE", "FALSE", "FALSE", "TRUE", "3"))
})

methods <- list(
  clue = c("cl_class_ids", "is.cl_partition", "is.cl_hard_partition", "n_of_classes", "cl_prototypes"),
  generics = c("tidy", "augment", "glance"),
  tidyclust = c("extract_cluster_assignment", "extract_fit_summary")
)
for (package in names(methods)) {
  test_that(paste("methods are registered with", package), {
    skip_if_not_installed(package)
    registered <- names(asNamespace(package)$.__S3MethodsTable__.)
    expect_true(all(paste0(methods[[package]], ".scrb") %in% registered))
  })
}
