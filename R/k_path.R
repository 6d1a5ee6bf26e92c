find_path <- function(features, embedded, options, draws, threads) stop("not yet")
chosen_k <- function(path) path$k[path$chosen]
