// The commands record and replay: external input in a file.
#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>

#include "command/console/arguments.hpp"
#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/console/output_name.hpp"
#include "command/debug/commands.hpp"
#include "command/debug/debugger.hpp"
#include "word/new_file.hpp"

namespace utah10 {

Expected<void> Debugger::recordInput(const std::filesystem::path& file) {
  if (auto ok = checkIsNew(file); !ok) return ok;
  errno = 0;
  auto out = std::make_shared<std::ofstream>(file, std::ios::binary);
  *out << inputFileHead() << std::flush;
  if (!*out) return fail(file.string(), "cannot be written: " + std::generic_category().message(errno));
  // Flush each line, so that the input survives if the process is killed.
  recorder_.onInput([out](std::uint64_t position, Instant at, const RecordedInput& input) {
    *out << inputLine({position, at, input}) << std::flush;
  });
  return {};
}

Expected<std::size_t> Debugger::replayInput(const std::filesystem::path& file) {
  errno = 0;
  std::ifstream in{file, std::ios::binary};
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in) return fail(file.string(), "cannot be read: " + std::generic_category().message(errno));
  auto inputs = parseInputFile(file.string(), text);
  if (!inputs) return tl::unexpected(inputs.error());
  if (!inputs->empty() && inputs->front().position < recorder_.position())
    return fail(file.string(),
                fmt::format("begins at instruction {}., but this session has executed {}.", inputs->front().position,
                            recorder_.position()),
                "use replay before the first run");
  toReplay_.assign(std::make_move_iterator(inputs->begin()), std::make_move_iterator(inputs->end()));
  const std::size_t all = toReplay_.size();
  // Give input recorded at the present position now, such as an IMP attached before the first run.
  for (; !toReplay_.empty() && !recorder_.ahead(); toReplay_.pop_front()) {
    const TimedInput& next = toReplay_.front();
    if (next.position > recorder_.position() || next.at > machine_.now() || next.input.line.starts_with("tty")) break;
    recorder_.input(next.input);
  }
  return all;
}

// Gives the input that is due; returns the number of instructions until the next.
std::uint64_t Debugger::replayDue() {
  while (!toReplay_.empty() && toReplay_.front().position <= recorder_.position() && !recorder_.ahead()) {
    const TimedInput in = std::move(toReplay_.front());
    toReplay_.pop_front();
    if (in.at != machine_.now())
      console_.say(
          "replay: instruction {}. was at {} in the recording and is at {} now: the machine or its history differs",
          in.position, timeText(in.at - kPowerOn), timeText(machine_.now() - kPowerOn));
    recorder_.input(in.input);
  }
  return toReplay_.empty() ? ~std::uint64_t{0}
                           : toReplay_.front().position - std::min(toReplay_.front().position, recorder_.position());
}

Expected<void> recordCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  const auto name = arguments.next();
  if (!name) return fail("", "a file name is missing", "record FILE, or record off");
  if (auto end = arguments.finish(); !end) return end;
  if (sameWord(name->text, "off")) {
    debugger.recorder().onInput({});
    return {};
  }
  if (auto done = debugger.recordInput(name->text); !done) return done;
  console.say("{}: recording all input", name->text);
  return {};
}

Expected<void> replayCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  const auto name = arguments.next();
  if (!name) return fail("", "a file name is missing", "replay FILE");
  if (auto end = arguments.finish(); !end) return end;
  const auto n = debugger.replayInput(name->text);
  if (!n) return tl::unexpected(n.error());
  console.say("{}: {} to replay", name->text, counted(*n, "input"));
  return {};
}

}  // namespace utah10
