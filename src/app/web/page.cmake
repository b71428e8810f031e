# The program as a module for web/page.js: ikscope.mjs, its .wasm, and the files that it reads in .data.
set(IKSCOPE_WEB_FONTS "${PROJECT_SOURCE_DIR}/build/web-fonts" CACHE PATH "What scripts/web_fonts has written")
set(IKSCOPE_WEB_ASSETS "${PROJECT_SOURCE_DIR}/build/web-assets" CACHE PATH "What scripts/web_assets has written")
foreach(from_to "${IKSCOPE_WEB_ASSETS}/scenes@/ikscope/assets/scenes"
                "${IKSCOPE_WEB_ASSETS}/lessons@/ikscope/assets/lessons"
                "${IKSCOPE_WEB_ASSETS}/shaders@/ikscope/shaders" "${IKSCOPE_WEB_FONTS}@/usr/share/fonts/inter")
  string(REGEX REPLACE "@.*" "" folder "${from_to}")
  file(GLOB_RECURSE files CONFIGURE_DEPENDS "${folder}/*")
  list(APPEND page_files ${files})
  list(APPEND page_reads "SHELL:--preload-file ${from_to}")
endforeach()
set(CMAKE_EXECUTABLE_SUFFIX .mjs)
add_link_options(-sALLOW_MEMORY_GROWTH=1 -sTOTAL_STACK=1048576 -sMODULARIZE=1 -sEXPORT_ES6=1 -sFORCE_FILESYSTEM=1
                 -sEXIT_RUNTIME=0 -sMALLOC=emmalloc)
set(page_options
    -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2 -sINITIAL_MEMORY=67108864 -sEXPORT_NAME=ikscope -sENVIRONMENT=web,worker
    -sINVOKE_RUN=0 -sEXPORTED_RUNTIME_METHODS=FS,ENV,callMain,ccall -sEXPORTED_FUNCTIONS=_main,_malloc,_free
    -sBINARYEN_EXTRA_PASSES=--traps-never-happen ${page_reads})

# Loaded when there is a mesh to be read.
add_executable(ikscope-meshes app/web/meshes/main.cpp)
target_link_libraries(ikscope-meshes PRIVATE ikscope_flags mesh_file)
target_link_options(ikscope-meshes PRIVATE --no-entry -sENVIRONMENT=worker -sEXPORT_NAME=meshes
                    -sEXPORTED_RUNTIME_METHODS=FS,ccall)
