#include "experiments/rjs/transfer.hpp"

#include <fmt/format.h>

#include "experiments/report/report_numbers.hpp"

namespace utah10 {

std::string TransferCondition::name() const {
  return fmt::format("{}{}{:02}", table == 0 ? "Q" : fmt::format("T{}", table), send ? "S" : "R", row);
}

double TransferResult::cpuSeconds() const { return static_cast<double>(stretch.chargedMs) / 1000; }

double TransferResult::usPerBit() const {
  return per(static_cast<double>(stretch.chargedMs) * 1000, kNetworkByteBits * static_cast<double>(bytes));
}

std::string progressText(const TransferResult& r) {
  return fmt::format("{} {} {:>6} bytes: {} s of {} s, {} us/bit, load {}, {}", r.condition.name(),
                     r.condition.send ? "sent    " : "received", r.bytes, cutText(r.cpuSeconds(), 2),
                     fixed(secondsOf(r.stretch.elapsed()), 1), cutText(r.usPerBit(), 2),
                     r.load ? cutText(*r.load, 2) : "unknown",
                     (r.done ? "done" : "not done: " + r.trouble) + (r.faults.empty() ? "" : "; " + r.faults));
}

}  // namespace utah10
