// The connections of a script to terminal lines, by the lines' names.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "command/terminals/line_tap.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

class Connections;
class Debugger;

class TerminalLines {
 public:
  using Taps = std::map<std::string, std::unique_ptr<LineTap>>;

  // Both must outlive this object.
  TerminalLines(Debugger& debugger, Connections& connections);

  // The script's connection to a line, created if necessary. Errors: no such line; a telnet caller uses it.
  Expected<LineTap*> tap(std::string_view name);
  const Taps& taps() const { return taps_; }
  // Starts a log of the output on a line in a new file, so that an earlier log is never overwritten.
  Expected<void> log(std::string_view name, const std::string& file);
  // Disconnects the script from a line. Errors: no such line; it is not connected.
  Expected<void> hangUp(std::string_view name);
  void hangUpAll();
  // The machine has gone back or forward: drops output that lies in its future.
  void arrived();

 private:
  Expected<TerminalPort*> portNamed(std::string_view name) const;
  std::string caller(std::string_view port) const;
  void reserve(std::string_view port, bool reserved);

  Debugger& debugger_;
  Connections& connections_;
  Taps taps_;
};

}  // namespace utah10
