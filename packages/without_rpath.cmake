# Run by CPack before it packs: in /usr the loader finds the libraries by itself.
file(GLOB_RECURSE files "${CPACK_TEMPORARY_DIRECTORY}/*/usr/bin/*" "${CPACK_TEMPORARY_DIRECTORY}/*/usr/lib/*.so.*"
     "${CPACK_TEMPORARY_DIRECTORY}/*/usr/lib/python3/*.so")
foreach(file IN LISTS files)
  if(NOT IS_SYMLINK "${file}")
    file(RPATH_REMOVE FILE "${file}")
  endif()
endforeach()
