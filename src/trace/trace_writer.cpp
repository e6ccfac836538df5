#include "trace/trace_writer.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "trace/file/block_format.hpp"
#include "trace/file/head_bytes.hpp"
#include "trace/file/record_encoder.hpp"

namespace utah10 {

namespace fs = std::filesystem;
using namespace tracefile;

namespace {

constexpr std::size_t kBlockBytes = std::size_t{8} << 20;  // limit on the columns of one block
constexpr int kHeadLevel = 19;
constexpr std::uint32_t kLookEvery = 1024;  // records

std::string reason() { return std::generic_category().message(errno == 0 ? EIO : errno); }

struct CloseFile {
  void operator()(std::FILE* f) const { std::fclose(f); }
};
using Stream = std::unique_ptr<std::FILE, CloseFile>;

bool isTrace(const fs::path& path) {
  std::array<char, kMagic.size()> found{};
  const Stream in{std::fopen(path.c_str(), "rb")};
  if (!in) return false;
  const std::size_t got = std::fread(found.data(), 1, found.size(), in.get());
  return got == 0 || (got == found.size() && found == kMagic);
}

Expected<Stream> openNew(const fs::path& path) {
  std::error_code why;
  const fs::file_status there = fs::status(path, why);
  if (fs::is_directory(there)) return fail(path.string(), "is a directory", "name a file in it");
  if (fs::is_regular_file(there) && !isTrace(path))
    return fail(path.string(), "exists and is not a trace", "remove it or name another file");
  errno = 0;
  Stream file{std::fopen(path.c_str(), "wb")};
  if (!file) return fail(path.string(), "cannot be written: " + reason());
  std::setvbuf(file.get(), nullptr, _IONBF, 0);  // so that each block is a single write
  return file;
}

std::vector<std::byte> headBytes(const TraceHead& head) {
  const std::vector<std::byte> body = bytesOf(head);
  std::vector<std::byte> frame = squeezed(body, kHeadLevel);
  std::uint32_t version = kTraceVersion;
  std::size_t length = body.size();
  std::uint64_t hash = hash64(frame);
  Archive out = Archive::writer();
  for (char c : kMagic) out.u8(c);
  out.u32(version, length);
  out.bytes(frame);
  out.u64(hash);
  return out.take();
}

}  // namespace

// Encodes the selected records and writes them to the file, block by block.
class TraceWriter::File final : public Probe {
 public:
  File(fs::path path, Stream stream, const TraceHead& head, TraceOptions options)
      : encoder{head.events}, path_(std::move(path)), stream_(std::move(stream)), options_(std::move(options)) {}

  bool open() const { return stream_ != nullptr; }
  bool failed() const { return failure_.has_value(); }

  void write(std::span<const std::byte> bytes) {
    if (!stream_) return;
    errno = 0;
    if (std::fwrite(bytes.data(), 1, bytes.size(), stream_.get()) == bytes.size() && std::fflush(stream_.get()) == 0) {
      totals.bytes += bytes.size();
      return;
    }
    giveUp(reason());
  }

  void endBlock() {
    const RecordEncoder::Summary s = encoder.summary();
    if (s.records == 0) return;
    write(packBlock({false, s.records, s.instructions, totals.records, s.first, s.last, 0, 0, 0}, encoder.columns(),
                    options_.level));
    if (!failed()) {
      totals.records += s.records;
      totals.instructions += s.instructions;
      first_ = std::min(first_, s.first);
      last_ = std::max(last_, s.last);
    }
    encoder.clear();
  }

  Expected<void> close() {
    if (stream_) endBlock();
    if (stream_) write(bytesOf({true, 0, 0, totals.records, first_, last_, 0, 0, 0}));
    if (stream_ && std::fclose(stream_.release()) != 0) failBecause("cannot be closed: " + reason());
    if (failure_) return tl::unexpected(*failure_);
    return {};
  }

  TraceTotals present() const {
    TraceTotals t = totals;
    t.records += encoder.summary().records;
    t.instructions += encoder.summary().instructions;
    return t;
  }

  void instruction(const InstructionRecord& r) override {
    take([&] { encoder.instruction(r); });
  }
  void abandoned(const AbandonRecord& r) override {
    take([&] { encoder.abandoned(r); });
  }
  void memory(const MemoryRecord& r) override {
    take([&] { encoder.memory(r); });
  }
  void io(const IoRecord& r) override {
    take([&] { encoder.io(r); });
  }
  void interrupt(const InterruptRecord& r) override {
    take([&] { encoder.interrupt(r); });
  }
  void pager(const PagerRecord& r) override {
    take([&] { encoder.pager(r); });
  }
  void event(const EventRecord& r) override {
    take([&] { encoder.event(r); });
  }
  void message(const MessageRecord& r) override {
    take([&] { encoder.message(r); });
  }
  void started(Instant at) override {
    take([&] { encoder.started(at); });
  }
  void stopped(Instant at, StopReason why) override {
    take([&] { encoder.stopped(at, why); });
  }

  RecordEncoder encoder;
  TraceTotals totals;  // of whole blocks

 private:
  template <class Encode>
  void take(Encode encode) {
    if (!stream_) return;
    encode();
    const std::uint32_t n = encoder.summary().records;
    if (n >= options_.blockRecords || (n % kLookEvery == 0 && encoder.columns().bytes() >= kBlockBytes)) endBlock();
  }

  // Removes anything after the last complete block.
  void giveUp(const std::string& why) {
    stream_.reset();
    encoder.clear();
    std::error_code ignored;
    if (fs::is_regular_file(path_, ignored)) fs::resize_file(path_, totals.bytes, ignored);
    failBecause(fmt::format("cannot be written: {}", why));
    if (options_.whenFailed) options_.whenFailed(*failure_);
  }
  void failBecause(std::string what) {
    failure_ = Error{path_.string(), std::move(what), fmt::format("the trace ends after {}. records", totals.records)};
  }

  fs::path path_;
  Stream stream_;
  TraceOptions options_;
  std::optional<Error> failure_;
  std::int64_t first_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t last_ = std::numeric_limits<std::int64_t>::min();
};

TraceWriter::TraceWriter() = default;
TraceWriter::~TraceWriter() {
  if (file_ && file_->open()) (void)close();
}

Expected<std::unique_ptr<TraceWriter>> TraceWriter::create(const fs::path& path, const TraceHead& head,
                                                           TraceOptions options) {
  auto stream = openNew(path);
  if (!stream) return tl::unexpected(stream.error());
  std::unique_ptr<TraceWriter> writer{new TraceWriter};
  std::optional<RecordFilter> filter = std::move(options.filter);
  options.filter.reset();
  writer->file_ = std::make_unique<File>(path, std::move(*stream), head, std::move(options));
  if (filter) writer->filtered_ = std::make_unique<FilteredProbe>(std::move(*filter), *writer->file_);
  writer->file_->write(headBytes(head));
  if (writer->file_->failed()) return tl::unexpected(writer->file_->close().error());
  return writer;
}

Expected<void> TraceWriter::close() {
  if (filtered_) filtered_->settle();
  return file_->close();
}

TraceTotals TraceWriter::totals() const { return file_->present(); }
bool TraceWriter::failed() const { return file_->failed(); }

void TraceWriter::instruction(const InstructionRecord& r) {
  filtered_ ? filtered_->instruction(r) : file_->instruction(r);
}
void TraceWriter::abandoned(const AbandonRecord& r) { filtered_ ? filtered_->abandoned(r) : file_->abandoned(r); }
void TraceWriter::memory(const MemoryRecord& r) { filtered_ ? filtered_->memory(r) : file_->memory(r); }
void TraceWriter::io(const IoRecord& r) { filtered_ ? filtered_->io(r) : file_->io(r); }
void TraceWriter::interrupt(const InterruptRecord& r) { filtered_ ? filtered_->interrupt(r) : file_->interrupt(r); }
void TraceWriter::pager(const PagerRecord& r) { filtered_ ? filtered_->pager(r) : file_->pager(r); }
void TraceWriter::event(const EventRecord& r) { filtered_ ? filtered_->event(r) : file_->event(r); }
void TraceWriter::message(const MessageRecord& r) { filtered_ ? filtered_->message(r) : file_->message(r); }
void TraceWriter::started(Instant at) { filtered_ ? filtered_->started(at) : file_->started(at); }
void TraceWriter::stopped(Instant at, StopReason why) {
  filtered_ ? filtered_->stopped(at, why) : file_->stopped(at, why);
}

}  // namespace utah10
