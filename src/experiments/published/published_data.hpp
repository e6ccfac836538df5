// The files of src/experiments/published, embedded in the program by the build. Only published.cpp may use them.
#pragma once

#include <span>
#include <string_view>

namespace utah10 {

struct PublishedFile {
  std::string_view name;  // "rfc415"
  std::string_view text;
};

std::span<const PublishedFile> publishedFiles();

}  // namespace utah10
