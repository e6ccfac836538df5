#include "devices/magtape_formats.hpp"

namespace utah10 {

namespace {
constexpr std::uint32_t kReserved = 0x7F000000;  // length bits that no record has

std::uint32_t little(const std::vector<std::byte>& bytes, std::size_t at, std::size_t count) {
  std::uint32_t v = 0;
  for (std::size_t i = count; i-- > 0;) v = v << 8 | static_cast<std::uint32_t>(bytes[at + i]);
  return v;
}

// Scans a file once; the first error ends the scan.
class TapWalk {
 public:
  TapWalk(const std::string& where, const std::vector<std::byte>& bytes, bool padded) : where_(where), bytes_(bytes) {
    tape_.padded = padded;
  }

  Expected<ParsedTape> whole() {
    while (at_ < bytes_.size()) {
      if (bytes_.size() - at_ < 4) return bad("the last length is cut off", "the image is truncated");
      const std::uint32_t marker = little(bytes_, at_, 4);
      if (marker == kEndOfMedium) break;
      if (marker == kErased || marker == kHalfErased)
        gap(marker == kErased ? 4 : 2);
      else if (marker == kTapeMark)
        put({TapeObjectKind::Mark, false, {}, 0}, 4);
      else if (auto done = record(marker); !done)
        return tl::unexpected{done.error()};
    }
    return std::move(tape_);
  }

 private:
  tl::unexpected<Error> bad(const std::string& what, const std::string& hint) const {
    return fail(where_, "byte " + std::to_string(at_) + ": " + what, hint);
  }

  void put(TapeObject object, std::size_t length) {
    tape_.objects.push_back(std::move(object));
    at_ += length;
    tape_.offsets.push_back(at_);
  }

  void gap(std::uint32_t length) {
    if (tape_.objects.empty() || tape_.objects.back().kind != TapeObjectKind::Gap)
      return put({TapeObjectKind::Gap, false, {}, length}, length);
    tape_.objects.back().gap += length;
    at_ += length;
    tape_.offsets.back() = at_;
  }

  Expected<void> record(std::uint32_t marker) {
    const std::size_t length = marker & ~kErrorFlag;
    if ((length & kReserved) != 0) return bad("invalid record length", "this is not a .tap image");
    const std::size_t stored = tape_.padded ? (length + 1) / 2 * 2 : length;
    if (bytes_.size() - at_ < stored + 8)
      return bad("a record of " + std::to_string(length) + " frames is cut off", "the image is truncated");
    if (little(bytes_, at_ + 4 + stored, 4) != marker)
      return bad("the lengths before and after a record differ", "this is not a .tap image, or a damaged one");
    if (length == 0) return bad("a record without frames", "this is not a .tap image, or a damaged one");
    TapeObject object;
    object.bad = (marker & kErrorFlag) != 0;
    object.frames.reserve(length);
    for (std::size_t i = 0; i < length; ++i) object.frames.push_back(static_cast<std::uint8_t>(bytes_[at_ + 4 + i]));
    put(std::move(object), stored + 8);
    return {};
  }

  const std::string& where_;
  const std::vector<std::byte>& bytes_;
  std::size_t at_ = 0;
  ParsedTape tape_;
};
}  // namespace

Expected<ParsedTape> parseTap(const std::string& where, const std::vector<std::byte>& bytes) {
  auto padded = TapWalk{where, bytes, true}.whole();
  if (padded) return padded;
  auto unpadded = TapWalk{where, bytes, false}.whole();
  return unpadded ? std::move(unpadded) : std::move(padded);
}

Expected<ParsedTape> parseTpc(const std::string& where, const std::vector<std::byte>& bytes) {
  ParsedTape tape;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t rest = bytes.size() - at;
    const std::size_t length = rest < 2 ? 0 : little(bytes, at, 2);
    if (length == 0xFFFF && rest == 2) break;  // the end of the medium
    if (rest < 2 || rest - 2 < length)
      return fail(where, "byte " + std::to_string(at) + ": a record is cut off", "the image is truncated or no TPC");
    TapeObject object;
    object.kind = length == 0 ? TapeObjectKind::Mark : TapeObjectKind::Record;
    for (std::size_t i = 0; i < length; ++i) object.frames.push_back(static_cast<std::uint8_t>(bytes[at + 2 + i]));
    tape.objects.push_back(std::move(object));
    at += std::min(rest, 2 + (length + 1) / 2 * 2);
    tape.offsets.push_back(at);
  }
  return tape;
}

}  // namespace utah10
