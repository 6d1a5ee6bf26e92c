# What the package's methods are and say, in one place. Of each:
#   title       the first words of print()
#   parts       the large parts that its fits can keep
#   row         what a row is called
#   columns     whether rows have columns; the nodes of a graph have none
#   model       the kind of its model, if any
#   settings    numbers that its fits must have
#   values      what its values are called
#   value_scale what residuals of vectors are relative to
#   rank        the field with the number of its features, if any; and what these are called
#   features    a line on the features of a fit, in parts; `more` follows the number of grids
#   unknown     what a new row does that meets nothing of the fit: one row, several
#   fit         the call of compare_methods(): the function and its own arguments
#   kernels     of these it can have any; NULL where it has neither kernel nor sigma
#   short       its name where room is little
#   memory      bytes for a fit by compare_methods()

describe_method <- function(title, parts = c("embedding", "model"), row = "row", columns = TRUE, model = NULL,
                            settings = character(), values = "Singular value", value_scale = identity, rank = NULL,
                            rank_is = NULL, features = NULL, unknown = NULL, fit = NULL, kernels = NULL, short = NULL,
                            memory = NULL) {
  list(title = title, parts = parts, row = row, columns = columns, model = model, settings = settings, values = values,
       value_scale = value_scale, rank = rank, rank_is = rank_is, features = features, unknown = unknown, fit = fit,
       kernels = kernels, short = short, memory = memory)
}

kernel_parts <- function(fit, digits, more = NULL) {
  rank <- rank_of(fit)
  c(paste(if (is.function(fit$kernel)) "own" else fit$kernel, "kernel"), sigma_part(fit, digits),
    if (!is.null(rank)) paste0(count(rank, method_of(fit)$rank_is), more))
}

sigma_part <- function(fit, digits) if (!is.null(fit$sigma)) paste("sigma", format(fit$sigma, digits = digits))

describe_baseline <- function(method, title, parts = "embedding", rank_is = NULL, features = kernel_parts) {
  settings <- if (is.null(rank_is)) character() else "rank"
  needs <- function(x, settings, threads) {
    n <- nrow(x)
    baseline_memory(n, count_wide(x), settings$k, method,
                    if (method %in% sample_methods) min(settings$rank, n) else settings$rank)
  }
  describe_method(title, parts, settings = settings, rank = "rank", rank_is = rank_is, features = features,
                  memory = needs, kernels = c("laplacian", "gaussian"),
                  fit = function(settings) list(sc_baseline, method = method, rank = settings$rank))
}

methods_table <- list(
  sc_rb = describe_method(
    "Spectral clustering by random binning", model = "grids", settings = c("n_grids", "n_vectors", "consensus"),
    rank = "n_grids", rank_is = "grid", features = kernel_parts, unknown = c("meets no bin", "meet no bin"),
    fit = function(settings) list(sc_rb, n_grids = settings$rank), kernels = "laplacian",
    memory = function(x, settings, threads) {
      sc_rb_memory(nrow(x), ncol(x), settings$rank, settings$k, keep = NULL, threads = threads,
                   nonzero = if (is(x, "sparseMatrix")) length(x@x))
    }
  ),
  sc_landmarks = describe_method(
    "Spectral clustering by landmarks", model = "landmarks",
    settings = c("n_landmarks", "n_nearest", "pca", "n_vectors", "consensus"),
    rank = "n_landmarks", rank_is = "landmark",
    features = function(fit, digits, more) {
      c(count(fit$n_landmarks, "landmark"), paste(fit$n_nearest, "nearest"), paste(fit$weights, "weights"),
        sigma_part(fit, digits))
    },
    unknown = c("is too far from every landmark", "are too far from every landmark"),
    fit = function(settings) list(sc_landmarks), short = "landm.",
    memory = function(x, settings, threads) {
      own <- formals(sc_landmarks.default)
      landmarks_memory(nrow(x), count_wide(x), settings$k, default_landmarks(nrow(x)), own$n_nearest,
                       default_landmark_vectors(settings$k, nrow(x)), check_pca(NULL, count_wide(x)), own$consensus)
    }
  ),
  sc_graph = describe_method(
    "Spectral clustering of a graph", row = "node", columns = FALSE, model = "graph",
    settings = c("n_links", "n_vectors", "consensus"), values = "Eigenvalue",
    value_scale = function(values) 1 + values,
    features = function(fit, digits, more) count(fit$n_links, "link"),
    unknown = c("has no link to a node", "have no link to a node")
  ),
  kmeans = describe_baseline("kmeans", "k-means on the scaled data", features = function(...) NULL),
  exact = describe_baseline("exact", "Spectral clustering on the full kernel"),
  kk_rs = describe_baseline("kk_rs", "Kernel k-means by sampled rows", character(), "sampled row"),
  kk_rf = describe_baseline("kk_rf", "k-means on random Fourier features", character(), "Fourier feature"),
  sv_rf = describe_baseline("sv_rf", "Singular vectors of random Fourier features", rank_is = "Fourier feature"),
  sc_rf = describe_baseline("sc_rf", "Spectral clustering by random Fourier features", rank_is = "Fourier feature"),
  nystrom = describe_baseline("nystrom", "Spectral clustering by the Nystrom method", rank_is = "sampled row"),
  lsc = describe_baseline("lsc", "Landmark-based spectral clustering", rank_is = "landmark")
)

baseline_methods <- c("kmeans", "exact", "kk_rs", "kk_rf", "sv_rf", "sc_rf", "nystrom", "lsc")
fourier_methods <- c("kk_rf", "sv_rf", "sc_rf")
sample_methods <- c("kk_rs", "nystrom", "lsc")

# The methods that compare_methods() can run.
all_methods <- function() names(Filter(function(method) !is.null(method$fit), methods_table))

# The entry of a fit's method.
method_of <- function(fit) methods_table[[fit$method]]

has_columns <- function(fit) method_of(fit)$columns

# How many features a fit has, of its kind.
rank_of <- function(fit) {
  field <- method_of(fit)$rank
  if (!is.null(field)) fit[[field]]
}
