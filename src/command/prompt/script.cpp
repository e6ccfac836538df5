// The commands do, echo, set and quit, and files of commands.
#include <fstream>
#include <sstream>

#include "command/console/arguments.hpp"
#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/console/suggestion.hpp"
#include "command/debug/commands.hpp"
#include "command/debug/debugger.hpp"
#include "command/prompt/commands.hpp"
#include "command/prompt/foreign_names.hpp"
#include "command/prompt/session.hpp"

namespace utah10 {

namespace {

constexpr unsigned kDeepest = 16;

Expected<std::string> contents(const std::filesystem::path& path) {
  std::error_code why;
  if (std::filesystem::is_directory(path, why)) return fail(path.string(), "is a directory", "name a file in it");
  std::ifstream in{path, std::ios::binary};
  if (!in) return fail(path.string(), std::filesystem::exists(path, why) ? "cannot be read" : "no such file");
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

// What SIMH and GDB set, by the beginning of its name.
constexpr ForeignName kForeignSettings[] = {
    {"var $ ac pc", "deposit PLACE VALUE changes a register or a word"},
    {"throttle", "pace real, pace max or pace RATE"},
    {"logging log", "log LINE FILE writes the output on a line to a file"},
    {"cpu console telnet tti tto clk ptr ptp rp dsk mta imp dc", "the machine file describes it; see utah10 config"},
};

Expected<bool> takeOnOff(Arguments& arguments) {
  if (arguments.atEnd() || arguments.take("on")) return true;
  if (arguments.take("off")) return false;
  return fail("", fmt::format("\"{}\" is not on or off", arguments.peek()));
}

}  // namespace

Expected<void> Session::performFile(const std::filesystem::path& path) {
  const auto text = contents(path);
  if (!text) return tl::unexpected(text.error());
  if (scriptDepth_ >= kDeepest)
    return fail(path.string(), fmt::format("command files are nested more than {}. deep", kDeepest));
  ++scriptDepth_;
  std::istringstream lines{*text};
  std::string one;
  Expected<void> done;
  for (unsigned n = 1; done && !quitCode() && std::getline(lines, one); ++n) {
    done = perform(one);
    if (!done) {
      Error& e = done.error();
      e = Error{fmt::format("{}({})", path.string(), n), e.where.empty() ? e.what : e.where + ": " + e.what, e.hint};
    }
  }
  --scriptDepth_;
  return done;
}

Expected<void> doCommand(Session& session, Arguments& arguments) {
  const auto name = arguments.next();
  if (!name) return fail("", "a file name is missing", "do FILE");
  if (auto end = arguments.finish(); !end) return end;
  return session.performFile(name->text);
}

Expected<void> echoCommand(Console& console, Arguments& arguments) {
  if (!arguments.peek().starts_with('"')) {
    console.print("{}", arguments.takeRest());
    return {};
  }
  const auto text = arguments.next();
  if (!text) return tl::unexpected(text.error());
  console.print("{}", text->text);
  return arguments.finish();
}

Expected<void> setCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  if (arguments.take("quiet")) {
    const auto on = takeOnOff(arguments);
    if (!on) return tl::unexpected(on.error());
    console.quiet = *on;
    return {};
  }
  if (arguments.take("record")) return setRecord(debugger, console, arguments);
  if (arguments.take("history")) {
    const auto n = parseCount(arguments.takeRest());
    if (!n) return tl::unexpected(n.error());
    constexpr std::uint64_t most = std::uint64_t{1} << 24;
    if (*n == 0 || *n > most) return fail("", fmt::format("the history can keep 1 to {}. instructions", most));
    debugger.cpu().history().resize(*n);
    console.say("history of {}", counted(debugger.cpu().history().capacity(), "instruction"));
    return {};
  }
  if (arguments.take("sources")) {
    const auto folder = arguments.next();
    if (!folder) return fail("", "a folder is missing", "set sources roms/diag");
    std::error_code ignored;
    if (!std::filesystem::is_directory(folder->text, ignored)) return fail(folder->text, "not a folder");
    debugger.sources().look(folder->text);
    return arguments.finish();
  }
  if (arguments.atEnd()) return fail("", "the setting is missing", "set quiet on");
  for (const ForeignName& f : kForeignSettings)
    for (const std::string_view name : wordsOf(f.names))
      if (sameWord(arguments.peek().substr(0, name.size()), name))
        return fail("", fmt::format("there is no setting \"{}\"", arguments.peek()), std::string{f.pointer});
  return fail("", fmt::format("there is no setting \"{}\"", arguments.peek()),
              "settings are quiet, history, record and sources");
}

// quit [--now] [in TIME] [CODE]
Expected<void> quitCommand(Session& session, Arguments& arguments) {
  Session::Leave leave;
  leave.now = arguments.take("--now") || arguments.take("now");
  if (!leave.now && arguments.take("in")) {
    const auto time = arguments.next();
    const auto grace =
        time ? parseDuration(time->text) : tl::unexpected(Error{"", "a time is missing", "quit in 120s"});
    if (!grace) return tl::unexpected(grace.error());
    leave.grace = *grace;
  }
  std::uint64_t code = 0;
  if (!arguments.atEnd()) {
    const auto given = parseCount(arguments.takeRest());
    if (!given) return tl::unexpected(given.error());
    if (*given > 255) return fail("", fmt::format("{}. is not an exit code", *given), "0 to 255");
    code = *given;
  }
  session.leave() = leave;
  session.quit(static_cast<int>(code));
  return {};
}

}  // namespace utah10
