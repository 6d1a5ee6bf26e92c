skip_if_not_installed("mlr3")
skip_if_not_installed("mlr3cluster")

set.seed(1)
b <- blobs(3, 40)
rows <- data.frame(east = b$x[, 1], north = b$x[, 2])
task <- mlr3cluster::as_task_clust(rows, id = "blobs")

test_that("the learner trains and predicts as sc_rb() does", {
  learner <- mlr3::lrn("clust.sc_rb", k = 3, n_grids = 64, sigma = 0.3)
  expect_identical(learner$id, "clust.sc_rb")
  expect_setequal(learner$properties, c("partitional", "exclusive", "complete"))
  set.seed(2)
  learner$train(task)
  set.seed(2)
  fit <- sc_rb(rows, 3, n_grids = 64, sigma = 0.3)
  expect_s3_class(learner$model, "scrb")
  expect_identical(learner$assignments, unname(fit$cluster))
  expect_identical(learner$model$embedding, fit$embedding)
  expect_identical(learner$predict(task)$partition, unname(fit$cluster))
  new <- data.frame(north = c(5, 0), east = c(-2, 5), other = 1:2) # other order, one column more
  expect_identical(learner$predict_newdata(new)$partition, unname(predict(fit, new)))
})

test_that("the call in the model does not hold the data", {
  learner <- mlr3::lrn("clust.sc_rb", k = 3)$train(task)
  expect_identical(learner$model$call$x, quote(x))
  expect_identical(learner$model$call$k, 3L)
})

test_that("each parameter reaches sc_rb()", {
  settings <- list(k = 3, n_grids = 16, sigma = 0.5, kernel = "cauchy", scale = "sd", n_vectors = 4, nstart = 2,
                   iter.max = 50, tol = 1e-3, ncv = 20, recheck = "never", threads = 2, progress = FALSE,
                   consensus = 2, column_scaling = TRUE)
  learner <- do.call(mlr3::lrn, c("clust.sc_rb", settings))
  expect_setequal(learner$param_set$ids(), names(settings))
  expect_true(all(learner$param_set$ids() %in% names(formals(getS3method("sc_rb", "default")))))
  learner$train(task)
  expect_identical(as.list(learner$model$call)[names(settings)], learner$param_set$values[names(settings)])
  expect_identical(learner$model$kernel, "cauchy")
  expect_identical(learner$model$n_vectors, 4L)
})

test_that("parameters are checked before training", {
  expect_error(mlr3::lrn("clust.sc_rb", k = 1), "k")
  expect_error(mlr3::lrn("clust.sc_rb", scale = "other"), "scale")
  expect_identical(mlr3::lrn("clust.sc_rb")$param_set$values, list(k = 2L, threads = 1L, progress = FALSE))
  several <- mlr3::set_threads(mlr3::lrn("clust.sc_rb"), 2)
  expect_identical(several$param_set$values$threads, 2L)
})

test_that("resampling and measures", {
  set.seed(3)
  learner <- mlr3::lrn("clust.sc_rb", k = 3, sigma = 0.3)
  utils::capture.output(resampled <- mlr3::resample(task, learner, mlr3::rsmp("cv", folds = 3))) # its log
  scores <- resampled$score(mlr3::msrs(c("clust.silhouette", "clust.wss", "clust.ch", "clust.dunn")))
  expect_identical(nrow(scores), 3L)
  # rows held out fall to the true groups
  for (i in 1:3) {
    prediction <- resampled$predictions()[[i]]
    expect_equal(agreement(prediction$partition, b$truth[prediction$row_ids])[["ari"]], 1)
  }
  expect_gt(min(scores$clust.silhouette), 0.8)
})

test_that("benchmarks beside other learners", {
  set.seed(4)
  learners <- list(mlr3::lrn("clust.sc_rb", k = 3, sigma = 0.3), mlr3::lrn("clust.kmeans", centers = 3, nstart = 5))
  utils::capture.output(run <- mlr3::benchmark(mlr3::benchmark_grid(task, learners, mlr3::rsmp("holdout"))))
  result <- run$aggregate(mlr3::msr("clust.silhouette"))
  expect_identical(result$learner_id, c("clust.sc_rb", "clust.kmeans"))
  expect_equal(result$clust.silhouette[1], result$clust.silhouette[2]) # both find the same groups
})

test_that("a trained learner can be saved, cloned and trained again", {
  learner <- mlr3::lrn("clust.sc_rb", k = 3)$train(task)
  before <- learner$predict(task)$partition
  file <- tempfile()
  on.exit(unlink(file))
  saveRDS(learner, file)
  expect_identical(readRDS(file)$predict(task)$partition, before)
  copy <- learner$clone(deep = TRUE)
  copy$param_set$set_values(k = 2)
  suppressWarnings(copy$train(task), classes = "scrb_warning")
  expect_identical(copy$model$k, 2L)
  expect_identical(learner$model$k, 3L)
  learner$reset()
  expect_null(learner$model)
  expect_null(learner$assignments)
})

test_that("the learner is listed", {
  listed <- mlr3::as.data.table(mlr3::mlr_learners)
  expect_identical(listed[listed$key == "clust.sc_rb", ]$task_type, "clust")
})

test_that("tasks with columns of every kind", {
  mixed <- data.frame(
    rows, kind = factor(b$truth), rank = factor(b$truth, ordered = TRUE), word = letters[b$truth], flag = b$truth == 1,
    whole = b$truth, day = as.Date("2020-01-01") + b$truth, time = as.POSIXct("2020-01-01", tz = "UTC") + b$truth
  )
  task <- mlr3cluster::as_task_clust(mixed)
  learner <- mlr3::lrn("clust.sc_rb", k = 3)
  expect_setequal(task$feature_types$type, learner$feature_types)
  learner$train(task)
  expect_equal(agreement(learner$predict(task)$partition, b$truth)[["ari"]], 1)
  expect_identical(as.character(learner$model$centers$word), c("a", "b", "c"))
})
