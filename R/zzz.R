.onLoad <- function(libname, pkgname) {
  setHook(packageEvent("mlr3", "onLoad"), add_learner)
  setHook(packageEvent("tidyclust", "onLoad"), add_engine)
  if (isNamespaceLoaded("mlr3")) add_learner()
  if (isNamespaceLoaded("tidyclust")) add_engine()
}

.onUnload <- function(libpath) {
  for (package in c("mlr3", "tidyclust")) {
    event <- packageEvent(package, "onLoad")
    ours <- vapply(getHook(event), function(hook) identical(environment(hook), topenv()), NA)
    setHook(event, getHook(event)[!ours], "replace")
  }
  if (isNamespaceLoaded("mlr3")) remove_learner()
  if (isNamespaceLoaded("tidyclust")) remove_engine()
  library.dynam.unload("scrb", libpath)
}
