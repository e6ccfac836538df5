// The program `tenexfs`: manages the files and directories of a TENEX disk pack, or the files of a DECtape, in a host
// file, without booting TENEX.
//
// Exit codes: 0 done, 1 something failed (one line on standard error), 2 wrong usage, 3 the check found errors.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>

#include "devices/journaled_file.hpp"
#include "toolchain/host_form.hpp"
#include "toolchain/input_file.hpp"
#include "toolchain/output_file.hpp"
#include "toolchain/tenexfs/file_holes.hpp"
#include "toolchain/tenexfs/tenex_tape.hpp"
#include "utah10/toolchain/tenex_pack.hpp"
#include "word/version.hpp"
#include "word/whole_number.hpp"

namespace {

using namespace utah10;

constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;
constexpr int kDamaged = 3;
constexpr const char* kTapeDrive = "TU55";

struct Options {
  std::string pack, drive = "RP02", name, file, form, date, password, directory, list;
  std::vector<std::filesystem::path> from;
  std::string where;  // "list.txt(3): " for a line of a list; such a line prints nothing on success
  unsigned number = 0, most = 250, byteSize = 0, spacing = 0;
  std::string privileges, protection, fileProtection;
  bool eol = false, crlf = false, repair = false, expunge = false, force = false, all = false;
};

constexpr const char* kFooter =
    "PACK is a disk pack or a DECtape; the size of the file tells which.\n"
    "FILE is <DIRECTORY>NAME.EXT or <DIRECTORY>NAME.EXT;VERSION. Quote it: the shell interprets < > and ;.\n"
    "On a DECtape, FILE is NAME.EXT: it has neither directories nor versions.\n"
    "FORM is text or a packing; pack10 --help lists the packings.\n"
    "\nExamples:\n"
    "  tenexfs make my.dsk                                    an empty RP02 pack with <SYSTEM>\n"
    "  tenexfs mkdir my.dsk SMITH --password SECRET           a directory for the user SMITH\n"
    "  tenexfs import my.dsk notes.txt '<SMITH>NOTES.TXT'\n"
    "  tenexfs import my.dsk ddt.sav '<SYSTEM>DDT.SAV' --form data8\n"
    "  tenexfs list my.dsk SMITH\n"
    "  tenexfs export my.dsk '<SMITH>NOTES.TXT' --out notes.txt\n"
    "  tenexfs check my.dsk --repair\n"
    "  tenexfs do my.dsk list.txt --from texts                a list of commands: \"import a.txt <SMITH>A.TXT\"\n"
    "  tenexfs make my.dta --drive TU55                       an empty DECtape\n"
    "  tenexfs import my.dta ddt.sav DDT.SAV --form data8\n"
    "\nA command that fails leaves the pack unchanged.\n"
    "Exit codes: 0 success, 1 failure (one line on standard error), 2 usage error, 3 check found errors.\n";

int usage(const Options& o, const std::string& what) {
  fmt::print(stderr, "tenexfs: {}{}; see tenexfs --help\n", o.where, what);
  return kWrongUsage;
}

int complain(const Options& o, const Error& e) {
  fmt::print(stderr, "{}{}\n", o.where, e.text());
  return kFailed;
}

// Days since 17 November 1858,,seconds.
Word36 tenexTime(std::time_t t) {
  const auto days = static_cast<std::uint32_t>(t / 86400 + 40587), seconds = static_cast<std::uint32_t>(t % 86400);
  return Word36::halves(days, seconds);
}

std::optional<Word36> parseDate(const std::string& text) {
  if (text.empty()) return tenexTime(std::time(nullptr));
  std::tm tm{};
  int used = 0;
  if (std::sscanf(text.c_str(), "%d-%d-%d %d:%d:%d%n", &tm.tm_year, &tm.tm_mon, &tm.tm_mday, &tm.tm_hour, &tm.tm_min,
                  &tm.tm_sec, &used) != 6 ||
      static_cast<std::size_t>(used) != text.size() || tm.tm_year < 1970 || tm.tm_year > 2100)
    return std::nullopt;
  tm.tm_year -= 1900;
  --tm.tm_mon;
  return tenexTime(timegm(&tm));
}

std::string dateText(Word36 w) {
  if (w.zero()) return "never";
  const std::time_t t = (static_cast<std::time_t>(w.left().bits()) - 40587) * 86400 + w.right().bits();
  std::tm tm{};
  gmtime_r(&t, &tm);
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}", tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday, tm.tm_hour,
                     tm.tm_min, tm.tm_sec);
}

// Whether a running utah10 uses the pack: it locks the files it attaches.
bool attached(const std::string& pack) {
  const int fd = ::open(pack.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const bool locked = flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(fd);
  return locked;
}

// Finishes or drops the write that a killed utah10 has left in the journal of the pack.
int finishWrite(const Options& o) {
  std::error_code ignored;
  if (!std::filesystem::exists(o.pack + ".journal", ignored)) return 0;
  const auto file = JournaledFile::open("tenexfs", o.pack, JournaledFile::Use::Write);
  if (!file) return complain(o, file.error());
  if (!file->found().empty()) fmt::print(stderr, "tenexfs: {}: {}\n", o.pack, file->found());
  return 0;
}

template <class Medium>
int save(const Medium& medium, const Options& o) {
  const auto saved = medium.save(o.pack);
  return saved ? 0 : complain(o, saved.error());
}

int make(const Options& o, Word36 now) {
  if (!o.force && std::filesystem::exists(o.pack))
    return complain(o, {o.pack, "already exists", "--force replaces it"});
  if (o.drive == kTapeDrive) return save(TenexTape::make(), o);
  const auto pack = TenexPack::make(o.drive, now);
  if (!pack) return complain(o, {pack.error().where, pack.error().what, fmt::format("RP02, RP03 or {}", kTapeDrive)});
  return save(*pack, o);
}

std::string countsOf(const PackReport& r) {
  return fmt::format("{} directories, {} files, {} pages used, {} free", r.directories, r.files, r.pages, r.freePages);
}

std::string countsOf(const TapeReport& r) {
  return fmt::format("{} files, {} blocks used, {} free", r.files, r.blocks, r.freeBlocks);
}

template <class Medium>
int check(Medium& medium, const Options& o) {
  const auto r = medium.check(o.repair);
  for (const std::string& e : r.errors) fmt::print("error: {}\n", e);
  for (const std::string& n : r.notes) fmt::print("note: {}\n", n);
  fmt::print("{}\n", countsOf(r));
  if (!o.repair || (r.clean() && r.notes.empty())) return r.clean() ? 0 : kDamaged;
  const auto again = medium.check(false);
  if (!again.clean()) {
    for (const std::string& e : again.errors) fmt::print("not repaired: {}\n", e);
    return kDamaged;
  }
  if (const int failed = save(medium, o); failed != 0) return failed;
  fmt::print("repaired\n");
  return 0;
}

int list(const TenexPack& pack, const Options& o) {
  if (o.directory.empty()) {
    const auto all = pack.directories();
    if (!all) return complain(o, all.error());
    for (const TenexDirectory& d : *all) fmt::print("{:4} <{}>\n", d.number, d.name);
    return 0;
  }
  // With or without its brackets, as it is written in TENEX.
  const bool brackets = o.directory.size() > 2 && o.directory.front() == '<' && o.directory.back() == '>';
  const auto files = pack.files(brackets ? o.directory.substr(1, o.directory.size() - 2) : o.directory);
  if (!files) return complain(o, files.error());
  for (const TenexFile& f : *files)
    if (o.all || !f.deleted())
      fmt::print("{}{}  {} pages, {} bytes of {}, P{:06o}, written {}\n", f.name.text(),
                 f.deleted() ? " (deleted)" : "", f.pages, f.bytes, f.byteSize, f.protection.right().bits(),
                 dateText(f.written));
  return 0;
}

int list(const TenexTape& tape, const Options& o) {
  if (!o.directory.empty()) return complain(o, {"<" + o.directory + ">", "a DECtape has no directories", ""});
  if (!tape.label().empty()) fmt::print("label {}\n", tape.label());
  for (const TapeFile& f : tape.files())
    fmt::print("{}  {} blocks, {} words, written {}\n", f.name.text(), f.blocks, f.words,
               dateText(f.written).substr(0, std::string_view{"YYYY-MM-DD"}.size()));
  return 0;
}

// The host file of an import: in the first --from folder that has it, else as named.
std::filesystem::path hostFile(const Options& o) {
  for (const std::filesystem::path& folder : o.from)
    if (std::filesystem::exists(folder / o.file)) return folder / o.file;
  return o.file;
}

std::optional<unsigned> octal(const std::string& s) {
  if (s.size() > 6) return std::nullopt;
  return wholeNumber<unsigned>(s, 8);
}

Expected<TenexName> nameOn(const TenexPack&, const std::string& text) { return parseTenexName(text); }
Expected<TapeName> nameOn(const TenexTape&, const std::string& text) { return parseTapeName(text); }

// Reads the host file of an import; returns the exit code.
int readHost(const Options& o, FileContents& c) {
  const auto bytes = readFileWhole(hostFile(o), std::size_t{128} << 20);
  if (!bytes) return complain(o, bytes.error());
  if (o.form.empty() || o.form == "text") {
    const auto text = tenexText({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, o.eol);
    if (!text)
      return complain(o, {o.file + ": " + text.error().where, text.error().what, "--form data8 or another packing"});
    c = *text;
    return 0;
  }
  const auto form = hostFormNamed(o.form);
  if (!form) return usage(o, o.form + " is not a form");
  const auto words = readWords(o.file, *bytes, *form);
  if (!words) return complain(o, words.error());
  c.words = words->words;
  if (form->kind == HostFormKind::Packed) c.holes = tenexfs::fileHoles(hostFile(o), c.words);
  c.byteSize = o.byteSize == 0 ? 36 : o.byteSize;
  c.bytes = c.words.size() * (36 / c.byteSize);
  return 0;
}

// Writes words of data8 to a host file, and leaves holes for pages that the file does not have.
Expected<void> writeData8(const std::filesystem::path& path, const FileContents& c) {
  const std::vector<std::byte> bytes = packWords(c.words, Packing::Data8);
  constexpr std::size_t kPageBytes = 512 * 8;
  std::vector<FilePiece> pieces;
  for (std::size_t at = 0; at < bytes.size(); at += kPageBytes)
    if (at / kPageBytes >= c.holes.size() || !c.holes[at / kPageBytes])
      pieces.push_back({at, std::span{bytes}.subspan(at, std::min(kPageBytes, bytes.size() - at))});
  return writeFileSparse(path, bytes.size(), pieces);
}

// Writes the host file of an export, or to standard output; returns the exit code.
int writeHost(const Options& o, const FileContents& c) {
  std::vector<std::byte> bytes;
  const bool text = o.form == "text" || (o.form.empty() && c.byteSize == 7);
  if (text) {
    const std::string s = hostText(c, o.crlf);
    const auto* p = reinterpret_cast<const std::byte*>(s.data());
    bytes.assign(p, p + s.size());
  } else {
    const auto form = hostFormNamed(o.form.empty() ? "data8" : o.form);
    if (!form) return usage(o, o.form + " is not a form");
    if (*form == HostForm::packed(Packing::Data8) && !o.file.empty() && std::ranges::count(c.holes, true) != 0) {
      const auto written = writeData8(o.file, c);
      return written ? 0 : complain(o, written.error());
    }
    auto packed = writeWords(c.words, *form, {o.crlf});
    if (!packed) return complain(o, packed.error());
    bytes = std::move(*packed);
  }
  if (o.file.empty()) {
    std::fwrite(bytes.data(), 1, bytes.size(), stdout);
    return std::fflush(stdout) == 0 ? 0 : complain(o, {"standard output", "cannot be written", ""});
  }
  const auto written = writeFileWhole(o.file, bytes);
  return written ? 0 : complain(o, written.error());
}

// Reports the file that a command has changed; returns the exit code.
template <class Name>
int changedFile(const Options& o, const Expected<Name>& done, bool& changed) {
  if (!done) return complain(o, done.error());
  changed = true;
  if (o.where.empty()) fmt::print("{}\n", done->text());
  return 0;
}

int importFile(TenexPack& pack, const Options& o, bool& changed) {
  const auto name = nameOn(pack, o.name);
  if (!name) return complain(o, name.error());
  FileContents c;
  if (const int failed = readHost(o, c); failed != 0) return failed;
  std::optional<unsigned> protection;
  if (!o.protection.empty() && !(protection = octal(o.protection)))
    return usage(o, "the protection must be up to six octal digits");
  return changedFile(o, pack.write(*name, c, protection), changed);
}

int importFile(TenexTape& tape, const Options& o, bool& changed) {
  const auto name = nameOn(tape, o.name);
  if (!name) return complain(o, name.error());
  FileContents c;
  if (const int failed = readHost(o, c); failed != 0) return failed;
  return changedFile(o, tape.write(*name, c.words, o.spacing == 0 ? TenexTape::kSpacing : o.spacing), changed);
}

template <class Medium>
int exportFile(const Medium& medium, const Options& o) {
  const auto name = nameOn(medium, o.name);
  if (!name) return complain(o, name.error());
  const auto c = medium.read(*name);
  return c ? writeHost(o, *c) : complain(o, c.error());
}

Expected<TenexName> removeFrom(TenexPack& pack, const TenexName& name, bool expunge) {
  return pack.remove(name, expunge);
}
Expected<TapeName> removeFrom(TenexTape& tape, const TapeName& name, bool) { return tape.remove(name); }

template <class Medium>
int removeFile(Medium& medium, const Options& o, bool& changed) {
  const auto name = nameOn(medium, o.name);
  return name ? changedFile(o, removeFrom(medium, *name, o.expunge), changed) : complain(o, name.error());
}

int makeDirectory(TenexPack& pack, const Options& o, bool& changed) {
  TenexDirectory d{o.directory, o.password, o.number, {}, o.most};
  if (!o.privileges.empty()) {
    const auto p = octal(o.privileges);
    if (!p) return usage(o, "the privileges must be up to six octal digits");
    d.privileges = Word36{*p};
  }
  const auto done = pack.makeDirectory(d);
  if (!done) return complain(o, done.error());
  changed = true;
  if (o.where.empty()) fmt::print("{} <{}>\n", done->number, done->name);
  return 0;
}

int protect(TenexPack& pack, const Options& o, bool& changed) {
  const auto own = octal(o.protection), files = octal(o.fileProtection);
  if (!own || (!files && !o.fileProtection.empty())) return usage(o, "the protection must be up to six octal digits");
  const auto done = pack.protect(o.directory, *own, files);
  if (!done) return complain(o, done.error());
  changed = true;
  return 0;
}

int expunge(TenexPack& pack, const Options& o, bool& changed) {
  const auto done = pack.expunge(o.directory);
  if (!done) return complain(o, done.error());
  changed = true;
  if (o.where.empty()) fmt::print("{} files\n", *done);
  return 0;
}

// The commands of the command line, where each names the pack, or of a line in a list.
struct Commands {
  CLI::App *make, *list, *check, *import, *xport, *remove, *expunge, *makeDirectory, *protect, *perform;
  CLI::App& app;
  Options& o;
  bool line;

  CLI::App* command(const char* name, const char* what) {
    auto* c = app.add_subcommand(name, what);
    if (!line) c->add_option("pack", o.pack, "the file that holds the pack")->required()->type_name("PACK");
    c->fallthrough();
    return c;
  }

  Commands(CLI::App& a, Options& options, bool ofList) : app(a), o(options), line(ofList) {
    app.require_subcommand(1);
    if (!line)
      app.add_option("--date", o.date, "date of what is created: \"YYYY-MM-DD HH:MM:SS\" (default: now)")
          ->type_name("DATE");
    make = line ? nullptr : command("make", "create an empty pack");
    if (make != nullptr) {
      make->add_option("--drive", o.drive, "RP02 (default), RP03, or TU55 for a DECtape")->type_name("DRIVE");
      make->add_flag("--force", o.force, "replace an existing file");
    }
    list = command("list", "list the directories, or the files of one");
    list->add_option("directory", o.directory, "list the files of this directory")->type_name("DIRECTORY");
    list->add_flag("--deleted", o.all, "include deleted files");
    check = line ? nullptr : command("check", "check the consistency of the file system");
    if (check != nullptr) check->add_flag("--repair", o.repair, "repair the damage found");
    import = command("import", "copy a host file to the pack");
    import->add_option("host", o.file, "the host file")->required()->type_name("HOST");
    import->add_option("file", o.name, "its name on the pack")->required()->type_name("FILE");
    import->add_option("--form", o.form, "content of the host file: text (default) or a packing")->type_name("FORM");
    import->add_option("--byte-size", o.byteSize, "bits per byte, for a packing (default: 36)")
        ->type_name("N")
        ->check(CLI::Range(1, 36));
    import->add_option("--spacing", o.spacing, "on a DECtape, distance of a file's blocks, 1 to 7 (default: 4)")
        ->type_name("N")
        ->check(CLI::Range(1U, TenexTape::kMostSpacing));
    import->add_flag("--eol", o.eol, "end lines of text with EOL (37) instead of CR LF");
    import->add_option("--protection", o.protection, "six octal digits (default: set by the directory)")
        ->type_name("OCTAL");
    xport = command("export", "copy a file of the pack to the host");
    xport->add_option("file", o.name, "file on the pack")->required()->type_name("FILE");
    xport->add_option("--out", o.file, "the host file (default: standard output)")->type_name("HOST");
    xport->add_option("--form", o.form, "text or a packing (default: text for 7-bit files, data8 for all others)")
        ->type_name("FORM");
    xport->add_flag("--crlf", o.crlf, "end lines of text with CR LF instead of LF");
    remove = command("delete", "mark a file deleted");
    remove->add_option("file", o.name, "file on the pack")->required()->type_name("FILE");
    remove->add_flag("--expunge", o.expunge, "free its pages at once");
    expunge = command("expunge", "free the pages of all deleted files of a directory");
    expunge->add_option("directory", o.directory, "name of the directory")->required()->type_name("DIRECTORY");
    makeDirectory = command("mkdir", "create a directory, which is also a user name");
    makeDirectory->add_option("directory", o.directory, "name of the directory")->required()->type_name("DIRECTORY");
    makeDirectory->add_option("--password", o.password, "password for LOGIN (default: none)")->type_name("PASSWORD");
    makeDirectory->add_option("--number", o.number, "directory number (default: the lowest free one)")->type_name("N");
    makeDirectory->add_option("--pages", o.most, "page quota (default: 250)")->type_name("N");
    makeDirectory->add_option("--privileges", o.privileges, "400000 wheel, 200000 operator (default: 0)")
        ->type_name("OCTAL");
    protect = command("protect", "set the protection of a directory");
    protect->add_option("directory", o.directory, "name of the directory")->required()->type_name("DIRECTORY");
    protect
        ->add_option("protection", o.protection,
                     "two octal digits each for owner, group and others; 40 list, 20 open, 10 own, 4 add")
        ->required()
        ->type_name("OCTAL");
    protect->add_option("--files", o.fileProtection, "default protection of files created in the directory")
        ->type_name("OCTAL");
    perform = line ? nullptr : command("do", "execute the commands in a file; the pack changes only if all succeed");
    if (perform != nullptr) {
      perform->add_option("list", o.list, "one command per line, without the pack's name; # starts a comment")
          ->required()
          ->type_name("LIST");
      perform->add_option("--from", o.from, "search FOLDER for host files first; may be repeated")
          ->type_name("FOLDER")
          ->allow_extra_args(false);
    }
  }
};

// Why a command does not apply to a medium of this kind, or empty.
std::string unsuitable(const TenexPack&, const Commands&, const Options& o) {
  return o.spacing != 0 ? "--spacing is for DECtapes" : "";
}

std::string unsuitable(const TenexTape&, const Commands& c, const Options& o) {
  if (c.makeDirectory->parsed() || c.protect->parsed()) return "a DECtape has no directories";
  if (c.expunge->parsed() || o.expunge || o.all) return "a DECtape frees the blocks of a file as soon as it is deleted";
  if (!o.protection.empty()) return "a file on a DECtape has no protection";
  return o.byteSize != 0 ? "a file on a DECtape has no byte size" : "";
}

int performOnPack(TenexPack& pack, const Commands& c, const Options& o, bool& changed) {
  if (c.expunge->parsed()) return expunge(pack, o, changed);
  if (c.protect->parsed()) return protect(pack, o, changed);
  return makeDirectory(pack, o, changed);
}

template <class Medium>
int performOn(Medium& medium, const Commands& c, const Options& o, bool& changed) {
  if (const std::string why = unsuitable(medium, c, o); !why.empty()) return usage(o, why);
  if (c.list->parsed()) return list(medium, o);
  if (c.import->parsed()) return importFile(medium, o, changed);
  if (c.xport->parsed()) return exportFile(medium, o);
  if (c.remove->parsed()) return removeFile(medium, o, changed);
  if constexpr (std::is_same_v<Medium, TenexPack>) return performOnPack(medium, c, o, changed);
  return kWrongUsage;  // unsuitable for a DECtape
}

template <class Medium>
int performList(Medium& medium, const Options& all, bool& changed) {
  std::ifstream in{all.list};
  if (!in || std::filesystem::is_directory(all.list)) return complain(all, {all.list, "cannot be read", ""});
  std::string text;
  for (unsigned n = 1; std::getline(in, text); ++n) {
    text = text.substr(0, text.find('#'));
    if (text.find_first_not_of(" \t\r") == std::string::npos) continue;
    Options o;
    o.pack = all.pack;
    o.from = all.from;
    CLI::App app{"a line of a list", "tenexfs"};
    const Commands line{app, o, true};
    o.where = fmt::format("{}({}): ", all.list, n);
    try {
      app.parse(text, false);
    } catch (const CLI::ParseError& e) {
      return usage(o, e.what());
    }
    if (const int failed = performOn(medium, line, o, changed); failed != 0) return failed;
  }
  return 0;
}

bool isTape(const std::string& pack) {
  std::error_code none;
  return std::filesystem::file_size(pack, none) == TenexTape::kImageBytes && !none;
}

template <class Medium>
int perform(Expected<Medium> medium, const Commands& c, const Options& o, Word36 now) {
  if (!medium) return complain(o, medium.error());
  medium->setTime(now);
  if (c.check->parsed()) return check(*medium, o);
  bool changed = false;
  const int failed = c.perform->parsed() ? performList(*medium, o, changed) : performOn(*medium, c, o, changed);
  return failed != 0 || !changed ? failed : save(*medium, o);
}

}  // namespace

int main(int argc, char** argv) {
  Options o;
  CLI::App app{"tenexfs: manage the files of a TENEX disk pack or a DECtape without booting TENEX.", "tenexfs"};
  app.set_version_flag("--version", versionOf("tenexfs"));
  app.footer(kFooter);
  const Commands c{app, o, false};
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return e.get_exit_code() == 0 ? app.exit(e) : usage(o, e.what());
  }
  const auto now = parseDate(o.date);
  if (!now) return usage(o, o.date + " is not a date");
  if (attached(o.pack)) return complain(o, {o.pack, "is attached to a running utah10", "detach it first"});
  if (c.make->parsed()) return make(o, *now);
  if (const int failed = finishWrite(o); failed != 0) return failed;
  return isTape(o.pack) ? perform(TenexTape::open(o.pack), c, o, *now) : perform(TenexPack::open(o.pack), c, o, *now);
}
