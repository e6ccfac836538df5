#include "trace/ledger_buckets.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "trace/pager_names.hpp"
#include "utah10/word/isa.hpp"

namespace utah10 {

namespace {

using namespace ledger;

struct Dimension {
  std::string_view name;
  LedgerBucket first;
};
constexpr Dimension kDimensions[kLedgerDimensions] = {
    {"instruction", kInstructions}, {"cycle", kCycles}, {"pager", kNoPagerWork}, {"fault", kNoFault},
    {"interrupt", kLevels},         {"jsys", kNoCall},  {"io", kNoTransfer},
};

constexpr std::string_view kCycleNames[kCycleKinds] = {
    "fetch",       "indirect", "read",     "write",    "read-pause", "write-restart", "ac-fetch",
    "ac-indirect", "ac-read",  "ac-write", "map-read", "cst-read",   "cst-write",     "trap-write"};
// In the order of InstructionAbort::Reason.
constexpr std::string_view kGivenUpNames[] = {"given-up-protection", "given-up-page-trap", "given-up-stop",
                                              "given-up-interrupt", "given-up-endless"};

std::string instructionName(LedgerBucket b) {
  if (b < kInOut) {
    const std::string_view name = kInsnTable[b].mnemonic.view();
    return name.empty() ? fmt::format("{:03o}", b) : std::string{name};
  }
  if (b < kInterruptEntry) return std::string{kIoMnemonic[b - kInOut]};
  if (b == kInterruptEntry) return "interrupt-entry";
  if (b < kBetween) return std::string{kGivenUpNames[b - kGivenUp]};
  return b == kBetween ? "between" : "under-way";
}

std::string cycleBucketName(LedgerBucket b) {
  if (b == kProcessor) return "processor";
  const std::size_t n = b - kCycles;
  return fmt::format("{}{}", kCycleNames[n / 2], n % 2 == 0 ? "" : "-wait");
}

std::string pagerName(LedgerBucket b) {
  const auto chain = [](std::string_view what, std::size_t n) {
    return fmt::format("{}-{}-{}", what, n < 8 ? "monitor" : "user", n % 8);
  };
  if (b == kNoPagerWork) return "no-pager-work";
  if (b < kCstUpdates) return chain("reload", b - kReloads);
  if (b < kRefused) return chain("cst-update", b - kCstUpdates);
  if (b == kRefused) return "refused";
  if (b == kTrapStore) return "trap-store";
  if (b == kBaseLoad) return "base-load";
  if (b == kAcBaseLoad) return "ac-base-load";
  if (b == kModeSwitch) return "mode";
  return b == kClears ? "clear-monitor" : "clear-user";
}

std::string faultName(LedgerBucket b) {
  if (b == kNoFault) return "no-fault";
  std::string text = faultText(b - kFaults);
  std::erase(text, ' ');
  std::ranges::replace(text, ',', '+');
  return text;
}

std::string jsysBucketName(LedgerBucket b, const LedgerNames& names) {
  if (b == kNoCall) return "no-call";
  if (b == kNoCallAtLevel) return "no-call-at-level";
  const unsigned number = b - kCalls;
  return names.jsys ? names.jsys(number) : fmt::format("JSYS {:03o}", number);
}

std::string ioName(LedgerBucket b, const LedgerNames& names) {
  if (b == kNoTransfer) return "no-transfer";
  const unsigned n = b - kTransfers;
  const DeviceCode device = DeviceCode::field(n / 8);
  return fmt::format("{} {}", kIoMnemonic[n % 8],
                     names.device ? names.device(device) : fmt::format("{:03o}", device.asWritten()));
}

bool isStopped(LedgerBucket b) {
  for (const LedgerBucket stopped :
       {kInstructionStopped, kCycleStopped, kPagerStopped, kFaultStopped, kInterruptStopped, kJsysStopped, kIoStopped})
    if (b == stopped) return true;
  return false;
}

}  // namespace

LedgerDimension dimensionOf(LedgerBucket b) {
  std::size_t d = kLedgerDimensions - 1;
  while (kDimensions[d].first > b) --d;
  return static_cast<LedgerDimension>(d);
}

std::string_view dimensionName(LedgerDimension d) { return kDimensions[static_cast<std::size_t>(d)].name; }

std::optional<LedgerDimension> findDimension(std::string_view name) {
  for (std::size_t d = 0; d < kLedgerDimensions; ++d)
    if (kDimensions[d].name == name) return static_cast<LedgerDimension>(d);
  return std::nullopt;
}

std::string bucketName(LedgerBucket b, const LedgerNames& names) {
  if (isStopped(b)) return "stopped";
  switch (dimensionOf(b)) {
    case LedgerDimension::Instruction:
      return instructionName(b);
    case LedgerDimension::Cycle:
      return cycleBucketName(b);
    case LedgerDimension::Pager:
      return pagerName(b);
    case LedgerDimension::Fault:
      return faultName(b);
    case LedgerDimension::Interrupt:
      return b < kEntries ? fmt::format("level-{}", b - kLevels) : fmt::format("entry-{}", b - kEntries);
    case LedgerDimension::Jsys:
      return jsysBucketName(b, names);
    case LedgerDimension::Io:
      return ioName(b, names);
  }
  return "";
}

std::string_view cycleName(CycleKind kind) { return kCycleNames[static_cast<std::size_t>(kind)]; }

}  // namespace utah10
