#include "machine/translate/routines.hpp"

namespace utah10::translate {

namespace {

const x86::Gp kKept[] = {x86::rbx, x86::rbp, x86::r12, x86::r13, x86::r14, x86::r15};

void emitEnter(x86::Assembler& a, Processor& p) {
  for (const x86::Gp& r : kKept) a.push(r);
  a.sub(x86::rsp, 8);
  a.mov(kProcessor, x86::rdi);
  a.mov(kNow, in(p, p.translated.now));
  a.mov(kHistory, in(p, p.translated.history));
  a.mov(kFlags.r32(), in(p, p.flags));
  a.shl(kFlags, kFlagsShift);
  a.mov(kCells, reinterpret_cast<std::uint64_t>(&p.core.cell(PhysicalAddress{})));
  a.mov(kBoxes, reinterpret_cast<std::uint64_t>(p.core.boxes().data()));
  a.jmp(x86::rsi);
}

void emitOut(x86::Assembler& a, Processor& p) {
  a.mov(in(p, p.translated.now), kNow);
  a.shr(kFlags, kFlagsShift);
  a.mov(in(p, p.flags), kFlags.r32());
  a.add(x86::rsp, 8);
  for (std::size_t n = std::size(kKept); n != 0; --n) a.pop(kKept[n - 1]);
  a.ret();
}

// The trace at PC, if its page is mapped.
void emitNext(x86::Assembler& a, Processor& p, Space space, const Spot* spots, const asmjit::Label& out) {
  const WindowEntry& first = p.window.entry(space, PageNo{});
  x86::Mem base = in(p, first.base), rights = in(p, first.rights);
  base.setIndex(x86::rcx);
  rights.setIndex(x86::rcx);
  a.mov(x86::eax, in(p, p.pc));
  a.mov(x86::ecx, x86::eax);
  a.shr(x86::ecx, 9);
  static_assert(sizeof(WindowEntry) == 16);
  a.shl(x86::ecx, 4);
  a.test(rights, Rights{Access::Execute}.bits());
  a.jz(out);
  a.and_(x86::eax, 0777);
  a.or_(x86::eax, base);
  a.cmp(x86::eax, p.core.words());
  a.jae(out);
  a.mov(x86::rcx, reinterpret_cast<std::uint64_t>(&spots->code));
  static_assert(sizeof(Spot) == 2 * sizeof(std::uint64_t));
  a.add(x86::eax, x86::eax);
  a.lea(x86::rcx, x86::ptr(x86::rcx, x86::rax, 3));
}

void emitAt(x86::Assembler& a, const asmjit::Label& out) {
  a.mov(x86::rcx, x86::ptr(x86::rcx));
  a.test(x86::rcx, x86::rcx);
  a.jz(out);
  a.jmp(x86::rcx);
}

}  // namespace

Routines::Routines(asmjit::JitRuntime& runtime, Processor& p, std::array<const Spot*, 2> spots) {
  asmjit::CodeHolder code;
  code.init(runtime.environment());
  x86::Assembler a(&code);
  const asmjit::Label out = a.newLabel(), at = a.newLabel();
  std::array<asmjit::Label, 2> next;
  emitEnter(a, p);
  a.bind(out);
  emitOut(a, p);
  for (std::size_t user = 0; user < next.size(); ++user) {
    next[user] = a.newLabel();
    a.bind(next[user]);
    emitNext(a, p, user != 0 ? Space::User : Space::Exec, spots[user], out);
    if (user == 0) a.jmp(at);
  }
  a.bind(at);
  emitAt(a, out);
  if (runtime.add(&enter_, &code) != asmjit::kErrorOk) {
    enter_ = nullptr;
    return;
  }
  const auto* const begin = reinterpret_cast<const char*>(enter_);
  out_ = begin + code.labelOffset(out);
  for (std::size_t user = 0; user < next.size(); ++user) next_[user] = begin + code.labelOffset(next[user]);
}

}  // namespace utah10::translate
