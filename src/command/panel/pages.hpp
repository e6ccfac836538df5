// The pages below the panel: the console's teletype, the line printer's paper, the tape in the reader.
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
std::optional<PageKind> pageNamed(std::string_view name);

struct Page {
  PageKind kind = PageKind::None;
  std::vector<std::string> lines;    // of paper, the last at the bottom
  std::size_t column = 0;            // of the teletype's carriage
  std::vector<std::uint8_t> frames;  // of the tape, those around the reading head
  std::size_t head = 0;              // place of the head among them
  std::string caption;
  bool operator==(const Page&) const = default;
};

// A Model 33 has 72 columns and capital letters only; a return and a line feed are separate.
Page teletypePage(std::string_view printed);
// The last page of the paper: 132 columns.
Page printerPage(Debugger& debugger);
Page tapePage(Debugger& debugger);

}  // namespace utah10
