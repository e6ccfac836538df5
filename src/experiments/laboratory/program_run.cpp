#include "experiments/laboratory/program_run.hpp"

#include <fmt/format.h>

#include <array>

#include "utah10/toolchain/core_image_formats.hpp"
#include "word/letters.hpp"

namespace utah10 {

namespace {

constexpr Duration kLook = milliseconds(100);   // between two looks at what was printed
constexpr Duration kQuiet = milliseconds(500);  // then a program is taken to wait for its next line
constexpr Duration kPrompted = seconds(1);      // then a prompt is taken to be EXEC's
constexpr std::size_t kLongestName = 30;

// The user who types the lines of the input, and sees when the prompt has come back.
class ProgramUser {
 public:
  ProgramUser(Laboratory& lab, std::string_view input)
      : lab_(lab),
        line_(lab.line(lab.measuredLine())),
        input_(input),
        from_(line_.printed().size()),
        seen_(from_),
        changed_(lab.now()) {}

  // What was printed since the command: behind the command's own echo, and without the prompt at the end.
  std::string output() const {
    std::string text = line_.printed().substr(from_);
    text.erase(0, std::min(text.find('\n'), text.size() - 1) + 1);
    const std::string& prompt = lab_.system().prompt;
    if (ended_ && text.ends_with(prompt.substr(1))) text.resize(text.size() - (prompt.size() - 1));
    return text;
  }
  bool ended() const { return ended_; }

  // Called at each look; false: nothing more is to be waited for.
  bool goesOn() {
    if (line_.printed().size() != seen_) {
      seen_ = line_.printed().size();
      changed_ = lab_.now();
    }
    const Duration quiet = lab_.now() - changed_;
    const bool prompted = std::string_view{line_.printed()}.substr(from_).ends_with(lab_.system().prompt);
    ended_ = prompted && quiet >= kPrompted;
    if (!prompted && quiet >= kQuiet) typeLine();
    return !ended_;
  }

 private:
  void typeLine() {
    if (input_.empty()) return;
    const std::size_t end = std::min(input_.find('\n'), input_.size());
    line_.add({std::string{input_.substr(0, end)} + "\r"});
    input_.remove_prefix(std::min(end + 1, input_.size()));
    changed_ = lab_.now();
  }

  Laboratory& lab_;
  LabLine& line_;
  std::string_view input_;
  std::size_t from_, seen_;
  Instant changed_;
  bool ended_ = false;
};

}  // namespace

std::string programNameOf(const std::string& hostFile) {
  std::string name;
  for (const char c : upperCase(std::filesystem::path{hostFile}.stem().string()))
    if (((c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) && name.size() < kLongestName) name += c;
  return name.empty() ? "PROGRAM" : name;
}

Expected<LabFile> programFile(const LabSystem& system, const std::string& name, const CoreImage& image) {
  auto words = writeSsave(image);
  if (!words) return tl::unexpected(words.error());
  const std::uint64_t size = words->size();
  return LabFile{fmt::format("<{}>{}.SAV", system.user.name, name), FileContents{std::move(*words), 36, size}};
}

Expected<ProgramRun> runProgram(Laboratory& lab, const std::string& name, std::string_view input, Duration limit) {
  if (auto up = lab.boot(); !up) return tl::unexpected(up.error());
  if (auto in = lab.logIn(); !in) return tl::unexpected(in.error());
  ProgramUser user{lab, input};
  LabLine& line = lab.line(lab.measuredLine());
  line.add({fmt::format("RUN {}\r", name)});
  const Instant last = lab.now() + limit;
  while (user.goesOn() && lab.now() < last)
    if (auto done = lab.runUntil(std::min(last, lab.now() + kLook)); !done) return tl::unexpected(done.error());
  ProgramRun run{user.output(), user.ended(), false};
  if (!run.ended) return run;
  const std::size_t from = line.printed().size();
  const std::array<LabStep, 1> ask = {{{"RUNSTAT\r", lab.system().prompt}}};
  if (auto done = lab.converse(lab.measuredLine(), ask); !done) return tl::unexpected(done.error());
  run.halted = line.printed().find(" HALT", from) != std::string::npos;
  return run;
}

}  // namespace utah10
