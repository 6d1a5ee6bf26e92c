with_device <- function(code) {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  code
}

test_fit <- function(k = 3, ...) {
  set.seed(k)
  sc_rb(blobs(k, 40)$x, k, n_grids = 128, sigma = 0.05, ...)
}

test_that("plots are drawn without a word and give the fit back, invisibly", {
  fit <- test_fit()
  with_device({
    for (which in list(1, 2, 3, 4, 1:2, 4:1)) expect_silent(plot(fit, which))
    expect_identical(withVisible(plot(fit)), list(value = fit, visible = FALSE))
  })
})

# The lines of a PDF of a plot: "(text)" where text is drawn, "red green blue scn" where a colour is to fill areas.
drawn <- function(fit, which, height = 7, ...) {
  file <- tempfile(fileext = ".pdf")
  on.exit(unlink(file))
  grDevices::pdf(file, height = height, compress = FALSE, useKerning = FALSE)
  plot(fit, which, ...)
  grDevices::dev.off()
  grep("^%", readLines(file, warn = FALSE), value = TRUE, invert = TRUE, useBytes = TRUE)
}

pdf_fill <- function(color) {
  apply(grDevices::col2rgb(color) / 255, 2, function(rgb) paste(c(sprintf("%.3f", rgb), "scn"), collapse = " "))
}

test_that("titles, subtitles, axes and labels are drawn", {
  fit <- test_fit()
  expect_match(drawn(fit, 1), "(Singular values)", fixed = TRUE, all = FALSE)
  expect_match(drawn(fit, 1), "(gap after k = 3: ", fixed = TRUE, all = FALSE)
  lines <- drawn(fit, 2, max_points = 50)
  for (text in c("Embedding, by cluster", "50 of 120 rows", "Singular vector 1", "Cluster")) {
    expect_match(lines, paste0("(", text, ")"), fixed = TRUE, all = FALSE)
  }
  fit$size <- c(37L, 39L, 44L) # no number that an axis has
  lines <- drawn(fit, 3)
  for (text in c("Cluster sizes", "120 rows in 3 clusters", "Rows", fit$size)) {
    expect_match(lines, paste0("(", text, ")"), fixed = TRUE, all = FALSE)
  }
  lines <- drawn(fit, 4)
  for (text in c("Silhouette widths in the embedding", scrb:::picture_silhouette(fit, 5000)$label$text)) {
    expect_match(lines, paste0("(", text, ")"), fixed = TRUE, all = FALSE)
  }
})

test_that("large sizes are written in full", {
  fit <- test_fit()
  fit$size <- c(900000L, 300000L, 200000L)
  lines <- drawn(fit, 3)
  expect_match(lines, "(800000)", fixed = TRUE, all = FALSE)
  expect_false(any(grepl("e+0", lines, fixed = TRUE)))
})

test_that("clusters have the same colours in all pictures", {
  fit <- test_fit(5)
  for (which in 2:4) {
    expect_setequal(setdiff(grep(" scn", drawn(fit, which), value = TRUE), pdf_fill(c("black", "white"))),
                    pdf_fill(scrb:::cluster_colors(5)))
  }
})

test_that("labels are drawn where they can be read", {
  fit <- test_fit(26)
  fit$size <- 101:126
  labels <- c(paste0("(", fit$size, ")"), paste0("(", scrb:::picture_silhouette(fit, 5000)$label$text, ")"))
  count <- function(height) {
    lines <- c(drawn(fit, 3, height), drawn(fit, 4, height))
    sum(vapply(labels, function(label) any(grepl(label, lines, fixed = TRUE)), NA))
  }
  expect_identical(count(7), 52L)
  expect_lt(count(3), 5) # an axis may have the same numbers
})

test_that("few and many clusters, more vectors than clusters, dropped parts and stray rows can be plotted", {
  with_device({
    for (k in c(2, 9, 26, 60)) {
      set.seed(k)
      data <- blocks(k, 12, n_grids = 24)
      expect_silent(plot(fit_ids(data$ids, k), 1:4))
    }
    expect_silent(plot(test_fit(n_vectors = 6), 1:4))
    expect_silent(plot(test_fit(keep = "embedding"), 1:4))
    expect_silent(plot(test_fit(keep = NULL), c(1, 3)))
    for (which in c(2, 4)) {
      expect_error(plot(test_fit(keep = NULL), which), "needs the embedding of the fit", class = "scrb_error")
    }
    set.seed(1)
    expect_silent(plot(sc_rb(rbind(blobs(2, 150, sd = 0.05)$x, c(50, 50)), 2, sigma = 0.3, scale = "none"), 1:4))
  })
})

test_that("tiny fits, with as many clusters as rows, can be plotted", {
  set.seed(1)
  fit <- sc_rb(matrix(rnorm(6), 3), 3, n_grids = 200, sigma = 1)
  with_device(expect_silent(plot(fit, 1:4)))
})

test_that("rows with missing values are left out", {
  set.seed(2)
  x <- blobs(2)$x
  x[3, 1] <- NA
  fit <- sc_rb(x, 2, sigma = 0.1, na.action = na.exclude)
  with_device(expect_silent(plot(fit, 1:4)))
})

test_that("graphical parameters are as before, and so is the generator of random numbers", {
  fit <- test_fit()
  with_device({
    graphics::par(mfrow = c(1, 2), mar = c(3, 3, 2, 1))
    plot(fit, 1) # what plot() itself leaves behind
    before <- graphics::par(no.readonly = TRUE)[c("mar", "mfrow", "xpd", "oma", "col", "pch", "cex", "ask")]
    set.seed(3)
    seed <- .Random.seed
    plot(fit, 2, max_points = 20)
    plot(fit, 1:4)
    expect_identical(graphics::par(names(before)), before)
    expect_identical(.Random.seed, seed)
  })
})

test_that("arguments reach plot()", {
  fit <- test_fit()
  with_device({
    expect_silent(plot(fit, 1, log = "x"))
    expect_silent(plot(fit, 1, main = "Own title"))
    expect_silent(plot(fit, 2, main = "Own title", xlab = "first", cex = 2))
  })
  for (which in 1:4) expect_match(drawn(fit, which, main = "Own title"), "(Own title)", fixed = TRUE, all = FALSE)
})

test_that("wrong arguments are errors", {
  fit <- test_fit()
  with_device({
    expect_error(plot(fit, 6), "`which` must be among 1, 2, 3, 4, 5, not 6", class = "scrb_error")
    expect_error(plot(fit, "embedding"), "`which` must be among", class = "scrb_error")
    expect_error(plot(fit, max_points = 0), "`max_points` must be", class = "scrb_error")
    expect_error(plot(fit, ask = NA), "`ask` must be TRUE or FALSE", class = "scrb_error")
  })
})
