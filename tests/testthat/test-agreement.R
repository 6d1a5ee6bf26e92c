test_that("a table worked by hand", {
  skip_if_not_installed("clue") # which finds `acc`
  # rows: cluster 1 = {a, a, b}, cluster 2 = {b, b, b, c}, cluster 3 = {c, c, a}
  cluster <- c(1, 1, 1, 2, 2, 2, 2, 3, 3, 3)
  truth <- c("a", "a", "b", "b", "b", "b", "c", "c", "c", "a")
  got <- agreement(cluster, truth)
  expect_named(got, c("nmi", "nmi_max", "ari", "ri", "fm", "fm_class", "acc"))
  # pairs together in both: 1 + 3 + 1 = 5; in clusters: 3 + 6 + 3 = 12; in classes: 3 + 6 + 3 = 12; of 45
  expect_equal(got[["ri"]], (45 - 12 - 12 + 2 * 5) / 45)
  expect_equal(got[["fm"]], 10 / 24)
  expect_equal(got[["ari"]], (5 - 144 / 45) / (12 - 144 / 45))
  # matching 1-a, 2-b, 3-c
  expect_equal(got[["acc"]], 7 / 10)
  # majorities: 2 of 3 with a class of 3, 3 of 4 with 4, 2 of 3 with 3
  expect_equal(got[["fm_class"]], mean(c(4 / 6, 6 / 8, 4 / 6)))
  entropy <- -(2 * 0.3 * log(0.3) + 0.4 * log(0.4))
  joint <- -(0.2 * log(0.2) * 2 + 0.1 * log(0.1) * 3 + 0.3 * log(0.3))
  expect_equal(got[["nmi"]], (2 * entropy - joint) / entropy)
  expect_equal(got[["nmi_max"]], got[["nmi"]]) # equal entropies
})

test_that("a table with different numbers of groups, worked by hand", {
  skip_if_not_installed("clue") # which finds `acc`
  got <- agreement(c(1, 1, 1, 1), c(1, 1, 2, 2))
  expect_equal(got, c(nmi = 0, nmi_max = 0, ari = 0, ri = 2 / 6, fm = 4 / 8, fm_class = 4 / 6, acc = 1 / 2))
  # the other way round, all but the mean over clusters is the same
  turned <- agreement(c(1, 1, 2, 2), c(1, 1, 1, 1))
  expect_equal(turned[names(got) != "fm_class"], got[names(got) != "fm_class"])
  expect_equal(turned[["fm_class"]], 4 / 6)
  split <- agreement(c(1, 1, 2, 3), c(1, 1, 2, 2))
  expect_equal(split[["nmi"]], 2 * log(2) / (log(2) + 1.5 * log(2)))
  expect_equal(split[["nmi_max"]], 1 / 1.5)
  expect_equal(split[["acc"]], 3 / 4)
})

test_that("equal partitions have 1 everywhere, whatever the names", {
  skip_if_not_installed("clue") # which finds `acc`
  for (seed in 1:3) {
    set.seed(seed)
    labels <- sample(5, 100, replace = TRUE)
    for (other in list(labels, sample(5)[labels], letters[labels], factor(-labels), labels / 7)) {
      expect_equal(unname(agreement(labels, other)), rep(1, 7))
    }
  }
  expect_equal(unname(agreement(1:6, 6:1)), rep(1, 7))
})

test_that("renaming labels or moving rows changes nothing", {
  set.seed(4)
  a <- sample(4, 200, replace = TRUE)
  b <- sample(6, 200, replace = TRUE)
  got <- agreement(a, b)
  expect_equal(agreement(c(3, 1, 4, 2)[a], LETTERS[b]), got)
  order <- sample(200)
  expect_equal(agreement(a[order], b[order]), got)
  expect_equal(agreement(factor(a, levels = 1:9), b), got) # levels without rows do not count
})

test_that("single clusters and single rows", {
  skip_if_not_installed("clue") # which finds `acc`
  expect_equal(unname(agreement(rep(1, 5), rep("a", 5))), rep(1, 7))
  expect_equal(unname(agreement(1, "a")), rep(1, 7))
  one <- agreement(rep(1, 6), c(1, 1, 1, 2, 2, 2))
  expect_equal(one[c("nmi", "nmi_max", "ari")], c(nmi = 0, nmi_max = 0, ari = 0))
  alone <- agreement(1:6, c(1, 1, 1, 2, 2, 2))
  expect_equal(alone[["ari"]], 0)
  expect_equal(alone[["fm"]], 0)
})

test_that("chance agreement has an adjusted Rand index of 0, within its spread", {
  set.seed(5)
  values <- replicate(200, agreement(sample(4, 150, replace = TRUE), sample(3, 150, replace = TRUE))[["ari"]])
  expect_lt(abs(mean(values)), 4 * sd(values) / sqrt(200))
})

test_that("pair measures are those counted pair by pair", {
  for (seed in 1:5) {
    set.seed(seed)
    a <- sample(3, 30, replace = TRUE)
    b <- ifelse(runif(30) < 0.6, a, sample(5, 30, replace = TRUE))
    expect_equal(agreement(a, b)[c("ri", "fm")], reference_pairs(a, b))
  }
})

test_that("the adjusted Rand index is mclust's", {
  skip_if_not_installed("mclust")
  for (seed in 1:10) {
    set.seed(seed)
    a <- sample(1 + seed, 80, replace = TRUE)
    b <- ifelse(runif(80) < seed / 12, a, sample(4, 80, replace = TRUE))
    expect_equal(agreement(a, b)[["ari"]], mclust::adjustedRandIndex(a, b))
  }
})

test_that("Rand indices and matched rows are those of clue", {
  skip_if_not_installed("clue")
  for (seed in 1:10) {
    set.seed(seed)
    a <- sample(2 + seed %% 4, 60, replace = TRUE)
    b <- ifelse(runif(60) < 0.7, a, sample(5, 60, replace = TRUE))
    got <- agreement(a, b)
    partitions <- lapply(list(a, b), clue::as.cl_partition)
    clue_says <- function(method) as.vector(clue::cl_agreement(partitions[[1]], partitions[[2]], method))
    expect_equal(got[["ri"]], clue_says("Rand"))
    expect_equal(got[["ari"]], clue_says("cRand"))
    expect_equal(got[["acc"]], clue_says("diag"))
  }
})

test_that("mutual informations and Rand indices are those of aricode", {
  skip_if_not_installed("aricode")
  for (seed in 1:10) {
    set.seed(seed)
    a <- sample(1 + seed, 90, replace = TRUE)
    b <- ifelse(runif(90) < seed / 12, a, sample(4, 90, replace = TRUE))
    got <- agreement(a, b)
    expect_equal(got[["nmi"]], aricode::NMI(a, b, variant = "sum"))
    expect_equal(got[["nmi_max"]], aricode::NMI(a, b, variant = "max"))
    expect_equal(got[["ari"]], aricode::ARI(a, b))
    expect_equal(got[["ri"]], aricode::RI(a, b))
    expect_gt(abs(got[["nmi"]] - got[["nmi_max"]]), 1e-4) # two different things in these labels
  }
})

test_that("many rows and clusters do not overflow", {
  skip_if_not_installed("clue") # which finds `acc`
  a <- rep(1:1000, 300)
  got <- agreement(a, rev(a))
  expect_equal(unname(got), rep(1, 7))
  large <- agreement(rep(1:2, 5e5), rep(1:2, each = 5e5))
  expect_equal(large[["nmi"]], 0)
  expect_equal(large[["ri"]], 0.5, tolerance = 1e-5)
})

test_that("missing labels, lengths that differ and no labels are errors", {
  expect_error(agreement(c(1, NA), 1:2), "`cluster` must have no missing labels, but 1 of 2", class = "scrb_error")
  expect_error(agreement(1:3, c("a", NA, NA)), "`truth` must have no missing labels, but 2 of 3", class = "scrb_error")
  expect_error(agreement(1:3, 1:2), "same length, not 3 and 2", class = "scrb_error")
  expect_error(agreement(integer(), integer()), "at least one", class = "scrb_error")
})

test_that("fits stand for their labels, and other things are refused", {
  set.seed(9)
  x <- matrix(rnorm(120), 60)
  a <- sc_rb(x, 2, sigma = 1)
  b <- kmeans(x, 3)
  ignore_clue <- function(code) suppressWarnings(code, classes = "scrb_warning")
  expect_identical(ignore_clue(agreement(a, b)), ignore_clue(agreement(a$cluster, b$cluster)))
  for (other in list(NULL, mean, iris, list(1, 2), matrix(1:4, 2))) {
    expect_error(agreement(other, 1:4), "`cluster` must be a vector of labels, or a fit", class = "scrb_error")
  }
})

test_that("very many labels cost no more than their rows", {
  n <- 60000
  expect_warning(got <- agreement(seq_len(n), rev(seq_len(n))), "`acc` is NA")
  expect_equal(unname(got[c("nmi", "ari", "ri", "fm_class")]), rep(1, 4))
})
