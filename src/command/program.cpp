// The adaptor to CLI11: the only file that includes it.
#include "utah10/command/program.hpp"

#include <CLI/CLI.hpp>

#include "conversation.hpp"
#include "stdio_terminal.hpp"
#include "utah10/word/text.hpp"

namespace utah10 {

namespace {

constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;

struct Options {
  std::vector<std::string> commands;
  std::string machineFile;
  bool quiet = false;
  std::string runFile;
  std::string runFor;
  std::string scriptFile;
  std::string bootFile;
  std::string timingText;
  bool explain = false;
  bool csv = false;
  bool json = false;
};

struct Parser {
  CLI::App app{"utah10: a cycle-level PDP-10 KA10. Alone it boots a greeting and gives a prompt."};
  CLI::App* run = app.add_subcommand("run", "load a program, start it, and run it until it halts");
  CLI::App* script = app.add_subcommand("script", "perform the commands of a file; the first error ends it");
  CLI::App* boot = app.add_subcommand("boot", "build the machine a file describes and start it");
  CLI::App* config = app.add_subcommand("config", "say what the machine is made of");
  CLI::App* timing = app.add_subcommand("timing", "say how long an instruction takes, and why");

  explicit Parser(Options& o) {
    app.set_version_flag("--version", std::string{"utah10 "} + UTAH10_VERSION);
    app.add_option("-c", o.commands, "perform these commands, separated by semicolons, and leave")
        ->type_name("COMMANDS")
        ->allow_extra_args(false);
    app.add_option("--machine", o.machineFile, "the machine, described in a file")->type_name("FILE");
    app.add_flag("--quiet", o.quiet, "print only what was asked for");
    app.require_subcommand(0, 1);
    run->add_option("file", o.runFile, "RIM10, RIM10B, SAV, SSAVE, SBLK or octal text")->required();
    run->add_option("--for", o.runFor, "stop after this much virtual time: 2.5s")->type_name("TIME");
    script->add_option("file", o.scriptFile, "commands, one a line")->required();
    boot->add_option("file", o.bootFile, "the machine file")->required();
    config->add_flag("--explain", o.explain, "every setting: value, default, unit and source");
    config->add_flag("--csv", o.csv, "as comma-separated values");
    config->add_flag("--json", o.json, "as JSON");
    timing->add_option("instruction", o.timingText, "in symbols: \"ILDB 1,2\"")->required();
  }
};

Expected<void> converseAs(const Options& o, const Parser& p, Session& session) {
  if (p.run->parsed()) {
    std::optional<Duration> limit;
    if (!o.runFor.empty()) {
      const auto d = parseDuration(o.runFor);
      if (!d) return fail("--for", d.error().what, d.error().hint);
      limit = *d;
    }
    return runProgramFile(session, o.runFile, limit);
  }
  if (p.script->parsed()) return session.performFile(o.scriptFile);
  for (const std::string& c : o.commands) {
    if (auto done = session.performAll(c); !done || session.quitCode()) return done;
  }
  if (!o.commands.empty()) return {};
  return greet(session);
}

Expected<int> perform(const Options& o, const Parser& p) {
  if (!o.machineFile.empty() || p.boot->parsed() || p.config->parsed() || p.timing->parsed())
    return fail("utah10", "machine files and timing are not built into this program yet");
  Machine machine;
  ConsoleSet devices{machine};
  StdioTerminal terminal;
  Session session{machine, devices, terminal};
  session.quiet = o.quiet;
  auto done = converseAs(o, p, session);
  const auto finished = session.finish();
  if (done && !finished) done = finished;
  if (!done) return tl::unexpected(done.error());
  return session.quitCode().value_or(0);
}

// CLI11's own messages take several lines; ours take one.
int usage(const CLI::App& app, const CLI::ParseError& e) {
  if (e.get_exit_code() == 0) return app.exit(e);
  fmt::print(stderr, "utah10: {}; utah10 --help shows how\n", e.what());
  return kWrongUsage;
}

}  // namespace

int utah10Program(int argc, const char* const* argv) {
  Options options;
  Parser parser{options};
  try {
    parser.app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return usage(parser.app, e);
  }
  const auto code = perform(options, parser);
  if (code) return *code;
  complain(code.error());
  return kFailed;
}

}  // namespace utah10
