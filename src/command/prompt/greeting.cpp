// The program that `utah10` runs without a command: it prints a herald on the console and echoes what is typed.
//
// Console bits (SRM, Teletype): 40 keyboard done, 20 printer busy, 10 printer done.
#include "command/prompt/greeting.hpp"

#include "utah10/word/text.hpp"

namespace utah10 {

namespace {

constexpr std::uint32_t kFirst = 0100;
constexpr std::uint32_t kText = 0140;

constexpr std::uint64_t kProgram[] = {
    0200100000136,  // 100 START:  MOVE 2,136         ; byte pointer to the text
    0134040000002,  // 101 NEXT:   ILDB 1,2
    0322040000105,  // 102         JUMPE 1,ECHO
    0260140000120,  // 103         PUSHJ 3,PRINT
    0254000000101,  // 104         JRST NEXT
    0712340000040,  // 105 ECHO:   CONSO TTY,40       ; wait for a key
    0254000000105,  // 106         JRST ECHO
    0712040000001,  // 107         DATAI TTY,1
    0405040000177,  // 110         ANDI 1,177
    0260140000120,  // 111         PUSHJ 3,PRINT
    0302040000015,  // 112         CAIE 1,15          ; a line feed after a return
    0254000000105,  // 113         JRST ECHO
    0201040000012,  // 114         MOVEI 1,12
    0260140000120,  // 115         PUSHJ 3,PRINT
    0254000000105,  // 116         JRST ECHO
    0000000000000,  // 117
    0712300000020,  // 120 PRINT:  CONSZ TTY,20       ; wait for the printer
    0254000000120,  // 121         JRST PRINT
    0712140000001,  // 122         DATAO TTY,1
    0263140000000,  // 123         POPJ 3,
};
constexpr std::uint64_t kPointer = 0440700000000 | kText;     // POINT 7,TEXT
constexpr std::uint64_t kStack = 0777770000000 | (0130 - 1);  // IOWD 10,130

}  // namespace

CoreImage greetingProgram() {
  CoreImage image;
  image.format = "built-in greeting";
  image.start = StartWord::at(VirtualAddress{kFirst});
  Segment stack{VirtualAddress{3}, {Word36{kStack}}};
  Segment program{VirtualAddress{kFirst}, {}};
  for (const std::uint64_t w : kProgram) program.words.push_back(Word36{w});
  Segment text{VirtualAddress{kText - 2}, {Word36{kPointer}, Word36{}}};
  for (std::string_view left = kHerald; !left.empty(); left.remove_prefix(std::min<std::size_t>(5, left.size())))
    text.words.push_back(packAscii(left.substr(0, 5)).value());
  text.words.push_back(Word36{});
  image.segments = {stack, program, text};
  return image;
}

}  // namespace utah10
