// The program `pack10`: converts files of 36-bit words from one host packing to another.
//
// Exit codes: 0 done, 1 something failed (one line on standard error), 2 wrong usage.
#include "toolchain/pack10.hpp"
#include "word/version.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

namespace {

using namespace utah10;

constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;

struct Options {
  std::string in;
  std::string out;
  std::string from;
  std::string to;
  bool info = false;
  bool crlf = false;
  bool quiet = false;
};

std::string footer() {
  return "Packings:\n" + hostFormHelp() +
         "\nExamples:\n"
         "  pack10 --info PUPSRV.SAV                       identify a file\n"
         "  pack10 --to data8 -o pupsrv.sav PUPSRV.SAV     for a simulator that uses 8 bytes per word\n"
         "  pack10 --from its --to text -o a.txt a.its     an ITS text file as host text\n"
         "  pack10 --from text --to core-dump -o a.36 a.mac\n"
         "  pack10 --to octal PUPSRV.SAV | head            to standard output\n"
         "\nExit codes: 0 success, 1 failure (one line on standard error), 2 usage error.\n";
}

void declare(CLI::App& app, Options& o) {
  app.add_option("file", o.in, "file to read")->required()->type_name("FILE");
  app.add_option("--from", o.from, "packing of FILE (default: detected from the content)")->type_name("PACKING");
  auto* to = app.add_option("--to", o.to, "packing of the output")->type_name("PACKING");
  app.add_option("-o,--output", o.out, "output file, replaced only on success (default: standard output)")
      ->type_name("FILE")
      ->needs(to);
  auto* info = app.add_flag("--info", o.info, "identify FILE and show the evidence; convert nothing");
  app.add_flag("--crlf", o.crlf, "end lines of text with CR LF instead of LF");
  app.add_flag("--quiet", o.quiet, "suppress warnings");
  info->excludes(to);
  app.footer(footer());
}

int usage(const std::string& what) {
  fmt::print(stderr, "pack10: {}; see pack10 --help\n", what);
  return kWrongUsage;
}

int complain(const Error& e) {
  fmt::print(stderr, "{}\n", e.text());
  return kFailed;
}

int convert(const Options& o, std::optional<HostForm> from) {
  const auto to = hostFormNamed(o.to);
  if (!to) return usage(fmt::format("{} is not a packing", o.to));
  Pack10Request request{o.in, std::nullopt, from, *to, {o.crlf}};
  if (!o.out.empty()) request.out = o.out;
  const auto done = convertFile(request);
  if (!done) return complain(done.error());
  if (!request.out) {
    std::fwrite(done->packed.data(), 1, done->packed.size(), stdout);
    if (std::fflush(stdout) != 0) return complain({"standard output", "cannot be written", ""});
  }
  if (o.quiet) return 0;
  for (const std::string& w : done->warnings) fmt::print(stderr, "{}\n", w);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Options o;
  CLI::App app{"pack10: convert files of 36-bit words between host packings.", "pack10"};
  app.set_version_flag("--version", versionOf("pack10"));
  declare(app, o);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return e.get_exit_code() == 0 ? app.exit(e) : usage(e.what());
  }
  std::optional<HostForm> from;
  if (!o.from.empty()) {
    from = hostFormNamed(o.from);
    if (!from) return usage(fmt::format("{} is not a packing", o.from));
  }
  if (o.info) {
    const auto text = describeFile(o.in, from);
    if (!text) return complain(text.error());
    fmt::print("{}", *text);
    return 0;
  }
  if (o.to.empty()) return usage("--to or --info is required");
  return convert(o, from);
}
