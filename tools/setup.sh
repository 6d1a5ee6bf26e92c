#!/bin/bash
# Installs what is missing, and says nothing when nothing is.
#   tools/setup.sh demo   what the package itself needs
#   tools/setup.sh test   that, and what tests, documents and vignettes need
#   tools/setup.sh bench  what the package and the benchmarks need
# As root on Debian or Ubuntu by apt-get; what is not there or too old there, and all of it elsewhere, by
# install.packages() into build/library.
set -eu
cd "$(dirname "$0")/.."
purpose=${1:-test}
log=$PWD/build/setup.log
mkdir -p build/library
export R_LIBS="$PWD/build/library${R_LIBS:+:$R_LIBS}"
export USE_BUNDLED_LIBUV=1 # package fs, which testthat needs, brings its own

have() { command -v "$1" >/dev/null 2>&1; }

missing_tools() {
  have Rscript || echo R
  have g++ || have clang++ || echo g++
  if [ "$purpose" = test ]; then
    have pandoc || echo pandoc
    have qpdf || echo qpdf
  fi
}

missing_packages() { Rscript tools/setup.R list "$purpose"; }

can_use_apt() {
  [ "$(id -u)" = 0 ] && have apt-get && grep -Eqi '^ID(_LIKE)?=.*(debian|ubuntu)' /etc/os-release 2>/dev/null
}

# packages of the distribution serve only the distribution's own R
r_is_from_apt() { dpkg -S "$(readlink -f "$(R RHOME)/bin/R")" >/dev/null 2>&1; }

# installs those of the named Debian packages that there are; the rest is seen to afterwards
apt_install() {
  local found
  export DEBIAN_FRONTEND=noninteractive
  if [ -z "${apt_updated:-}" ]; then
    apt-get -q update >>"$log" 2>&1 || echo "apt-get update failed (log: $log)" >&2
    apt_updated=yes
  fi
  found=$(apt-cache show --no-all-versions "$@" 2>/dev/null | sed -n 's/^Package: //p' | sort -u)
  [ -n "$found" ] || return 0
  echo "Installing by apt-get:" $found
  apt-get -q install -y --no-install-recommends $found >>"$log" 2>&1 || echo "apt-get install failed (log: $log)" >&2
}

: >"$log"
tools=$(missing_tools)
if [ -n "$tools" ]; then
  if can_use_apt; then
    apt_install $(echo "$tools" | sed 's/^R$/r-base-dev/')
    tools=$(missing_tools)
  fi
  if [ -n "$tools" ]; then
    echo "setup: install these first, they are needed and could not be installed from here:" $tools >&2
    exit 1
  fi
fi

packages=$(missing_packages)
if [ -n "$packages" ] && can_use_apt && r_is_from_apt; then
  # with what they depend on: the distribution's copies, where they are new enough, need no compiling
  tree=$(Rscript tools/setup.R tree "$purpose" 2>>"$log") || tree=$packages
  apt_install $(echo "$tree" | tr '[:upper:]' '[:lower:]' | sed 's/^/r-cran-/')
  packages=$(missing_packages)
fi
if [ -n "$packages" ]; then
  echo "Installing R packages into build/library (this may take minutes):" $packages
  Rscript tools/setup.R install "$purpose" >>"$log" 2>&1 || true
  packages=$(missing_packages)
fi
# without its own version of roxygen2 all but the help pages can be made and checked
if echo "$packages" | grep -qx roxygen2; then
  echo 'setup: the version of roxygen2 that DESCRIPTION names could not be installed; help pages cannot be made or checked' >&2
  packages=$(echo "$packages" | grep -vx roxygen2 || true)
fi
if [ -n "$packages" ]; then
  echo "setup: these R packages are needed and could not be installed:" $packages >&2
  echo "setup: the errors in its log, $log:" >&2
  grep -iE -B 15 '^(error|fatal)|: error:|had non-zero exit|unable to access|cannot open' "$log" | tail -n 80 >&2
  exit 1
fi
