#include "experiments/rjs/rjs_typist.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "experiments/laboratory/printed_numbers.hpp"

namespace utah10 {

namespace {

constexpr std::string_view kEscape = "\023";  // control-S

}  // namespace

RjsTransfer endOfTransfer(std::string_view printed) {
  // The message is one line, or lines with the channel and the reason for stopping before the line with the numbers.
  std::size_t begin = 0;
  for (const std::string_view first : {"\nYOUR FILE", "\nYOUR OUTPUT", "\nREADER", "\nPRINTER"})
    if (const std::size_t at = printed.rfind(first); at != std::string_view::npos) begin = std::max(begin, at + 1);
  RjsTransfer t;
  t.message = printed.substr(begin);
  t.done = t.message.starts_with("YOUR ");
  t.records = numberBefore(t.message, "RECORDS");
  t.bytes = numberBefore(t.message, "BYTES");
  std::ranges::replace(t.message, '\n', ' ');
  return t;
}

RjsTypist::RjsTypist(Laboratory& lab, std::string program)
    : lab_(lab), line_(lab.measuredLine()), program_(std::move(program)) {}

Expected<void> RjsTypist::signOn(unsigned terminal) {
  const std::string signedOn = "HAS SIGNED ON";
  LabSteps steps = lab_.run(program_, {{}, "TERMINAL:"});
  steps.push_back({ccnTerminal(terminal) + "\r", signedOn, {}, "<<"});
  const std::size_t from = lab_.line(line_).printed().size();
  if (auto done = lab_.converse(line_, steps); !done) return done;
  if (lab_.line(line_).printed().find(signedOn, from) == std::string::npos)
    return fail("RJS", "CCN does not answer", lab_.line(line_).printed().substr(from));
  const std::array<LabStep, 1> ready = {{{{}, ">>", seconds(2)}}};
  if (auto done = lab_.converse(line_, ready); !done) return done;
  const std::array<LabStep, 1> commands = {{{std::string{kEscape}, "<<"}}};
  return lab_.converse(line_, commands);
}

Expected<RjsTransfer> RjsTypist::transfer(const std::string& command, Duration patience) {
  LabLine& user = lab_.line(line_);
  const std::size_t from = user.printed().size();
  user.add({command + "\r", "<<"});
  // Either the transfer ends, or RJS refuses it in a line that names the channel or the file.
  const auto ended = [&] { return user.printed().find(" TRANSFERRED.\n", from); };
  const auto refused = [&] {
    const std::size_t answer = user.printed().find('\n', from);
    return user.idle() && answer != std::string::npos && user.printed().find(": ", answer) != std::string::npos;
  };
  const auto going = [&] { return ended() == std::string::npos && !refused(); };
  if (auto done = lab_.runWhile(going, patience, command); !done)
    return tl::unexpected(Error{done.error().where, done.error().what, user.printed().substr(from)});
  if (ended() == std::string::npos)
    if (auto done = lab_.runFor(seconds(2)); !done) return tl::unexpected(done.error());
  if (ended() == std::string::npos) {
    std::string message = user.printed().substr(user.printed().find('\n', from) + 1);
    std::ranges::replace(message, '\n', ' ');
    return RjsTransfer{.message = message};
  }
  return endOfTransfer(std::string_view{user.printed()}.substr(from, ended() - from));
}

Expected<RjsTransfer> RjsTypist::send(std::string_view file, Duration patience) {
  return transfer(fmt::format("SEND {}", file), patience);
}

Expected<RjsTransfer> RjsTypist::fetch(std::string_view file, Duration patience) {
  return transfer(fmt::format("RETR PRINTER {}", file), patience);
}

Expected<void> RjsTypist::abort() {
  const std::array<LabStep, 2> steps = {{{"ABORT READER\r", "<<", seconds(5)}, {"ABORT PRINTER\r", "<<", seconds(5)}}};
  return lab_.converse(line_, steps);
}

Expected<void> RjsTypist::quit() { return lab_.converse(line_, leaving()); }

Expected<void> RjsTypist::logOut() {
  const std::array<LabStep, 1> steps = {{{"LOGOUT\r", "KILLED"}}};
  return lab_.converse(line_, steps);
}

}  // namespace utah10
