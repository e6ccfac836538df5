#include "command/lab/report_writer.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <system_error>

#include "command/lab/gnuplot.hpp"
#include "experiments/report/html_report.hpp"
#include "toolchain/output_file.hpp"
#include "word/version.hpp"

namespace utah10 {

namespace {

namespace fs = std::filesystem;

constexpr const char* kFolder = "--format csv writes a file for each table: name a folder";

// A folder that exists, or that can be made in one that exists.
Expected<void> checkFolder(const fs::path& folder) {
  std::error_code ignored;
  if (folder.empty()) return fail("--format csv", "writes a file for each table", "name their folder with --output");
  const bool isFile = fs::exists(folder, ignored) && !fs::is_directory(folder, ignored);
  if (isFile || folder.extension() == ".csv") return fail(folder.string(), "is a file", kFolder);
  // What is tried is the name of a file in it, or beside it if it is to be made.
  const bool exists = fs::is_directory(folder, ignored);
  return checkWritable(exists ? folder / "columns.csv" : folder);
}

Expected<void> writeFolder(const fs::path& folder, const std::vector<ReportFile>& files) {
  std::error_code error;
  fs::create_directory(folder, error);
  if (error) return fail(folder.string(), "cannot be made: " + error.message(), kFolder);
  for (const ReportFile& f : files)
    if (auto written = writeFileWhole(folder / f.name, std::string_view{f.text}); !written) return written;
  return {};
}

void sayNoPlots(const Error& why) { fmt::print(stderr, "utah10: --html: {}; the report has no plots\n", why.text()); }

}  // namespace

Expected<void> writeHtml(const Report& report, const ReportOptions& o) {
  HtmlFacts facts{versionOf("utah10"), o.command, {}};
  const auto drawings = drawPlots(plotsOf(report));
  if (!drawings) {
    facts.undrawn = "The plots have not been drawn: " + drawings.error().text() + ".";
    sayNoPlots(drawings.error());
  }
  const std::string page = htmlReport(report, facts, drawings.value_or(std::vector<PlotDrawing>{}));
  return writeFileWhole(o.html, std::string_view{page});
}

Expected<void> checkReport(const ReportOptions& o) {
  if (o.format == "csv")
    if (auto ok = checkFolder(o.output); !ok) return ok;
  if (o.format != "csv" && !o.output.empty())
    if (auto ok = checkWritable(o.output); !ok) return ok;
  if (o.html.empty()) return {};
  if (auto ok = checkWritable(o.html); !ok) return ok;
  if (const auto draws = checkGnuplot(); !draws) sayNoPlots(draws.error());
  return {};
}

ReportWriter::ReportWriter(const Report& opening, const ReportOptions& options) : options_(options) {
  if (options.format != "text" || !options.output.empty()) return;
  shown_ = opening.beginning();
  fmt::print("{}", shown_);
  std::fflush(stdout);
}

Expected<void> ReportWriter::writeForm(const Report& report) const {
  if (options_.format == "csv") return writeFolder(options_.output, report.csv());
  const std::string text = options_.format == "json" ? report.json() : report.text();
  if (!options_.output.empty()) return writeFileWhole(options_.output, std::string_view{text});
  fmt::print("{}", std::string_view{text}.substr(shown_.size()));
  return {};
}

Expected<void> ReportWriter::write(const Report& report) {
  const auto form = writeForm(report);
  if (options_.html.empty()) return form;
  const auto page = writeHtml(report, options_);
  return form ? page : form;
}

}  // namespace utah10
