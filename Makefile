# The two commands: `make demo` and `make test`. Everything is built and installed in build/.

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help demo test quick setup setup-demo setup-bench install document check format lint site bench clean

RSCRIPT ?= Rscript
JOBS ?= $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
VERSION := $(shell sed -n 's/^Version: *//p' DESCRIPTION)

export R_LIBS := $(CURDIR)/build/library$(if $(R_LIBS),:$(R_LIBS))
export R_MAKEVARS_USER := $(CURDIR)/tools/Makevars
export SCRB_JOBS := $(JOBS)

# what the installed package is made of
SOURCES := DESCRIPTION NAMESPACE $(wildcard R/*.R src/*.cpp src/*.h src/core/*/*.cpp src/core/*/*.h src/Makevars man/*.Rd data/* inst/*)
CXX_FILES := $(filter-out src/RcppExports.cpp,$(wildcard src/*.cpp src/*.h src/core/*/*.cpp src/core/*/*.h tests/core/*.cpp tests/core/*.h))

help:
	@echo 'make demo            install what is missing, build the package, cluster the pendigits data, draw build/demo.png'
	@echo 'make test            install what is missing, run every test and check'
	@echo 'make quick           for people at work: install, test the core without sanitizers, run the R tests'
	@echo 'make check           R CMD check alone'
	@echo 'make document        regenerate man/, NAMESPACE and the RcppExports files'
	@echo 'make format, lint    clang-format the C++ sources; report what clang-format and lintr find'
	@echo 'make site            the package as web pages in build/site, by pkgdown'
	@echo 'make bench DATA=dir  tables and figures of the paper, speed, memory and quality, on the data sets in dir'
	@echo 'make setup, clean    install what is missing; remove build/'

demo: install
	@$(RSCRIPT) tools/demo.R build/demo.png

test:
	@bash tools/test.sh

quick:
	@bash tools/test.sh install quick testthat

check:
	@bash tools/test.sh check

setup:
	@bash tools/setup.sh test

setup-demo setup-bench: setup-%:
	@bash tools/setup.sh $*

install: build/installed

build/installed: $(SOURCES) | setup-demo
	@echo 'Building and installing scrb $(VERSION) into build/library (log: build/install.log)'
	@rm -rf build/plain && mkdir -p build/plain build/library
	@{ cd build/plain && R CMD build --no-build-vignettes '$(CURDIR)' \
	  && MAKEFLAGS=-j$(JOBS) R CMD INSTALL --library=../library scrb_$(VERSION).tar.gz; } >build/install.log 2>&1 \
	  || { cat build/install.log; exit 1; }
	@touch $@

document: setup
	@$(RSCRIPT) -e 'Rcpp::compileAttributes(".")'
	@$(MAKE) --no-print-directory install
	@$(RSCRIPT) tools/document.R .

format:
	clang-format -i $(CXX_FILES)

lint: setup-demo
	@if command -v clang-format >/dev/null; then clang-format --dry-run $(CXX_FILES); \
	  else echo 'clang-format is not installed'; fi
	@$(RSCRIPT) -e 'if (requireNamespace("lintr", quietly = TRUE)) print(lintr::lint_package()) else cat("lintr is not installed\n")'

site: setup install
	@$(RSCRIPT) tools/site.R build/site

# OPTIONS, such as 'repeats=1 limit=600', go to every script. Results are kept in OUT, and runs that are there already
# are not done again.
OUT ?= build/bench
SCRIPTS ?= table2 table3 figure_theory figure_rank figure_methods figure_scaling figure_solver other_runs landmarks \
  tune k_path report core memory quality sensitivity solver dense_check kmeans_sample
bench: install setup-bench
	@test -n '$(DATA)' || { echo 'name the folder with the data sets: make bench DATA=dir'; exit 1; }
	for script in $(SCRIPTS); do $(RSCRIPT) bench/$$script.R '$(DATA)' out='$(OUT)' $(OPTIONS) || exit 1; done

clean:
	rm -rf build src/*.o src/*.so
