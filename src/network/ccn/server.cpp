#include "network/ccn/server.hpp"

#include "network/ccn/ccn.hpp"

namespace utah10 {
namespace {

std::string stageName(ccn::Stage stage) {
  switch (stage) {
    case ccn::Stage::Signon:
      return "signon";
    case ccn::Stage::Working:
      return "working";
    case ccn::Stage::SigningOff:
      return "signing off";
    case ccn::Stage::Closing:
      return "closing";
  }
  return "";
}

}  // namespace

struct CcnServer::State {
  State(Scheduler& clock, Ncp& ncp, const CcnConfig& config, CcnFiles* files) : ccn(clock, ncp, config, files) {}
  ccn::Ccn ccn;
};

CcnServer::CcnServer(Scheduler& clock, Ncp& ncp, const CcnConfig& config, CcnFiles* files)
    : state_(std::make_unique<State>(clock, ncp, config, files)) {}
CcnServer::~CcnServer() = default;

void CcnServer::open() { state_->ccn.start(); }
std::string CcnServer::status() const {
  const ccn::Ccn& c = state_->ccn;
  return fmt::format("{} sessions, {} jobs, {} outputs; {} jobs accepted", c.sessions.size(), c.batch.jobs().size(),
                     c.batch.outputs().size(), c.counts.jobs);
}
unsigned CcnServer::loggedSockets() const { return ccn::Ccn::Contact::kSockets; }
bool CcnServer::takesOver(std::string_view word, const IcpPair& pair) { return state_->ccn.logged(word, pair); }
void CcnServer::setService(CcnService service) { state_->ccn.setService(service); }
void CcnServer::alert(const std::vector<std::string>& lines) { state_->ccn.alert(lines); }
bool CcnServer::tell(std::string_view terminal, std::string_view text) {
  return state_->ccn.tell("CCN", terminal, text);
}
bool CcnServer::abortSession(unsigned line) { return state_->ccn.abortSession(line); }
unsigned CcnServer::readDeck(std::string_view hostFile, std::string_view terminal) {
  return state_->ccn.readDeck(hostFile, terminal);
}

std::vector<CcnSessionView> CcnServer::sessions() const {
  std::vector<CcnSessionView> views;
  CcnBatch& batch = state_->ccn.batch;
  for (const ccn::TerminalSession& s : state_->ccn.sessions) {
    CcnSessionView v;
    v.line = s.line;
    v.host = s.host;
    v.terminal = s.terminal;
    v.charset = nameOf(s.charset);
    v.stage = stageName(s.stage);
    v.reader = !s.reader.open ? "closed" : s.reader.spooling ? s.reader.job.card.name : "open";
    for (const ccn::OutputChannel* c : {&s.printer, &s.punch}) {
      const CcnOutput* output = batch.output(c->output);
      (c == &s.printer ? v.printer : v.punch) = !c->open ? "closed" : output == nullptr ? "open" : output->job;
    }
    v.cardsRead = s.cardsRead;
    v.recordsSent = s.recordsSent;
    views.push_back(std::move(v));
  }
  return views;
}

const CcnBatch& CcnServer::batch() const { return state_->ccn.batch; }
CcnCounts CcnServer::counts() const { return state_->ccn.counts; }
const std::vector<CcnEvent>& CcnServer::events() const { return state_->ccn.events; }
const CcnConfig& CcnServer::config() const { return state_->ccn.config; }

void CcnServer::state(Archive& a) { state_->ccn.state(a); }

}  // namespace utah10
