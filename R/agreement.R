#' How well two clusterings agree
#'
#' @param cluster,truth Two vectors of labels (of any kind) for the same rows, or fits that have them as `cluster`.
#' @return A named numeric vector:
#' \item{nmi}{normalised mutual information `2 I / (H + H')`, as in the paper;}
#' \item{nmi_max}{the same as `I / max(H, H')`;}
#' \item{ari}{the Rand index adjusted for chance (Hubert and Arabie 1985);}
#' \item{ri}{the Rand index: the share of pairs of rows that both treat alike;}
#' \item{fm}{the F-measure over pairs of rows;}
#' \item{fm_class}{the mean over clusters of the F-measure with their majority class, as in the paper's text;}
#' \item{acc}{the share of rows that match under the best one-to-one matching of clusters and classes. The matching is
#'   found by [clue::solve_LSAP()]; without package clue, or with more labels than can be matched, it is NA with a
#'   warning.}
#' All are 1 for equal partitions, whatever the labels' names. Where both have a single cluster the mutual
#' informations, 0 / 0, are 1. Cost: linear in the number of rows, beside the matching.
#' @seealso [average_rank()], [compare_methods()]
#' @examples
#' agreement(c(1, 1, 2, 2, 2), c("a", "a", "b", "b", "a"))
#' @export
agreement <- function(cluster, truth) {
  cluster <- check_label_vector(cluster, "cluster")
  truth <- check_label_vector(truth, "truth")
  check_labels(cluster, truth)
  counts <- count_pairs(cluster, truth)
  n <- length(cluster)
  rows <- as.vector(rowsum(counts$n, counts$cluster))
  columns <- as.vector(rowsum(counts$n, counts$truth))
  both <- pairs_within(counts$n)
  in_cluster <- pairs_within(rows)
  in_class <- pairs_within(columns)
  all <- pairs_within(n)

  entropy <- function(sizes) {
    p <- sizes[sizes > 0] / n
    -sum(p * log(p))
  }
  h_cluster <- entropy(rows)
  h_class <- entropy(columns)
  information <- max(0, h_cluster + h_class - entropy(counts$n))
  majority <- counts[order(counts$cluster, -counts$n, counts$truth), ]
  majority <- majority[!duplicated(majority$cluster), ]
  c(
    nmi = ratio(2 * information, h_cluster + h_class),
    nmi_max = ratio(information, max(h_cluster, h_class)),
    ari = adjusted_rand(counts),
    ri = ratio(all - in_cluster - in_class + 2 * both, all),
    fm = ratio(2 * both, in_cluster + in_class),
    fm_class = mean(2 * majority$n / (rows + columns[majority$truth])),
    acc = best_match(counts) / n
  )
}

ratio <- function(part, whole) if (whole > 0) part / whole else 1

# The number of pairs of rows within groups of these sizes.
pairs_within <- function(sizes) sum(sizes * (sizes - 1) / 2)

# Of the cells of a cross-table.
adjusted_rand <- function(counts) {
  in_cluster <- pairs_within(rowsum(counts$n, counts$cluster))
  in_class <- pairs_within(rowsum(counts$n, counts$truth))
  by_chance <- ratio(in_cluster * in_class, pairs_within(sum(counts$n)))
  ratio(pairs_within(counts$n) - by_chance, (in_cluster + in_class) / 2 - by_chance)
}

# The cells of a cross-table that are not empty; labels are numbered in order of appearance.
count_pairs <- function(cluster, truth) {
  a <- match(cluster, unique(cluster))
  b <- match(truth, unique(truth))
  pair <- a + as.double(max(a)) * (b - 1)
  first <- which(!duplicated(pair))
  data.frame(cluster = a[first], truth = b[first], n = as.double(tabulate(match(pair, pair[first]), length(first))))
}

# More cells than a matching can be found in.
max_cells <- 2.5e7

# Rows that match under the best one-to-one matching.
best_match <- function(counts) {
  if (!requireNamespace("clue", quietly = TRUE)) {
    warn_scrb("`acc` is NA: it needs package clue.")
    return(NA_real_)
  }
  size <- sort(c(max(counts$cluster), max(counts$truth)))
  if (prod(as.double(size)) > max_cells) {
    warn_scrb("`acc` is NA: ", size[1], " and ", size[2], " labels are too many to match.")
    return(NA_real_)
  }
  table <- matrix(0, max(counts$cluster), max(counts$truth))
  table[cbind(counts$cluster, counts$truth)] <- counts$n
  if (nrow(table) > ncol(table)) {
    table <- t(table)
  }
  sum(table[cbind(seq_len(nrow(table)), clue::solve_LSAP(table, maximum = TRUE))])
}
