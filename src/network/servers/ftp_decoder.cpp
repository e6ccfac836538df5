#include <algorithm>
#include <utility>

#include "network/servers/ftp_framing.hpp"
#include "network/servers/ftp_marks.hpp"

namespace utah10 {

namespace {
constexpr std::size_t kMostRecords = 1u << 20;
constexpr std::size_t kMostMarkers = 100;    // not yet taken by the session
constexpr std::size_t kLongestMarker = 128;  // characters; any further ones are dropped
}  // namespace

FtpDecoder::FtpDecoder(const FtpForm& form, std::uint64_t mostBits) : form_(form), most_(mostBits) {
  wire_.byteSize = form.connectionByteSize();
}

void FtpDecoder::take(const BitString& bytes) {
  if (ended_ || fault_ != Fault::None) {
    stray_ += bytes.size() / wire_.byteSize;
    return;
  }
  if (form_.mode == 'B')
    blocks(bytes);
  else if (form_.mode == 'T')
    text(bytes);
  else
    wire_.bits.append(bytes);
  checkSize();
}

std::vector<FtpDecoder::Marker> FtpDecoder::takeMarkers() { return std::exchange(markers_, {}); }

void FtpDecoder::checkSize() {
  if (wire_.bits.size() > most_ || wire_.recordEnds.size() > kMostRecords) fault_ = Fault::TooLong;
}

void FtpDecoder::endRecord() {
  if (form_.structure == 'R' && wire_.recordEnds.size() <= kMostRecords)
    wire_.recordEnds.push_back(wire_.bits.size() / wire_.byteSize);
}

void FtpDecoder::text(const BitString& bytes) {
  for (std::size_t at = 0; at < bytes.size(); at += 8) {
    const std::uint64_t c = bytes.field(at, 8);
    if (ended_)
      ++stray_;
    else if (c < 128)
      wire_.bits.append(c, 8);
    else if (c == kEndOfRecord)
      endRecord();
    else if (c == kEndOfFile)
      ended_ = true;
    else
      ++stray_;
  }
}

void FtpDecoder::blocks(const BitString& bytes) {
  const unsigned header = headerBits(wire_.byteSize);
  std::size_t at = 0;
  while (at < bytes.size() && !ended_ && fault_ == Fault::None) {
    if (!inBlock_) {
      const std::size_t n = std::min<std::size_t>(header - partial_.size(), bytes.size() - at);
      partial_.append(bytes.part(at, n));
      at += n;
      if (partial_.size() == header) blockHeader(partial_.field(header - 24, 24));
      continue;
    }
    const std::size_t n = std::min<std::size_t>(std::size_t{left_} * wire_.byteSize, bytes.size() - at);
    blockData(bytes.part(at, n));
    at += n;
  }
  stray_ += (bytes.size() - at) / wire_.byteSize;
}

void FtpDecoder::blockHeader(std::uint64_t header) {
  partial_.clear();
  descriptor_ = static_cast<unsigned>(header >> 16);
  left_ = static_cast<std::uint32_t>(header & 0xFFFF);
  if (descriptor_ > kMarker) {
    fault_ = Fault::Descriptor;
    return;
  }
  inBlock_ = true;
  if (left_ == 0) blockEnd();
}

void FtpDecoder::blockData(const BitString& bytes) {
  left_ -= static_cast<std::uint32_t>(bytes.size() / wire_.byteSize);
  if (descriptor_ != kMarker)
    wire_.bits.append(bytes);
  else if (partial_.size() < kLongestMarker * 8)
    partial_.append(bytes);
  if (descriptor_ == kSuspect) suspect_ += bytes.size() / wire_.byteSize;
  checkSize();
  if (left_ == 0) blockEnd();
}

void FtpDecoder::blockEnd() {
  inBlock_ = false;
  if (descriptor_ == kRecordEnds) endRecord();
  if (descriptor_ == kFileEnds) ended_ = true;
  if (descriptor_ != kMarker) return;
  Marker marker{{}, wire_.bits.size() / wire_.byteSize};
  for (std::size_t at = 0; at + 8 <= partial_.size() && marker.text.size() < kLongestMarker; at += 8) {
    const std::uint64_t c = partial_.field(at, 8);
    if (c > ' ' && c < 127) marker.text += static_cast<char>(c);
  }
  partial_.clear();
  if (markers_.size() < kMostMarkers) markers_.push_back(std::move(marker));
}

void FtpDecoder::state(Archive& a) {
  constexpr std::string_view kImpossible = "a transfer in an impossible state";
  form_.state(a);
  a.u64(most_);
  wire_.state(a);
  partial_.state(a);
  a.flag(inBlock_);
  a.u32(descriptor_, left_);
  a.flag(ended_);
  a.choice(fault_, Fault::TooLong, kImpossible);
  a.u64(suspect_, stray_);
  a.list(markers_, kMostMarkers, kImpossible, [&](Marker& m) {
    a.text(m.text);
    a.u64(m.at);
  });
  if (!a.restored()) return;
  a.check(descriptor_ <= 255 && wire_.byteSize == form_.connectionByteSize() && (!inBlock_ || left_ != 0) &&
              (inBlock_ || partial_.size() <= headerBits(wire_.byteSize)),
          kImpossible);
}

}  // namespace utah10
