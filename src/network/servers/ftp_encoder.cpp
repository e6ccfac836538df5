#include <algorithm>

#include "network/servers/ftp_framing.hpp"
#include "network/servers/ftp_marks.hpp"

namespace utah10 {

FtpEncoder::FtpEncoder(StoredFile wire, const FtpForm& form, std::uint64_t start)
    : wire_(std::move(wire)), form_(form), ended_(false) {
  at_ = marked_ = std::min(start, size());
  while (record_ < wire_.recordEnds.size() && wire_.recordEnds[record_] <= at_ && at_ != 0) ++record_;
}

BitString FtpEncoder::next(std::size_t bits) {
  BitString out;
  while (!ended_ && out.size() < bits) piece(out, std::max<std::uint64_t>(1, (bits - out.size()) / wire_.byteSize));
  return out;
}

std::uint64_t FtpEncoder::recordEnd() const {
  return record_ < wire_.recordEnds.size() ? wire_.recordEnds[record_] : size();
}

void FtpEncoder::piece(BitString& out, std::uint64_t most) {
  if (form_.mode == 'B') return block(out);
  if (form_.mode == 'T') return text(out, most);
  stream(out, most);
}

void FtpEncoder::stream(BitString& out, std::uint64_t most) {
  const std::uint64_t n = std::min(most, size() - at_);
  out.append(wire_.bits.part(at_ * wire_.byteSize, n * wire_.byteSize));
  at_ += n;
  ended_ = at_ == size();
}

void FtpEncoder::text(BitString& out, std::uint64_t most) {
  const std::uint64_t n = std::min(most, recordEnd() - at_);
  out.append(wire_.bits.part(at_ * 8, n * 8));
  at_ += n;
  if (at_ < recordEnd()) return;
  if (record_ < wire_.recordEnds.size()) {
    out.append(kEndOfRecord, 8);
    ++record_;
    return;
  }
  out.append(kEndOfFile, 8);
  ended_ = true;
}

void FtpEncoder::block(BitString& out) {
  if (form_.markEvery != 0 && at_ != 0 && at_ != marked_ && at_ % form_.markEvery == 0) return marker(out);
  std::uint64_t n = std::min<std::uint64_t>(kBlockBytes, recordEnd() - at_);
  if (form_.markEvery != 0) n = std::min<std::uint64_t>(n, form_.markEvery - at_ % form_.markEvery);
  const bool complete = at_ + n == recordEnd();
  const bool isRecord = record_ < wire_.recordEnds.size();
  ended_ = complete && !isRecord;
  header(out, !complete ? kData : isRecord ? kRecordEnds : kFileEnds, n);
  out.append(wire_.bits.part(at_ * wire_.byteSize, n * wire_.byteSize));
  at_ += n;
  if (complete && isRecord) ++record_;
}

void FtpEncoder::header(BitString& out, unsigned descriptor, std::uint64_t count) const {
  const unsigned fill = headerBits(wire_.byteSize) - 24;
  for (unsigned done = 0; done < fill; done += 56) out.append(0, std::min(56u, fill - done));
  out.append(descriptor, 8);
  out.append(count, 16);
}

void FtpEncoder::marker(BitString& out) {
  BitString text;
  for (const char c : std::to_string(at_)) text.append(static_cast<unsigned char>(c), 8);
  const std::size_t bytes = (text.size() + wire_.byteSize - 1) / wire_.byteSize;
  text.resize(bytes * wire_.byteSize);
  header(out, kMarker, bytes);
  out.append(text);
  marked_ = at_;
}

void FtpEncoder::state(Archive& a) {
  wire_.state(a);
  form_.state(a);
  a.u64(at_, record_, marked_);
  a.flag(ended_);
  if (a.restored())
    a.check(at_ <= size() && record_ <= wire_.recordEnds.size() && at_ <= recordEnd(),
            "a transfer past the end of its file");
}

}  // namespace utah10
