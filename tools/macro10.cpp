// The program `macro10`: assembles MACRO-10 sources into a relocatable file and a listing. This file handles the
// command line, the host files and the clock; the assembler itself is in src/toolchain.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include "toolchain/line_table.hpp"
#include "toolchain/output_file.hpp"
#include "toolchain/source_texts.hpp"
#include "toolchain/universal_files.hpp"
#include "utah10/toolchain/assembler.hpp"
#include "word/packaged_folders.hpp"
#include "word/version.hpp"

namespace {

namespace fs = std::filesystem;
using namespace utah10;

constexpr int kErrors = 1;
constexpr int kWrongUsage = 2;

struct Options {
  std::vector<std::string> inputs;
  std::string output, listing, lines, universals, packing = "data8";
  std::vector<std::string> paths, preload;
  unsigned version = 50, pageLines = 57, width = 132;
  int sourceVersion = -1;
  std::uint64_t limit = std::uint64_t{1} << 30;
  bool cref = false, expand = false, decTabs = false, noWarnings = false, keepGoing = false, noBinary = false;
};

const char* const kFooter = R"(All inputs are assembled as one program, in the order given; A+B is the same as A B.

Examples:
  macro10 hello.mac                                writes hello.rel
  macro10 -o hello.rel -l hello.lst --cref hello.mac
  macro10 -o sched.rel --unv-dir unv params.mac+sched.mac
  macro10 --unv-dir unv stenex.mac                 source with UNIVERSAL STENEX: writes unv/STENEX.UNV
  macro10 --preload STENEX --search-path unv -o type.rel type.mac
  macro10 -o boot.rim boot.mac                     source with RIM, RIM10 or RIM10B: a paper tape
  link10 -o HELLO.SAV hello.rel

Exit status: 0 success, perhaps with warnings; 1 errors, only the listing is written; 2 usage error.)";

std::string packingNames() {
  std::string names;
  for (const Packing p : kPackings) names += (names.empty() ? "" : ", ") + std::string{packingName(p)};
  return names;
}

void addOutputs(CLI::App& app, Options& o) {
  app.add_option("inputs", o.inputs, "source files; A+B is the same as A B")->required()->type_name("FILE[+FILE...]");
  app.add_option("-o,--output", o.output, "output file (default: the name of the last source with .rel)")
      ->type_name("FILE");
  app.add_option("-l,--listing", o.listing, "write a listing to FILE; - means standard output")->type_name("FILE");
  app.add_option("--lines", o.lines, "write a line table to FILE: the source line of every word, for debuggers")
      ->type_name("FILE");
  app.add_flag("--no-binary", o.noBinary, "do not write a relocatable file");
  app.add_flag("--keep-going", o.keepGoing, "write all output files even if there are errors");
  app.add_option("--packing", o.packing, "how the output stores 36-bit words: " + packingNames())
      ->type_name("PACKING")
      ->check([](const std::string& name) { return packingNamed(name) ? "" : name + " is none of " + packingNames(); })
      ->capture_default_str();
}

void addUniversals(CLI::App& app, Options& o) {
  app.add_option("-I,--search-path", o.paths,
                 "search DIR for universal files, after the current directory; may be repeated")
      ->type_name("DIR")
      ->allow_extra_args(false);
  app.add_option(
         "--unv-dir", o.universals,
         "write universal files to DIR and search it after the others, before those that come with the programs "
         "(default: the directory of the output)")
      ->type_name("DIR");
  app.add_option("--preload", o.preload,
                 "search universal NAME in every program, as if it contained SEARCH NAME; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
}

void addLanguage(CLI::App& app, Options& o) {
  app.add_option("--version-as", o.version, "behave like this version of MACRO")
      ->type_name("VERSION")
      ->check(CLI::IsMember({47U, 50U, 53U}))
      ->capture_default_str();
  app.add_option("--source-version", o.sourceVersion,
                 "source file version, decimal, for .DIRECTIVE XSRCVN (default: from the first line)")
      ->type_name("N")
      ->check(CLI::Range(0, 0777777));
  app.add_flag("--cref", o.cref, "add a cross-reference to the listing");
  app.add_flag("--expand", o.expand, "list macro expansions, as if the source began with LALL");
  app.add_flag("--dec-tabs", o.decTabs,
               "keep tabs in macro arguments, as DEC's MACRO does; the TENEX version drops them");
  app.add_flag("--no-warnings", o.noWarnings, "suppress Q warnings");
  app.add_option("--page-lines", o.pageLines, "lines per page of the listing")
      ->type_name("N")
      ->check(CLI::Range(10U, 100000U))
      ->capture_default_str();
  app.add_option("--width", o.width, "columns of the listing")
      ->type_name("N")
      ->check(CLI::Range(32U, 1000U))
      ->capture_default_str();
  app.add_option("--limit", o.limit, "stop after reading N characters, including macro expansions")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, ~std::uint64_t{0}))
      ->capture_default_str();
}

int report(const Error& error) {
  fmt::print(stderr, "macro10: {}\n", error.text());
  return kErrors;
}

int usage(const std::string& what) {
  fmt::print(stderr, "macro10: {}; see macro10 --help\n", what);
  return kWrongUsage;
}

// The current directory, those of the command line, and last the one of the universals that come with the programs.
std::vector<fs::path> universalFolders(const Options& o) {
  std::vector<fs::path> folders{"."};
  folders.insert(folders.end(), o.paths.begin(), o.paths.end());
  if (o.universals != ".") folders.emplace_back(o.universals);
  const std::vector<fs::path> packaged = packagedFolders();
  folders.insert(folders.end(), packaged.begin(), packaged.end());
  return folders;
}

// The assembler ignores a missing universal when it preloads; one named on the command line must exist.
Expected<void> checkPreloads(const Options& o) {
  for (const std::string& name : o.preload) {
    const auto words = findUniversal(universalFolders(o), name);
    if (!words) return tl::unexpected(words.error());
    if (!*words) return fail(name, "no such universal to preload", "name its directory with -I");
  }
  return {};
}

// The time in the page titles: SOURCE_DATE_EPOCH in UTC if set, for reproducible listings; otherwise the local time.
Expected<std::tm> listingTime() {
  std::tm when{};
  const char* const epoch = std::getenv("SOURCE_DATE_EPOCH");
  std::time_t t = std::time(nullptr);
  if (epoch == nullptr) {
    localtime_r(&t, &when);
    return when;
  }
  const std::string_view text{epoch};
  const auto [end, bad] = std::from_chars(text.data(), text.data() + text.size(), t);
  if (bad != std::errc{} || end != text.data() + text.size() || gmtime_r(&t, &when) == nullptr)
    return fail("SOURCE_DATE_EPOCH", "not a number of seconds", "unset it, or set it to the output of date +%s");
  return when;
}

AssemblerOptions assemblerOptions(const Options& o, const std::tm& when) {
  constexpr std::array<std::string_view, 12> kMonths = {"JAN", "FEB", "MAR", "APR", "MAY", "JUN",
                                                        "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"};
  AssemblerOptions a;
  a.version = static_cast<MacroVersion>(o.version);
  a.listing = !o.listing.empty();
  a.crossReference = o.cref;
  a.expandMacros = o.expand;
  a.tabsInArguments = o.decTabs;
  a.warnings = !o.noWarnings;
  a.pageLines = o.pageLines;
  a.width = o.width;
  a.time = fmt::format("{:02}:{:02}", when.tm_hour, when.tm_min);
  a.date =
      fmt::format("{:2}-{}-{:02}", when.tm_mday, kMonths.at(static_cast<std::size_t>(when.tm_mon)), when.tm_year % 100);
  if (o.sourceVersion >= 0) a.sourceVersion = static_cast<unsigned>(o.sourceVersion);
  for (const std::string& name : o.preload) a.preload.push_back(name);
  a.characterLimit = o.limit;
  a.findUniversal = [folders = universalFolders(o)](std::string_view name) { return findUniversal(folders, name); };
  return a;
}

Expected<void> writeUniversals(const AssemblyResult& result, const Options& o, Packing packing) {
  for (const UniversalFile& u : result.universals) {
    const auto written = writeFileWhole(fs::path{o.universals} / (u.name + ".UNV"), packWords(u.words, packing));
    if (!written) return written;
  }
  return {};
}

Expected<void> writeBinary(const AssemblyResult& result, const Options& o, Packing packing) {
  if (!result.tape.empty()) return writeFileWhole(o.output, packWords(result.tape, Packing::PaperTape));
  if (result.rel.empty()) return {};  // .NOBIN
  return writeFileWhole(o.output, packWords(encodeRel(result.rel), packing));
}

Expected<void> writeAll(const AssemblyResult& result, const Options& o) {
  const Packing packing = packingNamed(o.packing).value_or(Packing::Data8);
  Expected<void> done;
  if (!o.listing.empty() && o.listing != "-") done = writeFileWhole(o.listing, result.listing);
  if (!done || (result.errors != 0 && !o.keepGoing)) return done;
  // The relocatable file is written last: make takes its presence as proof of success.
  done = writeUniversals(result, o, packing);
  if (done && !o.lines.empty()) done = writeFileWhole(o.lines, writeLineTable(lineTableOf(result)));
  if (done && !o.noBinary) done = writeBinary(result, o, packing);
  return done;
}

bool lacksUniversal(const AssemblyMessage& m) { return m.text.starts_with("cannot find universal"); }

void tellFolders(const Options& o) {
  std::string looked;
  for (const fs::path& folder : universalFolders(o)) looked += (looked.empty() ? "" : ", ") + folder.string();
  fmt::print(stderr, "macro10: universal files were looked for in {}; -I DIR adds a directory\n", looked);
}

int assembleFiles(const Options& o, const std::vector<std::string>& names) {
  const auto when = listingTime();
  if (!when) return report(when.error());
  const auto sources = readSources(names);
  if (!sources) return report(sources.error());
  if (const auto found = checkPreloads(o); !found) return report(found.error());
  const AssemblyResult result = assemble(*sources, assemblerOptions(o, *when));
  fmt::print("{}", result.typed);
  if (o.listing == "-") fmt::print("{}", result.listing);
  std::fflush(stdout);
  for (const AssemblyMessage& m : result.messages) fmt::print(stderr, "{}\n", m.format());
  if (std::ranges::any_of(result.messages, lacksUniversal)) tellFolders(o);
  const auto done = writeAll(result, o);
  if (!done) return report(done.error());
  return result.errors != 0 ? kErrors : 0;
}

}  // namespace

int main(int argc, char** argv) {
  Options o;
  CLI::App app{"macro10: assemble MACRO-10 sources for the PDP-10"};
  app.footer(kFooter);
  app.set_version_flag("--version", versionOf("macro10"));
  addOutputs(app, o);
  addUniversals(app, o);
  addLanguage(app, o);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return e.get_exit_code() == 0 ? app.exit(e) : usage(e.what());
  }
  const std::vector<std::string> names = sourceNames(o.inputs);
  if (o.cref && o.listing.empty()) return usage("--cref needs a listing: add -l FILE");
  if (std::any_of(names.begin(), names.end(), [](const std::string& n) { return n.empty(); }))
    return usage("a file name is missing before or after a +");
  if (o.output.empty()) o.output = fs::path(names.back()).replace_extension("rel").string();
  if (std::find(names.begin(), names.end(), o.output) != names.end())
    return usage(o.output + " is both a source and the output");
  if (o.universals.empty()) o.universals = fs::path(o.output).parent_path().string();
  if (o.universals.empty()) o.universals = ".";
  return assembleFiles(o, names);
}
