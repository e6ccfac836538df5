// The adaptor to CLI11: the only file that includes it.
#include "command/program.hpp"

#include <CLI/CLI.hpp>

#include "command/conversation.hpp"
#include "command/experiments.hpp"
#include "command/handlers.hpp"
#include "command/machine_file.hpp"
#include "command/modelled_network.hpp"
#include "command/packaged.hpp"
#include "command/reference_pages.hpp"
#include "command/stdio_terminal.hpp"
#include "command/timing_report.hpp"
#include "command/trace_recording.hpp"
#include "command/values.hpp"
#include "experiments/rjs_programs.hpp"
#include "utah10/toolchain/symbolic.hpp"
#include "utah10/word/text.hpp"
#include "word/version.hpp"

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
  std::string haltAt;
  std::string scriptFile;
  std::string bootFile = "tenex72";
  std::string packFile;
  std::string traceFile;
  std::string traceFilter;
  std::string replayFile;
  std::string recordFile;
  TimingRequest timing;
  std::vector<std::string> contents;
  bool explain = false;
  bool csv = false;
  bool json = false;
  std::string page;  // of the reference
  Rfc392Options rfc392;
  RjsOptions rjs;
  Rfc415Options rfc415;
  Rfc557Options rfc557;
};

// What machine an experiment is made on, and where its report goes.
void addLabOptions(CLI::App& sub, LabOptions& m, ReportOptions& r) {
  sub.add_option("--generation", m.generation, "of the monitor: 72 or 73")->type_name("YEAR");
  sub.add_option("--core", m.coreK, "K words of core, 96 to 256")->type_name("K");
  sub.add_option("--memory", m.memory, "kind of core: MA10, MB10, MD10, ME10, MF10")->type_name("KIND");
  sub.add_option("--interleave", m.interleave, "boxes that share addresses: 1, 2 or 4")->type_name("N");
  sub.add_option("--registers", m.registers, "associative registers of the pager, 1 to 54")->type_name("N");
  sub.add_option("--drum-turns", m.drumTurns, "of the drum, a second")->type_name("N");
  sub.add_option("--imp-rate", m.impBitsPerSecond, "of the cable to the IMP, bits a second")->type_name("RATE");
  sub.add_option("--timing", m.timing, "of the processor: srm or gate")->type_name("PROFILE");
  sub.add_option("--format", r.format, "text, csv or json")->check(CLI::IsMember({"text", "csv", "json"}));
  sub.add_option("--output", r.output, "a file for the report")->type_name("FILE");
  sub.add_flag("--no-progress", r.quiet, "nothing on the way");
}

struct Parser {
  CLI::App app{"utah10: a cycle-level PDP-10 KA10. Alone it boots a greeting and gives a prompt."};
  CLI::App* run = app.add_subcommand("run", "load a program, start it, and run it until it halts");
  CLI::App* script = app.add_subcommand("script", "perform the commands of a file; the first error ends it");
  CLI::App* boot = app.add_subcommand("boot", "start TENEX, or the machine a file describes");
  CLI::App* config = app.add_subcommand("config", "say what the machine is made of");
  CLI::App* reference = app.add_subcommand("reference", "print a page of the reference manual, in Markdown");
  CLI::App* timing = app.add_subcommand("timing", "say how long an instruction takes, and why");
  CLI::App* rfc392 = app.add_subcommand("rfc392", "make the transfers of RFC 392 again, and compare");
  CLI::App* rjs = app.add_subcommand("rjs", "a deck of yours from TENEX to UCLA-CCN, and its listing back");
  CLI::App* rjsSend = rjs->add_subcommand("send", "send a deck");
  CLI::App* rjsFetch = rjs->add_subcommand("fetch", "fetch the listings of the decks that were sent");
  CLI::App* rfc415 = app.add_subcommand("rfc415", "send strings as RFC 415 did, and compare");
  CLI::App* rfc557 = app.add_subcommand("rfc557", "improve RJS and the monitor as RFC 557 did, and compare");

  explicit Parser(Options& o) {
    app.set_version_flag("--version", versionOf("utah10"));
    app.add_option("-c", o.commands, "perform these commands, separated by semicolons, and leave")
        ->type_name("COMMANDS")
        ->allow_extra_args(false);
    app.add_option("--machine", o.machineFile, "the machine, described in a file")->type_name("FILE");
    app.add_flag("--quiet", o.quiet, "print only what was asked for");
    auto* trace = app.add_option("--trace", o.traceFile, "write a trace of the run into this file")->type_name("FILE");
    app.add_option("--trace-filter", o.traceFilter, "only these records: \"pc 100-177 | io\" (help trace)")
        ->type_name("EXPRESSION")
        ->needs(trace);
    for (CLI::App* sub : {run, script, boot}) sub->fallthrough();  // options of the whole may follow
    app.require_subcommand(0, 1);
    run->add_option("file", o.runFile, "RIM10, RIM10B, SAV, SSAVE, SBLK or octal text")->required();
    run->add_option("--for", o.runFor, "stop after this much virtual time: 2.5s")->type_name("TIME");
    run->add_option("--halt-at", o.haltAt, "an error unless it halts there: 140 for the programs of roms/diag")
        ->type_name("ADDRESS");
    script->add_option("file", o.scriptFile, "commands, one a line")->required();
    boot->add_option("system", o.bootFile, "tenex72 (if not given), tenex73, or a machine file")->type_name("SYSTEM");
    boot->add_option("--pack", o.packFile, "a TENEX pack of your own, kept; made if there is none")->type_name("FILE");
    boot->add_option("--replay", o.replayFile, "input recorded before, to be given again")->type_name("FILE");
    boot->add_option("--record", o.recordFile, "a new file for all that is typed")->type_name("FILE");
    config->add_flag("--explain", o.explain, "every setting: value, default, unit and source");
    config->add_flag("--csv", o.csv, "as comma-separated values");
    config->add_flag("--json", o.json, "as JSON");
    reference->add_option("page", o.page, "commands: of the prompt; machine-file: its keys")
        ->type_name("PAGE")
        ->required()
        ->check(CLI::IsMember(referencePageNames()));
    timing->add_option("instruction", o.timing.instruction, "in symbols: \"ILDB 1,2\"")->required();
    timing->add_option("--profile", o.timing.profile, "srm (the default) or gate")->type_name("NAME");
    timing->add_flag("--user", o.timing.user, "in user mode, through the relocation registers");
    timing->add_option("--set", o.contents, "what a location holds; 0-17 are the accumulators: 2=440700,,1000")
        ->type_name("ADDRESS=WORD")
        ->allow_extra_args(false);
    timing->add_flag("--json", o.json, "as JSON");
    addRfc392(o.rfc392);
    addExperiment(*rfc415, o.rfc415, "samples of a tenth of the bits");
    addExperiment(*rfc557, o.rfc557, "files of a tenth of the bits");
    rfc557->add_option("--seed", o.rfc557.settings.seed, "of the files")->type_name("N");
    addRjs(o.rjs);
  }

 private:
  void addRjs(RjsOptions& o) const {
    rjs->require_subcommand(1);
    for (CLI::App* sub : {rjsSend, rjsFetch}) {
      sub->add_option("--generation", o.machine.generation, "of the monitor: 72 or 73")->type_name("YEAR");
      addProgram(*sub, o.program);
      sub->add_option("--folder", o.folder, "what CCN has read and what has come back")->type_name("FOLDER");
    }
    rjsSend->add_option("file", o.deck, "lines of at most 80 characters, the first //NAME JOB ...")->required();
  }
  // Which RJS: by its shape or by its name.
  static void addProgram(CLI::App& sub, std::string& program) {
    std::string names;
    for (const RjsProgram& p : rjsPrograms()) names += fmt::format("\n{:<5} {}", p.name, p.text);
    auto* shape = sub.add_option_function<unsigned>(
                         "--shape", [&program](unsigned n) { program = rjsOfShape(n); },
                         "of RJS, 0 to 3; 1 is that of September 1972")
                      ->check(CLI::Range(0, 3));
    sub.add_option("--program", program, "an RJS by its name:" + names)
        ->type_name("NAME")
        ->excludes(shape)
        ->check([](const std::string& name) {
          return findRjsProgram(name) == nullptr ? "there is no RJS " + name : std::string{};
        });
  }
  static void addMachineTexts(CLI::App& sub, std::string& memoryAccess, std::string& swapping) {
    sub.add_option("--memory-access", memoryAccess, "in place of the kind's: 610ns")->type_name("TIME");
    sub.add_option("--swapping", swapping, "drum or disk")->check(CLI::IsMember({"drum", "disk"}));
  }
  template <typename O>
  static void addExperiment(CLI::App& sub, O& o, const char* quick) {
    addLabOptions(sub, o.settings.machine, o.report);
    addMachineTexts(sub, o.memoryAccess, o.swapping);
    sub.add_option("--bits", o.settings.bits, "of a measurement, a million")->check(CLI::Range(10'000, 10'000'000));
    sub.add_flag("--quick", o.quick, quick);
  }
  void addRfc392(Rfc392Options& o) const {
    addLabOptions(*rfc392, o.settings.machine, o.report);
    rfc392->add_flag("--quick", o.quick, "some transfers with nobody else on the machine, in seconds");
    rfc392->add_option("--only", o.only, "some transfers alone, by their names in the report: T1S01,T2R04")
        ->delimiter(',')
        ->type_name("NAMES");
    addProgram(*rfc392, o.settings.program);
    addMachineTexts(*rfc392, o.memoryAccess, o.swapping);
    rfc392->add_flag(
        "--range", o.range,
        "the quick transfers on machines and with programs that Utah may have had: some two minutes on two "
        "processors");
    rfc392->add_flag("--faults", o.settings.faults, "lines fail and hosts die meanwhile");
    rfc392->add_option("--seed", o.settings.seed, "of decks, users and faults")->type_name("N");
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
    std::optional<VirtualAddress> haltAt;
    if (!o.haltAt.empty()) {
      const auto at = evaluateAddress(session, o.haltAt);
      if (!at) return fail("--halt-at", at.error().what, at.error().hint);
      haltAt = *at;
    }
    return runProgramFile(session, o.runFile, limit, haltAt);
  }
  session.recorder().set({.on = true});
  if (p.script->parsed()) return session.performFile(o.scriptFile);
  if (p.boot->parsed() && PackagedSystem::names(o.bootFile)) {
    if (auto up = bootSystem(session, o.commands.empty()); !up) return up;
  } else if (p.boot->parsed() && session.console().ptr.tapePresent()) {
    return bootTape(session);
  }
  for (const std::string& c : o.commands) {
    if (auto done = session.performAll(c); !done || session.quitCode()) return done;
  }
  if (!o.commands.empty()) return {};
  return p.boot->parsed() && PackagedSystem::names(o.bootFile) ? converse(session) : greet(session);
}

// What the processor of a described machine is set to before anything runs.
void equip(const MachineDescription& d, Machine& machine) {
  machine.cpu().switches().fastMemory = d.fastMemory;
  machine.cpu().history().resize(d.historyEntries);
}

// Puts the described media on their drives and says what they are.
Expected<void> mountAll(const MachineDescription& d, Session& session) {
  for (const Mount& m : d.mounts) {
    MediaSlot* slot = session.devices().slot(m.slot);
    if (slot == nullptr) return fail(m.slot, "there is no such drive", "describe it in the machine file");
    const auto found = mountMedium(*slot, m.file, m.options);
    if (!found) return tl::unexpected(found.error());
    session.say("{}: {}, {}", m.slot, m.file.string(), *found);
  }
  return {};
}

// Terminal lines over the network. A system of ours takes a free port if its own is taken.
Expected<void> answerTelnet(TelnetConfig config, bool anyPort, Session& session) {
  auto server = TelnetServer::open(config, session.recorder().ports());
  if (!server && anyPort) {
    config.port = 0;
    server = TelnetServer::open(config, session.recorder().ports());
  }
  if (!server) return tl::unexpected(server.error());
  if (session.devices().ports().empty()) return fail("telnet", "there are no terminal lines", "write [dc10]");
  session.say("telnet: {}. lines answer at {} port {}", session.devices().ports().size(), config.address,
              (*server)->port());
  session.serve(std::move(*server));
  return {};
}

// Who is at the ends of cables over UDP. In a replay what they sent comes from the file.
Expected<void> attachOutside(const MachineDescription& d, const Options& o, Session& session) {
  const auto attach = [&](const std::string& name, const UdpLink& link) -> Expected<void> {
    if (o.replayFile.empty()) return attachUdp(session, name, link.address, link.settings);
    session.say("{}: not attached: what it sent comes from {}", name, o.replayFile);
    return {};
  };
  if (d.impUdp)
    if (auto done = attach("imp", *d.impUdp); !done) return done;
  for (const HostOutside& h : d.hostLinks)
    if (auto done = attach(fmt::format("host{:o}", h.host.octet()), h.link); !done) return done;
  return {};
}

Expected<int> onMachine(const Options& o, const Parser& p, const MachineDescription& description,
                        const PackagedSystem* packaged) {
  Machine machine{description.machine};
  DeviceSet devices{machine, description.devices};
  equip(description, machine);
  std::unique_ptr<ModelledNetwork> network;
  if (description.network) {
    auto made = ModelledNetwork::make(machine, devices, description);
    if (!made) return tl::unexpected(made.error());
    network = std::move(*made);
  }
  StdioTerminal terminal;
  Session session{machine, devices, terminal};
  if (network) network->join(session);
  session.quiet = o.quiet;
  session.pacer().set(description.pace);
  if (p.boot->parsed()) session.say("{}: {}, {:o} words of core", o.bootFile, description.name, machine.core().words());
  auto done = mountAll(description, session);
  if (done && description.telnet) done = answerTelnet(*description.telnet, packaged != nullptr, session);
  // Before the trace: its filter may name what the program calls its places.
  if (done && packaged != nullptr && !packaged->symbols().empty())
    done = session.perform(fmt::format("symbols \"{}\"", escaped(packaged->symbols().string())));
  if (done && p.run->parsed()) done = loadProgramFile(session, o.runFile);
  if (done && !o.traceFile.empty()) done = beginTrace(session, o.traceFile, o.traceFilter);
  if (done && !o.recordFile.empty()) done = session.recordInput(o.recordFile);
  if (done && !o.replayFile.empty())
    if (const auto inputs = session.replayInput(o.replayFile); !inputs) done = tl::unexpected(inputs.error());
  if (done) done = attachOutside(description, o, session);
  if (done) done = converseAs(o, p, session);
  const auto finished = session.finish();
  const bool traced = endTrace(session);
  if (done && !finished) done = finished;
  if (!done) return tl::unexpected(done.error());
  return session.quitCode().value_or(traced ? 0 : kFailed);
}

// ADDRESS=WORD, both as the prompt takes them.
Expected<std::pair<std::uint32_t, Word36>> parseContents(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) return fail("--set", text + " is not ADDRESS=WORD", "--set 2=440700,,1000");
  const auto address = evaluate(std::string_view(text).substr(0, equals));
  if (!address) return fail("--set", address.error().what, address.error().hint);
  if (address->bits() > VirtualAddress::kMask) return fail("--set", "the last address is 777777");
  const auto word = assembleLine(std::string_view(text).substr(equals + 1));
  if (!word) return fail("--set", word.error().what, word.error().hint);
  return std::pair{static_cast<std::uint32_t>(address->bits()), *word};
}

Expected<int> showTiming(const Options& o, std::optional<MachineDescription> description) {
  TimingRequest request = o.timing;
  request.machine = std::move(description);
  for (const std::string& text : o.contents) {
    const auto one = parseContents(text);
    if (!one) return tl::unexpected(one.error());
    request.contents.push_back(*one);
  }
  const auto breakdown = explainTiming(request);
  if (!breakdown) return tl::unexpected(breakdown.error());
  fmt::print("{}", o.json ? timingJson(*breakdown) : timingText(*breakdown));
  return 0;
}

template <typename O>
O quieter(O options, bool quiet) {
  options.report.quiet = options.report.quiet || quiet;
  return options;
}

Expected<int> perform(const Options& o, const Parser& p) {
  if (p.rfc392->parsed()) return rfc392Command(quieter(o.rfc392, o.quiet));
  if (p.rfc415->parsed()) return rfc415Command(quieter(o.rfc415, o.quiet));
  if (p.rfc557->parsed()) return rfc557Command(quieter(o.rfc557, o.quiet));
  if (p.rjsSend->parsed()) return rjsSendCommand(o.rjs);
  if (p.rjsFetch->parsed()) return rjsFetchCommand(o.rjs);
  if (p.reference->parsed()) {
    fmt::print("{}", referencePage(*referencePageOf(o.page)));
    return 0;
  }
  std::optional<MachineDescription> description;
  std::optional<PackagedSystem> packaged;  // its files go when the machine is gone
  std::string file = p.boot->parsed() ? o.bootFile : o.machineFile;
  if (p.boot->parsed() && PackagedSystem::names(o.bootFile)) {
    auto found = PackagedSystem::find(o.bootFile);
    if (!found) return tl::unexpected(found.error());
    packaged.emplace(std::move(*found));
    file = o.machineFile.empty() ? packaged->machine().string() : o.machineFile;
  } else if (!o.packFile.empty()) {
    return fail("--pack", "goes with tenex72 and tenex73", "name the pack in the machine file");
  }
  if (!file.empty()) {
    auto loaded = loadMachineFile(file);
    if (!loaded) return tl::unexpected(loaded.error());
    description = std::move(*loaded);
  }
  if (p.config->parsed()) {
    fmt::print("{}", explainConfig(o.json  ? ReportForm::Json
                                   : o.csv ? ReportForm::Csv
                                           : ReportForm::Text,
                                   description ? &*description : nullptr));
    return 0;
  }
  if (p.timing->parsed()) return showTiming(o, std::move(description));
  if (packaged) {
    const auto told = packaged->mount(*description, o.packFile);
    if (!told) return tl::unexpected(told.error());
    if (!o.quiet && !told->empty()) fmt::print("{}\n", *told);
  }
  return onMachine(o, p, description.value_or(MachineDescription{}), packaged ? &*packaged : nullptr);
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
