#include "utah10/trace/snapshot_file.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <array>

#include "trace/state_hash.hpp"

namespace utah10 {

namespace {

constexpr std::array<char, 8> kMagic = {'U', 'T', 'A', 'H', '1', '0', 'S', 'N'};
constexpr int kCompression = 3;
// Far more than any machine's state: core is two megabytes.
constexpr std::uint64_t kLargestState = std::uint64_t{1} << 28;

std::vector<std::byte> compress(std::span<const std::byte> state) {
  std::vector<std::byte> frame(ZSTD_compressBound(state.size()));
  frame.resize(ZSTD_compress(frame.data(), frame.size(), state.data(), state.size(), kCompression));
  return frame;
}

// Empty unless the frame holds exactly `length` bytes.
std::vector<std::byte> decompress(std::span<const std::byte> frame, std::uint64_t length) {
  if (ZSTD_getFrameContentSize(frame.data(), frame.size()) != length) return {};
  std::vector<std::byte> state(static_cast<std::size_t>(length));
  const std::size_t got = ZSTD_decompress(state.data(), state.size(), frame.data(), frame.size());
  if (ZSTD_isError(got) != 0 || got != state.size()) return {};
  return state;
}

std::vector<std::string_view> linesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// The first line of `a` that `b` does not have.
std::string_view firstMissing(const std::vector<std::string_view>& a, const std::vector<std::string_view>& b) {
  for (const std::string_view line : a)
    if (std::find(b.begin(), b.end(), line) == b.end()) return line;
  return {};
}

// What follows the version.
struct Content {
  std::string description, media;
  std::uint64_t length = 0;  // of the state, expanded
  StateHash hash;
  std::vector<std::byte> frame;

  void state(Archive& a, std::uint32_t version) {
    a.text(description);
    if (version >= 2) a.text(media);
    a.u64(length, hash.high, hash.low);
    a.bytes(frame);
  }
};

}  // namespace

std::string describeForSnapshot(Machine& machine) {
  const MachineConfig& config = machine.config();
  std::string text = fmt::format("timing {}\n", config.timing);
  std::size_t n = 0;
  for (const CoreMemory::Box& box : machine.core().boxes()) {
    text += fmt::format("memory box {}: read {} ns, write {} ns, cycle {} ns, {} ports\n", n++, box.read.count(),
                        box.write.count(), box.cycle.count(), box.ports);
  }
  for (const MemoryBoxConfig& box : config.memory) {
    text +=
        fmt::format("{} at {:06o}, {:o} words, interleave {}\n", box.kind.name, box.base, box.words, box.interleave);
  }
  for (const IoBus::Connection& c : machine.bus().connections()) {
    text += fmt::format("device {} at {:03o}\n", c.device->name(), c.code.asWritten());
  }
  return text;
}

std::string differenceOf(std::string_view saved, std::string_view present) {
  const auto a = linesOf(saved);
  const auto b = linesOf(present);
  const std::string_view was = firstMissing(a, b);
  const std::string_view is = firstMissing(b, a);
  if (was.empty() && is.empty()) return saved == present ? "" : "the order of its parts";
  if (is.empty()) return fmt::format("\"{}\", which this machine lacks", was);
  if (was.empty()) return fmt::format("no \"{}\"", is);
  return fmt::format("\"{}\" where this machine has \"{}\"", was, is);
}

std::vector<std::byte> encodeSnapshot(const Snapshot& snapshot) {
  const StateHash hash = hashBytes(snapshot.state);
  std::uint32_t version = kSnapshotVersion;
  Content content{snapshot.description, snapshot.media, snapshot.state.size(), hash, compress(snapshot.state)};
  Archive out = Archive::writer();
  for (char c : kMagic) out.u8(c);
  out.u32(version);
  content.state(out, version);
  return out.take();
}

Expected<Snapshot> decodeSnapshot(std::string_view name, std::span<const std::byte> file) {
  const std::string where{name};
  const auto sameByte = [](std::byte b, char c) { return std::to_integer<char>(b) == c; };
  const std::size_t head = std::min(file.size(), kMagic.size());
  if (head == 0 ||
      !std::equal(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(head), kMagic.begin(), sameByte))
    return fail(where, "not a snapshot", "snapshots are written by save");
  std::uint32_t version = 0;
  Archive in = Archive::reader(file.subspan(head));
  in.u32(version);
  if (in.good() && (version == 0 || version > kSnapshotVersion))
    return fail(where, fmt::format("snapshot of version {}, this program reads version {}", version, kSnapshotVersion));
  Content content;
  content.state(in, version);
  if (!in.good()) return fail(where, "snapshot is truncated", "the machine is unchanged");
  if (!in.atEnd()) return fail(where, "snapshot has data after its end", "the machine is unchanged");
  Snapshot snapshot{content.description, {}, content.media};
  if (content.length <= kLargestState) snapshot.state = decompress(content.frame, content.length);
  if (snapshot.state.empty() || hashBytes(snapshot.state) != content.hash)
    return fail(where, "snapshot is corrupt: its state does not match its hash", "the machine is unchanged");
  return snapshot;
}

}  // namespace utah10
