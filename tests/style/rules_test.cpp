// Checks the project's rules on the sources: the order of layers, where headers may be included, and what must not
// appear anywhere. For each rule a test also shows a text that breaks it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "style/source_tree.hpp"

namespace utah10::test {
namespace {

const std::vector<std::string> kLayers = {"word",      "machine", "devices",     "network",
                                          "toolchain", "trace",   "experiments", "command"};

std::size_t rank(const std::string& layer) {
  return static_cast<std::size_t>(std::ranges::find(kLayers, layer) - kLayers.begin());
}

// src/machine/x.cpp and include/utah10/machine/x.hpp are of layer machine.
std::string layerOf(const std::string& path) {
  std::smatch m;
  if (std::regex_search(path, m, std::regex("^(?:src|include/utah10)/([a-z]+)/"))) return m[1];
  return "";
}

using Rule = std::string (*)(const File&);

// The headers of layers that a text includes, "layer/folder/x.hpp": public ones, from include/utah10/, and private
// ones, from src/.
std::vector<std::string> layerHeaders(const std::string& text) {
  static const std::regex include("#include \"(?:utah10/)?([a-z]+/[a-z0-9_/]+\\.hpp)\"");
  std::vector<std::string> headers = matches(text, include);
  std::erase_if(headers, [](const std::string& h) { return rank(h.substr(0, h.find('/'))) == kLayers.size(); });
  return headers;
}

// A layer includes only lower ones; the toolchain builds on words alone.
std::string includeOrder(const File& f) {
  const std::string layer = layerOf(f.path);
  for (const std::string& header : layerHeaders(f.text)) {
    const std::string other = header.substr(0, header.find('/'));
    if (other == layer) continue;
    if (rank(other) > rank(layer)) return layer + " includes " + header;
    if (layer == "toolchain" && other != "word") return "toolchain includes " + header;
    if (layer == "network" && other == "devices" && header != "devices/host_link.hpp")
      return "network includes " + header;
  }
  return "";
}

// The folders of the command layer: each includes only those before it, and program.cpp all of them.
const std::vector<std::string> kCommandFolders = {"console",   "host",    "machine_file", "debug", "net",
                                                  "terminals", "look",    "panel",        "lab",   "sweep",
                                                  "prompt",    "several", "dap"};

std::string commandFolderOrder(const File& f) {
  std::smatch m;
  if (!std::regex_search(f.path, m, std::regex("^src/command/([a-z_]+)/"))) return "";
  const auto rankOf = [](const std::string& folder) {
    return std::ranges::find(kCommandFolders, folder) - kCommandFolders.begin();
  };
  const std::string own = m[1];
  if (rankOf(own) == std::ssize(kCommandFolders)) return own + " has no place in the order of folders";
  static const std::regex include("#include \"command/([a-z0-9_/]+\\.hpp)\"");
  for (const std::string& header : matches(f.text, include))
    if (rankOf(header.substr(0, header.find('/'))) > rankOf(own)) return own + " includes " + header;
  return "";
}

// Command text comes from users and scripts: the program calls typed functions.
std::string noComposedCommands(const File& f) {
  if (!f.path.starts_with("src/")) return "";
  static const std::regex composed(
      "(\\bperform(?:All|File)?\\([^;)]*(?:\"|fmt::format|to_string|escaped)|\\bArguments [a-z]+[{(]\\s*\")");
  const auto found = matches(f.text, composed);
  return found.empty() ? "" : "composes a command: " + found.front();
}

// Host clocks, sockets and terminals belong to the command layer.
std::string hostOnlyInCommand(const File& f) {
  if (layerOf(f.path) == "command") return "";
  static const std::regex host(
      "(<sys/socket.h>|<netinet/in.h>|<asio[./][^>]*>|<libtelnet.h>|<termios.h>|<thread>|<ctime>|<time.h>|<sys/"
      "time.h>|<unistd.h>|system_clock|steady_clock|"
      "high_resolution_clock|clock_gettime|gettimeofday)");
  // What reads and writes host files is in the word layer, because every layer does; <unistd.h> has those calls, too.
  static const std::set<std::string> files = {"src/word/new_file.cpp", "src/word/sparse_file.cpp"};
  auto found = matches(f.text, host);
  if (files.contains(f.path)) std::erase(found, "<unistd.h>");
  return found.empty() ? "" : "uses " + found.front();
}

// Only virtual time uses <chrono>.
std::string chronoOnlyInVirtualTime(const File& f) {
  if (f.path == "include/utah10/word/virtual_time.hpp" || layerOf(f.path) == "command") return "";
  return f.text.find("#include <chrono>") != std::string::npos ? "includes <chrono>" : "";
}

// Third-party headers stay out of the public headers of the lower layers.
std::string noForeignHeaders(const File& f) {
  if (!f.path.starts_with("include/") || rank(layerOf(f.path)) > rank("toolchain")) return "";
  static const std::set<std::string> allowed = {"word/error.hpp:tl/expected.hpp"};
  static const std::regex foreign("#include <([a-z_+0-9]+/[^>]+|[a-z_0-9]+\\.h(?:pp)?)>");
  for (const std::string& header : matches(f.text, foreign)) {
    const std::string name = f.path.substr(std::string("include/utah10/").size());
    if (allowed.contains(name + ":" + header) || (name == "word/format.hpp" && header.starts_with("fmt/"))) continue;
    return "includes " + header;
  }
  return "";
}

// Only components of the machine may advance time.
std::string onlyMachinesSpendTime(const File& f) {
  const std::size_t r = rank(layerOf(f.path));
  if (r < rank("toolchain")) return "";
  static const std::regex spending("clock\\(\\)\\.(advance|advanceTo|at|after)\\(");
  const auto found = matches(f.text, spending);
  return found.empty() ? "" : "calls Scheduler::" + found.front();
}

std::string layout(const File& f) {
  if (f.text.find('\t') != std::string::npos) return "has a tab";
  if (f.text.empty() || f.text.back() != '\n') return "does not end in a newline";
  if (f.text.find(" \n") != std::string::npos) return "has blanks at the end of a line";
  if (std::ranges::count(f.text, '\n') > 800) return "has more than 800 lines";
  // clang-format leaves comments alone. A text in quotes may be longer.
  static const std::regex longComment("\n(\\s*//[^\n]{119,})");
  if (const auto found = matches(f.text, longComment); !found.empty()) return "has a long line: " + found.front();
  return "";
}

// A class names its state once, in state(Archive&), which both writes and reads it.
std::string oneStateFunction(const File& f) {
  static const std::regex oneWay("void ((?:[A-Za-z0-9]+::)*(?:save|restore)[A-Za-z]*)\\((?:const )?Archive&");
  const auto found = matches(f.text, oneWay);
  return found.empty() ? "" : found.front() + " goes in one direction only";
}

std::string noMutableGlobals(const File& f) {
  static const std::regex global(
      "\n(static (?!const|inline|void|std::string |bool |int )[A-Za-z_:<>]+ [a-z_A-Z]+(?: =|;|\\{))");
  const auto found = matches(f.text, global);
  return found.empty() ? "" : "has a global: " + found.front();
}

// Instructions, PC words and the pager's words are taken apart and composed by their types in the word layer; a field
// of any other word has a name (word/field.hpp).
struct WordIdiom {
  std::string sign;  // only lines with it are searched, which is quicker than the pattern
  std::regex pattern;
  std::string what;
  std::string breaks;
};

const std::vector<WordIdiom>& wordIdioms() {
  static const std::string opcode = "0[0-7]{3}\\b";
  static const std::regex bits("((?:need|rights|access)\\)? ?(?:&=?|\\|=?) ?~?[1-7]u?\\b)");
  static const std::vector<WordIdiom> all = {
      {"field(", std::regex("(field\\(\\s*[0-9]+,\\s*[0-9]+\\s*\\))"), "bit numbers in place of a name",
       "w.field(0, 8)"},
      {"bit(1", std::regex("(\\bbit\\(1[34]\\))"), "the indirect bit or index field by number", "w.bit(13)"},
      {" 18", std::regex("((?:\\b[pP][cC]|[fF]lags)[A-Za-z]*\\}? ?(?:>>|<<) ?18)"), "half of a PC word",
       "(pcWord >> 18 & kPcUser) != 0"},
      {" 2", std::regex("((?:>>|<<) ?2[37]\\b)"), "an opcode or accumulator field by its shift", "w.bits() >> 27"},
      {"op", std::regex("(\\bop(?:code)?(?:\\(\\))? ?[=!<>]=? ?" + opcode + ")"), "an opcode as a number",
       "op == 0254"},
      {"constexpr", std::regex("(\\bk(?:Op)?(?:Jsys|Jrst|Jra|Jsr|Jsp|Jsa|Xct|Pushj|Popj)(?:Op)? ?[={] ?0[0-7])"),
       "an opcode as a constant", "constexpr unsigned kJsysOp = 0104;"},
      {"bind", std::regex("(bind[^;(]*\\(" + opcode + ")"), "a handler by opcode", "b.template bind<&jrst<P>>(0254);"},
      {"[0", std::regex("((?:phase|execution)\\[" + opcode + ")"), "a time by opcode", "d.p.phase[0256]"},
      {"need", bits, "access bits as numbers", "if ((s.need & 2) != 0)"},
      {"ights", bits, "access bits as numbers", "r.rights &= ~2u"},
      {"access", bits, "access bits as numbers", "access | 1"},
  };
  return all;
}

// Of machine words: the network has bit strings, whose field(at, length) is another function.
std::string typedWords(const File& f) {
  const std::string layer = layerOf(f.path);
  if (layer == "word" || layer == "network") return "";
  std::istringstream text(f.text);
  for (std::string line; std::getline(text, line);)
    for (const WordIdiom& idiom : wordIdioms()) {
      if (line.find(idiom.sign) == std::string::npos) continue;
      if (const auto found = matches(line, idiom.pattern); !found.empty()) return idiom.what + ": " + found.front();
    }
  return "";
}

// Within an instruction, ahead of the machine's clock, exceptions and observers go through Datapath, which commits the
// time first. The run loop is outside instructions.
std::string committedBeforeLeaving(const File& f) {
  const bool inside = f.path.starts_with("src/machine/ka10/") || f.path.starts_with("src/machine/datapath");
  if (!inside || f.path == "src/machine/ka10/run.cpp") return "";
  static const std::regex leaving(
      "(atRest|throw InstructionAbort(?!\\{why\\})|(?:^|[^.]|[^t]\\.)\\bp\\.observers\\.each)");
  const auto found = matches(f.text, leaving);
  return found.empty() ? "" : "leaves by " + found.front();
}

void expectRule(Rule rule, const std::vector<std::string>& folders) {
  const auto files = sources(folders);
  ASSERT_GT(files.size(), 20u);
  for (const File& f : files) EXPECT_EQ(rule(f), "") << f.path;
}

TEST(Style, LayersIncludeOnlyLowerLayers) {
  expectRule(includeOrder, {"include", "src"});
  EXPECT_NE(includeOrder({"src/word/a.cpp", "#include \"utah10/machine/ka10.hpp\"\n"}), "");
  EXPECT_NE(includeOrder({"include/utah10/toolchain/a.hpp", "#include \"utah10/machine/ka10.hpp\"\n"}), "");
  EXPECT_NE(includeOrder({"src/network/a.cpp", "#include \"utah10/devices/cty.hpp\"\n"}), "");
  EXPECT_NE(includeOrder({"src/word/a.cpp", "#include \"network/ncp/ncp.hpp\"\n"}), "");
  EXPECT_NE(includeOrder({"src/network/imp/a/b/c.cpp", "#include \"trace/filter/node/a.hpp\"\n"}), "");
  EXPECT_EQ(includeOrder({"src/trace/a.cpp", "#include \"network/imp/a/b.hpp\"\n"}), "");
  EXPECT_EQ(includeOrder({"src/network/a.cpp", "#include \"devices/host_link.hpp\"\n"}), "");
}

TEST(Style, CommandFoldersKeepTheirOrder) {
  expectRule(commandFolderOrder, {"src"});
  EXPECT_NE(commandFolderOrder({"src/command/debug/a.cpp", "#include \"command/prompt/session.hpp\"\n"}), "");
  EXPECT_NE(commandFolderOrder({"src/command/console/a.hpp", "#include \"command/host/pacer.hpp\"\n"}), "");
  EXPECT_NE(commandFolderOrder({"src/command/prompt/a.hpp", "#include \"command/program.hpp\"\n"}), "");
  EXPECT_NE(commandFolderOrder({"src/command/other/a.hpp", ""}), "");
  EXPECT_EQ(commandFolderOrder({"src/command/look/a.cpp", "#include \"command/debug/debugger.hpp\"\n"}), "");
  EXPECT_EQ(commandFolderOrder({"src/command/program.cpp", "#include \"command/prompt/session.hpp\"\n"}), "");
}

TEST(Style, TheProgramComposesNoCommands) {
  expectRule(noComposedCommands, {"src"});
  for (const char* bad : {"session.perform(\"readin ptr\")", "session.perform(fmt::format(\"symbols {}\", file))",
                          "s.performAll(name + \"; quit\")", "Arguments none{\"\"};"})
    EXPECT_NE(noComposedCommands({"src/command/a.cpp", bad}), "") << bad;
  for (const char* good : {"perform(command); print(\"break\")", "Arguments words{text};", "session.perform(*line)"})
    EXPECT_EQ(noComposedCommands({"src/command/a.cpp", good}), "") << good;
}

TEST(Style, HostClocksAndTerminalsOnlyInCommand) {
  expectRule(hostOnlyInCommand, {"include", "src"});
  expectRule(chronoOnlyInVirtualTime, {"include", "src"});
  EXPECT_NE(hostOnlyInCommand({"src/devices/a.cpp", "std::chrono::steady_clock::now()"}), "");
  EXPECT_NE(hostOnlyInCommand({"src/word/a.cpp", "#include <unistd.h>"}), "");
  EXPECT_NE(hostOnlyInCommand({"src/word/new_file.cpp", "#include <unistd.h>\n#include <termios.h>"}), "");
  EXPECT_NE(hostOnlyInCommand({"src/devices/a.cpp", "#include <asio/ip/tcp.hpp>"}), "");
  EXPECT_NE(chronoOnlyInVirtualTime({"src/machine/a.cpp", "#include <chrono>\n"}), "");
}

TEST(Style, LowerLayersShowNoForeignHeaders) {
  expectRule(noForeignHeaders, {"include"});
  EXPECT_NE(noForeignHeaders({"include/utah10/machine/a.hpp", "#include <fmt/core.h>\n"}), "");
  EXPECT_NE(noForeignHeaders({"include/utah10/devices/a.hpp", "#include <zstd.h>\n"}), "");
}

TEST(Style, OnlyMachinesSpendTime) {
  expectRule(onlyMachinesSpendTime, {"include", "src"});
  EXPECT_NE(onlyMachinesSpendTime({"src/trace/a.cpp", "machine.clock().advance(d)"}), "");
}

TEST(Style, Layout) {
  expectRule(layout, {"include", "src", "tests", "tools"});
  EXPECT_NE(layout({"a", "x\ty\n"}), "");
  EXPECT_NE(layout({"a", "x"}), "");
  EXPECT_NE(layout({"a", "x \n"}), "");
  EXPECT_NE(layout({"a", "\n// " + std::string(118, 'x') + "\n"}), "");
}

TEST(Style, WordsAreTakenApartByTheirTypes) {
  expectRule(typedWords, {"include", "src"});
  for (const WordIdiom& idiom : wordIdioms()) {
    EXPECT_TRUE(typedWords({"src/trace/a.cpp", idiom.breaks}).starts_with(idiom.what)) << idiom.breaks;
    EXPECT_EQ(typedWords({"src/word/a.hpp", idiom.breaks}), "");
  }
  for (const char* more : {"(std::uint64_t{p.flags} << 18) | p.pc", "std::uint64_t{op} << 27", "opcode >= 0700",
                           "r.rights &= ~2u", "d.p.phase[0256]", "w->field(13, 17)"})
    EXPECT_NE(typedWords({"src/machine/a.cpp", more}), "") << more;
  for (const char* good : {"for (unsigned op = 0; op < 01000; ++op)", "kCylinder.of(w)", "i.opcode() == other.opcode()",
                           "r.rights == 0", "s.need.allow(Access::Write)"})
    EXPECT_EQ(typedWords({"src/machine/a.cpp", good}), "") << good;
}

TEST(Style, NothingLeavesAnInstructionUncommitted) {
  expectRule(committedBeforeLeaving, {"src"});
  EXPECT_NE(committedBeforeLeaving({"src/machine/ka10/a.cpp", "throw InstructionAbort{Reason::PageTrap};"}), "");
  EXPECT_NE(committedBeforeLeaving({"src/machine/datapath.hpp", "  d.p.observers.each(tell);"}), "");
  EXPECT_NE(committedBeforeLeaving({"src/machine/ka10/a.cpp", "  p.observers.each(tell);"}), "");
  EXPECT_NE(committedBeforeLeaving({"src/machine/ka10/a.cpp", "p.setFlags(Committed::atRest(p), f);"}), "");
  EXPECT_EQ(committedBeforeLeaving({"src/machine/datapath.hpp", "    at.p.observers.each(record);"}), "");
}

TEST(Style, StateIsNamedOnceForBothDirections) {
  expectRule(oneStateFunction, {"include", "src"});
  EXPECT_NE(oneStateFunction({"src/devices/a.hpp", "  void save(Archive& a) const override;"}), "");
  EXPECT_NE(oneStateFunction({"src/devices/a.cpp", "void Dk10::restoreCounters(Archive& in) {"}), "");
  EXPECT_EQ(oneStateFunction({"src/devices/a.cpp", "void Dk10::state(Archive& a) {"}), "");
}

TEST(Style, NoMutableGlobals) {
  expectRule(noMutableGlobals, {"include", "src"});
  EXPECT_NE(noMutableGlobals({"a", "\nstatic Machine theMachine;\n"}), "");
}

// What is installed includes only what is installed.
std::string publicIncludesPublic(const File& f) {
  if (!f.path.starts_with("include/")) return "";
  static const std::regex include("#include \"((?!utah10/)[^\"]+)\"");
  const auto found = matches(f.text, include);
  return found.empty() ? "" : "includes the private header " + found.front();
}

TEST(Style, PublicHeadersIncludeNoPrivateOnes) {
  const auto files = sources({"include"});
  EXPECT_GE(files.size(), 25u);
  EXPECT_LE(files.size(), 43u) << "is each of these headers for users of the library?";
  for (const File& f : files) EXPECT_EQ(publicIncludesPublic(f), "") << f.path;
  EXPECT_NE(publicIncludesPublic({"include/utah10/machine/a.hpp", "#include \"machine/processor.hpp\"\n"}), "");
}

// The layers' headers, each with those that it includes.
using HeaderMap = std::map<std::string, std::vector<std::string>>;

HeaderMap headerMap(const std::vector<File>& files) {
  HeaderMap includes;
  for (const File& f : files) {
    if (!f.path.ends_with(".hpp")) continue;
    const std::size_t top = f.path.starts_with("src/") ? 4 : std::string("include/utah10/").size();
    includes[f.path.substr(top)] = layerHeaders(f.text);
  }
  return includes;
}

// A header that includes itself through others; empty if there is none.
std::string headerInCycle(const std::vector<File>& files) {
  const HeaderMap includes = headerMap(files);
  std::set<std::string> done;
  std::set<std::string> open;
  const std::function<std::string(const std::string&)> visit = [&](const std::string& h) -> std::string {
    if (done.contains(h) || !includes.contains(h)) return "";
    if (!open.insert(h).second) return h;
    for (const std::string& other : includes.at(h))
      if (auto cycle = visit(other); !cycle.empty()) return cycle;
    open.erase(h);
    done.insert(h);
    return "";
  };
  for (const auto& [header, list] : includes)
    if (auto cycle = visit(header); !cycle.empty()) return cycle;
  return "";
}

TEST(Style, HeadersFormNoCycle) {
  const auto files = sources({"include", "src"});
  EXPECT_GT(std::ranges::count_if(files, [](const File& f) { return f.path.ends_with(".hpp"); }), 200);
  EXPECT_EQ(headerInCycle(files), "");
  const File deep{"src/network/ncp/a/b.hpp", "#include \"utah10/network/c.hpp\"\n"};
  const File back{"include/utah10/network/c.hpp", "#include \"network/ncp/a/b.hpp\"\n"};
  EXPECT_NE(headerInCycle({deep, back}), "");
  EXPECT_EQ(headerInCycle({deep}), "");
}

// A source of the experiments that prints knows findings only: no machine, no meter, no results, no published numbers
// and no seal, not even through another header. So it cannot compute what the analysis has not.
std::string printsFindingsOnly(const File& f, const HeaderMap& includes) {
  static const std::regex prints("^src/experiments/[a-z0-9/]+/(?:render|report)[a-z_]*\\.cpp$");
  if (!std::regex_search(f.path, prints)) return "";
  static const std::regex measures("(^experiments/(?:laboratory|published|rjs)/|charge_meter|analysis|^trace/symbols)");
  std::set<std::string> seen;
  std::vector<std::string> open = layerHeaders(f.text);
  while (!open.empty()) {
    const std::string header = open.back();
    open.pop_back();
    if (!seen.insert(header).second) continue;
    if (std::regex_search(header, measures)) return "includes " + header;
    if (const auto more = includes.find(header); more != includes.end())
      open.insert(open.end(), more->second.begin(), more->second.end());
  }
  return "";
}

TEST(Style, ReportsArePrintedFromFindingsAlone) {
  const HeaderMap includes = headerMap(sources({"include", "src"}));
  unsigned printing = 0;
  for (const File& f : sources({"src/experiments"})) {
    EXPECT_EQ(printsFindingsOnly(f, includes), "") << f.path;
    if (f.path.ends_with("/render.cpp")) ++printing;
  }
  EXPECT_EQ(printing, 6u);
  const std::string render = "src/experiments/rfc392/render.cpp", report = "src/experiments/report/report_text.cpp";
  const auto include = [](const char* header) { return "#include \"experiments/" + std::string{header} + "\"\n"; };
  EXPECT_NE(printsFindingsOnly({render, include("laboratory/laboratory.hpp")}, includes), "");
  EXPECT_NE(printsFindingsOnly({render, include("charges/charge_meter.hpp")}, includes), "");
  EXPECT_NE(printsFindingsOnly({report, include("published/published.hpp")}, includes), "");
  EXPECT_NE(printsFindingsOnly({render, include("rfc392/transfers.hpp")}, includes), "") << "through another header";
  EXPECT_EQ(printsFindingsOnly({render, include("rfc392/findings.hpp")}, includes), "");
  EXPECT_EQ(printsFindingsOnly({"src/experiments/rfc392/analysis.cpp", include("published/published.hpp")}, includes),
            "");
}

// A folder of the experiments includes only those before it, and no experiment another one.
std::string experimentOrder(const File& f) {
  static const std::vector<std::string> order = {"published", "report", "laboratory", "charges", "rjs"};
  static const std::regex place("^src/experiments/([a-z0-9]+)/"), header("#include \"experiments/([a-z0-9]+)/");
  const auto rankOf = [](const std::string& folder) { return std::ranges::find(order, folder) - order.begin(); };
  std::smatch m;
  if (!std::regex_search(f.path, m, place)) return "is in no folder";
  const std::string folder = m[1];
  for (const std::string& other : matches(f.text, header))
    if (other != folder && rankOf(other) >= rankOf(folder)) return folder + " includes " + other;
  return "";
}

TEST(Style, FoldersOfTheExperimentsAreInOrder) {
  expectRule(experimentOrder, {"src/experiments"});
  EXPECT_NE(experimentOrder({"src/experiments/a.cpp", ""}), "");
  EXPECT_NE(experimentOrder({"src/experiments/report/a.cpp", "#include \"experiments/charges/charge_split.hpp\"\n"}),
            "");
  EXPECT_NE(experimentOrder({"src/experiments/rfc557/a.cpp", "#include \"experiments/rfc392/costs.hpp\"\n"}), "");
  EXPECT_EQ(experimentOrder({"src/experiments/rfc557/a.cpp", "#include \"experiments/rjs/transfer.hpp\"\n"}), "");
}

// utah10_layer(NAME utah10::A utah10::B): link lists follow the layers' order.
std::string linkOrder(const std::string& cmake) {
  static const std::regex line("utah10_layer\\(([^)]*)\\)");
  for (const std::string& list : matches(cmake, line)) {
    std::istringstream words(list);
    std::string layer, other;
    words >> layer;
    if (layer == "name") continue;
    while (words >> other) {
      if (!other.starts_with("utah10::")) continue;
      if (rank(other.substr(8)) >= rank(layer)) return layer + " links " + other;
    }
  }
  return "";
}

TEST(Style, LinkListsKeepTheOrder) {
  EXPECT_EQ(linkOrder(readFile(fs::path(UTAH10_SOURCE_DIR) / "CMakeLists.txt")), "");
  EXPECT_NE(linkOrder("utah10_layer(word utah10::machine)"), "");
}

// tools/setup installs every package that the sources include or CMake looks for.
TEST(Style, SetupInstallsWhatIsUsed) {
  const std::map<std::string, std::string> packageOf = {{"fmt/", "libfmt-dev"},
                                                        {"tl/expected", "libexpected-dev"},
                                                        {"CLI/", "libcli11-dev"},
                                                        {"toml++/", "libtomlplusplus-dev"},
                                                        {"nlohmann/", "nlohmann-json3-dev"},
                                                        {"zstd.h", "libzstd-dev"},
                                                        {"xxhash.h", "libxxhash-dev"},
                                                        {"histedit.h", "libedit-dev"},
                                                        {"editline/", "libedit-dev"},
                                                        {"libtelnet.h", "libtelnet-dev"},
                                                        {"asio", "libasio-dev"},
                                                        {"SDL.h", "libsdl2-dev"},
                                                        {"cairo.h", "libcairo2-dev"},
                                                        {"atk-bridge.h", "libatk-bridge2.0-dev"},
                                                        {"SQLiteCpp/", "libsqlitecpp-dev"},
                                                        {"gtest/", "libgtest-dev"},
                                                        {"gmock/", "libgmock-dev"},
                                                        {"rapidcheck", "librapidcheck-dev"},
                                                        {"benchmark/", "libbenchmark-dev"}};
  const std::string setup = readFile(fs::path(UTAH10_SOURCE_DIR) / "tools/setup");
  int used = 0;
  for (const File& f : sources({"include", "src", "tests", "tools"})) {
    for (const auto& [header, package] : packageOf) {
      if (f.text.find("#include <" + header) == std::string::npos) continue;
      ++used;
      EXPECT_NE(setup.find(package), std::string::npos) << f.path << " needs " << package;
    }
  }
  EXPECT_GT(used, 20);
  for (const char* tool : {"g++", "cmake", "ninja-build", "pkg-config"})
    EXPECT_NE(setup.find(tool), std::string::npos) << tool;
}

TEST(Style, TheGuideShowsTheExampleAsItIsCompiled) {
  const fs::path top = UTAH10_SOURCE_DIR;
  const std::string example = readFile(top / "tests/example/readme_example.cpp");
  EXPECT_NE(readFile(top / "docs/guide/library.md").find(example), std::string::npos);
}

}  // namespace
}  // namespace utah10::test
