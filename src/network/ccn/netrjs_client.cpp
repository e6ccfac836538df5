#include "network/ccn/netrjs_client.hpp"

namespace utah10 {
namespace {

constexpr unsigned kByteSize = 8;
constexpr unsigned kSockets = 8;  // U to U+7

// Sockets of the data channels, as offsets from the user's U and from CCN's S (docs/sources/netrjs.md 3.2).
constexpr std::uint32_t kReader = 5, kPrinter = 4, kPunch = 6;
constexpr std::uint32_t kServerReader = 2, kServerPrinter = 3, kServerPunch = 5;

constexpr std::string_view kReady = "NRJ876";
constexpr std::string_view kSignedOn = "RJS750I";

}  // namespace

NetrjsClient::NetrjsClient(Ncp& ncp, const NetrjsClientConfig& config)
    : ncp_(ncp), config_(config), self_(ncp.enrol(*this)), icp_(ncp, *this) {}

void NetrjsClient::call() {
  refused_ = signedOn_ = false;
  if (icp_.call(config_.server, config_.contact, kByteSize, kSockets) == Socket{}) refused_ = true;
}

void NetrjsClient::connected(const IcpPair& pair) {
  pair_ = pair;
  for (const std::string& line : std::exchange(waiting_, {})) type(line);
  if (ncp_.waiting(pair_.input) != 0) consoleReceived();
}

void NetrjsClient::failed(Socket, CloseReason) { refused_ = true; }

void NetrjsClient::type(std::string_view line) {
  if (!pair_.output) return waiting_.emplace_back(line), void();
  BitString bits;
  for (const char c : line) bits.append(static_cast<unsigned char>(c), 8);
  bits.append(0x0D0A, 16);
  ncp_.send(pair_.output, bits);
}

void NetrjsClient::send(const std::vector<Octets>& cards) {
  StreamFormat format;
  format.form = config_.form;
  format.blank = blankOf(config_.charset);
  format.filler = config_.filler;
  format.longest = config_.longest;
  TransactionEncoder encoder(format);
  Octets stream;
  const auto finish = [&] {
    const Octets whole = encoder.finish();
    stream.insert(stream.end(), whole.begin(), whole.end());
  };
  for (const Octets& card : cards) {
    const Octets r = record(format, card);
    if (!encoder.fits(r)) finish();
    encoder.add(r);
  }
  if (!encoder.empty()) finish();
  stream.push_back(kEndOfData);
  sendRaw(stream);
}

void NetrjsClient::sendRaw(const Octets& octets) {
  stacks_.push_back(octets);
  proceed();
}

void NetrjsClient::fetch(CcnPaper paper, unsigned count) {
  fetchOf(paper).wanted += count;
  proceed();
}

void NetrjsClient::proceed() {
  if (!signedOn_ || !pair_.output) return;
  if (!reader_ && !stacks_.empty())
    reader_ = ncp_.connect(self_, pair_.user.plus(kReader), pair_.host, pair_.base.plus(kServerReader), kByteSize);
  for (const CcnPaper paper : {CcnPaper::Print, CcnPaper::Punch})
    if (fetchOf(paper).wanted != 0 && !fetchOf(paper).id) openFetch(paper);
}

void NetrjsClient::openFetch(CcnPaper paper) {
  Fetch& f = fetchOf(paper);
  const bool print = paper == CcnPaper::Print;
  f.decoder = TransactionDecoder(print ? blankOf(config_.charset) : kEbcdicBlank);
  f.records.clear();
  f.id = ncp_.connect(self_, pair_.user.plus(print ? kPrinter : kPunch), pair_.host,
                      pair_.base.plus(print ? kServerPrinter : kServerPunch), kByteSize);
}

void NetrjsClient::opened(ConnectionId id) {
  if (id != reader_ || stacks_.empty()) return;
  sent_ += stacks_.front().size();
  ncp_.send(reader_, BitString::ofOctets(stacks_.front()));
  stacks_.pop_front();
}

void NetrjsClient::received(ConnectionId id) {
  if (id == pair_.input) consoleReceived();
  if (id == printer_.id) fetchReceived(CcnPaper::Print);
  if (id == punch_.id) fetchReceived(CcnPaper::Punch);
}

void NetrjsClient::consoleReceived() {
  const BitString bits = ncp_.take(pair_.input, ncp_.waiting(pair_.input));
  for (const std::uint8_t octet : bits.octets()) {
    if (octet == '\r') continue;
    if (octet != '\n') {
      line_ += static_cast<char>(octet);
      continue;
    }
    console_.push_back(std::exchange(line_, {}));
    heard(std::string(console_.back()));
  }
}

void NetrjsClient::heard(const std::string& line) {
  if (line.starts_with(kReady) && !config_.terminal.empty())
    type("SIGNON " + config_.terminal + (config_.password.empty() ? "" : " " + config_.password));
  if (!line.starts_with(kSignedOn)) return;
  signedOn_ = true;
  proceed();
}

void NetrjsClient::fetchReceived(CcnPaper paper) {
  Fetch& f = fetchOf(paper);
  const BitString bits = ncp_.take(f.id, ncp_.waiting(f.id));
  received_ += bits.octets().size();
  f.decoder.take(bits.octets());
  for (Octets& r : f.decoder.records()) f.records.push_back(std::move(r));
}

void NetrjsClient::closed(ConnectionId id, CloseReason reason) {
  if (id == pair_.input) pair_.input = {};
  if (id == pair_.output) pair_.output = {};
  if (!pair_.input || !pair_.output) signedOn_ = false;
  if (reason == CloseReason::Refused) refused_ = true;
  if (id == reader_) {
    if (reason == CloseReason::Refused && !stacks_.empty()) stacks_.pop_front();
    reader_ = {};
  }
  for (const CcnPaper paper : {CcnPaper::Print, CcnPaper::Punch}) {
    Fetch& f = fetchOf(paper);
    if (id != f.id) continue;
    f.id = {};
    if (f.wanted != 0) --f.wanted;
    if (reason == CloseReason::Refused) continue;
    fetched_.push_back({paper, f.decoder.ended(), std::exchange(f.records, {})});
  }
  proceed();
}

void NetrjsClient::abortReader() {
  if (reader_) ncp_.abort(reader_);
}

void NetrjsClient::abortFetch(CcnPaper paper) {
  fetchOf(paper).wanted = fetchOf(paper).id ? 1 : 0;
  if (fetchOf(paper).id) ncp_.abort(fetchOf(paper).id);
}

void NetrjsClient::hangUp() {
  for (const ConnectionId id : {pair_.input, pair_.output, reader_, printer_.id, punch_.id})
    if (id) ncp_.abort(id);
}

}  // namespace utah10
