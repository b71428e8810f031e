# For the browser (Emscripten): others' headers as Debian has them, apart from those of this machine's
# system; Dear ImGui, tinyxml2, zlib, meshoptimizer and qrcodegen compiled from Debian's sources, which scripts/web fetches.

set(IKSCOPE_WEB_SOURCES "${PROJECT_SOURCE_DIR}/build/web-sources" CACHE PATH "What scripts/web has fetched")
set(web_include "${CMAKE_BINARY_DIR}/include")
foreach(header eigen3/Eigen eigen3/unsupported glm toml++ CLI nlohmann LBFGS.h LBFGSB.h LBFGSpp
               stb/stb_image_write.h stb/stb_image.h fast_float)
  get_filename_component(name ${header} NAME)
  find_path(web_${name} ${header} PATHS /usr/include NO_CMAKE_FIND_ROOT_PATH REQUIRED)
  file(MAKE_DIRECTORY "${web_include}")
  file(CREATE_LINK "${web_${name}}/${header}" "${web_include}/${name}" SYMBOLIC)
endforeach()

# A newer libc++ than Emscripten's: C++20's ranges and coroutines. Its headers, with this instead of what
# Debian has built it with; the library is Emscripten's.
file(CONFIGURE OUTPUT "${web_include}/site/__config_site" CONTENT
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
file(CONFIGURE OUTPUT "${web_include}/mmintrin.h" CONTENT "")
add_compile_options(-fwasm-exceptions -msimd128 -msse2 -fgnuc-version=5.13.0 -ffp-contract=off -Wno-unknown-warning-option
                    -DEIGEN_ARCH_DEFAULT_NUMBER_OF_REGISTERS=16)
add_link_options(-fwasm-exceptions)
add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-nostdinc++ -isystem ${web_include}/site -isystem ${web_libcxx}>")

function(web_headers name)
  add_library(${name} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${name} SYSTEM INTERFACE "${web_include}")
endfunction()
web_headers(Eigen3::Eigen)
web_headers(tomlplusplus::tomlplusplus)
# By streams, as it would without, reading numbers takes a fiftieth of what a page loads.
target_compile_options(tomlplusplus::tomlplusplus INTERFACE -DTOML_INT_CHARCONV=1 -DTOML_FLOAT_CHARCONV=1
                       "SHELL:-include ${CMAKE_CURRENT_LIST_DIR}/float_from_chars.h")
web_headers(CLI11::CLI11)
web_headers(nlohmann_json::nlohmann_json)
web_headers(glm::glm)
web_headers(third_party_lbfgspp)
web_headers(third_party_stb)

file(GLOB tinyxml2 "${IKSCOPE_WEB_SOURCES}/tinyxml2-*")
add_library(tinyxml2 STATIC "${tinyxml2}/tinyxml2.cpp")
target_include_directories(tinyxml2 SYSTEM PUBLIC "${tinyxml2}")
add_library(tinyxml2::tinyxml2 ALIAS tinyxml2)

file(GLOB zlib "${IKSCOPE_WEB_SOURCES}/zlib-*")
foreach(name adler32 crc32 deflate inffast inflate inftrees trees zutil)
  list(APPEND zlib_sources "${zlib}/${name}.c")
endforeach()
add_library(third_party_zlib STATIC ${zlib_sources})
target_compile_options(third_party_zlib PRIVATE -w)  # old C
target_include_directories(third_party_zlib SYSTEM PUBLIC "${zlib}")
add_library(ZLIB::ZLIB ALIAS third_party_zlib)

file(GLOB imgui "${IKSCOPE_WEB_SOURCES}/imgui-*")
add_library(third_party_imgui STATIC "${imgui}/imgui.cpp" "${imgui}/imgui_draw.cpp" "${imgui}/imgui_tables.cpp"
            "${imgui}/imgui_widgets.cpp" "${imgui}/backends/imgui_impl_opengl3.cpp")
target_include_directories(third_party_imgui SYSTEM PUBLIC "${imgui}" "${imgui}/backends")
target_compile_definitions(third_party_imgui PUBLIC IMGUI_IMPL_OPENGL_ES3 IMGUI_DISABLE_DEMO_WINDOWS
                           IMGUI_DISABLE_METRICS_WINDOW)
set_source_files_properties("${imgui}/backends/imgui_impl_opengl3.cpp" PROPERTIES COMPILE_DEFINITIONS
                            glGetIntegerv=known_state)  # src/app/web/known_state.cpp

if(IKSCOPE_WINDOW)
  file(GLOB meshoptimizer "${IKSCOPE_WEB_SOURCES}/meshoptimizer-*")
  foreach(name allocator indexgenerator simplifier vcacheoptimizer vfetchoptimizer)
    list(APPEND meshoptimizer_sources "${meshoptimizer}/src/${name}.cpp")
  endforeach()
  add_library(third_party_meshoptimizer STATIC ${meshoptimizer_sources})
  target_compile_options(third_party_meshoptimizer PRIVATE -w)
  target_include_directories(third_party_meshoptimizer SYSTEM PUBLIC "${meshoptimizer}/src")
  add_library(meshoptimizer::meshoptimizer ALIAS third_party_meshoptimizer)
  file(GLOB qrcodegen "${IKSCOPE_WEB_SOURCES}/QR-Code-generator-*")
  add_library(third_party_qrcodegen STATIC "${qrcodegen}/c/qrcodegen.c")
  target_compile_options(third_party_qrcodegen PRIVATE -w)
  target_include_directories(third_party_qrcodegen SYSTEM PUBLIC "${qrcodegen}/c")
  include(third_party/web_assimp.cmake)
endif()

# OpenGL ES 3.0 is WebGL 2, and needs no loader.
file(CONFIGURE OUTPUT "${web_include}/glad/gl.h" CONTENT "#include <GLES3/gl3.h>\n")
web_headers(third_party_glad)

if(IKSCOPE_BENCH)
  file(GLOB benchmark "${IKSCOPE_WEB_SOURCES}/benchmark-*")
  file(GLOB benchmark_sources "${benchmark}/src/*.cc")
  list(FILTER benchmark_sources EXCLUDE REGEX "benchmark_main")
  add_library(third_party_benchmark STATIC ${benchmark_sources})
  target_compile_options(third_party_benchmark PRIVATE -w)
  target_compile_definitions(third_party_benchmark PRIVATE HAVE_STD_REGEX)
  target_include_directories(third_party_benchmark SYSTEM PUBLIC "${benchmark}/include")
  add_library(benchmark::benchmark ALIAS third_party_benchmark)
endif()
