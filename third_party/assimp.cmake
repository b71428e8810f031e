# assimp, from Debian's sources: what reads STL, OBJ, DAE, PLY and glTF 2 files, and nothing else.

file(GLOB assimp "${IKSCOPE_SOURCES}/assimp-*")
set(assimp_sources "")
foreach(name Common/AssertHandler Common/Base64 Common/BaseImporter Common/BaseProcess Common/Bitmap Common/Compression
             Common/CreateAnimMesh Common/DefaultIOStream Common/DefaultIOSystem Common/DefaultLogger
             Common/Exceptional Common/Importer Common/ImporterRegistry Common/IOSystem Common/material
             Common/PostStepRegistry Common/RemoveComments Common/scene Common/SceneCombiner Common/ScenePreprocessor
             Common/SGSpatialSort Common/simd Common/SkeletonMeshBuilder Common/SpatialSort Common/StandardShapes
             Common/Subdivision Common/TargetAnimation Common/Version Common/ZipArchiveIOSystem
             Material/MaterialSystem PostProcessing/ArmaturePopulate PostProcessing/ProcessHelper PostProcessing/ScaleProcess
             PostProcessing/SortByPTypeProcess PostProcessing/TriangulateProcess PostProcessing/ValidateDataStructure
             AssetLib/Collada/ColladaHelper AssetLib/Collada/ColladaLoader AssetLib/Collada/ColladaParser
             AssetLib/Obj/ObjFileImporter AssetLib/Obj/ObjFileMtlImporter AssetLib/Obj/ObjFileParser
             AssetLib/STL/STLLoader AssetLib/Ply/PlyLoader AssetLib/Ply/PlyParser
             AssetLib/glTF/glTFCommon AssetLib/glTF2/glTF2Importer)
  list(APPEND assimp_sources "${assimp}/code/${name}.cpp")
endforeach()
foreach(name ioapi unzip)
  list(APPEND assimp_sources "${zlib}/contrib/minizip/${name}.c")
endforeach()
add_library(third_party_assimp STATIC ${assimp_sources})
set_target_properties(third_party_assimp PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 20)
foreach(name AssetLib/Collada/ColladaLoader AssetLib/Obj/ObjFileImporter AssetLib/STL/STLLoader AssetLib/Ply/PlyLoader
             AssetLib/glTF2/glTF2Importer Common/DefaultIOSystem Common/DefaultLogger)
  # Each has a `desc` of its own, or on Windows the system's header, whose macros change the others.
  set_source_files_properties("${assimp}/code/${name}.cpp" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endforeach()

# Of its registries all that is not among these is left out.
foreach(registry ImporterRegistry PostStepRegistry)
  file(READ "${assimp}/code/Common/${registry}.cpp" text)
  string(REGEX MATCHALL "ASSIMP_BUILD_NO_[A-Z0-9_]+" macros "${text}")
  list(REMOVE_DUPLICATES macros)
  list(FILTER macros EXCLUDE REGEX "_(COLLADA|OBJ|STL|PLY|GLTF2?)_IMPORTER$|_(TRIANGULATE|SORTBYPTYPE|GLOBALSCALE|ARMATUREPOPULATE|VALIDATEDS)_PROCESS$")
  target_compile_definitions(third_party_assimp PRIVATE ${macros})
endforeach()
set(assimp_include "${CMAKE_BINARY_DIR}/include-assimp")
file(READ "${assimp}/include/assimp/config.h.in" text)
string(REGEX REPLACE "#cmakedefine[^\n]*" "" text "${text}")
file(CONFIGURE OUTPUT "${assimp_include}/assimp/config.h" CONTENT "${text}" @ONLY)
file(CONFIGURE OUTPUT "${assimp_include}/revision.h" CONTENT
"#define GitVersion 0
#define GitBranch \"\"
#define VER_MAJOR 5
#define VER_MINOR 2
#define VER_PATCH 5
#define VER_BUILD 0
")
target_compile_definitions(third_party_assimp PRIVATE ASSIMP_BUILD_NO_EXPORT ASSIMP_BUILD_NO_C4D_IMPORTER
                           ASSIMP_BUILD_NO_OWN_ZLIB RAPIDJSON_HAS_STDSTRING=1 RAPIDJSON_NOMEMBERITERATORCLASS)
# Debian's UTF8-CPP: of this file alone, because the macro means much else elsewhere.
find_path(utf8 utf8.h PATHS /usr/include/utf8cpp NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
set_source_files_properties("${assimp}/code/Common/BaseImporter.cpp" PROPERTIES COMPILE_DEFINITIONS ASSIMP_USE_HUNTER
                            INCLUDE_DIRECTORIES "${utf8}" SKIP_UNITY_BUILD_INCLUSION ON)
target_compile_options(third_party_assimp PRIVATE -w)
target_include_directories(third_party_assimp SYSTEM PRIVATE "${assimp}" "${assimp}/code" "${assimp}/contrib/pugixml/src"
                           "${assimp}/contrib/rapidjson/include" "${zlib}/contrib/minizip" "${third_party_include}/stb" "${assimp}/contrib")
target_include_directories(third_party_assimp SYSTEM PUBLIC "${assimp}/include" "${assimp_include}")
target_link_libraries(third_party_assimp PUBLIC ZLIB::ZLIB)
