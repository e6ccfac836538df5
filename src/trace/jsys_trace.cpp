#include "trace/jsys_trace.hpp"

#include <fmt/format.h>

#include "trace/jsys_text.hpp"
#include "trace/time_text.hpp"

namespace utah10 {

namespace {

// " <210.300 us, own 85.120 us>"; empty for an open call.
std::string ending(const FollowedCall& call, const MemoryPeek& peek) {
  if (call.returned == 0) return " = ?";
  return fmt::format(" = {} <{} us, own {} us>", callResult(call, peek), microsecondsText(call.time()),
                     microsecondsText(call.own));
}

}  // namespace

JsysTrace::JsysTrace(Sink sink, MemoryPeek peek, JsysTraceOptions options)
    : sink_(std::move(sink)), peek_(std::move(peek)), options_(std::move(options)) {
  followMonitor(options_.monitor);
  if (options_.form == JsysTraceOptions::Form::Csv) sink_(std::string{jsysCsvHead()});
}

bool JsysTrace::wanted(const FollowedCall& call) const {
  if (options_.process && *options_.process != call.process) return false;
  if (options_.calls.empty()) return true;
  return (!call.uuo && options_.calls.contains(call.number)) != options_.except;
}

std::string JsysTrace::head(const FollowedCall& call, Instant at) const {
  const std::string process = call.process == kNoProcess ? "-" : fmt::format("p{:o}", call.process);
  return fmt::format("{:>14} us  {:>5}  {:{}}", microsecondsText(at), process, "", 2 * call.depth);
}

void JsysTrace::called(const FollowedCall& call) {
  if (!wanted(call)) return;
  Open open;
  open.arguments = callArguments(call, peek_, &open.unseen);
  if (options_.form == JsysTraceOptions::Form::Text && !options_.whole) {
    cut();
    last_ = call;
  }
  open_[call.serial] = std::move(open);
}

// Called when another line must be printed.
void JsysTrace::cut() {
  if (!last_) return;
  Open& open = open_[last_->serial];
  open.cut = true;
  sink_(fmt::format("{}{}({} <unfinished ...>", head(*last_, last_->began), callName(*last_), open.arguments));
  last_.reset();
}

void JsysTrace::ended(const FollowedCall& call) {
  const auto found = open_.find(call.serial);
  if (found == open_.end()) return;
  Open open = std::move(found->second);
  if (!open.cut && open.unseen) open.arguments = callArguments(call, peek_);  // the monitor may have read them
  if (last_ && last_->serial == call.serial) last_.reset();
  cut();
  open_.erase(call.serial);
  if (options_.form == JsysTraceOptions::Form::Csv) return sink_(jsysCsvLine(call, open.arguments, peek_));
  if (options_.form == JsysTraceOptions::Form::Json) return sink_(jsysJsonLine(call, open.arguments, peek_));
  if (open.cut)
    sink_(fmt::format("{}<... {} resumed>){}", head(call, call.ended), callName(call), ending(call, peek_)));
  else
    sink_(fmt::format("{}{}({}){}", head(call, call.began), callName(call), open.arguments, ending(call, peek_)));
}

}  // namespace utah10
