// The remote operator's commands. Transcripts show the syntax of some (docs/sources/netrjs.md 11); for the rest it is
// inferred: a list of words, the job or device first.
#include <algorithm>
#include <array>
#include <charconv>

#include "network/ccn/ccn.hpp"

namespace utah10::ccn {
namespace {

constexpr unsigned kMostCopies = 99;

enum class Device : std::uint8_t { None, Reader, Printer, Punch };

Device deviceNamed(std::string_view word) {
  if (word.ends_with('1')) word.remove_suffix(1);
  if (word == "READER" || word == "RDR") return Device::Reader;
  if (word == "PRINTER" || word == "PRINT" || word == "PRT") return Device::Printer;
  if (word == "PUNCH" || word == "PUN") return Device::Punch;
  return Device::None;
}

bool isOneOf(std::string_view word, std::string_view full, std::string_view shorter) {
  return word == full || word == shorter;
}

std::string wordAt(const Words& words, std::size_t n) { return n < words.size() ? words[n] : std::string(); }

unsigned countAt(const Words& words, std::size_t n) {
  unsigned value = 1;
  const std::string word = wordAt(words, n);
  std::from_chars(word.data(), word.data() + word.size(), value);
  return std::clamp(value, 1u, kMostCopies);
}

OutputChannel* outputChannel(TerminalSession& s, std::string_view word) {
  const Device d = deviceNamed(word);
  if (d == Device::Printer) return &s.printer;
  return d == Device::Punch ? &s.punch : nullptr;
}

}  // namespace

bool Ccn::command(TerminalSession& s, std::string_view text, const Words& words) {
  const std::string& verb = words[0];
  if (verb == "STATUS") return status(s, words), true;
  if (verb == "ALERT") return sayAlert(s), true;
  if (verb == "MSG") return message(s, text), true;
  if (verb == "SET") return set(s, words), true;
  if (verb == "DEFER") return move(s, words, true), true;
  if (verb == "RESET") return move(s, words, false), true;
  if (verb == "ROUTE") return route(s, words), true;
  if (verb == "ABORT") return abortJob(s, words), true;
  if (isOneOf(verb, "BACKSPACE", "BSP")) return backspace(s, words), true;
  if (isOneOf(verb, "CANCEL", "CAN")) return cancel(s, words), true;
  if (isOneOf(verb, "RESTART", "RST")) return restart(s, words), true;
  if (verb == "REPEAT") return repeat(s, words), true;
  if (verb == "EAM") return echo(s, words), true;
  return false;
}

std::vector<CcnOutput*> Ccn::outputsOf(const TerminalSession& s, std::string_view job) {
  std::vector<CcnOutput*> found;
  for (CcnOutput& o : batch.outputs())
    if (o.terminal == s.terminal && o.job == job) found.push_back(&o);
  return found;
}

// STATUS, STATUS JOBS, STATUS SYSTEM, STATUS LINES
void Ccn::status(TerminalSession& s, const Words& words) {
  const std::string what = wordAt(words, 1);
  if (isOneOf(what, "JOBS", "JOB") || what == "J") return statusOfJobs(s);
  if (isOneOf(what, "LINES", "L")) {
    for (const TerminalSession& other : sessions)
      if (!other.terminal.empty()) say(s, CcnText::OnLine, other.terminal, other.line);
    return;
  }
  const bool system = isOneOf(what, "SYSTEM", "SYS");
  std::array<std::size_t, 3> n{};
  for (const CcnJob& j : batch.jobs())
    if (system || j.terminal == s.terminal) ++n[j.phase == CcnPhase::Spooled ? 0 : 1];
  for (const CcnOutput& o : batch.outputs())
    if (system || o.terminal == s.terminal) ++n[2];
  if (system) return say(s, CcnText::SystemSummary, n[0], n[1], n[2]);
  constexpr std::string_view kPhases[] = {"SPL", "XEQ", "PPT"};
  for (std::size_t i = 0; i < n.size(); ++i)
    if (n[i] != 0) say(s, CcnText::Summary, s.terminal, n[i], kPhases[i]);
  if (n == std::array<std::size_t, 3>{}) say(s, CcnText::NoJobs, s.terminal);
}

// The format of RFC 307. inferred: a waiting job is shown with its place in the queue, an output with its priority;
// (D) marks an output in the Deferred queue.
void Ccn::statusOfJobs(TerminalSession& s) {
  std::vector<std::string> lines;
  unsigned place = 0;
  for (const CcnJob& j : batch.jobs()) {
    const bool waits = j.phase == CcnPhase::Spooled;
    if (waits) ++place;
    if (j.terminal != s.terminal) continue;
    lines.push_back(ccnSay(config.generation, CcnText::JobLine, j.card.name, std::string_view(waits ? "SPL(A)" : "XEQ"),
                           waits ? place : 0u));
  }
  for (const CcnOutput& o : batch.outputs())
    if (o.terminal == s.terminal)
      lines.push_back(ccnSay(config.generation, CcnText::JobLine, o.job,
                             std::string_view(o.deferred ? "PPT(D)" : "PPT"), o.priority));
  if (lines.empty()) return say(s, CcnText::NoJobs, s.terminal);
  say(s, CcnText::JobList, s.terminal);
  for (const std::string& text : lines) print(s, text);
}

// MSG text goes to the central operator, MSG terminal,text to that terminal.
void Ccn::message(TerminalSession& s, std::string_view text) {
  const std::size_t verb = std::min(text.find_first_of(" ,", text.find_first_not_of(' ')), text.size());
  text.remove_prefix(verb);
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  const std::size_t comma = text.find(',');
  const Words first = ccnWords(text.substr(0, std::min(comma, text.size())));
  if (comma != std::string_view::npos && first.size() == 1 && terminalNamed(first[0]) != nullptr) {
    text.remove_prefix(comma + 1);
    if (!tell(s.terminal, first[0], text)) return say(s, CcnText::NotFound, first[0]);
    return say(s, CcnText::MessageSent, first[0]);
  }
  note(fmt::format("message from {}: {}", s.terminal, text));
  say(s, CcnText::MessageSent, std::string_view("CCN"));
}

// SET PRINT=terminal, SET PUNCH=terminal, SET DEFER=YES or NO
void Ccn::set(TerminalSession& s, const Words& words) {
  TerminalSettings& mine = settingsOf(s.terminal);
  if (words.size() < 2) return say(s, CcnText::Invalid, words[0]);
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::size_t equals = std::min(words[i].find('='), words[i].size());
    const std::string key = words[i].substr(0, equals);
    const std::string value = words[i].substr(std::min(equals + 1, words[i].size()));
    const Device d = deviceNamed(key);
    if (key == "DEFER" && (value == "YES" || value == "NO")) {
      mine.deferred = value == "YES";
      say(s, CcnText::SetDefer, value);
    } else if ((d == Device::Printer || d == Device::Punch) && terminalNamed(value) != nullptr) {
      (d == Device::Printer ? mine.printTo : mine.punchTo) = value == s.terminal ? "" : value;
      say(s, CcnText::Reroute, std::string_view(d == Device::Printer ? "PRINT" : "PUNCH"), value);
    } else {
      say(s, CcnText::Invalid, words[i]);
    }
  }
}

// DEFER job, RESET job; RESET alone releases all outputs of this terminal.
void Ccn::move(TerminalSession& s, const Words& words, bool deferred) {
  const std::string job = wordAt(words, 1);
  bool found = false;
  for (CcnOutput& o : batch.outputs()) {
    if (o.terminal != s.terminal || (!job.empty() && o.job != job)) continue;
    o.deferred = deferred;
    found = true;
  }
  for (CcnJob& j : batch.jobs()) {
    if (j.terminal != s.terminal || (!job.empty() && j.card.name != job)) continue;
    j.deferred = deferred;
    found = true;
  }
  if (!found) return say(s, CcnText::NotFound, job);
  say(s, CcnText::JobMoved, std::string_view(job.empty() ? "ALL" : job),
      std::string_view(deferred ? "DEFERRED" : "ACTIVE"));
  sendNext(s, s.printer);
  sendNext(s, s.punch);
}

// ROUTE job,terminal[,PRINT or PUNCH]
void Ccn::route(TerminalSession& s, const Words& words) {
  const std::string job = wordAt(words, 1);
  const std::string to = wordAt(words, 2);
  const Device only = deviceNamed(wordAt(words, 3));
  if (terminalNamed(to) == nullptr) return say(s, CcnText::NotFound, to);
  bool found = false;
  for (CcnJob& j : batch.jobs()) {
    if (j.terminal != s.terminal || j.card.name != job) continue;
    if (only != Device::Punch) j.printTo = to;
    if (only != Device::Printer) j.punchTo = to;
    found = true;
  }
  for (CcnOutput* o : outputsOf(s, job)) {
    const bool print = o->paper == CcnPaper::Print;
    if (s.channel(o->paper).output == o->number) continue;  // being sent
    if (only == (print ? Device::Punch : Device::Printer)) continue;
    o->terminal = to;
    o->position = 0;
    found = true;
  }
  if (!found) return say(s, CcnText::NotFound, job);
  say(s, CcnText::JobRouted, job, to);
  if (TerminalSession* other = signedOn(to)) {
    sendNext(*other, other->printer);
    sendNext(*other, other->punch);
  }
}

// ABORT job: a waiting or executing job of this terminal.
void Ccn::abortJob(TerminalSession& s, const Words& words) {
  const std::string job = wordAt(words, 1);
  const auto mine = [&](const CcnJob& j) { return j.terminal == s.terminal && j.card.name == job; };
  if (std::ranges::none_of(batch.jobs(), mine)) return say(s, CcnText::NotFound, job);
  batch.cancel(job);
  say(s, CcnText::JobAborted, job);
}

// BSP device: back up one page in the output being sent.
void Ccn::backspace(TerminalSession& s, const Words& words) {
  OutputChannel* c = outputChannel(s, wordAt(words, 1));
  const CcnOutput* output = c == nullptr ? nullptr : batch.output(c->output);
  if (output == nullptr) return say(s, CcnText::NotFound, wordAt(words, 1));
  c->next = backUp(*output, c->next);
  say(s, CcnText::DeviceDone, nameOf(c->paper), std::string_view("BACKSPACED"));
}

// CAN device: the rest of the data set; for the reader, the job being read. CAN job: the waiting output of the job.
void Ccn::cancel(TerminalSession& s, const Words& words) {
  const std::string what = wordAt(words, 1);
  if (deviceNamed(what) == Device::Reader && s.reader.spooling) {
    s.reader.ignoring = true;
    return say(s, CcnText::OutputCancelled, s.reader.job.card.name);
  }
  OutputChannel* c = outputChannel(s, what);
  if (c != nullptr) {
    CcnOutput* output = batch.output(c->output);
    if (output == nullptr) return say(s, CcnText::NotFound, what);
    c->next = output->records.size();
    output->copies = 1;
    return say(s, CcnText::OutputCancelled, output->job);
  }
  bool found = false;
  for (const CcnOutput* o : outputsOf(s, what)) found |= s.channel(o->paper).output != o->number;
  if (!found) return say(s, CcnText::NotFound, what);
  const auto waits = [&](const CcnOutput& o) {
    return o.terminal == s.terminal && o.job == what && s.channel(o.paper).output != o.number;
  };
  std::erase_if(batch.outputs(), waits);
  say(s, CcnText::OutputCancelled, what);
}

// RESTART device, RESTART job[,JOB]: from the start. A job has one data set per device, so JOB changes nothing.
void Ccn::restart(TerminalSession& s, const Words& words) {
  const std::string what = wordAt(words, 1);
  if (OutputChannel* c = outputChannel(s, what)) {
    if (batch.output(c->output) != nullptr) c->next = 0;
    for (CcnOutput& o : batch.outputs())
      if (o.terminal == s.terminal && o.paper == c->paper && o.number != c->output) o.position = 0;
    return say(s, CcnText::DeviceDone, nameOf(c->paper), std::string_view("RESTARTED"));
  }
  const auto found = outputsOf(s, what);
  if (found.empty()) return say(s, CcnText::NotFound, what);
  for (CcnOutput* o : found) {
    OutputChannel& c = s.channel(o->paper);
    if (c.output == o->number) c.next = 0;
    o->position = 0;
  }
  say(s, CcnText::DeviceDone, what, std::string_view("RESTARTED"));
}

// REPEAT device[,n], REPEAT job[,n]: n more copies.
void Ccn::repeat(TerminalSession& s, const Words& words) {
  const std::string what = wordAt(words, 1);
  std::vector<CcnOutput*> outputs = outputsOf(s, what);
  if (const OutputChannel* c = outputChannel(s, what))
    if (CcnOutput* output = batch.output(c->output)) outputs = {output};
  if (outputs.empty()) return say(s, CcnText::NotFound, what);
  for (CcnOutput* o : outputs) o->copies = std::min(o->copies + countAt(words, 2), kMostCopies);
  say(s, CcnText::Copies, what, outputs.front()->copies);
}

// EAM PRINTER, EAM PUNCH, both, EAM OFF
void Ccn::echo(TerminalSession& s, const Words& words) {
  s.echoPrint = s.echoPunch = false;
  for (const std::string& word : words) {
    s.echoPrint |= deviceNamed(word) == Device::Printer;
    s.echoPunch |= deviceNamed(word) == Device::Punch;
  }
  const std::string_view now = s.echoPrint   ? (s.echoPunch ? "PRINTER,PUNCH" : "PRINTER")
                               : s.echoPunch ? "PUNCH"
                                             : "OFF";
  say(s, CcnText::Echo, now);
}

}  // namespace utah10::ccn
