// No mutable objects of namespace scope, checked on the compiled libraries: no object of ours may be in a section that
// the program can write, so that two machines in one program share nothing. nm prints each symbol's section; its type
// letter is not enough, because constant tables with addresses (.data.rel.ro) have the same letter as writable data.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "support/binary_dir.hpp"

namespace {

namespace fs = std::filesystem;

struct Symbol {
  std::string name;
  std::string section;
};

// A line of `nm -C -f sysv`: name|value|class|type|size|line|section. A demangled name may itself contain bars.
bool parse(std::string_view line, Symbol& s) {
  const std::size_t last = line.rfind('|');
  if (last == std::string_view::npos) return false;
  std::size_t end = last;
  for (int i = 0; i < 5; ++i) {
    if (end == 0) return false;
    end = line.rfind('|', end - 1);
    if (end == std::string_view::npos) return false;
  }
  s.section = line.substr(last + 1);
  s.name = line.substr(0, end);
  while (!s.name.empty() && s.name.back() == ' ') s.name.pop_back();
  return true;
}

bool writable(const Symbol& s) {
  const auto in = [&](std::string_view section) {
    return s.section == section || s.section.starts_with(std::string(section) + ".");
  };
  if (in(".data.rel.ro")) return false;  // written only by the dynamic loader
  return in(".data") || in(".bss") || in(".tdata") || in(".tbss") || s.section == "*COM*";
}

std::vector<Symbol> symbolsOf(const fs::path& library) {
  const std::string command = std::string(UTAH10_NM) + " -C -f sysv '" + library.string() + "' 2>&1";
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), &pclose);
  std::vector<Symbol> symbols;
  std::string line;
  for (int c; pipe && (c = std::fgetc(pipe.get())) != EOF;) {
    if (c != '\n') {
      line += static_cast<char>(c);
      continue;
    }
    if (Symbol s; parse(line, s)) symbols.push_back(s);
    line.clear();
  }
  return symbols;
}

std::set<std::string> writableNames(const fs::path& library) {
  std::set<std::string> names;
  for (const Symbol& s : symbolsOf(library))
    if (writable(s)) names.insert(s.name);
  return names;
}

// Ours: constant, but built on first use, because they are too large for the compiler or hold addresses of templates.
constexpr std::array<std::string_view, 4> kBuiltOnce = {
    "utah10::TimingProfile::srm()::profile", "utah10::TimingProfile::gate()::profile",
    "utah10::macro10::findBuiltIn(unsigned long, unsigned int)::table",
    "utah10::(anonymous namespace)::tables()::t",  // the plain and probed handler tables, ka10/handlers.cpp
};

// Not ours: objects that compilers and third-party headers create.
constexpr std::array<std::string_view, 5> kForeign = {
    "DW.ref.",        // addresses of type descriptions, for the exception tables
    "std::__ioinit",  // <iostream>
    "CLI::",          // CLI11 keeps its validators and words in header variables
    "asio::",         // its error categories and service ids
    "boost::math::",  // names of functions in its error messages
};

std::string_view guarded(std::string_view name) {
  constexpr std::string_view kGuard = "guard variable for ";
  return name.starts_with(kGuard) ? name.substr(kGuard.size()) : name;
}

bool allowed(std::string_view name) {
  if (std::ranges::find(kBuiltOnce, guarded(name)) != kBuiltOnce.end()) return true;
  return std::ranges::any_of(kForeign, [&](std::string_view f) { return guarded(name).starts_with(f); });
}

std::vector<fs::path> ourLibraries() {
  std::vector<fs::path> libraries;
  for (const auto& entry : fs::directory_iterator(utah10::binaryDir())) {
    const std::string name = entry.path().filename();
    if (name.starts_with("libutah10_") && name.ends_with(".a")) libraries.push_back(entry.path());
  }
  return libraries;
}

TEST(WritableData, NoLibraryHasAnyOfItsOwn) {
  if (UTAH10_SLIM_OBJECTS) GTEST_SKIP() << "link-time optimisation: the libraries hold no sections yet";
  const std::vector<fs::path> libraries = ourLibraries();
  ASSERT_GE(libraries.size(), 6u);
  std::set<std::string> seen;
  for (const fs::path& library : libraries) {
    EXPECT_GT(symbolsOf(library).size(), 0u) << library << ": nm lists no symbols";
    for (const std::string& name : writableNames(library)) {
      EXPECT_TRUE(allowed(name)) << library.filename() << " defines writable " << name;
      seen.emplace(guarded(name));
    }
  }
  for (const std::string_view name : kBuiltOnce) EXPECT_TRUE(seen.contains(std::string(name))) << name << " is gone";
}

// The check itself, on a library that breaks the rule in every way.
TEST(WritableData, IsFound) {
  if (UTAH10_SLIM_OBJECTS) GTEST_SKIP() << "link-time optimisation: the library holds no sections yet";
  const std::set<std::string> found = writableNames(UTAH10_STYLE_FIXTURE);
  for (const char* name : {"utah10::fixture::initialised", "utah10::fixture::zeroed", "utah10::fixture::builtAtStart",
                           "utah10::fixture::(anonymous namespace)::pointer", "utah10::fixture::perThread",
                           "utah10::fixture::Counted::count", "utah10::fixture::use(int)::calls",
                           "utah10::fixture::use(int)::builtOnFirstUse",
                           "guard variable for utah10::fixture::use(int)::builtOnFirstUse", "outsideEveryNamespace"}) {
    EXPECT_TRUE(found.contains(name)) << name;
    EXPECT_FALSE(allowed(name)) << name;
  }
  for (const char* name : {"utah10::fixture::numbers", "utah10::fixture::names"}) EXPECT_FALSE(found.contains(name));
}

}  // namespace
