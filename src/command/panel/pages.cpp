#include "command/panel/pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "command/debug/debugger.hpp"
#include "devices/line_printer.hpp"
#include "word/letters.hpp"

namespace utah10 {

namespace {

constexpr std::size_t kTeletypeColumns = 72, kPrinterColumns = 132;
constexpr std::size_t kFramesBefore = 12, kFramesShown = 96;

// Paper on which characters are printed where the carriage stands. An overprinted place keeps what came last.
class Paper {
 public:
  explicit Paper(std::size_t columns) : columns_(columns) {}

  void print(char c) {
    if (c == '\r') {
      column = 0;
    } else if (c == '\n') {
      lines.emplace_back();
    } else if (c == '\f') {
      lines.emplace_back();
      column = 0;
    } else if (c == '\t') {
      column = std::min((column / 8 + 1) * 8, columns_ - 1);
    } else if (c >= ' ' && c < '\177') {
      std::string& line = lines.back();
      if (line.size() <= column) line.resize(column + 1, ' ');
      line[column] = c;
      if (column < columns_ - 1) ++column;
    }
  }
  std::vector<std::string> last(std::size_t count) {
    if (lines.size() > count) lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(count));
    return lines;
  }

  std::vector<std::string> lines{1};
  std::size_t column = 0;

 private:
  std::size_t columns_;
};

// The end of a host file; empty if it cannot be read.
std::string endOf(const std::filesystem::path& file, std::streamoff bytes) {
  std::ifstream in{file, std::ios::binary | std::ios::ate};
  if (!in) return {};
  in.seekg(std::max<std::streamoff>(0, static_cast<std::streamoff>(in.tellg()) - bytes));
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

std::optional<PageKind> pageNamed(std::string_view name) {
  const auto found = std::ranges::find_if(kPageNames, [name](std::string_view n) { return sameWord(n, name); });
  if (found == std::end(kPageNames)) return std::nullopt;
  return static_cast<PageKind>(found - std::begin(kPageNames));
}

std::string pageTitle(PageKind kind) { return fmt::format("utah10 {}", pageName(kind)); }

// The printer has the 60 lines of a form.
PageSize pageSize(PageKind kind) {
  switch (kind) {
    case PageKind::Teletype:
      return {1080, 560, 24};
    case PageKind::Printer:
      return {1480, 940, 60};
    case PageKind::Tape:
      return {1500, 320, 0};
    case PageKind::None:
      break;
  }
  return {};
}

Page teletypePage(std::string_view printed, std::size_t lines) {
  const std::size_t enough = lines * (kTeletypeColumns + 2);
  if (printed.size() > enough) {
    printed.remove_prefix(printed.size() - enough);
    printed.remove_prefix(std::min(printed.find('\n') + 1, printed.size()));
  }
  Paper paper{kTeletypeColumns};
  for (const char c : printed) paper.print(upperCase(c));
  Page page{PageKind::Teletype, paper.last(lines), paper.column, {}, 0, "TELETYPE MODEL 33"};
  return page;
}

Page printerPage(Debugger& debugger, std::size_t lines) {
  Page page{PageKind::Printer, {}, 0, {}, 0, "LINE PRINTER"};
  LinePrinter* printer = debugger.devices().printer();
  if (printer == nullptr) {
    page.caption += ": THIS MACHINE HAS NONE";
    return page;
  }
  const std::filesystem::path file = printer->paper();
  page.caption += file.empty() ? ": NO PAPER" : ": " + file.filename().string();
  Paper paper{kPrinterColumns};
  for (const char c : endOf(file, static_cast<std::streamoff>(2 * lines * kPrinterColumns))) {
    paper.print(c);
    if (c == '\n') paper.column = 0;
  }
  page.lines = paper.last(lines);
  return page;
}

Page tapePage(Debugger& debugger) {
  const PaperTapeReader& reader = debugger.devices().console.ptr;
  const auto tape = reader.tape();
  Page page{PageKind::Tape, {}, 0, {}, 0, "PAPER TAPE READER"};
  if (tape.empty()) {
    page.caption += ": NO TAPE";
    return page;
  }
  page.caption += fmt::format(": FRAME {} OF {}", reader.position(), tape.size());
  page.head = std::min(reader.position(), kFramesBefore);
  const std::size_t first = reader.position() - page.head;
  for (std::size_t n = first; n < std::min(first + kFramesShown, tape.size()); ++n)
    page.frames.push_back(std::to_integer<std::uint8_t>(tape[n]));
  return page;
}

std::string textOf(const Page& page) {
  if (page.kind != PageKind::Tape) return fmt::format("{}", fmt::join(page.lines, "\n"));
  std::string text = page.caption;
  for (std::size_t n = page.head; n < page.frames.size(); ++n)
    text += fmt::format("{}{:03o}", n == page.head ? '\n' : ' ', page.frames[n]);
  return text;
}

}  // namespace utah10
