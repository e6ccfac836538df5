// The files of src/experiments/published, as the build puts them into the program. Only published.cpp may ask for them.
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
