// Constants of the pack layout and of directories; roms/monitor/DISK.md explains them. Private to tenexfs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "word/field.hpp"

namespace utah10::tenexfs {

constexpr std::uint32_t kPageWords = 512;
constexpr std::uint32_t kSectorWords = 128;
constexpr std::uint32_t kSectorsPage = 4;
constexpr std::uint32_t kSectorsTrack = 200;
constexpr std::uint32_t kPagesTrack = 50;
constexpr std::uint32_t kGoodTrack = kPagesTrack / 3;

struct Shape {
  std::string_view drive;
  std::uint32_t sectors;  // of the image
  std::uint32_t tracks;   // covered by the bit table
  std::uint32_t fileTracks;
  std::uint32_t indexAddress() const { return fileTracks / 2 * kSectorsTrack; }
  std::size_t words() const { return std::size_t{sectors} * kSectorWords; }
  std::uint32_t filePages() const { return fileTracks * kPagesTrack; }
  std::uint32_t bitTableWords() const { return tracks * 3; }
};
constexpr std::array<Shape, 2> kShapes{{{"RP02", 40600, 200, 150}, {"RP03", 81200, 400, 300}}};

// Directories
constexpr std::uint32_t kDirectoryWords = 4096;
constexpr std::uint32_t kDirectoryPages = 8;
enum Dir : std::uint32_t {
  kLock = 0,
  kUse = 1,
  kNumber = 2,
  kSymBot = 3,
  kSymTop = 4,
  kFree = 5,
  kFreeTop = 014,
  kFileProtection = 015,
  kProtection = 016,
  kBackup = 017,
  kGroups = 020,
};
constexpr std::uint32_t kQuota = 1;  // of the words behind kGroups: pages allowed,,used, since 1.33
constexpr std::uint32_t kFirstBlock = 032;
constexpr std::uint32_t kFirstTop = kFirstBlock + 06000;
constexpr std::uint32_t kTableTop = 07777;
// Part 0 of the index
constexpr std::uint32_t kHashAt = kFileProtection, kHashLength = kProtection, kFdAddress = kBackup;
constexpr std::uint32_t kLetters = kFirstBlock, kLetterWords = 26, kHashTable = kLetters + kLetterWords;
constexpr std::uint32_t kHashEntries = 0475;
constexpr std::uint32_t kFdBlocks = 16, kDirectoriesBlock = 64;

enum Fdb : std::uint32_t {
  kFdbControl = 1,
  kFdbExtension = 2,
  kFdbAddress = 3,
  kFdbProtection = 4,
  kFdbCreated = 5,
  kFdbUse = 6,
  kFdbVersion = 7,
  kFdbAccount = 010,
  kFdbPages = 011,
  kFdbSize = 012,
  kFdbCreatedVersion = 013,
  kFdbWritten = 014,
  kFdbRead = 015,
  kFdbCounts = 016,
  kFdbWords = 025,
};
constexpr std::uint32_t kPermanent = 0200000, kNoExtension = 0100000, kDeleted = 040000, kNotWritten = 020000,
                        kLong = 010000;
constexpr Field kByteSize{6, 11};  // of FDB word kFdbPages
enum Ddb : std::uint32_t {
  kDdbName = 1,
  kDdbMost = 2,
  kDdbLogin = 3,
  kDdbPrivileges = 4,
  kDdbNumber = 7,
  kDdbLogin133 = 010,
  kDdbWords = 012,
};
constexpr std::uint32_t kFdbHeader = 0400100, kNameHeader = 0400001, kExtensionHeader = 0400002, kOther = 0777777;

// Addresses
constexpr std::uint32_t kDiskClass = 010;         // left half
constexpr std::uint32_t kPageBits = 0160050;      // for a page in an index block: read, write, execute, access, disk
constexpr std::uint32_t kBlockBits = 050;         // for an index block in a long file's top index block
constexpr std::uint64_t kAddressMask = 03777777;  // bits 16-35
constexpr std::uint64_t kJournalMagic = 0445162526256;  // SIXBIT "DIRJRN"
constexpr Word36 numeric(std::uint32_t n) { return Word36::halves(0500000, n); }

}  // namespace utah10::tenexfs
