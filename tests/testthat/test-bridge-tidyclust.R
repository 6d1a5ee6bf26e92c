skip_if_not_installed("tidyclust")
skip_if_not_installed("modelenv")

set.seed(1)
b <- blobs(3, 40)
rows <- data.frame(east = b$x[, 1], north = b$x[, 2])
spec <- tidyclust::set_engine(tidyclust::k_means(num_clusters = 3), "scrb", n_grids = 64, sigma = 0.3)

fit_both <- function() {
  set.seed(2)
  by_engine <- tidyclust::fit(spec, ~., data = rows)
  set.seed(2)
  list(tidy = by_engine, plain = sc_rb(rows, 3, n_grids = 64, sigma = 0.3))
}

test_that("fit() is sc_rb()", {
  fits <- fit_both()
  engine <- tidyclust::extract_fit_engine(fits$tidy)
  expect_s3_class(engine, "scrb")
  expect_identical(unname(engine$embedding), unname(fits$plain$embedding))
  expect_identical(engine$n_grids, 64L)
  set.seed(2)
  by_columns <- tidyclust::fit_xy(spec, rows)
  expect_identical(tidyclust::extract_fit_engine(by_columns)$cluster, fits$plain$cluster)
})

test_that("labels, means and predictions are those of the fit", {
  fits <- fit_both()
  names <- paste0("Cluster_", 1:3)
  labels <- tidyclust::extract_cluster_assignment(fits$tidy)
  expect_s3_class(labels, "tbl_df")
  expect_identical(labels$.cluster, factor(names[fits$plain$cluster], names))
  means <- tidyclust::extract_centroids(fits$tidy)
  expect_identical(means$.cluster, factor(names))
  expect_equal(as.matrix(means[c("east", "north")]), fits$plain$centers, ignore_attr = TRUE)
  new <- data.frame(north = c(5, 0, 0), east = c(-2, 5, 5), other = "a")
  predicted <- predict(fits$tidy, new)
  expect_identical(predicted$.pred_cluster, factor(names[predict(fits$plain, new[c("east", "north")])], names))
  expect_identical(tidyclust::augment(fits$tidy, new)$.pred_cluster, predicted$.pred_cluster)
})

test_that("clusters have the names that are asked for", {
  fit <- fit_both()$tidy
  expect_identical(levels(predict(fit, rows, prefix = "C")$.pred_cluster), c("C1", "C2", "C3"))
  expect_identical(levels(predict(fit, rows, labels = c("a", "b", "c"))$.pred_cluster), c("a", "b", "c"))
  expect_identical(levels(tidyclust::extract_cluster_assignment(fit, prefix = "C")$.cluster), c("C1", "C2", "C3"))
  expect_identical(levels(tidyclust::extract_centroids(fit, labels = c("a", "b", "c"))$.cluster), c("a", "b", "c"))
})

test_that("names agree with predictions when the first row is stray", {
  x <- data.frame(rows)
  x[1, ] <- c(40, 40)
  fit <- tidyclust::fit(spec, ~., data = x)
  engine <- tidyclust::extract_fit_engine(fit)
  expect_gt(engine$diagnostics$stray, 0)
  expect_gt(engine$cluster[[1]], 1) # not the label that appears first among the others
  expect_identical(tidyclust::extract_cluster_assignment(fit)$.cluster, predict(fit, x)$.pred_cluster)
})

test_that("new rows with missing values have no label", {
  fits <- fit_both()
  new <- rows[1:3, ]
  new$north[2] <- NA
  expect_identical(is.na(predict(fits$tidy, new)$.pred_cluster), c(FALSE, TRUE, FALSE))
})

test_that("tables and metrics", {
  fits <- fit_both()
  expect_identical(nrow(tidyclust::tidy(fits$tidy)), 3L)
  expect_identical(tidyclust::glance(fits$tidy)$nobs, 120L)
  expect_equal(tidyclust::sse_ratio_vec(fits$tidy), fits$plain$tot.withinss / fits$plain$totss)
  silhouette <- cluster::silhouette(unname(fits$plain$cluster), stats::dist(rows))
  expect_equal(tidyclust::silhouette_avg_vec(fits$tidy, rows), mean(silhouette[, "sil_width"]))
})

test_that("workflows and tuning", {
  skip_if_not_installed("workflows")
  skip_if_not_installed("rsample")
  skip_if_not_installed("tune")
  model <- tidyclust::k_means(num_clusters = tidyclust::tune())
  model <- tidyclust::set_engine(model, "scrb", sigma = tidyclust::tune())
  flow <- workflows::workflow(~ east + north, model)
  set.seed(3)
  grid <- expand.grid(num_clusters = 2:4, sigma = c(0.3, 0.5))
  result <- suppressMessages(tidyclust::tune_cluster(
    flow, rsample::vfold_cv(rows, 2), grid = grid, metrics = tidyclust::cluster_metric_set(tidyclust::silhouette_avg)
  ))
  scores <- tune::collect_metrics(result)
  expect_identical(nrow(scores), 6L)
  best <- tune::select_best(result, metric = "silhouette_avg")
  expect_identical(best$num_clusters, 3L)
  final <- tidyclust::fit(tune::finalize_workflow(flow, best), rows)
  expect_equal(agreement(predict(final, rows)$.pred_cluster, b$truth)[["ari"]], 1)
  expect_equal(agreement(tidyclust::extract_cluster_assignment(final)$.cluster, b$truth)[["ari"]], 1)
})

test_that("a fit can be saved", {
  fit <- fit_both()$tidy
  file <- tempfile()
  on.exit(unlink(file))
  saveRDS(fit, file)
  expect_identical(predict(readRDS(file), rows), predict(fit, rows))
})

test_that("the number of clusters must be given, and be at least two", {
  none <- tidyclust::set_engine(tidyclust::k_means(), "scrb")
  expect_error(tidyclust::fit(none, ~., rows), "`k`", class = "scrb_error")
  expect_error(tidyclust::fit(tidyclust::set_args(spec, num_clusters = 1), ~., rows), "`k`", class = "scrb_error")
})

test_that("columns of factors", {
  mixed <- data.frame(rows, kind = factor(b$truth))
  fit <- tidyclust::fit(spec, ~., data = mixed)
  expect_equal(agreement(predict(fit, mixed)$.pred_cluster, b$truth)[["ari"]], 1)
})
