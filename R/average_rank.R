#' Average rank of methods over the paper's metrics
#'
#' Ranks methods by each of `nmi`, `ri`, `fm` and `acc` (see [agreement()]) and takes the mean of the four ranks: the
#' score by which the paper compares methods. Lower is better.
#'
#' The highest score has rank 1. Methods with the same score share the best of their ranks, so that two in front have
#' ranks 1, 1 and the next has 3. Scores that agree to twelve digits are the same.
#'
#' Where a method has several rows, such as one for each seed, the means of its scores are ranked. Rows without a score
#' do not count in a mean.
#'
#' A method that has no score, because it could not run, ranks nowhere: it is NA, and the others are ranked among
#' themselves. So is a method that lacks one of the metrics. A metric that all methods lack is left out, and the mean is
#' over the others.
#'
#' @param scores A matrix or data frame with columns `nmi`, `ri`, `fm` and `acc`; others are ignored. It has a row, or
#'   several, for each method. The method's name is in the column `method` or, where there is none, the row's name.
#' @return A named numeric vector with an average rank for each method, in order of appearance.
#' @references
#' Wu, L., Chen, P.-Y., Yen, I. E.-H., Xu, F., Xia, Y. and Aggarwal, C. (2018). Scalable spectral
#' clustering using random binning features. *Proceedings of the 24th ACM SIGKDD International
#' Conference on Knowledge Discovery & Data Mining*, 2506-2515. \doi{10.1145/3219819.3220090}
#' @seealso [agreement()] for the scores, [compare_methods()] for scores and ranks of your own data.
#' @examples
#' scores <- rbind(
#'   kmeans = c(nmi = 0.68, ri = 0.90, fm = 0.60, acc = 0.70),
#'   sc_rb  = c(nmi = 0.70, ri = 0.92, fm = 0.63, acc = 0.70),
#'   exact  = NA
#' )
#' average_rank(scores)
#' @export
average_rank <- function(scores) {
  metrics <- c("nmi", "ri", "fm", "acc")
  scores <- check_scores(scores, metrics)
  method <- factor(scores$method, unique(scores$method))
  # means of the same scores in another order may differ in the last digit
  means <- vapply(metrics, function(metric) {
    signif(tapply(scores$values[, metric], method, mean, na.rm = TRUE), 12)
  }, numeric(nlevels(method)))
  means <- matrix(means, nlevels(method))
  means <- means[, colSums(!is.na(means)) > 0, drop = FALSE]
  ranks <- matrix(NA_real_, nrow(means), ncol(means), dimnames = list(levels(method), NULL))
  ran <- rowSums(is.na(means)) == 0
  for (metric in seq_len(ncol(means))) {
    ranks[ran, metric] <- rank(-means[ran, metric], ties.method = "min")
  }
  average <- rowMeans(ranks)
  # without any metric there is nothing to rank by
  replace(average, is.nan(average), NA)
}
