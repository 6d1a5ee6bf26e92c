# Data of all kinds for landmarks: factors, sparse matrices, many columns, constant and far ones.

test_that("two levels of a factor are at distance 1", {
  for (seed in 1:2) {
    set.seed(seed)
    data <- mixed(3, 50)$x[c("number", "f", "s")]
    fit <- fit_landmarks(seed, data, 3, n_landmarks = 100)
    number <- as.matrix(data["number"])
    distances <- mixed_distances(number, data[c("f", "s")], fit$model$landmark_rows)
    expect_true(sure_nearest(distances, 8))
    expect_equal(fit$sigma, reference_s(distances, 8), tolerance = 1e-5)
    reference <- reference_embedding(reference_landmark_z(distances, 8, fit$sigma), 3, fit$n_vectors)
    expect_gt(reference$gap, 1e-3)
    expect_equal(fit$singular_values, sqrt(reference$values[seq_len(fit$n_vectors + 1)]), tolerance = 1e-4)
    expect_lt(gram_distance(fit$embedding, reference$embedding), 1e-3)
    expect_predicts_itself(fit, data)
    # a level that the fit did not know is as far from one as from another
    new <- transform(data, f = as.character(f))[1:20, ]
    new$f <- "unheard of"
    by_number <- mixed_distances(rbind(number[1:20, , drop = FALSE], number),
                                 list(c(new$s, data$s)), 20 + fit$model$landmark_rows)[1:20, ]
    expect_true(sure_nearest(by_number, 8))
    z <- reference_landmark_z(by_number, 8, fit$sigma)
    expect_lt(gram_distance(rbind(fit$embedding, predict(fit, new, "embedding")),
                            rbind(reference$embedding, unit_rows(z %*% reference$bins))), 1e-3)
  }
})

test_that("data frames and formulas are fitted and centres show levels", {
  set.seed(14)
  data <- mixed(3, 60)
  fit <- sc_landmarks(data$x, 3, scale = "range")
  expect_gt(agreement(fit$cluster, data$truth)[["nmi"]], 0.7)
  expect_s3_class(fit$centers, "data.frame")
  expect_identical(fit$xlevels$f, c("a", "b", "c"))
  expect_predicts_itself(fit, data$x)
  set.seed(15)
  by_formula <- sc_landmarks(~ number + f, data$x, 3, scale = "sd", n_landmarks = 90)
  set.seed(15)
  by_columns <- sc_landmarks(data$x[c("number", "f")], 3, scale = "sd", n_landmarks = 90)
  expect_identical(by_formula$cluster, by_columns$cluster)
  expect_identical(by_formula$embedding, by_columns$embedding)
  expect_identical(predict(by_formula, data$x), by_formula$cluster)
  expect_identical(by_formula$call, quote(sc_landmarks(formula = ~number + f, data = data$x, k = 3, scale = "sd",
                                                       n_landmarks = 90)))
  expect_error(sc_landmarks(number ~ f, data$x, 3), "left-hand side", class = "scrb_error")
})

test_that("more than 64 columns are projected on 50 principal components", {
  compared <- NULL
  for (seed in c(1, 3, 4)) {
    set.seed(seed)
    x <- turned(240, 70)
    fit <- fit_landmarks(seed, x, 3, n_landmarks = 120, n_vectors = 6)
    expect_equal(fit$pca, 50)
    projection <- t(fit$model$projection)
    expect_identical(dim(projection), c(70L, 50L))
    expect_identical(dim(fit$model$landmarks), c(fit$n_landmarks, 50L))
    expect_equal(crossprod(projection), diag(50), tolerance = 1e-5, ignore_attr = TRUE)
    expect_gt(projected_squares(x, projection), 0.999 * projected_squares(x, reference_principal(x, 50)))
    compared <- c(compared, expect_landmark_fit(fit, x, x[1:20, ] + 0.1))
    expect_predicts_itself(fit, x)
    expect_equal(fit_landmarks(seed, x[, 1:64], 3)$pca, 0)
    expect_equal(fit_landmarks(seed, x[, 1:65], 3)$pca, 50)
  }
  expect_compared(compared, 3)
})

test_that("components of very many columns are the leading ones too", {
  for (seed in 1:2) {
    set.seed(seed)
    x <- turned(150, 700) + tcrossprod(rnorm(150), rnorm(700))
    fit <- fit_landmarks(seed, x, 3, pca = 10)
    projection <- t(fit$model$projection)
    expect_equal(crossprod(projection), diag(10), tolerance = 1e-4, ignore_attr = TRUE)
    principal <- reference_principal(x, 10)
    expect_gt(projected_squares(x, projection), 0.99 * projected_squares(x, principal))
    expect_lt(subspace_distance(principal[, 1:4], projection), 0.05)
    expect_predicts_itself(fit, x)
  }
})

test_that("pca = takes other numbers of components, or FALSE", {
  set.seed(16)
  x <- turned(150, 70)
  off <- fit_landmarks(17, x, 3, pca = FALSE)
  expect_equal(off$pca, 0)
  expect_length(off$model$projection, 0)
  compared <- expect_landmark_fit(off, x)
  three <- fit_landmarks(17, x, 3, pca = 3)
  expect_equal(three$pca, 3)
  expect_lt(subspace_distance(t(three$model$projection), reference_principal(x, 3)), 1e-3)
  compared <- c(compared, expect_landmark_fit(three, x, x[1:10, ]))
  expect_predicts_itself(three, x)
  expect_compared(compared, 2)
  # as many components as columns turn rows and change nothing
  few <- x[, 1:5]
  all <- fit_landmarks(18, few, 3, pca = 5, n_landmarks = 150)
  expect_lt(gram_distance(all$embedding, fit_landmarks(18, few, 3, n_landmarks = 150)$embedding), 1e-3)
  # columns are scaled before
  scaled <- fit_landmarks(19, x %*% diag(exp(rnorm(70))), 3, pca = 3, scale = "sd", n_landmarks = 150)
  by_hand <- fit_landmarks(19, apply(x, 2, function(x) x / sd(x)), 3, pca = 3, n_landmarks = 150)
  expect_lt(gram_distance(scaled$embedding, by_hand$embedding), 1e-3)
})

test_that("levels count as columns where components are taken", {
  set.seed(20)
  data <- mixed(3, 50, noise = 0)$x
  data$many <- factor(sample(c(letters, LETTERS, 1:20), 150, replace = TRUE))
  fit <- sc_landmarks(data, 3, scale = "range")
  expect_equal(fit$pca, 50)
  expect_identical(ncol(fit$model$landmarks), 50L)
  expect_predicts_itself(fit, data)
  new <- transform(data[1:3, ], many = "unheard of")
  expect_true(all(predict(fit, new) %in% 1:3))
  # components of numbers and of indicators that put two levels at distance 1
  indicators <- cbind(scale(data$number, scale = FALSE), stats::model.matrix(~ f - 1, data) / sqrt(2))
  two <- fit_landmarks(21, data[c("number", "f")], 3, pca = 2, n_landmarks = 150)
  projected <- indicators %*% reference_principal(indicators, 2)
  distances <- reference_distances(projected, projected[two$model$landmark_rows, ])
  expect_true(sure_nearest(distances, 8))
  expect_equal(two$sigma, reference_s(distances, 8), tolerance = 1e-4)
})

test_that("levels are at distance 1 beside numbers of any size, for stray rows as well", {
  for (size in c(1, 1e6)) {
    set.seed(22)
    number <- c(rnorm(50, 0, 0.1), rnorm(50, 1000, 0.1), 600)
    data <- data.frame(number = size * number, f = rep(c("a", "b", "a"), c(50, 50, 1)))
    fit <- fit_landmarks(22, data, 2)
    expect_equal(fit$diagnostics$stray, 1)
    # at L1 distances of 600 and 400 times size, and 1 for the level
    expect_identical(unname(fit$cluster), rep(1:2, c(50, 51)))
    suppressWarnings(expect_predicts_itself(fit, data))
    distances <- mixed_distances(as.matrix(data["number"]), data["f"], fit$model$landmark_rows)
    expect_equal(fit$sigma * fit$scaling$scale[1], reference_s(distances, 8), tolerance = 1e-4)
  }
})

test_that("constant columns make no difference", {
  for (seed in 1:2) {
    set.seed(seed)
    x <- overlapping(40)
    plain <- fit_landmarks(seed, x, 3, scale = "sd")
    fit <- fit_landmarks(seed, cbind(7, x, 0, 1e6), 3, scale = "sd")
    expect_identical(fit$cluster, plain$cluster)
    expect_lt(gram_distance(fit$embedding, plain$embedding), 1e-4)
    wide <- cbind(turned(120, 66), 3)
    fit <- fit_landmarks(seed, wide, 3)
    expect_true(all(is.finite(fit$model$projection)))
    expect_predicts_itself(fit, wide)
  }
  expect_error(sc_landmarks(matrix(3, 20, 4), 2), "the number of distinct rows", class = "scrb_error")
})

test_that("adding to columns, or multiplying all, makes no difference", {
  set.seed(22)
  x <- round(overlapping(60), 3)
  plain <- fit_landmarks(23, x, 3)
  moved <- fit_landmarks(23, sweep(x, 2, c(1e4, -1e5, 1e3), "+"), 3)
  expect_equal(moved$sigma, plain$sigma, tolerance = 1e-4)
  expect_lt(gram_distance(moved$embedding, plain$embedding), 1e-3)
  for (factor in 2^c(-40, 40)) {
    larger <- fit_landmarks(23, x * factor, 3)
    # a power of two may have gone into the scaling
    expect_equal(larger$sigma * larger$scaling$scale[1] / factor, plain$sigma, tolerance = 1e-6)
    expect_lt(gram_distance(larger$embedding, plain$embedding), 1e-5)
  }
})

test_that("columns may be so small or large that single precision cannot hold their squares", {
  skip_on_cran()
  set.seed(23)
  x <- blobs(3, 40)$x
  files <- tempfile(c("x", "out"), fileext = ".rds")
  on.exit(unlink(files))
  saveRDS(x, files[1])
  # in a process of its own, for this is where reading beyond an array would show
  script <- child_script(c(
    sprintf("x <- readRDS(%s)", deparse(files[1])),
    "labels <- lapply(c(-80, -72, -66, 66, 80), function(power) unname(sc_landmarks(x * 2^power, 3)$cluster))",
    sprintf("saveRDS(labels, %s)", deparse(files[2]))
  ))
  skip_if(is.null(script), "the package is not installed")
  expect_identical(system2(rscript(), c("--vanilla", shQuote(script)), stdout = FALSE, stderr = FALSE), 0L)
  expect_true(file.exists(files[2]))
  if (file.exists(files[2])) expect_identical(unique(readRDS(files[2])), list(rep(1:3, each = 40)))
})

test_that("rows changing places changes nothing where all are landmarks", {
  set.seed(24)
  x <- overlapping(60)
  order <- sample(180)
  fit <- fit_landmarks(25, x, 3)
  moved <- fit_landmarks(26, x[order, ], 3)
  expect_equal(moved$singular_values, fit$singular_values, tolerance = 1e-5)
  expect_lt(gram_distance(fit$embedding[order, ], moved$embedding), 1e-4)
})

test_that("one far row does not spoil the distances of others", {
  for (far in c(-1e5, 1e5)) {
    set.seed(27)
    x <- rbind(overlapping(60), far)
    fit <- fit_landmarks(28, x, 3, weights = "binary", n_vectors = 3)
    z <- landmark_z(fit, x)[1:180, ]
    near <- reference_embedding(z[, colSums(z) > 0], 3, 3)
    expect_gt(near$gap, 0.01)
    # the far row changes a little for the landmarks that it is linked to
    expect_lt(procrustes_distance(near$embedding, fit$embedding[1:180, ]), 0.1)
  }
})
