// Formats a followed call as text, CSV and JSON.
#include <fmt/format.h>

#include "trace/jsys_text.hpp"
#include "trace/jsys_trace.hpp"
#include "trace/report_text.hpp"

namespace utah10 {

namespace {

constexpr std::uint32_t kLastLocalUuo = 037;

std::string error(const FollowedCall& call) {
  return call.uuo ? std::string{} : jsysError(call.number, call.returned, call.after);
}

std::string results(const FollowedCall& call, const MemoryPeek& peek) {
  if (call.uuo || call.returned == 0) return {};
  return jsysResults(call.number, call.returned, {call.after, call.user, call.process, peek});
}

}  // namespace

std::string callName(const FollowedCall& call) {
  if (!call.uuo) return jsysName(call.number);
  return fmt::format("{} {:o}", call.number <= kLastLocalUuo ? "LUUO" : "UUO", call.number);
}

std::string callArguments(const FollowedCall& call, const MemoryPeek& peek, bool* unseen) {
  if (call.uuo) return fmt::format("{:o}, {:o}", call.instruction.ac().number(), call.e);
  JsysText text = jsysArguments(call.number, {call.before, call.user, call.process, peek});
  if (unseen) *unseen = text.unseen;
  return text.text;
}

std::string callResult(const FollowedCall& call, const MemoryPeek& peek) {
  if (call.returned == 0) return "?";
  const std::string text = results(call, peek);
  return fmt::format("+{}{}{}", call.returned, text.empty() ? "" : " ", text);
}

std::string_view jsysCsvHead() {
  return "time_ns,process,mode,depth,address,call,arguments,returned,results,error,total_ns,own_ns";
}

// For a call that has not returned, the columns after its arguments are empty.
std::string jsysCsvLine(const FollowedCall& call, std::string_view arguments, const MemoryPeek& peek) {
  std::string line =
      fmt::format("{},{:o},{},{},{:o},{},{}", (call.began - kPowerOn).count(), call.process,
                  call.user ? "user" : "monitor", call.depth, call.address, callName(call), csvCell(arguments));
  if (call.returned == 0) return line + ",,,,,";
  return line + fmt::format(",{},{},{},{},{}", call.returned, csvCell(results(call, peek)), error(call),
                            call.time().count(), call.own.count());
}

std::string jsysJsonLine(const FollowedCall& call, std::string_view arguments, const MemoryPeek& peek) {
  std::string line =
      fmt::format(R"({{"time_ns":{},"process":"{:o}","mode":"{}","depth":{},"address":"{:o}","call":{},"arguments":{})",
                  (call.began - kPowerOn).count(), call.process, call.user ? "user" : "monitor", call.depth,
                  call.address, jsonText(callName(call)), jsonText(arguments));
  if (call.returned == 0) return line + R"(,"returned":null})";
  return line + fmt::format(R"(,"returned":{},"results":{},"error":{},"total_ns":{},"own_ns":{}}})", call.returned,
                            jsonText(results(call, peek)), jsonText(error(call)), call.time().count(),
                            call.own.count());
}

}  // namespace utah10
