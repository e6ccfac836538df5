#include "devices/line_printer.hpp"

#include <algorithm>
#include <utility>

#include "devices/append_file.hpp"

namespace utah10 {

namespace {
constexpr std::uint32_t k96 = 02000;
constexpr std::uint32_t kClear = 02000;
constexpr std::uint32_t kNotReady = 0400;
constexpr std::uint32_t kBusy = 0200;
constexpr std::uint32_t kDone = 0100;
constexpr std::uint32_t kErrorChannel = 070;
constexpr std::uint32_t kDoneChannel = 007;
constexpr std::uint32_t kLoaded = kBusy | kDone | kErrorChannel | kDoneChannel;

constexpr unsigned kCharacters = 5;  // in a word
constexpr int kTab = 8;
constexpr int kSlowest = 10;
constexpr int kFastest = 6000;  // lines a minute; the paper alone could do 7200

constexpr BitName kConi[] = {
    {k96, "96 characters"},
    {kNotReady, "not ready"},
    {kBusy, "busy"},
    {kDone, "done"},
    {kErrorChannel, "error PI channel"},
    {kDoneChannel, "done PI channel"},
};
constexpr BitName kCono[] = {
    {kClear, "clear line"},
    {kBusy, "print data register"},
    {kDone, "set done"},
    {kErrorChannel, "error PI channel"},
    {kDoneChannel, "done PI channel"},
};

// The distance between the stops of a paper control character, in lines; 0 if it is none.
int stops(char c) {
  switch (c) {
    case 012:
      return 1;
    case 013:
      return 20;
    case 020:
      return 30;
    case 021:
      return 2;
    case 022:
      return 3;
    case 024:
      return 10;
    default:
      return 0;
  }
}
}  // namespace

Expected<void> LinePrinter::check(const LinePrinterConfig& config) {
  const int n = config.linesPerMinute;
  if (n >= kSlowest && n <= kFastest) return {};
  return fail("lpt", "not a printer speed: " + std::to_string(n) + " lines a minute", "10 to 6000");
}

LinePrinter::LinePrinter(Scheduler& clock, PiSystem& pi, const LinePrinterConfig& config)
    : clock_(clock), doneRequest_(pi.line("lpt.done")), errorRequest_(pi.line("lpt.error")), config_(config) {
  takeEvent_ = clock_.add("lpt.take", [this] { taken(); });
}

LinePrinter::~LinePrinter() = default;

void LinePrinter::update() {
  doneRequest_.set((status_ & kDone) != 0 ? status_ & kDoneChannel : 0);
  errorRequest_.set(!ready() ? (status_ & kErrorChannel) >> 3 : 0);
}

void LinePrinter::start(bool started) {
  started_ = started;
  update();
  takeNext();
}

void LinePrinter::supply(bool paper) {
  paper_ = paper;
  update();
  takeNext();
}

// While busy and ready, the printer takes characters one after another, as fast as paper and drum permit.
void LinePrinter::takeNext() {
  if (clearing_) return;
  if ((status_ & kBusy) == 0 || !ready()) return clock_.cancel(takeEvent_);
  if (clock_.pending(takeEvent_)) return;
  clock_.at(takeEvent_, std::max(clock_.now(), free_) + kCharacter);
}

void LinePrinter::taken() {
  if (std::exchange(clearing_, false)) {
    line_.clear();
    return finished();
  }
  character(static_cast<char>(data_.field(static_cast<int>(7 * taken_), static_cast<int>(7 * taken_ + 6))));
  if (++taken_ == kCharacters) return finished();
  takeNext();
}

void LinePrinter::finished() {
  taken_ = 0;
  status_ = (status_ & ~kBusy) | kDone;
  update();
}

void LinePrinter::character(char c) {
  if (c == 011) {
    do store(' ');
    while (line_.size() % kTab != 0);
  } else if (c >= ' ' && c < 0177) {
    store(!config_.lowerCase && c >= 0140 ? static_cast<char>(c & ~040) : c);
  } else if (c >= 012 && c <= 024) {
    control(c);
  }
}

void LinePrinter::store(char c) {
  if (line_.size() == kColumns) control(012);
  line_ += c;
}

void LinePrinter::put(char c) {
  if (file_) file_->append({&c, 1});
}

// Prints the line on the paper; returns the time that the drum takes.
Duration LinePrinter::printLine() {
  if (line_.empty()) return Duration{};
  if (overprint_) put('\r');
  if (file_) file_->append(line_);
  line_.clear();
  overprint_ = true;
  return seconds(60) / config_.linesPerMinute - kStep;
}

void LinePrinter::control(char c) {
  const int row = row_;
  const int stop = stops(c);
  if (stop == 0 && (c < 014 || c > 023 || c == 016 || c == 017)) return;
  Duration time = printLine();
  if (c == 014)
    newPage();
  else if (c == 023)
    move(1, true);
  else if (stop != 0)
    move(stop - row_ % stop, false);
  if (c != 015) time += kStep * (row_ > row ? row_ - row : kPage - row + row_);
  free_ = std::max(clock_.now(), free_) + time;
}

void LinePrinter::move(int lines, bool overFold) {
  if (!overFold && row_ + lines >= kPrinted) return newPage();
  for (int n = 0; n < lines; ++n) put('\n');
  overprint_ = false;
  row_ += lines;
  if (row_ < kPage) return;
  row_ = 0;
  ++page_;
}

// A line printed before it ends with a newline of its own.
void LinePrinter::newPage() {
  if (overprint_) put('\n');
  put('\f');
  overprint_ = false;
  row_ = 0;
  ++page_;
}

std::filesystem::path LinePrinter::paper() const { return file_ ? file_->path() : std::filesystem::path{}; }

std::string LinePrinter::mounted() const {
  if (!file_) return "";
  const std::string kept = file_->kept() != 0 ? ", " + std::to_string(file_->kept()) + ". bytes not written yet" : "";
  return file_->path().string() + ", page " + std::to_string(page_) + "., line " + std::to_string(row_ + 1) + "." +
         kept;
}

Expected<std::string> LinePrinter::attach(const std::filesystem::path& file, const AttachOptions& options) {
  if (options.readOnly) return fail("lpt: " + file.string(), "paper cannot be write-protected");
  if (options.overlay) return fail("lpt: " + file.string(), "paper has no overlay", "name another file");
  if (auto written = flush(); !written) return tl::unexpected(written.error());
  auto opened = AppendFile::open("lpt", file, options.later);
  if (!opened) return tl::unexpected(opened.error());
  std::error_code ignored;
  const bool there = std::filesystem::exists(file, ignored);
  const auto size = std::filesystem::file_size(file, ignored);
  file_ = std::make_unique<AppendFile>(std::move(*opened));
  remounted();
  row_ = 0;
  page_ = 1;
  overprint_ = false;
  supply(true);
  if (!there) return std::string{"new paper; the file is made when something is printed"};
  return size == 0 || ignored ? std::string{"new paper"} : "new paper behind " + std::to_string(size) + ". bytes";
}

// inferred: the operator tears the paper off below the printed part; a line already sent stays in the printer.
Expected<std::string> LinePrinter::detach() {
  if (!file_) return std::string{};
  if (overprint_) put('\n');
  overprint_ = false;
  if (auto written = flush(); !written) return tl::unexpected(written.error());
  const std::string done = std::to_string(page_) + (page_ == 1 ? ". page" : ". pages");
  file_.reset();
  remounted();
  supply(false);
  return done;
}

Expected<void> LinePrinter::flush() {
  if (!file_) return {};
  return file_->flush();
}

Expected<MediaMark> LinePrinter::mark() { return MediaMark{mountings(), file_ ? file_->appended() : 0, 0}; }

Expected<void> LinePrinter::seek(const MediaMark& mark) {
  if (auto same = sameMedium(mark); !same) return same;
  return file_ ? file_->seek(mark.file) : Expected<void>{};
}

Word36 LinePrinter::coni() const {
  return Word36{status_ | (ready() ? 0u : kNotReady) | (config_.lowerCase ? k96 : 0u)};
}

void LinePrinter::cono(HalfWord conditions) {
  const std::uint32_t c = conditions.bits();
  status_ = c & kLoaded;
  if ((c & kClear) != 0) {
    status_ = (status_ | kBusy) & ~kDone;
    clearing_ = true;
    taken_ = 0;
    clock_.at(takeEvent_, std::max(clock_.now(), free_) + kCharacter);
  } else if ((c & kBusy) == 0 && clearing_) {
    clearing_ = false;
    clock_.cancel(takeEvent_);
  }
  update();
  takeNext();
}

void LinePrinter::datao(Word36 w) {
  data_ = w;
  taken_ = 0;
  clearing_ = false;
  clock_.cancel(takeEvent_);
  status_ = (status_ | kBusy) & ~kDone;
  update();
  takeNext();
}

// The paper, and the line sent, are not reset.
void LinePrinter::ioReset() {
  status_ = 0;
  taken_ = 0;
  clearing_ = false;
  clock_.cancel(takeEvent_);
  update();
}

std::span<const BitName> LinePrinter::coniBits() const { return kConi; }
std::span<const BitName> LinePrinter::conoBits() const { return kCono; }

void LinePrinter::state(Archive& a) {
  a.section("lpt", [&] {
    a.sameU32(config_.linesPerMinute, "lpt is a different printer");
    a.sameFlag(config_.lowerCase, "lpt is a different printer");
    a.u32Masked(kLoaded, status_);
    a.word(data_);
    a.u8(taken_);
    a.flag(clearing_, paper_, started_, overprint_);
    a.text(line_);
    a.u8(row_);
    a.u64(page_);
    a.instant(free_);
    a.check(taken_ < kCharacters, "lpt: more characters than a word has");
    a.check(line_.size() <= kColumns, "lpt: more characters than a line has");
    a.check(row_ < kPage, "lpt: more lines than a page has");
    a.check(free_ <= clock_.now() + seconds(30), "lpt: the printer is busy for too long");
    const bool works = clearing_ || ((status_ & kBusy) != 0 && ready());
    a.check(works == clock_.pending(takeEvent_), "lpt: busy without a pending character");
  });
  if (!a.good()) taken_ = 0;
  if (a.reading()) update();
}

}  // namespace utah10
