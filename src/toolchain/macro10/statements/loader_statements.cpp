#include "toolchain/macro10/statements/loader_statements.hpp"

#include <fmt/format.h>

#include "toolchain/radix50.hpp"

namespace utah10::macro10 {

namespace {

RelItem itemOf(RelType type) {
  RelItem item;
  item.type = static_cast<unsigned>(type);
  return item;
}

}  // namespace

// ASSIGN s,c,n: the loader gives s the value of c and adds n to c.
void LoaderStatements::assign() {
  Name symbol = 0;
  if (!assignedSymbol(symbol)) return;
  Name counter = 0;
  if (!comma() || !getSymbol(counter)) {
    raise(kE, "ASSIGN needs a counter");
    return;
  }
  symbols_.reference(CrefKind::Symbol, counter);
  Value size{Word36{1}, {}, -1};
  if (comma()) size = evaluator_.expressionKnown();
  if (pass_.first) return;
  RelItem item = itemOf(RelType::Assign);
  addWord(item, Word36{packRadix50(nameText(symbol))});
  addWord(item, Word36{packRadix50(nameText(counter))});
  addWord(item, size.word, rightOf(size.reloc) & 1);
  emitter_.rel().item(std::move(item));
}

// The first operand of ASSIGN becomes external here. False after an error.
bool LoaderStatements::assignedSymbol(Name& symbol) {
  if (!getSymbol(symbol)) {
    raise(kE, "ASSIGN symbol,counter,size");
    return false;
  }
  symbols_.nextDefines();
  const Entry* found = symbols_.operand(symbol);
  if (found != nullptr && !found->has(kExternal | kVariable | kUndefined)) {
    raise(kE, fmt::format("{} is defined here and cannot be assigned by the loader", nameText(symbol)));
    return false;
  }
  if (found != nullptr && found->has(kExternal) && (pass_.first || !found->has(kUndefined))) return true;
  Entry e;
  e.flags = kSymbol | kExternal;
  e.external = symbols_.externalHandle(symbol);
  symbols_.nextDefines();
  symbols_.enterOperand(symbol, e);
  return true;
}

// LINK n,a and LNKEND n,a
void LoaderStatements::link(bool end) {
  const Value number = evaluator_.expression();
  if (!number.reloc.zero() || !comma()) {
    raise(kA, "LINK number,address");
    return;
  }
  const Value where = evaluator_.expressionKnown();
  if (pass_.first) return;
  RelItem item = itemOf(RelType::Link);
  addWord(item, end ? Word36{} - number.word : number.word);
  addWord(item, where.word, rightOf(where.reloc) & 1);
  emitter_.rel().item(std::move(item));
}

// .REQUEST and .REQUIRE dev:file[p,pn],...: file, directory, device for each.
void LoaderStatements::request(RelType type) {
  if (pass_.first) {
    ignoreRest();
    return;
  }
  RelItem item = itemOf(type);
  do {
    if (!requestFile(item)) {
      raise(kA, "device:file[directory] expected");
      return;
    }
  } while (comma());
  emitter_.rel().item(std::move(item));
}

bool LoaderStatements::requestFile(RelItem& item) {
  Name device = 0;
  Name file = 0;
  if (!getSymbol(file)) return false;
  if (scanner_.code == six(':')) {
    device = file;
    if (!getSymbol(file)) return false;
  }
  Word36 directory;
  if (scanner_.code == six('[')) {
    scanner_.scanNonBlank();
    scanner_.again();
    const Value project = evaluator_.expressionKnown();
    const Value programmer = evaluator_.expressionKnown();
    directory = Word36::halves(rightOf(project.word), rightOf(programmer.word));
    if (scanner_.code != six(']')) return false;
    scanner_.scanNonBlank();
  }
  addWord(item, Word36{file});
  addWord(item, directory);
  addWord(item, Word36{device});
  return true;
}

// .COMMON a,b[size]
void LoaderStatements::common() {
  RelItem item = itemOf(RelType::Common);
  do {
    const auto sized = sizedNames(".COMMON");
    if (!sized) return;
    for (const Name name : sized->names) {
      symbols_.declareExternal(name, true);
      addWord(item, radix50Word(004, packRadix50(nameText(name))));
      addWord(item, Word36{sized->size});
    }
  } while (comma());
  if (!pass_.first) emitter_.rel().item(std::move(item));
}

}  // namespace utah10::macro10
