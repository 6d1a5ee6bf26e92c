# The solver against a dense eigen-decomposition of the same similarity matrix: 5,000 rows of cod_rna at a small sigma,
# where many values lie close to 1.
# Usage: Rscript bench/dense_check.R FOLDER

source("bench/common.R")
print_machine()
set.seed(1)
set <- read_set("cod_rna")
x <- set$x[sample(nrow(set$x), 5000), ]
k <- 10

set.seed(1)
fit <- sc_rb(x, k, n_grids = 256, sigma = 0.1)
set.seed(1)
z <- rb_features(x, n_grids = 256, sigma = 0.1)
similarity <- as.matrix(Matrix::tcrossprod(z))
degree <- rowSums(similarity)
# stray rows are left out of the fit: each of their components has a value 1 of its own
stray <- rowSums(abs(fit$embedding)) == 0
exact <- eigen((similarity / sqrt(outer(degree, degree)))[!stray, !stray], symmetric = TRUE, only.values = TRUE)$values
cat(sprintf("%d stray rows, %s, %d products, largest residual %.1e\n", sum(stray), fit$solver$name, fit$solver$products,
            max(fit$solver$residuals)))
cat("values:", format(fit$singular_values[1:k]^2, digits = 8), "\n")
cat("dense: ", format(exact[1:k], digits = 8), "\n")
cat(sprintf("largest difference %.1e; next value %.6f, dense %.6f\n", max(abs(fit$singular_values[1:k]^2 - exact[1:k])),
            fit$singular_values[k + 1]^2, exact[k + 1]))
