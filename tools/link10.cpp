// The program `link10`: links relocatable files into a core image. This file handles the command line and the host
// files; the linker itself is in src/toolchain.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "toolchain/debug_file.hpp"
#include "toolchain/input_file.hpp"
#include "toolchain/output_file.hpp"
#include "utah10/toolchain/core_image_formats.hpp"
#include "utah10/toolchain/linker.hpp"
#include "word/version.hpp"

namespace {

namespace fs = std::filesystem;
using namespace utah10;

// Files and the options that apply to them, in command-line order.
struct Step {
  enum class Action { Load, Search, SetLow, SetHigh, Locals, NoLocals, Segment } kind;
  std::string text;
};

struct Options {
  std::vector<Step> steps;
  std::string output, format = "ssave", packing, map, start, debug;
  std::vector<std::string> paths;
  bool symbols = false, symbolsAtTop = false, jobData = false, noJobData = false;
};

struct Format {
  std::string_view packing;
  bool jobData;  // fill in the job data area by default: formats of programs that run under a monitor
};
const std::map<std::string, Format> kFormats = {{"ssave", {"data8", true}}, {"sav", {"data8", true}},
                                                {"exe", {"data8", true}},   {"rim10b", {"paper-tape", false}},
                                                {"raw", {"data8", false}},  {"octal", {"", false}}};

const char* const kFooter =
    R"(--search, --set, --segment, --local-symbols and --no-local-symbols apply to the files that follow them.

Examples:
  link10 -o HELLO.SAV hello.rel
  link10 --symbols --map HELLO.MAP -o HELLO.SAV hello.rel --search lib.rel
  link10 --set .LOW.=200 --format rim10b -o diag.rim diag.rel
  link10 -o MON.SAV params.rel --no-local-symbols tables.rel --local-symbols --set .LOW.=RESEND sched.rel

Exit status: 0 success; 1 errors in programs or files, no image is written; 2 usage error.)";

Step setStep(const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  if (equals == std::string::npos || equals + 1 == text.size())
    throw CLI::ValidationError("--set", "needs a counter and a value: --set .LOW.=200");
  if (name != ".LOW." && name != ".HIGH.") throw CLI::ValidationError("--set", name + " is neither .LOW. nor .HIGH.");
  return {name == ".LOW." ? Step::Action::SetLow : Step::Action::SetHigh, text.substr(equals + 1)};
}

std::string packingNames() {
  std::string names;
  for (const Packing p : kPackings) names += (names.empty() ? "" : ", ") + std::string{packingName(p)};
  return names;
}

// Options whose position among the files matters. CLI11 reports the order of options separately from their values.
class FileOptions {
 public:
  explicit FileOptions(CLI::App& app) {
    add(Step::Action::Load,
        app.add_option("files", values_[0], "relocatable files, loaded in this order")->type_name("FILE"));
    add(Step::Action::Search,
        app.add_option("--search", values_[1], "load from library FILE the programs that define undefined globals")
            ->type_name("FILE"));
    add(Step::Action::SetLow,
        app.add_option("--set", values_[2],
                       "origin of the next program's low or high segment: octal, or a defined global")
            ->type_name(".LOW.=X"));
    add(Step::Action::Segment,
        app.add_option("--segment", values_[3], "load all code into this segment; default: as each program requests")
            ->type_name("SEGMENT")
            ->check(CLI::IsMember({"high", "low", "default"})));
    for (const auto& o : options_) o.second->allow_extra_args(o.first == Step::Action::Load);
    add(Step::Action::Locals,
        app.add_flag("--local-symbols", flags_[0], "include local symbols in the symbol table (default)"));
    add(Step::Action::NoLocals,
        app.add_flag("--no-local-symbols", flags_[1], "leave local symbols out of the symbol table"));
  }

  std::vector<Step> steps(const CLI::App& app) const {
    std::vector<Step> steps;
    std::map<const CLI::Option*, std::size_t> used;
    for (const CLI::Option* option : app.parse_order()) {
      const auto found =
          std::find_if(options_.begin(), options_.end(), [&](const auto& o) { return o.second == option; });
      if (found == options_.end()) continue;
      const std::string& text = option->results().at(used[option]++);
      steps.push_back(found->first == Step::Action::SetLow ? setStep(text) : Step{found->first, text});
    }
    return steps;
  }

 private:
  void add(Step::Action kind, CLI::Option* option) { options_.emplace_back(kind, option); }

  std::vector<std::string> values_[4];
  int flags_[2] = {};  // how often; only the order counts
  std::vector<std::pair<Step::Action, CLI::Option*>> options_;
};

void addOptions(CLI::App& app, Options& o) {
  app.add_option("-o,--output", o.output,
                 "output file (default: the name of the first file with the extension of the format)")
      ->type_name("FILE");
  std::vector<std::string> formats;
  for (const auto& f : kFormats) formats.push_back(f.first);
  app.add_option("--format", o.format, "format of the image")
      ->type_name("FORMAT")
      ->check(CLI::IsMember(formats))
      ->capture_default_str();
  app.add_option("--packing", o.packing, "how the image stores 36-bit words: " + packingNames())
      ->type_name("PACKING")
      ->check([](const std::string& name) { return packingNamed(name) ? "" : name + " is none of " + packingNames(); });
  app.add_option("--map", o.map, "write a map of programs and globals; to standard output without FILE")
      ->expected(0, 1)
      ->type_name("[FILE]")
      ->default_str("-");
  app.add_option("--debug", o.debug,
                 "write a debug file: symbols and source lines, from the line tables of macro10 --lines")
      ->type_name("FILE");
  app.add_option("--start", o.start, "start address: octal, or a global")->type_name("X");
  app.add_flag("--symbols", o.symbols, "load a DDT symbol table behind the programs, and count it in .JBFF");
  app.add_flag("--symbols-at-top", o.symbolsAtTop, "load it at the top of core: .JBFF is the end of the programs")
      ->excludes("--symbols");
  app.add_flag("--job-data", o.jobData, "fill in the job data area (default for ssave, sav and exe)");
  app.add_flag("--no-job-data", o.noJobData, "do not fill in the job data area");
  app.add_option("-L,--library-path", o.paths,
                 "search DIR for files that programs request, before the current directory; may be repeated")
      ->type_name("DIR")
      ->allow_extra_args(false);
}

void loadFile(Linker& linker, const fs::path& path, bool library) {
  const auto file = readWordFile(path);
  if (!file) return linker.addError(file.error());
  if (library)
    linker.search(*file);
  else
    linker.load(*file);
}

void perform(Linker& linker, const Step& step) {
  switch (step.kind) {
    case Step::Action::Load:
      return loadFile(linker, step.text, false);
    case Step::Action::Search:
      return loadFile(linker, step.text, true);
    case Step::Action::SetLow:
      return linker.setOrigin(Linker::Segment::Low, step.text);
    case Step::Action::SetHigh:
      return linker.setOrigin(Linker::Segment::High, step.text);
    case Step::Action::Segment:
      if (step.text == "default") return linker.forceSegment(std::nullopt);
      return linker.forceSegment(step.text == "high" ? Linker::Segment::High : Linker::Segment::Low);
    case Step::Action::Locals:
      return linker.keepLocalSymbols(true);
    case Step::Action::NoLocals:
      return linker.keepLocalSymbols(false);
  }
}

// name.rel or NAME.REL in the directories given, then in the current one.
std::optional<fs::path> findFile(const std::string& name, std::vector<std::string> folders) {
  std::string small = name;
  for (char& c : small) c = CLI::detail::to_lower(std::string(1, c))[0];
  folders.push_back(".");
  for (const std::string& folder : folders) {
    for (const std::string& file : {small + ".rel", name + ".REL"}) {
      std::error_code ignored;
      if (fs::exists(fs::path(folder) / file, ignored)) return fs::path(folder) / file;
    }
  }
  return std::nullopt;
}

// Files requested by programs: first those to load, then libraries, as LOADER does. Each may request more.
void loadRequests(Linker& linker, const Options& o) {
  std::vector<FileRequest> libraries;
  for (;;) {
    for (FileRequest& r : linker.takeRequests()) {
      const auto path = findFile(r.name, o.paths);
      if (r.searched && path)
        libraries.push_back(r);
      else if (path)
        loadFile(linker, *path, false);
      else
        linker.addError({r.where, "requested file " + r.name + " cannot be found", "name its directory with -L"});
    }
    if (libraries.empty()) return;
    const FileRequest library = libraries.front();
    libraries.erase(libraries.begin());
    loadFile(linker, *findFile(library.name, o.paths), true);
  }
}

Expected<std::vector<Word36>> imageWords(const CoreImage& image, const std::string& format) {
  if (format == "ssave") return writeSsave(image);
  if (format == "sav") return writeSav(withoutZeros(image));
  if (format == "exe") return writeExe(image);
  if (format == "rim10b") return writeRim10b(image);
  return writeRawCore(image);
}

Expected<void> writeImage(const CoreImage& image, const Options& o) {
  if (o.format == "octal") {
    const auto text = writeOctalText(image);
    if (!text) return tl::unexpected(text.error());
    return writeFileWhole(o.output, *text);
  }
  const auto words = imageWords(image, o.format);
  if (!words) return tl::unexpected(words.error());
  const auto packing = packingNamed(o.packing.empty() ? kFormats.at(o.format).packing : o.packing);
  return writeFileWhole(o.output, packWords(*words, packing.value_or(Packing::Data8)));
}

int report(const Error& error) {
  fmt::print(stderr, "link10: {}\n", error.text());
  return 1;
}

// Without this check `--map a.rel b.rel` would overwrite an input.
void refuseInputNames(const Options& o) {
  for (const std::string& name : {o.output, o.map, o.debug}) {
    if (CLI::detail::to_lower(fs::path(name).extension().string()) == ".rel")
      throw CLI::ValidationError(name, "would overwrite an input; write --map=FILE, or put --map after the files");
  }
}

// The line table of X.rel is X.lines in the same directory. A file without one contributes symbols only.
Expected<std::string> debugText(const LinkResult& result) {
  std::map<std::string, LineTable> tables;
  for (const LinkedProgram& p : result.programs) {
    const std::string path = fs::path(p.file).replace_extension(".lines").string();
    std::error_code ignored;
    if (tables.contains(p.file) || path == p.file || !fs::exists(path, ignored)) continue;
    const auto bytes = readFileWhole(path);
    if (!bytes) return tl::unexpected(bytes.error());
    auto table = parseLineTable(path, {reinterpret_cast<const char*>(bytes->data()), bytes->size()});
    if (!table) return tl::unexpected(table.error());
    tables.emplace(p.file, std::move(*table));
  }
  return writeDebugFile(debugFileOf(result.programs, tables));
}

int link(Options& o) {
  Linker linker;
  for (const Step& step : o.steps) perform(linker, step);
  loadRequests(linker, o);
  LinkEnding ending;
  if (o.symbols) ending.symbols = SymbolTable::BehindPrograms;
  if (o.symbolsAtTop) ending.symbols = SymbolTable::TopOfCore;
  ending.jobData = o.jobData || (kFormats.at(o.format).jobData && !o.noJobData);
  if (!o.start.empty()) ending.start = o.start;
  const LinkResult result = linker.finish(ending);
  for (const Error& error : result.errors) report(error);
  if (o.map == "-") {
    fmt::print("{}", result.map);
  } else if (!o.map.empty()) {
    if (const auto written = writeFileWhole(o.map, result.map); !written) return report(written.error());
  }
  if (!result.image) return 1;
  if (!o.debug.empty()) {
    const auto text = debugText(result);
    if (!text) return report(text.error());
    if (const auto written = writeFileWhole(o.debug, *text); !written) return report(written.error());
  }
  if (const auto written = writeImage(*result.image, o); !written) return report(written.error());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Options o;
  CLI::App app{"link10: link relocatable (REL) files of the PDP-10 into a core image"};
  app.footer(kFooter);
  app.set_version_flag("--version", versionOf("link10"));
  addOptions(app, o);
  const FileOptions files{app};
  try {
    app.parse(argc, argv);
    o.steps = files.steps(app);
    refuseInputNames(o);
    if (o.steps.empty()) throw CLI::RequiredError("a relocatable file");
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e);
    fmt::print(stderr, "link10: {}; see link10 --help\n", e.what());
    return 2;
  }
  if (o.output.empty()) {
    for (const Step& s : o.steps) {
      if (s.kind == Step::Action::Load && o.output.empty())
        o.output = fs::path(s.text).replace_extension(o.format == "ssave" ? "sav" : o.format).string();
    }
  }
  return link(o);
}
