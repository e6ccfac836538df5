// Parses filter expressions.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "toolchain/device_names.hpp"
#include "trace/filter/filter_node.hpp"
#include "trace/pager_names.hpp"
#include "utah10/toolchain/symbolic.hpp"
#include "utah10/word/isa.hpp"
#include "utah10/word/text.hpp"

namespace utah10 {

using recordfilter::only;
using recordfilter::RecordKind;
using recordfilter::Term;

namespace {

using Node = RecordFilter::Node;
using Tree = std::unique_ptr<Node>;

constexpr unsigned kDeepest = 100;
constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kSigns = "()&|!";

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; }
bool same(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}
std::string upperCase(std::string_view s) {
  std::string up{s};
  std::ranges::transform(up, up.begin(), upper);
  return up;
}

std::optional<std::uint64_t> number(std::string_view text, int base) {
  if (base == 10 && text.ends_with('.')) text.remove_suffix(1);
  std::uint64_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n, base);
  if (error != std::errc{} || end != text.data() + text.size()) return {};
  return n;
}

constexpr std::uint64_t cycles(std::initializer_list<CycleKind> kinds) {
  std::uint64_t bits = 0;
  for (const CycleKind k : kinds) bits |= std::uint64_t{1} << static_cast<unsigned>(k);
  return bits;
}

// Terms consisting of one word.
struct Word {
  std::string_view word;
  Term term;
  std::uint64_t low;
};
constexpr Word kWords[] = {
    {"instruction", Term::Kinds, only(RecordKind::Instruction) | only(RecordKind::Abandoned)},
    {"memory", Term::Kinds, only(RecordKind::Memory)},
    {"pager", Term::Kinds, only(RecordKind::Pager)},
    {"interrupt", Term::Kinds, only(RecordKind::Interrupt)},
    {"io", Term::Kinds, only(RecordKind::Io)},
    {"event", Term::Kinds, only(RecordKind::Event)},
    {"network", Term::Kinds, only(RecordKind::Message)},
    {"run", Term::Kinds, only(RecordKind::Run)},
    {"user", Term::Mode, 1},
    {"exec", Term::Mode, 0},
    {"read", Term::Cycles,
     cycles({CycleKind::Indirect, CycleKind::Read, CycleKind::ReadPause, CycleKind::FastIndirect, CycleKind::FastRead,
             CycleKind::MapRead, CycleKind::CstRead})},
    {"write", Term::Cycles,
     cycles(
         {CycleKind::Write, CycleKind::WriteRestart, CycleKind::FastWrite, CycleKind::CstWrite, CycleKind::TrapWrite})},
    {"fetch", Term::Cycles, cycles({CycleKind::Fetch, CycleKind::FastFetch})},
    {"reload", Term::Reload, 0},
};

class Parser {
 public:
  Parser(std::string_view text, const FilterNames& names) : text_(text), names_(names) {}

  Expected<Tree> whole() {
    auto tree = either();
    if (tree && !next().empty()) return wrong(fmt::format("\"{}\" after the end of the expression", next()));
    return tree;
  }

 private:
  std::string_view next() const {
    const std::size_t from = text_.find_first_not_of(kBlanks, at_);
    if (from == std::string_view::npos) return {};
    if (kSigns.find(text_[from]) != std::string_view::npos) return text_.substr(from, 1);
    const std::size_t end = text_.find_first_of(" \t\r\n()&|!", from);
    return text_.substr(from, std::min(end, text_.size()) - from);
  }
  // Errors refer to the word taken last, or to the next one if a word is missing.
  std::string_view take() {
    const std::string_view word = next();
    place_ = word.empty() ? text_.size() : static_cast<std::size_t>(word.data() - text_.data());
    at_ = place_ + word.size();
    return word;
  }
  bool take(std::string_view sign, std::string_view word) {
    if (next().empty() || (next() != sign && !same(next(), word))) return false;
    take();
    return true;
  }
  tl::unexpected<Error> wrong(std::string what, std::string hint = {}) const {
    return fail(fmt::format("filter, character {}", place_ + 1), std::move(what), std::move(hint));
  }

  Expected<Tree> join(Node::Op op, Tree left, Expected<Tree> right) {
    if (!right) return right;
    auto node = std::make_unique<Node>();
    node->op = op;
    node->left = std::move(left);
    node->right = std::move(*right);
    return node;
  }
  Expected<Tree> either() {
    auto tree = both();
    while (tree && take("|", "or")) tree = join(Node::Op::Or, std::move(*tree), both());
    return tree;
  }
  Expected<Tree> both() {
    auto tree = one();
    while (tree && take("&", "and")) tree = join(Node::Op::And, std::move(*tree), one());
    return tree;
  }
  Expected<Tree> one() {
    if (++depth_ > kDeepest) return wrong("parentheses nested too deeply");
    auto tree = inner();
    --depth_;
    return tree;
  }
  Expected<Tree> inner() {
    if (take("!", "not")) {
      auto tree = one();
      if (!tree) return tree;
      auto node = std::make_unique<Node>();
      node->op = Node::Op::Not;
      node->left = std::move(*tree);
      return node;
    }
    if (!take("(", "(")) return term();
    const std::size_t opened = place_;
    auto tree = either();
    if (!tree || take(")", ")")) return tree;
    place_ = opened;
    return wrong("this parenthesis is not closed");
  }

  Expected<Tree> term();
  Expected<Tree> jsys();
  Expected<void> range(Node& node);
  Expected<void> opcode(Node& node);
  Expected<void> device(Node& node);
  Expected<void> reason(Node& node);
  Expected<void> span(Node& node);
  Expected<void> plain(Node& node, std::string_view what, int base, std::uint64_t most);
  Expected<std::uint64_t> address(std::string_view text) const;
  // Whether an operand follows: not an operator sign, `and`, `or`, or the end.
  bool operandFollows() const {
    const std::string_view w = next();
    return !w.empty() && kSigns.find(w[0]) == std::string_view::npos && !same(w, "and") && !same(w, "or");
  }

  std::string_view text_;
  const FilterNames& names_;
  std::size_t at_ = 0, place_ = 0;
  unsigned depth_ = 0;
};

Expected<std::uint64_t> Parser::address(std::string_view text) const {
  const auto lookup = [&](std::string_view name) -> std::optional<Word36> {
    if (names_.symbols == nullptr) return {};
    const auto found = names_.symbols->exec.value(name);
    return found ? found : names_.symbols->user.value(name);
  };
  const auto value = evaluate(text, lookup);
  if (!value) return wrong(fmt::format("\"{}\" is not an address", text), value.error().what);
  if (value->bits() > VirtualAddress::kMask) return wrong(fmt::format("\"{}\" is beyond 777777", text));
  return value->bits();
}

Expected<void> Parser::range(Node& node) {
  const std::string_view text = take();
  if (text.empty()) return wrong("an address is missing", "1000, LOOP+3, 1000-1777");
  const std::size_t dash = text.find('-');
  const auto low = address(text.substr(0, dash));
  if (!low) return tl::unexpected(low.error());
  const auto high = dash == std::string_view::npos ? low : address(text.substr(dash + 1));
  if (!high) return tl::unexpected(high.error());
  if (*high < *low) return wrong(fmt::format("{:o} is below {:o}", *high, *low));
  node.low = *low;
  node.high = *high;
  return {};
}

Expected<void> Parser::plain(Node& node, std::string_view what, int base, std::uint64_t most) {
  const std::string_view text = take();
  const auto n = number(text, base);
  if (!n || *n > most)
    return wrong(fmt::format("{} is a number up to {}, not \"{}\"", what,
                             base == 8 ? fmt::format("{:o}", most) : fmt::format("{}.", most), text));
  node.low = *n;
  return {};
}

Expected<void> Parser::opcode(Node& node) {
  const std::string_view text = take();
  for (unsigned op = 0; op < 512; ++op) {
    if (text.empty() || !same(kInsnTable[op].mnemonic.view(), text)) continue;
    node.low = op;
    return {};
  }
  for (unsigned f = 0; f < 8; ++f) {
    if (!same(kIoMnemonic[f], text)) continue;
    node.term = Term::IoOpcode;
    node.low = f;
    return {};
  }
  const auto n = number(text, 8);
  if (!n || *n > 0777) return wrong(fmt::format("\"{}\" is not an opcode", text), "opcode MOVE, opcode 200");
  node.low = *n;
  return {};
}

Expected<void> Parser::device(Node& node) {
  const std::string_view text = take();
  for (const TraceDevice& d : names_.devices) {
    if (text.empty() || !same(d.name, text)) continue;
    node.codes.set(d.code.index());
    node.name = d.name;
  }
  if (node.codes.any()) return {};
  std::optional<DeviceCode> code = deviceNamed(text);
  if (const auto n = number(text, 8); !code && n && *n <= 0774 && *n % 4 == 0)
    code = DeviceCode::written(static_cast<std::uint32_t>(*n));
  if (!code) return wrong(fmt::format("\"{}\" is not a device", text), "device tty, device 120");
  node.codes.set(code->index());
  for (const TraceDevice& d : names_.devices)
    if (d.code == *code) node.name = d.name;
  return {};
}

Expected<void> Parser::reason(Node& node) {
  node.low = recordfilter::kAnyFault;
  if (!operandFollows()) return {};
  const std::string_view text = take();
  std::string all;
  for (const PageFaultReason& r : pageFaultReasons()) {
    all += (all.empty() ? "" : " ") + std::string{r.word};
    if (!same(r.word, text)) continue;
    node.low = r.group;
    node.high = r.bit;
    return {};
  }
  return wrong(fmt::format("\"{}\" is not a reason for a page fault", text), "reasons are " + all);
}

Expected<void> Parser::span(Node& node) {
  const std::string_view text = take();
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos) return wrong("two times are missing", "time 1.5s-2s, time 1.5s-");
  node.high = static_cast<std::uint64_t>(kNever.time_since_epoch().count());
  const std::string_view ends[] = {text.substr(0, dash), text.substr(dash + 1)};
  for (int n = 0; n < 2; ++n) {
    if (n == 1 && ends[n].empty()) break;
    const auto d = parseDuration(ends[n]);
    if (!d) return wrong(fmt::format("\"{}\" is not a time", ends[n]), "time 1.5s-2s, time 1.5s-");
    (n == 0 ? node.low : node.high) = static_cast<std::uint64_t>(d->count());
  }
  if (static_cast<std::int64_t>(node.high) < static_cast<std::int64_t>(node.low))
    return wrong("the end is before the beginning");
  return {};
}

Expected<Tree> Parser::jsys() {
  auto node = std::make_unique<Node>();
  node->term = Term::JsysAny;
  if (!operandFollows()) return node;
  const std::string_view text = take();
  node->term = Term::JsysOne;
  std::optional<std::uint64_t> n = number(text, 8);
  if (const auto named = !n && names_.jsys ? names_.jsys(upperCase(text)) : std::nullopt; named) n = *named;
  if (!n || *n > 0777) return wrong(fmt::format("\"{}\" is not a JSYS", text), "jsys 51: numbers are octal, up to 777");
  node->low = *n;
  return node;
}

Expected<Tree> Parser::term() {
  const std::string_view word = take();
  if (word.empty() || kSigns.find(word[0]) != std::string_view::npos)
    return wrong(word.empty() ? "a term is missing" : fmt::format("a term is missing before \"{}\"", word),
                 "memory & pc 1000-1777");
  auto node = std::make_unique<Node>();
  for (const Word& w : kWords) {
    if (!same(w.word, word)) continue;
    node->term = w.term;
    node->low = w.low;
    return node;
  }
  for (unsigned f = 0; f < 8; ++f) {
    if (!same(kIoMnemonic[f], word)) continue;
    node->term = Term::Function;
    node->low = f;
    return node;
  }
  if (same(word, "jsys")) return jsys();
  const auto with = [&](Term t, Expected<void> done) -> Expected<Tree> {
    if (!done) return tl::unexpected(done.error());
    if (node->term == Term::Kinds) node->term = t;
    return std::move(node);
  };
  if (same(word, "pc")) return with(Term::Pc, range(*node));
  if (same(word, "address")) return with(Term::Address, range(*node));
  if (same(word, "opcode")) return with(Term::Opcode, opcode(*node));
  if (same(word, "device")) return with(Term::Device, device(*node));
  if (same(word, "fault")) return with(Term::Fault, reason(*node));
  if (same(word, "time")) return with(Term::Time, span(*node));
  if (same(word, "level")) return with(Term::Level, plain(*node, "a level", 8, 7));
  if (same(word, "process")) return with(Term::Process, plain(*node, "a process", 8, 0177777));
  if (same(word, "wire")) return with(Term::Wire, plain(*node, "a wire", 10, 0177777));
  return wrong(fmt::format("\"{}\" is not a term", word), "instruction, memory, pc, user, level, opcode, device, ...");
}

}  // namespace

Expected<RecordFilter> RecordFilter::parse(std::string_view text, const FilterNames& names) {
  auto tree = Parser{text, names}.whole();
  if (!tree) return tl::unexpected(tree.error());
  return RecordFilter{std::string{text}, std::move(*tree)};
}

RecordFilter::RecordFilter(std::string text, std::unique_ptr<Node> root)
    : text_(std::move(text)), root_(std::move(root)) {}
RecordFilter::~RecordFilter() = default;
RecordFilter::RecordFilter(RecordFilter&&) noexcept = default;
RecordFilter& RecordFilter::operator=(RecordFilter&&) noexcept = default;

}  // namespace utah10
