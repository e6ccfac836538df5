// External input as text, for replay at the same instructions in another session.
//
// One line per input: `POSITION NANOSECONDS LINE WHAT`. POSITION counts instructions of the session, the time is
// virtual, LINE is tty or tty0 and so on, WHAT is connect, disconnect or the keys in quotes (\r, \n, \t, \e, \\, \",
// \ooo). For the end of a network cable LINE is imp or host105, and WHAT is `connect SETTINGS` (DatagramSettings),
// disconnect, or `datagram HEX`: its octets. The first line is `utah10 input 2`; version 1, without cables, is also
// read. Empty lines and lines that begin with # are ignored. Positions never decrease. Errors: `file(line): what;
// hint`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "trace/recorded.hpp"
#include "utah10/word/error.hpp"
#include "utah10/word/virtual_time.hpp"

namespace utah10 {

struct TimedInput {
  std::uint64_t position = 0;
  Instant at;
  RecordedInput input;
};

std::string inputFileHead();
std::string inputLine(const TimedInput& input);  // with its newline
Expected<std::vector<TimedInput>> parseInputFile(std::string_view name, std::string_view text);

}  // namespace utah10
