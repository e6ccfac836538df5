#include "experiments/rfc557/ftp.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/laboratory/printed_numbers.hpp"
#include "experiments/rjs/rjs_desk.hpp"
#include "word/chance.hpp"

namespace utah10 {

namespace {

constexpr std::string_view kFtp = "FTP", kFtpByBytes = "FTPB";
constexpr std::size_t kLineLength = 60;  // columns of the text
constexpr unsigned kWordBits = 36;
constexpr Duration kFtpPatience = seconds(300);  // in addition to that for the bytes

std::string fileOf(unsigned bits) { return fmt::format("BITS{}", bits); }
std::string copyOf(unsigned bits) { return fmt::format("COPY{}", bits); }

// Lines of letters with a total of so many characters, including return and line feed.
std::string textLines(std::uint64_t characters, Chance& chance) {
  std::string text;
  while (characters >= 2) {
    const std::size_t columns = std::min<std::uint64_t>(kLineLength, characters - 2);
    const std::size_t left = characters - 2 - columns;
    const std::size_t length = left == 1 ? columns - 1 : columns;  // every line has room for its line end
    for (std::size_t n = 0; n < length; ++n) text += static_cast<char>('A' + chance.below(26));
    text += '\n';
    characters -= length + 2;
  }
  return text;
}

// A file with about settings.bits to transfer in bytes of `bits`: text, or words of which the first `bits` bits count.
Expected<LabFile> fileOfBits(const Rfc557Settings& settings, const LabUser& user, unsigned bits) {
  Chance chance(settings.seed * 100 + bits);
  const std::string name = fmt::format("<{}>{}.1", user.name, fileOf(bits));
  const std::uint64_t bytes = (settings.bits + bits - 1) / bits;
  if (bits == kTextBits) return labText(name, textLines(bytes, chance));
  FileContents contents;
  for (std::uint64_t n = 0; n < bytes; ++n)
    contents.words.push_back(Word36{chance.below(std::uint64_t{1} << bits) << (kWordBits - bits)});
  contents.bytes = bytes;
  return LabFile{name, std::move(contents)};
}

class FileUser {
 public:
  FileUser(const Rfc557Settings& settings, std::unique_ptr<Laboratory> lab, std::string_view program)
      : settings_(settings), lab_(std::move(lab)), program_(program) {}

  Expected<void> begin() {
    if (auto up = lab_->boot(); !up) return up;
    if (auto in = lab_->logIn(); !in) return in;
    LabSteps steps = lab_->run(program_, {{}, "\n*"});
    for (LabStep& s : LabSteps{{fmt::format("CONNECT {}\r", kUcsbName), "\n*"},
                               {"LOGIN UTAH\r", "PASSWORD: "},
                               {"PW\r", "ACCOUNT: "},
                               {"1\r", "\n*"}})
      steps.push_back(std::move(s));
    return lab_->converse(lab_->measuredLine(), steps);
  }

  Expected<ChainResult> transfer(const ChainCondition& c) {
    std::vector<LabStep> steps = {{c.byteBits == kTextBits   ? "TYPE A\r"
                                   : c.byteBits == kWordBits ? "TYPE I\r"
                                                             : "TYPE L\r",
                                   "\n*"}};
    if (c.byteBits != kTextBits) steps.push_back({fmt::format("BYTE {}\r", c.byteBits), "\n*"});
    if (auto done = lab_->converse(lab_->measuredLine(), steps); !done) return tl::unexpected(done.error());
    LabLine& user = lab_->line(lab_->measuredLine());
    const std::size_t from = user.printed().size();
    const auto meter = meterOf(*lab_);
    user.add({c.operation == ChainOperation::FtpStore
                  ? fmt::format("STORE {0}.1 {0}\r", fileOf(c.byteBits))
                  : fmt::format("RETRIEVE {} {}.1\r", fileOf(c.byteBits), copyOf(c.byteBits)),
              "\n*"});
    const Duration patience = kFtpPatience + kPatienceForByte * static_cast<std::int64_t>(settings_.bits / c.byteBits);
    if (auto done = lab_->runWhile([&] { return !user.idle(); }, patience, c.name()); !done)
      return tl::unexpected(done.error());
    return resultOf(c, std::string_view{user.printed()}.substr(from), *meter);
  }

  // Compares both files of each retrieval word by word.
  Expected<void> compare(std::vector<ChainResult>& results) {
    std::vector<std::string> names;
    for (const ChainResult& r : results)
      for (const std::string& name : {fileOf(r.condition.byteBits), copyOf(r.condition.byteBits)})
        names.push_back(fmt::format("<{}>{}.1", lab_->system().user.name, name));
    const auto files = lab_->writtenFiles(names, LabSteps{{"QUIT\r", lab_->system().prompt}});
    if (!files) return tl::unexpected(files.error());
    auto next = files->begin();
    for (ChainResult& r : results) {
      const Expected<FileContents>& there = *next++;
      const Expected<FileContents>& back = *next++;
      r.intact = there && back && same(there->words, back->words);
      if (r.done && !r.intact) r.trouble = "the retrieved file differs from the original";
    }
    return {};
  }

 private:
  // Files consist of whole pages; words after the end are zero.
  static bool same(std::vector<Word36> a, std::vector<Word36> b) {
    const std::size_t n = std::max(a.size(), b.size());
    a.resize(n);
    b.resize(n);
    return a == b;
  }
  static ChainResult resultOf(const ChainCondition& c, std::string_view printed, const StretchMeter& meter) {
    ChainResult r;
    r.condition = c;
    r.bits = numberBefore(printed, "BYTES OF") * c.byteBits;
    r.chargedMs = numberBefore(printed, "MS USED");
    r.done = r.bits != 0;
    if (!r.done) r.trouble = std::string{printed};
    r.stretch = onlyStretch(meter, r.done, r.trouble);
    return r;
  }

  const Rfc557Settings& settings_;
  std::unique_ptr<Laboratory> lab_;
  std::string_view program_;
};

// The user's files before the start: the program, if the system does not have it, and what is to be stored.
Expected<std::vector<LabFile>> filesOf(const Rfc557Settings& settings, const LabSite& site,
                                       const std::vector<ChainCondition>& steps) {
  std::vector<LabFile> files;
  if (steps.front().byBytes) {
    auto program = labProgram(site, kFtpByBytes);
    if (!program) return tl::unexpected(program.error());
    files.push_back(std::move(*program));
  } else {
    auto brought = broughtPrograms(site, {kFtp});
    if (!brought) return brought;
    files = std::move(*brought);
  }
  for (const ChainCondition& c : steps) {
    if (c.operation != ChainOperation::FtpStore) continue;
    auto file = fileOfBits(settings, site.system.user, c.byteBits);
    if (!file) return tl::unexpected(file.error());
    files.push_back(std::move(*file));
  }
  return files;
}

}  // namespace

Expected<std::vector<ChainResult>> transferFiles(const Rfc557Settings& settings, const LabSite& site,
                                                 const std::vector<ChainCondition>& steps,
                                                 const ChainProgress& progress) {
  const auto files = filesOf(settings, site, steps);
  if (!files) return tl::unexpected(files.error());
  auto lab = Laboratory::make(settings.machine, site, *files);
  if (!lab) return tl::unexpected(lab.error());
  FileUser user(settings, std::move(*lab), steps.front().byBytes ? kFtpByBytes : kFtp);
  if (auto ready = user.begin(); !ready) return tl::unexpected(ready.error());
  std::vector<ChainResult> results;
  for (const ChainCondition& c : steps) {
    auto result = user.transfer(c);
    if (!result) return tl::unexpected(result.error());
    results.push_back(std::move(*result));
    if (progress) progress(results.back());
  }
  if (auto done = user.compare(results); !done) return tl::unexpected(done.error());
  return results;
}

}  // namespace utah10
