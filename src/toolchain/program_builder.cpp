#include "toolchain/program_builder.hpp"

#include <map>

#include "toolchain/input_file.hpp"
#include "toolchain/source_texts.hpp"
#include "toolchain/universal_files.hpp"
#include "utah10/toolchain/assembler.hpp"
#include "utah10/toolchain/linker.hpp"
#include "word/letters.hpp"

namespace utah10 {

namespace {

namespace fs = std::filesystem;

bool endsIn(const std::string& file, std::string_view extension) {
  return sameWord(fs::path{file}.extension().string(), extension);
}

class ProgramBuilder {
 public:
  explicit ProgramBuilder(const std::vector<fs::path>& folders) : folders_(folders) {}

  Expected<void> add(const std::string& file) { return endsIn(file, ".rel") ? load(file) : assembled(file); }

  BuiltProgram finish() {
    if (wrong_) return std::move(built_);
    for (const FileRequest& r : linker_.takeRequests())
      linker_.addError({r.where, "requests the file " + r.name, "name it with the program's files"});
    LinkResult result = linker_.finish();
    for (const Error& e : result.errors) built_.messages.push_back(e.text());
    built_.image = std::move(result.image);
    built_.debug = debugFileOf(result.programs, tables_);
    return std::move(built_);
  }

 private:
  Expected<void> load(const std::string& file) {
    const auto words = readWordFile(file);
    if (!words) return tl::unexpected(words.error());
    linker_.load(*words);
    const fs::path lines = fs::path{file}.replace_extension(".lines");
    std::error_code ignored;
    if (!fs::exists(lines, ignored)) return {};
    const auto bytes = readFileWhole(lines);
    if (!bytes) return tl::unexpected(bytes.error());
    auto table = parseLineTable(lines.string(), {reinterpret_cast<const char*>(bytes->data()), bytes->size()});
    if (!table) return tl::unexpected(table.error());
    tables_[file] = std::move(*table);
    return {};
  }

  Expected<void> assembled(const std::string& file) {
    const std::vector<std::string> names = sourceNames({file});
    const auto sources = readSources(names);
    if (!sources) return tl::unexpected(sources.error());
    AssemblerOptions options;
    options.findUniversal = [this](std::string_view name) { return universal(name); };
    AssemblyResult result = assemble(*sources, options);
    for (const AssemblyMessage& m : result.messages) built_.messages.push_back(m.format());
    wrong_ = wrong_ || result.errors != 0;
    for (UniversalFile& u : result.universals) own_[upperCase(u.name)] = std::move(u.words);
    if (result.rel.empty()) return {};
    const std::string rel = fs::path{names.back()}.replace_extension("rel").string();
    tables_[rel] = lineTableOf(result);
    linker_.load(WordFile{rel, encodeRel(result.rel)});
    return {};
  }

  Expected<std::optional<std::vector<Word36>>> universal(std::string_view name) const {
    if (const auto own = own_.find(upperCase(name)); own != own_.end()) return own->second;
    return findUniversal(folders_, name);
  }

  const std::vector<fs::path>& folders_;
  std::map<std::string, std::vector<Word36>> own_;
  std::map<std::string, LineTable> tables_;  // by relocatable file
  Linker linker_;
  BuiltProgram built_;
  bool wrong_ = false;
};

}  // namespace

Expected<BuiltProgram> buildProgram(const std::vector<std::string>& files, const std::vector<fs::path>& universals) {
  if (files.size() == 1 && (endsIn(files.front(), ".sav") || endsIn(files.front(), ".exe"))) {
    auto image = loadCoreImage(files.front());
    if (!image) return tl::unexpected(image.error());
    return BuiltProgram{image->notes, std::move(*image)};
  }
  ProgramBuilder builder{universals};
  for (const std::string& file : files)
    if (auto done = builder.add(file); !done) return tl::unexpected(done.error());
  return builder.finish();
}

}  // namespace utah10
