// Printer and punch: waiting outputs are sent, one transaction per message, the next once the RFNM of the last has
// arrived.
#include <algorithm>

#include "network/ccn/ccn.hpp"

namespace utah10::ccn {
namespace {

constexpr std::size_t kPunchRecord = 81;
constexpr std::uint8_t kNewPage = 0xF1;

StreamFormat formatOf(const TerminalSession& s, CcnPaper paper, RecordForm form, CcnDataForm data) {
  StreamFormat f;
  f.form = form;
  f.filler = wholeOctetsOf(data) == 1 ? FillerRule::None : FillerRule::FourOctets;
  if (paper == CcnPaper::Print) {
    f.device = NetrjsDevice::Printer;
    f.blank = blankOf(s.charset);
    f.least = 1;  // the carriage control of an empty line
  } else {
    f.device = NetrjsDevice::Punch;
    f.blank = kEbcdicBlank;
    f.keepBlanks = true;
  }
  return f;
}

// The job's name and the programmer from its JOB card; no carriage control (RFC 599 D.1).
Octets firstRecord(const CcnOutput& o) { return ebcdic(fmt::format("{:<8},{}", o.job, o.programmer)); }

// RFC 599 D.2: punched records also have a blank carriage control.
Octets punchRecord(const Octets& card) {
  Octets r(kPunchRecord, kEbcdicBlank);
  std::copy_n(card.begin(), std::min(card.size(), kPunchRecord - 1), r.begin() + 1);
  return r;
}

// A print as RJS writes it on a disk: the record with the job's name, then the lines, each with CR and LF.
std::string printText(CcnCharset to, const CcnOutput& o, std::size_t from) {
  const std::vector<Octets> lines(o.records.begin() + static_cast<std::ptrdiff_t>(from), o.records.end());
  const Octets print = printFile(lines);
  const std::string text = hostText(firstRecord(o)) + '\n' + std::string(print.begin(), print.end());
  std::string translated;
  for (const std::uint8_t c : fromEbcdic(to, ebcdic(text))) {
    if (c == '\n') translated += '\r';
    translated += static_cast<char>(c);
  }
  return translated;
}

}  // namespace

void Ccn::offer(CcnOutput& output) {
  ++counts.outputs;
  const bool print = output.paper == CcnPaper::Print;
  keep(print ? CcnFileKind::Print : CcnFileKind::Punch, output.job, output.terminal,
       print ? printFile(output.records) : punchFile(output.records));
  if (terminalNamed(output.terminal) == nullptr) return batch.remove(output.number);  // printed at CCN
  TerminalSession* s = signedOn(output.terminal);
  if (s == nullptr) return;
  say(*s, CcnText::OutputAvailable, std::string_view(print ? "PRINT" : "PUNCH"), output.job, output.priority,
      std::string_view(output.deferred ? "DEFER" : "IMMED"));
  sendNext(*s, s->channel(output.paper));
}

void Ccn::sendNext(TerminalSession& s, OutputChannel& c) {
  if (!c.open || c.closing || c.sending != Sending::Idle || s.stage != Stage::Working) return;
  const CcnOutput* best = nullptr;
  for (const CcnOutput& o : batch.outputs()) {
    if (o.terminal != s.terminal || o.paper != c.paper || o.deferred) continue;
    if (best == nullptr || o.priority > best->priority) best = &o;
  }
  if (best == nullptr) return;
  CcnOutput& output = *batch.output(best->number);
  if (terminalNamed(s.terminal)->automaticRestart) output.position = 0;
  c.output = output.number;
  c.sequence = 0;
  c.next = output.position;
  sendTransaction(s, c);
}

void Ccn::sendTransaction(TerminalSession& s, OutputChannel& c) {
  c.resume = kNever;
  const CcnOutput* output = batch.output(c.output);
  if (output == nullptr || c.next >= output->records.size()) return endOfOutput(s, c);
  const bool print = c.paper == CcnPaper::Print;
  if (print && config.data == CcnDataForm::Text) {
    const BitString words = textWords(printText(s.charset, *output, c.next));
    s.recordsSent += output->records.size() - c.next;
    counts.records += output->records.size() - c.next;
    c.next = output->records.size();
    return sendData(c, words);
  }
  const StreamFormat format = formatOf(s, c.paper, terminalNamed(s.terminal)->form, config.data);
  const auto translated = [&](const Octets& r) { return print ? fromEbcdic(s.charset, r) : r; };
  TransactionEncoder encoder(format, static_cast<std::uint16_t>(c.sequence));
  if (c.sequence++ == 0) encoder.add(record(format, translated(firstRecord(*output))));
  for (; c.next < output->records.size(); ++c.next) {
    const Octets& line = output->records[c.next];
    const Octets r = record(format, print ? translated(line) : punchRecord(line));
    if (!encoder.fits(r)) break;
    encoder.add(r);
    ++s.recordsSent;
    ++counts.records;
  }
  sendData(c, bitsOf(config.data, encoder.finish()));
}

void Ccn::sendData(OutputChannel& c, const BitString& bits) {
  c.sending = Sending::Data;
  ncp.send(c.open, bits);
  c.unsent = ncp.unsent(c.open);
  if (config.transferPatience != Duration{}) c.deadline = clock.now() + config.transferPatience;
}

void Ccn::outputDrained(TerminalSession& s, OutputChannel& c) {
  if (c.closing) return;
  c.deadline = kNever;
  if (c.sending == Sending::End) {
    outputSent(c);
    c.closing = true;
    return ncp.close(c.open);
  }
  if (c.sending != Sending::Data) return;
  if (CcnOutput* output = batch.output(c.output)) output->position = c.next;
  if (config.transactionTime == Duration{}) return sendTransaction(s, c);
  c.sending = Sending::Pause;
  c.resume = clock.now() + config.transactionTime;
}

void Ccn::endOfOutput(TerminalSession&, OutputChannel& c) {
  Octets end(wholeOctetsOf(config.data));
  end.front() = kEndOfData;
  const bool text = c.paper == CcnPaper::Print && config.data == CcnDataForm::Text;
  sendData(c, text ? endOfText() : bitsOf(config.data, end));
  c.sending = Sending::End;
  if (config.keepsUntilConfirmed) return;
  // Before autumn 1973 CCN forgot the job here: it could be lost in transit.
  outputSent(c);
  c.closing = true;
  c.deadline = kNever;
  ncp.close(c.open);
}

// One copy has been sent.
void Ccn::outputSent(OutputChannel& c) {
  CcnOutput* output = batch.output(std::exchange(c.output, 0));
  if (output == nullptr) return;
  output->position = 0;
  if (output->copies > 1)
    --output->copies;
  else
    batch.remove(output->number);
}

std::uint64_t Ccn::backUp(const CcnOutput& output, std::uint64_t from) const {
  const std::uint64_t end = std::min<std::uint64_t>(from, output.records.size());
  std::uint64_t at = end;
  while (at > 0 && end - at < config.pageLines) {
    --at;
    const Octets& line = output.records[at];
    if (output.paper == CcnPaper::Print && !line.empty() && line.front() == kNewPage) break;
  }
  return at;
}

void Ccn::transferTimeout(TerminalSession& s, OutputChannel& c) {
  const std::uint64_t left = ncp.unsent(c.open);
  if (left < c.unsent) {  // slow, but the connection still takes bits
    c.unsent = left;
    c.deadline = clock.now() + config.transferPatience;
    return;
  }
  c.deadline = kNever;
  ++counts.timeouts;
  say(s, CcnText::TransferTimeout, nameOf(c.paper), s.terminal);
  c.closing = true;
  ncp.abort(c.open);
}

void Ccn::outputClosed(TerminalSession& s, OutputChannel& c, CloseReason reason) {
  const bool ours = std::exchange(c.closing, false) || c.sending == Sending::Idle;
  c.open = {};
  c.deadline = c.resume = kNever;
  c.sending = Sending::Idle;
  if (CcnOutput* output = batch.output(std::exchange(c.output, 0)))
    output->position = backUp(*output, output->position);
  if (!ours) {
    ++counts.aborts;
    if (reason == CloseReason::ByThem)
      say(s, CcnText::AbortedByUser, nameOf(c.paper), s.terminal);
    else
      say(s, CcnText::OutputDead, nameOf(c.paper));
  }
  say(s, CcnText::StatusChanged);
  listen(s);
  finishSignOff(s);
}

}  // namespace utah10::ccn
