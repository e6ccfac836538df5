#include "toolchain/macro10/output/polish.hpp"

#include "toolchain/macro10/give_up.hpp"

namespace utah10::macro10 {

namespace {

constexpr std::uint32_t kNegate = 014;
// Items: symbols that stand for expressions can double it again and again.
constexpr std::size_t kLongestExpression = 1000;

bool loaderOperand(const Value& v) { return v.node >= 0 || complexReloc(v.reloc); }

PolishItem operatorItem(std::uint32_t code) { return {PolishItemKind::Operator, code, {}, {}, 0}; }

}  // namespace

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

bool PolishTrees::needsLoader(Operator op, const Value& left, const Value& right) const {
  if (pass_.version < 53 || pass_.first) return false;
  if (loaderOperand(left) || loaderOperand(right)) return true;
  if (barred_) return false;
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

std::size_t PolishTrees::sizeOf(const Value& v) const {
  return v.node >= 0 ? nodes_[static_cast<std::size_t>(v.node)].size : std::size_t{3};
}

Value PolishTrees::node(Operator op, const Value& left, const Value& right) {
  const std::size_t size = 1 + sizeOf(left) + sizeOf(right);
  if (size > kLongestExpression) throw GiveUp{"the expression is too long for the loader"};
  nodes_.push_back({op, left, right, nullptr, size});
  return {{}, {}, static_cast<int>(nodes_.size()) - 1};
}

Value PolishTrees::symbolValue(const Entry& e) {
  nodes_.push_back({Operator::None, {}, {}, e.expression, e.expression->items.size()});
  return {{}, {}, static_cast<int>(nodes_.size()) - 1};
}

std::vector<PolishItem> PolishTrees::items(const Value& v) const {
  std::vector<PolishItem> list;
  add(v, list);
  return list;
}

void PolishTrees::add(const Value& v, std::vector<PolishItem>& items) const {
  if (v.node >= 0) {
    const Node& n = nodes_[static_cast<std::size_t>(v.node)];
    if (n.whole) {
      items.insert(items.end(), n.whole->items.begin(), n.whole->items.end());
      return;
    }
    items.push_back(operatorItem(polishCode(n.op)));
    if (n.op != Operator::Not) add(n.left, items);
    add(n.right, items);
    return;
  }
  const std::uint32_t right = rightOf(v.reloc);
  if (symbols_.isExternal(right)) {
    if (!v.word.zero()) {  // external + constant, from pass 1
      items.push_back(operatorItem(polishCode(Operator::Add)));
      add({v.word, {}, -1}, items);
    }
    addSymbol(right, items);
    return;
  }
  if (complexHalf(right) && symbols_.isExternal(01000000 - right)) {
    items.push_back(operatorItem(kNegate));
    addSymbol(01000000 - right, items);
    return;
  }
  const bool wide = leftOf(v.word) != 0 || leftOf(v.reloc) != 0;
  items.push_back({wide ? PolishItemKind::Long : PolishItemKind::Short, 0, v.word, v.reloc, 0});
}

void PolishTrees::addSymbol(std::uint32_t handle, std::vector<PolishItem>& items) const {
  items.push_back({PolishItemKind::Symbol, 0, {}, {}, symbols_.externalName(handle)});
}

}  // namespace utah10::macro10
