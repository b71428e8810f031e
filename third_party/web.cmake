# For the browser (Emscripten). scripts/web fetches what is compiled.

set(third_party_include "${CMAKE_BINARY_DIR}/include")
# A newer libc++ than Emscripten's: C++20's ranges and coroutines. Its headers, with this instead of what
# Debian has built it with; the library is Emscripten's.
file(CONFIGURE OUTPUT "${third_party_include}/site/__config_site" CONTENT
"#pragma once
#define _LIBCPP_ABI_NAMESPACE __2
#define _LIBCPP_HAS_MUSL_LIBC
#define _LIBCPP_HAS_NO_VENDOR_AVAILABILITY_ANNOTATIONS
#define _LIBCPP_ENABLE_ASSERTIONS_DEFAULT 0
#define _LIBCPP_DISABLE_VISIBILITY_ANNOTATIONS
#define _LIBCPP_ENABLE_EXPERIMENTAL
")
find_path(web_libcxx ranges PATHS /usr/lib/llvm-15/include/c++/v1 NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
# SSE2 by SIMD: so Eigen adds in the same order as for every x86-64 processor. Emscripten has its headers but for one,
# which Eigen includes and does not use; and Eigen has assembler of x86 for GCC before 6.3 and from 6.0 on,
# by numbers that 5.13 passes both times. Its products are cut by the number of registers.
file(CONFIGURE OUTPUT "${third_party_include}/mmintrin.h" CONTENT "")
add_compile_options(-fwasm-exceptions -msimd128 -msse2 -fgnuc-version=5.13.0 -ffp-contract=off -Wno-unknown-warning-option
                    -DEIGEN_ARCH_DEFAULT_NUMBER_OF_REGISTERS=16)
add_link_options(-fwasm-exceptions)
add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-nostdinc++ -isystem ${third_party_include}/site -isystem ${web_libcxx}>")

include(third_party/from_sources.cmake)
# By streams, as it would without, reading numbers takes a fiftieth of what a page loads.
target_compile_options(tomlplusplus::tomlplusplus INTERFACE -DTOML_INT_CHARCONV=1 -DTOML_FLOAT_CHARCONV=1
                       "SHELL:-include ${CMAKE_CURRENT_LIST_DIR}/float_from_chars.h")
target_compile_definitions(third_party_imgui PUBLIC IMGUI_IMPL_OPENGL_ES3 IMGUI_DISABLE_DEMO_WINDOWS
                           IMGUI_DISABLE_METRICS_WINDOW)
set_source_files_properties("${imgui}/backends/imgui_impl_opengl3.cpp" PROPERTIES COMPILE_DEFINITIONS
                            glGetIntegerv=known_state)  # src/app/web/known_state.cpp

# OpenGL ES 3.0 is WebGL 2, and needs no loader.
file(CONFIGURE OUTPUT "${third_party_include}/glad/gl.h" CONTENT "#include <GLES3/gl3.h>\n")
third_party_headers(third_party_glad)

if(IKSCOPE_BENCH)
  file(GLOB benchmark "${IKSCOPE_SOURCES}/benchmark-*")
  file(GLOB benchmark_sources "${benchmark}/src/*.cc")
  list(FILTER benchmark_sources EXCLUDE REGEX "benchmark_main")
  add_library(third_party_benchmark STATIC ${benchmark_sources})
  target_compile_options(third_party_benchmark PRIVATE -w)
  target_compile_definitions(third_party_benchmark PRIVATE HAVE_STD_REGEX)
  target_include_directories(third_party_benchmark SYSTEM PUBLIC "${benchmark}/include")
  add_library(benchmark::benchmark ALIAS third_party_benchmark)
endif()
