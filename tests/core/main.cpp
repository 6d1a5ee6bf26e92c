// Tests of the core without R, meant to run under sanitizers: core_test [threads [part of the names of tests]].

#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>

#include "support/cannot_cluster.h"
#include "support/fields.h"
#include "test.h"

void scrb_test::State::check(bool holds, const char* text, const char* file, int line, const char* more) {
  ++(holds ? passed : failed);
  if (!holds) std::cout << file << ":" << line << ": [" << running << "] " << text << more << std::endl;
}

namespace {

// What an exception that no test expects has to say.
void run_one(const scrb_test::Test& test) {
  scrb_test::State& state = scrb_test::state();
  const long before = state.passed + state.failed;
  std::string problem;
  state.running = test.name;
  try {
    test.run();
    if (state.passed + state.failed == before) problem = "has no check";
  } catch (const std::exception& error) {
    problem = std::string("threw: ") + error.what();
  } catch (const scrb::CannotCluster& why) {
    problem = "threw CannotCluster, reason " + std::to_string(static_cast<int>(why.reason));
  } catch (const scrb::BadModel& bad) {
    problem = "threw BadModel: " + bad.field + " " + bad.problem;
  } catch (...) {
    problem = "threw something";
  }
  if (problem.empty()) return;
  ++state.failed;
  std::cout << "[" << test.name << "] " << problem << std::endl;
}

}  // namespace

int main(int argc, char** argv) {
  scrb_test::State& state = scrb_test::state();
  if (argc > 1) state.threads = std::atoi(argv[1]);
  if (state.threads < 1) state.threads = 1;
  const std::string part = argc > 2 ? argv[2] : "";
  for (const scrb_test::Test& test : state.tests)
    if (std::string(test.name).find(part) != std::string::npos) run_one(test);
  std::cout << state.passed << " checks passed, " << state.failed << " failed" << std::endl;
  return state.failed > 0 || state.passed == 0;
}
