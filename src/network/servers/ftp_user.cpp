#include "network/servers/ftp_user.hpp"

#include <utility>

#include "network/servers/ftp_content.hpp"

namespace utah10 {

namespace {
constexpr unsigned kControlByteSize = 8;
constexpr unsigned kSockets = 6;                             // U to U+5
constexpr std::uint64_t kMostBits = std::uint64_t{1} << 32;  // in a retrieved file
constexpr std::size_t kLongestLine = 2000;

BitString octetsOf(std::string_view text) {
  const std::vector<std::uint8_t> octets(text.begin(), text.end());
  return BitString::ofOctets(octets);
}

bool isDigit(char c) { return c >= '0' && c <= '9'; }

// 0 for a continuation line or a line without a reply code.
int codeOf(std::string_view line) {
  if (line.size() < 3 || !isDigit(line[0]) || !isDigit(line[1]) || !isDigit(line[2])) return 0;
  return (line[0] - '0') * 100 + (line[1] - '0') * 10 + (line[2] - '0');
}
}  // namespace

FtpUser::FtpUser(Scheduler& clock, Ncp& ncp) : clock_(clock), ncp_(ncp), self_(ncp.enrol(*this)), icp_(ncp, *this) {}

void FtpUser::call(HostId host, Socket contact) {
  if (!icp_.call(host, contact, kControlByteSize, kSockets).number()) write("! no link is free");
}

void FtpUser::command(std::string line) {
  steps_.push_back({FtpStepKind::Command, std::move(line), {}, {}});
  next();
}

void FtpUser::login(const std::string& user, const std::string& password, const std::string& account) {
  command("USER " + user);
  command("PASS " + password);
  command("ACCT " + account);
}

void FtpUser::form(const FtpForm& form) {
  command(std::string{"TYPE "} + form.type);
  if (!form.isText()) command("BYTE " + std::to_string(form.byteSize));
  command(std::string{"STRU "} + form.structure);
  command(std::string{"MODE "} + form.mode);
}

void FtpUser::store(const std::string& name, StoredFile file, const FtpForm& form, const std::string& verb) {
  steps_.push_back({FtpStepKind::Store, verb + " " + name, form, std::move(file)});
  next();
}

void FtpUser::retrieve(const std::string& name, const FtpForm& form, const std::string& verb) {
  steps_.push_back({FtpStepKind::Retrieve, name.empty() ? verb : verb + " " + name, form, {}});
  next();
}

void FtpUser::interject(const std::string& line) { say(line); }

void FtpUser::breakData() {
  if (dataOpen_) ncp_.abort(data_);
}

void FtpUser::connected(const IcpPair& pair) {
  pair_ = pair;
  connected_ = true;
  greeted_ = false;
}

void FtpUser::failed(Socket, CloseReason) { write("! the server does not answer"); }

void FtpUser::say(const std::string& line) {
  write("> " + line);
  if (connected_) ncp_.send(pair_.output, octetsOf(line + "\r\n"));
}

void FtpUser::write(std::string line) {
  dialogue_.push_back(std::move(line));
  if (dialogue_.size() > kMostLines) dialogue_.pop_front();
}

void FtpUser::next() {
  if (running_ || !greeted_ || !connected_ || steps_.empty()) return;
  step_ = std::move(steps_.front());
  steps_.pop_front();
  running_ = true;
  replied_ = false;
  result_ = {};
  result_.command = step_.command;
  result_.begun = clock_.now();
  begin(step_);
}

// The user listens on its data socket before it sends the command.
void FtpUser::begin(const FtpStep& step) {
  if (step.kind != FtpStepKind::Command) {
    data_ = ncp_.listen(self_, pair_.user.plus(storing() ? 5 : 4));
    dataOpen_ = dataOver_ = false;
    if (storing())
      encoder_ = FtpEncoder{toWire(step.file, step.form), step.form};
    else
      decoder_ = FtpDecoder{step.form, kMostBits};
  }
  say(step.command);
}

void FtpUser::requested(ConnectionId id) {
  if (id == data_) ncp_.accept(id, step_.form.connectionByteSize());
}

void FtpUser::opened(ConnectionId id) {
  if (id != data_) return;
  dataOpen_ = true;
  result_.opened = clock_.now();
  if (storing()) pump();
}

void FtpUser::pump() {
  const BitString bytes = encoder_.next(kSendBits);
  result_.dataBits += bytes.size();
  if (!bytes.empty()) ncp_.send(data_, bytes);
  // The end of the connection ends a stream; the other modes mark the end in the data, and the server closes.
  if (!encoder_.done() || step_.form.mode != 'S' || dataOver_) return;
  dataOver_ = true;
  ncp_.close(data_);
}

void FtpUser::drained(ConnectionId id) {
  if (id == data_ && dataOpen_ && !dataOver_ && storing() && !encoder_.done()) pump();
}

void FtpUser::received(ConnectionId id) {
  const BitString bits = ncp_.take(id, ncp_.waiting(id));
  if (id == pair_.input) return control(bits);
  if (id != data_ || storing()) return;
  result_.dataBits += bits.size();
  decoder_.take(bits);
  for (FtpDecoder::Marker& m : decoder_.takeMarkers()) markers_.push_back(std::move(m.text));
}

void FtpUser::control(const BitString& octets) {
  for (std::size_t at = 0; at + 8 <= octets.size(); at += 8) {
    const auto c = static_cast<char>(octets.field(at, 8));
    if (c == '\n')
      line(std::exchange(partial_, {}));
    else if (c != '\r' && c != '\0' && partial_.size() < kLongestLine)
      partial_ += c;
  }
}

void FtpUser::line(const std::string& text) {
  write("< " + text);
  const int code = codeOf(text);
  if (code != 0) reply(code);
}

void FtpUser::reply(int code) {
  if (!greeted_) {
    greeted_ = code == 300;
    return next();
  }
  // Not the final reply: information, the acknowledgement of a marker, or the start of a transfer.
  const bool transfer = step_.kind != FtpStepKind::Command;
  if (!running_ || code < 100 || code == 301 || code == 251) return;
  if (transfer && (code < 200 || code == 250 || code == 255)) return;
  replied_ = true;
  result_.code = code;
  if (transfer && data_ && code >= 400) endData();
  finishIfOver();
}

// The transfer failed.
void FtpUser::endData() {
  if (dataOpen_) {
    ncp_.abort(data_);
    return;
  }
  ncp_.close(data_);
  data_ = ConnectionId{};
}

void FtpUser::closed(ConnectionId id, CloseReason) {
  if (id == data_) {
    data_ = ConnectionId{};
    return finishIfOver();
  }
  if (!connected_ || (id != pair_.input && id != pair_.output)) return;
  connected_ = false;
  ncp_.close(id == pair_.input ? pair_.output : pair_.input);
  write("! the connection has ended");
  if (data_) endData();
  replied_ = true;
  finishIfOver();
}

void FtpUser::finishIfOver() {
  if (!running_ || !replied_ || data_) return;
  running_ = false;
  result_.ended = clock_.now();
  if (step_.kind == FtpStepKind::Retrieve) result_.file = fromWire(decoder_.wire(), step_.form);
  results_.push_back(std::exchange(result_, {}));
  next();
}

}  // namespace utah10
