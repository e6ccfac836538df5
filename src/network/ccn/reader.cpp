// The card reader: turns transactions into cards and cards into jobs.
#include <algorithm>

#include "network/ccn/ccn.hpp"

namespace utah10::ccn {
namespace {

constexpr std::size_t kCard = 80;

CcnText textOf(StreamFault fault) {
  switch (fault) {
    case StreamFault::Sequence:
      return CcnText::BadSequence;
    case StreamFault::Length:
      return CcnText::BadLength;
    case StreamFault::Type:
      return CcnText::BadType;
    default:
      return CcnText::BadFiller;
  }
}

std::string hexOf(const Octets& octets) {
  std::string text;
  for (const std::uint8_t o : octets) text += fmt::format("{:02X}", o);
  return text;
}

}  // namespace

void Ccn::readerReceived(TerminalSession& s) {
  const BitString bits = ncp.take(s.reader.open, ncp.waiting(s.reader.open));
  if (s.reader.closing) return;
  if (config.transferPatience != Duration{}) s.reader.deadline = clock.now() + config.transferPatience;
  const bool text = config.data == CcnDataForm::Text;
  if (text)
    s.reader.text.take(bits);
  else
    s.reader.decoder.take(octetsOf(config.data, bits));
  for (Octets& record : text ? s.reader.text.lines() : s.reader.decoder.records()) card(s, std::move(record));
  if (s.reader.decoder.fault() != StreamFault::None) return streamFault(s);
  if (!(text ? s.reader.text.ended() : s.reader.decoder.ended())) return;
  jobComplete(s);
  if (s.reader.flushed != 0) say(s, CcnText::NoJob, s.reader.flushed);
  s.reader.closing = true;
  s.reader.deadline = kNever;
  ncp.close(s.reader.open);
}

void Ccn::card(TerminalSession& s, Octets text) {
  Octets c = toEbcdic(s.charset, text);
  c.resize(std::min(c.size(), kCard));  // inferred: columns beyond the card are cut
  while (!c.empty() && c.back() == kEbcdicBlank) c.pop_back();
  ++s.cardsRead;
  ++counts.cards;
  if (const auto found = jobCard(c)) {
    jobComplete(s);
    s.reader.spooling = true;
    s.reader.ignoring = false;
    s.reader.job = newJob(*found, s.terminal);
  }
  if (!s.reader.spooling) {
    ++s.reader.flushed;
    return;
  }
  s.reader.job.work.read(c);
  s.reader.job.deck.push_back(std::move(c));
}

CcnJob Ccn::newJob(const CcnJobCard& card, std::string_view terminal) const {
  CcnJob job;
  job.card = card;
  job.terminal = terminal;
  job.work = CcnWork::usual(config.batch);
  return job;
}

// The job's last card has been read.
void Ccn::jobComplete(TerminalSession& s) {
  if (!std::exchange(s.reader.spooling, false) || s.reader.ignoring) return;
  CcnJob job = std::move(s.reader.job);
  s.reader.job = {};
  const std::string name = job.card.name;
  const std::vector<Octets> deck = job.deck;
  const std::uint64_t cards = deck.size() + config.batch.cardsMore;
  if (!accept(std::move(job))) return say(s, CcnText::Duplicate, name);
  say(s, CcnText::Accepted, name, cards);
  for (const CcnPaper paper : {CcnPaper::Print, CcnPaper::Punch}) {
    if (!(paper == CcnPaper::Print ? s.echoPrint : s.echoPunch)) continue;
    CcnOutput copy;
    copy.paper = paper;
    copy.job = name;
    copy.terminal = s.terminal;
    copy.priority = paper == CcnPaper::Print ? config.batch.printPriority : config.batch.punchPriority;
    for (Octets c : deck) {
      if (paper == CcnPaper::Print) c.insert(c.begin(), kEbcdicBlank);
      copy.records.push_back(std::move(c));
    }
    offer(*batch.output(batch.add(std::move(copy))));
  }
}

bool Ccn::accept(CcnJob job) {
  const CcnTerminal* t = terminalNamed(job.terminal);
  const std::string to = job.work.terminal.empty() ? job.terminal : job.work.terminal;
  job.printTo = job.punchTo = to;
  if (t != nullptr) {
    const TerminalSettings& set = settingsOf(job.terminal);
    job.separators = t->separators;
    job.deferred = set.deferred;
    if (job.work.terminal.empty() && !set.printTo.empty()) job.printTo = set.printTo;
    if (job.work.terminal.empty() && !set.punchTo.empty()) job.punchTo = set.punchTo;
  }
  const CcnFileKind deck = CcnFileKind::Deck;
  const std::string name = job.card.name;
  const std::string from = job.terminal;
  Octets contents = deckFile(job.deck);
  if (!batch.accept(std::move(job), clock.now())) return false;
  ++counts.jobs;
  keep(deck, name, from, std::move(contents));
  return true;
}

// Nothing is sent again: the channel is closed and the job being read is lost.
void Ccn::streamFault(TerminalSession& s) {
  ReaderChannel& r = s.reader;
  ++counts.streamErrors;
  if (r.decoder.fault() == StreamFault::Record) {
    say(s, CcnText::StreamError, fmt::format("LINE{}", s.line), r.decoder.code());
  } else {
    say(s, CcnText::Header, hexOf(r.decoder.header()));
    say(s, textOf(r.decoder.fault()));
  }
  note(fmt::format("line {}: reader stream fault {} code {}", s.line, static_cast<unsigned>(r.decoder.fault()),
                   r.decoder.code()));
  r.spooling = false;
  r.job = {};
  r.closing = true;
  r.deadline = kNever;
  ncp.abort(r.open);
}

void Ccn::readerClosed(TerminalSession& s, CloseReason reason) {
  ReaderChannel& r = s.reader;
  const bool ours = std::exchange(r.closing, false);
  r.open = {};
  r.deadline = kNever;
  r.spooling = false;
  r.job = {};
  if (!ours) {
    ++counts.aborts;
    if (reason == CloseReason::ByThem)
      say(s, CcnText::AbortedByUser, std::string_view("READER"), s.terminal);
    else
      say(s, CcnText::ReaderDead, std::string_view("READER"));
  }
  listen(s);
  finishSignOff(s);
}

}  // namespace utah10::ccn
