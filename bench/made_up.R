# Sets with known labels that need no file: made by a recipe, or from packages of R. Each is a function that gives
# list(x, y); set.seed() before it makes them the same again.

# n rows in k normal groups, whose centres are at least `apart` from each other in a box that is just large enough.
groups <- function(k, n, d, apart, sizes = rep(1, k)) {
  side <- 1.3 * apart * max(1, k^(1 / d))
  repeat {
    center <- matrix(stats::runif(k * d, 0, side), k)
    if (min(stats::dist(center)) >= apart) break
    side <- 1.02 * side
  }
  y <- sort(sample.int(k, n, replace = TRUE, prob = sizes))
  list(x = center[y, ] + stats::rnorm(n * d), y = y)
}

# Each group stretched in its own direction.
stretched <- function(k, n) {
  set <- groups(k, n, 2, 6)
  center <- apply(set$x, 2, stats::ave, set$y)
  for (group in seq_len(k)) {
    rows <- set$y == group
    turn <- qr.Q(qr(matrix(stats::rnorm(4), 2)))
    set$x[rows, ] <- center[rows, ] + (set$x[rows, ] - center[rows, ]) %*% diag(c(0.3, 1.4)) %*% turn
  }
  set
}

rings <- function(sizes) {
  y <- rep(seq_along(sizes), sizes)
  angle <- stats::runif(length(y), 0, 2 * pi)
  radius <- 1.2 * y + stats::rnorm(length(y), sd = 0.12)
  list(x = cbind(radius * cos(angle), radius * sin(angle)), y = y)
}

moons <- function(n) {
  y <- rep(1:2, length.out = n)
  angle <- stats::runif(n, 0, pi)
  x <- cbind(ifelse(y == 1, cos(angle), 1 - cos(angle)), ifelse(y == 1, sin(angle), 0.5 - sin(angle)))
  list(x = x + stats::rnorm(2 * n, sd = 0.1), y = y)
}

densities <- function() {
  y <- rep(1:4, c(1000, 600, 300, 100))
  center <- cbind(c(0, 4, 10, 3), c(0, 3, 0, -4))
  list(x = center[y, ] + stats::rnorm(4000) * c(0.3, 1, 2, 0.3)[y], y = y)
}

# Groups divided by the root of a chi-squared over its degrees of freedom: a t distribution.
heavy_tails <- function() {
  set <- groups(5, 3000, 4, 8)
  center <- apply(set$x, 2, stats::ave, set$y)
  set$x <- center + (set$x - center) / sqrt(stats::rchisq(3000, 3) / 3)
  set
}

with_columns <- function(set, more) {
  set$x <- cbind(set$x, more)
  set
}

in_units <- function(set, units) {
  set$x <- set$x %*% diag(units)
  set
}

binary <- function() {
  y <- rep(1:6, each = 600)
  share <- matrix(sample(c(0.15, 0.85), 120, replace = TRUE), 6)
  list(x = matrix(stats::rbinom(72000, 1, share[y, ]) + 0, 3600), y = y)
}

waves <- function() {
  y <- rep(1:3, each = 700)
  along <- stats::runif(2100)
  list(x = cbind(10 * along, sin(6 * along) + 1.2 * y + stats::rnorm(2100, sd = 0.08)), y = y)
}

# A data frame of a package: its columns that are numbers, or those named, and its labels.
from_package <- function(package, name, label, columns = NULL) {
  place <- new.env()
  utils::data(list = name, package = package, envir = place)
  rows <- stats::na.omit(as.data.frame(place[[name]]))
  if (is.null(columns)) columns <- setdiff(names(rows)[vapply(rows, is.numeric, TRUE)], label)
  list(x = vapply(rows[columns], as.numeric, numeric(nrow(rows))), y = as.character(rows[[label]]))
}

from_mlbench <- function(maker, ...) {
  set <- getExportedValue("mlbench", maker)(...)
  list(x = set$x, y = as.integer(set$classes))
}

made_up <- list(
  groups5 = function() groups(5, 2000, 3, 4.2),
  groups12 = function() groups(12, 4000, 5, 5),
  overlapping = function() groups(5, 4000, 5, 3),
  unequal = function() groups(6, 2200, 3, 7, c(20, 12, 6, 3, 2, 1)),
  anisotropic = function() stretched(4, 1600),
  rings = function() rings(c(200, 400, 600)),
  moons = function() moons(1000),
  densities = densities,
  heavy_tails = heavy_tails,
  noise_columns = function() with_columns(groups(8, 4000, 8, 6), matrix(stats::rnorm(4000 * 40), 4000)),
  wide = function() groups(20, 6000, 100, 6),
  units = function() in_units(groups(4, 3000, 4, 6), c(0.001, 1, 500, 0.2)),
  units_noise = function() {
    with_columns(in_units(groups(4, 3000, 4, 6), c(0.001, 1, 50, 0.2)), stats::rnorm(3000, sd = 3000))
  },
  binary = binary,
  waves = waves,
  iris = function() from_package("datasets", "iris", "Species"),
  crabs = function() {
    rows <- MASS::crabs
    list(x = as.matrix(rows[4:8]), y = paste(rows$sp, rows$sex))
  },
  ruspini = function() list(x = as.matrix(cluster::ruspini), y = rep(1:4, c(20, 23, 17, 15))),
  penguins = function() {
    from_package("palmerpenguins", "penguins", "species",
                 c("bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g"))
  },
  banknote = function() from_package("mclust", "banknote", "Status"),
  thyroid = function() from_package("mclust", "thyroid", "Diagnosis"),
  wdbc = function() {
    set <- from_package("mclust", "wdbc", "Diagnosis")
    set$x <- set$x[, -1] # the first is a number of the patient
    set
  },
  satellite = function() from_package("mlbench", "Satellite", "classes"),
  vehicle = function() from_package("mlbench", "Vehicle", "Class"),
  vowel = function() from_package("mlbench", "Vowel", "Class"),
  glass = function() from_package("mlbench", "Glass", "Type"),
  ionosphere = function() from_package("mlbench", "Ionosphere", "Class"),
  shuttle = function() take_rows(from_package("mlbench", "Shuttle", "Class"), sample.int(58000, 20000)),
  smiley = function() from_mlbench("mlbench.smiley", 1500),
  cassini = function() from_mlbench("mlbench.cassini", 1500),
  shapes = function() from_mlbench("mlbench.shapes", 2000),
  cube = function() from_mlbench("mlbench.hypercube", 1600, sd = 0.15),
  spirals = function() from_mlbench("mlbench.spirals", 1000, cycles = 1.2, sd = 0.04)
)

# The packages that some of them need.
made_up_packages <- c(
  crabs = "MASS", ruspini = "cluster", penguins = "palmerpenguins", banknote = "mclust", thyroid = "mclust",
  wdbc = "mclust", satellite = "mlbench", vehicle = "mlbench", vowel = "mlbench", glass = "mlbench",
  ionosphere = "mlbench", shuttle = "mlbench", smiley = "mlbench", cassini = "mlbench", shapes = "mlbench",
  cube = "mlbench", spirals = "mlbench"
)
# Those of packages whose columns are in different units.
different_units <- c("penguins", "banknote", "thyroid", "wdbc")
