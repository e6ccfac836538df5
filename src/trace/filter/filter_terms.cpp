// Evaluates an expression for a record.
#include "trace/filter/filter_node.hpp"
#include "trace/jsys_names.hpp"
#include "trace/pager_names.hpp"
#include "utah10/machine/ka10.hpp"
#include "utah10/word/isa.hpp"
#include "word/pager_words.hpp"

namespace utah10 {

using recordfilter::RecordKind;
using recordfilter::Subject;
using recordfilter::Term;

namespace {

bool within(std::uint64_t v, const RecordFilter::Node& n) { return n.low <= v && v <= n.high; }

bool ofInstruction(const RecordFilter::Node& n, const RecordContext& c) {
  switch (n.term) {
    case Term::Pc:
      return within(c.pcWord.pc().bits(), n);
    case Term::Mode:
      return n.low == (c.pcWord.user() ? 1u : 0u);
    case Term::Level:
      return n.low == c.level;
    case Term::Process:
      return n.low == c.process;
    case Term::Opcode:
      return c.fetched && n.low == c.instruction.opcode();
    case Term::IoOpcode:
      return c.fetched && c.instruction.isIo() && n.low == static_cast<std::uint64_t>(c.instruction.function());
    default:
      return c.complete && groupOf(c.instruction) == Group::Jsys && n.low == c.e;
  }
}

bool jsysRecord(const Subject& s) {
  return s.kind == RecordKind::Instruction && jsysNumber(s.context->instruction, s.context->e).has_value();
}

bool ofDevice(const RecordFilter::Node& n, const Subject& s) {
  if (s.io != nullptr) return n.codes.test(s.io->device.index());
  if (s.event == nullptr || n.name.empty() || !s.event->name.starts_with(n.name)) return false;
  return s.event->name.size() == n.name.size() || s.event->name[n.name.size()] == '.';
}

bool ofAddress(const RecordFilter::Node& n, const Subject& s) {
  if (s.memory != nullptr) return within(s.memory->virtualAddress.bits(), n);
  if (s.pager == nullptr) return false;
  const bool reference = s.pager->kind == PagerAction::Reload || s.pager->kind == PagerAction::Trap;
  return reference && within(s.pager->virtualAddress.bits(), n);
}

bool ofFault(const RecordFilter::Node& n, const Subject& s) {
  if (s.pager == nullptr || s.pager->kind != PagerAction::Trap) return false;
  if (n.low == recordfilter::kAnyFault) return true;
  for (const PageFaultReason* r : reasonsOf(TrapStatus{s.pager->status}.reasons()))
    if (r->group == n.low && r->bit == n.high) return true;
  return false;
}

bool termHolds(const RecordFilter::Node& n, const Subject& s) {
  switch (n.term) {
    case Term::Kinds:
      return (n.low & recordfilter::only(s.kind)) != 0;
    case Term::JsysAny:
      return jsysRecord(s);
    case Term::Device:
      return ofDevice(n, s);
    case Term::Function:
      return s.io != nullptr && s.io->function == n.low;
    case Term::Address:
      return ofAddress(n, s);
    case Term::Cycles:
      return s.memory != nullptr && (n.low >> static_cast<unsigned>(s.memory->kind) & 1) != 0;
    case Term::Fault:
      return ofFault(n, s);
    case Term::Reload:
      return s.pager != nullptr && s.pager->kind == PagerAction::Reload;
    case Term::Time: {
      const std::int64_t t = s.at.time_since_epoch().count();
      return static_cast<std::int64_t>(n.low) <= t && t <= static_cast<std::int64_t>(n.high);
    }
    case Term::Wire:
      return s.message != nullptr && s.message->wire == n.low;
    default:
      return s.context != nullptr && ofInstruction(n, *s.context);
  }
}

RecordContext contextOf(const InstructionRecord& r) {
  return {r.entry.pcWord, r.entry.instruction, r.entry.e, r.level, r.process, true, true};
}

}  // namespace

bool RecordFilter::Node::holds(const Subject& s) const {
  switch (op) {
    case Op::And:
      return left->holds(s) && right->holds(s);
    case Op::Or:
      return left->holds(s) || right->holds(s);
    case Op::Not:
      return !left->holds(s);
    default:
      return termHolds(*this, s);
  }
}

bool RecordFilter::Node::needsContext() const {
  if (op != Op::Term) return left->needsContext() || (right && right->needsContext());
  return term >= Term::Pc && term <= Term::JsysOne;
}

bool RecordFilter::needsContext() const { return root_->needsContext(); }

bool RecordFilter::wants(const InstructionRecord& r) const {
  const RecordContext own = contextOf(r);
  return root_->holds({.kind = RecordKind::Instruction, .at = r.ended, .context = &own});
}
bool RecordFilter::wants(const AbandonRecord& r, const RecordContext* c) const {
  return root_->holds({.kind = RecordKind::Abandoned, .at = r.at, .context = c});
}
bool RecordFilter::wants(const MemoryRecord& r, const RecordContext* c) const {
  return root_->holds({.kind = RecordKind::Memory, .at = r.at, .context = c, .memory = &r});
}
bool RecordFilter::wants(const IoRecord& r, const RecordContext* c) const {
  return root_->holds({.kind = RecordKind::Io, .at = r.at, .context = c, .io = &r});
}
bool RecordFilter::wants(const InterruptRecord& r, const RecordContext* c) const {
  return root_->holds({.kind = RecordKind::Interrupt, .at = r.at, .context = c});
}
bool RecordFilter::wants(const PagerRecord& r, const RecordContext* c) const {
  return root_->holds({.kind = RecordKind::Pager, .at = r.at, .context = c, .pager = &r});
}
bool RecordFilter::wants(const EventRecord& r, const RecordContext* c) const {
  return root_->holds({.kind = RecordKind::Event, .at = r.at, .context = c, .event = &r});
}
bool RecordFilter::wants(const MessageRecord& r, const RecordContext* c) const {
  return root_->holds({.kind = RecordKind::Message, .at = r.at, .context = c, .message = &r});
}
bool RecordFilter::wantsRun(Instant at) const { return root_->holds({.kind = RecordKind::Run, .at = at}); }

}  // namespace utah10
