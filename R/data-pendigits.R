#' Handwritten digits
#'
#' Pen-based recognition of handwritten digits: 10,992 digits written by 44 people on a tablet, each resampled to
#' eight points along the pen's path.
#'
#' @format A data frame with 10,992 rows and 17 columns: `x1`, `y1`, ..., `x8`, `y8`, the coordinates of the
#'   eight points, each between 0 and 1; and `digit`, a factor with levels 0 to 9.
#' @source Alpaydin, E. and Alimoglu, F. (1996). Pen-Based Recognition of Handwritten Digits. UCI Machine Learning
#'   Repository, \doi{10.24432/C5MG6K}. Licensed under the Creative Commons Attribution 4.0 International
#'   licence (CC BY 4.0); training and test set joined, values divided by 100.
#' @examples
#' str(pendigits)
#' digit <- pendigits[1, ]
#' plot(as.numeric(digit[seq(1, 15, 2)]), as.numeric(digit[seq(2, 16, 2)]), type = "b", asp = 1,
#'      xlab = "x", ylab = "y", main = paste("A", digit$digit))
"pendigits"
