test_that("citation() gives the package and the paper, also as BibTeX", {
  entries <- utils::citation("scrb")
  expect_length(entries, 2)
  expect_match(format(entries[1], "text"), paste("version", utils::packageVersion("scrb")), fixed = TRUE)
  expect_identical(entries[2]$doi, "10.1145/3219819.3220090")
  expect_identical(unclass(entries[2]$author)[[1]]$family, "Wu")
  bibtex <- utils::toBibtex(entries)
  expect_identical(sum(grepl("^@(Manual|InProceedings)\\{[a-z0-9]+,$", bibtex)), 2L)
  expect_false(any(grepl("[^\\\\]&", bibtex))) # LaTeX would stop there
})
