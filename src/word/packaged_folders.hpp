// Where the files that come with the programs are: the packaged TENEX and the universal files.
#pragma once

#include <filesystem>
#include <vector>

namespace utah10 {

// The folder that the environment variable UTAH10_ROMS names, if it is set; else the folder `roms` next to the program
// that runs, where the build leaves the files, and ../share/utah10, where the installation does.
std::vector<std::filesystem::path> packagedFolders();

}  // namespace utah10
