// The program `dis10`: disassembles core images, raw words and REL files.
//
// Exit codes: 0 done, 1 something failed (one line on standard error), 2 wrong usage.
#include "toolchain/dis10.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "toolchain/output_file.hpp"
#include "utah10/toolchain/symbolic.hpp"
#include "word/version.hpp"

namespace {

using namespace utah10;

constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;

struct Options {
  std::string in;
  std::string out;
  std::string symbols;
  std::string packing;
  std::string first;
  std::string last;
  std::string origin;
  Dis10Request request;
  bool quiet = false;
};

constexpr const char* kFooter =
    "FILE may be RIM, RIM10, RIM10B, SBLK, PDUMP, 10/50 SAV, SSAVE, EXE or octal text, in any packing. Both are\n"
    "detected from the content.\n"
    "\nExamples:\n"
    "  dis10 PUPSRV.SAV                          MACRO-10 source, labels from the symbol table of the image\n"
    "  dis10 --plain --from 140 --to 177 PUPSRV.SAV\n"
    "  dis10 --symbols names.txt -o boot.mac boot.rim\n"
    "  dis10 --raw --packing core-dump --origin 1000 words.bin\n"
    "  dis10 --rel PUPSRV.REL                    the items of a relocatable file\n\n"
    "A symbol list has one NAME VALUE per line, values in octal. pack10 --help lists the packings.\n"
    "\nExit codes: 0 success, 1 failure (one line on standard error), 2 usage error.\n";

void declare(CLI::App& app, Options& o) {
  app.add_option("file", o.in, "file to disassemble")->required()->type_name("FILE");
  app.add_option("--from", o.first, "first location, octal")->type_name("ADDRESS");
  app.add_option("--to", o.last, "last location, octal")->type_name("ADDRESS");
  app.add_flag("--plain", o.request.plain,
               "print columns instead of source: location, octal, instruction, ASCII, SIXBIT");
  auto* symbols =
      app.add_option("--symbols", o.symbols, "take symbols from FILE: a symbol list, or an image with a symbol table")
          ->type_name("FILE");
  app.add_flag("--no-symbols", o.request.withoutSymbols, "ignore the symbol table of the image")->excludes(symbols);
  auto* raw = app.add_flag("--raw", o.request.raw, "FILE has no image format: disassemble its words in sequence");
  auto* rel = app.add_flag("--rel", o.request.rel, "list the items of a relocatable file")->excludes(raw);
  app.add_option("--origin", o.origin, "location of the first raw word (default: 0)")->type_name("ADDRESS")->needs(raw);
  app.add_option("--packing", o.packing, "packing of raw words or a REL file (default: detected from the content)")
      ->type_name("PACKING");
  app.add_option("-o,--output", o.out, "output file, replaced only on success (default: standard output)")
      ->type_name("FILE");
  app.add_flag("--quiet", o.quiet, "suppress warnings");
  rel->excludes(symbols);
  app.footer(kFooter);
}

int usage(const std::string& what) {
  fmt::print(stderr, "dis10: {}; see dis10 --help\n", what);
  return kWrongUsage;
}

int complain(const Error& e) {
  fmt::print(stderr, "{}\n", e.text());
  return kFailed;
}

Expected<void> takeAddress(const char* option, const std::string& text, VirtualAddress& address) {
  if (text.empty()) return {};
  const auto value = evaluate(text);
  if (!value) return fail(option, value.error().what, value.error().hint);
  if (value->bits() > VirtualAddress::kMask) return fail(option, "the last address is 777777");
  address = VirtualAddress{static_cast<std::uint32_t>(value->bits())};
  return {};
}

Expected<void> complete(Options& o) {
  Dis10Request& r = o.request;
  r.in = o.in;
  if (!o.symbols.empty()) r.symbols = o.symbols;
  if (!o.packing.empty()) {
    r.from = hostFormNamed(o.packing);
    if (!r.from) return fail("--packing", o.packing + " is not a packing", "pack10 --help lists them");
    if (!r.raw && !r.rel)
      return fail("--packing", "requires --raw or --rel", "the packing of an image is detected from its content");
  }
  if (auto taken = takeAddress("--from", o.first, r.range.first); !taken) return taken;
  if (auto taken = takeAddress("--to", o.last, r.range.last); !taken) return taken;
  if (auto taken = takeAddress("--origin", o.origin, r.origin); !taken) return taken;
  if (r.range.last < r.range.first) return fail("--to", "comes before --from");
  return {};
}

int disassembleTo(const Options& o) {
  const auto done = disassembleFile(o.request);
  if (!done) return complain(done.error());
  if (!o.quiet)
    for (const std::string& w : done->warnings) fmt::print(stderr, "{}\n", w);
  if (!o.out.empty()) {
    const auto written = writeFileWhole(o.out, done->text);
    return written ? 0 : complain(written.error());
  }
  std::fwrite(done->text.data(), 1, done->text.size(), stdout);
  return std::fflush(stdout) == 0 ? 0 : complain({"standard output", "cannot be written", ""});
}

}  // namespace

int main(int argc, char** argv) {
  Options o;
  CLI::App app{"dis10: disassemble a PDP-10 core image into MACRO-10 source that assembles to the same words.",
               "dis10"};
  app.set_version_flag("--version", versionOf("dis10"));
  declare(app, o);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return e.get_exit_code() == 0 ? app.exit(e) : usage(e.what());
  }
  if (const auto ready = complete(o); !ready) return usage(ready.error().text());
  return disassembleTo(o);
}
