// The floors of the monitor (roms/monitor/README.md, "Floors"): each module lies in the folder of its floor and refers
// only to symbols of its own floor and of those below. For each rule a test also shows a text that breaks it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "style/source_tree.hpp"

namespace utah10::test {
namespace {

const std::string kMonitor = "roms/monitor/";

std::vector<File> modules() {
  std::vector<File> files;
  const fs::path top = UTAH10_SOURCE_DIR;
  for (const auto& entry : fs::recursive_directory_iterator(top / kMonitor))
    if (entry.path().extension() == ".mac")
      files.push_back({fs::relative(entry.path(), top).string(), readFile(entry.path())});
  std::ranges::sort(files, {}, &File::path);
  return files;
}

std::string readme() { return readFile(fs::path(UTAH10_SOURCE_DIR) / (kMonitor + "README.md")); }

// The rows of the first table under "## Floors", from below: | `base` | ...
std::vector<std::string> floorsOf(const std::string& text) {
  const std::size_t section = text.find("\n## Floors\n");
  if (section == std::string::npos) return {};
  const std::size_t from = text.find("\n|", section);
  if (from == std::string::npos) return {};
  static const std::regex row("\n\\| `([a-z]+)` \\|");
  return matches(text.substr(from, text.find("\n\n", from) - from), row);
}

std::string nameOf(const std::string& path) { return fs::path(path).stem().string(); }

// roms/monitor/disk/ofn.mac is of floor disk.
std::string floorOf(const std::string& path) {
  const std::string rest = path.substr(kMonitor.size());
  const std::size_t slash = rest.find('/');
  return slash == std::string::npos ? "" : rest.substr(0, slash);
}

bool isSymbol(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '$' || c == '%'; }

// The text without comments, in capitals.
std::string program(const std::string& text) {
  std::string kept;
  bool comment = false;
  for (const char c : text) {
    comment = c != '\n' && (comment || c == ';');
    if (!comment) kept += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return kept;
}

// A symbol of which macros make the middle or the end: SET'NNN, PISC'N.
struct Made {
  std::string before, after;

  explicit Made(const std::string& word) : before(word.substr(0, word.find('\''))) {
    const std::size_t last = word.rfind('\'');
    if (last > word.find('\'')) after = word.substr(last + 1);
  }
  bool fits(const std::string& symbol) const {
    return symbol.size() > before.size() + after.size() && symbol.starts_with(before) && symbol.ends_with(after);
  }
};

struct Macro {
  std::string parameter, body;  // the first parameter, if there are any
};

struct Module {
  std::string path, floor;
  bool universal = false;
  std::set<std::string> words, defined, referred;
  std::vector<Made> definedByMacro;
  std::map<std::string, Macro> macros;
};

// DEFINE NAME(P,Q)<body>, with brackets in it
std::map<std::string, Macro> macrosOf(const std::string& text) {
  static const std::regex define("DEFINE[ \t]+([A-Z0-9.$%]+)(?:\\(([A-Z0-9.$%]*)[^)]*\\))?\\s*<");
  std::map<std::string, Macro> found;
  for (auto m = std::sregex_iterator(text.begin(), text.end(), define); m != std::sregex_iterator(); ++m) {
    const auto from = static_cast<std::size_t>(m->position() + m->length());
    std::size_t to = from;
    for (int depth = 1; to < text.size() && depth > 0; ++to) depth += text[to] == '<' ? 1 : text[to] == '>' ? -1 : 0;
    found[(*m)[1]] = {(*m)[2], text.substr(from, to - from - 1)};
  }
  return found;
}

// The symbols that end in ## or stand in a list of EXTERN.
std::set<std::string> referencesOf(const std::string& text) {
  static const std::regex external("\\bEXTERN[ \t]+([^\n]*)");
  std::set<std::string> found;
  for (std::size_t at = text.find("##"); at != std::string::npos; at = text.find("##", at + 2)) {
    std::size_t from = at;
    while (from > 0 && (isSymbol(text[from - 1]) || text[from - 1] == '\'')) --from;
    if (from < at) found.insert(text.substr(from, at - from));
  }
  for (const std::string& list : matches(text, external)) {
    std::string word;
    for (const char c : list + ",") {
      if (isSymbol(c)) {
        word += c;
      } else if (!word.empty()) {
        found.insert(word);
        word.clear();
      }
    }
  }
  return found;
}

Module moduleOf(const File& f, const std::map<std::string, Macro>& shared) {
  const std::string text = program(f.text);
  Module m{f.path, floorOf(f.path), text.find("\tUNIVERSAL") != std::string::npos, {}, {}, {}, {}, macrosOf(text)};
  static const std::regex label("([A-Z0-9.$%']+)(?:::|==?:)");
  for (const std::string& word : matches(text, label)) {
    if (word.find('\'') == std::string::npos) {
      m.defined.insert(word);
    } else {
      m.definedByMacro.emplace_back(word);
    }
  }
  std::string word, before;
  for (const char c : text + "\n") {
    if (isSymbol(c)) {
      word += c;
      continue;
    }
    if (!word.empty()) {
      // GS NAME, and the same with other macros that begin with NAME::
      for (const std::map<std::string, Macro>* table :
           {&shared, static_cast<const std::map<std::string, Macro>*>(&m.macros)})
        if (const auto made = table->find(before); made != table->end() && !made->second.parameter.empty())
          if (const std::size_t at = made->second.body.find_first_not_of(" \t\n"); at != std::string::npos)
            if (made->second.body.compare(at, made->second.parameter.size() + 2, made->second.parameter + "::") == 0)
              m.defined.insert(word);
      m.words.insert(word);
      before = std::exchange(word, "");
    }
    if (c == '\n') before.clear();
  }
  if (m.universal) return m;  // what is in its macros is the reference of whoever uses them
  m.referred = referencesOf(text);
  for (const auto& [name, macro] : shared)
    if (m.words.contains(name) && !m.macros.contains(name)) m.referred.merge(referencesOf(macro.body));
  return m;
}

std::vector<Module> modulesOf(const std::vector<File>& files) {
  std::map<std::string, Macro> shared;
  for (const File& f : files)
    if (f.text.find("\tUNIVERSAL") != std::string::npos) shared.merge(macrosOf(program(f.text)));
  std::vector<Module> all;
  for (const File& f : files) all.push_back(moduleOf(f, shared));
  return all;
}

using Definers = std::map<std::string, std::vector<const Module*>>;

// Who defines what the module may mean by the word; empty if nobody does.
std::vector<const Module*> definersOf(const std::string& word, const Definers& definers,
                                      const std::vector<Module>& all) {
  std::vector<const Module*> found;
  if (word.find('\'') != std::string::npos) {
    const Made made{word};
    if (made.before.empty()) return {};
    for (const auto& [symbol, who] : definers)
      if (made.fits(symbol)) found.insert(found.end(), who.begin(), who.end());
    return found;
  }
  if (const auto d = definers.find(word); d != definers.end()) return d->second;
  for (const Module& other : all)
    if (std::ranges::any_of(other.definedByMacro, [&](const Made& made) { return made.fits(word); }))
      found.push_back(&other);
  return found;
}

// References from a floor to one above it, and those whose owner is not found.
std::vector<std::string> upward(const std::vector<File>& files, const std::vector<std::string>& floors) {
  const std::vector<Module> all = modulesOf(files);
  Definers definers;
  for (const Module& m : all)
    for (const std::string& symbol : m.defined) definers[symbol].push_back(&m);
  const auto rankOf = [&](const Module& m) { return std::ranges::find(floors, m.floor) - floors.begin(); };
  std::vector<std::string> faults;
  for (const Module& m : all) {
    for (const std::string& word : m.referred) {
      if (word.starts_with('\'') || word.find('\'') == word.size() - 1) {
        // The whole name is an argument, which only the table of the upward calls may hide.
        if (m.floor != floors.back()) faults.push_back(m.path + " refers to an argument of a macro, " + word);
        continue;
      }
      const auto who = definersOf(word, definers, all);
      if (who.empty()) faults.push_back(m.path + " refers to " + word + ", which nobody defines");
      for (const Module* other : who)
        if (rankOf(*other) > rankOf(m)) faults.push_back(m.path + " refers to " + word + " of " + other->path);
    }
  }
  return faults;
}

std::string tooLong(const File& f) {
  const auto lines = std::ranges::count(f.text, '\n');
  return lines > 500 ? f.path + " has " + std::to_string(lines) + " lines" : "";
}

std::string outside(const File& f, const std::vector<std::string>& floors) {
  const std::string floor = floorOf(f.path);
  const bool direct = f.path == kMonitor + floor + "/" + nameOf(f.path) + ".mac";
  return direct && std::ranges::count(floors, floor) == 1 ? "" : f.path + " is on no floor";
}

// A row of README.md's tables begins with its name, or with several names.
std::string unlisted(const File& f, const std::string& text) {
  const std::regex row("(\n\\|[^|\n]*`" + nameOf(f.path) + "`[^|\n]*\\|)");
  return std::regex_search(text, row) ? "" : f.path + " is not in README.md";
}

// Objects and listings lie in one folder.
std::vector<std::string> sameNames(const std::vector<File>& files) {
  std::map<std::string, std::string> seen;
  std::vector<std::string> faults;
  for (const File& f : files)
    if (const auto [at, fresh] = seen.emplace(nameOf(f.path), f.path); !fresh)
      faults.push_back(f.path + " has the name of " + at->second);
  return faults;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

const std::vector<std::string> kTwo = {"base", "disk"};
const File kBelow{kMonitor + "base/low.mac", "\tTITLE\tLOW\nLOW::\tCALL\t@UPHIGH\n\tGS\tUPHIGH\t; HIGH's\n"};
const File kAbove{kMonitor + "disk/high.mac", "\tTITLE\tHIGH\nHIGH::\tCALL\tLOW##\nSET'N::\tRET\n"};
const File kMacros{kMonitor + "base/macros.mac",
                   "\tUNIVERSAL MACROS\nDEFINE\tGS(NAME,N<1>)<NAME::\tBLOCK\tN>\nDEFINE\tGOUP<\n\tCALL\tHIGH##>\n"};

TEST(MonitorFloors, AreThoseOfTheReadme) {
  const auto floors = floorsOf(readme());
  EXPECT_GE(floors.size(), 7u);
  EXPECT_EQ(floorsOf("# A\n\n## Floors\n\n| floor | |\n|---|---|\n| `base` | x |\n| `disk` | y |\n\n| `c` | z |\n"),
            kTwo);
}

TEST(MonitorFloors, NothingRefersUpwards) {
  const auto files = modules();
  ASSERT_GT(files.size(), 100u);
  EXPECT_EQ(joined(upward(files, floorsOf(readme()))), "");
}

TEST(MonitorFloors, AReferenceUpwardsIsFound) {
  const auto with = [](const std::string& line) {
    return upward({kMacros, kAbove, {kBelow.path, kBelow.text + line}}, kTwo);
  };
  EXPECT_EQ(joined(with("")), "");
  EXPECT_EQ(with("\tJRST\tHIGH##\n").size(), 1u);
  EXPECT_EQ(with("\tEXTERN\tLOW,HIGH\n").size(), 1u);
  EXPECT_EQ(with("\tGOUP\n").size(), 1u) << "in a macro of a universal";
  EXPECT_EQ(with("\tCALL\tSETA##\n").size(), 1u) << "a symbol made by a macro";
  EXPECT_EQ(with("\tCALL\tNOWHERE##\n").size(), 1u);
  EXPECT_EQ(with("\tXWD\tROUTINE'##,0\n").size(), 1u) << "a symbol that is an argument";
  EXPECT_EQ(joined(with("\tMOVE\tA,UPHIGH##\n\tCALL\tLOW##\t; HIGH##\n")), "");
}

TEST(MonitorFloors, EveryModuleIsOnAFloorAndInTheReadme) {
  const std::string text = readme();
  const auto floors = floorsOf(text);
  const auto files = modules();
  for (const File& f : files) {
    EXPECT_EQ(outside(f, floors), "");
    EXPECT_EQ(unlisted(f, text), "");
  }
  EXPECT_EQ(joined(sameNames(files)), "");
  EXPECT_NE(outside({kMonitor + "a.mac", ""}, kTwo), "");
  EXPECT_NE(outside({kMonitor + "cellar/a.mac", ""}, kTwo), "");
  EXPECT_NE(outside({kMonitor + "disk/deep/a.mac", ""}, kTwo), "");
  EXPECT_EQ(outside({kMonitor + "disk/a.mac", ""}, kTwo), "");
  EXPECT_NE(unlisted({kMonitor + "disk/a.mac", ""}, "\n| `b`, `c` | `a` |\n"), "");
  EXPECT_EQ(unlisted({kMonitor + "disk/a.mac", ""}, "\n| `b`, `a` | x |\n"), "");
  EXPECT_EQ(sameNames({{kMonitor + "base/a.mac", ""}, {kMonitor + "disk/a.mac", ""}}).size(), 1u);
}

TEST(MonitorFloors, NoModuleIsLong) {
  for (const File& f : modules()) EXPECT_EQ(tooLong(f), "");
  EXPECT_NE(tooLong({"a.mac", std::string(501, '\n')}), "");
  EXPECT_EQ(tooLong({"a.mac", std::string(500, '\n')}), "");
}

}  // namespace
}  // namespace utah10::test
