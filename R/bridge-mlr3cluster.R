#' A learner for mlr3
#'
#' With packages mlr3 and mlr3cluster installed, `lrn("clust.sc_rb")` is [sc_rb()] as a learner for cluster tasks: it
#' trains, predicts new rows by [predict.scrb()], and can be resampled, benchmarked, tuned and saved like any other.
#' It is there as soon as both mlr3 and scrb are loaded.
#'
#' @section Parameters:
#' All arguments of [sc_rb()] but `x`, `na.action` and `keep`, by the same names. Where mlr3 has customs of its own they
#' hold: `k` is 2 until it is set, `threads` is 1 (see `mlr3::set_threads()`) and `progress` is FALSE.
#'
#' The fit is the learner's `$model`. Its predictions have the type `"partition"`; there are no probabilities.
#' @examplesIf requireNamespace("mlr3cluster", quietly = TRUE)
#' library(mlr3cluster)
#' task <- as_task_clust(iris[1:4])
#' learner <- lrn("clust.sc_rb", k = 3)
#' set.seed(1)
#' learner$train(task)
#' learner$model
#' learner$predict(task)
#' resample(task, learner, rsmp("holdout"))$aggregate(msr("clust.silhouette"))
#' @name mlr_learners_clust.sc_rb
#' @aliases mlr3cluster
NULL

utils::globalVariables(c("self", "super"))

# The class is made when a learner is, so that nothing of mlr3 need be installed before.
learner_sc_rb <- function() {
  R6::R6Class("LearnerClustScRb",
    inherit = mlr3cluster::LearnerClust,
    public = list(
      initialize = function() {
        super$initialize(
          id = "clust.sc_rb", param_set = learner_parameters(),
          feature_types = c("logical", "integer", "numeric", "character", "factor", "ordered", "POSIXct", "Date"),
          predict_types = "partition", properties = c("partitional", "exclusive", "complete"), packages = "scrb",
          label = "Spectral Clustering by Random Binning", man = "scrb::mlr_learners_clust.sc_rb"
        )
      }
    ),
    private = list(
      .train = function(task) {
        x <- learner_data(task)
        given <- self$param_set$get_values(tags = "train")
        # data by name, so that the fit's call does not hold them
        fit <- eval(as.call(c(quote(sc_rb), quote(x), given)))
        if (self$save_assignments) {
          self$assignments <- unname(fit$cluster)
        }
        fit
      },
      .predict = function(task) {
        given <- self$param_set$get_values(tags = "predict")
        list(partition = unname(do.call(predict, c(list(self$model, learner_data(task)), given))))
      }
    )
  )$new()
}

# Those of sc_rb() itself, so that none is forgotten. The first ones have defaults that tell no type, or mlr3's customs.
learner_parameters <- function() {
  special <- list(
    k = paradox::p_int(2L, init = 2L, tags = c("train", "required")),
    sigma = paradox::p_dbl(0, default = NULL, special_vals = list(NULL), tags = "train"),
    n_vectors = paradox::p_int(2L, tags = "train"),
    ncv = paradox::p_int(4L, default = NULL, special_vals = list(NULL), tags = "train"),
    threads = paradox::p_int(1L, init = 1L, special_vals = list(NULL), tags = c("train", "predict", "threads")),
    progress = paradox::p_lgl(init = FALSE, tags = "train")
  )
  arguments <- formals(sc_rb.default)
  others <- setdiff(names(arguments), c("x", names(special), "na.action", "keep", "..."))
  do.call(paradox::ps, c(special, lapply(arguments[others], parameter_of)))
}

# The parameter that an argument's default makes it.
parameter_of <- function(default) {
  default <- eval(default)
  if (is.logical(default)) {
    paradox::p_lgl(default = default, tags = "train")
  } else if (is.numeric(default) && default == round(default)) {
    paradox::p_int(0L, default = as.integer(default), tags = "train")
  } else if (is.numeric(default)) {
    paradox::p_dbl(0, default = default, tags = "train")
  } else if (length(default) > 1) {
    paradox::p_fct(default, default = default[1], tags = "train")
  } else {
    paradox::p_uty(default = default, tags = "train")
  }
}

learner_data <- function(task) as.data.frame(task$data(cols = task$feature_names))

# A function of the namespace itself: packages of mlr3 ask a hook for its namespace.
add_learner <- function(...) {
  if (nzchar(system.file(package = "mlr3cluster"))) {
    mlr3::mlr_learners$add("clust.sc_rb", learner_sc_rb)
  }
}

remove_learner <- function() {
  if (mlr3::mlr_learners$has("clust.sc_rb")) {
    mlr3::mlr_learners$remove("clust.sc_rb")
  }
}
