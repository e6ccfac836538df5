# One program: SOURCES through MACRO10 and LINK10 to OUT.rel, OUT.lst, OUT.lines, OUT.sav and OUT.debug.
function(step)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env SOURCE_DATE_EPOCH=0 ${ARGN}
                  RESULT_VARIABLE result OUTPUT_VARIABLE typed ERROR_VARIABLE messages)
  if(result OR messages)  # warnings are messages, too
    file(REMOVE ${OUT}.rel ${OUT}.sav ${OUT}.debug)
    message(FATAL_ERROR "${typed}${messages}")
  endif()
endfunction()

get_filename_component(folder ${OUT} DIRECTORY)
file(MAKE_DIRECTORY ${folder})
step(${MACRO10} -o ${OUT}.rel -l ${OUT}.lst --cref --lines ${OUT}.lines ${SOURCES})
step(${LINK10} --format sav --no-job-data --debug ${OUT}.debug -o ${OUT}.sav ${OUT}.rel)
