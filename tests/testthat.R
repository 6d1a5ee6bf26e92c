library(testthat)
library(scrb)

test_check("scrb")
