// The README's pages on the experiments, TENEX, looking inside and the network, performed: every command there, in its
// order, must print what stands below it.
//
// Commands are the lines after "    $ ", what follows them indented is printed by them; a line "..." stands for any
// lines. `tools/run` is the program as it is built, without set-up and build.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "support/temp_folder.hpp"

namespace utah10 {
namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

constexpr std::string_view kIndent = "    ";

struct Example {
  std::string command;
  Lines printed;
};

void replaceAll(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
}

std::string trimmedRight(std::string line) {
  while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.pop_back();
  return line;
}

std::vector<Example> examplesOf(std::string_view chapter) {
  std::ifstream in{fs::path{UTAH10_SOURCE_DIR} / "README.md"};
  std::vector<Example> found;
  bool inside = false;
  bool open = false;  // in what a command printed
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("## ")) inside = line == chapter;
    if (!inside) continue;
    const bool indented = line.starts_with(kIndent);
    if (indented && line.starts_with("    $ ")) {
      found.push_back({line.substr(6), {}});
      open = true;
    } else if (open && (indented || line.empty())) {
      found.back().printed.push_back(indented ? trimmedRight(line.substr(kIndent.size())) : "");
    } else {
      open = false;
    }
  }
  for (Example& e : found)
    while (!e.printed.empty() && e.printed.back().empty()) e.printed.pop_back();
  return found;
}

Lines linesOf(FILE* pipe) {
  std::string text;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  replaceAll(text, std::string{UTAH10_SOURCE_DIR} + "/", "");
  Lines lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(trimmedRight(text.substr(at, end - at)));
    at = end + 1;
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

// Must a number that is measured be the same, or about?
enum class Numbers { Same, About };

bool aboutTheSame(const std::string& want, const std::string& got) {
  char* end = nullptr;
  const double w = std::strtod(want.c_str(), &end);
  if (*end != '\0') return want == got;
  const double g = std::strtod(got.c_str(), &end);
  // Whole numbers are ms and messages of one transfer, the others are costs of a byte or bit and shares.
  const bool whole = want.find('.') == std::string::npos;
  const double part = whole ? 0.15 : 0.05, little = whole ? 15 : 3;
  return *end == '\0' && std::abs(w - g) <= std::max(little, part * std::abs(w));
}

// Words are the same, numbers about; how wide the columns are does not count.
bool aboutTheSameLine(const std::string& want, const std::string& got) {
  std::istringstream w(want), g(got);
  std::string one, other;
  while (w >> one)
    if (!(g >> other) || !aboutTheSame(one, other)) return false;
  return !(g >> other);
}

// "..." is any number of lines.
bool matches(const Lines& want, std::size_t w, const Lines& got, std::size_t g, Numbers numbers) {
  if (w == want.size()) return g == got.size();
  if (want[w] != "...") {
    if (g == got.size()) return false;
    const bool same = numbers == Numbers::Same ? want[w] == got[g] : aboutTheSameLine(want[w], got[g]);
    return same && matches(want, w + 1, got, g + 1, numbers);
  }
  for (std::size_t k = g; k <= got.size(); ++k)
    if (matches(want, w + 1, got, k, numbers)) return true;
  return false;
}

std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& l : lines) text += l + "\n";
  return text;
}

// Gone at the end of the test.
struct Folder {
  fs::path path = test::ownFolder();
  Folder() { fs::create_directories(path / "build"); }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
};

bool installed(const std::string& program) {
  return std::system(("command -v " + program + " > /dev/null").c_str()) == 0;
}

void perform(std::string_view chapter, std::size_t least, Numbers numbers = Numbers::Same) {
  const std::vector<Example> all = examplesOf(chapter);
  ASSERT_GE(all.size(), least) << "the chapter is gone";
  const Folder folder;
  fs::create_directory_symlink(UTAH10_BINARY_DIR, folder.path / "build/release");
  for (const char* name : {"tools", "roms"})
    fs::create_directory_symlink(fs::path{UTAH10_SOURCE_DIR} / name, folder.path / name);
  for (Example e : all) {
    bool able = true;
    for (const char* reader : {"tshark", "callgrind_annotate"})
      if (e.command.find(reader) != std::string::npos && !installed(reader)) able = false;
    if (!able) {
      std::printf("not tried, its reader is not installed (tools/setup): %s\n", e.command.c_str());
      continue;
    }
    replaceAll(e.command, "tools/run", "build/release/utah10");
    FILE* pipe = popen(("cd '" + folder.path.string() + "' && { " + e.command + "; } 2>&1").c_str(), "r");
    ASSERT_NE(pipe, nullptr);
    const Lines got = linesOf(pipe);
    pclose(pipe);
    EXPECT_TRUE(matches(e.printed, 0, got, 0, numbers)) << "$ " << e.command << "\nREADME:\n"
                                                        << joined(e.printed) << "prints:\n"
                                                        << joined(got);
  }
}

// What the monitor's and the program's instructions cost changes with them.
TEST(Readme, TheExperimentsPrintAboutWhatItSays) { perform("## Two commands", 1, Numbers::About); }
TEST(Readme, LookingInsidePrintsWhatItSays) { perform("## Looking inside", 12); }
TEST(Readme, TenexBootsAsItSays) { perform("## TENEX", 1); }
TEST(Readme, TheNetworkPrintsWhatItSays) { perform("## The network", 3); }

}  // namespace
}  // namespace utah10
