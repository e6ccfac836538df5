// A host folder for what CCN reads, prints and punches.
//
// Each file is written under a temporary name and renamed when it is complete: 000012-print-UTAH1.txt,
// 000013-punch-UTAH1.ebcdic. If a file of that name exists with the same contents, it has been written before (time
// travel repeats output) and is kept. If its contents differ, it is left alone and the new file is named
// 000012-print-UTAH1.2.txt, and so on. Errors never stop the machine; the text of the last one is kept for the user.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "network/ccn/files.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

class CcnFolder final : public CcnFiles {
 public:
  // Creates the folder if it does not exist.
  static Expected<void> prepare(const std::filesystem::path& folder);
  explicit CcnFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void keep(const CcnFile& file) override;
  std::uint64_t written() const { return written_; }
  std::uint64_t alreadyThere() const { return alreadyThere_; }
  std::uint64_t failed() const { return failed_; }
  const std::string& lastFailure() const { return lastFailure_; }

 private:
  void failure(const std::filesystem::path& file, const std::string& what);
  std::filesystem::path folder_;
  std::uint64_t written_ = 0;
  std::uint64_t alreadyThere_ = 0;
  std::uint64_t failed_ = 0;
  std::string lastFailure_;
};

// Reads a deck from a host file, for CcnServer::readDeck().
Expected<std::string> readDeckFile(const std::filesystem::path& file);

}  // namespace utah10
