#include "toolchain/macro10/listing/listing.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "utah10/word/text.hpp"

namespace utah10::macro10 {

namespace {

constexpr int kTabs = 5;  // source text begins at the fifth tab stop
constexpr std::size_t kWideCode = 16;
constexpr std::size_t kWidestCode = 23;

std::string octal6(std::uint32_t v) { return formatOctal(HalfWord{v}); }

char characterOf(Mark m) { return static_cast<char>(m); }

void addMark(std::string& line, Mark m) {
  if (m != Mark::None) line += characterOf(m);
}

// Field widths of a form, from the left: a one bit marks the end of each field.
std::vector<int> widths(Form form) {
  std::vector<int> w;
  int n = 0;
  for (int bit = 35; bit >= 0; --bit) {
    ++n;
    if ((form >> bit & 1) == 0) continue;
    w.push_back(n);
    n = 0;
  }
  return w;
}

}  // namespace

std::string fieldsText(Word36 word, Form form, bool inOut) {
  std::string text;
  int from = 0;
  std::size_t index = 0;
  for (const int width : widths(form)) {
    std::uint64_t v = word.bits() >> (36 - from - width) & ((std::uint64_t{1} << width) - 1);
    int digits = (width + 2) / 3;
    // Device and function of an I/O instruction print as written: two zero bits are appended to the device code.
    if (inOut && index == 1) v <<= 2;
    if (inOut && index == 2) {
      v <<= 2;
      digits = 2;
    }
    if (!text.empty()) text += ' ';
    text += fmt::format("{:0{}o}", v, digits);
    from += width;
    ++index;
  }
  return text;
}

void Listing::overwrite(int ascii) {
  if (image_.empty()) {
    put(ascii);
  } else {
    image_.back() = static_cast<char>(ascii);
  }
}

void Listing::dropLast() {
  if (!image_.empty()) image_.pop_back();
}

void Listing::startPass2(std::string title) {
  // After PRGEND the page number continues, and the page does not count as the first part of its number.
  if (!onPass2) page_ = 1;
  pagePart_ = onPass2 ? 0 : -1;
  onPass2 = true;
  title_ = std::move(title);
  linesLeft_ = 0;
}

void Listing::newPage(bool numbered) {
  linesLeft_ = 0;
  if (!numbered) return;
  ++page_;
  pagePart_ = -1;
}

void Listing::heading() {
  if (!out_.empty()) out_ += '\f';
  ++pagePart_;
  std::string number = symbolPages_ ? fmt::format("S-{}", symbolPage_) : fmt::format("{}", page_);
  if (!symbolPages_ && pagePart_ > 0) number += fmt::format("-{}", pagePart_);
  const unsigned v = static_cast<unsigned>(options_.version);
  const char* edit = v == 47 ? "47(113)" : v == 50 ? "50(334)" : "53(1020)";
  out_ += fmt::format("{}\tMACRO %{} {} {} PAGE {}\n", title_, edit, options_.time, options_.date, number);
  out_ += fmt::format("{}\t{}\n\n", file_, subtitle_);
  linesLeft_ = pageLines_;
}

void Listing::startOutputLine() {
  if (linesLeft_ == 0) heading();
  ++lineNumber_;
  if (options_.crossReference) out_ += fmt::format("{:5}", lineNumber_);
}

void Listing::endOutputLine() {
  out_ += '\n';
  --linesLeft_;
}

void Listing::code(const ListedWord& w, std::string& line, int& tabs) const {
  line += '\t' + octal6(w.location) + (w.relocatable ? "'" : "");
  --tabs;
  const std::string fields = fieldsText(w.word, w.form, w.inOut);
  const bool byHalves = halfForm || w.form == kHalfForm || w.left != Mark::None || fields.size() > kWidestCode;
  if (byHalves) {
    line += '\t' + octal6(w.word.left().bits());
    addMark(line, w.left);
    line += '\t' + octal6(w.word.right().bits());
    addMark(line, w.right);
    tabs -= 2;
    return;
  }
  line += '\t' + fields + characterOf(w.right);
  tabs -= fields.size() + 1 >= kWideCode ? 3 : 2;
}

void Listing::line(const ListedLine& l) {
  if (!active()) return;
  std::string text = l.text;
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
  std::string out = l.letters;
  int tabs = kTabs;
  if (!l.words.empty()) {
    code(l.words.front(), out, tabs);
  } else if (l.assigned) {
    const bool left = l.assigned->left().bits() != 0 || l.assignedLeft != Mark::None;
    out += "\t\t";
    if (left) out += octal6(l.assigned->left().bits());
    if (left) addMark(out, l.assignedLeft);
    out += '\t' + octal6(l.assigned->right().bits());
    addMark(out, l.assignedRight);
    tabs -= 3;
  } else if (l.location) {
    out += '\t' + octal6(*l.location);
    addMark(out, l.locationMark);
    --tabs;
  }
  if (!text.empty()) out += std::string(static_cast<std::size_t>(std::max(tabs, 1)), '\t') + text;
  plain(out);
  for (std::size_t i = 1; i < l.words.size(); ++i) {
    std::string more;
    int rest = kTabs;
    code(l.words[i], more, rest);
    plain(more);
  }
}

void Listing::plain(std::string_view text) {
  if (!active()) return;
  startOutputLine();
  out_ += text;
  endOutputLine();
}

void Listing::reference(CrefKind kind, Name name, bool defining) {
  if (!onPass2 || !options_.crossReference || crefOff) return;
  references_[kind][name].push_back({lineNumber_ + 1, defining});
}

void Listing::symbolTable(const std::vector<SymbolLine>& symbols) {
  if (!active() || noSymbols || symbols.empty()) return;
  constexpr std::size_t kColumn = 32;
  const std::size_t columns = std::max<std::size_t>(1, options_.width / kColumn);
  const std::size_t perPage = columns * pageLines_;
  const std::string subtitle = std::exchange(subtitle_, "SYMBOL TABLE");
  symbolPages_ = true;
  for (std::size_t first = 0; first < symbols.size(); first += perPage) {
    const std::size_t n = std::min(perPage, symbols.size() - first);
    const std::size_t rows = std::min(pageLines_, n);
    ++symbolPage_;
    linesLeft_ = 0;
    for (std::size_t row = 0; row < rows; ++row) {
      std::string out;
      for (std::size_t i = row; i < n; i += pageLines_) {
        const SymbolLine& s = symbols[first + i];
        out += s.name + '\t';
        if (s.value.left().bits() != 0 || s.left != Mark::None) {
          out += octal6(s.value.left().bits());
          addMark(out, s.left);
        }
        out += '\t' + octal6(s.value.right().bits());
        addMark(out, s.right);
        out += '\t' + s.tag + '\t';
      }
      while (!out.empty() && out.back() == '\t') out.pop_back();
      plain(out);
    }
  }
  subtitle_ = subtitle;
  symbolPages_ = false;
  linesLeft_ = 0;
}

void Listing::crefTable(std::string_view heading, const References& names) {
  linesLeft_ = 0;
  const std::string subtitle = std::exchange(subtitle_, std::string{heading});
  std::vector<Name> order;  // ASCII order, digits first
  for (const auto& [name, uses] : names) order.push_back(name);
  std::sort(order.begin(), order.end());
  for (const Name name : order) {
    std::vector<Reference> uses;  // one entry per line, with the definition mark if any of them defines
    for (const Reference& r : names.at(name)) {
      if (uses.empty() || uses.back().line != r.line) uses.push_back(r);
      uses.back().defining = uses.back().defining || r.defining;
    }
    std::string out = fmt::format("{:<7}", nameText(name));
    std::size_t inRow = 0;
    for (const Reference& r : uses) {
      if (inRow == 12) {
        plain(out);
        out = std::string(7, ' ');
        inRow = 0;
      }
      out += fmt::format("{:>7}{}", r.line, r.defining ? '#' : ' ');
      ++inRow;
    }
    while (out.back() == ' ') out.pop_back();
    plain(out);
  }
  subtitle_ = subtitle;
}

std::string Listing::finish() {
  if (options_.crossReference && active()) {
    constexpr std::pair<CrefKind, std::string_view> kTables[] = {
        {CrefKind::Symbol, "CROSS REFERENCE OF SYMBOLS"},
        {CrefKind::Macro, "CROSS REFERENCE OF MACROS AND OPDEFS"},
        {CrefKind::Operator, "CROSS REFERENCE OF OPERATORS"}};
    for (const auto& [kind, title] : kTables)
      if (const auto it = references_.find(kind); it != references_.end()) crefTable(title, it->second);
  }
  return std::move(out_);
}

}  // namespace utah10::macro10
