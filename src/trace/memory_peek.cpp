#include "trace/memory_peek.hpp"

namespace utah10 {

MemoryPeek peekAt(const Machine& machine) {
  return [&machine](bool userSpace, ProcessId process, VirtualAddress a) -> std::optional<Word36> {
    if (process != machine.cpu().process()) return std::nullopt;
    return machine.cpu().peek(userSpace ? Space::User : Space::Exec, a);
  };
}

std::optional<Word36> SeenMemory::peek(bool userSpace, ProcessId process, VirtualAddress a) const {
  const auto page = pages_.find({userSpace, process, a.page().number()});
  if (page == pages_.end()) return std::nullopt;
  const auto word = words_.find(page->second << 9 | a.offset());
  return word == words_.end() ? std::nullopt : std::optional{Word36{word->second}};
}

MemoryPeek SeenMemory::peeker() const {
  return [this](bool userSpace, ProcessId process, VirtualAddress a) { return peek(userSpace, process, a); };
}

void SeenMemory::memory(const MemoryRecord& r) {
  if (r.kind >= CycleKind::FastFetch && r.kind <= CycleKind::FastWrite) return;  // accumulators
  words_[r.physicalAddress.bits()] = r.word.bits();
  if (r.kind >= CycleKind::MapRead) return;  // the pager's own cycles, by physical address
  pages_[{r.user, process_, r.virtualAddress.page().number()}] = r.physicalAddress.page().number();
}

// The base changed: memory cycles that follow belong to the new process even before its first instruction has ended.
void SeenMemory::pager(const PagerRecord& r) {
  if (r.kind == PagerAction::Base) process_ = r.process;
}

}  // namespace utah10
