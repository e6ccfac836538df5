// The pages of the manual that the program writes itself, in Markdown, from the tables that it works with. They are
// kept in docs/reference; a test compares them with what is written here.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace utah10 {

enum class ReferencePage { Commands, MachineFile };

// "commands", "machine-file": the name on the command line, and the file's in docs/reference without its ".md".
std::vector<std::string> referencePageNames();
std::optional<ReferencePage> referencePageOf(std::string_view name);
std::string referencePage(ReferencePage page);

// Text that Markdown shows as it is.
std::string markdownText(std::string_view text);

}  // namespace utah10
