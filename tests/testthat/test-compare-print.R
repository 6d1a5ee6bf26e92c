test_that("the table shows the best of each column, and notes", {
  result <- made_up_comparison(TRUE)
  printed <- capture.output(returned <- withVisible(print(result)))
  expect_false(returned$visible)
  expect_identical(returned$value, result)
  expect_identical(printed, c(
    "3 methods: 8 rows in 2 clusters, rank 64, 2 repeats",
    "",
    "method   time  memory  silh.  stab.    nmi    ari     ri     fm    acc  rank",
    "sc_rb  0.75 s* 2.5 MB  -0.41   1.00* 0.545  0.475  0.750* 0.825* 0.500* 1.25*",
    "exact       -  3.2 GB      -      -      -      -      -      -      -     -",
    "kmeans 60.8 s   45 kB* -0.16*  0.51  0.665* 0.675* 0.750* 0.625  0.500* 1.25*",
    "",
    "* best, silh.: silhouette, stab.: stability, rank: mean over nmi, ri, fm and acc",
    "exact: there was no memory for it"
  ))
})

test_that("without truth it shows the agreement between methods", {
  expect_identical(capture.output(print(made_up_comparison(FALSE))), c(
    "3 methods: 8 rows in 2 clusters, rank 64, 2 repeats",
    "",
    "method   time  memory  silh.  stab.  agreement",
    "sc_rb  0.75 s* 2.5 MB  -0.41   1.00*     -0.11*",
    "exact       -  3.2 GB      -      -          -",
    "kmeans 60.8 s   45 kB* -0.16*  0.51      -0.11*",
    "",
    "* best, silh.: silhouette, stab.: stability",
    "exact: there was no memory for it",
    "",
    "Agreement between methods (mean adjusted Rand index; diagonal: between repeats)",
    "       sc_rb exact kmeans",
    "sc_rb   1.00     -  -0.11",
    "exact      -     -      -",
    "kmeans -0.11     -   0.51"
  ))
})

test_that("ten methods fit into 80 columns, also with the longest times and numbers and notes that are long", {
  for (has_truth in c(TRUE, FALSE)) {
    result <- made_up_comparison(has_truth, scrb:::all_methods())
    result$seconds <- 333 # 5.5 min, all of them the best
    result$memory <- 123456789
    result$silhouette <- -0.75
    if (has_truth) {
      result$ari <- -0.001
      result[c("nmi", "fm")] <- 0.125
    }
    result$note[1:2] <- strrep("a long reason ", 20)
    printed <- capture.output(print(result))
    expect_lte(max(nchar(printed)), 80)
    expect_length(grep("^sc_rb, sc_landmarks: a long reason", printed), 1) # the same reason is told once
  }
})

test_that("times and numbers are for people", {
  seconds <- c(0.0004, 0.042, 9.99, 12.345, 99.9, 100, 599, 601, 5999, 6001, NA)
  expect_identical(vapply(seconds, scrb:::duration, ""),
                   c("0.00 s", "0.04 s", "9.99 s", "12.3 s", "99.9 s", "1.7 min", "10.0 min", "10 min", "100 min",
                     "1.7 h", NA))
  expect_identical(scrb:::fixed(c(-0.001, 0.125, -0.5, 1), 2), c("0.00", "0.12", "-0.50", "1.00"))
})

test_that("some methods of a comparison, in any order, are one", {
  result <- made_up_comparison(FALSE)
  printed <- capture.output(print(result[c(3, 1), ]))
  expect_identical(printed[c(1, 4, 5)], c(
    "2 methods: 8 rows in 2 clusters, rank 64, 2 repeats",
    "kmeans 60.8 s   45 kB* -0.16*  0.51      -0.11*",
    "sc_rb  0.75 s* 2.5 MB  -0.41   1.00*     -0.11*"
  ))
  expect_identical(printed[10:12], c("       kmeans sc_rb", "kmeans   0.51 -0.11", "sc_rb   -0.11  1.00"))
})

test_that("some columns, and as.data.frame(), print as data frames do", {
  result <- made_up_comparison(TRUE)
  plain <- as.data.frame(result)
  expect_identical(class(plain), "data.frame")
  expect_identical(capture.output(print(result[c("method", "nmi")])), capture.output(print(plain[c("method", "nmi")])))
  expect_identical(capture.output(print(result[1:2, 1:3])), capture.output(print(plain[1:2, 1:3])))
})

test_that("a method that failed is best in nothing, though it would take the least memory", {
  result <- made_up_comparison(TRUE)
  result$memory[result$method == "exact"] <- 1
  line <- grep("^exact ", capture.output(print(result)), value = TRUE)
  expect_match(line, "1 bytes", fixed = TRUE)
  expect_false(grepl("*", line, fixed = TRUE))
})

test_that("what lacks rows or columns is printed as a data frame", {
  result <- made_up_comparison(TRUE)
  expect_output(print(result[0, ]), "<0 rows>", fixed = TRUE)
  result$nmi <- NULL
  expect_output(print(result), "nmi_max", fixed = TRUE)
})
