// Lines and cards as CCN reads them: the operator's line editor, JOB cards and utah10's own cards.
#include <string>

#include "fuzz_check.hpp"
#include "network/ccn/batch.hpp"
#include "network/ccn/console.hpp"
#include "network/ccn/files.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace utah10;
  CcnLineEditor editor(size % 2 == 0);
  for (std::size_t i = 0; i < size; ++i) {
    if (editor.take(data[i]) != CcnLineEditor::Result::Line) continue;
    FUZZ_CHECK(editor.text().size() <= CcnLineEditor::kLongest);
    for (const char c : editor.text()) FUZZ_CHECK(c >= ' ' && c < '\x7F');
    for (const std::string& word : ccnWords(editor.text()))
      FUZZ_CHECK(!word.empty() && word.find_first_of(" ,") == std::string::npos);
    FUZZ_CHECK(consoleLines(editor.text(), 20).size() >= editor.text().size() + 2);
  }
  const std::string text(reinterpret_cast<const char*>(data), size);
  CcnWork work;
  for (const Octets& card : cardsOf(text)) {
    FUZZ_CHECK(card.size() <= 80);
    if (const auto job = jobCard(card)) FUZZ_CHECK(!job->name.empty() && job->name.size() <= 8);
    work.read(card);
    FUZZ_CHECK(work.lines <= CcnWork::kMost && work.columns <= CcnWork::kMostColumns && work.execution >= Duration{});
    FUZZ_CHECK(work.terminal.size() <= 8);
  }
  return 0;
}
