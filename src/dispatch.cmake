# src/ik for newer generations of x86-64 beside the one for all. The loader of glibc takes the best that
# the machine has: subdirectories of glibc-hwcaps, see ld.so(8).
foreach(generation x86-64-v3 x86-64-v4)  # the loader would take what an earlier configuration has left
  if(NOT generation IN_LIST IKSCOPE_DISPATCH)
    file(REMOVE_RECURSE ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/glibc-hwcaps/${generation})
  endif()
endforeach()
if(NOT generations)
  return()
endif()

target_compile_definitions(base INTERFACE ${eigen_alignment})
# A library calls its own copy of a template, which is compiled for its instructions, not that of the
# program.
target_link_options(ik PRIVATE -Wl,-Bsymbolic-functions)
get_target_property(sources ik SOURCES)
foreach(generation IN LISTS IKSCOPE_DISPATCH)
  set(name ik-${generation})
  add_library(${name} SHARED ${sources})
  foreach(property LINK_LIBRARIES COMPILE_OPTIONS COMPILE_FEATURES INCLUDE_DIRECTORIES LINK_OPTIONS UNITY_BUILD
                   UNITY_BUILD_BATCH_SIZE UNITY_BUILD_CODE_BEFORE_INCLUDE OUTPUT_NAME VERSION SOVERSION)
    get_target_property(value ik ${property})
    if(NOT value STREQUAL "value-NOTFOUND")
      set_target_properties(${name} PROPERTIES ${property} "${value}")
    endif()
  endforeach()
  target_compile_options(${name} PRIVATE -march=${generation} -Wno-uninitialized -Wno-array-bounds)
  set(folder glibc-hwcaps/${generation})
  set_target_properties(${name} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/${folder}
                        INSTALL_RPATH "$ORIGIN/../..")
  install(TARGETS ${name} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/${folder} COMPONENT libikscope NAMELINK_SKIP)
  add_dependencies(ik ${name})
endforeach()
if(IKSCOPE_DISPATCH AND IKSCOPE_DISPATCH_NATIVE)  # then the one for all runs with --reproducible alone
  target_compile_options(ik PRIVATE -O1)  # the same bits, compiled sooner
endif()
