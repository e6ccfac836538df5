// File transfers.
#include <fmt/format.h>

#include <algorithm>

#include "network/servers/ftp_content.hpp"
#include "network/servers/ftp_names.hpp"
#include "network/servers/ftp_session.hpp"

namespace utah10 {

bool FtpSession::legal() {
  const std::string why = whyIllegal(form_);
  if (!why.empty()) say(503, why + ".");
  return why.empty();
}

void FtpSession::open(Purpose purpose, bool sending, const FtpForm& form) {
  purpose_ = purpose;
  moved_ = form;
  moving_ = Moving::Opening;
  dataBits_ = 0;
  marked_.reset();
  restart_.reset();
  dataBy_ = host_.now() + config_.openPatience;
  say(255, fmt::format("SOCK {}", host_.dataSocket(id_, sending)));
  const UserSocket& theirs = sending ? in_ : out_;
  host_.openData(id_, {sending, theirs.host, theirs.socket, form.connectionByteSize()});
}

void FtpSession::send(const StoredFile& file, Purpose purpose, const FtpForm& form) {
  StoredFile wire = toWire(file, form);
  if (!fitsMode(wire, form)) return say(503, "The file has codes above 127, which MODE T cannot carry.");
  const std::uint64_t start = purpose == Purpose::List ? 0 : restart_.value_or(0);
  if (start > wire.bits.size() / wire.byteSize) return say(503, "The file has no such marker.");
  encoder_ = FtpEncoder{std::move(wire), form, start};
  open(purpose, true, form);
}

void FtpSession::receive(Purpose purpose, const std::string& name) {
  if (!isStoreName(name)) return refuse(StoreResult::BadName);
  decoder_ = FtpDecoder{form_, std::min(config_.longestFile, host_.store().freeBits())};
  file_ = name;
  if (restart_ && !resume(name)) return;
  open(purpose, false, form_);
}

// The part received before the transfer broke, up to the marker that REST named.
bool FtpSession::resume(const std::string& name) {
  const auto part = host_.store().read(partName(name));
  StoredFile wire = part ? toWire(*part, form_) : StoredFile{};
  if (!part || wire.bits.size() < *restart_ * wire.byteSize) {
    say(503, "No part of that file up to this marker is kept.");
    return false;
  }
  wire.bits.resize(*restart_ * wire.byteSize);
  std::erase_if(wire.recordEnds, [&](std::uint64_t end) { return end > *restart_; });
  decoder_.resumeAfter(wire);
  return true;
}

void FtpSession::dataOpened(unsigned byteSize) {
  if (moving_ != Moving::Opening) return;
  if (byteSize != moved_.connectionByteSize())
    return giveUp(454, fmt::format("The data connection has bytes of {} bits.", byteSize));
  const bool sending = purpose_ == Purpose::Retrieve || purpose_ == Purpose::List;
  moving_ = sending ? Moving::Sending : Moving::Receiving;
  dataBy_ = host_.now() + config_.dataPatience;
  say(250, fmt::format("{} of {} started.", sending ? "Retrieval" : "Storage", file_));
  if (sending) pump();
}

void FtpSession::pump() {
  const BitString bytes = encoder_.next(kSendBits);
  if (bytes.empty()) {
    // The reply precedes the close of the connection, as the old protocol requires.
    finish(252, "Transfer completed.");
    host_.closeData(id_);
    return;
  }
  dataBits_ += bytes.size();
  host_.sendData(id_, bytes);
}

void FtpSession::dataDrained() {
  if (moving_ != Moving::Sending) return;
  dataBy_ = host_.now() + config_.dataPatience;
  pump();
}

void FtpSession::dataReceived(const BitString& bytes) {
  if (moving_ != Moving::Receiving) return;
  dataBy_ = host_.now() + config_.dataPatience;
  dataBits_ += bytes.size();
  decoder_.take(bytes);
  received();
}

void FtpSession::received() {
  for (const FtpDecoder::Marker& marker : decoder_.takeMarkers()) {
    marked_ = marker.at;
    say(251, fmt::format("MARK {} = {}", marker.text, marker.at));
  }
  if (decoder_.fault() == FtpDecoder::Fault::TooLong) return giveUp(453, "Insufficient storage space.");
  if (decoder_.fault() == FtpDecoder::Fault::Descriptor) {
    ++badBlocks_;
    return giveUp(452, "The data are not valid MODE B blocks.");
  }
  if (!decoder_.ended()) return;
  commit();
  host_.closeData(id_);
}

void FtpSession::dataClosed(bool byUser) {
  if (moving_ == Moving::Opening) return finish(454, "UNABLE TO ESTABLISH DATA CONNECTION.");
  if (moving_ == Moving::Receiving && byUser && moved_.mode == 'S') return commit();
  if (moving_ == Moving::Receiving) keepMarked();
  if (busy()) finish(452, "File transfer incomplete, data connection closed.");
}

void FtpSession::commit() {
  strayBytes_ += decoder_.stray();
  StoredFile file = fromWire(decoder_.wire(), moved_);
  if (purpose_ != Purpose::Store) {
    StoredFile whole = host_.store().read(file_).value_or(StoredFile{});
    appendFile(whole, file);
    file = std::move(whole);
  }
  switch (host_.store().write(file_, file)) {
    case StoreResult::Done:
      break;
    case StoreResult::NoSpace:
      return finish(453, "Insufficient storage space.");
    case StoreResult::Denied:
      return finish(451, "File access denied to you.");
    default:
      return finish(452, "The file could not be written.");
  }
  if (moved_.mode == 'B') host_.store().remove(partName(file_));
  if (purpose_ == Purpose::Mail) return finish(256, "Mail completed.");
  finish(252, "Transfer completed.");
}

// The user can continue from the last acknowledged marker.
void FtpSession::keepMarked() {
  if (!marked_) return;
  StoredFile wire = decoder_.wire();
  wire.bits.resize(*marked_ * wire.byteSize);
  std::erase_if(wire.recordEnds, [&](std::uint64_t end) { return end > *marked_; });
  host_.store().write(partName(file_), fromWire(wire, moved_));
}

void FtpSession::finish(int code, std::string_view text) {
  moving_ = Moving::Nothing;
  dataBy_ = kNever;
  encoder_ = FtpEncoder{};
  decoder_ = FtpDecoder{};
  say(code, text);
  if (!leaving_ || gone_) return;
  say(231, "Goodbye.");
  gone_ = true;
  host_.hangUp(id_);
}

void FtpSession::giveUp(int code, std::string_view text) {
  if (moving_ == Moving::Receiving) keepMarked();
  host_.abortData(id_);
  finish(code, text);
}

void FtpSession::lost() {
  if (moving_ == Moving::Receiving) keepMarked();
  gone_ = true;
  if (busy()) finish(452, "The user has disconnected.");
  loginBy_ = lineBy_ = kNever;
}

void FtpSession::doAbor(const std::string&) {
  if (!busy()) return say(202, "Nothing to abort.");
  giveUp(201, "Aborted as requested.");
}

}  // namespace utah10
