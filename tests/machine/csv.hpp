// A row-by-row CSV reader for test tables: quotes are honoured, the first row names the columns.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace utah10::test {

using Row = std::map<std::string, std::string>;

inline std::vector<std::string> splitRow(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      fields.emplace_back();
    else if (c != '\r')
      fields.back() += c;
  }
  return fields;
}

inline std::vector<Row> readCsv(const std::string& name) {
  std::ifstream in(std::string(UTAH10_SOURCE_DIR) + "/tests/machine/tables/" + name);
  EXPECT_TRUE(in) << "table " << name << " is missing";
  std::string line;
  std::getline(in, line);
  const std::vector<std::string> names = splitRow(line);
  std::vector<Row> rows;
  while (std::getline(in, line)) {
    const std::vector<std::string> fields = splitRow(line);
    Row row;
    for (std::size_t i = 0; i < names.size(); ++i) row[names[i]] = i < fields.size() ? fields[i] : "";
    rows.push_back(std::move(row));
  }
  EXPECT_FALSE(rows.empty()) << "table " << name << " is empty";
  return rows;
}

}  // namespace utah10::test
