#include "command/console/output_name.hpp"

#include "command/console/arguments.hpp"

namespace utah10 {

Expected<void> checkIsNew(const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::exists(file, ignored)) return fail(file.string(), "exists already", "name a new file");
  return {};
}

Expected<std::string> takeOutputName(Arguments& arguments, std::string_view usage) {
  namespace fs = std::filesystem;
  const auto name = arguments.next();
  if (!name) return fail("", "a file name is missing", std::string{usage});
  const bool replace = arguments.take("replace");
  std::error_code ignored;
  const fs::file_status there = fs::symlink_status(name->text, ignored);
  if (fs::is_directory(there)) return fail(name->text, "is a directory", "name a file in it");
  if (fs::is_symlink(there)) return fail(name->text, "is a link, which is never replaced", "name another file");
  if (fs::exists(there) && !fs::is_regular_file(there))
    return fail(name->text, "is not a regular file and is never replaced", "name another file");
  if (fs::exists(there) && !replace)
    return fail(name->text, "exists already", "name a new file, or add the word replace");
  return name->text;
}

}  // namespace utah10
