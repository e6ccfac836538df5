// All files that CCN reads, prints and punches, kept in memory for comparison with the transfers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "network/ccn/files.hpp"

namespace utah10 {

class CcnRecord final : public CcnFiles {
 public:
  void keep(const CcnFile& file) override { files_.push_back(file); }
  const std::vector<CcnFile>& files() const { return files_; }
  // The last deck or print of a job; null if there is none.
  const CcnFile* last(CcnFileKind kind, std::string_view job) const {
    for (std::size_t n = files_.size(); n-- > 0;)
      if (files_[n].kind == kind && files_[n].job == job) return &files_[n];
    return nullptr;
  }

 private:
  std::vector<CcnFile> files_;
};

// Contents as host text.
inline std::string textOf(const CcnFile& file) { return {file.contents.begin(), file.contents.end()}; }

}  // namespace utah10
