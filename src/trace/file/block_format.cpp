#include "trace/file/block_format.hpp"

#include <xxhash.h>
#include <zstd.h>

#include "utah10/machine/archive.hpp"

namespace utah10::tracefile {

namespace {

constexpr std::uint32_t kBlockMark = 0x4c425455;  // "UTBL"
constexpr std::uint32_t kEndMark = 0x444e5455;    // "UTND"
constexpr std::size_t kLengths = kColumns * 4;

std::vector<std::byte> contentsOf(const ColumnWriter& columns) {
  std::vector<std::byte> all;
  all.reserve(kLengths + columns.bytes());
  for (std::size_t n = 0; n < kColumns; ++n) {
    const std::size_t length = columns.column(n).size();
    for (int i = 0; i < 4; ++i) all.push_back(static_cast<std::byte>(length >> (8 * i)));
  }
  for (std::size_t n = 0; n < kColumns; ++n) {
    const auto bytes = std::as_bytes(std::span{columns.column(n)});
    all.insert(all.end(), bytes.begin(), bytes.end());
  }
  return all;
}

void headerState(Archive& a, std::uint32_t& mark, BlockHeader& h) {
  a.u32(mark, h.records, h.instructions);
  a.u64(h.number, h.first, h.last);
  a.u32(h.columns, h.frame);
  a.u64(h.hash);
}

}  // namespace

std::uint64_t hash64(std::span<const std::byte> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

std::vector<std::byte> squeezed(std::span<const std::byte> bytes, int level) {
  std::vector<std::byte> frame(ZSTD_compressBound(bytes.size()));
  frame.resize(ZSTD_compress(frame.data(), frame.size(), bytes.data(), bytes.size(), level));
  return frame;
}

std::optional<std::vector<std::byte>> expanded(std::span<const std::byte> frame, std::size_t length) {
  if (ZSTD_getFrameContentSize(frame.data(), frame.size()) != length) return {};
  std::vector<std::byte> bytes(length);
  const std::size_t got = ZSTD_decompress(bytes.data(), length, frame.data(), frame.size());
  if (ZSTD_isError(got) != 0 || got != length) return {};
  return bytes;
}

std::vector<std::byte> bytesOf(const BlockHeader& header) {
  BlockHeader h = header;
  std::uint32_t mark = h.end ? kEndMark : kBlockMark;
  Archive out = Archive::writer();
  headerState(out, mark, h);
  std::uint64_t own = hash64(out.data());
  out.u64(own);
  return out.take();
}

std::optional<BlockHeader> headerOf(std::span<const std::byte> bytes) {
  BlockHeader h;
  std::uint32_t mark = 0;
  std::uint64_t own = 0;
  Archive in = Archive::reader(bytes);
  headerState(in, mark, h);
  in.u64(own);
  h.end = mark == kEndMark;
  if (!in.good() || (mark != kBlockMark && mark != kEndMark)) return {};
  if (own != hash64(bytes.first(kBlockHeader - 8)) || h.columns > kLargestBlock) return {};
  return h;
}

std::vector<std::byte> packBlock(BlockHeader header, const ColumnWriter& columns, int level) {
  const std::vector<std::byte> contents = contentsOf(columns);
  std::vector<std::byte> all(kBlockHeader + ZSTD_compressBound(contents.size()));
  const std::size_t length =
      ZSTD_compress(all.data() + kBlockHeader, all.size() - kBlockHeader, contents.data(), contents.size(), level);
  all.resize(kBlockHeader + length);
  header.columns = static_cast<std::uint32_t>(contents.size());
  header.frame = static_cast<std::uint32_t>(length);
  header.hash = hash64(std::span{all}.subspan(kBlockHeader));
  const std::vector<std::byte> head = bytesOf(header);
  std::ranges::copy(head, all.begin());
  return all;
}

bool unpackBlock(const BlockHeader& header, std::span<const std::byte> frame, std::vector<std::uint8_t>& store,
                 ColumnReader& columns) {
  if (frame.size() != header.frame || hash64(frame) != header.hash || header.columns < kLengths) return false;
  if (ZSTD_getFrameContentSize(frame.data(), frame.size()) != header.columns) return false;
  store.resize(header.columns);
  const std::size_t got = ZSTD_decompress(store.data(), store.size(), frame.data(), frame.size());
  if (ZSTD_isError(got) != 0 || got != store.size()) return false;
  std::array<std::span<const std::uint8_t>, kColumns> parts;
  std::size_t at = kLengths;
  for (std::size_t n = 0; n < kColumns; ++n) {
    std::size_t length = 0;
    for (std::size_t i = 0; i < 4; ++i) length |= std::size_t{store[n * 4 + i]} << (8 * i);
    if (length > store.size() - at) return false;
    parts[n] = std::span{store}.subspan(at, length);
    at += length;
  }
  columns.use(parts);
  return at == store.size() && parts[0].size() == header.records;
}

}  // namespace utah10::tracefile
