# How the layers and the programs around them are compiled.

# utah10_optimize(TARGET LEVEL): optimisation level in Release builds, in place of the default -O3. With sanitizers, which
# else use -O1, the layers that run at -O3 get -O2: the machine runs twice as fast.
function(utah10_optimize target level)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O${level}>)
  if(UTAH10_SANITIZE AND level EQUAL 3)
    target_compile_options(${target} PRIVATE -O2)
  endif()
endfunction()

# utah10_precompile(TARGET HEADER...): precompiles headers that most sources of the target include.
function(utah10_precompile target)
  if(UTAH10_PCH)
    target_precompile_headers(${target} PRIVATE ${ARGN})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      target_compile_options(${target} PRIVATE -fpch-preprocess)  # lets ccache see what the header holds
      # Not when the header itself is compiled: ccache would see what the one before held, and take that for its result.
      set_source_files_properties(${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/cmake_pch.hxx.cxx
                                  PROPERTIES COMPILE_OPTIONS -fno-pch-preprocess)
    endif()
  endif()
endfunction()

# utah10_use_precompiled(TARGET OWNER): uses the precompiled header of OWNER. OWNER must not have a lower optimisation level
# than TARGET: g++ 12 accepts a header precompiled at -O3 for -O2, but crashes in the opposite case.
function(utah10_use_precompiled target owner)
  if(UTAH10_PCH)
    target_precompile_headers(${target} REUSE_FROM ${owner})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      target_compile_options(${target} PRIVATE -fpch-preprocess)
    endif()
  endif()
endfunction()

set(UTAH10_STD_HEADERS
    <algorithm> <array> <cstdint> <filesystem> <fstream> <functional> <map> <memory> <optional> <set> <span> <sstream>
    <string> <string_view> <variant> <vector>)
set(UTAH10_WORD_HEADERS <fmt/format.h> <utah10/word/error.hpp> <utah10/word/virtual_time.hpp> <utah10/word/word36.hpp>)

# utah10_layer(NAME OPTIMIZE LEVEL LINK LIBRARY... [PRECOMPILE HEADER... | PRECOMPILED_BY LAYER] [UNITY | ALONE SOURCE...]): one
# static library per layer; each may link only the layers before it (tests/style checks both lists). Headers in include/
# are public and installed, those in src/ are not.
#
# A layer with UNITY or ALONE is compiled in batches of eight sources, which halves its compile time. The sources listed
# after ALONE are compiled individually, because an unnamed namespace in them defines a name that another source of the
# layer also defines. If a new source causes such a clash, the compiler reports it; rename one, or add the source to the list.
function(utah10_layer name)
  cmake_parse_arguments(PARSE_ARGV 1 layer "UNITY" "OPTIMIZE;PRECOMPILED_BY" "LINK;PRECOMPILE;ALONE")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${name}/*.cpp)
  add_library(utah10_${name} STATIC ${sources})
  add_library(utah10::${name} ALIAS utah10_${name})
  target_include_directories(utah10_${name} PUBLIC $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include>
                                                   $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/src>)
  target_link_libraries(utah10_${name} PUBLIC ${layer_LINK} PRIVATE $<BUILD_INTERFACE:utah10_strict>)
  set_target_properties(utah10_${name} PROPERTIES UTAH10_OPTIMIZE ${layer_OPTIMIZE})
  utah10_optimize(utah10_${name} ${layer_OPTIMIZE})
  if(layer_PRECOMPILE)
    utah10_precompile(utah10_${name} ${UTAH10_STD_HEADERS} ${UTAH10_WORD_HEADERS} ${layer_PRECOMPILE})
  elseif(layer_PRECOMPILED_BY)
    utah10_use_precompiled(utah10_${name} utah10_${layer_PRECOMPILED_BY})
  endif()
  if((layer_UNITY OR layer_ALONE) AND UTAH10_UNITY)
    set_target_properties(utah10_${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
    if(layer_ALONE)
      list(TRANSFORM layer_ALONE PREPEND ${CMAKE_SOURCE_DIR}/src/${name}/)
      set_source_files_properties(${layer_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # g++ treats the sources of a batch as headers
      target_compile_options(utah10_${name} PRIVATE -Wno-subobject-linkage)
    endif()
  endif()
endfunction()

# utah10_compile_as(TARGET LAYER): with the layer's options and its precompiled header.
function(utah10_compile_as target layer)
  get_target_property(level utah10_${layer} UTAH10_OPTIMIZE)
  utah10_optimize(${target} ${level})
  get_target_property(owner utah10_${layer} PRECOMPILE_HEADERS_REUSE_FROM)
  if(NOT owner)
    set(owner utah10_${layer})
  endif()
  utah10_use_precompiled(${target} ${owner})
endfunction()
