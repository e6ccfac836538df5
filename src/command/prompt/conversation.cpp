#include "command/prompt/conversation.hpp"

#include <unistd.h>

#include <array>
#include <string>

#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/console/terminal.hpp"
#include "command/console/transcript.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/load.hpp"
#include "command/debug/run_request.hpp"
#include "command/debug/running.hpp"
#include "command/host/stdio_terminal.hpp"
#include "command/net/connections.hpp"
#include "command/panel/panel.hpp"
#include "command/prompt/greeting.hpp"
#include "command/prompt/host_number.hpp"
#include "command/prompt/line_editor.hpp"
#include "command/terminals/expect.hpp"

namespace utah10 {

namespace {

constexpr DeviceCode kPaperTapeReader = DeviceCode::written(0104);

// Waits for something typed; callers hear meanwhile that the machine is stopped, and the panel is served.
Terminal::Wake awaitKey(Session& session) {
  const auto woken = session.console().terminal().awaitKey([&session] {
    session.connections().serveStopped();
    Panel& panel = (session.room() != nullptr ? session.room()->selected() : session).panel();
    if (panel.serveStopped()) return Terminal::Idle::Printed;
    return panel.isOpen() ? Terminal::Idle::Soon : Terminal::Idle::Rest;
  });
  session.noticeGone();
  return woken;
}

// Lines of a file or pipe, which a signal may keep from coming.
class PipedLines {
 public:
  explicit PipedLines(Session& session) : session_(session) {}

  std::optional<std::string> next() {
    std::size_t end = text_.find('\n');
    while (end == std::string::npos && more()) end = text_.find('\n');
    if (text_.empty() || session_.quitCode()) return std::nullopt;
    std::string line = text_.substr(0, end);
    text_.erase(0, end == std::string::npos ? end : end + 1);
    return line;
  }

 private:
  bool more() {
    constexpr std::size_t kChunk = 4096;
    Terminal::Wake woken;
    do {
      woken = awaitKey(session_);
    } while (woken == Terminal::Wake::Printed);
    if (woken == Terminal::Wake::Gone) return false;
    std::array<char, kChunk> chunk{};
    const ssize_t n = ::read(STDIN_FILENO, chunk.data(), chunk.size());
    if (n > 0) text_.append(chunk.data(), static_cast<std::size_t>(n));
    return n > 0;
  }

  Session& session_;
  std::string text_;
};

Expected<void> converseByPipe(Session& session) {
  PipedLines lines{session};
  std::optional<std::string> line;
  for (unsigned n = 1; !session.quitCode() && (line = lines.next()); ++n) {
    auto done = session.perform(*line);
    if (done) continue;
    const Error& e = done.error();
    return fail(fmt::format("stdin({})", n), e.where.empty() ? e.what : e.where + ": " + e.what, e.hint);
  }
  return {};
}

// ^D ends utah10, unless that would end users' work, too.
bool endsByKey(Session& session) {
  if (!session.inOperation() && session.connections().callers() == 0) return true;
  session.console().print("quit ends utah10 and TENEX, continue runs the machine");
  return false;
}

void converseByHand(Session& session) {
  LineEditor editor{[&session] { return awaitKey(session); }};
  session.console().interactive = true;
  while (!session.quitCode()) {
    const auto line = editor.line();
    if (session.quitCode()) break;
    if (!line && endsByKey(session)) break;
    if (!line) continue;
    if (const auto done = session.perform(*line); !done) complain(done.error());
  }
}

// The READ IN key, with the paper tape reader selected.
void readInTape(Session& session) { readIn(session.debugger(), session.console(), kPaperTapeReader); }

Expected<void> expectOnConsole(Session& session, const std::string& text, Duration patience = kExpectPatience) {
  auto printed = expectText(session.debugger(), outputOn(session.console()), text, patience);
  if (!printed) printed.error().where = "expect";
  return printed;
}

// The user is the operator from now on, if there is one at the terminal.
bool takeOver(Session& session, bool byHand) {
  session.console().interactive = byHand && standardInputIsTerminal();
  if (session.console().interactive)
    session.console().say("^\\ stops the machine and gives the utah10> prompt; help lists the commands");
  return session.console().interactive;
}

// At least the hardware's part of READ IN.
constexpr Duration kReadIn = seconds(2);

void runFor(Session& session, Duration time, RunRequest request = {}) {
  request.until = session.debugger().machine().now() + time;
  session.debugger().run(request);
}

void pressReadIn(Session& session) {
  RunRequest request;
  request.key = RunRequest::ConsoleKey::ReadIn;
  runFor(session, kReadIn, request);
}

Expected<void> prepareStart(Session& session, const StartDescription& start, const SiteCells& cells) {
  Debugger& debugger = session.debugger();
  if (start.readIn) {
    debugger.cpu().switches().readInDevice = *start.readIn;
    pressReadIn(session);
    return {};
  }
  if (auto loaded = loadProgramFile(debugger, session.console(), start.load.string()); !loaded) return loaded;
  if (start.at) debugger.cpu().setStart(*start.at);
  return depositCells(debugger, cells);
}

constexpr const char* kInOperation = "TENEX IN OPERATION";

// The user at the terminal has booted a system: from now on it has users.
void openForUsers(Session& session) {
  session.cameUp();
  session.connections().peopleUseIt();
}

// At full speed until TENEX is in operation, or does not come; then as the pace says.
Expected<void> bootByHand(Session& session, const SiteCells& cells) {
  Debugger& debugger = session.debugger();
  Transcript& printed = session.console().transcript();
  RunRequest request;
  request.awaited = AwaitedText{&printed, kInOperation, printed.length()};
  if (!cells.any()) {
    request.key = RunRequest::ConsoleKey::ReadIn;
    debugger.recorder().touched();  // by the switches
    debugger.cpu().switches().readInDevice = kPaperTapeReader;
  } else if (auto read = readInAsHost(session, cells); !read) {
    return read;
  }
  request.until = debugger.machine().now() + kExpectPatience;
  const RunOutcome outcome = debugger.run(request);
  openForUsers(session);
  const bool up = printed.find(kInOperation, request.awaited->from) != Transcript::npos;
  if (up || outcome.reason == StopReason::TimeLimit)
    runAndReport(debugger, session.console(), {});
  else
    reportRun(debugger, session.console(), outcome, request);
  return {};
}

Expected<void> hold(Session& session, const DialogueLine& line) {
  switch (line.verb) {
    case DialogueLine::Verb::Type:
      typeKeys(session.debugger(), line.text);
      return {};
    case DialogueLine::Verb::Expect:
      return expectOnConsole(session, line.text, line.time);
    case DialogueLine::Verb::Run:
      runFor(session, line.time);
      return {};
  }
  return {};
}

}  // namespace

Expected<void> converse(Session& session) {
  if (!standardInputIsTerminal()) return converseByPipe(session);
  converseByHand(session);
  return {};
}

Expected<void> converseWithAll(MachineRoom& room) {
  Session& session = room.selected();
  if (takeOver(session, true)) {
    room.openForUsers();
    runAndReport(session.debugger(), session.console(), {});
  }
  session.noticeGone();
  return converse(session);
}

Expected<void> greet(Session& session) {
  session.console().say("utah10 {}: a PDP-10 with a KA10 processor and {:o} (octal) words of core", UTAH10_VERSION,
                        session.debugger().machine().core().words());
  if (auto loaded = loadImage(session.debugger(), session.console(), "greeting", greetingProgram()); !loaded)
    return loaded;
  if (!standardInputIsTerminal()) {
    session.console().say("reading commands from standard input; help lists them");
    const std::string_view lastLine = kHerald.substr(kHerald.rfind('.'));
    if (auto printed = expectOnConsole(session, std::string{lastLine}); !printed) return printed;
    return converse(session);
  }
  session.console().say("the keyboard is the guest's console; ^\\ stops the machine and gives the utah10> prompt");
  session.console().interactive = true;
  session.debugger().run({});
  session.console().say("the machine is stopped at {}; continue resumes it, help lists the commands, quit exits",
                        octal(session.debugger().cpu().pc()));
  return converse(session);
}

Expected<void> bootTape(Session& session) {
  takeOver(session, true);
  readInTape(session);
  return converse(session);
}

Expected<void> bootSystem(Session& session, bool byHand, const SiteCells& cells) {
  if (takeOver(session, byHand)) {
    auto booted = bootByHand(session, cells);
    session.noticeGone();
    return booted;
  }
  if (!cells.any())
    pressReadIn(session);
  else if (auto read = readInAsHost(session, cells); !read)
    return read;
  auto up = expectOnConsole(session, kInOperation);
  session.noticeGone();
  if (up) session.cameUp();
  return up;
}

Expected<void> holdDialogue(Session& session, const Dialogue& dialogue) {
  for (const DialogueLine& line : dialogue)
    if (auto done = hold(session, line); !done) return done;
  return {};
}

Expected<void> startSystem(Session& session, const StartDescription& start, bool byHand, const SiteCells& cells) {
  if (auto ready = prepareStart(session, start, cells); !ready) return ready;
  auto held = holdDialogue(session, start.dialogue);
  session.noticeGone();
  if (!held) return held;
  session.cameUp();
  if (!takeOver(session, byHand)) return {};
  openForUsers(session);
  session.debugger().run({});
  session.noticeGone();
  return {};
}

Expected<void> runProgramFile(Session& session, const std::string& file, std::optional<Duration> limit,
                              std::optional<VirtualAddress> haltAt) {
  if (!session.debugger().startAddress)
    return fail(file, "the program has no start address", "load it and start ADDRESS");
  RunRequest request;
  if (limit) request.until = session.debugger().machine().now() + *limit;
  session.console().interactive = standardInputIsTerminal();
  const RunOutcome outcome = session.debugger().run(request);
  session.console().say("{} at {} after {}", outcome.interrupted ? "stopped by the operator" : describe(outcome.reason),
                        octal(session.debugger().cpu().pc()), timeText(outcome.elapsed));
  if (haltAt && (outcome.reason != StopReason::Halt || session.debugger().cpu().pc() != *haltAt))
    return fail(file, fmt::format("{} at {}, not a halt at {}", describe(outcome.reason),
                                  octal(session.debugger().cpu().pc()), octal(*haltAt)));
  if (!haltAt && standardInputIsTerminal()) return converse(session);
  if (outcome.reason == StopReason::Halt || outcome.reason == StopReason::TimeLimit) return {};
  return fail(file, fmt::format("{} at {}", describe(outcome.reason), octal(session.debugger().cpu().pc())));
}

}  // namespace utah10
