# Each sibling on data of several kinds, and with the arguments that change most.

named <- function(x) {
  rownames(x) <- paste0("row", seq_len(nrow(x)))
  x
}

# Groups that overlap, with columns that have names.
grouped <- function(seed, size = 40, d = 2) {
  set.seed(seed)
  x <- overlapping(size, d = d)
  colnames(x) <- letters[seq_len(d)]
  named(x)
}

# The same with a row far from all.
with_stray <- function(seed) rbind(grouped(seed), far = c(90, 90))

mixed_rows <- function(seed) {
  set.seed(seed)
  named(mixed(3, 40)$x)
}

counts <- function(seed) {
  set.seed(seed)
  x <- matrix(rpois(150 * 12, rep(c(0.2, 1), c(75, 75)) + rep(0:1, 75)), 150)
  colnames(x) <- paste0("word", 1:12)
  as_sparse(named(x))
}

# Similarities of rows to their neighbours, with the rows' names.
similar <- function(x) {
  w <- exp(-as.matrix(dist(x))^2 / 4)
  w[w < 0.05] <- 0
  w
}

test_that("sc_rb() keeps its promises", {
  expect_promises(sc_rb, with_stray(1), 3, n_grids = 64, sigma = 2, scale = "none")
})

test_that("sc_rb() keeps them with several k, and sigma by rule", {
  expect_promises(sc_rb, grouped(2), 2:4, n_grids = 64, scale = "sd", fresh = FALSE)
})

test_that("sc_rb() keeps them with more vectors, consensus and bins that count alike", {
  expect_promises(sc_rb, grouped(3), 3, n_grids = 64, sigma = 0.4, n_vectors = 7, consensus = 5, column_scaling = TRUE,
                  fresh = FALSE)
})

test_that("sc_rb() keeps them on a data frame of mixed columns, and by a formula", {
  x <- mixed_rows(4)
  expect_promises(sc_rb, x, 3, n_grids = 64, sigma = 1, fresh = FALSE)
  expect_promises(sc_rb, x, 3, n_grids = 64, sigma = 1, formula = ~ scale(number) + log(whole + 1) + f)
})

test_that("sc_rb() keeps them on a sparse matrix", {
  expect_promises(sc_rb, counts(5), 3, n_grids = 64, sigma = 3, fresh = FALSE)
})

test_that("sc_landmarks() keeps its promises", {
  expect_promises(sc_landmarks, grouped(6), 3, fresh = FALSE)
})

test_that("sc_landmarks() keeps them without consensus, with few landmarks of equal weight", {
  expect_promises(sc_landmarks, grouped(7), 3, n_landmarks = 60, weights = "binary", consensus = 0, n_vectors = 5,
                  fresh = FALSE)
})

test_that("sc_landmarks() keeps them with several k", {
  expect_promises(sc_landmarks, grouped(8), 2:4, consensus = 8, fresh = FALSE)
})

test_that("sc_landmarks() keeps them on many columns", {
  set.seed(9)
  expect_promises(sc_landmarks, named(turned(120, 70)), 3, n_landmarks = 80, consensus = 4)
})

test_that("sc_landmarks() keeps them on a data frame of mixed columns, and by a formula", {
  x <- mixed_rows(10)
  expect_promises(sc_landmarks, x, 3, scale = "range", consensus = 4, fresh = FALSE)
  expect_promises(sc_landmarks, x, 3, consensus = 4, formula = ~ scale(number) + log(whole + 1) + f)
})

test_that("sc_landmarks() keeps them on a sparse matrix", {
  expect_promises(sc_landmarks, counts(11), 3, consensus = 4, fresh = FALSE)
})

test_that("sc_graph() keeps its promises", {
  expect_promises(sc_graph, as_sparse(similar(grouped(12))), 3, lacks = "columns")
})

test_that("sc_graph() keeps them on a dense matrix, with more vectors and consensus", {
  expect_promises(sc_graph, similar(grouped(13)), 3, n_vectors = 7, consensus = 5, lacks = "columns", fresh = FALSE)
})

test_that("sc_graph() keeps them with several k", {
  expect_promises(sc_graph, Matrix::forceSymmetric(as_sparse(similar(grouped(14)))), 2:4, lacks = "columns",
                  fresh = FALSE)
})
