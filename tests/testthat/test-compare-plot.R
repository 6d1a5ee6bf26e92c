# What is drawn on a device without a file, of `inches` on a side.
draw_quietly <- function(code, inches = 7) {
  grDevices::pdf(NULL, width = inches, height = inches)
  on.exit(grDevices::dev.off())
  expect_silent(force(code))
}

overlap <- function(a, b) min(a[3], b[3]) > max(a[1], b[1]) && min(a[4], b[4]) > max(a[2], b[2])

test_that("both pictures are drawn, on small and large devices, and return the comparison", {
  for (has_truth in c(TRUE, FALSE)) {
    for (methods in list(c("sc_rb", "exact", "kmeans"), scrb:::all_methods(), "lsc")) {
      result <- made_up_comparison(has_truth, methods)
      for (inches in c(3, 7, 14)) {
        draw_quietly(plot(result), inches)
      }
      draw_quietly(plot(result[rev(seq_len(nrow(result))), ]))
      draw_quietly(expect_identical(plot(result, which = 1, main = "Other", xlim = c(1, 10)), result))
      draw_quietly(expect_identical(withVisible(plot(result, which = 2))$visible, FALSE))
    }
  }
})

test_that("the picture of quality shows medians, means and ranges of the methods that ran", {
  picture <- scrb:::picture_quality(made_up_comparison(TRUE))
  expect_equal(picture$data, data.frame(
    method = c("sc_rb", "kmeans"), seconds = c(0.75, 60.75), fastest = c(0.375, 30.375), slowest = c(1.125, 91.125),
    quality = c(0.545, 0.665), lowest = c(0.53, 0.65), highest = c(0.56, 0.68)
  ))
  expect_match(picture$y, "NMI")
  expect_match(picture$subtitle, "rank 64, lines: range over repeats")
  without <- scrb:::picture_quality(made_up_comparison(FALSE, repeats = 1))
  expect_equal(without$data$quality, c(-0.4375, -0.3125))
  expect_match(without$y, "Silhouette")
  expect_identical(without$subtitle, "rank 64")
})

test_that("runs too short for the clock have a place on the axis", {
  result <- made_up_comparison(TRUE)
  result$seconds <- 0
  attr(result, "runs")$seconds <- 0
  expect_identical(scrb:::picture_quality(result)$data$fastest, c(1e-3, 1e-3))
  draw_quietly(plot(result, which = 1))
})

test_that("labels cover no other label and no point, and stay in the frame", {
  frame <- c(0, 0, 6, 5)
  no_lines <- matrix(0, 0, 4)
  for (seed in 1:20) {
    set.seed(seed)
    n <- 9
    # crowded: all points within a fifth of the picture
    point <- cbind(runif(n, 2, 3.2), runif(n, 2, 3))
    half <- cbind(runif(n, 0.1, 0.3), 0.08)
    lines <- cbind(point - c(0.2, 0), point + c(0.2, 0))
    place <- scrb:::place_labels(point, half, lines, frame)
    boxes <- cbind(place$center - half, place$center + half)
    pair <- utils::combn(n, 2)
    expect_false(any(apply(pair, 2, function(ij) overlap(boxes[ij[1], ], boxes[ij[2], ]))))
    points <- cbind(point - 0.01, point + 0.01)
    covers <- function(i, j) overlap(boxes[i, ], points[j, ])
    expect_false(any(outer(seq_len(n), seq_len(n), Vectorize(covers))))
    expect_true(all(boxes[, 1] >= 0 & boxes[, 2] >= 0 & boxes[, 3] <= 6 & boxes[, 4] <= 5))
  }
  # alone, a label is right beside its point; a line there sends it elsewhere
  alone <- scrb:::place_labels(cbind(3, 2), cbind(0.2, 0.1), no_lines, frame)
  expect_equal(alone, list(center = cbind(3.3, 2), end = cbind(3.1, 2), away = 0.1))
  crossed <- scrb:::place_labels(cbind(3, 2), cbind(0.2, 0.1), cbind(3, 2, 4, 2), frame)
  expect_gt(abs(crossed$center[2] - 2), 0.1)
})

test_that("methods have the colours that they have in any other comparison, all different", {
  colors <- scrb:::method_colors(scrb:::all_methods())
  expect_identical(anyDuplicated(colors), 0L)
  expect_identical(scrb:::method_colors(c("lsc", "sc_rb")), colors[c(10, 1)])
})

test_that("drawing draws no random number and leaves the settings of the device alone", {
  result <- made_up_comparison(FALSE)
  set.seed(1)
  before <- .Random.seed
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  old <- graphics::par("mar")
  plot(result)
  expect_identical(graphics::par("mar"), old)
  expect_identical(.Random.seed, before)
})

test_that("what cannot be drawn is an error", {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  result <- made_up_comparison(TRUE)
  fails <- function(message, ...) expect_error(plot(...), message, fixed = TRUE, class = "scrb_error")
  fails("`which` must be among 1, 2, not 3", result, which = 3)
  fails("`ask` must be TRUE or FALSE", result, ask = NA)
  fails("`x` must be a comparison by compare_methods(), not some columns of one", result[1:2, 1:3])
  result$nmi <- NA_real_
  fails("`x` has nothing to draw: no method ran, see its column `note`", result, which = 1)
})
