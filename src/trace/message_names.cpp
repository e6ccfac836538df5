#include "trace/message_names.hpp"

#include <fmt/format.h>

#include <array>

namespace utah10 {

namespace {

constexpr std::size_t kLeader = 4;
constexpr std::size_t kHeader = 9;  // leader and host-host header
constexpr unsigned kRegular = 0, kGoingDown = 2, kNop = 4, kReset = 10;

constexpr std::array<std::string_view, 16> kToImp = {"regular message",
                                                     "error without message identification",
                                                     "host going down",
                                                     "",
                                                     "NOP",
                                                     "",
                                                     "",
                                                     "",
                                                     "error with message identification"};
constexpr std::array<std::string_view, 16> kToHost = {
    "regular message", "error in leader",         "IMP going down", "", "NOP", "RFNM", "", "destination dead",
    "error in data",   "incomplete transmission", "interface reset"};

struct Command {
  std::string_view name;
  std::size_t octets;
};
constexpr std::array<Command, 14> kCommands = {{{"NOP", 1},
                                                {"RTS", 10},
                                                {"STR", 10},
                                                {"CLS", 9},
                                                {"ALL", 8},
                                                {"GVB", 4},
                                                {"RET", 8},
                                                {"INR", 2},
                                                {"INS", 2},
                                                {"ECO", 2},
                                                {"ERP", 2},
                                                {"ERR", 12},
                                                {"RST", 1},
                                                {"RRP", 1}}};

// The commands of a control message, up to the first one that cannot be decoded.
std::string commandsText(std::span<const std::uint8_t> text) {
  std::string names;
  while (!text.empty()) {
    if (text[0] >= kCommands.size()) return names + fmt::format(" unknown command {:o}", text[0]);
    const Command& command = kCommands[text[0]];
    names += fmt::format(" {}", command.name);
    if (text.size() < command.octets) return names + " cut short";
    text = text.subspan(command.octets);
  }
  return names;
}

std::string hostText(std::span<const std::uint8_t> octets) {
  if (octets.size() < kHeader) return ", no header";
  const std::size_t size = octets[5], count = static_cast<std::size_t>(octets[6] << 8 | octets[7]);
  const std::size_t wanted = (size * count + 7) / 8;
  if (wanted > octets.size() - kHeader) return fmt::format(": {}. bytes of {}. bits, cut short", count, size);
  if (octets[2] == 0) return ":" + commandsText(octets.subspan(kHeader, wanted));
  return fmt::format(": {}. bytes of {}. bits", count, size);
}

}  // namespace

std::string_view leaderTypeName(unsigned type, bool fromHost) { return (fromHost ? kToImp : kToHost)[type & 017]; }

std::string_view controlCommandName(unsigned operation) {
  return operation < kCommands.size() ? kCommands[operation].name : std::string_view{};
}

std::string messageText(const MessageRecord& record) {
  const auto octets = record.octets;
  if (octets.size() < kLeader) return fmt::format("{}. bits, no leader", record.bits);
  const unsigned type = octets[0] & 017U;
  const std::string_view name = leaderTypeName(type, record.fromHost);
  std::string text = name.empty() ? fmt::format("unknown type {}.", type) : std::string{name};
  if (type != kGoingDown && type != kNop && type != kReset)
    text += fmt::format(" {} host {:o} link {:o}", record.fromHost ? "to" : "of", octets[1], octets[2]);
  if (type == kRegular) return text + hostText(octets);
  if (const unsigned subtype = octets[3] & 017U; subtype != 0) text += fmt::format(" subtype {:o}", subtype);
  return text;
}

}  // namespace utah10
