// The adapter to libedit. The only file that includes it.
#include "command/prompt/line_editor.hpp"

#include <histedit.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>

#include "command/prompt/completion.hpp"
#include "command/prompt/kept_history.hpp"

namespace utah10 {

namespace {

constexpr int kKeptLines = static_cast<int>(KeptHistory::kMostLines);

// libedit's signature has char*, but it only reads.
char* prompt(EditLine*) { return const_cast<char*>("utah10> "); }

unsigned char completeKey(EditLine* editor, int) {
  const LineInfo* info = el_line(editor);
  const std::string_view typed{info->buffer, static_cast<std::size_t>(info->cursor - info->buffer)};
  const Completion c = complete(typed);
  if (!c.extension.empty()) return el_insertstr(editor, c.extension.c_str()) == 0 ? CC_REFRESH : CC_ERROR;
  if (c.candidates.size() < 2) return CC_ERROR;
  std::fputc('\n', stdout);
  for (const std::string& candidate : c.candidates) std::fprintf(stdout, "%s  ", candidate.c_str());
  std::fputc('\n', stdout);
  return CC_REDISPLAY;
}

constexpr unsigned char kControlC = 3, kShowAgain = 036;

// ^C: drops the line.
unsigned char dropLine(EditLine* editor, int) {
  const LineInfo* info = el_line(editor);
  el_cursor(editor, static_cast<int>(info->lastchar - info->cursor));
  el_deletestr(editor, static_cast<int>(info->lastchar - info->buffer));
  std::fputs("^C: quit ends utah10, continue runs the machine\n", stdout);
  return CC_REDISPLAY;
}

// ^\, which stopped the machine: nothing.
unsigned char ignoreKey(EditLine*, int) { return CC_NORM; }

// Something has been printed below the line.
unsigned char showAgain(EditLine*, int) { return CC_REDISPLAY; }

}  // namespace

struct LineEditor::Library {
  explicit Library(std::function<Terminal::Wake()> w) : wait(std::move(w)) {}
  static int readKey(EditLine* editor, wchar_t* key);

  std::function<Terminal::Wake()> wait;
  EditLine* editor = el_init("utah10", stdin, stdout, stderr);
  ::History* history = history_init();
  HistEvent event{};
  KeptHistory kept{KeptHistory::fileOfUser()};
};

// libedit's source of characters: 1, or 0 at the end.
int LineEditor::Library::readKey(EditLine* editor, wchar_t* key) {
  Library* self = nullptr;
  el_get(editor, EL_CLIENTDATA, &self);
  const Terminal::Wake woken = self->wait();
  unsigned char c = kControlC;
  if (woken == Terminal::Wake::Gone) return 0;
  if (woken == Terminal::Wake::Printed) c = kShowAgain;  // what was typed appears again, below what was printed
  if (woken == Terminal::Wake::Key && ::read(STDIN_FILENO, &c, 1) != 1) return 0;
  *key = c;
  return 1;
}

LineEditor::LineEditor(std::function<Terminal::Wake()> wait) : library_(std::make_unique<Library>(std::move(wait))) {
  Library& l = *library_;
  el_set(l.editor, EL_CLIENTDATA, &l);
  el_set(l.editor, EL_GETCFN, Library::readKey);
  history(l.history, &l.event, H_SETSIZE, kKeptLines);
  history(l.history, &l.event, H_SETUNIQUE, 1);
  for (const std::string& line : l.kept.lines()) history(l.history, &l.event, H_ENTER, line.c_str());
  el_set(l.editor, EL_PROMPT, prompt);
  el_set(l.editor, EL_EDITOR, "emacs");
  el_set(l.editor, EL_SIGNAL, 1);
  el_set(l.editor, EL_HIST, history, l.history);
  el_set(l.editor, EL_ADDFN, "utah10-complete", "complete the word", completeKey);
  el_set(l.editor, EL_BIND, "^I", "utah10-complete", nullptr);
  el_set(l.editor, EL_ADDFN, "utah10-drop-line", "drop the line", dropLine);
  el_set(l.editor, EL_BIND, "^C", "utah10-drop-line", nullptr);
  el_set(l.editor, EL_ADDFN, "utah10-ignore", "do nothing", ignoreKey);
  el_set(l.editor, EL_BIND, "^\\", "utah10-ignore", nullptr);
  el_set(l.editor, EL_ADDFN, "utah10-show-again", "show the line again", showAgain);
  el_set(l.editor, EL_BIND, "\\036", "utah10-show-again", nullptr);
  el_source(l.editor, nullptr);
}

LineEditor::~LineEditor() {
  history_end(library_->history);
  el_end(library_->editor);
}

std::optional<std::string> LineEditor::line() {
  Library& l = *library_;
  int length = 0;
  const char* text = el_gets(l.editor, &length);
  if (text == nullptr || length <= 0) return std::nullopt;
  std::string line{text, static_cast<std::size_t>(length)};
  if (line.find_first_not_of(" \t\r\n") != std::string::npos) {
    history(l.history, &l.event, H_ENTER, text);
    l.kept.append(line);
  }
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
  return line;
}

}  // namespace utah10
