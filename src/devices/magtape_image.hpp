// The contents of a magnetic tape: records of frames, tape marks and erased gaps, in order from the load point.
//
// Host files:
//   .tap  SIMH: a 4-byte little-endian length before and after the frames of a record, these filled up to an even
//         number; length 0 is a tape mark, the top bit of a length says that the record had an error, FFFFFFFE (and the
//         half marker FFFEFFFF) is erased tape, FFFFFFFF the end of the medium, which the end of the file is too.
//   E11   the same without filling up; recognised by its lengths, when some record is odd.
//   .tpc  recognised by its name, read only: a 2-byte length before a record, 0 a tape mark.
// A frame is a byte: eight bits on nine tracks (the image has no parity), six bits and the parity bit 100 on seven.
//
// What is written takes the place of an object of the same kind and length, and what follows stays, as on a tape: BSYS
// rewrites records at the front of its tape. Anything else removes what follows, because on a tape nothing after it can
// be trusted. A record, mark or gap goes to the file when it has been written, completely or not at all even if the
// process is killed (src/devices/patched_file.hpp); data that the host refuses are written with the next one or by
// flush(). A snapshot holds the whole tape; restored, it is attached to its file only if the file has the same content.
#pragma once

#include <deque>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "utah10/devices/media_slot.hpp"
#include "utah10/machine/archive.hpp"

namespace utah10 {

class PatchedFile;

enum class TapeObjectKind : std::uint8_t { Record, Mark, Gap };
struct TapeObject {
  TapeObjectKind kind = TapeObjectKind::Record;
  bool bad = false;                  // a record with an error
  std::vector<std::uint8_t> frames;  // of a record, at least one
  std::uint32_t gap = 0;             // bytes in the file that stand for erased tape
  bool operator==(const TapeObject&) const = default;
};

class MagTapeImage {
 public:
  static constexpr std::size_t kMostFrames = 0xFFFFFF;

  // A blank tape without a file.
  MagTapeImage();
  // An empty file is a blank tape. `device` begins every message. After an error nothing has changed.
  static Expected<MagTapeImage> open(std::string_view device, const std::filesystem::path& file,
                                     const AttachOptions& options = {});
  MagTapeImage(MagTapeImage&&) noexcept;
  MagTapeImage& operator=(MagTapeImage&&) noexcept;
  ~MagTapeImage();

  bool readOnly() const { return readOnly_; }
  std::filesystem::path file() const;
  std::string format() const;
  std::size_t size() const { return objects_.size(); }
  std::size_t records() const;
  const TapeObject& at(std::size_t n) const { return objects_[n]; }
  // Replaces object n by `object`, and removes all that follow unless both take the same room; n is at most size().
  void write(std::size_t n, TapeObject object);
  Expected<void> flush();

  // Time travel; see MediaSlot. Without a file all marks are equal: the tape is in the machine's state.
  struct Mark {
    std::uint64_t file = 0;     // writes to it
    std::uint64_t objects = 0;  // writes to the tape
  };
  void keepUndo(bool on);
  Expected<Mark> mark();
  Expected<void> seek(const Mark& mark);
  void forgetBefore(const Mark& mark);
  std::size_t undoBytes() const;

  void state(Archive& a);

 private:
  enum class Format : std::uint8_t { Tap, E11, Tpc };
  // One write: below the cursor it holds what the write replaced, above it what the write wrote.
  struct Cut {
    std::size_t at = 0;
    bool inPlace = false;  // what follows stayed
    std::vector<TapeObject> objects;
    std::vector<std::uint64_t> ends;
    std::size_t bytes = 0;
  };
  std::vector<std::byte> encoded(const TapeObject& object) const;
  bool takesPlaceOf(std::size_t n, const TapeObject& object) const;
  std::size_t endOf(const Cut& cut) const { return cut.inPlace ? cut.at + 1 : objects_.size(); }
  void exchange(Cut& cut);
  void note(std::size_t n, const TapeObject& object, bool inPlace);
  void forgetCuts();

  Format format_ = Format::Tap;
  std::vector<TapeObject> objects_;
  std::vector<std::uint64_t> offsets_{0};  // where each object begins in the file, and the last ends
  std::unique_ptr<PatchedFile> file_;
  bool readOnly_ = false;
  // The objects from saved_ up to changed_ are not in the file; all of them are if dirty_ is false.
  std::size_t saved_ = 0, changed_ = 0;
  bool dirty_ = false;
  bool keep_ = false;
  std::deque<Cut> cuts_;
  std::size_t cursor_ = 0;
  std::uint64_t forgotten_ = 0;  // cuts
  std::size_t cutBytes_ = 0;
};

}  // namespace utah10
