#ifndef SCRB_TEST_H
#define SCRB_TEST_H

// A test is TEST("name") { ... } at namespace scope; main.cpp runs all of them. CHECK() and CHECK_THROWS_AS() count
// what holds and print what does not. They are for the thread that runs the test, not for workers.

#include <vector>

namespace scrb_test {

struct Test {
  const char* name;
  void (*run)();
};

struct State {
  std::vector<Test> tests;
  const char* running = "";
  int threads = 2;  // for tests that take several
  long passed = 0, failed = 0;

  void check(bool holds, const char* text, const char* file, int line, const char* more = "");
};

inline State& state() {
  static State the_state;
  return the_state;
}

inline int threads() { return state().threads; }

struct Registration {
  Registration(const char* name, void (*run)()) { state().tests.push_back({name, run}); }
};

}  // namespace scrb_test

#define SCRB_TEST_JOIN(a, b) a##b
#define SCRB_TEST(function, registration, name)                      \
  static void function();                                            \
  static const scrb_test::Registration registration(name, function); \
  static void function()
#define SCRB_TEST_LINE(name, line) SCRB_TEST(SCRB_TEST_JOIN(test_, line), SCRB_TEST_JOIN(register_, line), name)
#define TEST(name) SCRB_TEST_LINE(name, __LINE__)

#define CHECK(...) scrb_test::state().check(static_cast<bool>(__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

// An exception of another type is left to main.cpp, as a failure of the whole test.
#define CHECK_THROWS_AS(expression, Type)                                                        \
  do {                                                                                           \
    bool thrown = false;                                                                         \
    try {                                                                                        \
      static_cast<void>(expression);                                                             \
    } catch (const Type&) {                                                                      \
      thrown = true;                                                                             \
    }                                                                                            \
    scrb_test::state().check(thrown, #expression, __FILE__, __LINE__, " does not throw " #Type); \
  } while (false)

#endif
