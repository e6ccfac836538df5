#include "devices/journaled_file.hpp"

#include <sys/file.h>

#include <cerrno>

#include "word/new_file.hpp"

namespace utah10 {

namespace {
namespace fs = std::filesystem;

tl::unexpected<Error> hostError(std::string_view slot, const fs::path& file, std::string what, int number,
                                std::string hint = {}) {
  if (number != 0) what += ": " + std::generic_category().message(number);
  return fail(std::string(slot) + ": " + file.string(), std::move(what), std::move(hint));
}

Expected<void> checkRegular(std::string_view slot, const fs::path& path) {
  std::error_code error;
  const auto status = fs::status(path, error);
  if (fs::is_directory(status)) return hostError(slot, path, "is a directory", 0, "name a file");
  if (!fs::exists(status)) return hostError(slot, path, "cannot be opened", error ? error.value() : ENOENT);
  if (!fs::is_regular_file(status)) return hostError(slot, path, "is not a plain file", 0);
  return {};
}
}  // namespace

Expected<JournaledFile> JournaledFile::open(std::string_view slot, const fs::path& path, Use use) {
  if (auto regular = checkRegular(slot, path); !regular) return tl::unexpected(regular.error());
  std::error_code error;
  const fs::path real = fs::canonical(path, error);  // a link's journal is kept next to the file itself
  errno = 0;
  HostFile file{std::fopen((error ? path : real).c_str(), use == Use::Write ? "r+be" : "rbe")};
  if (!file)
    return hostError(slot, path, use == Use::Write ? "cannot be opened for writing" : "cannot be opened", errno,
                     use == Use::Write ? "attach it read only" : "");
  if (flock(fileno(file.get()), (use == Use::Write ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return hostError(slot, path, "cannot be locked", errno);
    return hostError(slot, path, "is in use by another drive or another process", 0, "detach it there first");
  }
  JournaledFile opened{error ? path : real, std::move(file)};
  opened.size_ = fs::file_size(opened.path_, error);
  if (error) return hostError(slot, path, "cannot be read", error.value());
  if (auto whole = opened.recover(slot, use); !whole) return tl::unexpected(whole.error());
  return opened;
}

Expected<void> JournaledFile::create(std::string_view slot, const fs::path& path, std::uint64_t bytes,
                                     std::span<const std::byte> head) {
  NewFile beside{path};
  if (!beside.open() || !beside.write(head)) return hostError(slot, path, "cannot be made", errno);
  std::error_code error;
  fs::resize_file(beside.path(), bytes, error);
  // A link, unlike a rename, never replaces a file created in the meantime.
  if (!error) fs::create_hard_link(beside.path(), path, error);
  if (error) return hostError(slot, path, "cannot be made", error.value());
  return {};
}

Expected<void> JournaledFile::recover(std::string_view slot, Use use) {
  const fs::path& where = journal_.path();
  const Journal::Found found = journal_.look(size_);
  const bool pending = found.state == Journal::State::Pending && found.record.size == size_;
  if (found.state == Journal::State::None) return {};
  if (found.state == Journal::State::Unreadable)
    return hostError(slot, where, "is the journal of a cut-short run and cannot be read", errno);
  if (found.state == Journal::State::Foreign)
    return hostError(slot, where, "is not a journal but has its name", 0, "move it away");
  if (use == Use::Read) {
    if (!pending) return {};
    return hostError(slot, path_, "has a write that was cut short, in " + where.filename().string(), 0,
                     "attach it once for writing, which finishes it");
  }
  if (pending && !applyTo(file_.get(), path_, found.record.places, size_))
    return hostError(slot, path_, "cannot be finished from its journal", errno);
  if (pending)
    found_ = "finished a write that was cut short";
  else if (found.state != Journal::State::Done)
    found_ = "dropped a write that was cut short before it began";
  journal_.takeOver();
  return {};
}

bool JournaledFile::failed(std::string_view doing) {
  trouble_ = std::string(doing) + ": " + std::generic_category().message(errno);
  return false;
}

bool JournaledFile::read(std::uint64_t offset, std::span<std::byte> bytes) {
  errno = EIO;
  return readAt(file_.get(), offset, bytes) || failed("reading failed");
}

bool JournaledFile::write(std::span<const FilePlace> places) { return undo_.write(*this, places, size_); }

bool JournaledFile::seek(std::uint64_t mark) {
  return undo_.seek(*this, mark) || (trouble_.empty() && failed("what was written cannot be taken back"));
}

bool JournaledFile::replace(std::span<const FilePlace> places, std::uint64_t size) {
  if (journal_.pending()) return false;  // the pending write must be completed first
  if (!journal_.write(places, size)) return failed("the journal cannot be written");
  if (!applyTo(file_.get(), path_, places, size))
    return failed("writing failed; the journal has it for the next attach");
  return journal_.done() || failed("the journal cannot be written");
}

}  // namespace utah10
