// Pseudo-operations that produce loader items: ASSIGN, LINK, .REQUEST, .COMMON.
#include <fmt/format.h>

#include "toolchain/macro10/assembly.hpp"
#include "toolchain/radix50.hpp"

namespace utah10::macro10 {

// ASSIGN s,c,n: the loader gives s the value of c and adds n to c. s becomes external here.
void Assembly::assignBlock() {
  Name symbol = 0;
  if (!getSymbol(symbol)) {
    raise(kE, "ASSIGN symbol,counter,size");
    return;
  }
  defining_ = true;
  const Entry* found = operandOf(symbol);
  if (found != nullptr && !found->has(kExternal | kVariable | kUndefined)) {
    raise(kE, fmt::format("{} is defined here and cannot be assigned by the loader", nameText(symbol)));
    return;
  }
  if (found == nullptr || !found->has(kExternal) || (!pass1_ && found->has(kUndefined))) {
    Entry e;
    e.flags = kSymbol | kExternal;
    e.external = externalHandle(symbol);
    defining_ = true;
    enterOperand(symbol, e);
  }
  Name counter = 0;
  if (!comma() || !getSymbol(counter)) {
    raise(kE, "ASSIGN needs a counter");
    return;
  }
  cref(CrefKind::Symbol, counter);
  Value size{Word36{1}, {}, -1};
  if (comma()) size = expressionKnown();
  if (pass1_) return;
  RelItem item;
  item.type = static_cast<unsigned>(RelType::Assign);
  addWord(item, Word36{packRadix50(nameText(symbol))});
  addWord(item, Word36{packRadix50(nameText(counter))});
  addWord(item, size.word, rightOf(size.reloc) & 1);
  rel_.item(std::move(item));
}

// LINK n,a and LNKEND n,a
void Assembly::linkBlock(bool end) {
  const Value number = expression();
  if (!number.reloc.zero() || !comma()) {
    raise(kA, "LINK number,address");
    return;
  }
  const Value where = expressionKnown();
  if (pass1_) return;
  RelItem item;
  item.type = static_cast<unsigned>(RelType::Link);
  addWord(item, end ? Word36{} - number.word : number.word);
  addWord(item, where.word, rightOf(where.reloc) & 1);
  rel_.item(std::move(item));
}

// .REQUEST and .REQUIRE dev:file[p,pn],...: file, directory, device for each.
void Assembly::requestBlock(RelType type) {
  if (pass1_) {
    ignoreRest();
    return;
  }
  RelItem item;
  item.type = static_cast<unsigned>(type);
  do {
    if (!requestFile(item)) {
      raise(kA, "device:file[directory] expected");
      return;
    }
  } while (comma());
  rel_.item(std::move(item));
}

bool Assembly::requestFile(RelItem& item) {
  Name device = 0;
  Name file = 0;
  if (!getSymbol(file)) return false;
  if (reader_.code == six(':')) {
    device = file;
    if (!getSymbol(file)) return false;
  }
  Word36 directory;
  if (reader_.code == six('[')) {
    reader_.scanNonBlank();
    reader_.again();
    const Value project = expressionKnown();
    const Value programmer = expressionKnown();
    directory = Word36::halves(rightOf(project.word), rightOf(programmer.word));
    if (reader_.code != six(']')) return false;
    reader_.scanNonBlank();
  }
  addWord(item, Word36{file});
  addWord(item, directory);
  addWord(item, Word36{device});
  return true;
}

// .COMMON a,b[size]
void Assembly::commonBlock() {
  RelItem item;
  item.type = static_cast<unsigned>(RelType::Common);
  do {
    const auto sized = sizedNames(".COMMON");
    if (!sized) return;
    for (const Name name : sized->names) {
      external(name, true);
      addWord(item, radix50Word(004, packRadix50(nameText(name))));
      addWord(item, Word36{sized->size});
    }
  } while (comma());
  if (!pass1_) rel_.item(std::move(item));
}

}  // namespace utah10::macro10
