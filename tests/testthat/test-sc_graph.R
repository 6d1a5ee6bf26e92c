# Graphs against dense eigenvectors in plain R.

# A random graph of groups of nodes: links with a share `within` groups and `between` them, of weights 0.5 to 1.5.
random_graph <- function(group, within = 0.4, between = 0.05, weighted = TRUE, loops = FALSE) {
  n <- length(group)
  share <- ifelse(outer(group, group, "=="), within, between)
  w <- (matrix(runif(n^2), n) < share) * if (weighted) matrix(runif(n^2, 0.5, 1.5), n) else 1
  w[lower.tri(w, diag = !loops)] <- 0
  w + t(w) - diag(diag(w))
}

# Of W: values of D^-1/2 W D^-1/2, the embedding by m vectors, and what places new nodes.
reference_graph <- function(w, k, m = k) {
  pairs <- reference_vectors(normalize_similarity(w), m)
  by <- column_weights(pairs$values, k, m)
  places <- pairs$vectors / sqrt(rowSums(w))
  list(values = pairs$values, gap = pairs$values[m] - pairs$values[m + 1],
       embedding = unit_rows(pairs$vectors %*% diag(by, m)),
       place = function(new) unit_rows(new %*% places %*% diag(by / pairs$values[seq_len(m)], m)))
}

fit_graph <- function(seed, ..., tol = 1e-8) {
  set.seed(seed)
  sc_graph(..., tol = tol)
}

expect_graph_fit <- function(fit, w, new = NULL, tolerance = 1e-5) {
  m <- fit$n_vectors
  reference <- reference_graph(w, fit$k, m)
  testthat::expect_gt(reference$gap, 1e-3)
  testthat::expect_equal(fit$singular_values[seq_len(m)], reference$values[seq_len(m)], tolerance = 1e-6)
  # the one after the last vector is an estimate from below
  testthat::expect_lt(abs(fit$singular_values[m + 1] - reference$values[m + 1]), 0.02)
  testthat::expect_lt(fit$singular_values[m + 1], reference$values[m + 1] + 1e-6)
  testthat::expect_lt(gram_distance(fit$embedding, reference$embedding), tolerance)
  testthat::expect_equal(fit$diagnostics$degree_range, range(rowSums(w)))
  testthat::expect_equal(fit$n_links, sum(w[upper.tri(w, diag = TRUE)] > 0))
  expect_nearest_center(fit)
  testthat::expect_identical(predict(fit, w), fit$cluster)
  testthat::expect_identical(predict(fit, w, "embedding"), fit$embedding)
  if (!is.null(new)) {
    got <- predict(fit, new, "embedding")
    both <- rbind(reference$embedding, reference$place(new))
    testthat::expect_lt(gram_distance(rbind(fit$embedding, got), both), tolerance)
    testthat::expect_identical(predict(fit, new), nearest_l2(got, fit$embedding_centers), ignore_attr = TRUE)
  }
}

test_that("fits are those of the dense reference, on nodes of the fit and on new ones", {
  group <- rep(1:3, c(50, 40, 30))
  for (seed in 1:2) {
    for (weighted in c(TRUE, FALSE)) {
      for (loops in c(TRUE, FALSE)) {
        for (n_vectors in c(3, 6)) {
          set.seed(seed)
          w <- random_graph(group, weighted = weighted, loops = loops)
          new <- matrix(rbinom(20 * 120, 1, 0.2) * runif(20 * 120), 20)
          fit <- fit_graph(seed, w, 3, n_vectors = n_vectors)
          expect_identical(fit$solver$name, "dense")
          expect_graph_fit(fit, w, new)
          sparse <- fit_graph(seed, as_sparse(w), 3, n_vectors = n_vectors)
          expect_identical(sparse$cluster, fit$cluster)
          expect_graph_fit(sparse, w, new)
          expect_identical(predict(sparse, as_sparse(new), "embedding"), predict(sparse, new, "embedding"))
        }
      }
    }
  }
})

test_that("so are larger fits, whose vectors are found by iterations", {
  for (seed in 1:2) {
    set.seed(seed)
    w <- random_graph(rep(1:4, iterated_rows / 4), 0.1, 0.01)
    for (x in list(w, as_sparse(w))) {
      fit <- fit_graph(seed, x, 4)
      expect_iterated(fit)
      expect_graph_fit(fit, w)
    }
    rough <- fit_graph(seed, w, 4, tol = 1e-4)
    expect_lt(gram_distance(rough$embedding, fit$embedding), 0.02)
    expect_lte(rough$solver$products, fit$solver$products)
  }
})

test_that("values below 0 stay what they are, and never stand before smaller ones above", {
  # groups of two sides each, with links from side to side: -1, almost, as often as 1
  two_sides <- function(size) {
    group <- rep(1:2, each = 2 * size)
    side <- rep(rep(1:2, each = size), 2)
    share <- ifelse(outer(side, side, "=="), 0, ifelse(outer(group, group, "=="), 0.6, 0.02))
    w <- (matrix(runif(length(group)^2), length(group)) < share) + 0
    w[lower.tri(w)] <- 0
    w + t(w)
  }
  for (size in c(20, iterated_rows / 4)) {
    set.seed(size)
    w <- two_sides(size)
    values <- eigen(normalize_similarity(w), symmetric = TRUE, only.values = TRUE)$values
    n <- nrow(w)
    expect_lt(values[n - 1], -values[3])
    fit <- fit_graph(1, w, 2)
    expect_graph_fit(fit, w)
    expect_same_partition(fit$cluster, rep(1:2, each = 2 * size))
  }
  # two triangles: 1, 1, and -1/2 four times
  triangles <- kronecker(diag(2), 1 - diag(3))
  fit <- sc_graph(triangles, 2)
  expect_equal(fit$singular_values, c(1, 1, -0.5))
  expect_identical(unname(fit$cluster), rep(1:2, each = 3))
  expect_output(print(fit), "Eigenvalues: 1.0 +1.0 +-0.5 \\(gap 1.5\\)")
})

test_that("links of a node to itself count as they are given", {
  set.seed(3)
  w <- random_graph(rep(1:2, each = 30), 0.3, 0.02)
  plain <- fit_graph(1, w, 2)
  diag(w) <- 25
  looped <- fit_graph(1, w, 2)
  expect_graph_fit(looped, w)
  expect_gt(looped$singular_values[2], plain$singular_values[2] + 0.01)
  expect_equal(looped$n_links, plain$n_links + 60)
})

test_that("two components and more have the value 1 exactly, and vectors beyond are the reference's", {
  for (seed in 1:3) {
    set.seed(seed)
    w <- random_graph(rep(1:3, c(40, 30, 20)), 0.4, 0)
    fit <- expect_silent(fit_graph(seed, as_sparse(w), 3))
    expect_identical(fit$singular_values[1:3], rep(1, 3))
    expect_equal(fit$diagnostics$components, 3)
    expect_identical(unname(fit$cluster), rep(1:3, c(40, 30, 20)))
    expect_equal(fit$tot.withinss, 0)
    two <- random_graph(rep(1:3, each = 40), 0.4, 0)
    two[1:40, 41:80] <- random_graph(rep(1, 40), 0.1)
    two[41:80, 1:40] <- t(two[1:40, 41:80])
    fit <- fit_graph(seed, two, 3)
    expect_equal(fit$diagnostics$components, 2)
    expect_identical(fit$singular_values[1:2], c(1, 1))
    expect_graph_fit(fit, two)
  }
})

test_that("multiplying all similarities makes no difference", {
  set.seed(4)
  w <- random_graph(rep(1:3, each = 30))
  plain <- fit_graph(1, w, 3)
  for (factor in 2^c(-900, -100, 100, 480)) {
    fit <- fit_graph(1, w * factor, 3)
    expect_identical(fit$cluster, plain$cluster)
    expect_equal(fit$singular_values, plain$singular_values)
    expect_identical(predict(fit, w * factor, "embedding"), fit$embedding)
  }
})

test_that("the graph of random binning features has the fit of the rows", {
  for (seed in 1:3) {
    set.seed(seed)
    data <- blobs(4, 50, sd = 0.5)
    for (n_vectors in c(4, 6)) {
      set.seed(seed)
      rows <- sc_rb(data$x, 4, n_grids = 128, sigma = 0.5, n_vectors = n_vectors, tol = 1e-8)
      expect_equal(rows$diagnostics$stray, 0)
      set.seed(seed)
      similarity <- Matrix::tcrossprod(rb_features(data$x, 128, 0.5))
      nodes <- sc_graph(similarity, 4, n_vectors = n_vectors, tol = 1e-8)
      expect_lt(max(abs(nodes$singular_values - rows$singular_values^2)), 1e-6)
      expect_identical(unname(nodes$cluster), unname(rows$cluster))
      expect_lt(gram_distance(nodes$embedding, rows$embedding), 1e-5)
      expect_equal(nodes$diagnostics$degree_range, rows$diagnostics$degree_range)
      expect_equal(nodes$tot.withinss, rows$tot.withinss, tolerance = 1e-6)
    }
  }
  # and with an operator that iterates
  set.seed(5)
  data <- blobs(3, iterated_rows / 2, sd = 0.8)
  set.seed(6)
  rows <- sc_rb(data$x, 3, n_grids = 128, sigma = 0.3, tol = 1e-8)
  set.seed(6)
  nodes <- sc_graph(Matrix::tcrossprod(rb_features(data$x, 128, 0.3)), 3, tol = 1e-8)
  expect_equal(rows$diagnostics$stray, 0)
  expect_iterated(nodes)
  expect_lt(max(abs(nodes$singular_values[1:3] - rows$singular_values[1:3]^2)), 1e-6)
  expect_identical(unname(nodes$cluster), unname(rows$cluster))
})

# Two groups of nodes; then two nodes without a link, one that is linked to itself, and three to one another. Of 606
# nodes and k = 2, fewer than 4 are no cluster.
with_stray_nodes <- function(seed) {
  set.seed(seed)
  w <- matrix(0, 606, 606)
  w[1:600, 1:600] <- random_graph(rep(1:2, c(250, 350)), 0.1, 0.01)
  w[603, 603] <- 2
  w[604:606, 604:606] <- 1 - diag(3)
  order <- sample(606)
  list(w = w[order, order], stray = which(order > 600), group = rep(1:3, c(250, 350, 6))[order])
}

test_that("stray nodes take the largest cluster's label, with one warning that counts them", {
  for (seed in 1:2) {
    data <- with_stray_nodes(seed)
    for (x in list(data$w, as_sparse(data$w))) {
      warned <- capture_warnings(fit <- fit_graph(seed, x, 2))
      expect_length(warned, 1)
      expect_match(warned, "^6 of 606 nodes of `x` .* took the label of the largest cluster\\.$")
      expect_equal(fit$diagnostics$stray, 6)
      expect_identical(which(rowSums(fit$embedding^2) == 0), data$stray)
      expect_same_partition(fit$cluster[-data$stray], data$group[-data$stray])
      largest <- fit$cluster[match(2, data$group)]
      expect_identical(fit$cluster[data$stray], rep(largest, 6))
      expect_identical(sort(fit$size), c(250L, 356L))
      expect_equal(fit$totss, within_squares(fit$embedding[-data$stray, ], rep(1, 600)))
      # as new nodes, two have no link to any
      expect_warning(again <- predict(fit, x), "^2 of 606 rows of `newdata` have no link to a node of the fit",
                     class = "scrb_warning")
      expect_identical(again, fit$cluster)
      expect_identical(suppressWarnings(predict(fit, x, "embedding")), fit$embedding)
      expect_true(all(is.na(suppressWarnings(predict(fit, x, "distance"))[data$stray, ])))
      expect_output(print(fit), "Stray: +6 nodes, labelled by the largest cluster")
    }
  }
})

test_that("of more large components than k the largest are clusters, and the others are stray", {
  set.seed(7)
  w <- random_graph(rep(1:4, c(20, 50, 30, 40)), 0.4, 0)
  warned <- capture_warnings(fit <- sc_graph(w, 2))
  expect_length(warned, 1)
  expect_match(warned, paste("^`x` falls apart into 4 pieces without a link, more than `k` \\(= 2\\); only the largest",
                             "\\(50, 40 nodes\\) became clusters, and the other 50 of 140 nodes joined the largest"))
  expect_equal(fit$diagnostics$components, 4)
  expect_identical(unname(fit$cluster), rep(c(1L, 1L, 1L, 2L), c(20, 50, 30, 40)))
  # pieces are counted whichever k is chosen of several
  w <- kronecker(diag(6), matrix(1, 10, 10))
  told <- capture_warnings(sc_graph(w, 2:4))
  expect_match(told, "^`x` falls apart into 6 pieces", all = FALSE)
})

test_that("what needs columns is an error that says why", {
  set.seed(8)
  fit <- sc_graph(random_graph(rep(1:2, each = 20)), 2)
  expect_null(fit$centers)
  for (field in c("sigma", "kernel", "scaling")) expect_false(field %in% names(fit) && !is.null(fit[[field]]))
  fails <- function(code) expect_error(code, "a graph has no columns", class = "scrb_error")
  fails(fitted(fit))
  fails(fitted(fit, "centers"))
  expect_identical(fitted(fit, "classes"), fit$cluster)
  if (requireNamespace("clue", quietly = TRUE)) fails(clue::cl_prototypes(fit))
  if (requireNamespace("tidyclust", quietly = TRUE)) fails(tidyclust::extract_fit_summary(fit))
  if (requireNamespace("generics", quietly = TRUE)) {
    expect_named(generics::tidy(fit), c("cluster", "size", "withinss"))
    expect_true(is.na(generics::glance(fit)$sigma))
  }
})

test_that("igraph objects are their adjacency matrices, with the attribute `weight` if there is one", {
  skip_if_not_installed("igraph")
  set.seed(9)
  w <- random_graph(rep(1:3, each = 30), 0.4, 0.03)
  dimnames(w) <- rep(list(paste0("node", 1:90)), 2)
  weighted <- igraph::graph_from_adjacency_matrix(w, "undirected", weighted = TRUE)
  plain <- igraph::delete_edge_attr(weighted, "weight")
  fit <- function(x) {
    set.seed(1)
    sc_graph(x, 3)
  }
  expect_identical(without_times(fit(weighted)), without_times(fit(as_sparse(w))))
  expect_identical(without_times(fit(plain)), without_times(fit(as_sparse((w > 0) + 0))))
  expect_identical(names(fit(weighted)$cluster), paste0("node", 1:90))
  expect_identical(names(predict(fit(weighted), w[5:6, ])), c("node5", "node6"))
  expect_gt(gram_distance(fit(weighted)$embedding, fit(plain)$embedding), 1e-3)
  # other attributes do not count, nodes without names have none
  bare <- igraph::delete_vertex_attr(igraph::set_edge_attr(plain, "length", value = 7), "name")
  expect_null(names(fit(bare)$cluster))
  expect_identical(unname(fit(bare)$cluster), unname(fit(plain)$cluster))
  expect_identical(fit(weighted)$call, quote(sc_graph(x = x, k = 3)))
  # edges that come again add up
  twice <- igraph::add_edges(plain, as.vector(t(igraph::as_edgelist(plain, names = FALSE))))
  expect_equal(fit(twice)$embedding, fit(plain)$embedding)
  set.seed(2)
  expect_identical(update(fit(weighted), x = plain, k = 2)$k, 2L)

  fails <- function(code, message) expect_error(code, message, class = "scrb_error")
  fails(sc_graph(weighted), "`k`, the number of clusters, must be given")
  fails(sc_graph(weighted, 1), "^`k` must be")
  fails(sc_graph(weighted, 3, n_grids = 8), "unused argument: `n_grids`")
  directed <- igraph::make_graph(c(1, 2, 2, 3, 3, 1), directed = TRUE)
  fails(sc_graph(directed, 2), "^`x` must be symmetric")
  fails(sc_graph(igraph::set_edge_attr(weighted, "weight", value = -1), 3), "values of at least 0")
  fails(sc_graph(igraph::set_edge_attr(weighted, "weight", value = NA_real_), 3), "no missing values")
  words <- igraph::set_edge_attr(weighted, "weight", value = rep("a", igraph::ecount(weighted)))
  fails(sc_graph(words, 3), "`x` must have numbers as edge attribute `weight`, not an object of class \"character\"")
  fails(sc_graph(igraph::make_empty_graph(5, directed = FALSE), 2), "`x` must have links")
  fails(sc_graph(igraph::make_empty_graph(0, directed = FALSE), 2), "at least one row")
})

test_that("new nodes are placed by matrices, sparse matrices, vectors and data frames, by name where there are names", {
  set.seed(10)
  w <- random_graph(rep(1:3, each = 30))
  dimnames(w) <- rep(list(paste0("n", 1:90)), 2)
  fit <- fit_graph(1, w, 3)
  new <- matrix(rbinom(10 * 90, 2, 0.2), 10, dimnames = list(letters[1:10], colnames(w)))
  place <- predict(fit, new, "embedding")
  expect_lt(gram_distance(rbind(fit$embedding, place),
                          rbind(reference_graph(w, 3)$embedding, reference_graph(w, 3)$place(new))), 1e-5)
  order <- sample(90)
  sparse <- as_sparse(new)
  inputs <- list(new + 0, sparse, methods::as(sparse, "TsparseMatrix"), methods::as(sparse, "RsparseMatrix"),
                 methods::as(methods::as(sparse, "unpackedMatrix"), "generalMatrix"), as.data.frame(new), new[, order],
                 sparse[, order], cbind(new, other = 1))
  for (input in inputs) {
    expect_identical(predict(fit, input, "embedding"), place)
    expect_identical(predict(fit, input, threads = 2), predict(fit, new))
  }
  # without names, by place
  expect_identical(unname(predict(fit, unname(new))), unname(predict(fit, new)))
  # a vector is one node
  expect_identical(unname(predict(fit, new[2, ])), unname(predict(fit, new)[2]))
  expect_identical(unname(predict(fit, new[2, order])), unname(predict(fit, new)[2]))
  expect_identical(unname(predict(fit, unname(new[2, ]))), unname(predict(fit, new)[2]))
  expect_identical(predict(fit, new > 0), predict(fit, (new > 0) + 0))
  # the size of similarities makes no difference
  expect_equal(predict(fit, new * 1e-3, "embedding"), place)

  fails <- function(newdata, message) expect_error(predict(fit, newdata), message, class = "scrb_error")
  fails(new[, 1:5], "`newdata` must have the columns of the fit, but lacks `n6`, .* and 80 more")
  fails(unname(new)[, 1:5], "`newdata` must have 90 columns")
  fails(new[2, 1:5], "lacks `n6`")
  fails(1:5, "`newdata` must have 90 columns")
  fails(new[0, ], "at least one row")
  fails(replace(new, 7, -1), "`newdata` must have finite values of at least 0, but 1 of them is negative or infinite")
  fails(replace(new, 7, Inf), "`newdata` must have finite values of at least 0")
  fails(replace(new, 7:8, NA), "`newdata` must have no missing values, but 2 of them are NA or NaN")
  fails(-sparse, "`newdata` must have finite values of at least 0")
  fails(letters, "`newdata` must be a numeric matrix")
  fails(dist(1:5), "`newdata` must")
})

test_that("new nodes without a link get the largest cluster's label, with a warning", {
  set.seed(11)
  fit <- sc_graph(random_graph(rep(1:2, c(20, 40))), 2)
  new <- rbind(0, c(rep(1, 20), rep(0, 40)), 0)
  for (input in list(new, as_sparse(new))) {
    expect_warning(got <- predict(fit, input), "^2 of 3 rows of `newdata` have no link to a node of the fit and took",
                   class = "scrb_warning")
    expect_identical(unname(got), c(2L, 1L, 2L))
    expect_identical(suppressWarnings(predict(fit, input, "embedding"))[c(1, 3), ], matrix(0, 2, 2), ignore_attr = TRUE)
    expect_identical(which(is.na(suppressWarnings(predict(fit, input, "distance"))[, 1])), c(1L, 3L))
  }
  expect_warning(predict(fit, numeric(60)), "^1 of 1 rows of `newdata` has no link", class = "scrb_warning")
})

test_that("what is no graph is an error that says so", {
  w <- kronecker(diag(2), matrix(1, 6, 6))
  fails <- function(x, message, k = 2) expect_error(sc_graph(x, k), message, class = "scrb_error")
  for (form in list(identity, as_sparse)) {
    fails(form(replace(w, 3, -1)), "`x` must have finite values of at least 0, but 1 of them is negative .* -1\\.$")
    fails(form(replace(w, 3:4, Inf)), "but 2 of them are negative or infinite, the first of them Inf")
    fails(form(replace(w, 3:4, NA)), "`x` must have no missing values, but 2 of them are NA or NaN")
    fails(form(replace(w, 3, NaN)), "`x` must have no missing values, but 1 of them is NA or NaN")
    fails(form(replace(w, 3, 0.5)), "`x` must be symmetric, .* differ .* by 0.5 at most")
    fails(form(replace(w, 3, 1 + 1e-6)), "`x` must be symmetric")
    fails(form(w[1:5, ]), "`x` must be square, .* not 5 x 12")
    fails(form(w * 1e-310), "`x` must have links that sum to at least 1e-280 .* of node 1 sum to 6e-310")
    fails(form(replace(diag(12), cbind(1:2, 2:1), 1) * rep(c(1, 1e-290), c(142, 2))), "those of node 12 sum to")
    fails(form(w * 1e200), "`x` must have values of at most 1e\\+150")
    fails(form(w[0, 0]), "`x` must have at least one row and one column, not 0 x 0")
    fails(form(0 * w), "`x` must have links: no two nodes of it are linked")
    fails(form(diag(12)), "`x` must have links: no two nodes of it are linked")
  }
  fails(dist(1:6), "`x` must hold similarities, not distances")
  fails(Matrix::Diagonal(6), "`x` must have links")
  fails(Matrix::triu(as_sparse(w)), "`x` must be symmetric")
  named <- w
  dimnames(named) <- list(letters[1:12], letters[12:1])
  fails(named, "`x` must have the same names for rows and columns")
  for (x in list(letters, NULL, list(1, 2), matrix("a", 2, 2), matrix(1i, 2, 2), 1:4, array(1, c(2, 2, 2)), mean)) {
    fails(x, "^`x` must be a symmetric matrix of numbers, a sparse matrix of package Matrix or an igraph object, not")
  }
  expect_error(sc_graph(k = 2), "`x`, the graph, must be given", class = "scrb_error")
  for (given in list(list(sigma = 1), list(scale = "none"), list(na.action = na.omit), list(n_landmarks = 9))) {
    expect_error(do.call(sc_graph, c(list(w, 2), given)), paste0("unused argument: `", names(given), "`"),
                 class = "scrb_error")
  }
  with_memory(1e3, fails(w, "^sc_graph\\(\\) with 12 nodes asks for about .* of memory"))
})

test_that("a k that is too large is an error that says why", {
  fails <- function(x, k, message) expect_error(sc_graph(x, k), message, class = "scrb_error")
  complete <- 1 - diag(6) # one value above 0
  fails(complete, 2, "`k` \\(= 2\\) is too large: only 1 .* of the normalised `x`")
  fails(complete, 7, "`k` must be a single whole number between 2 and nrow\\(x\\) \\(= 6\\), not 7")
  few <- matrix(0, 10, 10)
  few[1:4, 1:4] <- 1
  fails(matrix(1, 4, 4), 2, "only 1 value of the normalised `x` is positive")
  fails(few, 5, "`k` \\(= 5\\) is too large: only 4 nodes of `x` are in pieces that are large enough")
  # as many clusters as nodes, where every node differs
  set.seed(12)
  w <- crossprod(matrix(runif(64), 8)) + diag(8)
  expect_identical(unname(sc_graph(w, 8)$cluster), 1:8)
})

test_that("differences across the diagonal that are rounding are evened out", {
  set.seed(13)
  w <- random_graph(rep(1:2, each = 30))
  off <- w
  off[upper.tri(off)] <- off[upper.tri(off)] * (1 + 1e-12)
  even <- (off + t(off)) / 2
  for (form in list(identity, as_sparse)) {
    fit <- fit_graph(1, form(off), 2)
    expect_identical(without_times(fit), without_times(fit_graph(1, form(even), 2)))
  }
})

# As the kernel matrices of other packages are.
setClass("scrbTestKernel", contains = "matrix", where = environment())

test_that("kernel matrices of S4 classes are graphs, though they are symmetric up to rounding only", {
  set.seed(20)
  data <- blobs(3, 30)
  # squared distances by products, which rounding leaves asymmetric
  kernel <- function(x, y) {
    products <- 2 * x %*% t(y)
    squares <- rowSums(x^2) - products + rep(rowSums(y^2), each = nrow(x))
    methods::new("scrbTestKernel", exp(-squares))
  }
  x <- kernel(data$x, data$x)
  w <- matrix(as.vector(x), 90)
  w[upper.tri(w)] <- w[upper.tri(w)] * (1 + 2^-52)
  x <- methods::new("scrbTestKernel", w)
  expect_gt(max(abs(w - t(w))), 0)
  fit <- fit_graph(1, x, 3)
  expect_identical(without_times(fit), without_times(fit_graph(1, (w + t(w)) / 2, 3)))
  expect_same_partition(fit$cluster, data$truth)
  expect_identical(predict(fit, kernel(data$x[1:5, ], data$x)), fit$cluster[1:5])
})

test_that("rows of similarities with missing values are left out, or labelled NA, as `na.action` says", {
  set.seed(21)
  w <- random_graph(rep(1:2, each = 20), 0.5)
  rownames(w) <- colnames(w) <- paste0("n", 1:40)
  fit <- fit_graph(1, w, 2)
  holes <- replace(w[1:9, ], cbind(c(3, 7, 7), c(1, 2, 40)), NA)
  for (form in list(identity, as_sparse)) {
    new <- form(holes)
    expect_error(predict(fit, new), "no missing values, but 3 of them .* `na.action` can leave such rows out",
                 class = "scrb_error")
    expect_error(predict(fit, new, na.action = na.pass), "no missing values, but 3 of them", class = "scrb_error")
    expect_message(omitted <- predict(fit, new, na.action = na.omit), "left out 2 of 9", class = "scrb_message")
    expect_identical(omitted, fit$cluster[c(1:2, 4:6, 8:9)])
    expect_identical(predict(fit, new, na.action = na.exclude), replace(fit$cluster[1:9], c(3, 7), NA))
    expect_identical(predict(fit, new, "embedding", na.action = na.exclude)[-c(3, 7), ],
                     fit$embedding[c(1:2, 4:6, 8:9), ])
    expect_error(predict(fit, new[3, , drop = FALSE], na.action = na.omit), "`na.action` must leave `newdata` rows",
                 class = "scrb_error")
  }
  negative <- replace(holes, 1, -1)
  expect_error(predict(fit, negative, na.action = na.exclude), "at least 0, but 1 of them", class = "scrb_error")
  if (requireNamespace("generics", quietly = TRUE)) {
    expect_identical(unname(which(is.na(generics::augment(fit, newdata = holes)$.cluster))), c(3L, 7L))
  }
})

test_that("there are no more vectors than values above 0", {
  w <- kronecker(diag(3), 1 - diag(5)) # three values of 1, the others -1/4
  w[1, 6] <- w[6, 1] <- w[6, 11] <- w[11, 6] <- 0.5
  values <- eigen(normalize_similarity(w), symmetric = TRUE, only.values = TRUE)$values
  fit <- sc_graph(w, 2, n_vectors = 10)
  expect_identical(fit$n_vectors, sum(values > 1e-6))
  expect_true(all(is.finite(fit$embedding)))
  expect_identical(predict(fit, w), fit$cluster)
})

test_that("matrices of every class are the matrix that they show", {
  set.seed(14)
  w <- random_graph(rep(1:2, each = 15), 0.5, 0.1, loops = TRUE)
  dense <- methods::as(methods::as(methods::as(w, "dMatrix"), "generalMatrix"), "unpackedMatrix")
  sparse <- as_sparse(w)
  symmetric <- Matrix::forceSymmetric(sparse)
  fit <- function(x) {
    set.seed(1)
    sc_graph(x, 2)
  }
  expected <- fit(w)
  inputs <- list(
    dense, Matrix::forceSymmetric(dense, "L"), Matrix::pack(Matrix::forceSymmetric(dense)),
    sparse, symmetric, Matrix::forceSymmetric(sparse, "L"), methods::as(sparse, "TsparseMatrix"),
    methods::as(sparse, "RsparseMatrix"), methods::as(symmetric, "TsparseMatrix"),
    methods::as(symmetric, "RsparseMatrix"), as.data.frame(w)
  )
  for (x in inputs) {
    got <- fit(x)
    expect_identical(unname(got$cluster), unname(expected$cluster), info = class(x)[1])
    expect_equal(unname(got$embedding), unname(expected$embedding), info = class(x)[1])
    expect_equal(got$n_links, expected$n_links, info = class(x)[1])
    if (!is.data.frame(x)) expect_identical(unname(predict(got, x)), unname(got$cluster), info = class(x)[1])
  }
  pattern <- (w > 0) + 0
  expected <- fit(pattern)
  whole <- pattern
  storage.mode(whole) <- "integer"
  inputs <- list(
    pattern > 0, whole, methods::as(sparse, "nMatrix"), methods::as(sparse, "lMatrix"),
    methods::as(symmetric, "nMatrix"), methods::as(symmetric, "lMatrix"),
    methods::as(methods::as(sparse, "nMatrix"), "TsparseMatrix"), methods::as(dense, "nMatrix"),
    # entries that come twice add up, zeros that are stored are no links
    methods::as(as_sparse(pattern / 2), "TsparseMatrix") + methods::as(as_sparse(pattern / 2), "TsparseMatrix"),
    replace(as_sparse(pattern + 1), cbind(row(w)[w == 0], col(w)[w == 0]), 0) / 2
  )
  for (x in inputs) {
    got <- fit(x)
    expect_identical(got$cluster, expected$cluster, info = class(x)[1])
    expect_equal(got$embedding, expected$embedding, info = class(x)[1])
    expect_equal(got$n_links, expected$n_links, info = class(x)[1])
  }
  # a permutation that swaps nodes by two
  pairs <- methods::as(c(2L, 1L, 4L, 3L), "pMatrix")
  expect_identical(unname(sc_graph(pairs, 2)$cluster), c(1L, 1L, 2L, 2L))
  expect_identical(unname(sc_graph(Matrix::bdiag(matrix(1, 3, 3), matrix(1, 2, 2)), 2)$cluster), c(1L, 1L, 1L, 2L, 2L))
})

test_that("names of rows or of columns are names of nodes", {
  set.seed(15)
  w <- random_graph(rep(1:2, each = 10), 0.6)
  for (form in list(identity, as_sparse)) {
    for (names in list(list(letters[1:20], NULL), list(NULL, letters[1:20]), list(letters[1:20], letters[1:20]))) {
      x <- form(w)
      dimnames(x) <- names
      fit <- sc_graph(x, 2)
      expect_identical(names(fit$cluster), letters[1:20])
      expect_identical(rownames(fit$embedding), letters[1:20])
      expect_identical(fit$columns$names, letters[1:20])
    }
  }
})

# Nodes in k blocks of one size, each with `inside` links to its own block and `outside` links to others, on average.
block_model <- function(n, k, inside, outside) {
  block <- rep(seq_len(k), length.out = n)
  draw <- function(count, same) {
    from <- sample.int(n, count, replace = TRUE)
    # nodes of one block are k apart
    to <- if (same) (from + k * sample.int(n / k - 1, count, replace = TRUE) - 1) %% n + 1 else {
      (from + k * sample.int(n / k, count, replace = TRUE) + sample.int(k - 1, count, replace = TRUE) - 1) %% n + 1
    }
    cbind(from, to)
  }
  links <- rbind(draw(n * inside / 2, TRUE), draw(n * outside / 2, FALSE))
  x <- Matrix::sparseMatrix(i = pmin(links[, 1], links[, 2]), j = pmax(links[, 1], links[, 2]), x = 1, dims = c(n, n),
                            symmetric = TRUE)
  list(x = x, block = block)
}

test_that("a block model of 20,000 nodes is told apart", {
  set.seed(16)
  model <- block_model(20000, 10, inside = 24, outside = 6)
  expect_gt(length(model$x@x), 290000)
  set.seed(17)
  fit <- sc_graph(model$x, 10)
  expect_true(fit$solver$converged)
  expect_gt(agreement(fit$cluster, model$block)[["ari"]], 0.999)
  # values of random links alone end near 2 / sqrt(degree); those of blocks are inside less outside by block
  expect_equal(fit$singular_values[2:10], rep((24 - 6 / 9) / 30, 9), tolerance = 0.05)
  expect_lt(fit$singular_values[11], 2 / sqrt(30) * 1.2)
  # new nodes, by a dozen links into a block
  new <- Matrix::sparseMatrix(i = rep(1:50, each = 12), j = as.vector(vapply(1:50, function(i) {
    sample(which(model$block == i %% 10 + 1), 12)
  }, integer(12))), x = 1, dims = c(50, 20000))
  expect_identical(unname(predict(fit, new)), unname(fit$cluster[match(1:50 %% 10 + 1, model$block)]))
})

test_that("the most stable of several k is the number of blocks", {
  for (seed in 1:2) {
    set.seed(seed)
    model <- block_model(1200, 4, inside = 20, outside = 4)
    fit <- sc_graph(model$x, 2:7)
    expect_identical(fit$k, 4L)
    expect_equal(agreement(fit$cluster, model$block)[["ari"]], 1)
    path <- fit$path
    expect_identical(path$k, 2:7)
    expect_equal(path$gap, fit$singular_values[2:7] - fit$singular_values[3:8])
    # there are no features to split
    expect_true(all(is.na(path$halves)))
    expect_identical(path$stability, path$restart)
    expect_identical(predict(fit, model$x), fit$cluster)
    expect_output(print(fit), "k: +4 of 2 to 7, by stability")
  }
})

test_that("consensus is that of the first embedding's base clusterings", {
  set.seed(18)
  w <- random_graph(rep(1:3, c(50, 40, 30)), 0.4, 0.1)
  new <- w[1:20, ]
  fit <- fit_graph(1, w, 3, consensus = 8)
  plain <- fit_graph(1, w, 3)
  expect_identical(fit$consensus, 8L)
  expect_equal(fit$singular_values, plain$singular_values)
  consensus <- fit$model$consensus
  base <- reference_base_features(plain$embedding, consensus)
  expect_gt(attr(base, "margin"), 1e-6)
  reference <- reference_embedding(base, 3, 3)
  expect_gt(reference$gap, 1e-3)
  expect_lt(gram_distance(fit$embedding, reference$embedding), 1e-5)
  expect_nearest_center(fit)
  expect_identical(predict(fit, w), fit$cluster)
  # a node may have links and yet no place: not in words that say it has none
  words <- scrb:::graph_words$stray
  expect_match(words(3, 9, 3), "^3 of 9 nodes of `x` have no link to a piece that is large")
  expect_match(words(1, 9, 0), "^1 of 9 nodes of `x` is in no group .* in the consensus, and took")
})

test_that("fits are printed, summarised and drawn as graphs", {
  set.seed(19)
  w <- random_graph(rep(1:2, each = 30), 0.4, 0.02)
  fit <- sc_graph(w, 2)
  shown <- capture.output(print(fit))
  expect_identical(shown[1], "Spectral clustering of a graph: 60 nodes in 2 clusters")
  expect_match(shown, sprintf("%d links", sum(w[upper.tri(w)] > 0)), all = FALSE)
  expect_match(shown, "^Eigenvalues: 1", all = FALSE)
  expect_no_match(shown, "sigma|kernel|grid|Singular|Stray")
  detail <- capture.output(print(summary(fit)))
  expect_match(detail, "60 nodes in 2 clusters", all = FALSE)
  expect_match(detail, "^Eigenvalues: 1", all = FALSE)
  expect_no_match(detail, "sigma|kernel|grid|Singular|NULL|NA|row")
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_silent(plot(fit, which = 1:4))
  expect_identical(scrb:::picture_singular_values(fit)$title, "Eigenvalues")
  expect_identical(scrb:::picture_embedding(fit, 100)$x, "Eigenvector 1")
  expect_identical(scrb:::picture_embedding(fit, 40)$subtitle, "40 of 60 nodes")
  expect_identical(scrb:::picture_sizes(fit)$subtitle, "60 nodes in 2 clusters")
  expect_identical(scrb:::picture_sizes(fit)$x, "Nodes")
  expect_silent(plot(suppressWarnings(sc_graph(w, 2:4)), which = 5))
  skip_if_not_installed("ggplot2")
  for (which in 1:4) expect_silent(print(ggplot2::autoplot(fit, which = which)))
})
