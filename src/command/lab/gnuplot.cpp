#include "command/lab/gnuplot.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include "command/host/child_process.hpp"
#include "command/host/temporary_folder.hpp"
#include "toolchain/output_file.hpp"

namespace utah10 {

namespace {

namespace fs = std::filesystem;

constexpr const char* kPackage = "install the package gnuplot-nox";

// The program that PATH names; empty: none.
fs::path inPath(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders{path == nullptr ? "" : path};
  for (std::string folder; std::getline(folders, folder, ':');)
    if (const fs::path file = fs::path{folder} / program; ::access(file.c_str(), X_OK) == 0) return file;
  return {};
}

// Runs gnuplot on `script`, which ends when it has drawn; its output is in `output`. -d: without the user's settings.
Expected<void> runGnuplot(const fs::path& script, const fs::path& output, const fs::path& messages) {
  const fs::path program = inPath("gnuplot");
  if (program.empty())
    return fail("gnuplot", "cannot be started: " + std::generic_category().message(ENOENT), kPackage);
  const auto end = runChild({.program = program,
                             .arguments = {"-d", script.string()},
                             .output = output,
                             .errors = messages,
                             .limit = std::nullopt});
  if (!end) return tl::unexpected(end.error());
  if (end->exitCode == 0) return {};
  constexpr int kSignalled = 128;
  return fail("gnuplot", end->exitCode > kSignalled ? fmt::format("was ended by signal {}", end->exitCode - kSignalled)
                                                    : fmt::format("failed with exit code {}", end->exitCode));
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
