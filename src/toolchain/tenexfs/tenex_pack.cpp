#include "utah10/toolchain/tenex_pack.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "toolchain/input_file.hpp"
#include "toolchain/output_file.hpp"
#include "toolchain/tenexfs/image_file.hpp"
#include "toolchain/tenexfs/password.hpp"
#include "toolchain/tenexfs/volume.hpp"
#include "utah10/toolchain/packing.hpp"
#include "word/letters.hpp"
#include "word/whole_number.hpp"

namespace utah10 {

using namespace tenexfs;

struct TenexPack::State {
  Volume volume;
  std::string name;
  Packing packing = Packing::Data8;
  Word36 now;
  std::uint32_t classes = 0;

  explicit State(Volume v) : volume(std::move(v)) {}
  static std::unique_ptr<State> of(Volume v, std::string name);

  // The model on which a change is based; the pack must check clean if `mustBeClean`.
  Expected<Model> modelOf(Volume& v, bool mustBeClean) const {
    Model m;
    PackReport report;
    const bool stands = load(v, m, report, false);
    if (stands && (report.clean() || !mustBeClean)) return m;
    return fail(name, report.errors.front(), "tenexfs check --repair");
  }
};

namespace {

constexpr unsigned kMostNameLength = 39;
constexpr std::size_t kData8Bytes = 8;        // a word
constexpr std::uint32_t kSsavePages = 01000;  // left half of the first word of a file made by SSAVE

bool partGood(std::string_view part) {
  return part.size() <= kMostNameLength && std::ranges::all_of(part, [](char c) {
           return c > ' ' && c < 0177 && std::string_view{"<>.;:,"}.find(c) == std::string_view::npos;
         });
}

std::string fullName(const TenexName& n) { return n.text(); }

TenexFile fileOf(const std::string& directory, const FileEntry& e) {
  TenexFile f;
  f.name = {directory, e.name, e.extension, e.version()};
  f.protection = e.fdb[kFdbProtection];
  f.flags = e.flags();
  f.pages = e.fdb[kFdbPages].right().bits();
  f.byteSize = kByteSize.of(e.fdb[kFdbPages]);
  f.bytes = e.fdb[kFdbSize].bits();
  f.written = e.fdb[kFdbWritten];
  return f;
}

// Version 0 means the highest version that is not deleted.
FileEntry* findFile(Directory& d, const TenexName& n) {
  for (FileEntry& e : d.files)
    if (e.name == n.name && e.extension == n.extension && (e.flags() & kNoExtension) == 0 &&
        (n.version == 0 ? (e.flags() & (kDeleted | kNotWritten)) == 0 : e.version() == n.version))
      return &e;
  return nullptr;
}

Word36 indexPointer(std::uint32_t fileClass, std::uint32_t address) {
  return Word36{(std::uint64_t{fileClass << 4 | kDiskClass} << 18) | address};
}

void release(Volume& v, FileEntry& e) {
  if (e.fdb[kFdbAddress].zero()) return;
  walkFile(v, e, [&](std::uint32_t, Word36& w) {
    v.setUsed(static_cast<std::uint32_t>(w.bits() & kAddressMask), false);
    return true;
  });
}

// Counts a file's pages for or against its directory, as 1.33 and later do when a file is closed or expunged. A
// directory without an allowance has no count.
void charge(Directory& d, const FileEntry& e, bool gained) {
  Word36& quota = d.spare[kQuota];
  if (quota.left().bits() == 0) return;
  const std::uint32_t pages = e.fdb[kFdbPages].right().bits(), used = quota.right().bits();
  quota = Word36::halves(quota.left().bits(), gained ? used + pages : used - pages);
}

bool systemOwned(const FileEntry& e, const Directory& d) {
  return d.number == 1 && e.extension.empty() && (e.name == "INDEX" || e.name == "DIRECTORY" || e.name == "DSKBTTBL");
}

// Allocates index blocks and pages for the words. A page of zeros exists, as one that a monitor has written does,
// unless it is a hole.
bool fill(Volume& v, FileEntry& e, const FileContents& contents, std::uint32_t fileClass) {
  const std::span<const Word36> words = contents.words;
  const auto pages = static_cast<std::uint32_t>((words.size() + kPageWords - 1) / kPageWords);
  const auto top = v.allocate(v.shape().indexAddress());
  if (!top) return false;
  std::uint32_t block = *top, kept = 0;
  const bool isLong = pages > kPageWords;
  for (std::uint32_t p = 0; p < pages; ++p) {
    if (isLong && p % kPageWords == 0) {
      const auto b = v.allocate(*top);
      if (!b) return false;
      block = *b;
      v.page(*top)[p / kPageWords] = Word36{(std::uint64_t{kBlockBits} << 18) | block};
    }
    const auto part = words.subspan(std::size_t{p} * kPageWords,
                                    std::min<std::size_t>(kPageWords, words.size() - std::size_t{p} * kPageWords));
    const bool hole = p < contents.holes.size() && contents.holes[p];
    if (hole && std::ranges::all_of(part, [](Word36 w) { return w.zero(); })) continue;
    const auto page = v.allocate(block);
    if (!page) return false;
    std::ranges::copy(part, v.page(*page).begin());
    v.page(block)[p % kPageWords] = Word36{(std::uint64_t{kPageBits} << 18) | *page};
    ++kept;
  }
  e.fdb[kFdbAddress] = indexPointer(fileClass, *top);
  e.fdb[kFdbPages] = Word36::halves(e.fdb[kFdbPages].left().bits(), kept);
  if (isLong) e.setFlags(e.flags() | kLong);
  return true;
}

FileEntry newEntry(const TenexName& n, Word36 protection, Word36 now) {
  FileEntry e;
  e.name = n.name;
  e.extension = n.extension;
  e.fdb[kFdbVersion] = Word36::halves(n.version, 0);
  e.fdb[kFdbProtection] = protection;
  e.fdb[kFdbAccount] = numeric(0);
  e.fdb[kFdbCreated] = e.fdb[kFdbCreatedVersion] = e.fdb[kFdbWritten] = e.fdb[kFdbRead] = now;
  return e;
}

// Completes a directory update that was interrupted while the monitor was writing (roms/monitor/DISK.md, "How the
// monitor writes").
void finishJournal(Volume& v) {
  const std::uint32_t head = v.shape().fileTracks * kSectorsTrack;
  if (v.page(head)[0].bits() != kJournalMagic) return;
  for (std::uint32_t k = 0; k < kDirectoryPages; ++k) {
    const auto to = static_cast<std::uint32_t>(v.page(head)[1 + k].bits() & kAddressMask);
    if (to != 0 && v.good(to)) std::ranges::copy(v.page(head + (k + 1) * kSectorsPage), v.page(to).begin());
  }
  v.page(head)[0] = Word36{};
}

// The words of a file of the pack's size, in any packing.
Expected<PackWords> wordsOf(const std::filesystem::path& file, const Shape& shape, Packing packing) {
  const auto bytes = readFileWhole(file, shape.words() * kData8Bytes);
  if (!bytes) return tl::unexpected{bytes.error()};
  const auto unpacked = unpackWords(*bytes, packing);
  if (!unpacked) return fail(file.string(), unpacked.error().where + ": " + unpacked.error().what);
  PackWords words{shape.words()};
  words.put(0, *unpacked);
  return words;
}

// The same in data8 packing, from the parts of the file that are not holes.
Expected<PackWords> data8Of(const std::filesystem::path& file, const Shape& shape) {
  PackWords words{shape.words()};
  bool good = true;
  const auto read = readFileData(file, shape.words() * kData8Bytes, [&](FilePiece piece) {
    const auto unpacked = unpackWords(piece.bytes, Packing::Data8);
    good = good && unpacked;
    if (unpacked) words.put(piece.offset / kData8Bytes, *unpacked);
  });
  if (!read) return tl::unexpected{read.error()};
  if (!good) return wordsOf(file, shape, Packing::Data8);  // reports the place in the file
  return words;
}

// After a repair, and for a new pack.
bool storeAll(Volume& v, Model& m) {
  for (const auto& [number, d] : m.directories)
    if (!storeDirectory(v, m, number)) return false;
  return storeIndex(v, m) && storeBitTable(v, m);
}

// A password as the pack's monitor keeps it: a hash if it has hashed one before, else text.
std::vector<Word36> passwordWords(const Model& m, std::string_view password) {
  if (password.empty()) return {};
  for (const auto& [part, users] : m.parts)
    for (const User& u : users)
      if (!passwordText(u.password)) return hashedPassword(password);
  return textPassword(password);
}

// Creates a directory under its own number, with the empty message file that every user has.
void addUser(Model& m, const TenexDirectory& t, Word36 now) {
  User u;
  u.name = t.name;
  u.password = passwordWords(m, t.password);
  u.ddb[kDdbMost] = Word36{t.mostPages};
  u.ddb[kDdbPrivileges] = t.privileges;
  u.ddb[kDdbNumber] = Word36{t.number};
  m.parts[m.letters[static_cast<unsigned char>(t.name[0]) & 127]].push_back(u);
  Directory d;
  d.number = static_cast<std::int32_t>(t.number);
  d.spare[kQuota] = Word36::halves(t.mostPages, 0);
  FileEntry mail = newEntry({"", "MESSAGE", "TXT", 1}, numeric(0770404), now);
  mail.fdb[kFdbWritten] = mail.fdb[kFdbRead] = Word36{};
  mail.setFlags(kPermanent | kDeleted);
  d.add(std::move(mail));
  m.directories[t.number] = std::move(d);
}

}  // namespace

std::string TenexName::text() const {
  std::string s = "<" + directory + ">" + name + "." + extension;
  if (version != 0) s += fmt::format(";{}", version);
  return s;
}

Expected<TenexName> parseTenexName(std::string_view text) {
  const std::string whole{text};
  const std::string t = upperCase(text);
  std::string_view rest = t;
  TenexName n;
  if (rest.starts_with("DSK:")) rest.remove_prefix(4);
  const std::size_t end = rest.find('>');
  if (!rest.starts_with('<') || end == std::string_view::npos)
    return fail(whole, "no directory", "<DIRECTORY>NAME.EXT;VERSION");
  n.directory = rest.substr(1, end - 1);
  rest.remove_prefix(end + 1);
  if (const std::size_t semicolon = rest.find(';'); semicolon != std::string_view::npos) {
    const std::string_view digits = rest.substr(semicolon + 1);
    const auto version = wholeNumber<unsigned>(digits);
    if (!version || digits.size() > 6) return fail(whole, "the version is not a number", "");
    n.version = *version;
    if (n.version == 0 || n.version > 131071) return fail(whole, "versions are 1 to 131071", "");
    rest = rest.substr(0, semicolon);
  }
  const std::size_t dot = rest.find('.');
  n.name = rest.substr(0, dot);
  if (dot != std::string_view::npos) n.extension = rest.substr(dot + 1);
  if (n.directory.empty() || !partGood(n.directory) || !partGood(n.name) || !partGood(n.extension))
    return fail(whole, "not a valid file name", "<DIRECTORY>NAME.EXT;VERSION, up to 39 characters each");
  return n;
}

std::unique_ptr<TenexPack::State> TenexPack::State::of(Volume v, std::string name) {
  auto state = std::make_unique<State>(std::move(v));
  state->name = std::move(name);
  finishJournal(state->volume);
  return state;
}

TenexPack::TenexPack(std::unique_ptr<State> state) : state_(std::move(state)) {}
TenexPack::TenexPack(TenexPack&&) noexcept = default;
TenexPack& TenexPack::operator=(TenexPack&&) noexcept = default;
TenexPack::~TenexPack() = default;

Expected<TenexPack> TenexPack::make(std::string_view drive, Word36 now) {
  const auto shape = std::ranges::find(kShapes, drive, &Shape::drive);
  if (shape == kShapes.end()) return fail(std::string{drive}, "no such drive", "RP02 or RP03");
  auto state = std::make_unique<State>(Volume{PackWords{shape->words()}, *shape});
  state->name = "pack";
  state->now = now;
  Volume& v = state->volume;
  Model m;
  m.letters.fill(1);
  m.parts[1] = {};
  const std::uint32_t index = shape->indexAddress();
  v.setUsed(index, true);
  m.fd = *v.allocate(index);
  for (std::uint32_t b = 0; b < kFdBlocks; ++b) {
    m.fdBlocks[b] = *v.allocate(index);
    v.page(m.fd)[b] = Word36{(std::uint64_t{kBlockBits} << 18) | m.fdBlocks[b]};
  }
  addUser(m, {"SYSTEM", "", 1, {}, 250}, now);
  Directory& system = m.directories.at(1);
  const auto permanent = [&](std::string name, std::uint32_t flags, std::uint32_t protection, std::uint32_t address) {
    FileEntry e = newEntry({"", std::move(name), "", 1}, numeric(protection), now);
    e.setFlags(flags);
    if (address != 0) e.fdb[kFdbAddress] = indexPointer(1, address);
    return e;
  };
  system.add(permanent("DIRECTORY", kLong | kPermanent, 0774040, m.fd));
  system.add(permanent("INDEX", kPermanent, 0770000, index));
  FileEntry bits = permanent("DSKBTTBL", 0, 0770000, 0);
  const std::vector<Word36> table = freeBitTable(*shape);
  fill(v, bits, {.words = table}, 2);
  bits.fdb[kFdbPages] = Word36::halves(36U << 6, bits.fdb[kFdbPages].right().bits());
  bits.fdb[kFdbSize] = Word36{table.size()};
  system.add(std::move(bits));
  storeAll(v, m);
  return TenexPack{std::move(state)};
}

Expected<TenexPack> TenexPack::of(std::span<const Word36> words, std::string name) {
  const auto shape = std::ranges::find(kShapes, words.size(), &Shape::words);
  if (shape == kShapes.end()) return fail(std::move(name), "is not an RP02 or RP03 pack: its size fits neither");
  PackWords all{words.size()};
  all.put(0, words);
  return TenexPack{State::of(Volume{std::move(all), *shape}, std::move(name))};
}

Expected<TenexPack> TenexPack::open(const std::filesystem::path& file) {
  if (auto complete = requireCompleteImage(file); !complete) return tl::unexpected{complete.error()};
  const auto size = inputFileSize(file, kShapes[1].words() * kData8Bytes);
  if (!size) return tl::unexpected{size.error()};
  for (const Shape& s : kShapes) {
    Packing packing = Packing::Data8;
    if (*size == s.words() / 2 * 9)
      packing = Packing::HighDensity;
    else if (*size != s.words() * kData8Bytes)
      continue;
    auto words = packing == Packing::Data8 ? data8Of(file, s) : wordsOf(file, s, packing);
    if (!words) return tl::unexpected{words.error()};
    auto state = State::of(Volume{std::move(*words), s}, file.string());
    state->packing = packing;
    return TenexPack{std::move(state)};
  }
  return fail(file.string(), "is not an RP02 or RP03 pack: its size fits neither",
              "an RP02 has 41574400 bytes, an RP03 83148800, a DECtape 591872");
}

Expected<void> TenexPack::save(const std::filesystem::path& file) const {
  const PackWords& words = state_->volume.words();
  if (state_->packing != Packing::Data8) return writeFileWhole(file, packWords(words.all(), state_->packing));
  std::vector<std::vector<std::byte>> packed;
  std::vector<FilePiece> pieces;
  words.eachTouched([&](std::size_t first, std::span<const Word36> part) {
    packed.push_back(packWords(part, Packing::Data8));
    pieces.push_back({first * kData8Bytes, packed.back()});
  });
  return writeFileSparse(file, words.all().size() * kData8Bytes, pieces);
}

std::span<const Word36> TenexPack::words() const { return state_->volume.words().all(); }
void TenexPack::setTime(Word36 now) { state_->now = now; }

PackReport TenexPack::check(bool repair) {
  Volume& v = state_->volume;
  PackReport report;
  Model m;
  const bool stands = load(v, m, report, repair);
  if (!repair || !stands || m.unread) return report;
  if (bitTablePages(v, m).empty()) {
    Directory& system = m.directories.at(1);
    for (FileEntry& e : system.files)
      if (e.name == "DSKBTTBL") release(v, e);
    std::erase_if(system.files, [](const FileEntry& e) { return e.name == "DSKBTTBL"; });
    FileEntry bits = newEntry({"", "DSKBTTBL", "", 1}, numeric(0770000), state_->now);
    if (fill(v, bits, {.words = freeBitTable(v.shape())}, 2)) system.add(std::move(bits));
  }
  // If two directories claim one number, the first keeps it.
  std::vector<std::uint32_t> seen;
  std::vector<User> moved;
  for (auto& [part, users] : m.parts)
    std::erase_if(users, [&](const User& u) {
      const bool again = std::ranges::find(seen, u.number()) != seen.end();
      seen.push_back(u.number());
      const bool elsewhere = m.letters[static_cast<unsigned char>(u.name[0]) & 127] != part;
      if (elsewhere && !again) moved.push_back(u);
      return again || elsewhere;
    });
  for (User& u : moved) u.at = u.nameAt = u.passwordAt = 0;
  for (User& u : moved) m.parts[m.letters[static_cast<unsigned char>(u.name[0]) & 127]].push_back(std::move(u));
  v.forgetReserved();
  if (!storeAll(v, m)) report.errors.push_back("there is no room for the repair");
  return report;
}

Expected<std::vector<TenexDirectory>> TenexPack::directories() const {
  const auto m = state_->modelOf(state_->volume, false);
  if (!m) return tl::unexpected{m.error()};
  std::vector<TenexDirectory> all;
  for (const auto& [part, users] : m->parts)
    for (const User& u : users)
      all.push_back({u.name, passwordText(u.password).value_or(""), u.number(), u.ddb[kDdbPrivileges],
                     u.ddb[kDdbMost].right().bits()});
  std::ranges::sort(all, {}, &TenexDirectory::name);
  return all;
}

Expected<std::vector<TenexFile>> TenexPack::files(std::string_view directory) const {
  auto m = state_->modelOf(state_->volume, false);
  if (!m) return tl::unexpected{m.error()};
  const User* u = m->find(upperCase(directory));
  if (u == nullptr) return fail(fmt::format("<{}>", directory), "no such directory");
  std::vector<TenexFile> files;
  for (const FileEntry& e : m->directories[u->number()].files) files.push_back(fileOf(u->name, e));
  return files;
}

// A word that is not a date, in a directory of a layout that we do not know, is passed over.
std::optional<Word36> TenexPack::newestDate() const {
  constexpr std::uint32_t kFirstDay = 40587, kLastDay = 51544, kDaySeconds = 86400;  // 1970 to 1999
  const auto m = state_->modelOf(state_->volume, false);
  if (!m) return std::nullopt;
  std::optional<Word36> newest;
  const auto see = [&](Word36 w) {
    const std::uint32_t day = w.left().bits();
    if (day < kFirstDay || day > kLastDay || w.right().bits() >= kDaySeconds) return;
    if (!newest || newest->bits() < w.bits()) newest = w;
  };
  for (const auto& [part, users] : m->parts)
    for (const User& u : users)
      for (const std::uint32_t word : {kDdbLogin, kDdbLogin133}) see(u.ddb[word]);
  for (const auto& [number, directory] : m->directories)
    for (const FileEntry& e : directory.files)
      for (const std::uint32_t word : {kFdbCreated, kFdbCreatedVersion, kFdbWritten, kFdbRead}) see(e.fdb[word]);
  return newest;
}

Expected<FileContents> TenexPack::read(const TenexName& name) const {
  auto m = state_->modelOf(state_->volume, false);
  if (!m) return tl::unexpected{m.error()};
  const User* u = m->find(name.directory);
  if (u == nullptr) return fail(fullName(name), "no such directory");
  FileEntry* e = findFile(m->directories[u->number()], name);
  if (e == nullptr) return fail(fullName(name), "no such file");
  FileContents c;
  c.byteSize = kByteSize.of(e->fdb[kFdbPages]);
  if (c.byteSize == 0 || c.byteSize > 36) c.byteSize = 36;
  c.bytes = e->fdb[kFdbSize].bits();
  Volume& v = state_->volume;
  bool tooLong = false;
  walkFile(v, *e, [&](std::uint32_t page, Word36& w) {
    if (page == kIndexBlock) return true;
    if (page >= v.shape().filePages()) return !(tooLong = true);
    if (c.words.size() < (page + std::size_t{1}) * kPageWords) c.words.resize((page + std::size_t{1}) * kPageWords);
    c.holes.resize(std::max(c.holes.size(), page + std::size_t{1}), true);
    c.holes[page] = false;
    if (!neverWritten(w))
      std::ranges::copy(v.page(static_cast<std::uint32_t>(w.bits() & kAddressMask)),
                        c.words.begin() + page * kPageWords);
    return true;
  });
  if (tooLong) return fail(fullName(name), "has holes larger than the pack");
  const std::uint64_t perWord = 36 / c.byteSize;
  const std::uint64_t words = (c.bytes + perWord - 1) / perWord;
  // SSAVE of 1.28 leaves the end of the file behind the entry vector, and the pages lie behind that; 1.33 ends the file
  // with its last page.
  if (!c.words.empty() && c.words[0].left().bits() == kSsavePages && words < c.words.size()) c.bytes = 0;
  if (c.bytes != 0 && words <= v.shape().filePages() * std::uint64_t{kPageWords}) c.words.resize(words);
  if (c.bytes == 0) c.bytes = c.words.size() * perWord;
  c.holes.resize((c.words.size() + kPageWords - 1) / kPageWords, true);
  return c;
}

Expected<TenexDirectory> TenexPack::makeDirectory(const TenexDirectory& wanted) {
  TenexDirectory d = wanted;
  d.name = upperCase(d.name);
  Volume v = state_->volume;
  auto m = state_->modelOf(v, true);
  if (!m) return tl::unexpected{m.error()};
  if (d.name.empty() || !partGood(d.name)) return fail("<" + d.name + ">", "not a valid directory name");
  if (d.password.size() > kMostNameLength) return fail("<" + d.name + ">", "the password has more than 39 characters");
  d.password = upperCase(d.password);
  if (m->find(d.name) != nullptr) return fail("<" + d.name + ">", "already exists");
  if (d.number == 0) {
    d.number = 2;
    while (m->directories.contains(d.number)) ++d.number;
  }
  if (m->directories.contains(d.number)) return fail("<" + d.name + ">", fmt::format("number {} is taken", d.number));
  if (d.number >= kFdBlocks * kDirectoriesBlock || m->directories.size() + 1 >= m->hashEntries())
    return fail("<" + d.name + ">", "no directory number is left");
  if (d.mostPages == 0) d.mostPages = 250;
  addUser(*m, d, state_->now);
  if (!storeDirectory(v, *m, d.number) || !storeIndex(v, *m) || !storeBitTable(v, *m))
    return fail("<" + d.name + ">", "there is no room for it");
  state_->volume = std::move(v);
  return d;
}

Expected<TenexName> TenexPack::write(const TenexName& wanted, const FileContents& contents,
                                     std::optional<unsigned> protection) {
  TenexName n = wanted;
  Volume v = state_->volume;
  auto m = state_->modelOf(v, true);
  if (!m) return tl::unexpected{m.error()};
  const User* u = m->find(n.directory);
  if (u == nullptr) return fail(fullName(n), "no such directory", "tenexfs mkdir makes one");
  if (n.name.empty() || !partGood(n.name) || !partGood(n.extension)) return fail(fullName(n), "not a valid file name");
  Directory& d = m->directories[u->number()];
  unsigned highest = 0;
  for (const FileEntry& e : d.files)
    if (e.name == n.name && e.extension == n.extension) highest = std::max(highest, e.version());
  if (n.version == 0) n.version = highest + 1;
  if (n.version > 131071) return fail(fullName(n), "there is no higher version");
  FileEntry e = newEntry(n, protection ? numeric(*protection) : d.fileProtection, state_->now);
  for (FileEntry& old : d.files)
    if (old.name == n.name && old.extension == n.extension && old.version() == n.version) {
      if (systemOwned(old, d)) return fail(fullName(n), "is the file system's own");
      release(v, old);
      charge(d, old, false);
      e.fdb[kFdbCreated] = old.fdb[kFdbCreated];
      e.setFlags(old.flags() & kPermanent);
    }
  std::erase_if(d.files, [&](const FileEntry& old) {
    return old.name == n.name && old.version() == n.version &&
           (old.extension == n.extension || (old.flags() & kNoExtension) != 0);
  });
  e.fdb[kFdbPages] = Word36::halves(contents.byteSize << 6, 0);
  e.fdb[kFdbSize] = Word36{contents.bytes};
  e.fdb[kFdbUse] = Word36::halves(u->number(), 0);
  if (contents.words.size() > std::size_t{kPageWords} * kPageWords * kPageWords ||
      !fill(v, e, contents, 3 + (state_->classes++ + u->number()) % 509))
    return fail(fullName(n), "the pack is full");
  charge(d, e, true);
  d.add(std::move(e));
  if (!storeDirectory(v, *m, u->number())) return fail(fullName(n), "the directory is full");
  storeBitTable(v, *m);
  state_->volume = std::move(v);
  return n;
}

Expected<TenexName> TenexPack::remove(const TenexName& wanted, bool expunge) {
  TenexName n = wanted;
  Volume v = state_->volume;
  auto m = state_->modelOf(v, true);
  if (!m) return tl::unexpected{m.error()};
  const User* u = m->find(n.directory);
  if (u == nullptr) return fail(fullName(n), "no such directory");
  Directory& d = m->directories[u->number()];
  FileEntry* e = findFile(d, n);
  if (e == nullptr) return fail(fullName(n), "no such file");
  if (systemOwned(*e, d)) return fail(fullName(n), "is the file system's own");
  n.version = e->version();
  if (expunge) {
    release(v, *e);
    charge(d, *e, false);
    d.files.erase(d.files.begin() + (e - d.files.data()));
  } else {
    e->setFlags(e->flags() | kDeleted);
  }
  if (!storeDirectory(v, *m, u->number())) return fail(fullName(n), "the directory cannot be written");
  storeBitTable(v, *m);
  state_->volume = std::move(v);
  return n;
}

Expected<void> TenexPack::protect(std::string_view directory, unsigned protection, std::optional<unsigned> files) {
  Volume v = state_->volume;
  auto m = state_->modelOf(v, true);
  if (!m) return tl::unexpected{m.error()};
  const User* u = m->find(upperCase(directory));
  if (u == nullptr) return fail(fmt::format("<{}>", directory), "no such directory");
  Directory& d = m->directories[u->number()];
  d.protection = numeric(protection);
  if (files) d.fileProtection = numeric(*files);
  if (!storeDirectory(v, *m, u->number()))
    return fail(fmt::format("<{}>", directory), "the directory cannot be written");
  storeBitTable(v, *m);
  state_->volume = std::move(v);
  return {};
}

Expected<unsigned> TenexPack::expunge(std::string_view directory) {
  Volume v = state_->volume;
  auto m = state_->modelOf(v, true);
  if (!m) return tl::unexpected{m.error()};
  const User* u = m->find(upperCase(directory));
  if (u == nullptr) return fail(fmt::format("<{}>", directory), "no such directory");
  Directory& d = m->directories[u->number()];
  unsigned gone = 0;
  std::erase_if(d.files, [&](FileEntry& e) {
    if ((e.flags() & (kDeleted | kPermanent)) != kDeleted || systemOwned(e, d)) return false;
    release(v, e);
    charge(d, e, false);
    return ++gone, true;
  });
  if (!storeDirectory(v, *m, u->number()))
    return fail(fmt::format("<{}>", directory), "the directory cannot be written");
  storeBitTable(v, *m);
  state_->volume = std::move(v);
  return gone;
}

Expected<FileContents> tenexText(std::string_view text, bool eol) {
  FileContents c;
  c.byteSize = 7;
  const auto put = [&](unsigned ch) {
    const std::size_t at = c.bytes / 5;
    if (at == c.words.size()) c.words.emplace_back();
    c.words[at] = c.words[at] | Word36{std::uint64_t{ch} << (29 - 7 * (c.bytes % 5))};
    ++c.bytes;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto ch = static_cast<unsigned char>(text[i]);
    if (ch > 0177) return fail(fmt::format("byte {}", i), "is not an ASCII character", "import it as binary");
    const bool pair = ch == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if (pair) ++i;
    if (pair || ch == '\n') {
      if (eol)
        put(037);
      else
        put('\r'), put('\n');
    } else {
      put(ch);
    }
  }
  return c;
}

std::string hostText(const FileContents& contents, bool crlf) {
  std::string s;
  const std::string_view end = crlf ? "\r\n" : "\n";
  bool cr = false;
  // Five characters in every word of a file whose bytes are not characters.
  const std::uint64_t characters = contents.byteSize == 7 ? contents.bytes : contents.words.size() * 5;
  for (std::uint64_t i = 0; i < characters && i / 5 < contents.words.size(); ++i) {
    const auto k = static_cast<int>(i % 5);
    const auto ch = static_cast<char>(contents.words[i / 5].field(7 * k, 7 * k + 6));
    if (ch == 0) continue;
    if (ch == 037 || (ch == '\n' && cr)) {
      if (ch == '\n') s.pop_back();
      s += end;
    } else {
      s.push_back(ch);
    }
    cr = ch == '\r';
  }
  return s;
}

}  // namespace utah10
