// Parses the command line. The only file that includes CLI11.
#include "command/program.hpp"

#include <CLI/CLI.hpp>
#include <array>
#include <filesystem>

#include "command/console/console.hpp"
#include "command/dap/serve.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"
#include "command/debug/load.hpp"
#include "command/debug/symbol_files.hpp"
#include "command/host/interruption.hpp"
#include "command/host/stdio_terminal.hpp"
#include "command/lab/experiments.hpp"
#include "command/look/probes.hpp"
#include "command/look/timing_report.hpp"
#include "command/machine_file/boot_date.hpp"
#include "command/machine_file/machine_file.hpp"
#include "command/machine_file/packaged.hpp"
#include "command/net/connections.hpp"
#include "command/net/modelled_network.hpp"
#include "command/panel/panel.hpp"
#include "command/prompt/assembly.hpp"
#include "command/prompt/conversation.hpp"
#include "command/prompt/departure.hpp"
#include "command/prompt/reference_pages.hpp"
#include "command/prompt/session.hpp"
#include "command/several/net_room.hpp"
#include "command/sweep/sweep_command.hpp"
#include "experiments/laboratory/monitor_variants.hpp"
#include "experiments/rjs/rjs_programs.hpp"
#include "utah10/toolchain/symbolic.hpp"
#include "utah10/word/text.hpp"
#include "word/letters.hpp"
#include "word/version.hpp"

namespace utah10 {

namespace {

constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;

struct Options {
  std::vector<std::string> commands;
  NetOptions net{.file = "arpanet1972", .packs = {}};
  std::string machineFile;
  std::string engine;
  bool quiet = false;
  TenexProgramOptions tenex;
  std::string runFor;
  std::string haltAt;
  std::string scriptFile;
  std::string bootFile = "tenex72";
  std::string packFile;
  std::string date;
  std::string traceFile;
  std::string traceFilter;
  std::string replayFile;
  std::string recordFile;
  TimingRequest timing;
  std::vector<std::string> contents;
  bool explain = false;
  bool csv = false;
  bool json = false;
  bool panel = false;
  std::string page;  // of the reference
  CtssOptions ctss;
  Rfc392Options rfc392;
  RjsOptions rjs;
  Rfc415Options rfc415;
  Rfc508Options rfc508;
  Rfc557Options rfc557;
  RemoteOptions remote;
  SweepOptions sweep;
  MergeOptions merge;
  DapOptions dap;
};

// Options for the machine that an experiment runs on and for its report.
void addSystem(CLI::App& sub, LabChoice& m) {
  auto* generation = sub.add_option("--generation", m.generation,
                                    "our monitor of 1972, of January 1973 (release 1.31) or of 1973: 72, 131 or 73")
                         ->type_name("NAME");
  sub.add_option("--system", m.system, "run on the TENEX system that FILE describes; also utah72, utah131 and utah73")
      ->type_name("FILE")
      ->excludes(generation);
}

// The command as it was given, without the options that do not change its numbers.
std::string commandLine(const CLI::App& sub) {
  std::string text = "utah10 " + sub.get_name();
  for (const CLI::Option* option : sub.get_options()) {
    const std::string name = option->get_name();
    if (option->count() == 0 || name == "--format" || name == "--output" || name == "--html" ||
        name == "--no-progress" || name == "--engine")
      continue;
    text += " " + name;
    if (option->get_expected_min() != 0) text += " " + fmt::format("{}", fmt::join(option->results(), ","));
  }
  return text;
}

void addLabOptions(CLI::App& sub, LabChoice& m, ReportOptions& r) {
  addSystem(sub, m);
  std::string monitors;
  for (const MonitorVariant& v : monitorVariants()) monitors += fmt::format("\n{:<6} {}", v.name, v.text);
  sub.add_option("--monitor", m.monitor, "variant of the monitor of 1972:" + monitors)->type_name("NAME");
  sub.add_option("--core", m.coreK, "core memory in K words, 96 to 256")->type_name("K");
  sub.add_option("--memory", m.memory, "type of core memory: MA10, MB10, MD10, ME10 or MF10")->type_name("KIND");
  sub.add_option("--interleave", m.interleave, "interleaving factor of the memory boxes: 1, 2 or 4")->type_name("N");
  sub.add_option("--registers", m.registers, "number of associative registers in the pager, 1 to 54")->type_name("N");
  sub.add_option("--drum-turns", m.drumTurns, "drum speed in revolutions per second")->type_name("N");
  sub.add_option("--imp-rate", m.impBitsPerSecond, "speed of the cable to the IMP in bits per second")
      ->type_name("RATE");
  sub.add_option("--engine", m.engine, "how the host executes instructions: reference or fast; changes no result")
      ->check(CLI::IsMember({"reference", "fast"}));
  sub.add_option("--timing", m.timing, "timing profile of the processor: srm or gate")->type_name("PROFILE");
  sub.add_option("--format", r.format, "format of the report: text, csv or json")
      ->check(CLI::IsMember({"text", "csv", "json"}));
  sub.add_option("--output", r.output,
                 "write the report to FILE; with --format csv, a file for each table to that folder")
      ->type_name("FILE");
  sub.add_option("--html", r.html, "write the report with plots to FILE, too, for a browser")->type_name("FILE");
  sub.add_flag("--no-progress", r.quiet, "print no progress messages");
  sub.add_option("--jobs", r.jobs, "machines to run side by side; default: one for each processor")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  sub.parse_complete_callback([&sub, &r] { r.command = commandLine(sub); });
}

struct Parser {
  CLI::App app{"utah10: a cycle-level PDP-10 KA10 emulator. Without a command it runs a greeting, then prompts."};
  CLI::App* run = app.add_subcommand("run", "load a program, start it, and run it until it halts");
  CLI::App* script = app.add_subcommand("script", "run the commands in a file; stop at the first error");
  CLI::App* boot = app.add_subcommand("boot", "boot TENEX, or the machine that a machine file describes");
  CLI::App* net = app.add_subcommand("net", "boot several TENEXes on one network, in this process");
  CLI::App* config = app.add_subcommand("config", "print the settings of the machine with their values and units");
  CLI::App* reference = app.add_subcommand("reference", "print a page of the reference manual, in Markdown");
  CLI::App* dap = app.add_subcommand("dap", "let an editor debug programs, by the Debug Adapter Protocol");
  CLI::App* timing = app.add_subcommand("timing", "print how long an instruction takes and how the time is made up");
  CLI::App* rfc392 =
      app.add_subcommand("rfc392", "reproduce the measurements of RFC 392 and compare them with the paper");
  CLI::App* rjs = app.add_subcommand("rjs", "send a card deck from TENEX to UCLA-CCN and fetch its listing");
  CLI::App* rjsSend = rjs->add_subcommand("send", "send a card deck");
  CLI::App* rjsFetch = rjs->add_subcommand("fetch", "fetch the listings of the decks sent earlier");
  CLI::App* rfc415 =
      app.add_subcommand("rfc415", "reproduce the measurements of RFC 415 and compare them with the paper");
  CLI::App* rfc508 = app.add_subcommand(
      "rfc508", "reproduce the real-time streams of RFC 508 from UCSB to UCLA and compare them with the paper");
  CLI::App* ctss = app.add_subcommand(
      "ctss", "measure the desk calculator among 10 to 19 users and compare it with the CTSS memo of 1969");
  CLI::App* rfc557 = app.add_subcommand(
      "rfc557", "reproduce the improvements of RFC 557 to RJS and the monitor and compare them with the paper");
  CLI::App* remote = app.add_subcommand(
      "remote", "reproduce paging to remote memory with an FFT larger than core and compare it with the paper");
  CLI::App* sweep = app.add_subcommand("sweep", "run an experiment over ranges of its options, as a plan says");
  CLI::App* merge = sweep->add_subcommand("merge", "join the databases of the shards of a sweep");

  explicit Parser(Options& o) {
    app.set_version_flag("--version", versionOf("utah10"));
    app.add_option("-c", o.commands, "run these commands, separated by semicolons, and exit")
        ->type_name("COMMANDS")
        ->allow_extra_args(false);
    app.add_option("--machine", o.machineFile, "use the machine that FILE describes")->type_name("FILE");
    app.add_option("--engine", o.engine, "how the host executes instructions: reference or fast; changes no result")
        ->check(CLI::IsMember({"reference", "fast"}));
    app.add_flag("--quiet", o.quiet, "print only the output of commands and warnings");
    auto* trace = app.add_option("--trace", o.traceFile, "write a trace of the run to FILE")->type_name("FILE");
    app.add_option("--trace-filter", o.traceFilter,
                   "trace only records that match, as in \"pc 100-177 | io\" (see help trace)")
        ->type_name("EXPRESSION")
        ->needs(trace);
    for (CLI::App* sub : {run, script, boot, net}) sub->fallthrough();  // program options may follow the subcommand
    app.require_subcommand(0, 1);
    addRun(o);
    script->add_option("file", o.scriptFile, "file of commands, one per line")->required();
    boot->add_option("system", o.bootFile, "tenex72 (the default), tenex131, tenex73, or a machine file")
        ->type_name("SYSTEM");
    boot->add_option("--pack", o.packFile, "keep changes in this TENEX pack; created if it does not exist")
        ->type_name("FILE");
    boot->add_option(
            "--date", o.date,
            "date of the calendar: pack (go on where the pack was left: the default with --pack), host (today, in "
            "1972), or one such as 4-NOV-72 or \"4-NOV-72 18:30\"")
        ->type_name("DATE");
    boot->add_flag("--panel", o.panel, "show the front panel in a window");
    boot->add_option("--replay", o.replayFile, "replay the input recorded in FILE")->type_name("FILE");
    boot->add_option("--record", o.recordFile, "record all input in FILE, which must be new")->type_name("FILE");
    net->add_option("file", o.net.file, "arpanet1972 (the default), or a file with [network] and [[tenex]] tables")
        ->type_name("FILE");
    net->add_option("--packs", o.net.packs, "keep the changes of each TENEX in a pack in this folder")
        ->type_name("FOLDER");
    config->add_flag("--explain", o.explain, "print default, source and meaning of every setting, too");
    config->add_flag("--csv", o.csv, "print comma-separated values");
    config->add_flag("--json", o.json, "print JSON");
    reference->add_option("page", o.page, "commands: of the prompt; machine-file: its keys")
        ->type_name("PAGE")
        ->required()
        ->check(CLI::IsMember(referencePageNames()));
    timing->add_option("instruction", o.timing.instruction, "the instruction in symbolic form, as in \"ILDB 1,2\"")
        ->required();
    timing->add_option("--profile", o.timing.profile, "timing profile: srm (the default) or gate")->type_name("NAME");
    timing->add_flag("--user", o.timing.user, "run it in user mode, through the relocation registers");
    timing->add_option("--set", o.contents, "contents of a location, as in 2=440700,,1000; 0-17 are the accumulators")
        ->type_name("ADDRESS=WORD")
        ->allow_extra_args(false);
    timing->add_flag("--json", o.json, "print JSON");
    dap->add_option("--port", o.dap.port,
                    "wait for editors at this port (0: any free one) in place of standard input and output")
        ->type_name("N");
    dap->add_option("--host", o.dap.host, "address of this host to wait at; default: 127.0.0.1")
        ->type_name("ADDRESS")
        ->needs("--port");
    addRfc392(o.rfc392);
    addExperiment(*rfc415, o.rfc415, "transfer a tenth of the bits");
    addRfc508(o.rfc508);
    addExperiment(*rfc557, o.rfc557, "transfer a tenth of the bits");
    rfc557->add_option("--seed", o.rfc557.settings.seed, "random seed for the contents of the files")->type_name("N");
    addCtss(o.ctss);
    addRemote(o.remote);
    addRjs(o.rjs);
    addSweep(o.sweep, o.merge);
  }

 private:
  void addRun(Options& o) const {
    run->add_option(
           "files", o.tenex.files,
           "a program for the bare machine: RIM, RIM10, RIM10B, SAV, SSAVE, EXE, SBLK, PDUMP or octal text; with "
           "--tenex, sources in MACRO-10, relocatable files, or an image")
        ->type_name("FILE")
        ->required();
    auto* time = run->add_option("--for", o.runFor, "stop after this much virtual time, as in 2.5s")->type_name("TIME");
    auto* at = run->add_option("--halt-at", o.haltAt, "fail unless the program halts there; 140 for those of roms/diag")
                   ->type_name("ADDRESS");
    auto* tenex = run->add_flag("--tenex", o.tenex.on,
                                "assemble and link the files, boot TENEX, run the program there, and print its output")
                      ->excludes(time)
                      ->excludes(at);
    run->add_option("--limit", o.tenex.limit,
                    "of --tenex: virtual time after which the program is given up; default 60s")
        ->type_name("TIME")
        ->needs(tenex);
    addSystem(*run, o.tenex.machine);
    for (const char* name : {"--generation", "--system"}) run->get_option(name)->needs(tenex);
    run->parse_complete_callback([&o] {
      if (!o.tenex.on && o.tenex.files.size() > 1)
        throw CLI::ValidationError("run", "takes one program; with --tenex several files make one");
      const std::string& file = o.tenex.files.front();
      if (!o.tenex.on && sameWord(std::filesystem::path{file}.extension().string(), ".mac"))
        throw CLI::ValidationError(
            file, "is a source; run --tenex runs it on TENEX, macro10 and link10 make a program for the bare machine");
    });
  }
  void addSweep(SweepOptions& o, MergeOptions& m) const {
    sweep->add_option("plan", o.plan, "plan of the sweep, in TOML")->type_name("FILE");
    sweep->add_option("--output", o.output, "database; default: the plan's name with .sqlite")->type_name("FILE");
    sweep->add_option("--csv", o.csv, "table; default: the database's name with .csv")->type_name("FILE");
    addPage(*sweep, o.page);
    sweep->add_option("--jobs", o.jobs, "points to run side by side; default: one for each processor")
        ->type_name("N")
        ->check(CLI::Range(1, 1024));
    sweep->add_option("--shard", o.shard, "run one part of the points, as in 1/4 to 4/4")->type_name("I/N");
    sweep->add_flag("--retry", o.retry, "run the points again that failed");
    sweep->add_flag("--dry-run", o.dryRun, "check the plan and print its points");
    sweep->add_flag("--no-progress", o.quiet, "print no progress messages");
    merge->add_option("output", m.output, "database to make")->type_name("FILE")->required();
    merge->add_option("shards", m.shards, "databases of the shards")->type_name("FILE")->required();
    merge->add_option("--csv", m.csv, "table; default: the database's name with .csv")->type_name("FILE");
    addPage(*merge, m.page);
  }
  static void addPage(CLI::App& sub, SweepPage& page) {
    sub.add_option("--html", page.file, "write a report with plots to FILE, for a browser")->type_name("FILE");
    sub.add_option("--plot", page.drawn, "measurements to draw; default: the first six that vary with the options")
        ->type_name("TABLE.COLUMN")
        ->allow_extra_args(false)
        ->delimiter(',');
  }
  void addRjs(RjsOptions& o) const {
    rjs->require_subcommand(1);
    for (CLI::App* sub : {rjsSend, rjsFetch}) {
      addSystem(*sub, o.machine);
      addProgram(*sub, o.program);
      sub->add_option("--folder", o.folder, "host folder for the decks that CCN has read and for the listings")
          ->type_name("FOLDER");
    }
    rjsSend->add_option("file", o.deck, "deck: lines of at most 80 characters, beginning with //NAME JOB ...")
        ->required();
  }
  // Selects the RJS program by its shape or by its name.
  static void addProgram(CLI::App& sub, std::string& program) {
    std::string names;
    for (const RjsProgram& p : rjsPrograms()) names += fmt::format("\n{:<5} {}", p.name, p.text);
    auto* shape = sub.add_option_function<unsigned>(
                         "--shape", [&program](unsigned n) { program = rjsOfShape(n); },
                         "shape of the RJS program, 0 to 3; 1 is that of September 1972")
                      ->check(CLI::Range(0, 3));
    sub.add_option("--program", program, "RJS program by name:" + names)
        ->type_name("NAME")
        ->excludes(shape)
        ->check([](const std::string& name) {
          return findRjsProgram(name) == nullptr ? "there is no RJS program " + name : std::string{};
        });
  }
  static void addMemoryAccess(CLI::App& sub, LabChoice& m) {
    sub.add_option("--memory-access", m.memoryAccess, "access time that replaces that of the memory type, as in 610ns")
        ->type_name("TIME");
  }
  static void addMachineTexts(CLI::App& sub, LabChoice& m) {
    addMemoryAccess(sub, m);
    sub.add_option("--swapping", m.swapping, "swapping device: drum or disk")->check(CLI::IsMember({"drum", "disk"}));
  }
  template <typename O>
  static void addExperiment(CLI::App& sub, O& o, const char* quick) {
    addLabOptions(sub, o.machine, o.report);
    addMachineTexts(sub, o.machine);
    sub.add_option("--bits", o.settings.bits, "bits per measurement; default 1000000")
        ->check(CLI::Range(10'000, 10'000'000));
    sub.add_flag("--quick", o.quick, quick);
  }
  void addRfc508(Rfc508Options& o) const {
    addLabOptions(*rfc508, o.machine, o.report);
    addMachineTexts(*rfc508, o.machine);
    rfc508->add_flag("--quick", o.quick, "run tests of 10 s at every fourth rate");
    rfc508->add_flag(
        "--map", o.map,
        "find where gaps begin, by buffer size, hops, line errors, traffic, and reactions and stalls of hosts");
    rfc508->add_flag("--device", o.device, "run the streams of the device only, without the program on TENEX");
    rfc508->add_option("--hops", o.settings.path.hops, "lines between the two hosts, 1 to 6: other hosts receive")
        ->type_name("N");
    rfc508->add_option("--loss", o.settings.path.loss, "fraction of the packets lost on each line, as in 0.01")
        ->type_name("FRACTION");
    rfc508->add_option("--traffic", o.settings.path.traffic, "data of others from UCSB to UCLA in bits per second")
        ->type_name("RATE");
    rfc508->add_option("--reaction", o.reaction, "time that both hosts take to react to a message, as in 20ms")
        ->type_name("TIME");
    rfc508->add_option("--stall-interval", o.stallInterval, "mean time between stalls of the busy host; default 60s")
        ->type_name("TIME");
    rfc508->add_option("--stall-length", o.stallLength, "mean length of these stalls; default 1s")->type_name("TIME");
    rfc508->add_option("--seed", o.settings.path.seed, "random seed for losses, traffic and stalls")->type_name("N");
  }
  void addCtss(CtssOptions& o) const {
    addLabOptions(*ctss, o.machine, o.report);
    addMachineTexts(*ctss, o.machine);
    ctss->add_flag("--quick", o.quick, "make uses of 20 interactions in place of 40; takes about a minute");
    ctss->add_flag("--range", o.range,
                   "measure 16 users with other sizes of program and core, on drum and disk: minutes on two CPUs");
    ctss->add_option("--users", o.settings.users, "users at work, with the one who is measured, as in 10,19; 1 to 20")
        ->delimiter(',')
        ->type_name("NUMBERS");
    ctss->add_option("--program", o.settings.program, "desk calculator: CALC, or CALC10 or CALC18 on more pages")
        ->check(CLI::IsMember({"CALC", "CALC10", "CALC18"}));
    ctss->add_option("--think", o.think, "mean time that users think before a line or a program; default 35s")
        ->type_name("TIME");
    ctss->add_option("--seed", o.settings.seed, "random seed for the users")->type_name("N");
  }

  void addRemote(RemoteOptions& o) const {
    addLabOptions(*remote, o.machine, o.report);
    addMemoryAccess(*remote, o.machine);
    remote->add_flag("--quick", o.quick, "one link only: disk, remote memory at three rates, all in core");
    remote->add_option("--size", o.settings.size, "transform 2^N points, 10 to 16")->type_name("N");
    remote->add_flag("--sweep", o.settings.sweep, "transform in passes over all points, not one part after the other");
    RemoteMemoryConfig& link = o.settings.machine.remote;
    remote->add_option("--rate", link.bitsPerSecond, "rate of the link in bits per second")
        ->type_name("RATE")
        ->check(CLI::Range(1000, 1'000'000'000));
    remote->add_option("--latency", o.latency, "time of a message on the link, one way, as in 5us")->type_name("TIME");
    remote
        ->add_option("--protocol", o.protocol,
                     "time of the adapter's and of the host's processor for each message, as in 100us")
        ->type_name("TIME");
    remote->add_flag("--full-duplex", link.fullDuplex, "a wire for each direction of the link");
    remote->add_option("--loss", link.loss, "fraction of the messages lost, as in 0.01")->type_name("FRACTION");
    remote->add_option("--seed", link.seed, "random seed for the loss, and for when the transform begins")
        ->type_name("N");
  }
  void addRfc392(Rfc392Options& o) const {
    addLabOptions(*rfc392, o.machine, o.report);
    rfc392->add_flag("--quick", o.quick, "run a few transfers without other users; takes seconds");
    rfc392->add_flag("--alone", o.alone, "run all transfers without other users");
    rfc392->add_option("--only", o.only, "run only these rows of the report, as in T1S01,T2R04")
        ->delimiter(',')
        ->type_name("NAMES");
    addProgram(*rfc392, o.settings.program);
    addMachineTexts(*rfc392, o.machine);
    rfc392->add_flag(
        "--range", o.range,
        "run the quick transfers on machines and with programs that Utah may have had: about two minutes on two CPUs");
    auto* pageFaults = rfc392->add_flag("--page-faults", o.pageFaults,
                                        "compare page faults of RJS before and after it was restructured, and of two "
                                        "editors, by core, swapping and users");
    rfc392->add_option("--users", o.users, "of --page-faults: users at work, as in 2,12; 1 to 14")
        ->delimiter(',')
        ->type_name("NUMBERS")
        ->needs(pageFaults);
    rfc392->add_option("--repeat", o.repeats, "runs, each with a seed of its own; default 1, of --page-faults 3")
        ->type_name("N");
    rfc392->add_option("--think", o.think, "of --page-faults: mean time that users think; default 5s")
        ->type_name("TIME")
        ->needs(pageFaults);
    rfc392->add_flag("--receiving", o.receiving,
                     "compare hypotheses on what receiving a byte cost in 1972: about a minute on two CPUs");
    rfc392->add_flag(
        "--quoted", o.quoted,
        "measure the costs of BIN and BOUT, and of a message, that the paper quotes, on each of our monitors");
    rfc392->add_flag(
        "--proposals", o.proposals,
        "run the quick transfers with what the paper proposed: bytes of 32 bits, messages, pages; about two "
        "minutes on two CPUs");
    rfc392->add_option("--proposal", o.proposal, "one of them: bytes, messages or pages")
        ->check(CLI::IsMember({"bytes", "messages", "pages"}))
        ->type_name("NAME");
    rfc392->add_flag("--tables", o.tables,
                     "run all transfers on each of our monitors and with each hypothesis on receiving, alone and among "
                     "other users: about an hour on two CPUs; --only takes some of them");
    rfc392->footer("A word after rfc392 also names a report: " + rfc392ReportWords() + ".");
    rfc392->add_flag("--faults", o.settings.faults, "make lines fail and hosts crash during the transfers");
    rfc392->add_option("--seed", o.settings.seed, "random seed for decks, users and faults")->type_name("N");
    // Each of these is a report of its own; what it does not use, or varies itself, is refused.
    const std::array reports = {"--range",     "--page-faults", "--receiving", "--quoted",
                                "--proposals", "--proposal",    "--tables"};
    for (std::size_t n = 0; n < reports.size(); ++n)
      for (std::size_t m = 0; m < n; ++m)
        if (std::string_view{reports[n]} != "--proposal" || std::string_view{reports[m]} != "--proposals")
          rfc392->get_option(reports[n])->excludes(rfc392->get_option(reports[m]));
    refuseWith({"--page-faults", "--receiving", "--quoted"}, {"--only"});
    refuseWith({"--page-faults", "--receiving", "--quoted", "--proposals", "--proposal", "--tables"},
               {"--program", "--shape", "--faults"});
    refuseWith({"--receiving", "--proposals", "--proposal", "--tables"}, {"--monitor"});
    refuseWith({"--tables"}, {"--generation", "--system", "--quick"});
    refuseWith({"--quoted"}, {"--repeat"});
    refuseWith({"--alone"}, {"--quick", "--range", "--page-faults", "--receiving", "--quoted", "--proposals",
                             "--proposal", "--tables"});
  }
  // Refuses any of the first options of rfc392 together with any of the second.
  void refuseWith(std::initializer_list<const char*> some, std::initializer_list<const char*> others) const {
    for (const char* one : some)
      for (const char* other : others) rfc392->get_option(one)->excludes(rfc392->get_option(other));
  }
};

Expected<void> converseAs(const Options& o, const Parser& p, Session& session, const MachineDescription& machine) {
  const std::optional<StartDescription>& start = machine.start;
  if (p.run->parsed()) {
    std::optional<Duration> limit;
    if (!o.runFor.empty()) {
      const auto d = parseDuration(o.runFor);
      if (!d) return fail("--for", d.error().what, d.error().hint);
      limit = *d;
    }
    std::optional<VirtualAddress> haltAt;
    if (!o.haltAt.empty()) {
      const auto at = evaluateAddress(session.debugger(), o.haltAt);
      if (!at) return fail("--halt-at", at.error().what, at.error().hint);
      haltAt = *at;
    }
    return runProgramFile(session, o.tenex.files.front(), limit, haltAt);
  }
  session.debugger().recorder().set({.on = true});
  const SiteCells cells = cellsOf(session.debugger(), SiteCells::of(machine));
  if (p.script->parsed()) return session.performFile(o.scriptFile);
  if (p.boot->parsed() && PackagedSystem::names(o.bootFile)) {
    if (auto up = bootSystem(session, o.commands.empty(), cells); !up) return up;
  } else if (p.boot->parsed() && start) {
    if (auto up = startSystem(session, *start, o.commands.empty(), cells); !up) return up;
  } else if (p.boot->parsed() && session.debugger().devices().console.ptr.tapePresent()) {
    return bootTape(session);
  }
  for (const std::string& c : o.commands) {
    if (auto done = session.performAll(c); !done || session.quitCode()) return done;
  }
  if (!o.commands.empty()) return {};
  const bool booted = p.boot->parsed() && (PackagedSystem::names(o.bootFile) || start);
  return booted ? converse(session) : greet(session);
}

// The user closes the window; one at a terminal has ended the session there already.
void keepPanel(Session& session) {
  if (!standardInputIsTerminal() && !session.quitCode()) session.panel().serveUntilClosed();
}

Expected<int> onMachine(const Options& o, const Parser& p, const MachineDescription& description,
                        const PackagedSystem* packaged, Interruption& interruption) {
  Machine machine{description.machine};
  DeviceSet devices{machine, description.devices};
  equip(description, machine);
  std::unique_ptr<ModelledNetwork> network;
  if (description.network) {
    auto made = ModelledNetwork::make(machine, devices, description);
    if (!made) return tl::unexpected(made.error());
    network = std::move(*made);
  }
  StdioTerminal terminal{interruption};
  Session session{machine, devices, terminal};
  if (network) network->join(session.connections(), session.debugger().recorder());
  session.console().quiet = o.quiet;
  session.letEditorsIn(serveSession);
  session.connections().pacer().set(description.pace);
  if (p.boot->parsed())
    session.console().say("{}: {}, {:o} words of core", o.bootFile, description.name, machine.core().words());
  auto done = mountAll(session, description);
  if (done && description.telnet) done = answerTelnet(session, *description.telnet, packaged != nullptr);
  // Before the trace: its filter may use the program's symbols.
  if (done && packaged != nullptr && !packaged->symbols().empty())
    done = loadMonitorSymbols(session.debugger(), session.console(), packaged->symbols());
  if (done && p.boot->parsed() && description.system && !description.system->symbols.empty())
    done = loadMonitorSymbols(session.debugger(), session.console(), description.system->symbols);
  if (done && p.run->parsed()) done = loadProgramFile(session.debugger(), session.console(), o.tenex.files.front());
  if (done && !o.traceFile.empty()) done = session.probes().beginTrace(o.traceFile, o.traceFilter);
  if (done && !o.recordFile.empty()) done = session.debugger().recordInput(o.recordFile);
  if (done && !o.replayFile.empty())
    if (const auto inputs = session.debugger().replayInput(o.replayFile); !inputs)
      done = tl::unexpected(inputs.error());
  if (done) done = attachOutside(session, description, o.replayFile);
  if (done && o.panel) done = session.panel().open();
  if (done) {
    done = converseAs(o, p, session, description);
    if (done && o.panel && o.commands.empty()) keepPanel(session);
    if (session.console().terminal().gone()) done = {};  // an unfinished command is not an error then
    depart(session, {description.stop, keepsChanges(description)});
  }
  const auto finished = session.finish();
  const bool traced = session.probes().endTrace();
  if (done && !finished) done = finished;
  if (!done) return tl::unexpected(done.error());
  return session.quitCode().value_or(traced ? 0 : kFailed);
}

Expected<int> performNet(const Options& o, Interruption& interruption) {
  StdioTerminal terminal{interruption};
  NetOptions options = o.net;
  options.quiet = o.quiet;
  auto room = NetRoom::make(options, terminal);
  if (!room) return tl::unexpected(room.error());
  auto done = (*room)->boot();
  for (const std::string& c : o.commands)
    if (done && !(*room)->quitCode) done = (*room)->selected().performAll(c);
  if (done && o.commands.empty()) done = converseWithAll(**room);
  if (terminal.gone()) done = {};  // an unfinished command is not an error then
  (*room)->leave();
  const auto finished = (*room)->finish();
  if (done && !finished) done = finished;
  if (!done) return tl::unexpected(done.error());
  return (*room)->quitCode.value_or(0);
}

// Parses ADDRESS=WORD, with the syntax of the prompt.
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

// How an experiment is run: nothing if the command line asks for none.
struct ExperimentRun {
  bool quiet = false;
  bool checkOnly = false;
  Interruption* interruption = nullptr;
};

template <typename O>
O asRun(O options, const ExperimentRun& run) {
  options.report.quiet = options.report.quiet || run.quiet;
  options.report.checkOnly = run.checkOnly;
  options.report.interruption = run.interruption;
  return options;
}

std::optional<Expected<int>> performExperiment(const Options& o, const Parser& p, const ExperimentRun& run) {
  if (p.run->parsed() && o.tenex.on) {
    if (!o.machineFile.empty() || !o.traceFile.empty())
      return fail("run --tenex", "takes neither --machine nor --trace", "--system FILE names another TENEX");
    return tenexProgramCommand(asRun(o.tenex, run));
  }
  if (p.rfc392->parsed()) return rfc392Command(asRun(o.rfc392, run));
  if (p.rfc415->parsed()) return rfc415Command(asRun(o.rfc415, run));
  if (p.rfc508->parsed()) return rfc508Command(asRun(o.rfc508, run));
  if (p.rfc557->parsed()) return rfc557Command(asRun(o.rfc557, run));
  if (p.ctss->parsed()) return ctssCommand(asRun(o.ctss, run));
  if (p.remote->parsed()) return remoteCommand(asRun(o.remote, run));
  if (p.rjsSend->parsed()) return rjsSendCommand(asRun(o.rjs, run));
  if (p.rjsFetch->parsed()) return rjsFetchCommand(asRun(o.rjs, run));
  return std::nullopt;
}

// CLI11's own messages take several lines; this one takes one.
Expected<void> parsed(CLI::App& app, const std::vector<std::string>& arguments) {
  try {
    app.parse(std::vector<std::string>{arguments.rbegin(), arguments.rend()});
    return {};
  } catch (const CLI::ParseError& e) {
    return fail("", e.what());
  }
}

// The subcommands that write reports are experiments.
std::vector<ExperimentCommand> experimentsOf(const CLI::App& app) {
  std::vector<ExperimentCommand> experiments;
  for (const CLI::App* sub : app.get_subcommands({})) {
    if (sub->get_option_no_throw("--format") == nullptr) continue;
    ExperimentCommand& e = experiments.emplace_back(ExperimentCommand{sub->get_name(), {}});
    for (const CLI::Option* option : sub->get_options())
      for (const std::string& name : option->get_lnames())
        e.options.push_back({name, option->get_items_expected_max() == 0});
  }
  return experiments;
}

SweepProgram sweepProgram(const Parser& p) {
  const CheckArguments parse = [](const std::vector<std::string>& arguments) {
    Options options;
    Parser parser{options};
    return parsed(parser.app, arguments);
  };
  const CheckArguments check = [](const std::vector<std::string>& arguments) -> Expected<void> {
    Options options;
    Parser parser{options};
    if (auto ok = parsed(parser.app, arguments); !ok) return ok;
    const auto ready = performExperiment(options, parser, {.quiet = true, .checkOnly = true});
    return ready && !*ready ? tl::unexpected(ready->error()) : Expected<void>{};
  };
  std::error_code ignored;
  return {std::filesystem::read_symlink("/proc/self/exe", ignored), experimentsOf(p.app), parse, check};
}

Expected<int> performSweep(const Options& o, const Parser& p, Interruption& interruption) {
  if (p.merge->parsed()) return sweepMergeCommand(o.merge);
  SweepOptions options = o.sweep;
  options.quiet = options.quiet || o.quiet;
  options.interruption = &interruption;
  return sweepCommand(options, sweepProgram(p));
}

// Sets the calendar as asked for. A pack that is kept does not go back.
Expected<void> setDate(MachineDescription& d, const std::string& asked) {
  const std::string& wanted = asked.empty() ? d.date : asked;
  if (wanted.empty()) return {};
  if (!d.devices.calendar) {
    if (asked.empty()) return {};
    return fail("--date", "the machine has no calendar clock", "add calendar to [clocks] in the machine file");
  }
  std::optional<DayAndSecond> left;
  if (const auto m = std::ranges::find(d.mounts, "dsk0", &Mount::slot); m != d.mounts.end() && keepsChanges(d))
    left = dateOfPack(m->file);
  const auto date = bootDate(wanted, *d.devices.calendar, left, std::time(nullptr));
  if (!date) return tl::unexpected(date.error());
  d.devices.calendar = *date;
  return {};
}

Expected<int> perform(const Options& o, const Parser& p, Interruption& interruption) {
  if (p.sweep->parsed()) return performSweep(o, p, interruption);
  if (auto done = performExperiment(o, p, {o.quiet, false, &interruption})) return *done;
  if (p.net->parsed()) return performNet(o, interruption);
  if (p.dap->parsed()) return dapProgram(o.dap, interruption);
  if (p.reference->parsed()) {
    fmt::print("{}", referencePage(*referencePageOf(o.page)));
    return 0;
  }
  std::optional<MachineDescription> description;
  std::optional<PackagedSystem> packaged;  // outlives the machine, which uses its temporary files
  std::string file = p.boot->parsed() ? o.bootFile : o.machineFile;
  if (p.boot->parsed() && PackagedSystem::names(o.bootFile)) {
    auto found = PackagedSystem::find(o.bootFile);
    if (!found) return tl::unexpected(found.error());
    packaged.emplace(std::move(*found));
    file = o.machineFile.empty() ? packaged->machine().string() : o.machineFile;
  } else if (!o.packFile.empty()) {
    return fail("--pack", "is valid only with tenex72, tenex131 and tenex73", "name the pack in the machine file");
  }
  if (!file.empty()) {
    if (std::error_code ignored; p.boot->parsed() && !packaged && !std::filesystem::exists(file, ignored))
      return fail(file, "is neither a packaged system nor a machine file",
                  "the systems are tenex72, tenex131 and tenex73");
    auto loaded = loadMachineFile(file);
    if (!loaded) return tl::unexpected(loaded.error());
    description = std::move(*loaded);
  }
  if (p.config->parsed()) {
    const ReportForm form = o.json ? ReportForm::Json : o.csv ? ReportForm::Csv : ReportForm::Text;
    const MachineDescription* machine = description ? &*description : nullptr;
    fmt::print("{}", o.explain ? explainConfig(form, machine) : listConfig(form, machine));
    return 0;
  }
  if (p.timing->parsed()) return showTiming(o, std::move(description));
  if (packaged) {
    const auto told = packaged->mount(*description, o.packFile);
    if (!told) return tl::unexpected(told.error());
    if (!o.quiet && !told->empty()) fmt::print("{}\n", *told);
  }
  if (description && p.boot->parsed())
    if (auto set = setDate(*description, o.date); !set) return tl::unexpected(set.error());
  MachineDescription machine = description.value_or(MachineDescription{});
  if (!o.engine.empty()) machine.machine.engine = *findEngine(o.engine);
  return onMachine(o, p, machine, packaged ? &*packaged : nullptr, interruption);
}

// One line, as all messages.
int usage(const CLI::App& app, const CLI::ParseError& e) {
  if (e.get_exit_code() == 0) return app.exit(e);
  fmt::print(stderr, "utah10: {}; utah10 --help lists the options\n", e.what());
  return kWrongUsage;
}

}  // namespace

int utah10Program(int argc, const char* const* argv) {
  Options options;
  Parser parser{options};
  try {
    const auto arguments = withReportOptions({argv, argv + argc});
    std::vector<const char*> pointers;
    for (const std::string& a : arguments) pointers.push_back(a.c_str());
    parser.app.parse(argc, pointers.data());
  } catch (const CLI::ParseError& e) {
    return usage(parser.app, e);
  }
  Interruption interruption;
  const auto code = perform(options, parser, interruption);
  if (code) return *code;
  complain(code.error());
  return kFailed;
}

}  // namespace utah10
