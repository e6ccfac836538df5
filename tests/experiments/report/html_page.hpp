// Reads an HTML page strictly: every element is closed in order, attributes are in quotes, characters are escaped.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace utah10::test {

class HtmlPage {
 public:
  struct Tag {
    std::string name;
    std::vector<std::pair<std::string, std::string>> attributes;
    std::string of(const std::string& attribute) const {
      for (const auto& [name_, value] : attributes)
        if (name_ == attribute) return value;
      return {};
    }
  };
  using Rows = std::vector<std::vector<std::string>>;

  explicit HtmlPage(const std::string& text) : text_(text) {
    while (error_.empty() && at_ < text_.size()) text_[at_] == '<' ? readTag() : readText();
    if (error_.empty() && !open_.empty()) error_ = open_.back() + " is not closed";
  }

  // What is wrong with the page; empty if nothing is.
  const std::string& error() const { return error_; }
  const std::vector<Tag>& tags() const { return tags_; }
  // The cells of each table, without the line of origins.
  const std::vector<Rows>& tables() const { return tables_; }

  std::size_t count(const std::string& name) const {
    return static_cast<std::size_t>(std::ranges::count(tags_, name, &Tag::name));
  }
  std::vector<std::string> values(const std::string& attribute) const {
    std::vector<std::string> all;
    for (const Tag& t : tags_)
      for (const auto& [name, value] : t.attributes)
        if (name == attribute) all.push_back(value);
    return all;
  }

 private:
  void fail(const std::string& what) { error_ = what + " at: " + text_.substr(at_, 80); }

  void readTag() {
    if (text_.compare(at_, 2, "<!") == 0) return skipTo(">");
    if (text_.compare(at_, 2, "</") == 0) return readEnd();
    ++at_;
    Tag tag;
    tag.name = word();
    if (tag.name.empty()) return fail("a < that begins no tag");
    bool closed = false;
    while (error_.empty() && at_ < text_.size() && text_[at_] != '>') {
      if (text_[at_] == '/') {
        closed = true;
        ++at_;
      } else if (!blank(text_[at_])) {
        readAttribute(tag);
      } else {
        ++at_;
      }
    }
    ++at_;
    begin(tag, closed);
  }

  void begin(const Tag& tag, bool closed) {
    static const std::set<std::string> kVoid = {"meta", "br", "link", "img", "hr", "input"};
    tags_.push_back(tag);
    if (tag.name == "table") tables_.emplace_back();
    if (tag.name == "tr") tables_.back().emplace_back();
    if (tag.name == "th" || tag.name == "td") tables_.back().back().emplace_back();
    if (closed || kVoid.contains(tag.name)) return;
    open_.push_back(tag.name);
    if (tag.name == "style" || tag.name == "script") at_ = std::min(text_.find("</" + tag.name, at_), text_.size());
  }

  void readAttribute(Tag& tag) {
    const std::string name = word();
    if (name.empty()) return fail("no attribute");
    std::string value;
    while (at_ < text_.size() && blank(text_[at_])) ++at_;
    if (text_[at_] == '=') {
      ++at_;
      while (at_ < text_.size() && blank(text_[at_])) ++at_;
      const char quote = text_[at_];
      if (quote != '"' && quote != '\'') return fail("an attribute without quotes");
      const std::size_t end = text_.find(quote, ++at_);
      if (end == std::string::npos) return fail("a quote that does not end");
      value = text_.substr(at_, end - at_);
      at_ = end + 1;
    }
    tag.attributes.emplace_back(name, value);
  }

  void readEnd() {
    at_ += 2;
    const std::string name = word();
    if (open_.empty() || open_.back() != name)
      return fail(name + " is closed, not " + (open_.empty() ? "" : open_.back()));
    open_.pop_back();
    skipTo(">");
  }

  void readText() {
    const std::size_t end = std::min(text_.find('<', at_), text_.size());
    std::string text = text_.substr(at_, end - at_);
    for (std::size_t a = text.find('&'); a != std::string::npos; a = text.find('&', a + 1))
      if (text.find(';', a) > a + 8) return fail("an & that is not escaped");
    for (const auto& [entity, sign] : {std::pair{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&amp;", "&"}})
      for (std::size_t a = text.find(entity); a != std::string::npos; a = text.find(entity))
        text.replace(a, std::string{entity}.size(), sign);
    const bool inCell = std::ranges::find(open_, "td") != open_.end() || std::ranges::find(open_, "th") != open_.end();
    if (inCell) tables_.back().back().back() += text;
    at_ = end;
  }

  void skipTo(const std::string& end) {
    const std::size_t found = text_.find(end, at_);
    if (found == std::string::npos) return fail("no " + end);
    at_ = found + end.size();
  }

  std::string word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && !blank(text_[at_]) && std::string{"=>/\"'<"}.find(text_[at_]) == std::string::npos)
      ++at_;
    return text_.substr(begin, at_ - begin);
  }
  static bool blank(char c) { return c == ' ' || c == '\n' || c == '\t'; }

  const std::string& text_;
  std::size_t at_ = 0;
  std::string error_;
  std::vector<std::string> open_;
  std::vector<Tag> tags_;
  std::vector<Rows> tables_;
};

}  // namespace utah10::test
