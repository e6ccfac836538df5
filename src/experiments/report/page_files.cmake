# Writes OUT, a C++ source with the style and the script of HTML reports in FOLDER.
file(READ ${FOLDER}/page.css style)
file(READ ${FOLDER}/page.js script)
file(WRITE ${OUT} "#include \"experiments/report/page_files.hpp\"

namespace utah10 {

std::string_view pageStyle() { return R\"page(${style})page\"; }
std::string_view pageScript() { return R\"page(${script})page\"; }

}  // namespace utah10
")
