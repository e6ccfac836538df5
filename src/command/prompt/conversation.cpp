#include "command/prompt/conversation.hpp"

#include <unistd.h>

#include <iostream>

#include "command/console/numbers.hpp"
#include "command/prompt/greeting.hpp"
#include "command/prompt/handlers.hpp"
#include "command/prompt/line_editor.hpp"

namespace utah10 {

namespace {

Expected<void> converseByPipe(Session& session) {
  std::string line;
  for (unsigned n = 1; !session.quitCode() && std::getline(std::cin, line); ++n) {
    auto done = session.perform(line);
    if (done) continue;
    const Error& e = done.error();
    return fail(fmt::format("stdin({})", n), e.where.empty() ? e.what : e.where + ": " + e.what, e.hint);
  }
  return {};
}

void converseByHand(Session& session) {
  LineEditor editor;
  session.interactive = true;
  while (!session.quitCode()) {
    const auto line = editor.line();
    if (!line) break;
    if (const auto done = session.perform(*line); !done) complain(done.error());
  }
}

}  // namespace

bool standardInputIsTerminal() { return isatty(STDIN_FILENO) != 0; }

void complain(const Error& error) { fmt::print(stderr, "{}\n", error.text()); }

Expected<void> converse(Session& session) {
  if (!standardInputIsTerminal()) return converseByPipe(session);
  converseByHand(session);
  return {};
}

Expected<void> greet(Session& session) {
  session.say("utah10 {}: a PDP-10 with a KA10 processor and {:o} (octal) words of core", UTAH10_VERSION,
              session.machine().core().words());
  if (auto loaded = loadImage(session, "greeting", greetingProgram()); !loaded) return loaded;
  if (!standardInputIsTerminal()) {
    session.say("reading commands from standard input; help lists them");
    const std::string_view lastLine = kHerald.substr(kHerald.rfind('.'));
    if (auto printed = session.performAll(fmt::format("expect \"{}\"", escaped(lastLine))); !printed) return printed;
    return converse(session);
  }
  session.say("the keyboard is the guest's console; ^\\ stops the machine and gives the utah10> prompt");
  session.interactive = true;
  session.run({});
  session.say("the machine is stopped at {}; continue resumes it, help lists the commands, quit exits",
              octal(session.cpu().pc()));
  return converse(session);
}

Expected<void> bootTape(Session& session) {
  session.interactive = standardInputIsTerminal();
  if (session.interactive) session.say("^\\ stops the machine and gives the utah10> prompt; help lists the commands");
  if (auto read = session.perform("readin ptr"); !read) return read;
  return converse(session);
}

Expected<void> bootSystem(Session& session, bool byHand) {
  session.interactive = byHand && standardInputIsTerminal();
  if (session.interactive) {
    session.say("^\\ stops the machine and gives the utah10> prompt; help lists the commands");
    return session.perform("readin ptr");
  }
  RunRequest request;
  request.key = RunRequest::Key::ReadIn;
  request.until = session.machine().now() + seconds(2);  // at least the hardware's part of READ IN
  session.run(request);
  return session.perform("expect \"TENEX IN OPERATION\"");
}

Expected<void> runProgramFile(Session& session, const std::string& file, std::optional<Duration> limit,
                              std::optional<VirtualAddress> haltAt) {
  if (!session.startAddress) return fail(file, "the program has no start address", "load it and start ADDRESS");
  RunRequest request;
  if (limit) request.until = session.machine().now() + *limit;
  session.interactive = standardInputIsTerminal();
  const RunOutcome outcome = session.run(request);
  session.say("{} at {} after {}", outcome.interrupted ? "stopped by the operator" : describe(outcome.reason),
              octal(session.cpu().pc()), timeText(outcome.elapsed));
  if (haltAt && (outcome.reason != StopReason::Halt || session.cpu().pc() != *haltAt))
    return fail(file, fmt::format("{} at {}, not a halt at {}", describe(outcome.reason), octal(session.cpu().pc()),
                                  octal(*haltAt)));
  if (!haltAt && standardInputIsTerminal()) return converse(session);
  if (outcome.reason == StopReason::Halt || outcome.reason == StopReason::TimeLimit) return {};
  return fail(file, fmt::format("{} at {}", describe(outcome.reason), octal(session.cpu().pc())));
}

}  // namespace utah10
