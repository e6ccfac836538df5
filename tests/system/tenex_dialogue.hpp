// A dialogue with TENEX as a document shows it, and the script that performs it.
//
//   $ tools/run boot --pack my.dsk      boots a system; a block that begins otherwise goes on in the one before
//   @DIRECTORY                          behind a prompt (@ @@ ! * # << PASSWORD: USERS: ...) stands what is typed
//   @@                                  alone: a return ends the subcommands
//   @D?                                 EXEC answers ? at once; the next line begins with what was typed
//   @^T, ^C                             control characters, alone or at the end; no return follows
//   @^\, ^\                             stops the machine, behind a prompt of TENEX or without one
//   utah10> show media                  a command at utah10's own prompt; "continue" goes back to TENEX
//
// A password is typed but not printed: LOGIN GUEST GUEST 1 shows as LOGIN GUEST  1; nor is what follows PASSWORD:
// printed. Times of day agree with any other; the block's tolerance holds for the other numbers.
#pragma once

#include <algorithm>
#include <regex>
#include <string>
#include <vector>

#include "document_match.hpp"
#include "document_page.hpp"

namespace utah10::test {

class TenexDialogue {
 public:
  // A dialogue of one boot, block by block.
  void add(const DocumentBlock& block) {
    typed_ = 0;
    for (const std::string& line : block.text)
      if (line.starts_with("$ "))
        bootCommand_ = line.substr(2);
      else
        take(line, block);
    part_ = std::max(part_, block.part);
  }
  const std::string& bootCommand() const { return bootCommand_; }
  const Lines& shown() const { return shown_; }
  std::string script() const { return script_ + "run 5s\n"; }

  // Lines as they are compared: without control characters, passwords and the time of day.
  static std::string plain(std::string line) {
    static const std::regex kControl{R"(\^[A-Z\\]$)"}, kLogin{R"(LOGIN (\w+) \w* (\w+)$)"}, kPassword{"^PASSWORD: .*"},
        kTime{R"( *\d+:\d\d:\d\d)"};
    line = std::regex_replace(line, kControl, "");
    line = std::regex_replace(line, kPassword, "PASSWORD:");
    line = std::regex_replace(line, kTime, " T");
    return trimmedRight(std::regex_replace(line, kLogin, "LOGIN $1  $2"));
  }
  bool agree(const std::string& want, const std::string& got) const {
    const std::string w = plain(want), g = plain(got);
    // After "continue" the prompt stands where the machine was stopped.
    return linesAgree(w, g, part_) || w == "@" + g;
  }

 private:
  static constexpr std::string_view kConsole = "utah10> ";

  void take(const std::string& line, const DocumentBlock& block) {
    static const std::regex kKeyAlone{R"(\^[A-Z\\])"};  // most are not echoed
    shown_.push_back(std::regex_match(line, kKeyAlone) ? "..." : line);
    const std::string prompt = stopped_ ? "" : promptOf(line);
    if (line == "^\\") {
      script_ += "run 5s\n";
      stopped_ = true;
    } else if (line.starts_with(kConsole)) {
      command(line.substr(kConsole.size()));
    } else if (!prompt.empty()) {
      type(prompt, line.substr(prompt.size()));
    } else if (typed_ < block.typed.size() && block.typed[typed_] == line) {
      ++typed_;
      script_ += "run 3s\n" + keys(line);
    }
  }
  static std::string promptOf(const std::string& line) {
    for (const char* p : {"@@", "<<", "@", "!", "*", "#", "PASSWORD: ", "ACCOUNT: ", "USERS: ", "SUBJECT: "})
      if (line.starts_with(p)) return p;
    return {};
  }
  void command(const std::string& text) {
    script_ += "echo " + std::string{kConsole} + text + "\n";
    stopped_ = text != "continue";
    if (stopped_) script_ += text + "\n";
  }
  void type(const std::string& prompt, std::string text) {
    if (!waited_) script_ += "expect \"\\n" + prompt + "\" within 300s\n";
    stopped_ = waited_ = text == "^\\";  // the prompt has come; TENEX waits while utah10's commands are typed
    if (waited_) return;
    if (!begun_.empty() && text.starts_with(begun_)) text.erase(0, begun_.size());
    begun_ = text.ends_with('?') && prompt != "*" ? text.substr(0, text.size() - 1) : "";
    if (text.empty() && prompt != "@@") return;  // a last line with the prompt alone; it ends subcommands
    script_ += keys(text);
  }
  static std::string keys(std::string text) {
    static const std::regex kControl{R"(\^([A-Z])$)"};
    std::smatch found;
    std::string end = text.ends_with('?') ? "" : "\\r", after;
    if (std::regex_search(text, found, kControl)) {
      const std::string octal{"01234567"};
      const auto code = static_cast<std::size_t>(found[1].str()[0] - 'A' + 1);
      end = {'\\', '0', octal[code / 8], octal[code % 8]};
      text = found.prefix();
      after = "run 1s\n";
    }
    std::string quoted;
    for (const char c : text) (c == '"' || c == '\\' ? quoted += '\\' : quoted) += c;
    return "send \"" + quoted + end + "\"\n" + after;
  }

  std::string bootCommand_;
  std::string script_;
  Lines shown_;
  std::string begun_;      // typed up to a question mark
  bool waited_ = false;    // for TENEX's prompt, before utah10's came
  bool stopped_ = false;   // at utah10's prompt: what is printed is not TENEX's
  std::size_t typed_ = 0;  // how many of the block's lines without a prompt have been
  double part_ = 0;
};

}  // namespace utah10::test
