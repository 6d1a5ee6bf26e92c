#' In your framework
#'
#' What works with fits in R's other packages for clustering. None of these packages is needed: their methods are
#' registered when they are loaded.
#'
#' | package | what works | more |
#' | --- | --- | --- |
#' | generics, broom | `tidy()`, `augment()`, `glance()` | [tidiers] |
#' | clue | agreements, ensembles, consensus, bagging, prediction | [clue] |
#' | cluster | `silhouette()`, `clusGap()` | [silhouette.scrb()], below |
#' | fpc | `clusterboot()`, `prediction.strength()`, `nselectboot()` | [scrbCBI()] |
#' | mlr3cluster | the learner `lrn("clust.sc_rb")` | [mlr_learners_clust.sc_rb] |
#' | tidyclust | the engine `"scrb"` of `k_means()` | [tidyclust] |
#' | factoextra | `fviz_cluster()`, `fviz_nbclust()` | below |
#'
#' @section cluster:
#' `cluster::clusGap(x, sc_rb, K.max = 8)` computes the gap statistic; further arguments go to [sc_rb()]. It compares
#' sums of distances in the data within clusters, which favours round ones.
#'
#' @section factoextra:
#' `factoextra::fviz_cluster(list(data = x, cluster = fit$cluster))` draws a fit's clusters in the first two
#' principal components of the data. `fviz_cluster(fit)` is an error: factoextra knows a fixed list of classes.
#' `factoextra::fviz_nbclust(x, sc_rb, method = "silhouette")` and `method = "gap_stat"` work; `method = "wss"` asks
#' for a single cluster, which [sc_rb()] refuses.
#' @examplesIf all(sapply(c("cluster", "factoextra"), requireNamespace, quietly = TRUE))
#' set.seed(1)
#' x <- as.matrix(iris[, 1:4])
#' cluster::clusGap(x, sc_rb, K.max = 4, B = 10)
#'
#' fit <- sc_rb(x, k = 3)
#' factoextra::fviz_cluster(list(data = x, cluster = fit$cluster))
#' @name frameworks
NULL
