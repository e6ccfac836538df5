// The pages of the panel: the console's teletype, the line printer's paper, the tape in the reader. One stands below
// the panel; each can stand in a window of its own.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace utah10 {

class Debugger;
class Transcript;

enum class PageKind : std::uint8_t { None, Teletype, Printer, Tape };
constexpr std::string_view kPageNames[] = {"none", "teletype", "printer", "tape"};
constexpr std::string_view pageName(PageKind kind) { return kPageNames[static_cast<std::size_t>(kind)]; }
std::optional<PageKind> pageNamed(std::string_view name);
// Of the window in which a page stands alone.
std::string pageTitle(PageKind kind);

struct Page {
  PageKind kind = PageKind::None;
  std::vector<std::string> lines;    // of paper, the last at the bottom
  std::size_t column = 0;            // of the teletype's carriage
  std::vector<std::uint8_t> frames;  // of the tape, those around the reading head
  std::size_t head = 0;              // place of the head among them
  std::string caption;
  bool operator==(const Page&) const = default;
};

// Of a page in its own window, in units of the panel's design, and how many lines of paper it shows.
struct PageSize {
  double width = 0, height = 0;
  std::size_t lines = 0;
};
PageSize pageSize(PageKind kind);

// A Model 33 has 72 columns and capital letters only; a return and a line feed are separate.
constexpr std::size_t kTeletypeLines = 16;  // below the panel
Page teletypePage(std::string_view printed, std::size_t lines = kTeletypeLines);
// The end of the paper: 132 columns.
constexpr std::size_t kPrinterLines = 24;
Page printerPage(Debugger& debugger, std::size_t lines = kPrinterLines);
Page tapePage(Debugger& debugger);

// What a page says, for those who cannot see it: its lines; of a tape the caption, and the frames from the head on in
// octal.
std::string textOf(const Page& page);

}  // namespace utah10
