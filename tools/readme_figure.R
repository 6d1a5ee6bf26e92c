# Rscript tools/readme_figure.R: runs the example of README.md and draws its picture, man/figures/README-pendigits.png.

lines <- readLines("README.md")
lines <- lines[seq(which(lines == "## Example"), length(lines))]
start <- which(lines == "```r")[1]
end <- which(lines == "```" & seq_along(lines) > start)[1]

dir.create("man/figures", showWarnings = FALSE, recursive = TRUE)
png("man/figures/README-pendigits.png", width = 1200, height = 560, res = 110)
palette(c("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#B8A800", "#8C564B", "#5E4FA2"))
par(mfrow = c(2, 5), mar = c(1, 1, 2.5, 1), lwd = 4, pch = 19, xaxt = "n", yaxt = "n", bty = "n", pty = "s")
source(textConnection(lines[(start + 1):(end - 1)]), echo = TRUE, max.deparse.length = Inf)
invisible(dev.off())
