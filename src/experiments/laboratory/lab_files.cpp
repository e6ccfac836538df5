#include "experiments/laboratory/lab_files.hpp"

#include <fstream>
#include <system_error>

namespace utah10 {

namespace {

namespace fs = std::filesystem;

constexpr const char* kRemedy = "tools/build builds it";

Expected<void> checkReadable(const fs::path& file) {
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) return fail(file.string(), "the file is missing", kRemedy);
  if (!std::ifstream{file, std::ios::binary}) return fail(file.string(), "cannot be read");
  return {};
}

}  // namespace

Expected<void> checkLabFiles(const LabFiles& host, std::string_view program) {
  for (const fs::path& file : {host.tape, host.pack})
    if (auto ok = checkReadable(file); !ok) return ok;
  if (host.symbols.empty())
    return fail(host.pack.string(), "the debug file of its monitor is missing in the same folder", kRemedy);
  if (auto ok = checkReadable(host.symbols); !ok) return ok;
  if (program.empty()) return {};
  return checkReadable(host.programs / program);
}

}  // namespace utah10
