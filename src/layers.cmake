# How the layers and the programs around them are compiled.

# utah10_optimize(TARGET LEVEL): -O1 or -O2 instead of the -O3 of an optimised build; Debug stays unoptimised.
function(utah10_optimize target level)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O${level}>)
endfunction()

# utah10_precompile(TARGET HEADER...): what most sources of the target include anyway.
function(utah10_precompile target)
  if(UTAH10_PCH)
    target_precompile_headers(${target} PRIVATE ${ARGN})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      target_compile_options(${target} PRIVATE -fpch-preprocess)  # lets ccache see what the header holds
    endif()
  endif()
endfunction()

# utah10_unite(TARGET N): compiles N sources as one. Names in unnamed namespaces must differ within a layer.
function(utah10_unite target size)
  if(UTAH10_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${size})
  endif()
endfunction()

set(UTAH10_STD_HEADERS
    <algorithm> <array> <cstdint> <filesystem> <fstream> <functional> <map> <memory> <optional> <set> <span> <sstream>
    <string> <string_view> <variant> <vector>)
set(UTAH10_WORD_HEADERS <fmt/format.h> <utah10/word/error.hpp> <utah10/word/virtual_time.hpp> <utah10/word/word36.hpp>)

# utah10_layer(NAME OPTIMIZE LEVEL LINK LIBRARY...): one static library per layer; each may link only the layers before it
# (tests/style checks both lists). Headers in include/ are public and installed, those in src/ are not.
function(utah10_layer name)
  cmake_parse_arguments(PARSE_ARGV 1 layer "UNITY" "OPTIMIZE" "LINK;PRECOMPILE")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${name}/*.cpp)
  add_library(utah10_${name} STATIC ${sources})
  add_library(utah10::${name} ALIAS utah10_${name})
  target_include_directories(utah10_${name} PUBLIC $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include>
                                                   $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/src>)
  target_link_libraries(utah10_${name} PUBLIC ${layer_LINK} PRIVATE $<BUILD_INTERFACE:utah10_strict>)
  set_target_properties(utah10_${name} PROPERTIES UTAH10_OPTIMIZE ${layer_OPTIMIZE})
  utah10_optimize(utah10_${name} ${layer_OPTIMIZE})
  utah10_precompile(utah10_${name} ${UTAH10_STD_HEADERS} ${UTAH10_WORD_HEADERS} ${layer_PRECOMPILE})
  if(layer_UNITY)
    utah10_unite(utah10_${name} 8)
  endif()
endfunction()

# utah10_share_precompiled(TARGET FIRST HEADER...): FIRST precompiles the headers, targets with the same options use them.
function(utah10_share_precompiled target first)
  if(target STREQUAL first)
    utah10_precompile(${target} ${UTAH10_STD_HEADERS} ${UTAH10_WORD_HEADERS} ${ARGN})
  elseif(UTAH10_PCH)
    target_precompile_headers(${target} REUSE_FROM ${first})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      target_compile_options(${target} PRIVATE -fpch-preprocess)
    endif()
  endif()
endfunction()

# utah10_compile_as(TARGET LAYER): with the layer's options and its precompiled header.
function(utah10_compile_as target layer)
  get_target_property(level utah10_${layer} UTAH10_OPTIMIZE)
  utah10_optimize(${target} ${level})
  utah10_share_precompiled(${target} utah10_${layer})
endfunction()
