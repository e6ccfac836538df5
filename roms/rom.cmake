# Assembles and links, as a cmake -P script in which an error or a warning of a tool fails the build.
#
# -DSOURCES=..., -DOUT=...  a program: assembles SOURCES with MACRO10 and links with LINK10 to OUT.rel, OUT.lst,
#                           OUT.lines, OUT.sav and OUT.debug; with the job data area if USER is true
# -DSTEP=command;words...   runs only this command; the files of -DOUT=files... are removed if it fails
function(step)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env SOURCE_DATE_EPOCH=0 ${ARGN}
                  RESULT_VARIABLE result OUTPUT_VARIABLE typed ERROR_VARIABLE messages)
  if(result OR messages)  # warnings are messages, too
    if(STEP)
      file(REMOVE ${OUT})
    else()
      file(REMOVE ${OUT}.rel ${OUT}.sav ${OUT}.debug)
    endif()
    message(FATAL_ERROR "${typed}${messages}")
  endif()
endfunction()

list(GET OUT 0 first)
get_filename_component(folder ${first} DIRECTORY)
file(MAKE_DIRECTORY ${folder})
if(STEP)
  step(${STEP})
  return()
endif()
step(${MACRO10} -o ${OUT}.rel -l ${OUT}.lst --cref --lines ${OUT}.lines ${SOURCES})
set(job_data --no-job-data)
if(USER)
  set(job_data --job-data)
endif()
step(${LINK10} --format sav ${job_data} --debug ${OUT}.debug -o ${OUT}.sav ${OUT}.rel)
