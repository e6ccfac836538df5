// A folder of the user's for what CCN reads, prints and punches.
//
// Each file is written under a new name and renamed when it is whole: 000012-print-UTAH1.txt,
// 000013-punch-UTAH1.ebcdic. A file of that name with the same contents is the one already written (time travel makes
// them again) and stays as it is; with other contents it is not ours to touch, and the file becomes
// 000012-print-UTAH1.2.txt, and so on. Errors: nothing stops the machine; the last failure is kept as text for the
// operator.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "network/ccn/files.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

class CcnFolder final : public CcnFiles {
 public:
  // Makes the folder if there is none.
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

// A deck off a host file, as CcnServer::readDeck() takes it.
Expected<std::string> readDeckFile(const std::filesystem::path& file);

}  // namespace utah10
