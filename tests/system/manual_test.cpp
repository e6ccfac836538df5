// The manual pages (docs/man) and the shell completions (tools/completions) against the --help of the programs: the
// pages document exactly the options that exist, and both shells complete them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "program_support.hpp"
#include "support/binary_dir.hpp"

namespace utah10 {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::IsSubsetOf;
using ::testing::UnorderedElementsAreArray;
using Names = std::set<std::string>;
using Words = std::vector<std::string>;

const fs::path kPages = fs::path{UTAH10_SOURCE_DIR} / "docs/man";
constexpr std::array kPrograms = {"utah10", "macro10", "link10", "dis10", "pack10", "tenexfs", "trace10"};

std::string contentOf(const fs::path& path) {
  std::ifstream in{path, std::ios::binary};
  EXPECT_TRUE(in) << path;
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string printedBy(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return {};
  std::string text;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  EXPECT_EQ(pclose(pipe), 0) << command << "\n" << text;
  return text;
}

bool installed(const std::string& tool) {
  return std::system(("command -v " + tool + " >/dev/null 2>&1").c_str()) == 0;
}

Words linesOf(const std::string& text) {
  Words lines;
  std::istringstream in{text};
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

Words wordsOf(const std::string& text) {
  std::istringstream in{text};
  return {std::istream_iterator<std::string>{in}, {}};
}

Words split(const std::string& text, char separator) {
  Words parts;
  std::istringstream in{text};
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

// What --help says about a command.
struct Command {
  Names options;
  Words subcommands;
  Words choices;  // values in braces: --format TEXT:{text,csv,json}
};

// The sections of CLI11: a heading at the margin, entries indented by two blanks, their texts further to the right.
Command parseHelp(const std::string& help) {
  Command c;
  std::string section;
  for (const std::string& line : linesOf(help)) {
    if (line.empty() || line.front() != ' ') {
      section = line.ends_with(":") ? line : "";
      std::ranges::transform(section, section.begin(), [](unsigned char ch) { return std::tolower(ch); });
      continue;
    }
    if (!line.starts_with("  ") || line[2] == ' ') continue;
    const std::string name = wordsOf(line).front();
    if (section == "subcommands:") c.subcommands.push_back(name);
    if (section != "options:") continue;
    for (const std::string& option : split(name, ',')) c.options.insert(option);
    if (std::smatch braces; std::regex_search(line, braces, std::regex{R"(^  \S+ \S*\{([^}]*)\})"}))
      for (const std::string& choice : split(braces[1], ',')) c.choices.push_back(choice);
  }
  return c;
}

// All commands of a program, by their paths: "", "rjs", "rjs send".
using Commands = std::map<std::string, Command>;

void addCommand(const std::string& program, const std::string& path, Commands& commands) {
  const std::string help = printedBy(binaryDir() + "/" + program + " " + path + " --help");
  const Command& c = commands[path] = parseHelp(help);
  EXPECT_TRUE(c.options.contains("--help")) << program << " " << path << ": its --help cannot be read\n" << help;
  for (const std::string& sub : c.subcommands) addCommand(program, path.empty() ? sub : path + " " + sub, commands);
}

const Commands& commandsOf(const std::string& program) {
  static std::map<std::string, Commands> known;
  if (!known.contains(program)) addCommand(program, "", known[program]);
  return known[program];
}

// What a page documents. An option belongs to the commands in the heading of its subsection: "rjs send Ar deck",
// "Options of rfc392 and rfc415", "Options of every command"; under any other heading to the program.
struct Page {
  std::map<std::string, Names> options;  // by path of the command
  Names headings;                        // commands that have a subsection
  Names mentioned;                       // all flags, in running text too
  Words unknown;                         // subsections named like a command that does not exist
  Words sections;
  Words literal;  // lines of examples
};

Names commandsIn(const std::string& heading, const Commands& commands) {
  if (heading == "Options of every command") {
    Names leaves;
    for (const auto& [path, command] : commands)
      if (command.subcommands.empty()) leaves.insert(path);
    return leaves;
  }
  Names found;
  std::string plain = heading;
  std::ranges::replace(plain, ',', ' ');
  const Words words = wordsOf(plain);
  for (std::size_t n = 0; n < words.size() && words[n] != "Ar" && words[n] != "Op"; ++n) {
    if (n + 1 < words.size() && commands.contains(words[n] + " " + words[n + 1])) {
      found.insert(words[n] + " " + words[n + 1]);
      ++n;
    } else if (commands.contains(words[n])) {
      found.insert(words[n]);
    }
  }
  return found;
}

// The flags of an mdoc line: "Fl o" is -o, "Fl -output" is --output.
Names flagsOf(const std::string& line) {
  Names flags;
  const Words words = wordsOf(line);
  for (std::size_t n = 0; n + 1 < words.size(); ++n)
    if (words[n] == "Fl" || words[n] == ".Fl") flags.insert("-" + words[n + 1]);
  return flags;
}

void takeHeading(Page& page, const std::string& heading, const Commands& commands, Names& scope) {
  scope = commandsIn(heading, commands);
  if (scope.empty() && std::islower(static_cast<unsigned char>(heading.front())) != 0) page.unknown.push_back(heading);
  if (scope.empty())
    scope = {""};
  else
    page.headings.insert(scope.begin(), scope.end());
}

Page readPage(const std::string& program, const Commands& commands) {
  Page page;
  Names scope = {""};
  bool literal = false;
  for (const std::string& line : linesOf(contentOf(kPages / (program + ".1")))) {
    if (line.starts_with(".Sh ")) {
      page.sections.push_back(line.substr(4));
      scope = {""};
    } else if (line.starts_with(".Ss ")) {
      takeHeading(page, line.substr(4), commands, scope);
    } else if (line.starts_with(".Bd -literal") || line == ".Ed") {
      literal = line != ".Ed";
    } else if (literal || line.starts_with(".Dl ")) {
      page.literal.push_back(line);
    } else if (line.starts_with(".")) {
      const Names flags = flagsOf(line);
      page.mentioned.insert(flags.begin(), flags.end());
      if (line.starts_with(".It Fl "))
        for (const std::string& path : scope) page.options[path].insert(flags.begin(), flags.end());
    }
  }
  return page;
}

class ManualPage : public ::testing::TestWithParam<const char*> {
 protected:
  std::string program = GetParam();
  const Commands& commands = commandsOf(program);
  Page page = readPage(program, commands);
};

TEST_P(ManualPage, DocumentsTheOptionsThatExist) {
  for (const auto& [path, command] : commands) {
    SCOPED_TRACE(program + " " + path);
    Names documented = page.options[path];
    if (!path.empty()) documented.insert({"-h", "--help"});  // said once, for the program
    EXPECT_THAT(documented, UnorderedElementsAreArray(command.options));
  }
}

TEST_P(ManualPage, DocumentsTheSubcommandsThatExist) {
  EXPECT_EQ(page.unknown, Words{});
  for (const auto& [path, command] : commands)
    if (!path.empty() && command.subcommands.empty()) {
      EXPECT_TRUE(page.headings.contains(path)) << path;
    }
}

TEST_P(ManualPage, MentionsNoOptionThatDoesNotExist) {
  Names all;
  for (const auto& [path, command] : commands) all.insert(command.options.begin(), command.options.end());
  EXPECT_THAT(page.mentioned, IsSubsetOf(all));
}

TEST_P(ManualPage, NamesTheValuesOfOptions) {
  const std::string text = contentOf(kPages / (program + ".1"));
  for (const auto& [path, command] : commands)
    for (const std::string& choice : command.choices)
      EXPECT_TRUE(std::regex_search(text, std::regex{"\\b" + choice + "\\b"})) << path << ": " << choice;
}

TEST_P(ManualPage, HasTheUsualSections) {
  for (const char* section : {"NAME", "SYNOPSIS", "DESCRIPTION", "EXIT STATUS", "EXAMPLES", "DIAGNOSTICS", "SEE ALSO"})
    EXPECT_TRUE(std::ranges::count(page.sections, section) == 1) << section;
  EXPECT_THAT(contentOf(kPages / (program + ".1")), HasSubstr("\n.Nm " + program + "\n"));
}

// Examples may be pipes and use several of the programs.
TEST_P(ManualPage, HasExamplesWithOptionsThatExist) {
  Names all;
  for (const char* name : kPrograms)
    for (const auto& [path, command] : commandsOf(name)) all.insert(command.options.begin(), command.options.end());
  int seen = 0;
  const std::regex option{R"((^|\s)(--[a-z0-9-]+))"};
  for (const std::string& line : page.literal)
    for (std::sregex_iterator at{line.begin(), line.end(), option}; at != std::sregex_iterator{}; ++at, ++seen)
      EXPECT_TRUE(all.contains((*at)[2].str())) << line;
  EXPECT_GT(seen, 0);
}

TEST_P(ManualPage, PassesLint) {
  if (!installed("mandoc")) GTEST_SKIP() << "mandoc is missing: install it (tools/setup)";
  EXPECT_EQ(printedBy("mandoc -T lint -W warning '" + (kPages / (program + ".1")).string() + "' 2>&1"), "");
}

INSTANTIATE_TEST_SUITE_P(Programs, ManualPage, ::testing::ValuesIn(kPrograms), [](const auto& p) { return p.param; });

class Completions : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    const Result made = runProgram(UTAH10_SOURCE_DIR "/tools/completions/generate", binaryDir() + " .");
    ASSERT_EQ(made.code, 0) << made.err;
    ASSERT_EQ(made.err, "");
  }
  // What bash offers for each of these command lines, whose last word is the one being typed.
  std::vector<Names> offered(const std::vector<Words>& lines) const {
    std::string script = "set -u\n. ./utah10.bash\n";
    for (const Words& line : lines) {
      script += "COMP_WORDS=(";
      for (const std::string& word : line) script += " '" + word + "'";
      script += "); COMP_CWORD=" + std::to_string(line.size() - 1) +
                "; COMPREPLY=(); _utah10 2>&1; IFS=$'\\t'; echo \"${COMPREPLY[*]}\"; unset IFS\n";
    }
    write("ask", script);
    const Result r = runProgram("bash", "--noprofile --norc ask");
    EXPECT_EQ(r.code, 0);
    EXPECT_EQ(r.err, "");
    std::vector<Names> replies;
    for (const std::string& line : linesOf(r.out)) {
      const Words words = split(line, '\t');
      replies.emplace_back(words.begin(), words.end());
    }
    EXPECT_EQ(replies.size(), lines.size()) << r.out;
    replies.resize(lines.size());
    return replies;
  }
};

TEST_F(Completions, BashKnowsEveryOptionAndSubcommand) {
  if (!installed("bash")) GTEST_SKIP() << "bash is missing";
  for (const char* program : kPrograms) {
    const Commands& commands = commandsOf(program);
    std::vector<Words> lines;
    for (const auto& [path, command] : commands) {
      Words line = wordsOf(program + (" " + path));
      for (const char* typed : {"-", ""}) {
        lines.push_back(line);
        lines.back().push_back(typed);
      }
    }
    const auto replies = offered(lines);
    std::size_t n = 0;
    for (const auto& [path, command] : commands) {
      SCOPED_TRACE(program + (" " + path));
      Names possible = command.options;  // some subcommands take the program's options, too
      possible.insert(commands.at("").options.begin(), commands.at("").options.end());
      EXPECT_THAT(command.options, IsSubsetOf(replies[n]));
      EXPECT_THAT(replies[n++], IsSubsetOf(possible));
      EXPECT_THAT(command.subcommands, IsSubsetOf(replies[n++]));
    }
  }
}

TEST_F(Completions, BashCompletesValuesAndFiles) {
  if (!installed("bash")) GTEST_SKIP() << "bash is missing";
  for (const char* name : {"a.mac", "B.MAC", "c.rel", "d.toml", "e.trace", "f.dsk", "g.txt", "h.dta"}) write(name, "");
  fs::create_directory(folder / "sources");
  const std::vector<std::pair<Words, Names>> cases = {
      {{"utah10", "rfc392", "--format", ""}, {"text", "csv", "json"}},
      {{"utah10", "rfc392", "--format", "=", "c"}, {"csv"}},
      {{"utah10", "rfc392", "--format", "="}, {"text", "csv", "json"}},
      {{"utah10", "rfc415", "--memory", "MB"}, {"MB10"}},
      {{"utah10", "rfc557", "--generation", ""}, {"72", "131", "73"}},
      {{"utah10", "boot", "ten"}, {"tenex72", "tenex131", "tenex73"}},
      {{"utah10", "boot", ""}, {"tenex72", "tenex131", "tenex73", "d.toml", "sources"}},
      {{"utah10", "--machine", "d.toml", "boot", "--pac"}, {"--pack"}},
      {{"utah10", "--machine", ""}, {"d.toml", "sources"}},
      {{"utah10", "rjs", ""}, {"send", "fetch"}},
      {{"utah10", "rjs", "send", "--folder", ""}, {"sources"}},
      {{"utah10", "rjs", "send", "--program", "RJS2"}, {"RJS2", "RJS2E"}},
      {{"utah10", "timing", "--profile", "g"}, {"gate"}},
      {{"macro10", ""}, {"a.mac", "B.MAC", "sources"}},
      {{"macro10", "--cref", "a.mac+"}, {"a.mac+a.mac", "a.mac+B.MAC", "a.mac+sources"}},
      {{"macro10", "a.mac", "--packing", "d"}, {"data8", "dectape"}},
      {{"macro10", "--version-as", ""}, {"47", "50", "53"}},
      {{"link10", "x.rel", "--set", ""}, {".LOW.=", ".HIGH.="}},
      {{"link10", "x.rel", "c"}, {"c.rel"}},
      {{"dis10", "--raw", "--packing", "se"}, {"seven-track"}},
      {{"pack10", "--to", "ascii"}, {"ascii7"}},
      {{"tenexfs", "import", ""}, {"f.dsk", "h.dta", "sources"}},
      {{"tenexfs", "import", "f.dsk", "g"}, {"g.txt"}},
      {{"tenexfs", "import", "f.dsk", "g.txt", "g"}, {}},  // a name on the pack
      {{"tenexfs", "make", "--drive", ""}, {"RP02", "RP03", "TU55"}},
      {{"trace10", "export", "p"}, {"perfetto", "pcap"}},
      {{"trace10", "diff", "e.trace", ""}, {"e.trace", "sources"}},
      {{"trace10", "counters", "--by", "mode,p"}, {"mode,process"}},
      {{"trace10", "print", "--columns", "time,ac1"},
       {"time,ac1", "time,ac10", "time,ac11", "time,ac12", "time,ac13", "time,ac14", "time,ac15", "time,ac16",
        "time,ac17"}},
      {{"trace10", "print", "--symbols", "user", ":", "c"}, {"c.rel"}},
      {{binaryDir() + "/trace10", "export", "f"}, {"folded"}},
  };
  std::vector<Words> lines;
  for (const auto& [line, wanted] : cases) lines.push_back(line);
  const auto replies = offered(lines);
  for (std::size_t n = 0; n < cases.size(); ++n)
    EXPECT_THAT(replies[n], UnorderedElementsAreArray(cases[n].second)) << ::testing::PrintToString(lines[n]);
}

// The text of a shell function, up to the brace that closes it at the margin.
std::string functionIn(const std::string& text, const std::string& name) {
  const std::size_t from = text.find("\n" + name + "() {\n");
  return from == std::string::npos ? "" : text.substr(from, text.find("\n}\n", from) - from);
}

TEST_F(Completions, ZshKnowsEveryOptionAndSubcommand) {
  const std::string text = read("_utah10");
  for (const char* program : kPrograms) {
    EXPECT_THAT(linesOf(text).front(), HasSubstr(program));
    for (const auto& [path, command] : commandsOf(program)) {
      std::string name = "_utah10__" + std::string{program} + (path.empty() ? "" : "_" + path);
      std::ranges::replace(name, ' ', '_');
      const std::string body = functionIn(text, name);
      for (const std::string& option : command.options)
        EXPECT_TRUE(std::regex_search(body, std::regex{"[){,*]" + option + "[+=,}[]"})) << name << " " << option;
      for (const std::string& sub : command.subcommands)
        EXPECT_THAT(body, AllOf(HasSubstr("'" + sub + ":"), HasSubstr(name + "_" + sub + " ;;"))) << name;
    }
  }
}

TEST_F(Completions, ZshAcceptsTheFile) {
  if (!installed("zsh")) GTEST_SKIP() << "zsh is missing: install it (tools/setup)";
  const Result r = runProgram("zsh", "-n _utah10");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(r.err, "");
}

// A hint that --help no longer bears out stops the generator, with a line that names it.
TEST_F(Completions, RefuseHintsThatHelpDoesNotBearOut) {
  fs::copy(UTAH10_SOURCE_DIR "/tools/completions", folder / "copy");
  std::ofstream{folder / "copy/hints.txt", std::ios::app}
      << "pack10 | --colour | file\nmacro10 | --width | words [a-z]9\n";
  const Result r = runProgram("copy/generate", binaryDir() + " out");
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.err, AllOf(HasSubstr("hints.txt: pack10 --colour: "), HasSubstr("hints.txt: macro10 --width: ")));
  EXPECT_FALSE(fs::exists(folder / "out/utah10.bash"));
}

}  // namespace
}  // namespace utah10
