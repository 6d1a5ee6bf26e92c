with_memory <- function(bytes, code) {
  old <- options(scrb.memory = bytes)
  on.exit(options(old))
  code
}

test_that("a fit that asks for more memory than there is does not start", {
  set.seed(1)
  x <- blobs(2)$x
  with_memory(1e4, {
    expect_error(sc_rb(x, 2, n_grids = 200, sigma = 1), "`n_grids` \\(= 200\\) with 100 rows asks for about .* kB",
                 class = "scrb_error")
  })
  with_memory(Inf, expect_s3_class(sc_rb(x, 2, n_grids = 200, sigma = 1), "scrb"))
  with_memory(NULL, expect_s3_class(sc_rb(x, 2, n_grids = 200, sigma = 1), "scrb"))
})

test_that("the estimate grows with every part of the problem", {
  base <- c(n = 1000, d = 10, n_grids = 64, n_vectors = 5, ncv = 20)
  need <- function(part = "n", by = 1) {
    size <- replace(base, part, by * base[[part]])
    scrb:::needed_memory(matrix(0, size[["n"]], size[["d"]]), size[["n_grids"]], size[["n_vectors"]], size[["ncv"]])
  }
  for (part in names(base)) expect_gt(need(part, 2), need())
  # 2 bytes per row and grid, a float copy of the rows, the solver's vectors
  expect_gte(need(), 1000 * (2 * 64 + 4 * 10 + 8 * 20))
})

test_that("sparse rows are not taken for dense ones", {
  # 20 GB as dense floats, 2 MB as they are
  set.seed(2)
  x <- Matrix::sparseMatrix(rep(1:50000, 5), sample(1e5, 250000, replace = TRUE), x = 1, dims = c(50000, 1e5))
  with_memory(4e9, {
    expect_error(sc_rb(x, 1, n_grids = 2, sigma = 20), "`k` must be", class = "scrb_error")
    expect_s3_class(suppressWarnings(sc_rb(x, 2, n_grids = 2, sigma = 5e4, nstart = 1)), "scrb")
  })
})

test_that("the memory that is left is a number, or NA where the system does not tell", {
  available <- scrb:::available_memory()
  expect_length(available, 1)
  expect_true(is.na(available) || available > 1e6)
})
