#include "toolchain/macro10/polish.hpp"

#include "toolchain/macro10/assembly.hpp"
#include "toolchain/radix50.hpp"

namespace utah10::macro10 {

std::uint32_t polishCode(Operator op) {
  switch (op) {
    case Operator::Add:
      return 3;
    case Operator::Subtract:
      return 4;
    case Operator::Multiply:
      return 5;
    case Operator::Divide:
      return 6;
    case Operator::And:
      return 7;
    case Operator::Or:
      return 010;
    case Operator::Shift:
      return 011;
    case Operator::Xor:
      return 012;
    default:
      return 013;
  }
}

namespace {

constexpr std::uint32_t kNegate = 014;
constexpr std::size_t kLongestExpression =
    1000;  // items: symbols that stand for expressions can double it again and again

bool loaderOperand(const Value& v) { return v.node >= 0 || complexReloc(v.reloc); }

}  // namespace

// POLPSH's conditions: on pass 2, an operand that is external or an expression, or relocation that no half can express.
bool Assembly::needsLoader(Operator op, const Value& left, const Value& right) const {
  if (version_ < 53 || pass1_) return false;
  if (loaderOperand(left) || loaderOperand(right)) return true;
  const bool l = !left.reloc.zero();
  const bool r = !right.reloc.zero();
  switch (op) {
    case Operator::Add:
      return l && r;
    case Operator::Subtract:
      return (!l && r) || (l && !r && left.word.bits() < right.word.bits());
    case Operator::Not:
      return r;
    default:
      return l || r;
  }
}

Value Assembly::polishNode(Operator op, const Value& left, const Value& right) {
  const auto sizeOf = [&](const Value& v) {
    return v.node >= 0 ? polish_.nodes[static_cast<std::size_t>(v.node)].size : std::size_t{3};
  };
  const std::size_t size = 1 + sizeOf(left) + sizeOf(right);
  if (size > kLongestExpression) throw GiveUp{"the expression is too long for the loader"};
  polish_.nodes.push_back({op, left, right, nullptr, size});
  return {{}, {}, static_cast<int>(polish_.nodes.size()) - 1};
}

// The value of a symbol defined by an expression.
Value Assembly::expressionOf(const Entry& e) {
  polish_.nodes.push_back({Operator::None, {}, {}, e.expression, e.expression->items.size()});
  return {{}, {}, static_cast<int>(polish_.nodes.size()) - 1};
}

// The end of an expression: if the loader must compute it, it becomes a block and the value zero. `first` is its first
// node.
Value Assembly::resolved(Value v, std::size_t first) {
  if (v.node < 0) return v;
  PolishBlock block;
  polishItems(v, block.items);
  polish_.nodes.resize(first);
  reader_.spend(block.items.size());
  keepPolish(std::move(block));
  return {};
}

void Assembly::polishItems(const Value& v, std::vector<PolishItem>& items) const {
  if (v.node >= 0) {
    const PolishNode& n = polish_.nodes[static_cast<std::size_t>(v.node)];
    if (n.whole) {
      items.insert(items.end(), n.whole->items.begin(), n.whole->items.end());
      return;
    }
    items.push_back({PolishItem::Kind::Operator, polishCode(n.op), {}, {}, 0});
    if (n.op != Operator::Not) polishItems(n.left, items);
    polishItems(n.right, items);
    return;
  }
  const std::uint32_t right = rightOf(v.reloc);
  if (isExternal(right)) {
    if (!v.word.zero()) {  // external + constant, from pass 1
      items.push_back({PolishItem::Kind::Operator, polishCode(Operator::Add), {}, {}, 0});
      polishItems({v.word, {}, -1}, items);
    }
    items.push_back({PolishItem::Kind::Symbol, 0, {}, {}, program_.externals[right - kFirstExternal].name});
    return;
  }
  if (complexHalf(right) && isExternal(01000000 - right)) {
    items.push_back({PolishItem::Kind::Operator, kNegate, {}, {}, 0});
    items.push_back({PolishItem::Kind::Symbol, 0, {}, {}, program_.externals[01000000 - right - kFirstExternal].name});
    return;
  }
  const bool wide = leftOf(v.word) != 0 || leftOf(v.reloc) != 0;
  items.push_back({wide ? PolishItem::Kind::Long : PolishItem::Kind::Short, 0, v.word, v.reloc, 0});
}

void Assembly::keepPolish(PolishBlock block) {
  if (fullWord_) {
    block.store = PolishStore::Full;
  } else if (rightHalf_) {
    block.store = PolishStore::Right;
  } else {
    block.store = comma() ? PolishStore::Left : PolishStore::Right;
  }
  extPointer_ = block.store == PolishStore::Full ? Word36{} : withRight(extPointer_, 0);
  if (assigning_ != 0) {
    block.store = PolishStore::SymbolFull;
    block.symbol = assigning_;
    assignedExpression_ = std::make_shared<const Expression>(block.items);
  } else {
    block.address = at_.assembly;
    block.mode = at_.assemblyMode;
  }
  if (literalNesting_ == 0 || assigning_ != 0) {
    polish_.blocks.push_back(std::move(block));
    return;
  }
  block.literal = literalNesting_;
  block.literalDepth = stowLast_ - stowTaken_;
  polish_.waiting.push_back(std::move(block));
}

// The literal has been placed, which also fixes the locations of its expressions.
void Assembly::placeWaitingPolish(const Value& where) {
  if (pass1_) return;
  // Both lists grow at the head, so the expressions of one literal are output in their original order.
  for (auto b = polish_.waiting.rbegin(); b != polish_.waiting.rend(); ++b) {
    if (b->literal != literalNesting_) continue;
    b->address = (rightOf(where.word) + static_cast<std::uint32_t>(b->literalDepth)) & 0777777;
    b->mode = rightOf(where.reloc) & 1;
    polish_.blocks.push_back(*b);
  }
  reader_.spend(polish_.waiting.size());
  std::erase_if(polish_.waiting, [&](const PolishBlock& b) { return b.literal >= literalNesting_; });
}

// Version 53, EXP and similar: an external fills the word.
Value Assembly::wholeExternal(Value v) {
  PolishBlock block;
  polishItems(v, block.items);
  keepPolish(std::move(block));
  return {};
}

// Version 53: an unknown operator becomes an external that fills the word; its fields are assembled as usual.
void Assembly::externalOperator(Name name) {
  if (!pass1_) {
    PolishBlock block;
    block.items.push_back({PolishItem::Kind::Symbol, 0, {}, {}, name});
    fullWord_ = true;
    keepPolish(std::move(block));
    fullWord_ = false;
  }
  instruction({}, false, {});
}

void Assembly::outputPolish() {
  rel_.flush();
  rel_.type(RelType::Polish);
  // MACRO keeps the blocks in a list that grows at the head.
  for (auto b = polish_.blocks.rbegin(); b != polish_.blocks.rend(); ++b)
    if (b->symbol == 0) outputPolishBlock(*b);
}

// A symbol whose value the loader computes; its expression follows immediately.
void Assembly::outputSymbolPolish(Name name) {
  rel_.flush();
  rel_.type(RelType::Polish);
  for (auto b = polish_.blocks.rbegin(); b != polish_.blocks.rend(); ++b)
    if (b->symbol == name) outputPolishBlock(*b);
  rel_.type(RelType::Symbols);
}

void Assembly::outputPolishBlock(const PolishBlock& b) {
  for (const PolishItem& i : b.items) outputPolishItem(i);
  rel_.half(static_cast<std::uint32_t>(b.store), false);
  if (b.symbol == 0) {
    rel_.half(b.address, b.mode != 0);
  } else {
    const Word36 symbol = radix50Word(0, packRadix50(nameText(b.symbol)));  // without a code, as in MACRO 53
    rel_.half(leftOf(symbol), false);
    rel_.half(rightOf(symbol), false);
    rel_.half(0, false);
    rel_.half(0, false);
  }
  rel_.flush();
}

void Assembly::outputPolishItem(const PolishItem& i) {
  switch (i.kind) {
    case PolishItem::Kind::Operator:
      rel_.half(i.code, false);
      return;
    case PolishItem::Kind::Symbol: {
      const Word36 symbol = radix50Word(004, packRadix50(nameText(i.symbol)));
      rel_.half(2, false);
      rel_.half(leftOf(symbol), false);
      rel_.half(rightOf(symbol), false);
      return;
    }
    case PolishItem::Kind::Short:
      rel_.half(0, false);
      rel_.half(rightOf(i.word), (rightOf(i.reloc) & 1) != 0);
      return;
    case PolishItem::Kind::Long:
      rel_.half(1, false);
      rel_.half(leftOf(i.word), (leftOf(i.reloc) & 1) != 0);
      rel_.half(rightOf(i.word), (rightOf(i.reloc) & 1) != 0);
      return;
  }
}

}  // namespace utah10::macro10
