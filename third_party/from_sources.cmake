# For other systems than this one: others' headers as Debian has them, apart from those of this machine's system;
# Dear ImGui, tinyxml2, zlib, meshoptimizer, qrcodegen and assimp compiled from Debian's sources.

set(IKSCOPE_SOURCES "${PROJECT_SOURCE_DIR}/build/sources" CACHE PATH "What scripts/debian_sources has fetched")
set(third_party_include "${CMAKE_BINARY_DIR}/include")
foreach(header eigen3/Eigen eigen3/unsupported glm toml++ CLI nlohmann LBFGS.h LBFGSB.h LBFGSpp
               stb/stb_image_write.h stb/stb_image.h fast_float)
  get_filename_component(name ${header} NAME)
  find_path(found_${name} ${header} PATHS /usr/include NO_CMAKE_FIND_ROOT_PATH REQUIRED)
  file(MAKE_DIRECTORY "${third_party_include}")
  file(CREATE_LINK "${found_${name}}/${header}" "${third_party_include}/${name}" SYMBOLIC)
endforeach()

function(third_party_headers name)
  add_library(${name} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${name} SYSTEM INTERFACE "${third_party_include}")
endfunction()
third_party_headers(Eigen3::Eigen)
third_party_headers(tomlplusplus::tomlplusplus)
third_party_headers(CLI11::CLI11)
third_party_headers(nlohmann_json::nlohmann_json)
third_party_headers(glm::glm)
third_party_headers(third_party_lbfgspp)
third_party_headers(third_party_stb)

file(GLOB tinyxml2 "${IKSCOPE_SOURCES}/tinyxml2-*")
add_library(tinyxml2 STATIC "${tinyxml2}/tinyxml2.cpp")
target_include_directories(tinyxml2 SYSTEM PUBLIC "${tinyxml2}")
add_library(tinyxml2::tinyxml2 ALIAS tinyxml2)

file(GLOB zlib "${IKSCOPE_SOURCES}/zlib-*")
foreach(name adler32 crc32 deflate inffast inflate inftrees trees zutil)
  list(APPEND zlib_sources "${zlib}/${name}.c")
endforeach()
add_library(third_party_zlib STATIC ${zlib_sources})
target_compile_options(third_party_zlib PRIVATE -w)  # old C
target_include_directories(third_party_zlib SYSTEM PUBLIC "${zlib}")
add_library(ZLIB::ZLIB ALIAS third_party_zlib)

file(GLOB imgui "${IKSCOPE_SOURCES}/imgui-*")
add_library(third_party_imgui STATIC "${imgui}/imgui.cpp" "${imgui}/imgui_draw.cpp" "${imgui}/imgui_tables.cpp"
            "${imgui}/imgui_widgets.cpp" "${imgui}/backends/imgui_impl_opengl3.cpp")
target_include_directories(third_party_imgui SYSTEM PUBLIC "${imgui}" "${imgui}/backends")

if(IKSCOPE_WINDOW)
  file(GLOB meshoptimizer "${IKSCOPE_SOURCES}/meshoptimizer-*")
  foreach(name allocator indexgenerator simplifier vcacheoptimizer vfetchoptimizer)
    list(APPEND meshoptimizer_sources "${meshoptimizer}/src/${name}.cpp")
  endforeach()
  add_library(third_party_meshoptimizer STATIC ${meshoptimizer_sources})
  target_compile_options(third_party_meshoptimizer PRIVATE -w)
  target_include_directories(third_party_meshoptimizer SYSTEM PUBLIC "${meshoptimizer}/src")
  add_library(meshoptimizer::meshoptimizer ALIAS third_party_meshoptimizer)
  file(GLOB qrcodegen "${IKSCOPE_SOURCES}/QR-Code-generator-*")
  add_library(third_party_qrcodegen STATIC "${qrcodegen}/c/qrcodegen.c")
  target_compile_options(third_party_qrcodegen PRIVATE -w)
  target_include_directories(third_party_qrcodegen SYSTEM PUBLIC "${qrcodegen}/c")
  include(third_party/assimp.cmake)
endif()
