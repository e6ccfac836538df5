// The program `trace10`: reads the trace files that utah10 writes. This file handles the command line and the host
// files; the consumers of the records are in src/trace.
//
// Exit codes: 0 success (diff: no difference), 1 failure (diff: different), 2 usage error (diff: or failure).
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <string>

#include "toolchain/output_file.hpp"
#include "trace/jsys_names.hpp"
#include "trace/jsys_summary.hpp"
#include "trace/jsys_trace.hpp"
#include "trace/ledger_report.hpp"
#include "trace/message_capture.hpp"
#include "trace/profile_export.hpp"
#include "trace/record_printer.hpp"
#include "trace/timeline.hpp"
#include "trace/trace_diff.hpp"
#include "trace/trace_input.hpp"
#include "trace/trace_summary.hpp"
#include "utah10/word/text.hpp"
#include "word/version.hpp"

namespace {

using namespace utah10;

constexpr int kDone = 0, kFailed = 1, kWrongUsage = 2;

struct Options {
  std::string file, second, output, columns, from, to;
  TraceChoice choice;
  bool csv = false, json = false;
  DiffOptions diff;
  std::string by, only, calls;
  std::vector<std::string> names;
  std::size_t most = 0;
  bool processes = false, sums = false;
  JsysTraceOptions jsys;

  ReportForm form() const { return csv ? ReportForm::Csv : json ? ReportForm::Json : ReportForm::Text; }
};

void say(const Error& e) { fmt::print(stderr, "trace10: {}\n", e.text()); }

int complain(const Error& e, int code = kFailed) {
  say(e);
  return code;
}

// Opens the trace of a command. A truncated trace is read as far as it goes, with a warning.
Expected<std::unique_ptr<TraceInput>> openInput(const std::string& file, const TraceChoice& choice) {
  auto input = TraceInput::open(file, choice);
  if (input && (*input)->reader().cutShort())
    fmt::print(stderr, "trace10: {}: {}\n", file, (*input)->reader().ending());
  return input;
}

int flushed(bool good) {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    return complain({"standard output", "cannot be written", "is its disk full?"});
  return good ? kDone : kFailed;
}

void toStandardOutput(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

int print(const Options& o) {
  const auto input = openInput(o.file, o.choice);
  if (!input) return complain(input.error());
  auto columns = Expected<std::vector<std::size_t>>{usualColumns(o.form(), !o.choice.symbols.empty())};
  if (!o.columns.empty()) columns = parseColumns(o.columns);
  if (!columns) return complain(columns.error(), kWrongUsage);
  RecordPrinter printer{(*input)->names(), *columns, o.form(), toStandardOutput};
  return flushed((*input)->play(printer, say));
}

int filter(const Options& o) {
  const auto input = openInput(o.file, o.choice);
  if (!input) return complain(input.error());
  bool good = true;
  const auto written = filterTrace(**input, o.choice, o.output, [&](const Error& e) {
    say(e);
    good = false;
  });
  if (!written) return complain(written.error());
  fmt::print("{}: {}. of {}. records\n", o.output, *written, (*input)->reader().records());
  return flushed(good);
}

int summary(const Options& o) {
  const auto input = openInput(o.file, o.choice);
  if (!input) return complain(input.error());
  TraceSummary sums{(*input)->names()};
  const bool good = (*input)->play(sums, say);
  toStandardOutput(sums.report(o.form(), (*input)->reader().ending()));
  return flushed(good);
}

RecordSource sourceOf(TraceInput& input) {
  return [&input](Probe& to) { return input.nextWanted(to); };
}

int diff(const Options& o) {
  const auto first = openInput(o.file, o.choice);
  if (!first) return complain(first.error(), kWrongUsage);
  const auto second = openInput(o.second, o.choice);
  if (!second) return complain(second.error(), kWrongUsage);
  const auto found = compareTraces(sourceOf(**first), sourceOf(**second), o.diff);
  if (!found) return complain(found.error(), kWrongUsage);
  toStandardOutput(differenceText(*found, {o.file, o.second, (*first)->names(), (*second)->names()}));
  if (const int code = flushed(true); code != kDone) return kWrongUsage;
  return found->any() ? kFailed : kDone;
}

// Writes the output of an export and prints a line about it.
int finish(const Options& o, bool good, std::span<const std::byte> bytes, std::string_view what) {
  if (const auto written = writeFileWhole(o.output, bytes); !written) return complain(written.error());
  fmt::print("{}: {}, {}. bytes\n", o.output, what, bytes.size());
  return flushed(good);
}

int exportPerfetto(const Options& o) {
  const auto input = openInput(o.file, o.choice);
  if (!input) return complain(input.error());
  Timeline timeline{(*input)->names()};
  const bool good = (*input)->play(timeline, say);
  const std::string bytes = timeline.file();
  return finish(o, good, std::as_bytes(std::span{bytes}), "a timeline for ui.perfetto.dev");
}

int exportPcap(const Options& o) {
  const auto input = openInput(o.file, o.choice);
  if (!input) return complain(input.error());
  MessageCapture capture;
  const bool good = (*input)->play(capture, say);
  const auto bytes = capture.file();
  if (!bytes) return complain(bytes.error());
  return finish(o, good, *bytes, fmt::format("{}. messages for Wireshark with tools/utah10.lua", capture.messages()));
}

ProfileNames profileNames(const TraceInput& input) {
  ProfileNames names;
  names.symbols = &input.symbols();
  names.jsys = jsysName;
  return names;
}

template <std::string (*Text)(const Profile&, const ProfileNames&, bool)>
int exportProfile(const Options& o) {
  const auto input = openInput(o.file, o.choice);
  if (!input) return complain(input.error());
  Profile profile;
  const bool good = (*input)->play(profile.probe(), say);
  const std::string text = Text(profile, profileNames(**input), o.processes);
  return finish(o, good, std::as_bytes(std::span{text}), fmt::format("{} in all", formatDuration(profile.elapsed())));
}

int profile(const Options& o) {
  const auto input = openInput(o.file, o.choice);
  if (!input) return complain(input.error());
  Profile profile;
  const bool good = (*input)->play(profile.probe(), say);
  const ProfileNames names = profileNames(**input);
  if (!o.calls.empty()) {
    const auto calls = profileCalls(profile, names, o.calls);
    toStandardOutput(o.csv ? profileCallsCsv(calls) : o.json ? profileCallsJson(calls) : profileCallsText(calls));
    return flushed(good);
  }
  const std::map<std::string, ProfileView::By> kinds = {{"routine", ProfileView::By::Routine},
                                                        {"label", ProfileView::By::Label},
                                                        {"line", ProfileView::By::Line},
                                                        {"process", ProfileView::By::Process}};
  const ProfileView view{.by = kinds.at(o.by.empty() ? "routine" : o.by), .processes = o.processes, .most = o.most};
  toStandardOutput(o.csv    ? profileCsv(profile, names, view)
                   : o.json ? profileJson(profile, names, view)
                            : profileText(profile, names, view));
  return flushed(good);
}

// The label at or before an address, for the split by symbol.
LabelFinder labelsOf(const TraceInput& input) {
  return [&symbols = input.symbols()](bool user, VirtualAddress pc) -> std::optional<LedgerLabel> {
    const auto near = symbols.of(user).nearest(pc);
    if (!near) return std::nullopt;
    return LedgerLabel{std::string{near->name}, user, near->address};
  };
}

LedgerSplit splitOf(const std::vector<std::string>& names) {
  const auto has = [&](std::string_view name) { return std::ranges::find(names, name) != names.end(); };
  return {.mode = has("mode"), .process = has("process"), .level = has("level"), .symbol = has("symbol")};
}

int counters(const Options& o) {
  const auto input = openInput(o.file, o.choice);
  if (!input) return complain(input.error());
  Ledger ledger{splitOf(o.names), labelsOf(**input)};
  const bool good = (*input)->play(ledger, say);
  const LedgerNames names{.device = [&](DeviceCode d) { return (*input)->names().device(d); }, .jsys = jsysName};
  const auto only = findDimension(o.only);
  std::string text;
  for (std::size_t n = 0; n < kLedgerDimensions; ++n) {
    const auto dimension = static_cast<LedgerDimension>(n);
    if (only.value_or(dimension) != dimension) continue;
    const LedgerReport report = ledgerReport(ledger, dimension, names);
    if (!text.empty()) text += o.json ? ",\n" : "\n\n";
    text += o.csv ? ledgerCsv(report) : o.json ? ledgerJson(report) : ledgerText(report);
  }
  toStandardOutput((o.json && !only ? "[" + text + "]" : text) + "\n");
  return flushed(good);
}

// Plays each record into `first`, then into `second`, which depends on it.
class Both final : public ViewProbe {
 public:
  Both(Probe& first, Probe& second) : first_(first), second_(second) {}
  void record(const RecordView& view) override {
    tell(view, first_);
    tell(view, second_);
  }

 private:
  Probe& first_;
  Probe& second_;
};

Expected<JsysTraceOptions> jsysOptions(const Options& o) {
  JsysTraceOptions options = o.jsys;
  options.form = o.csv    ? JsysTraceOptions::Form::Csv
                 : o.json ? JsysTraceOptions::Form::Json
                          : JsysTraceOptions::Form::Text;
  for (const std::string& name : o.names) {
    const JsysCall* call = jsysCall(name);
    if (call == nullptr) return fail(name, "is not a monitor call", "BIN and PMAP are");
    options.calls.insert(call->number);
  }
  return options;
}

int jsys(const Options& o) {
  const auto options = jsysOptions(o);
  if (!options) return complain(options.error(), kWrongUsage);
  const auto input = openInput(o.file, o.choice);
  if (!input) return complain(input.error());
  if (o.sums) {
    JsysSummary summary;
    summary.followMonitor(o.jsys.monitor);
    const bool good = (*input)->play(summary, say);
    summary.finish();
    toStandardOutput(o.csv ? summary.csv() : o.json ? summary.json() : summary.text());
    return flushed(good);
  }
  SeenMemory memory;
  JsysTrace trace{[](const std::string& line) { toStandardOutput(line + "\n"); }, memory.peeker(), *options};
  if (o.csv) toStandardOutput(std::string{jsysCsvHead()} + "\n");
  Both both{memory, trace};
  const bool good = (*input)->play(both, say);
  trace.settle();
  trace.finish();
  return flushed(good);
}

using Command = int (*)(const Options&);

CLI::App* add(CLI::App& to, Options& o, const char* name, const char* brief) {
  CLI::App* command = to.add_subcommand(name, brief);
  command->add_option("file", o.file, "trace file")->required()->type_name("FILE");
  command->add_option("--filter", o.choice.filter, "select records, with an expression as for utah10 --trace-filter")
      ->type_name("EXPR");
  command
      ->add_option("--symbols", o.choice.symbols,
                   "symbols: a debug file, an image with a symbol table, or a symbol list; user:FILE for user space")
      ->type_name("FILE")
      ->allow_extra_args(false);
  const auto time = [](const std::string& text) {
    return parseDuration(text) ? "" : text + " is not a time; 1.5s, 20ms and 300us are";
  };
  command->add_option("--from", o.from, "start at this virtual time: 1.5s, 20ms, 300us")->type_name("T")->check(time);
  command->add_option("--to", o.to, "stop at this virtual time")->type_name("T")->check(time);
  return command;
}

void addForms(CLI::App& command, Options& o) {
  auto* csv = command.add_flag("--csv", o.csv, "print CSV");
  command.add_flag("--json", o.json, "print JSON")->excludes(csv);
}

void addOutput(CLI::App& command, Options& o) {
  command.add_option("-o,--output", o.output, "output file, replaced only on success")->required()->type_name("FILE");
}

const char* const kFooter = R"(Examples:
  utah10 --trace run.trace -c "load pi.sav; start"
  trace10 summary run.trace
  trace10 print run.trace --symbols pi.sav --filter "io | interrupt" | less
  trace10 print run.trace --columns time,pc,insn,ac1,ac2 --from 1ms --to 2ms
  trace10 filter run.trace -o user.trace --filter user
  trace10 diff before.trace after.trace --ignore-times
  trace10 profile run.trace --symbols pi.sav --most 20
  trace10 jsys run.trace --summary
  trace10 export perfetto run.trace -o run.perfetto

Exit codes: 0 success (diff: no difference), 1 failure (diff: different), 2 usage error (diff: or failure).)";

void addSums(CLI::App& app, Options& o, const std::function<void(CLI::App*, Command)>& offer) {
  CLI::App* command = add(app, o, "profile", "show where the time went, by routine");
  command->add_option("--by", o.by, "one row per routine (default), label, line or process")
      ->type_name("ROW")
      ->check(CLI::IsMember({"routine", "label", "line", "process"}));
  command->add_option("--calls", o.calls, "show the callers and callees of routine NAME")->type_name("NAME");
  command->add_option("--most", o.most, "print at most N rows")->type_name("N");
  command->add_flag("--processes", o.processes, "separate rows for each process");
  addForms(*command, o);
  offer(command, profile);
  command = add(app, o, "counters", "count events and account for all elapsed time");
  command->add_option("--of", o.only, "print only this table")
      ->type_name("TABLE")
      ->check(CLI::IsMember({"instruction", "cycle", "pager", "fault", "interrupt", "jsys", "io"}));
  command->add_option("--by", o.names, "split each row by these, separated by commas")
      ->type_name("KEYS")
      ->delimiter(',')
      ->check(CLI::IsMember({"mode", "process", "level", "symbol"}))
      ->allow_extra_args(false);
  addForms(*command, o);
  offer(command, counters);
  command = add(app, o, "jsys", "print monitor calls with arguments, results and times, like strace");
  command->add_option("--calls", o.names, "print only these calls: BIN,PMAP")
      ->type_name("NAMES")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_flag("--except", o.jsys.except, "print all calls but those of --calls");
  command->add_flag("--monitor", o.jsys.monitor, "include calls made by the monitor itself");
  command->add_flag("--summary", o.sums, "print a table by call: count, errors, time");
  addForms(*command, o);
  offer(command, jsys);
}

void addExports(CLI::App& app, Options& o, const std::function<void(CLI::App*, Command)>& offer) {
  CLI::App* exports = app.add_subcommand("export", "convert a trace for other programs");
  exports->require_subcommand(1);
  const auto one = [&](const char* name, const char* brief, Command run) {
    CLI::App* command = add(*exports, o, name, brief);
    addOutput(*command, o);
    offer(command, run);
    return command;
  };
  one("perfetto", "timeline for ui.perfetto.dev: processes, PI levels, pager, drum, network, devices", exportPerfetto);
  one("pcap", "packet capture for Wireshark: messages between hosts and IMPs", exportPcap);
  for (CLI::App* command : {one("callgrind", "profile for KCachegrind", exportProfile<callgrindText>),
                            one("folded", "folded stacks for flame graphs", exportProfile<foldedText>)})
    command->add_flag("--processes", o.processes, "separate the processes");
}

// Declares all commands. Parsing sets `chosen` to the one on the command line.
void declare(CLI::App& app, Options& o, Command& chosen) {
  const auto offer = [&](CLI::App* command, Command run) { command->callback([&chosen, run] { chosen = run; }); };
  CLI::App* command = add(app, o, "print", "print records, one per line");
  command->add_option("--columns", o.columns, "columns, separated by commas: time,pc,insn")->type_name("LIST");
  addForms(*command, o);
  command->footer("Columns:\n" + columnHelp());
  offer(command, print);
  command = add(app, o, "filter", "write the selected records to a smaller trace");
  addOutput(*command, o);
  offer(command, filter);
  command = add(app, o, "summary", "print totals: records, instructions, devices, page faults");
  addForms(*command, o);
  offer(command, summary);
  command = add(app, o, "diff", "show the first difference between two traces");
  command->add_option("second", o.second, "trace to compare with")->required()->type_name("FILE");
  command->add_flag("--ignore-times", o.diff.ignoreTimes, "compare without times and durations");
  command->add_option("--before", o.diff.before, "number of common records to print before the difference")
      ->type_name("N")
      ->capture_default_str();
  offer(command, diff);
  addSums(app, o, offer);
  addExports(app, o, offer);
}

// Converts --from and --to, which the parser has validated.
void takeTimes(Options& o) {
  if (!o.from.empty()) o.choice.from = kPowerOn + *parseDuration(o.from);
  if (!o.to.empty()) o.choice.to = kPowerOn + *parseDuration(o.to);
}

}  // namespace

int main(int argc, char** argv) {
  Options o;
  Command chosen = nullptr;
  CLI::App app{"trace10: print, filter, compare and export the traces that utah10 writes"};
  app.footer(kFooter);
  app.set_version_flag("--version", versionOf("trace10"));
  app.require_subcommand(1);
  declare(app, o, chosen);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e);
    fmt::print(stderr, "trace10: {}; see trace10 --help\n", e.what());
    return kWrongUsage;
  }
  takeTimes(o);
  return chosen(o);
}
