// The commands put and get: files into and out of a running TENEX.
#include "command/console/arguments.hpp"
#include "command/console/console.hpp"
#include "command/debug/debugger.hpp"
#include "command/terminals/carry.hpp"
#include "command/terminals/commands.hpp"

namespace utah10 {

namespace {

Expected<void> takeWord(Arguments& arguments, std::string& word, std::string_view what, std::string_view example) {
  if (arguments.atEnd()) return fail("", fmt::format("{} is missing", what), std::string{example});
  auto next = arguments.next();
  if (!next) return tl::unexpected(next.error());
  word = std::move(next->text);
  return {};
}

Expected<void> takeForm(Arguments& arguments, CarryRequest& request) {
  std::string name;
  if (auto word = takeWord(arguments, name, "the form of the host file", "form text, form data8"); !word) return word;
  request.form = hostFormNamed(name);
  if (!request.form)
    return fail("", fmt::format("\"{}\" is not a form", name), "text, data8, core-dump ...: pack10 --help");
  return {};
}

// The second name, and the options behind it, in any order.
Expected<void> takeOptions(Arguments& arguments, CarryRequest& request, std::string& secondName) {
  while (!arguments.atEnd()) {
    Expected<void> taken{};
    if (arguments.take("form")) {
      taken = takeForm(arguments, request);
    } else if (arguments.take("on")) {
      taken = takeWord(arguments, request.line, "the line", "put hi.mac on tty3");
    } else if (arguments.take("as")) {
      taken = takeWord(arguments, request.user, "the user", "put hi.mac as GUEST GUEST");
      if (taken) taken = takeWord(arguments, request.password, "the password", "put hi.mac as GUEST GUEST");
    } else if (secondName.empty()) {
      taken = takeWord(arguments, secondName, "a name", "");
    } else {
      return fail("", fmt::format("\"{}\" is not an option", arguments.peek()), "form FORM, on LINE, as USER PASSWORD");
    }
    if (!taken) return taken;
  }
  return {};
}

// The name of a TENEX file without directory and version, in lower case.
std::string hostNameOf(std::string_view tenex) {
  tenex = tenex.substr(tenex.find_last_of(">:") + 1);
  return lowerCase(tenex.substr(0, tenex.find(';')));
}

std::string upperCase(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

}  // namespace

Expected<void> putCommand(Debugger& debugger, Console& console, TerminalLines& lines, Arguments& arguments) {
  CarryRequest request;
  std::string host;
  if (auto word = takeWord(arguments, host, "the host file", "put hi.mac"); !word) return word;
  if (auto options = takeOptions(arguments, request, request.tenex); !options) return options;
  request.host = host;
  request.tenex = upperCase(request.tenex.empty() ? request.host.filename().string() : request.tenex);
  const auto done = putFile(debugger, console, lines, request);
  if (!done) return tl::unexpected(done.error());
  console.say("{}", *done);
  return {};
}

Expected<void> getCommand(Debugger& debugger, Console& console, TerminalLines& lines, Arguments& arguments) {
  CarryRequest request;
  std::string host;
  if (auto word = takeWord(arguments, request.tenex, "the TENEX file", "get NOTES.TXT"); !word) return word;
  if (auto options = takeOptions(arguments, request, host); !options) return options;
  request.tenex = upperCase(request.tenex);
  request.host = host.empty() ? hostNameOf(request.tenex) : host;
  const auto done = getFile(debugger, console, lines, request);
  if (!done) return tl::unexpected(done.error());
  console.say("{}", *done);
  return {};
}

}  // namespace utah10
