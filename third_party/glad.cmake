# glad's loader for OpenGL 3.3 core and OpenGL ES 3.0, generated here; --reproducible keeps it off the
# network.
find_program(glad_program glad REQUIRED)
set(glad_dir ${CMAKE_CURRENT_BINARY_DIR}/glad-with-es)
if(NOT EXISTS ${glad_dir}/src/gl.c)
  execute_process(
    COMMAND ${glad_program} --reproducible --merge --api gl:core=3.3,gles2=3.0 --extensions ""
            --out-path ${glad_dir} c
    RESULT_VARIABLE glad_failed OUTPUT_VARIABLE glad_output ERROR_VARIABLE glad_output)
  if(glad_failed)
    message(FATAL_ERROR "glad could not write the OpenGL loader to ${glad_dir}: ${glad_output}")
  endif()
endif()
add_library(third_party_glad STATIC ${glad_dir}/src/gl.c)
target_include_directories(third_party_glad SYSTEM PUBLIC ${glad_dir}/include)
target_link_libraries(third_party_glad PUBLIC ${CMAKE_DL_LIBS})
