// The program `trace10`: reads the trace files that utah10 writes. Here are options and host files; the work is in
// src/trace, as consumers of the records.
//
// Exit codes: 0 done (diff: no difference), 1 failed (diff: different), 2 wrong usage (diff: or failed).
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <functional>
#include <string>

#include "utah10/toolchain/output_file.hpp"
#include "utah10/trace/message_capture.hpp"
#include "utah10/trace/record_printer.hpp"
#include "utah10/trace/timeline.hpp"
#include "utah10/trace/trace_diff.hpp"
#include "utah10/trace/trace_input.hpp"
#include "utah10/trace/trace_summary.hpp"
#include "utah10/word/text.hpp"

namespace {

using namespace utah10;

constexpr int kDone = 0, kFailed = 1, kWrongUsage = 2;

struct Options {
  std::string file, second, output, columns, from, to;
  TraceChoice choice;
  bool csv = false, json = false;
  DiffOptions diff;

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

using Command = int (*)(const Options&);

CLI::App* add(CLI::App& to, Options& o, const char* name, const char* brief) {
  CLI::App* command = to.add_subcommand(name, brief);
  command->add_option("file", o.file, "the trace")->required()->type_name("FILE");
  command->add_option("--filter", o.choice.filter, "only these records, as for utah10 --trace-filter")
      ->type_name("EXPR");
  command
      ->add_option("--symbols", o.choice.symbols,
                   "names of addresses: an image with symbols or a list; user:FILE for user space")
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
  trace10 export perfetto run.trace -o run.perfetto

Exit codes: 0 done, 1 failed (diff: different), 2 wrong usage (diff: or failed).)";

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
  CLI::App* exports = app.add_subcommand("export", "a trace for other programs");
  exports->require_subcommand(1);
  command = add(*exports, o, "perfetto", "a timeline: processes, PI levels, pager, drum, network, devices");
  addOutput(*command, o);
  offer(command, exportPerfetto);
  command = add(*exports, o, "pcap", "messages between hosts and IMPs, for Wireshark");
  addOutput(*command, o);
  offer(command, exportPcap);
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
  app.set_version_flag("--version", "trace10 " UTAH10_VERSION);
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
