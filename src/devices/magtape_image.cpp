#include "devices/magtape_image.hpp"

#include <algorithm>

#include "devices/magtape_formats.hpp"
#include "devices/patched_file.hpp"

namespace utah10 {

namespace {
constexpr std::size_t kMost = std::size_t{1} << 28;  // ten full reels at 800 frames an inch

void put32(std::vector<std::byte>& out, std::uint32_t v) {
  for (int i = 0; i < 4; ++i) out.push_back(static_cast<std::byte>(v >> (8 * i)));
}
}  // namespace

MagTapeImage::MagTapeImage() = default;
MagTapeImage::MagTapeImage(MagTapeImage&&) noexcept = default;
MagTapeImage& MagTapeImage::operator=(MagTapeImage&&) noexcept = default;
MagTapeImage::~MagTapeImage() = default;

Expected<MagTapeImage> MagTapeImage::open(std::string_view device, const std::filesystem::path& file,
                                          const AttachOptions& options) {
  const std::string where = std::string(device) + ": " + file.string();
  if (options.overlay) return fail(where, "a magnetic tape has no overlay", "copy the image instead");
  if (auto made = createMedium(device, file, options.create, {}); !made) return tl::unexpected{made.error()};
  auto opened = PatchedFile::open(device, file, options.readOnly, kMost);
  if (!opened) return tl::unexpected{opened.error()};
  const std::vector<std::byte> bytes = (*opened)->takeContent();
  const bool tpc = file.extension() == ".tpc";
  auto parsed = tpc ? parseTpc(where, bytes) : parseTap(where, bytes);
  if (!parsed) return tl::unexpected{parsed.error()};
  MagTapeImage image;
  image.format_ = tpc ? Format::Tpc : parsed->padded ? Format::Tap : Format::E11;
  image.objects_ = std::move(parsed->objects);
  image.offsets_ = std::move(parsed->offsets);
  image.saved_ = image.objects_.size();
  image.readOnly_ = options.readOnly || tpc;
  image.file_ = std::move(*opened);
  return image;
}

std::filesystem::path MagTapeImage::file() const { return file_ ? file_->file() : std::filesystem::path{}; }

std::string MagTapeImage::format() const {
  return format_ == Format::Tap ? "SIMH format" : format_ == Format::E11 ? "E11 format" : "TPC format";
}

std::size_t MagTapeImage::records() const {
  return static_cast<std::size_t>(
      std::ranges::count(objects_, TapeObjectKind::Record, [](const TapeObject& o) { return o.kind; }));
}

// Encoded as .tap, whatever file the tape came from: a tape in TPC format is never written.
std::vector<std::byte> MagTapeImage::encoded(const TapeObject& object) const {
  std::vector<std::byte> out;
  if (object.kind == TapeObjectKind::Mark) put32(out, kTapeMark);
  if (object.kind == TapeObjectKind::Gap)
    for (std::uint32_t n = 0; n + 4 <= object.gap; n += 4) put32(out, kErased);
  if (object.kind != TapeObjectKind::Record) return out;
  const std::uint32_t length = static_cast<std::uint32_t>(object.frames.size()) | (object.bad ? kErrorFlag : 0);
  put32(out, length);
  for (const std::uint8_t f : object.frames) out.push_back(static_cast<std::byte>(f));
  if (format_ == Format::Tap && object.frames.size() % 2 != 0) out.push_back(std::byte{0});
  put32(out, length);
  return out;
}

bool MagTapeImage::takesPlaceOf(std::size_t n, const TapeObject& object) const {
  if (n >= objects_.size()) return false;
  const TapeObject& old = objects_[n];
  return old.kind == object.kind && old.frames.size() == object.frames.size() &&
         encoded(object).size() == offsets_[n + 1] - offsets_[n];
}

void MagTapeImage::write(std::size_t n, TapeObject object) {
  const bool inPlace = takesPlaceOf(n, object);
  if (keep_ && file_) note(n, object, inPlace);
  if (inPlace) {
    objects_[n] = std::move(object);
  } else {
    objects_.resize(n);
    offsets_.resize(n + 1);
    offsets_.push_back(offsets_[n] + encoded(object).size());
    objects_.push_back(std::move(object));
  }
  saved_ = std::min(saved_, n);
  changed_ = std::min(std::max(changed_, n + 1), objects_.size());
  dirty_ = true;
  (void)flush();  // keeps what the host does not accept now for the next attempt
}

// Writes everything the file lacks in one patch, so that a tape rewritten from its beginning is never seen half done.
Expected<void> MagTapeImage::flush() {
  if (!file_ || !dirty_) return {};
  Patch patch{offsets_[saved_], {}, offsets_.back()};
  for (std::size_t n = saved_; n < changed_; ++n) {
    const auto bytes = encoded(objects_[n]);
    patch.bytes.insert(patch.bytes.end(), bytes.begin(), bytes.end());
  }
  if (auto done = file_->apply(patch); !done) return done;
  saved_ = objects_.size();
  changed_ = 0;
  dirty_ = false;
  return {};
}

// Swaps the objects that a write replaced with those it wrote.
void MagTapeImage::exchange(Cut& cut) {
  if (cut.inPlace) {
    std::swap(objects_[cut.at], cut.objects[0]);
    return;
  }
  const auto n = static_cast<std::ptrdiff_t>(cut.at);
  std::vector<TapeObject> objects{std::make_move_iterator(objects_.begin() + n),
                                  std::make_move_iterator(objects_.end())};
  std::vector<std::uint64_t> ends{offsets_.begin() + n + 1, offsets_.end()};
  objects_.resize(cut.at);
  offsets_.resize(cut.at + 1);
  objects_.insert(objects_.end(), std::make_move_iterator(cut.objects.begin()),
                  std::make_move_iterator(cut.objects.end()));
  offsets_.insert(offsets_.end(), cut.ends.begin(), cut.ends.end());
  cut.objects = std::move(objects);
  cut.ends = std::move(ends);
}

// Called before `object` replaces object n, and its successors unless it is in place. Repeating the original write
// steps over its entry.
void MagTapeImage::note(std::size_t n, const TapeObject& object, bool inPlace) {
  Cut cut{n, inPlace, {}, {}, sizeof(Cut)};
  const auto from = static_cast<std::ptrdiff_t>(n);
  const auto to = static_cast<std::ptrdiff_t>(endOf(cut));
  cut.objects.assign(objects_.begin() + from, objects_.begin() + to);
  if (!inPlace) cut.ends.assign(offsets_.begin() + from + 1, offsets_.end());
  for (const TapeObject& o : cut.objects) cut.bytes += o.frames.size() + sizeof(TapeObject) + sizeof(std::uint64_t);
  const bool again = cursor_ < cuts_.size() && cuts_[cursor_].at == n && cuts_[cursor_].inPlace == inPlace &&
                     cuts_[cursor_].objects.size() == 1 && cuts_[cursor_].objects[0] == object;
  while (!again && cuts_.size() > cursor_) {
    cutBytes_ -= cuts_.back().bytes;
    cuts_.pop_back();
  }
  if (again) cutBytes_ -= cuts_[cursor_].bytes;
  cutBytes_ += cut.bytes;
  if (again)
    cuts_[cursor_] = std::move(cut);
  else
    cuts_.push_back(std::move(cut));
  ++cursor_;
}

void MagTapeImage::forgetCuts() {
  forgotten_ += cuts_.size() + 1;
  cuts_.clear();
  cursor_ = cutBytes_ = 0;
}

void MagTapeImage::keepUndo(bool on) {
  if (!file_) return;
  if (keep_ != on) forgetCuts();
  keep_ = on;
  file_->undo().keep(on && !readOnly_);
}

Expected<MagTapeImage::Mark> MagTapeImage::mark() {
  if (!file_) return Mark{};
  if (auto done = flush(); !done) return tl::unexpected{done.error()};
  return Mark{file_->undo().mark(), forgotten_ + cursor_};
}

Expected<void> MagTapeImage::seek(const Mark& mark) {
  if (!file_) return {};
  if (auto done = flush(); !done) return done;
  if (mark.objects < forgotten_ || mark.objects > forgotten_ + cuts_.size())
    return fail(file().string(), "what was written cannot be taken back");
  if (auto done = file_->seek(mark.file); !done) return done;
  const auto to = static_cast<std::size_t>(mark.objects - forgotten_);
  while (cursor_ > to) exchange(cuts_[--cursor_]);
  while (cursor_ < to) exchange(cuts_[cursor_++]);
  saved_ = objects_.size();
  return {};
}

void MagTapeImage::forgetBefore(const Mark& mark) {
  if (!file_) return;
  file_->undo().forgetBefore(mark.file);
  for (; forgotten_ < mark.objects && cursor_ > 0; --cursor_, ++forgotten_) {
    cutBytes_ -= cuts_.front().bytes;
    cuts_.pop_front();
  }
}

std::size_t MagTapeImage::undoBytes() const { return file_ ? cutBytes_ + file_->undo().bytes() : 0; }

namespace {
void objectState(Archive& a, TapeObject& o) {
  constexpr std::string_view kNeither = "mta: neither record, mark nor gap";
  a.choice(o.kind, TapeObjectKind::Gap, kNeither);
  a.flag(o.bad);
  a.u32(o.gap);
  a.bytes(o.frames);
  const bool record = o.kind == TapeObjectKind::Record;
  const bool gap = o.kind == TapeObjectKind::Gap;
  a.check(record != o.frames.empty() && o.frames.size() <= MagTapeImage::kMostFrames && (o.gap == 0 || gap), kNeither);
}
}  // namespace

void MagTapeImage::state(Archive& a) {
  Format format = format_;
  bool readOnly = readOnly_;
  std::vector<TapeObject> theirs;
  a.choice(format, Format::Tpc, "mta: a tape of an unknown format");
  a.flag(readOnly);
  a.list(a.reading() ? theirs : objects_, [&](TapeObject& o) { objectState(a, o); });
  if (!a.restored()) return;
  if (theirs != objects_ || readOnly != readOnly_) {  // the file's content differs: the tape has no file
    file_.reset();
    dirty_ = false;
    offsets_ = {0};
    for (const TapeObject& o : theirs) offsets_.push_back(offsets_.back() + encoded(o).size());
  }
  format_ = format;
  objects_ = std::move(theirs);
  readOnly_ = readOnly;
  saved_ = std::min(saved_, objects_.size());
}

}  // namespace utah10
