#include "utah10/trace/trace_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <system_error>

#include "trace/file/block_format.hpp"
#include "trace/file/head_bytes.hpp"
#include "trace/file/record_decoder.hpp"
#include "trace/time_text.hpp"

namespace utah10 {

namespace fs = std::filesystem;
using namespace tracefile;

namespace {

constexpr std::size_t kBeforeHead = kMagic.size() + 12;  // version, lengths

struct Block {
  std::uint64_t at = 0;  // position of its header in the file
  BlockHeader header;
};

}  // namespace

class TraceReader::File {
 public:
  explicit File(const fs::path& path) : where(path.string()), stream_(path, std::ios::binary) {
    std::error_code why;
    size_ = fs::file_size(path, why);
  }

  Expected<void> readHead();
  void findBlocks();
  Expected<bool> prepare();  // false: no record left
  Expected<bool> next(Probe& to);
  Expected<void> seek(Instant t);

  std::string where;
  TraceHead head;
  std::vector<Block> blocks;
  bool complete = false;
  std::uint64_t records = 0, instructions = 0;
  std::uint64_t position = 0;

 private:
  std::vector<std::byte> bytes(std::uint64_t at, std::size_t length);
  Expected<void> openBlock();
  tl::unexpected<Error> corrupt(const Block& block, std::string_view what) const;

  std::ifstream stream_;
  std::uint64_t size_ = 0;
  std::uint64_t blocksAt_ = 0;
  std::optional<Error> tail_;  // reported after all complete blocks have been played
  std::size_t nextBlock_ = 0;
  std::uint32_t left_ = 0;  // number of records left in the open block
  std::vector<std::uint8_t> store_;
  std::optional<RecordDecoder> decoder_;
  bool decoded_ = false;  // a record is already decoded, because a seek stopped there
};

std::vector<std::byte> TraceReader::File::bytes(std::uint64_t at, std::size_t length) {
  if (at > size_ || length > size_ - at) return {};
  std::vector<std::byte> read(length);
  stream_.clear();
  stream_.seekg(static_cast<std::streamoff>(at));
  stream_.read(reinterpret_cast<char*>(read.data()), static_cast<std::streamsize>(length));
  if (!stream_) read.clear();
  return read;
}

Expected<void> TraceReader::File::readHead() {
  const auto sameByte = [](std::byte b, char c) { return std::to_integer<char>(b) == c; };
  const std::vector<std::byte> begin = bytes(0, kBeforeHead);
  if (begin.empty() ||
      !std::equal(kMagic.begin(), kMagic.end(), begin.begin(), [&](char c, std::byte b) { return sameByte(b, c); }))
    return fail(where, "not a trace", "traces are written by utah10 --trace");
  std::uint32_t version = 0, length = 0, packed = 0;
  Archive in = Archive::reader(std::span{begin}.subspan(kMagic.size()));
  in.u32(version, length, packed);
  if (version != kTraceVersion)
    return fail(where, fmt::format("trace of version {}, this program reads version {}", version, kTraceVersion));
  const bool small = length <= kLargestHead && packed <= kLargestHead;
  const std::vector<std::byte> body = small ? bytes(kBeforeHead, std::size_t{packed} + 8) : std::vector<std::byte>{};
  if (body.empty()) return fail(where, "the trace ends inside its head");
  const auto frame = std::span{body}.first(packed);
  const auto text = expanded(frame, length);
  auto found = text ? headOf(*text) : std::nullopt;
  std::uint64_t hash = 0;
  Archive::reader(std::span{body}.subspan(packed)).u64(hash);
  if (hash != hash64(frame) || !found) return fail(where, "the head of the trace is damaged");
  head = std::move(*found);
  decoder_.emplace(head.events);
  blocksAt_ = kBeforeHead + packed + 8;
  return {};
}

// Reads header after header. A header inconsistent with the previous one ends the file, as a damaged one does.
void TraceReader::File::findBlocks() {
  for (std::uint64_t at = blocksAt_; at < size_;) {
    const std::vector<std::byte> found = bytes(at, kBlockHeader);
    if (found.empty()) return;  // cut short in a header
    const auto header = headerOf(found);
    if (!header || header->number != records) {
      tail_ = Error{where, fmt::format("block {} at byte {} has a damaged header", blocks.size() + 1, at),
                    "what follows cannot be read"};
      return;
    }
    if (header->end) {
      complete = at + kBlockHeader == size_;
      if (!complete) tail_ = Error{where, fmt::format("data follows the end of the trace at byte {}", at), {}};
      return;
    }
    if (header->frame > size_ - at - kBlockHeader) return;
    blocks.push_back({at, *header});
    records += header->records;
    instructions += header->instructions;
    at += kBlockHeader + header->frame;
  }
}

tl::unexpected<Error> TraceReader::File::corrupt(const Block& block, std::string_view what) const {
  const BlockHeader& h = block.header;
  return fail(where, fmt::format("block {} at byte {} is damaged: {}", &block - blocks.data() + 1, block.at, what),
              fmt::format("records {} to {} are lost", h.number, h.number + h.records - 1));
}

Expected<void> TraceReader::File::openBlock() {
  const Block& block = blocks[nextBlock_++];
  const BlockHeader& h = block.header;
  position = h.number;
  left_ = 0;
  const std::vector<std::byte> frame = bytes(block.at + kBlockHeader, h.frame);
  if (!unpackBlock(h, frame, store_, decoder_->columns())) {
    position += h.records;
    return corrupt(block, "its contents do not match its header");
  }
  decoder_->begin();
  left_ = h.records;
  return {};
}

Expected<bool> TraceReader::File::prepare() {
  if (decoded_) return true;
  while (left_ == 0) {
    if (nextBlock_ == blocks.size()) {
      if (!tail_) return false;
      return tl::unexpected(*std::exchange(tail_, std::nullopt));
    }
    if (auto opened = openBlock(); !opened) return tl::unexpected(opened.error());
  }
  if (!decoder_->read() || (left_ == 1 && !decoder_->columns().usedUp())) {
    const Block& block = blocks[nextBlock_ - 1];
    const std::uint64_t n = block.header.records - left_;
    left_ = 0;
    position = block.header.number + block.header.records;
    return corrupt(block, fmt::format("its record {} is invalid", n));
  }
  --left_;
  return decoded_ = true;
}

Expected<bool> TraceReader::File::next(Probe& to) {
  const auto ready = prepare();
  if (!ready || !*ready) return ready;
  decoded_ = false;
  ++position;
  decoder_->play(to);
  return true;
}

Expected<void> TraceReader::File::seek(Instant t) {
  const std::int64_t wanted = t.time_since_epoch().count();
  const auto found = std::ranges::find_if(blocks, [&](const Block& b) { return b.header.last >= wanted; });
  nextBlock_ = static_cast<std::size_t>(found - blocks.begin());
  left_ = 0;
  decoded_ = false;
  position = found == blocks.end() ? records : found->header.number;
  for (;;) {
    const auto ready = prepare();
    if (!ready) return tl::unexpected(ready.error());
    if (!*ready || decoder_->at() >= t) return {};
    decoded_ = false;
    ++position;
  }
}

TraceReader::TraceReader(std::unique_ptr<File> file) : file_(std::move(file)) {}
TraceReader::~TraceReader() = default;

Expected<std::unique_ptr<TraceReader>> TraceReader::open(const fs::path& path) {
  std::error_code why;
  if (!fs::exists(path, why)) return fail(path.string(), "no such file");
  if (!fs::is_regular_file(path, why)) return fail(path.string(), "is not a regular file");
  auto file = std::make_unique<File>(path);
  if (auto head = file->readHead(); !head) return tl::unexpected(head.error());
  file->findBlocks();
  return std::unique_ptr<TraceReader>{new TraceReader{std::move(file)}};
}

const TraceHead& TraceReader::head() const { return file_->head; }
Expected<bool> TraceReader::next(Probe& to) { return file_->next(to); }
Expected<void> TraceReader::seek(Instant t) { return file_->seek(t); }
bool TraceReader::cutShort() const { return !file_->complete; }
std::uint64_t TraceReader::records() const { return file_->records; }
std::uint64_t TraceReader::instructions() const { return file_->instructions; }
std::uint64_t TraceReader::position() const { return file_->position; }

Expected<std::uint64_t> TraceReader::playAll(Probe& to) {
  for (std::uint64_t played = 0;; ++played) {
    const auto more = next(to);
    if (!more) return tl::unexpected(more.error());
    if (!*more) return played;
  }
}

Instant TraceReader::first() const {
  std::int64_t t = file_->head.began.time_since_epoch().count();
  if (!file_->blocks.empty())
    t = std::ranges::min(file_->blocks, {}, [](const Block& b) { return b.header.first; }).header.first;
  return Instant{Duration{t}};
}

Instant TraceReader::last() const {
  std::int64_t t = file_->head.began.time_since_epoch().count();
  for (const Block& b : file_->blocks) t = std::max(t, b.header.last);
  return Instant{Duration{t}};
}

std::string TraceReader::ending() const {
  const std::string at = timeText(last() - kPowerOn);
  return file_->complete ? fmt::format("complete: {}. records to {}", records(), at)
                         : fmt::format("cut short after {}. records at {}", records(), at);
}

}  // namespace utah10
