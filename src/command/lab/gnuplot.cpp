#include "command/lab/gnuplot.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include "command/host/temporary_folder.hpp"
#include "toolchain/output_file.hpp"

namespace utah10 {

namespace {

namespace fs = std::filesystem;

constexpr const char* kPackage = "install the package gnuplot-nox";

// What a started program reads and writes in place of the terminal.
class Redirections {
 public:
  Redirections() { ::posix_spawn_file_actions_init(&actions_); }
  Redirections(const Redirections&) = delete;
  ~Redirections() { ::posix_spawn_file_actions_destroy(&actions_); }
  void add(int descriptor, const fs::path& file, int flags) {
    ::posix_spawn_file_actions_addopen(&actions_, descriptor, file.c_str(), flags, 0600);
  }
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

// Runs gnuplot on `script`, which ends when it has drawn; its output is in `output`. -d: without the user's settings.
Expected<void> runGnuplot(const fs::path& script, const fs::path& output, const fs::path& messages) {
  std::array<std::string, 3> words = {"gnuplot", "-d", script.string()};
  std::array<char*, 4> argv = {words[0].data(), words[1].data(), words[2].data(), nullptr};
  constexpr int kNew = O_WRONLY | O_CREAT | O_TRUNC;
  Redirections files;
  files.add(STDIN_FILENO, "/dev/null", O_RDONLY);
  files.add(STDOUT_FILENO, output, kNew);
  files.add(STDERR_FILENO, messages, kNew);
  pid_t child = 0;
  if (const int why = ::posix_spawnp(&child, "gnuplot", files.get(), nullptr, argv.data(), environ); why != 0)
    return fail("gnuplot", "cannot be started: " + std::generic_category().message(why), kPackage);
  int status = 0;
  while (::waitpid(child, &status, 0) == -1)
    if (errno != EINTR) return fail("gnuplot", "its end is not known: " + std::generic_category().message(errno));
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  return fail("gnuplot", WIFEXITED(status) ? fmt::format("failed with exit code {}", WEXITSTATUS(status))
                                           : fmt::format("was ended by signal {}", WTERMSIG(status)));
}

std::string contentsOf(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream{file, std::ios::binary}.rdbuf();
  return text.str();
}

// The first line in which gnuplot says what it did not understand.
std::string complaintIn(const std::string& messages) {
  std::istringstream lines{messages};
  for (std::string line; std::getline(lines, line);)
    if (line.find_first_not_of(" \t^") != std::string::npos) return line;
  return {};
}

Expected<std::string> outputOf(const std::string& script) {
  const auto folder = TemporaryFolder::make("gnuplot");
  if (!folder) return tl::unexpected(folder.error());
  const fs::path input = folder->path() / "plots.gp", output = folder->path() / "plots.svg",
                 messages = folder->path() / "messages";
  if (auto written = writeFileWhole(input, std::string_view{script}); !written) return tl::unexpected(written.error());
  if (auto run = runGnuplot(input, output, messages); !run) {
    Error error = run.error();
    if (const std::string complaint = complaintIn(contentsOf(messages)); !complaint.empty())
      error.what += ": " + complaint;
    return tl::unexpected(error);
  }
  return contentsOf(output);
}

}  // namespace

Expected<void> checkGnuplot() {
  if (const auto output = outputOf(""); !output) return tl::unexpected(output.error());
  return {};
}

Expected<std::vector<PlotDrawing>> drawPlots(const std::vector<PlottedData>& plots) {
  if (plots.empty()) return std::vector<PlotDrawing>{};
  const auto output = outputOf(gnuplotScript(plots));
  if (!output) return tl::unexpected(output.error());
  std::vector<std::string> names;
  for (const PlottedData& p : plots) names.push_back(p.plot.name);
  std::vector<PlotDrawing> drawings = drawingsOf(*output, names);
  if (drawings.empty()) return fail("gnuplot", "did not draw all plots", kPackage);
  return drawings;
}

}  // namespace utah10
