#include "network/servers/ftp_server.hpp"

#include <algorithm>
#include <cassert>

namespace utah10 {

namespace {
constexpr unsigned kControlByteSize = 8;

BitString octetsOf(std::string_view text) {
  const std::vector<std::uint8_t> octets(text.begin(), text.end());
  return BitString::ofOctets(octets);
}

// The NCP may call back from within calls to it: only the outermost call cleans up.
class Depth {
 public:
  explicit Depth(unsigned& n) : n_(n) { ++n_; }
  ~Depth() { --n_; }
  Depth(const Depth&) = delete;
  Depth& operator=(const Depth&) = delete;

 private:
  unsigned& n_;
};
}  // namespace

struct FtpServer::Caller {
  Caller(std::uint32_t n, FtpServer& server, const IcpPair& p)
      : id(n), pair(p), session(n, server, server.config_, p.host, p.user.number()) {}

  std::uint32_t id;
  IcpPair pair;
  bool inputOpen = true;
  bool outputOpen = true;
  ConnectionId data;
  bool dataOver = false;    // the session has finished with it
  bool connecting = false;  // connect() has not returned its id yet
  bool waits = false;       // a call waits until the old connection has closed
  FtpDataCall call;
  FtpSession session;

  bool over() const { return !inputOpen && !outputOpen && !data && !connecting; }
  void state(Archive& a);
};

FtpServer::FtpServer(Scheduler& clock, Ncp& ncp, const std::string& name, FileStore& files, FtpConfig config)
    : clock_(clock),
      ncp_(ncp),
      files_(files),
      config_(std::move(config)),
      self_(ncp.enrol(*this)),
      icp_(ncp, kContact, kControlByteSize, *this),
      slot_(clock.add(name + ".ftp", [this] { tick(); })) {}

FtpServer::~FtpServer() = default;

void FtpServer::open() { icp_.open(); }
void FtpServer::close() { icp_.close(); }

void FtpServer::shutDown() {
  close();
  {
    const Depth here{depth_};
    for (const auto& c : callers_) c->session.shutDown();
  }
  settle();
}

std::vector<FtpSessionView> FtpServer::sessions() const {
  std::vector<FtpSessionView> out;
  for (const auto& c : callers_) {
    const FtpSession& s = c->session;
    out.push_back(
        {c->pair.host, c->pair.base, s.user(), s.busy(), s.commands(), s.refused(), s.badBlocks(), s.strayBytes()});
  }
  return out;
}

FtpServer::Caller& FtpServer::caller(std::uint32_t session) const {
  const auto at = std::find_if(callers_.begin(), callers_.end(), [&](const auto& c) { return c->id == session; });
  assert(at != callers_.end());
  return **at;
}

FtpServer::Caller* FtpServer::holder(ConnectionId id) {
  for (const auto& c : callers_)
    if (c->pair.input == id || c->pair.output == id || c->data == id) return c.get();
  // It opened within connect(): a matching RFC was waiting.
  for (const auto& c : callers_) {
    if (!c->connecting) continue;
    c->connecting = false;
    c->data = id;
    return c.get();
  }
  return nullptr;
}

void FtpServer::started(const IcpPair& pair) {
  const auto present =
      std::count_if(callers_.begin(), callers_.end(), [](const auto& c) { return !c->session.gone(); });
  {
    const Depth here{depth_};
    callers_.push_back(std::make_unique<Caller>(++lastId_, *this, pair));
    FtpSession& session = callers_.back()->session;
    if (static_cast<std::size_t>(present) >= config_.mostSessions)
      session.turnAway();
    else
      session.greet();
  }
  settle();
}

void FtpServer::opened(ConnectionId id) {
  Caller* c = holder(id);
  if (c == nullptr || c->data != id) return;
  {
    const Depth here{depth_};
    if (!c->dataOver) c->session.dataOpened(ncp_.byteSize(id));
  }
  settle();
}

void FtpServer::received(ConnectionId id) {
  Caller* c = holder(id);
  if (c == nullptr) return;
  {
    const Depth here{depth_};
    const BitString bits = ncp_.take(id, ncp_.waiting(id));
    if (id == c->pair.input)
      c->session.control(bits);
    else if (id == c->data && !c->dataOver)
      c->session.dataReceived(bits);
  }
  settle();
}

void FtpServer::drained(ConnectionId id) {
  Caller* c = holder(id);
  if (c == nullptr || c->data != id || c->dataOver) return;
  {
    const Depth here{depth_};
    c->session.dataDrained();
  }
  settle();
}

void FtpServer::closed(ConnectionId id, CloseReason reason) {
  Caller* c = holder(id);
  if (c == nullptr) return;
  {
    const Depth here{depth_};
    if (c->data == id)
      dataClosed(*c, reason);
    else
      controlClosed(*c, id);
  }
  settle();
}

void FtpServer::dataClosed(Caller& c, CloseReason reason) {
  const bool told = c.dataOver;
  c.data = ConnectionId{};
  c.dataOver = false;
  if (!told) c.session.dataClosed(reason == CloseReason::ByThem);
  if (c.waits) connect(c);
}

// When one of the control connections closes, all other connections of the session are closed.
void FtpServer::controlClosed(Caller& c, ConnectionId id) {
  const bool input = id == c.pair.input;
  (input ? c.inputOpen : c.outputOpen) = false;
  if (c.data || c.waits) abortData(c.id);
  c.session.lost();
  if (input && c.outputOpen) ncp_.close(c.pair.output);
  if (!input && c.inputOpen) ncp_.close(c.pair.input);
}

std::uint32_t FtpServer::dataSocket(std::uint32_t session, bool sending) const {
  return caller(session).pair.base.plus(sending ? 3 : 2).number();
}

void FtpServer::reply(std::uint32_t session, std::string_view lines) {
  const Caller& c = caller(session);
  if (c.outputOpen) ncp_.send(c.pair.output, octetsOf(lines));
}

void FtpServer::openData(std::uint32_t session, const FtpDataCall& call) {
  Caller& c = caller(session);
  c.call = call;
  c.waits = true;
  if (!c.data) connect(c);
}

void FtpServer::connect(Caller& c) {
  c.waits = false;
  c.connecting = true;
  const Socket local{dataSocket(c.id, c.call.sending)};
  const ConnectionId id = ncp_.connect(self_, local, c.call.host, Socket{c.call.socket}, c.call.byteSize);
  if (!c.connecting) return;  // it has already opened, or even closed
  c.connecting = false;
  c.data = id;
  if (!id) c.session.dataClosed(false);  // no link is free, or the user named a socket that is in use
}

void FtpServer::sendData(std::uint32_t session, const BitString& bytes) { ncp_.send(caller(session).data, bytes); }

void FtpServer::closeData(std::uint32_t session) {
  Caller& c = caller(session);
  if (!c.data) return;
  c.dataOver = true;
  ncp_.close(c.data);
}

void FtpServer::abortData(std::uint32_t session) {
  Caller& c = caller(session);
  c.waits = false;
  if (!c.data || c.dataOver) return;
  c.dataOver = true;
  ncp_.abort(c.data);
}

// The last reply must arrive: the user's side of the pair is closed after ours (controlClosed()).
void FtpServer::hangUp(std::uint32_t session) {
  const Caller& c = caller(session);
  if (c.outputOpen)
    ncp_.close(c.pair.output);
  else if (c.inputOpen)
    ncp_.close(c.pair.input);
}

void FtpServer::note(std::uint32_t session, std::string_view what) {
  notes_.push_back({clock_.now(), caller(session).pair.host, std::string{what}});
  if (notes_.size() > kMostNotes) notes_.pop_front();
}

void FtpServer::tick() {
  {
    const Depth here{depth_};
    for (std::size_t n = 0; n < callers_.size(); ++n)
      if (callers_[n]->session.nextDeadline() <= clock_.now()) callers_[n]->session.tick();
  }
  settle();
}

void FtpServer::settle() {
  if (depth_ != 0) return;
  std::erase_if(callers_, [](const auto& c) { return c->over(); });
  Instant next = kNever;
  for (const auto& c : callers_) next = std::min(next, c->session.nextDeadline());
  if (next == kNever)
    clock_.cancel(slot_);
  else if (!clock_.pending(slot_) || clock_.when(slot_) != next)
    clock_.at(slot_, next);
}

void FtpServer::Caller::state(Archive& a) {
  a.flag(inputOpen, outputOpen, dataOver, waits, call.sending);
  a.u32(data);
  a.u8(call.host);
  a.u32(call.socket, call.byteSize);
  session.state(a);
}

void FtpServer::callerState(Archive& a, std::size_t n) {
  std::uint32_t id = a.reading() ? 0 : callers_[n]->id;
  IcpPair pair = a.reading() ? IcpPair{} : callers_[n]->pair;
  a.u32(id);
  pair.state(a);
  if (a.reading()) callers_.push_back(std::make_unique<Caller>(id, *this, pair));
  callers_[n]->state(a);
}

void FtpServer::state(Archive& a) {
  constexpr std::size_t kMostCallers = 4096;
  icp_.state(a);
  a.u32(lastId_);
  const std::uint32_t count = a.count(callers_.size(), kMostCallers, "more users of the file server than the limit");
  if (a.reading()) callers_.clear();
  for (std::size_t n = 0; n < count && a.good(); ++n) callerState(a, n);
  a.list(notes_, kMostNotes, "more notes of the file server than it keeps", [&](FtpNote& note) {
    a.instant(note.at);
    a.u8(note.host);
    a.text(note.text);
  });
}

}  // namespace utah10
