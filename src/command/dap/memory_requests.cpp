#include "command/dap/memory_requests.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command/console/numbers.hpp"
#include "command/dap/memory_reference.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"

namespace utah10 {

namespace {

constexpr std::int64_t kMostBytes = std::int64_t{1} << 20;
constexpr std::int64_t kMostInstructions = 10000;

std::uint8_t byteOf(Word36 w, std::int64_t n) {
  return static_cast<std::uint8_t>(w.bits() >> (8 * (kBytesOfWord - 1 - n)) & 0377);
}

Word36 withByte(Word36 w, std::int64_t n, std::uint8_t byte) {
  const std::int64_t shift = 8 * (kBytesOfWord - 1 - n);
  return Word36{(w.bits() & ~(std::uint64_t{0377} << shift)) | std::uint64_t{byte} << shift};
}

// Rounded down.
std::int64_t wordAt(std::int64_t byte) { return byte >= 0 ? byte / kBytesOfWord : -((-byte + 7) / kBytesOfWord); }

}  // namespace

Expected<JsonValue> MemoryRequests::read(const JsonValue& arguments) {
  const auto place = referredPlace(debugger_, arguments.at("memoryReference").get<std::string>());
  if (!place) return tl::unexpected(place.error());
  const std::int64_t from = arguments.value("offset", std::int64_t{0});
  const std::int64_t count = std::min(arguments.at("count").get<std::int64_t>(), kMostBytes);
  std::vector<std::uint8_t> bytes;
  std::optional<Word36> word;
  for (std::int64_t byte = from; byte < from + count; ++byte) {
    const std::int64_t n = wordAt(byte);
    if (byte == from || byte == n * kBytesOfWord) {
      const auto at = movedBy(*place, n);
      word = at ? readPlace(debugger_.machine(), *at, at->first) : std::nullopt;
    }
    if (!word) break;
    bytes.push_back(byteOf(*word, byte - n * kBytesOfWord));
  }
  const auto first = movedBy(*place, wordAt(from));
  JsonValue body{{"address", first ? byteAddress(*first) : "0x0"}, {"data", base64(bytes)}};
  if (const auto missing = count - std::ssize(bytes); missing > 0) body["unreadableBytes"] = missing;
  return body;
}

// All of it or nothing.
Expected<JsonValue> MemoryRequests::write(const JsonValue& arguments) {
  const auto place = referredPlace(debugger_, arguments.at("memoryReference").get<std::string>());
  if (!place) return tl::unexpected(place.error());
  const auto bytes = fromBase64(arguments.at("data").get<std::string>());
  if (!bytes) return tl::unexpected(bytes.error());
  const std::int64_t from = arguments.value("offset", std::int64_t{0});
  std::map<std::uint32_t, Word36> words;
  for (std::int64_t k = 0; k < std::ssize(*bytes); ++k) {
    const std::int64_t n = wordAt(from + k);
    const auto at = movedBy(*place, n);
    const auto now = at ? readPlace(debugger_.machine(), *at, at->first) : std::nullopt;
    if (!now)
      return fail("", fmt::format("there is no memory {} bytes from {}", from + k, placeText(*place, place->first)));
    const std::int64_t within = from + k - n * kBytesOfWord;
    const std::uint8_t byte = (*bytes)[static_cast<std::size_t>(k)];
    if (within < 3 ? byte != 0 : within == 3 && byte > 017)
      return fail("", "a word has 36 bits", "of its eight bytes the first 28 bits are 0");
    const auto word = words.try_emplace(at->first, *now).first;
    word->second = withByte(word->second, within, byte);
  }
  debugger_.recorder().touched();
  for (const auto& [a, word] : words) writePlace(debugger_.machine(), *place, a, word);
  return JsonValue{{"bytesWritten", bytes->size()}};
}

JsonValue MemoryRequests::instructionJson(const Place& at) {
  const VirtualAddress a{at.first & VirtualAddress::kMask};
  const auto w = readPlace(debugger_.machine(), at, at.first);
  JsonValue one{{"address", byteAddress(at)},
                {"instruction", w ? disassembled(debugger_, w.value(), a, at.user()) : "??"}};
  if (w) one["instructionBytes"] = octal(*w);
  if (!w) one["presentationHint"] = "invalid";
  const SymbolMap& map = debugger_.symbols().of(at.user());
  one["symbol"] = octal(a) + (map.nearest(a) ? " " + map.text(a) : "");
  if (!map.line(a)) return one;
  const EditorLine line = sources_.lineOf(a, at.user());
  one["location"] = {{"name", line.source.name}, {"path", line.source.path}};
  if (line.source.reference != 0) one["location"]["sourceReference"] = line.source.reference;
  one["line"] = client_.lineForClient(line.line);
  return one;
}

Expected<JsonValue> MemoryRequests::disassemble(const JsonValue& arguments) {
  const auto place = referredPlace(debugger_, arguments.at("memoryReference").get<std::string>());
  if (!place) return tl::unexpected(place.error());
  const std::int64_t count = std::min(arguments.at("instructionCount").get<std::int64_t>(), kMostInstructions);
  const std::int64_t from =
      wordAt(arguments.value("offset", std::int64_t{0})) + arguments.value("instructionOffset", std::int64_t{0});
  JsonValue all = JsonValue::array();
  for (std::int64_t n = from; n < from + count; ++n) {
    const auto at = movedBy(*place, n);
    if (!at) {
      all.push_back({{"address", n < 0 ? "0x0" : "0x1fffffff"},
                     {"instruction", "(no address)"},
                     {"presentationHint", "invalid"}});
      continue;
    }
    all.push_back(instructionJson(*at));
  }
  return JsonValue{{"instructions", std::move(all)}};
}

}  // namespace utah10
