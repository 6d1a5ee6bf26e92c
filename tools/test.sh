#!/bin/bash
# Runs the project's checks one after the other, going on after a failure. The last line counts them:
# every expectation of the R tests, and one for each other check.
#   tools/test.sh                 all
#   tools/test.sh core check ...  some: install headers compile core quick documents testthat check
# Logs are in build/test.
set -u
cd "$(dirname "$0")/.."
work=$PWD/build/test
jobs=${SCRB_JOBS:-$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)}
export R_LIBS="$PWD/build/library${R_LIBS:+:$R_LIBS}"
export R_MAKEVARS_USER=$PWD/tools/Makevars TZ=UTC LC_ALL=C.UTF-8
passed=0
failed=0
failures=()
mkdir -p "$work"

have() { command -v "$1" >/dev/null 2>&1; }

# the beginning and the end of a log
show() {
  if [ "$(wc -l <"$1")" -le 100 ]; then
    sed 's/^/   | /' "$1"
  else
    head -n 40 "$1" | sed 's/^/   | /'
    echo "   | ... (all of it: $1)"
    tail -n 60 "$1" | sed 's/^/   | /'
  fi
}

# run NAME DESCRIPTION FUNCTION [ARGUMENT...]: one check, its output shown when it fails
run() {
  local name=$1 description=$2 start=$SECONDS
  shift 2
  echo "== $description"
  if "$@" >"$work/$name.log" 2>&1; then
    passed=$((passed + 1))
    echo "   passed ($((SECONDS - start)) s)"
  else
    failed=$((failed + 1))
    failures+=("$description")
    show "$work/$name.log"
    echo "   FAILED ($((SECONDS - start)) s)"
  fi
}

finish() {
  echo
  if [ ${#failures[@]} -gt 0 ]; then printf 'failed: %s\n' "${failures[@]}"; fi
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ]
  exit
}

include_dir() { Rscript -e "cat(system.file('include', package = '$1', mustWork = TRUE))"; }

# the core is everything below src/core; its layers, each of which may include itself and those before it
core_files() { find src/core -name '*.cpp' | sort; }
core_headers() { find src/core -name '*.h' | sort; }
layers='support data features spectrum cluster methods'

# the package, installed from a tarball
install_package() { make --no-print-directory install; }

# nowhere REGEX FILE...: succeeds when the regex is nowhere
nowhere() {
  grep -nE "$@"
  [ $? = 1 ]
}

core_is_free_of_r() {
  nowhere '#[[:space:]]*include[[:space:]]*[<"](Rcpp|R\.h|Rinternals|Rdefines|Rmath|Rconfig|Rversion|R_ext/|r_)' \
    $(core_files) $(core_headers)
}

core_keeps_its_borders() {
  local status=0
  nowhere '#[[:space:]]*include[[:space:]]*<(random|iostream|fstream|cstdio|stdio\.h|ctime)>|\b(printf|rand)\(' \
    $(core_files) $(core_headers) || status=1
  nowhere 'include[[:space:]]*<Spectra' $(core_headers | grep -v spectrum/lanczos.h) $(core_files) || status=1
  return $status
}

# What Makevars builds is what there is.
objects_are_listed() {
  diff <(sed -n '/^OBJECTS/,$p' src/Makevars | grep -o '[A-Za-z0-9_/]*\.o' | sort) \
    <(cd src && find . -name '*.cpp' | sed 's|^\./||; s|\.cpp$|.o|' | sort)
}

# For each layer a folder with links to itself and to the layers before it: all that its files may include.
link_layers() {
  local layer before=
  rm -rf "$work/layers"
  for layer in $layers; do
    mkdir -p "$work/layers/$layer" || return 1
    [ -z "$before" ] || cp -P "$work/layers/$before"/* "$work/layers/$layer"
    ln -s "$PWD/src/core/$layer" "$work/layers/$layer/$layer"
    before=$layer
  done
}

# compile_headers COMPILER: every header of the core alone, whether or not a file of its layer includes it; syntax only
compile_headers() {
  link_layers || return 1
  core_headers | xargs -P "$jobs" -I{} sh -c '
    header=$1 layers=$2; shift 2
    "$@" -I"$layers/$(basename "$(dirname "$header")")" -fsyntax-only -x c++ "$header"' sh {} "$work/layers" \
    "$1" -std=c++17 -Wall -Wextra -Wpedantic -Werror -pthread -isystem "$eigen" \
    -isystem "$spectra"
}

# compile DIRECTORY COMPILER FLAG...: every file of the core and of its tests, several at a time
compile() {
  local out=$work/$1
  shift
  rm -rf "$out" && mkdir -p "$out" && link_layers || return 1
  { core_files && find tests/core -name '*.cpp' | sort; } | xargs -P "$jobs" -I{} sh -c '
    file=$1 out=$2 layers=$3; shift 3
    case $file in
      src/core/*) include="-I$layers/$(basename "$(dirname "$file")")" ;;
      *) include="-Isrc/core -Itests/core" ;;
    esac
    "$@" $include -c "$file" -o "$out/$(basename "$file" .cpp).o"' sh {} "$out" "$work/layers" \
    "$@" -std=c++17 -Wall -Wextra -Wpedantic -Werror -pthread -isystem "$eigen" -isystem "$spectra"
}

# build_core_tests NAME FLAG...: the core with its tests
build_core_tests() {
  local name=$1
  shift
  compile "$name" g++ "$@" && g++ "$@" -pthread "$work/$name"/*.o -o "$work/$name/core_tests"
}

test_core_quickly() { build_core_tests quick -O1 && "$work/quick/core_tests" 2; }

test_core() {
  build_core_tests sanitized -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer -g -O1 \
    -D_GLIBCXX_ASSERTIONS || return 1
  "$work/sanitized/core_tests" 2 && return 0
  # leaks are looked for as well, but that needs ptrace, which some containers forbid
  grep -q 'LeakSanitizer has encountered a fatal error' "$work/core.log" || return 1
  echo 'leaks cannot be looked for here: once more without'
  ASAN_OPTIONS=detect_leaks=0 "$work/sanitized/core_tests" 2
}

test_threads() {
  build_core_tests threads -fsanitize=thread -g -O1 || return 1
  "$work/threads/core_tests" 2 && return 0
  # the sanitizer needs an address space laid out as it expects, which some kernels do not give
  grep -q 'FATAL: ThreadSanitizer' "$work/threads.log" && echo 'the thread sanitizer cannot run here: left out'
}

# What roxygen2 and Rcpp generate, made anew in a copy.
documents_are_current() {
  local copy=$work/documents status=0 file
  rm -rf "$copy" && mkdir -p "$copy" || return 1
  cp -R DESCRIPTION NAMESPACE R src man data "$copy" || return 1
  find "$copy/man" -name '*.Rd' -delete
  rm -f "$copy/R/RcppExports.R" "$copy/src/RcppExports.cpp" "$copy"/src/*.o "$copy"/src/*.so
  echo '# Generated by roxygen2: do not edit by hand' >"$copy/NAMESPACE"
  Rscript tools/document.R "$copy" || return 1
  Rscript -e "invisible(Rcpp::compileAttributes('$copy'))" || return 1
  diff -r man "$copy/man" || status=1
  diff NAMESPACE "$copy/NAMESPACE" || status=1
  for file in R/RcppExports.R src/RcppExports.cpp; do
    diff "$file" "$copy/$file" && continue
    if [ "$(Rscript -e 'cat(format(packageVersion("Rcpp")))')" = "$rcpp_version" ]; then
      status=1
    else
      echo "$file was made by Rcpp $rcpp_version; the installed version writes another: not compared"
    fi
  done
  return $status
}
rcpp_version=1.0.10
headers_compile='Every header of the core compiles alone, with its layer and those before it'
compiles='The core compiles without R and without a warning, each layer with those before it alone'

# The R tests against the installed package, in a copy, so that nothing is written into the tree.
test_r() {
  rm -rf "$work/testthat" "$work/testthat.counts"
  cp -R tests/testthat "$work/testthat"
  echo '== R tests (testthat), against the installed package'
  NOT_CRAN=true Rscript tools/testthat.R "$work/testthat" "$work/testthat.counts" 2>&1
  if [ -s "$work/testthat.counts" ]; then
    read -r good bad <"$work/testthat.counts"
  else
    good=0 bad=1
    echo '   the tests could not be run'
  fi
  passed=$((passed + good))
  failed=$((failed + bad))
  echo "   $good expectations passed, $bad failed"
  if [ "$bad" != 0 ]; then failures+=("R tests: $bad expectations"); fi
}

build_tarball() {
  rm -rf "$work/tarball" && mkdir -p "$work/tarball" && (cd "$work/tarball" && R CMD build ../../..)
}

# R CMD check as CRAN does it, in a folder of its own. Errors and warnings fail, and so do notes, except those that the
# environment adds: flags that the system's R compiles with, and the size of code compiled with debugging symbols.
allowed_notes='checking (compilation flags used|installed package size) \.\.\. NOTE'
check_package() {
  local out=$work/$1 status notes
  local log=$out/scrb.Rcheck/00check.log
  rm -rf "$out" && mkdir -p "$out" || return 1
  export MAKEFLAGS="-j$jobs" _R_CHECK_SYSTEM_CLOCK_=0 _R_CHECK_CRAN_INCOMING_=false
  R CMD check --as-cran --no-manual -o "$out" "$work"/tarball/scrb_*.tar.gz || return 1
  status=$(grep '^Status:' "$log") || return 1
  case $status in *ERROR* | *WARNING*) return 1 ;; esac
  notes=$(echo "$status" | sed -n 's/.* \([0-9][0-9]*\) NOTE.*/\1/p')
  if [ "${notes:-0}" -gt "$(grep -cE "$allowed_notes" "$log")" ]; then return 1; fi
}

check_with_suggested() {
  build_tarball || return 1
  _R_CHECK_FORCE_SUGGESTS_=true check_package check
}

# The same where nothing is installed but what the package imports and links to, testthat, and what builds vignettes. All
# tests are run; those that are skipped must be so for want of a suggested package.
check_without_suggested() {
  local output=$work/check-alone/scrb.Rcheck/tests/testthat.Rout
  if ! [ -d "$work/tarball" ]; then build_tarball || return 1; fi
  NOT_CRAN=true _R_CHECK_FORCE_SUGGESTS_=false _R_CHECK_DEPENDS_ONLY_=true _R_CHECK_NO_RECOMMENDED_=true \
    check_package check-alone || return 1
  # the words are testthat's, which has changed them
  local reason='is not installed|cannot be loaded'
  grep -qE "$reason" "$output" || { echo 'no test was skipped: suggested packages were there'; return 1; }
  sed -n '/Skipped tests/,/^$/p' "$output" | grep '^•' | nowhere -v "$reason"
}

wanted=${*:-install headers compile core documents testthat check}

echo '== Setup: what is missing'
if ! bash tools/setup.sh test; then
  failed=1
  failures+=('setup')
  finish
fi
eigen=$(include_dir RcppEigen)
spectra=$(include_dir RSpectra)

for check in $wanted; do
  case $check in
    install) run install 'The package builds and installs' install_package ;;
    headers)
      run headers 'The core includes no header of R or Rcpp' core_is_free_of_r
      run borders 'The core neither prints nor draws, and Spectra stays in the solver' core_keeps_its_borders
      run objects 'Makevars lists the files that there are' objects_are_listed
      ;;
    compile)
      if have g++; then
        run gcc "$compiles: g++" compile gcc g++ -O2
        run gcc-headers "$headers_compile: g++" compile_headers g++
      fi
      if have clang++; then
        run clang-headers "$headers_compile: clang++" compile_headers clang++
        run clang "$compiles: clang++" compile clang clang++ -O2
      else
        echo '== The core with clang++: not installed, left out'
      fi
      ;;
    core)
      if have g++; then
        run core 'The core under the address and undefined-behaviour sanitizers' test_core
        sed 's/^/   /' "$work/core.log" | tail -n 1
        run threads 'The core under the thread sanitizer' test_threads
        sed 's/^/   /' "$work/threads.log" | tail -n 1
      fi
      ;;
    quick)
      if have g++; then run quick 'The core without sanitizers' test_core_quickly; fi
      sed 's/^/   /' "$work/quick.log" | tail -n 1
      ;;
    documents) run documents 'man/, NAMESPACE and RcppExports are what roxygen2 and Rcpp generate' documents_are_current ;;
    testthat) test_r ;;
    check)
      run check 'R CMD check --as-cran' check_with_suggested
      grep '^Status:' "$work/check/scrb.Rcheck/00check.log" 2>/dev/null | sed 's/^/   /'
      run check-alone 'R CMD check --as-cran without any suggested package' check_without_suggested
      grep '^Status:' "$work/check-alone/scrb.Rcheck/00check.log" 2>/dev/null | sed 's/^/   /'
      ;;
    *)
      echo "unknown check: $check" >&2
      exit 2
      ;;
  esac
done
finish
