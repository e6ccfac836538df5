// The program `trace10`: reads the trace files that utah10 writes. Here are options and host files; the work is in
// src/trace, as consumers of the records.
//
// Exit codes: 0 done (diff: no difference), 1 failed (diff: different), 2 wrong usage (diff: or failed).
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

// The file of a command. One that was cut short is told of: it is read as far as it goes.
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

// Writes what an export has made, and says so.
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

// The label at or before an address, to split time by.
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

// Plays a file into two probes, the first of which must know each record first.
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
    if (call == nullptr) return fail(name, "is no monitor call", "BIN, PMAP");
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
  trace.finish();
  return flushed(good);
}

using Command = int (*)(const Options&);

CLI::App* add(CLI::App& to, Options& o, const char* name, const char* brief) {
  CLI::App* command = to.add_subcommand(name, brief);
  command->add_option("file", o.file, "the trace")->required()->type_name("FILE");
  command->add_option("--filter", o.choice.filter, "only these records, as for utah10 --trace-filter")
      ->type_name("EXPR");
  command
      ->add_option("--symbols", o.choice.symbols,
                   "names of addresses: a debug file, an image with symbols or a list; user:FILE for user space")
      ->type_name("FILE")
      ->allow_extra_args(false);
  const auto time = [](const std::string& text) {
    return parseDuration(text) ? "" : text + " is no time: 1.5s, 20ms, 300us";
  };
  command->add_option("--from", o.from, "from this virtual time on: 1.5s")->type_name("T")->check(time);
  command->add_option("--to", o.to, "up to this virtual time")->type_name("T")->check(time);
  return command;
}

void addForms(CLI::App& command, Options& o) {
  auto* csv = command.add_flag("--csv", o.csv, "as CSV");
  command.add_flag("--json", o.json, "as JSON")->excludes(csv);
}

void addOutput(CLI::App& command, Options& o) {
  command.add_option("-o,--output", o.output, "the file to write, whole or not at all")->required()->type_name("FILE");
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

Exit codes: 0 done, 1 failed (diff: different), 2 wrong usage (diff: or failed).)";

void addSums(CLI::App& app, Options& o, const std::function<void(CLI::App*, Command)>& offer) {
  CLI::App* command = add(app, o, "profile", "where the time went, by routine");
  command->add_option("--by", o.by, "rows")->check(CLI::IsMember({"routine", "label", "line", "process"}));
  command->add_option("--calls", o.calls, "who calls this routine, and whom it calls")->type_name("NAME");
  command->add_option("--most", o.most, "so many rows")->type_name("N");
  command->add_flag("--processes", o.processes, "rows for each process");
  addForms(*command, o);
  offer(command, profile);
  command = add(app, o, "counters", "counts and times that sum to the time elapsed");
  command->add_option("--of", o.only, "only this")
      ->check(CLI::IsMember({"instruction", "cycle", "pager", "fault", "interrupt", "jsys", "io"}));
  command->add_option("--by", o.names, "split by these")
      ->delimiter(',')
      ->check(CLI::IsMember({"mode", "process", "level", "symbol"}))
      ->allow_extra_args(false);
  addForms(*command, o);
  offer(command, counters);
  command = add(app, o, "jsys", "monitor calls with arguments, results and time, as strace shows them");
  command->add_option("--calls", o.names, "only these: BIN,PMAP")->delimiter(',')->allow_extra_args(false);
  command->add_flag("--except", o.jsys.except, "all but those");
  command->add_flag("--monitor", o.jsys.monitor, "calls of the monitor itself, too");
  command->add_flag("--summary", o.sums, "calls by name: number, errors, time");
  addForms(*command, o);
  offer(command, jsys);
}

void addExports(CLI::App& app, Options& o, const std::function<void(CLI::App*, Command)>& offer) {
  CLI::App* exports = app.add_subcommand("export", "a trace for other programs");
  exports->require_subcommand(1);
  const auto one = [&](const char* name, const char* brief, Command run) {
    CLI::App* command = add(*exports, o, name, brief);
    addOutput(*command, o);
    offer(command, run);
    return command;
  };
  one("perfetto", "a timeline: processes, PI levels, pager, drum, network, devices", exportPerfetto);
  one("pcap", "messages between hosts and IMPs, for Wireshark", exportPcap);
  for (CLI::App* command : {one("callgrind", "a profile for KCachegrind", exportProfile<callgrindText>),
                            one("folded", "a profile for flame graphs", exportProfile<foldedText>)})
    command->add_flag("--processes", o.processes, "processes apart");
}

// All commands; the one that is asked for is in `chosen` after parsing.
void declare(CLI::App& app, Options& o, Command& chosen) {
  const auto offer = [&](CLI::App* command, Command run) { command->callback([&chosen, run] { chosen = run; }); };
  CLI::App* command = add(app, o, "print", "records as lines, in columns");
  command->add_option("--columns", o.columns, "time,pc,insn: columns in this order")->type_name("LIST");
  addForms(*command, o);
  command->footer("Columns:\n" + columnHelp());
  offer(command, print);
  command = add(app, o, "filter", "a smaller trace");
  addOutput(*command, o);
  offer(command, filter);
  command = add(app, o, "summary", "what is in a trace, in numbers");
  addForms(*command, o);
  offer(command, summary);
  command = add(app, o, "diff", "two traces side by side, to the first difference");
  command->add_option("second", o.second, "the other trace")->required()->type_name("FILE");
  command->add_flag("--ignore-times", o.diff.ignoreTimes, "what happened, not when and how long");
  command->add_option("--before", o.diff.before, "common records to show")->type_name("N")->capture_default_str();
  offer(command, diff);
  addSums(app, o, offer);
  addExports(app, o, offer);
}

// The times, which have been checked.
void takeTimes(Options& o) {
  if (!o.from.empty()) o.choice.from = kPowerOn + *parseDuration(o.from);
  if (!o.to.empty()) o.choice.to = kPowerOn + *parseDuration(o.to);
}

}  // namespace

int main(int argc, char** argv) {
  Options o;
  Command chosen = nullptr;
  CLI::App app{"trace10: prints, filters, compares and exports the traces that utah10 writes"};
  app.footer(kFooter);
  app.set_version_flag("--version", versionOf("trace10"));
  app.require_subcommand(1);
  declare(app, o, chosen);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e);
    fmt::print(stderr, "trace10: {}; trace10 --help shows how\n", e.what());
    return kWrongUsage;
  }
  takeTimes(o);
  return chosen(o);
}
