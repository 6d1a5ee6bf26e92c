dense_solution <- function(x, m, seed, ...) {
  set.seed(seed)
  s <- normalize_similarity(as.matrix(Matrix::tcrossprod(rb_features(x, ...))))
  reference_vectors(s, m)
}

test_that("K groups, apart or barely linked, have their K values right and their labels perfect", {
  names <- character()
  for (k in c(2, 5, 10, 26)) {
    for (link in c(0, 1e-4, 1e-3)) {
      for (seed in 1:2) {
        set.seed(seed)
        data <- blocks(k, ceiling(iterated_rows / k), link = link)
        fit <- fit_ids(data$ids, k)
        what <- sprintf("k %d, link %g, seed %d", k, link, seed)
        # few bins are solved for densely
        expect_identical(fit$solver$name, if (fit$solver$side == "rows") "Spectra" else "dense", label = what)
        names <- c(names, fit$solver$name)
        s <- normalize_similarity(reference_similarity(data$ids))
        values <- eigen(s, symmetric = TRUE, only.values = TRUE)$values
        expect_lt(max(abs(fit$singular_values[1:k]^2 - values[1:k])), 1e-6, label = what)
        # the next value is there to show the gap, and found roughly
        gap <- -diff(fit$singular_values[k + 0:1]^2)
        expect_equal(gap, values[k] - values[k + 1], tolerance = 0.02, label = what)
        expect_equal(agreement(fit$cluster, data$truth)[["ari"]], 1, label = what)
        expect_true(fit$solver$converged, label = what)
      }
    }
  }
  expect_setequal(names, c("Spectra", "dense"))
})

# Equal copies of a group, each tied to one hub: values near 1 that repeat exactly, in one component. One start
# vector sees a single direction of each.
star <- function(copies, size, n_grids = 24, n_bins = 3) {
  one <- matrix(sample(n_bins, size * n_grids, replace = TRUE), size)
  hub <- matrix(as.numeric(sample(n_bins, size * n_grids, replace = TRUE)), size)
  ids <- rbind(do.call(rbind, lapply(seq_len(copies), function(c) one + 1000 * c)), hub)
  ids[size * (seq_len(copies) - 1) + 1, 1] <- hub[1, 1]
  list(ids = ids, truth = rep(seq_len(copies + 1), each = size))
}

test_that("the re-check finds exact copies of a value that one start vector misses", {
  missed <- 0
  for (copies in c(9, 25)) {
    for (seed in 1:2) {
      set.seed(seed)
      data <- star(copies, ceiling(iterated_rows / copies))
      k <- copies + 1
      s <- normalize_similarity(reference_similarity(data$ids))
      values <- eigen(s, symmetric = TRUE, only.values = TRUE)$values
      fits <- lapply(c(never = "never", auto = "auto", always = "always"), function(recheck) {
        set.seed(seed)
        fit_ids(data$ids, k, recheck = recheck)
      })
      expect_equal(fits$auto$diagnostics$components, 1)
      for (fit in fits[c("auto", "always")]) {
        expect_lt(max(abs(fit$singular_values[1:k]^2 - values[1:k])), 1e-6)
        expect_equal(agreement(fit$cluster, data$truth)[["ari"]], 1)
        expect_gt(fit$solver$recovered, 0)
      }
      expect_equal(fits$never$solver$recovered, 0)
      expect_lt(fits$never$solver$products, fits$auto$solver$products)
      missed <- missed + (max(abs(fits$never$singular_values[1:k]^2 - values[1:k])) > 1e-3)
    }
  }
  # were nothing missed without it, this test would show nothing
  expect_gt(missed, 0)
})

test_that("values and vectors are those of a dense solve", {
  for (seed in 1:3) {
    set.seed(seed)
    x <- blobs(4, iterated_rows / 4, d = 3, sd = 1.2, apart = 3)$x
    set.seed(seed)
    fit <- sc_rb(x, 4, n_grids = 64, sigma = 1, scale = "none", tol = 1e-8)
    expect_identical(fit$solver$name, "Spectra")
    dense <- dense_solution(x, 4, seed, n_grids = 64, sigma = 1, scale = "none")
    expect_equal(fit$singular_values[1:4]^2, dense$values[1:4], tolerance = 1e-10)
    expect_equal(fit$singular_values[1], 1)
    # vectors up to sign or rotation: residual over gap, 1e-8 / .01
    expect_lt(procrustes_distance(unit_rows(dense$vectors), fit$embedding), 1e-5)
    expect_true(all(diff(fit$singular_values) <= 0))
  }
})

test_that("residuals are kept, one per vector, and are below the tolerance", {
  for (tol in c(1e-2, 1e-4, 1e-8)) {
    set.seed(4)
    x <- matrix(rnorm(2 * iterated_rows), iterated_rows)
    fit <- sc_rb(x, 5, n_grids = 64, sigma = 0.2, n_vectors = 7, tol = tol)
    expect_length(fit$solver$residuals, 7)
    expect_length(fit$singular_values, 8)
    expect_true(all(fit$solver$residuals <= 2 * tol * fit$singular_values[1:7]^2))
    expect_iterated(fit)
    # the known vector of the only component is exact
    expect_lt(fit$solver$residuals[1], 1e-12)
  }
})

test_that("a smaller tolerance asks for more products", {
  set.seed(5)
  x <- matrix(rnorm(2 * iterated_rows), iterated_rows)
  products <- vapply(c(1e-4, 1e-12), function(tol) {
    set.seed(6)
    sc_rb(x, 5, n_grids = 64, sigma = 0.2, tol = tol)$solver$products
  }, 1)
  expect_gt(products[2], products[1])
})

test_that("vectors that miss the tolerance are a warning with the counts, and the fit says so", {
  set.seed(7)
  x <- matrix(rnorm(2 * iterated_rows), iterated_rows)
  # below what double precision can reach
  expect_warning(
    fit <- sc_rb(x, 4, n_grids = 64, sigma = 0.1, tol = 1e-300, ncv = 6),
    "only 0 of 4 singular vectors reached `tol` \\(= 1e-300\\)", class = "scrb_warning"
  )
  expect_false(fit$solver$converged)
  expect_identical(sort(unique(fit$cluster)), 1:4)
  expect_identical(predict(fit, x), fit$cluster)
})

test_that("the number of Lanczos vectors does not change the answer", {
  set.seed(8)
  data <- blobs(3, iterated_rows / 2, sd = 1, apart = 3)
  fits <- lapply(list(NULL, 5, 9, 40), function(ncv) {
    set.seed(9)
    sc_rb(data$x, 3, n_grids = 64, sigma = 0.1, ncv = ncv, tol = 1e-9)
  })
  for (fit in fits[-1]) {
    expect_equal(fit$singular_values[1:3], fits[[1]]$singular_values[1:3], tolerance = 1e-8)
    expect_identical(fit$cluster, fits[[1]]$cluster)
  }
})

test_that("dense and iterative branches agree where one takes over from the other", {
  sizes <- c(500, 505, 510, 511, 512, 513, 514, 520, 640)
  names <- vapply(sizes, function(n) {
    set.seed(n)
    x <- blobs(2, ceiling(n / 2), sd = 1, apart = 2)$x[seq_len(n), ]
    set.seed(n)
    fit <- sc_rb(x, 3, n_grids = 40, sigma = 0.2)
    dense <- dense_solution(x, 3, n, n_grids = 40, sigma = 0.2)
    expect_equal(fit$singular_values[1:3]^2, dense$values[1:3], tolerance = 1e-6)
    fit$solver$name
  }, "")
  expect_identical(names[c(1, 9)], c("dense", "Spectra"))
})

test_that("two, three and five rows, and as many clusters as rows, work", {
  for (n in c(2, 3, 5, 20)) {
    for (seed in 1:3) {
      set.seed(seed)
      x <- matrix(rnorm(2 * n), n)
      fit <- sc_rb(x, n, n_grids = 200, sigma = 1)
      expect_identical(fit$solver$name, "dense")
      expect_identical(unname(fit$cluster), seq_len(n))
      expect_equal(fit$tot.withinss, 0)
      expect_identical(predict(fit, x), fit$cluster)
      expect_output(print(fit), "rows in")
      two <- sc_rb(x, 2, n_grids = 200, sigma = 1)
      expect_identical(sort(unique(two$cluster)), 1:2)
    }
  }
})

test_that("where there are no more than n_vectors values, none is made up", {
  for (n in c(2, 5)) {
    set.seed(n)
    fit <- sc_rb(matrix(rnorm(2 * n), n), n, n_grids = 200, sigma = 1)
    expect_length(fit$singular_values, n)
  }
})

test_that("as many clusters as rows work beyond the size of the dense branch, too", {
  set.seed(10)
  x <- matrix(rnorm(2 * iterated_rows), iterated_rows)
  fit <- sc_rb(x, iterated_rows, n_grids = 300, sigma = 0.05, nstart = 1)
  expect_identical(unname(fit$cluster), seq_len(iterated_rows))
})

test_that("the solver stops at a bound, and says what to do", {
  # a line of points, of which each is like its next neighbours alone: values crowd near 1 without end
  set.seed(8)
  x <- matrix(sort(runif(5000)))
  set.seed(9)
  expect_warning(
    fit <- sc_rb(x, 3, n_grids = 256, sigma = 0.001, scale = "none", column_scaling = FALSE),
    "could not be told apart within 130[0-9] products, .* best so far are used. `sigma` \\(= 0.001\\) may be too small",
    class = "scrb_warning"
  )
  expect_false(fit$solver$converged)
  expect_identical(sort(unique(fit$cluster)), 1:3)
  expect_identical(predict(fit, x), fit$cluster)
})
